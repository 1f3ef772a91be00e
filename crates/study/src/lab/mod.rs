//! Measures a game by letting the engine play it against itself.

mod odds;
mod published;
pub mod record;
mod regression;
mod report;

use std::sync::Arc;

use engine::{Engine, Limits};
use fastrand::Rng;
use rules::{Colour, History, Move, PieceType, Position, Rules};
use serde::{Deserialize, Serialize};

pub use published::published;
pub use report::{Measurement, Opening, PieceReport, Report};

/// How many standard errors are shown on either side: 95 of 100 measurements lie within.
pub const SHOWN_ERRORS: f64 = 1.96;

/// Games that are longer are drawn.
const MAX_PLIES: u32 = 600;
/// The first move of either side is random, so that openings can be compared.
const RANDOM_PLIES: usize = 2;
/// Number of plies between two samples of the material of a quiet position, from [`FIRST_SAMPLE`] on.
const SAMPLE_EVERY: usize = 8;
const FIRST_SAMPLE: usize = 12;
/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// About how many positions are looked at for each move.
    pub nodes: u64,
    /// Decides which games are played.
    pub seed: u64,
}

/// What a game measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// Both sides are alike: who moves first, first moves, draws, lengths.
    Even,
    /// The armies differ by chance: what pieces are worth.
    Odds,
    /// This side has twice the nodes.
    Doubled(Colour),
}

/// What is kept of one game. [`record`] writes by itself what depends on the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabGame {
    /// Which game of the plan it is.
    pub number: u32,
    /// Who has won; nobody, if it was drawn.
    #[serde(skip)]
    pub winner: Option<Colour>,
    /// Moves of either side.
    pub plies: u32,
    /// White's first move, where armies are alike.
    #[serde(skip)]
    pub first_move: Option<Move>,
    /// How many pieces of each type White had more than Black at the start, where armies differ.
    pub odds: Option<Vec<i8>>,
    /// For each piece type, how often it moved.
    pub moved: Vec<u32>,
    /// For each piece type, how many were taken.
    pub lost: Vec<u32>,
    /// For each noted position, how many pieces of each type White has more than Black.
    pub material: Vec<Vec<i8>>,
}

impl Plan {
    /// What a game measures: of four in a row, two are even.
    pub fn trial(number: u32) -> Trial {
        match number % 4 {
            1 => Trial::Odds,
            3 => Trial::Doubled(Colour::BOTH[(number / 4 % 2) as usize]),
            _ => Trial::Even,
        }
    }

    /// Plays a game; nothing if it was stopped. It depends on plan and number alone.
    pub fn play(
        &self,
        engine: &mut Engine,
        number: u32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<LabGame> {
        engine.clear();
        let seed = self.seed.wrapping_add(u64::from(number) << 32);
        let mut rng = Rng::with_seed(Rng::with_seed(seed).u64(..));
        let kinds = engine.rules().piece_types().len();
        let trial = Plan::trial(number);
        let mut start = random_start(engine.rules(), &mut rng);
        let mut odds = None;
        if trial == Trial::Odds {
            start = odds::uneven(&start, &mut rng);
            odds = Some(material(&start, kinds));
        }
        let mut history = History::new(start);
        let mut game = LabGame {
            number,
            winner: None,
            plies: 0,
            first_move: None,
            odds,
            moved: vec![0; kinds],
            lost: vec![0; kinds],
            material: Vec::new(),
        };
        while game.plies < MAX_PLIES {
            if is_stopped() {
                return None;
            }
            if let Some(outcome) = history.outcome() {
                game.winner = outcome.winner;
                break;
            }
            if history.claimable_draw().is_some() {
                break;
            }
            let position = history.position();
            let chess_move = if (game.plies as usize) < RANDOM_PLIES {
                rng.choice(&position.legal_moves()).copied()
            } else {
                let doubled = trial == Trial::Doubled(position.turn());
                // Not always the same number, so that games differ.
                let nodes = self.nodes * rng.u64(75..=125) / 100 * (1 + u64::from(doubled));
                let earlier: Vec<u64> = history.earlier_hashes().collect();
                engine.search(position, &earlier, &Limits::nodes(nodes.max(1)), &mut |_| {}).best
            };
            let Some(chess_move) = chess_move else { break };
            game.note(position, chess_move);
            if history.play(chess_move).is_err() {
                break;
            }
        }
        Some(game)
    }
}

impl LabGame {
    /// Notes a move before it is played.
    fn note(&mut self, position: &Position, chess_move: Move) {
        if self.plies == 0 && self.odds.is_none() {
            self.first_move = Some(chess_move);
        }
        let taken = position.captured_by(chess_move);
        let number = self.plies as usize;
        if number >= FIRST_SAMPLE
            && number.is_multiple_of(SAMPLE_EVERY)
            && taken.is_none()
            && !position.is_in_check(position.turn())
        {
            self.material.push(material(position, self.moved.len()));
        }
        let count = |list: &mut Vec<u32>, kind: PieceType| list[kind.index()] += 1;
        if let Some(piece) = position.piece_at(chess_move.from()) {
            count(&mut self.moved, piece.kind());
        }
        if let Some(piece) = taken {
            count(&mut self.lost, piece.kind());
        }
        self.plies += 1;
    }

    /// White's points: 0, a half or 1.
    pub fn points(&self) -> f64 {
        match self.winner {
            Some(Colour::White) => 1.0,
            None => 0.5,
            Some(Colour::Black) => 0.0,
        }
    }
}

/// One of the start positions, where they are numbered.
pub fn random_start(rules: &Arc<Rules>, rng: &mut Rng) -> Position {
    let count = rules.spec().start_count();
    let numbered = (count > 1).then(|| Position::numbered_start(rules, rng.u64(..count)));
    numbered.flatten().unwrap_or_else(|| Position::start(rules))
}

fn material(position: &Position, kinds: usize) -> Vec<i8> {
    let mut difference = vec![0; kinds];
    for (_, piece) in position.pieces() {
        difference[piece.kind().index()] += if piece.colour() == Colour::White { 1 } else { -1 };
    }
    difference
}
