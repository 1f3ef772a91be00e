//! Measures a game by letting the engine play it against itself.

pub mod record;
mod regression;
mod report;

use engine::{Engine, Limits};
use fastrand::Rng;
use rules::{Colour, History, Move, PieceType, Position};

pub use report::{Estimate, Opening, PieceReport, Report};

/// Games that are longer are drawn.
const MAX_PLIES: usize = 400;
/// A side that is so far ahead for [`DECIDED_PLIES`] moves in a row has won.
const DECIDED: i32 = 2000;
const DECIDED_PLIES: i32 = 6;
/// The first move of either side is random, so that openings can be compared.
const RANDOM_PLIES: usize = 2;
/// Every so many plies from [`FIRST_SAMPLE`] on, the material of a quiet position is noted.
const SAMPLE_EVERY: usize = 8;
const FIRST_SAMPLE: usize = 12;
/// Of so many games in a row, the last gives one side twice the nodes.
const DOUBLED_EVERY: u32 = 4;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// About how many positions are looked at for each move.
    pub nodes: u64,
    /// Decides which games are played.
    pub seed: u64,
}

/// What is kept of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabGame {
    /// Which game of the plan it is.
    pub number: u32,
    /// Who has won; nobody, if it was drawn.
    pub winner: Option<Colour>,
    /// Moves of either side.
    pub plies: u32,
    /// White's first move.
    pub first_move: Option<Move>,
    /// For each piece type, how often it moved.
    pub moved: Vec<u32>,
    /// For each piece type, how many were taken.
    pub lost: Vec<u32>,
    /// For each noted position, how many pieces of each type White has more than Black.
    pub material: Vec<Vec<i8>>,
}

impl Plan {
    /// The side that has twice the nodes in a game.
    pub fn doubled(number: u32) -> Option<Colour> {
        let is_last = number % DOUBLED_EVERY == DOUBLED_EVERY - 1;
        let colour = Colour::BOTH[(number / DOUBLED_EVERY % 2) as usize];
        is_last.then_some(colour)
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
        let mut history = History::new(random_start(engine, &mut rng));
        let mut game = LabGame {
            number,
            winner: None,
            plies: 0,
            first_move: None,
            moved: vec![0; kinds],
            lost: vec![0; kinds],
            material: Vec::new(),
        };
        let mut lead = 0;
        while game.plies < MAX_PLIES as u32 {
            if is_stopped() {
                return None;
            }
            if let Some(outcome) = history.outcome() {
                game.winner = outcome.winner;
                break;
            }
            let position = history.position();
            let chess_move = if (game.plies as usize) < RANDOM_PLIES {
                rng.choice(&position.legal_moves()).copied()
            } else {
                let doubled = Plan::doubled(number) == Some(position.turn());
                // Not always the same number, so that games differ.
                let nodes = self.nodes * rng.u64(75..=125) / 100 * (1 + u64::from(doubled));
                let earlier: Vec<u64> = history.earlier_hashes().collect();
                let found =
                    engine.search(position, &earlier, &Limits::nodes(nodes.max(1)), &mut |_| {});
                let score = found.score.rank();
                let for_white = if position.turn() == Colour::White { score } else { -score };
                lead = match for_white.signum() {
                    _ if score.abs() < DECIDED => 0,
                    sign if sign == i32::signum(lead) || lead == 0 => lead + sign,
                    sign => sign,
                };
                found.best
            };
            let Some(chess_move) = chess_move else { break };
            game.note(position, chess_move);
            if history.play(chess_move).is_err() {
                break;
            }
            if lead.abs() >= DECIDED_PLIES {
                game.winner = Some(if lead > 0 { Colour::White } else { Colour::Black });
                break;
            }
        }
        Some(game)
    }
}

impl LabGame {
    /// Notes a move before it is played.
    fn note(&mut self, position: &Position, chess_move: Move) {
        if self.plies == 0 {
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
fn random_start(engine: &Engine, rng: &mut Rng) -> Position {
    let rules = engine.rules();
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
