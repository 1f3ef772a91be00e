//! One game between two players, with clocks, judged by the rules.

use std::fmt;
use std::num::ParseIntError;
use std::time::{Duration, Instant};

use clap::Args;
use notation::pgn::{Game, GameResult};
use notation::tree::{Annotation, GameTree, MoveEval, NodeId};
use rules::{Colour, History, Outcome};

use super::adjudication::{Adjudicator, DrawRule, ResignRule};
use super::budget::{Budget, seconds};
use super::player::{Choice, Failure, Player, Turn};

/// A player at the board.
pub struct Contestant<'a> {
    /// Who plays.
    pub player: &'a mut dyn Player,
    pub name: &'a str,
    /// The limits of each move.
    pub budget: Budget,
}

/// How games are conducted.
#[derive(Args, Clone, Debug)]
pub struct Conduct {
    /// End games that both players have called lost for so many moves, such as 4,800.
    #[arg(long, value_name = "MOVES,CENTIPAWNS")]
    pub resign: Option<ResignRule>,
    /// End games that both players have called even for so many moves, such as 40,8,10.
    #[arg(long, value_name = "FROM,MOVES,CENTIPAWNS")]
    pub draw: Option<DrawRule>,
    /// By how many milliseconds a clock may be overstepped.
    #[arg(long, value_name = "MS", default_value = "50", value_parser = milliseconds)]
    pub margin: Duration,
    /// Seconds after which an engine without a clock has failed.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub patience: Duration,
    /// Games of so many moves are drawn.
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub max_moves: u32,
}

fn milliseconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_millis)
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules; draws that could be claimed count.
    Rules(Outcome),
    /// There was no move, and the rules do not say what that means.
    NoMoves,
    /// It took too long.
    TooLong,
    /// Both players said the same for long enough; with the winner.
    Adjudicated(Option<Colour>),
    /// A player did not give a legal move in time.
    Failed {
        /// The player who did not.
        loser: Colour,
        /// What happened.
        failure: Failure,
    },
}

impl Ending {
    /// Who has won.
    pub fn winner(&self) -> Option<Colour> {
        match self {
            Ending::Rules(outcome) => outcome.winner,
            Ending::NoMoves | Ending::TooLong => None,
            Ending::Adjudicated(winner) => *winner,
            Ending::Failed { loser, .. } => Some(!*loser),
        }
    }

    /// The result as game records write it.
    pub fn result(&self) -> GameResult {
        match self.winner() {
            Some(Colour::White) => GameResult::WhiteWins,
            Some(Colour::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// Whether a player crashed and has to be started again.
    pub fn is_breakdown(&self) -> bool {
        matches!(self, Ending::Failed { failure, .. } if *failure != Failure::Resignation)
    }

    /// The kind of ending as game records name it.
    fn termination(&self) -> &'static str {
        match self {
            Ending::Rules(_) | Ending::NoMoves => "normal",
            Ending::TooLong | Ending::Adjudicated(_) => "adjudication",
            Ending::Failed { failure, .. } => match failure {
                Failure::Resignation => "normal",
                Failure::Time => "time forfeit",
                Failure::Illegal(_) => "rules infraction",
                Failure::Crash(_) | Failure::Hang => "abandoned",
                Failure::Interrupted => "unterminated",
            },
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules(outcome) => outcome.fmt(f),
            Ending::NoMoves => f.write_str("draw, as there are no moves"),
            Ending::TooLong => f.write_str("draw, as the game is too long"),
            Ending::Adjudicated(None) => f.write_str("draw by adjudication"),
            Ending::Adjudicated(Some(winner)) => write!(f, "{winner} wins by adjudication"),
            Ending::Failed { loser, failure } => write!(f, "{} wins: {failure}", !*loser),
        }
    }
}

/// A finished game.
pub struct Played {
    pub ending: Ending,
    pub record: Game,
}

/// Plays a game from the end of its opening; nothing if it was interrupted.
///
/// The seats are White's and Black's.
pub fn play<'a>(
    opening: &History,
    seats: [Contestant<'a>; 2],
    conduct: &'a Conduct,
    seed: u64,
) -> Option<Played> {
    let base = |seat: &Contestant| seat.budget.base().unwrap_or_default();
    let mut table = Table {
        clocks: [base(&seats[0]), base(&seats[1])],
        seats,
        game: opening.clone(),
        remarks: Vec::new(),
        conduct,
        adjudicator: Adjudicator::new(conduct.resign, conduct.draw),
    };
    let ending = table.play_to_the_end(opening, seed);
    if matches!(ending, Ending::Failed { failure: Failure::Interrupted, .. }) {
        return None;
    }
    Some(table.finish(ending))
}

/// A board with two players and their clocks.
struct Table<'a> {
    seats: [Contestant<'a>; 2],
    clocks: [Duration; 2],
    game: History,
    /// What is said about the moves after the opening.
    remarks: Vec<Annotation>,
    conduct: &'a Conduct,
    adjudicator: Adjudicator,
}

impl Table<'_> {
    fn play_to_the_end(&mut self, opening: &History, seed: u64) -> Ending {
        for (seat, loser) in self.seats.iter_mut().zip(Colour::BOTH) {
            if let Err(failure) = seat.player.begin(opening, seat.budget, seed) {
                return Ending::Failed { loser, failure };
            }
        }
        loop {
            if let Some(ending) = self.ending() {
                return ending;
            }
            let mover = self.game.position().turn();
            let choice = match self.next_move() {
                Ok(choice) => choice,
                Err(failure) => return Ending::Failed { loser: mover, failure },
            };
            let agreed = self.adjudicator.hear(mover, choice.evaluation, &self.game);
            if let Some(winner) = agreed
                && self.ending().is_none()
            {
                return Ending::Adjudicated(winner);
            }
        }
    }

    /// Is the game over where it stands?
    fn ending(&self) -> Option<Ending> {
        let claimed = || self.game.claimable_draw().map(Outcome::draw);
        if let Some(outcome) = self.game.outcome().or_else(claimed) {
            return Some(Ending::Rules(outcome));
        }
        if self.game.position().count_legal_moves() == 0 {
            return Some(Ending::NoMoves);
        }
        let is_long = self.game.len() >= self.conduct.max_moves as usize * 2;
        is_long.then_some(Ending::TooLong)
    }

    /// Lets the player whose turn it is make a move.
    fn next_move(&mut self) -> Result<Choice, Failure> {
        let side = self.game.position().turn().index();
        let other = 1 - side;
        let budget = self.seats[side].budget;
        let limit = budget.longest(self.clocks[side]).map(|time| time + self.conduct.margin);
        let other_clock = self.seats[other].budget.base().map(|_| self.clocks[other]);
        let turn = Turn {
            game: &self.game,
            budget,
            own_clock: self.clocks[side],
            other_clock: other_clock.unwrap_or(self.clocks[side]),
            other_increment: self.seats[other].budget.increment(),
            deadline: limit.unwrap_or(self.conduct.patience),
        };
        let started = Instant::now();
        let choice = self.seats[side].player.choose(&turn);
        let used = started.elapsed();
        let choice = match choice {
            Err(Failure::Hang) if limit.is_some() => return Err(Failure::Time),
            Ok(_) if limit.is_some_and(|limit| used > limit) => return Err(Failure::Time),
            choice => choice?,
        };
        self.game
            .play(choice.chess_move)
            .map_err(|_| Failure::Illegal("no legal move of the position".to_owned()))?;
        self.clocks[side] = self.clocks[side].saturating_sub(used) + budget.increment();
        self.note(&choice, side);
        Ok(choice)
    }

    /// Writes a move into the record.
    fn note(&mut self, choice: &Choice, side: usize) {
        let mut said = Annotation::default();
        let clock = Duration::from_millis(self.clocks[side].as_millis() as u64);
        said.clock = self.seats[side].budget.base().map(|_| clock);
        if let Some(evaluation) = choice.evaluation {
            let evaluation = if side == 0 { evaluation } else { evaluation.reversed() };
            said.set_eval(Some(MoveEval { score: evaluation, depth: choice.depth }));
        }
        self.remarks.push(said);
    }

    fn finish(mut self, ending: Ending) -> Played {
        let mut record = Game::new(self.game.start().clone());
        record.result = ending.result();
        record.set_tag("Event", "xxlchess match");
        let [white, black] = &self.seats;
        record.set_tag("White", white.name);
        record.set_tag("Black", black.name);
        if white.budget == black.budget {
            set_budget(&mut record, "", white.budget);
        } else {
            set_budget(&mut record, "White", white.budget);
            set_budget(&mut record, "Black", black.budget);
        }
        record.set_tag("Termination", ending.termination());
        record.tree = GameTree::from_history(&self.game);
        let nodes: Vec<_> = record.tree.main_line().collect();
        for (node, said) in nodes.iter().rev().zip(self.remarks.into_iter().rev()) {
            record.tree.annotation_mut(*node).into_iter().for_each(|known| *known = said.clone());
        }
        let last = nodes.last().copied().unwrap_or(NodeId::ROOT);
        if let Some(said) = record.tree.annotation_mut(last) {
            said.comments.push(ending.to_string());
        }
        for seat in &mut self.seats {
            seat.player.end(ending.result());
        }
        Played { ending, record }
    }
}

/// Notes a budget in the tags of one side or of both. The usual tag knows clocks alone.
fn set_budget(record: &mut Game, side: &str, budget: Budget) {
    match budget {
        Budget::Clock { .. } => record.set_tag(format!("{side}TimeControl"), budget.to_string()),
        Budget::MoveTime(_) | Budget::Nodes(_) | Budget::Depth(_) => {
            record.set_tag(format!("{side}TimeControl"), "-");
            record.set_tag(format!("{side}Limit"), budget.to_string());
        }
    }
}
