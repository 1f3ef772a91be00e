//! The levels of the computer player, from random moves to the strongest that the machine can give.
//!
//! [`ALL`] declares them: a new level is one more row.

mod careful;
mod opponent;
mod player;

use fastrand::Rng;
use rules::{Move, Position};

use crate::engine::{Engine, Line};
use crate::handicap::Handicap;
use crate::hash::mix;
use crate::limits::{Limits, StopCheck};

pub use opponent::{Decision, Pace, TimeLeft, accepts_draw};
pub use player::{LevelPlayer, Thought};

/// How a level chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Any legal move.
    Random,
    /// The most valuable capture.
    Greedy,
    /// The six guidelines: mate, take, save, stay safe, press the king, else anything.
    Careful,
    /// Looks ahead, within limits and with human failings.
    Search(Strength),
}

/// How a player who does not look ahead chooses one of some legal moves.
pub(crate) type Rule = fn(&Position, &[Move], &mut Rng, &StopCheck) -> Option<Move>;

impl Style {
    /// How it chooses without looking ahead; nothing for those who search.
    fn rule(self) -> Option<Rule> {
        match self {
            Style::Random => Some(|_, moves, rng, _| rng.choice(moves).copied()),
            Style::Greedy => Some(greedy),
            Style::Careful => Some(careful::choose),
            Style::Search(_) => None,
        }
    }
}

/// The most valuable capture; of equal ones any.
fn greedy(position: &Position, moves: &[Move], rng: &mut Rng, _: &StopCheck) -> Option<Move> {
    let gain = |chess_move: &Move| {
        let taken = position.captured_by(*chess_move);
        taken.map_or(0.0, |piece| position.rules().piece_spec(piece.kind()).value)
    };
    let most = moves.iter().map(gain).max_by(f64::total_cmp)?;
    let best: Vec<_> = moves.iter().filter(|chess_move| gain(chess_move) == most).collect();
    rng.choice(&best).map(|chess_move| **chess_move)
}

/// How well a searching level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The most positions looked at.
    pub nodes: Option<u64>,
    /// How many of a thousand moves are overlooked.
    pub overlooked: u32,
    /// How far positions are misjudged, in hundredths of a pawn.
    pub misjudgement: i32,
}

/// A level that users can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name used in files and on the command line.
    pub name: &'static str,
    /// How it chooses its moves.
    pub style: Style,
    /// The rating, from games between the levels.
    pub rating: i32,
}

const fn searching(
    name: &'static str,
    nodes: Option<u64>,
    overlooked: u32,
    misjudgement: i32,
    rating: i32,
) -> Level {
    let strength = Strength { nodes, overlooked, misjudgement };
    Level { name, style: Style::Search(strength), rating }
}

/// All levels, weakest first; `docs/levels.md` tells how the ratings were measured.
///
/// More nodes count for more on a large board, fewer overlooked moves on a small one: where both
/// change together from row to row, the steps are even on all boards.
pub const ALL: [Level; 21] = [
    Level { name: "random", style: Style::Random, rating: 0 },
    Level { name: "greedy", style: Style::Greedy, rating: 101 },
    Level { name: "careful", style: Style::Careful, rating: 731 },
    searching("1", Some(500), 720, 60, 902),
    searching("2", Some(710), 535, 52, 1102),
    searching("3", Some(1_000), 395, 45, 1299),
    searching("4", Some(1_400), 290, 38, 1470),
    searching("5", Some(2_000), 215, 33, 1639),
    searching("6", Some(2_800), 160, 28, 1819),
    searching("7", Some(4_000), 120, 24, 2021),
    searching("8", Some(5_700), 100, 20, 2150),
    searching("9", Some(8_200), 82, 16, 2292),
    searching("10", Some(11_700), 65, 13, 2468),
    searching("11", Some(16_700), 49, 10, 2629),
    searching("12", Some(24_000), 35, 7, 2825),
    searching("13", Some(30_000), 17, 3, 3014),
    searching("14", Some(37_000), 0, 0, 3176),
    searching("15", Some(55_000), 0, 0, 3307),
    searching("16", Some(90_000), 0, 0, 3474),
    searching("17", Some(150_000), 0, 0, 3656),
    searching("18", None, 0, 0, 3833),
];

/// The level with this name, in any case.
pub fn find(name: &str) -> Option<&'static Level> {
    ALL.iter().find(|level| level.name.eq_ignore_ascii_case(name))
}

/// The level whose rating is nearest.
pub fn nearest(rating: i32) -> &'static Level {
    let by_distance = |level: &&Level| level.rating.abs_diff(rating);
    ALL.iter().min_by_key(by_distance).unwrap_or(&ALL[0])
}

impl Level {
    /// The limits of a search at this level, within those that are given anyway.
    pub fn limits(&self, limits: &Limits, seed: u64) -> Limits {
        let Style::Search(strength) = self.style else { return limits.clone() };
        let nodes = match (strength.nodes, limits.nodes) {
            (Some(own), Some(given)) => Some(own.min(given)),
            (own, given) => own.or(given),
        };
        Limits {
            nodes,
            handicap: Handicap {
                overlooked: strength.overlooked,
                misjudgement: strength.misjudgement,
                seed,
            },
            ..limits.clone()
        }
    }

    /// Chooses a move; nothing when there is none.
    ///
    /// The seed makes weak levels play differently from game to game; with the same seed they
    /// choose the same move again.
    pub fn choose(
        &self,
        engine: &mut Engine,
        position: &Position,
        earlier: &[u64],
        limits: &Limits,
        seed: u64,
        on_line: &mut dyn FnMut(&Line),
    ) -> Option<Move> {
        let Some(rule) = self.style.rule() else {
            let limits = self.limits(limits, seed);
            return engine.search_armed(position, earlier, &limits, on_line).best;
        };
        let check = StopCheck::new(limits, engine.signals());
        // A position that comes again need not be answered in the same way, or games go in circles.
        let hash = position.hash();
        let times_met = earlier.iter().filter(|met| **met == hash).count() as u64;
        let mut rng = Rng::with_seed(seed ^ hash ^ mix(times_met));
        let mut moves = position.legal_moves();
        moves.retain(|chess_move| limits.allows(*chess_move));
        let chosen = rule(position, &moves, &mut rng, &check);
        check.signals.wait_until_wanted(limits);
        chosen
    }
}
