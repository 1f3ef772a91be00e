//! The computer as an opponent: when it is asked, when its move is played, and how it answers offers.

use std::time::Duration;

use engine::Score;
use engine::level::{Decision, Pace, Thought, TimeLeft, accepts_draw};
use game::Game;
use rules::Colour;

use super::{Session, StatusMessage};
use crate::new_game::PlayerChoice;
use crate::play::engine_worker::{EngineHandle, EngineReport, EngineRequest, Task};

/// The least time of a move of the computer, so that its moves can be followed.
const LEAST_TIME: Duration = Duration::from_millis(350);

/// With less than this on its clock it moves at once.
const HURRY: Duration = Duration::from_secs(3);

/// How long it thinks about an offer.
const OFFER_TIME: Duration = Duration::from_millis(900);

/// The computer as an opponent. In puzzles its engine answers, and judges the user's moves.
pub(super) struct Opponent {
    pub engine: EngineHandle,
    /// Programs that play White and Black in its place.
    programs: [Option<EngineHandle>; 2],
    /// The moment of the game that it thinks about.
    asked: Option<u64>,
    /// What it has found, until it is played.
    chosen: Option<Thought>,
    /// What it last thought of its own prospects.
    score: Option<Score>,
    /// When it answers an offer of a draw.
    answers_at: Option<Duration>,
}

impl Opponent {
    pub fn new(engine: EngineHandle, programs: [Option<EngineHandle>; 2]) -> Opponent {
        Opponent { engine, programs, asked: None, chosen: None, score: None, answers_at: None }
    }

    /// The engine that plays a side.
    fn engine_of(&mut self, side: Colour) -> &mut EngineHandle {
        self.programs[side.index()].as_mut().unwrap_or(&mut self.engine)
    }

    fn stop(&mut self) {
        self.engine.stop();
        self.programs.iter_mut().flatten().for_each(EngineHandle::stop);
    }

    /// The computer is offered a draw.
    pub fn offer_draw(&mut self, now: Duration) {
        self.answers_at = Some(now + OFFER_TIME);
    }

    /// The time of the computer to answer an offer has come.
    fn takes_answer(&mut self, now: Duration) -> bool {
        self.answers_at.take_if(|at| now >= *at).is_some()
    }
}

impl Session {
    /// Does a program play this side in place of the built-in engine?
    pub fn plays_program(&self, side: Colour) -> bool {
        self.opponent.programs[side.index()].is_some()
    }

    /// Is the computer thinking about its move?
    pub fn is_computer_thinking(&self) -> bool {
        self.opponent.asked.is_some()
    }

    /// Asks the computer for its move, or stops it when it is not its turn any more.
    pub(super) fn ask_opponent(&mut self, now: Duration) {
        let is_its_turn = self.puzzles.is_none()
            && self.game().open().is_some_and(|game| game.computer_to_move().is_some());
        let moment = is_its_turn.then_some(self.epoch);
        if moment == self.opponent.asked {
            return;
        }
        self.opponent.asked = moment;
        self.opponent.chosen = None;
        self.opponent.stop();
        if moment.is_none() {
            return;
        }
        // The window comes first, and both at once would only be in each other's way.
        self.interrupt_analysis();
        let game = self.game.read();
        if let Some(game) = game.open()
            && let PlayerChoice::Computer(level) = self.seats[game.turn().index()]
        {
            let turn = game.turn();
            let opponent_clock = match time_left(game, !turn, now) {
                TimeLeft::Game(clock) => Some(clock),
                _ => None,
            };
            let limits = Pace::ALONE.limits(level, time_left(game, turn, now));
            let (history, task) = (game.history().clone(), Task::Move(Some(level)));
            let request = EngineRequest::new(self.number, history, task, limits);
            self.opponent.engine_of(turn).ask(EngineRequest { opponent_clock, ..request });
        }
    }

    /// Takes the computer's move and plays it when it is time.
    pub(super) fn poll_opponent(&mut self, now: Duration) {
        self.answer_draw_offer(now);
        if self.opponent.asked != Some(self.epoch) {
            return;
        }
        let turn = self.game().turn();
        while let Some(report) = self.opponent.engine_of(turn).report() {
            match report {
                EngineReport::Chosen(thought) => self.opponent.chosen = Some(thought),
                // The built-in engine plays on in place of a program that fails.
                EngineReport::Failed if self.opponent.programs[turn.index()].is_some() => {
                    self.opponent.programs[turn.index()] = None;
                    self.opponent.asked = None;
                    self.display.show_status(StatusMessage::ProgramFailed, now);
                    return;
                }
                EngineReport::Failed => {
                    self.opponent.chosen = Some(Thought::default());
                    self.display.show_status(StatusMessage::EngineFailed, now);
                }
                _ => {}
            }
        }
        if self.opponent.chosen.is_none() || !self.may_opponent_move(now) {
            return;
        }
        if let Some(thought) = self.opponent.chosen.take() {
            self.opponent.score = thought.score.or(self.opponent.score);
            let seed = self.number ^ self.epoch;
            self.with_game(|game| play(game, &thought, seed, now));
        }
    }

    /// When the computer's move is played, if it is found and only waits.
    pub(super) fn opponent_is_due(&self, now: Duration) -> Option<Duration> {
        let found = self.opponent.chosen.as_ref().map(|_| self.display.moved_at + LEAST_TIME);
        let times = [found, self.opponent.answers_at];
        times.into_iter().flatten().filter(|time| *time > now).min()
    }

    fn may_opponent_move(&self, now: Duration) -> bool {
        let game = self.game();
        let left = game.remaining(game.turn(), now);
        let is_hurried = left.is_some_and(|left| left < HURRY);
        is_hurried || (self.display.board_rests && now >= self.display.moved_at + LEAST_TIME)
    }

    fn answer_draw_offer(&mut self, now: Duration) {
        let offer = self.game().open().and_then(|game| game.offers().draw);
        let Some(by) = offer else {
            self.opponent.answers_at = None;
            return;
        };
        if self.opponent.takes_answer(now) {
            let score = self.opponent.score;
            // If the game has ended meanwhile, there is nothing to be answered.
            self.with_game(|game| game.answer_draw(now, !by, accepts_draw(score, game.ply())));
        }
    }
}

/// Plays the computer's move, or claims a draw that suits it.
fn play(game: &mut Game, thought: &Thought, seed: u64, now: Duration) {
    let (side, can_claim) = (game.turn(), game.claimable_draw().is_some());
    // If the game has ended meanwhile, there is nothing to be done.
    let _over_already =
        match Decision::new(thought.best, thought.score, game.position(), can_claim, seed) {
            Decision::ClaimDraw => game.claim_draw(now, side).is_ok(),
            Decision::Play(best) => game.play(now, best).is_ok(),
            Decision::Resign => game.resign(now, side).is_ok(),
        };
}

/// The time that is left to a side.
fn time_left(game: &Game, side: Colour, now: Duration) -> TimeLeft {
    let clock = game.time_control(side).zip(game.remaining(side, now));
    clock.map_or(TimeLeft::Unlimited, |(control, remaining)| {
        TimeLeft::of(remaining, control.increment(), control.passes_turns())
    })
}
