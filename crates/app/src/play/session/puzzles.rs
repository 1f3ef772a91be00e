//! Puzzles: the engine answers each move, refutes wrong ones, and the next puzzle opens.

use std::time::Duration;

use engine::level;
use engine::{Limits, Score};
use game::{Estimate, Game, Progress, PuzzleRow, SharedGame, puzzle_moves_left, puzzle_progress};
use record::Puzzle;
use rules::{Colour, Move};
use sound::Cue;

use super::Session;
use crate::new_game::PlayerChoice;
use crate::play::engine_worker::{EngineHandle, EngineReport, EngineRequest, Task};

/// The engine judges a move within this time, and mostly much faster.
const JUDGE_TIME: Duration = Duration::from_millis(2500);

/// Node limit for judging a move.
const JUDGE_NODES: u64 = 1_500_000;

/// The least time between a move and its reply.
const REPLY_AFTER: Duration = Duration::from_millis(350);

/// How far the present puzzle has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleState {
    /// The user is to move.
    Solving,
    /// The engine looks at the user's move.
    Judging,
    /// The move was wrong.
    Wrong,
    /// The goal is reached.
    Solved,
}

/// What the engine made of the user's move.
#[derive(Clone, Copy, Debug)]
struct Judgement {
    reply: Option<Move>,
    is_wrong: bool,
}

/// A row of puzzles, one of which is being solved.
pub struct PuzzleRun {
    row: PuzzleRow,
    state: PuzzleState,
    /// The moment whose judgement was asked for.
    asked: Option<u64>,
    judgement: Option<Judgement>,
    /// When the present one was set up.
    began: Duration,
    /// The tries that are still to be noted.
    tries: Vec<Try>,
}

/// A try at a puzzle that has come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// The number of the puzzle, from 0.
    pub number: usize,
    pub is_solved: bool,
    /// How long it took.
    pub time: Duration,
}

impl PuzzleRun {
    /// A row of puzzles, beginning with one of them; nothing if there are none.
    pub(super) fn new(puzzles: &[Puzzle], first: usize) -> Option<PuzzleRun> {
        let mut row = PuzzleRow::new(puzzles.to_vec())?;
        row.open(first);
        Some(PuzzleRun {
            row,
            state: PuzzleState::Solving,
            asked: None,
            judgement: None,
            began: Duration::ZERO,
            tries: Vec::new(),
        })
    }

    /// What is left of the solution, if it is known and was followed so far.
    pub(super) fn rest_of_solution(&self, game: &Game) -> Option<&[Move]> {
        let solution = self.current().solution.as_slice();
        let played: Option<Vec<Move>> = game.turns().iter().map(|turn| turn.chess_move()).collect();
        let rest = solution.strip_prefix(played?.as_slice())?;
        (!solution.is_empty()).then_some(rest)
    }

    /// The puzzle that is being solved.
    pub fn current(&self) -> &Puzzle {
        self.row.current()
    }

    /// Its number, from 0.
    pub fn number(&self) -> usize {
        self.row.number()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.row.puzzles().len()
    }

    /// How many are solved.
    pub fn solved(&self) -> usize {
        self.row.solved()
    }

    /// How far the present one has come.
    pub fn state(&self) -> PuzzleState {
        self.state
    }

    pub(super) fn begin(&mut self, now: Duration) {
        self.began = now;
    }

    fn note(&mut self, is_solved: bool, now: Duration) {
        let time = now.saturating_sub(self.began);
        self.tries.push(Try { number: self.row.number(), is_solved, time });
    }

    /// Asks how the user's move is answered, unless the solution has it.
    fn ask_judge(&mut self, game: &Game, number: u64, engine: &mut EngineHandle) {
        let known = self.rest_of_solution(game).and_then(<[Move]>::first).copied();
        self.judgement = known.map(|reply| Judgement { reply: Some(reply), is_wrong: false });
        if known.is_some() {
            return;
        }
        let task = match puzzle_moves_left(self.row.current(), game) {
            Some(moves) => Task::Refutation(moves),
            None => Task::Move(None),
        };
        let limits = Limits { nodes: Some(JUDGE_NODES), ..Limits::move_time(JUDGE_TIME) };
        engine.ask(EngineRequest::new(number, game.history().clone(), task, limits));
    }

    /// Takes what the engine has found about the user's move.
    fn take_report(&mut self, report: EngineReport, game: &Game) {
        let puzzle = self.row.current();
        let (reply, estimate) = match report {
            EngineReport::Chosen(thought) => (thought.best, thought.score.map(estimate)),
            EngineReport::Reply { reply, is_lost } => {
                let left = puzzle_moves_left(puzzle, game).unwrap_or(0);
                let left = u32::try_from(left).unwrap_or(u32::MAX);
                let wins = |is_lost| match is_lost {
                    true => Estimate::WinsIn(left),
                    false => Estimate::Pawns(0.0),
                };
                (reply, is_lost.map(wins))
            }
            EngineReport::Failed => (None, None),
            EngineReport::Line(_) | EngineReport::LabGame(_) => return,
        };
        let is_wrong = matches!(puzzle_progress(puzzle, game, estimate), Progress::Failed(_));
        self.judgement = Some(Judgement { reply, is_wrong });
    }

    pub(super) fn seats(&self) -> [PlayerChoice; 2] {
        let strongest = level::ALL.last().map_or(PlayerChoice::Human, PlayerChoice::Computer);
        match self.current().side {
            Colour::White => [PlayerChoice::Human, strongest],
            Colour::Black => [strongest, PlayerChoice::Human],
        }
    }
}

impl Session {
    /// Marks a puzzle as solved in an earlier session.
    pub fn mark_solved(&mut self, number: usize) {
        if let Some(run) = &mut self.puzzles {
            run.row.mark_solved(number);
        }
    }

    /// Takes the tries that have come to an end since the last time.
    pub fn take_tries(&mut self) -> Vec<Try> {
        self.puzzles.as_mut().map(|run| std::mem::take(&mut run.tries)).unwrap_or_default()
    }

    /// How many moves are left to solve the puzzle, where they are counted.
    pub fn moves_left(&self) -> Option<usize> {
        puzzle_moves_left(self.puzzles.as_ref()?.current(), self.game().open()?)
    }

    /// The next move of the puzzle's solution, if it is known and was followed so far.
    pub(super) fn next_of_solution(&self) -> Option<Move> {
        self.puzzles.as_ref()?.rest_of_solution(self.game().open()?)?.first().copied()
    }

    /// May the user move now, as far as a puzzle is concerned?
    pub(super) fn may_solve(&self) -> bool {
        self.puzzles.as_ref().is_none_or(|run| run.state == PuzzleState::Solving)
    }

    /// Opens the next puzzle that is not solved, or the next in the row when all are.
    pub fn next_puzzle(&mut self, now: Duration) {
        let Some(run) = &mut self.puzzles else { return };
        if !run.row.open_next() {
            let next = (run.row.number() + 1) % run.row.puzzles().len();
            run.row.open(next);
        }
        self.set_up_puzzle(now);
    }

    /// Opens a puzzle by its place in the row, from the one that is shown.
    pub fn browse_puzzles(&mut self, forward: bool, now: Duration) {
        let Some(run) = &mut self.puzzles else { return };
        let count = run.row.puzzles().len();
        let step = if forward { 1 } else { count - 1 };
        run.row.open((run.row.number() + step) % count);
        self.set_up_puzzle(now);
    }

    /// After a wrong move: takes it back with its refutation.
    pub fn try_again(&mut self, now: Duration) {
        if self.puzzles.as_ref().is_some_and(|run| run.state == PuzzleState::Wrong) {
            self.undo(now);
        }
    }

    pub(super) fn reset_judgement(&mut self) {
        if let Some(run) = &mut self.puzzles {
            run.state = PuzzleState::Solving;
            run.asked = None;
            run.judgement = None;
            self.opponent.engine.stop();
        }
    }

    pub(super) fn puzzle_is_due(&self) -> Option<Duration> {
        let run = self.puzzles.as_ref()?;
        run.judgement.map(|_| self.display.moved_at + REPLY_AFTER)
    }

    /// Looks at what was played in a puzzle: is it solved, wrong, or does it go on?
    pub(super) fn judge_puzzle(&mut self, now: Duration) {
        let is_open =
            |run: &PuzzleRun| matches!(run.state, PuzzleState::Solving | PuzzleState::Judging);
        if self.puzzles.as_ref().is_some_and(is_open) {
            self.judge(now);
            self.reply(now);
        }
    }

    fn judge(&mut self, now: Duration) {
        let game = self.game.read();
        let (Some(run), Some(game)) = (&mut self.puzzles, game.open()) else { return };
        let puzzle = run.row.current();
        let reached = puzzle_progress(puzzle, game, None);
        let is_all_played = run.rest_of_solution(game).is_some_and(<[Move]>::is_empty);
        if reached == Progress::Solved || is_all_played {
            let number = run.row.number();
            run.row.mark_solved(number);
            run.note(true, now);
            run.state = PuzzleState::Solved;
            if !game.is_over() {
                self.display.cues.push(Cue::Win);
            }
        } else if game.is_over() {
            run.state = PuzzleState::Wrong;
            run.note(false, now);
        } else if game.turn() == puzzle.side {
            run.state = PuzzleState::Solving;
        } else {
            run.state = PuzzleState::Judging;
            if run.asked != Some(self.epoch) {
                run.asked = Some(self.epoch);
                run.ask_judge(game, self.number, &mut self.opponent.engine);
            }
            while let Some(report) = self.opponent.engine.report() {
                run.take_report(report, game);
            }
        }
    }

    /// Plays the reply, when the user's move has been seen.
    fn reply(&mut self, now: Duration) {
        let is_seen = self.display.board_rests && now >= self.display.moved_at + REPLY_AFTER;
        let Some(run) = &mut self.puzzles else { return };
        let Some(judgement) = run.judgement.take_if(|_| is_seen) else { return };
        run.state = if judgement.is_wrong { PuzzleState::Wrong } else { PuzzleState::Solving };
        if judgement.is_wrong {
            run.note(false, now);
            self.display.cues.push(Cue::Refused);
        }
        if let Some(reply) = judgement.reply {
            // The engine knows only legal moves.
            let _ = self.game.write().play(now, reply);
        }
    }

    fn set_up_puzzle(&mut self, now: Duration) {
        let Some(run) = &mut self.puzzles else { return };
        run.state = PuzzleState::Solving;
        run.asked = None;
        run.judgement = None;
        run.begin(now);
        let seats = run.seats();
        let puzzle = run.row.current();
        let mut terms = self.game.read().terms().clone();
        // The names go with the seats.
        if seats != self.seats {
            std::mem::swap(&mut terms.players.white, &mut terms.players.black);
        }
        let game = SharedGame::new(Game::new(puzzle.position.clone(), terms, now).into());
        self.display.bottom = puzzle.side;
        self.opponent.engine.stop();
        self.put_on_board(game, seats, now);
        self.display.cues.push(Cue::Start);
        self.refresh_scene(now);
    }
}

/// What a search of the other side says about the prospects of the one that solves the puzzle.
fn estimate(score: Score) -> Estimate {
    match score {
        Score::MateIn(moves) if moves > 0 => Estimate::Loses,
        Score::MateIn(moves) => Estimate::WinsIn(moves.unsigned_abs()),
        Score::Centipawns(score) => Estimate::Pawns(-f64::from(score) / 100.0),
    }
}
