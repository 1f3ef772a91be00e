//! Fast games of the engine against itself, and the quiet positions in them: what tuning and
//! learning are fed with.

use rules::{Colour, Move, Position};

use crate::engine::Engine;
use crate::limits::Limits;
use crate::rng::Rng;

/// Games that are longer are drawn.
const MOST_PLIES: usize = 400;
/// Moves at random at the beginning of each game.
const OPENING_PLIES: usize = 8;
/// Openings in which a side is so far ahead are not played on.
const LOPSIDED: i32 = 300;
/// A side that is so far ahead for [`DECIDED_PLIES`] moves has won.
const DECIDED: i32 = 1500;
const DECIDED_PLIES: i32 = 8;
/// How far back a position is looked for that stands again.
const REPETITION_REACH: usize = 100;

/// A position in which nothing is to be taken at once.
#[derive(Clone, Debug)]
pub struct QuietPosition {
    /// The position.
    pub position: Position,
    /// What a search thought of it, in hundredths of a pawn for White.
    pub score: i32,
}

/// A game of the engine against itself.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Its quiet positions; none if the opening was not worth playing.
    pub quiet: Vec<QuietPosition>,
    /// 1 for White's win, 0 for Black's, a half for a draw.
    pub result: f64,
}

/// Plays a game; nothing if it was stopped. What is played depends on nodes and seed alone.
pub fn play_game(
    engine: &mut Engine,
    nodes: u64,
    seed: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Option<PlayedGame> {
    engine.clear();
    let mut rng = Rng::new(seed);
    // Either side has its turn after the opening as often as the other.
    let opening = OPENING_PLIES + rng.below(2);
    let mut game = GoingOn {
        position: Position::start(engine.rules()),
        earlier: Vec::new(),
        quiet: Vec::new(),
        lead: 0,
    };
    let result = loop {
        if is_stopped() {
            return None;
        }
        if let Some(result) = game.result_on_board() {
            break result;
        }
        let decided = if game.earlier.len() < opening {
            game.play_at_random(&mut rng)
        } else {
            game.play_well(engine, nodes, opening)
        };
        if let Some(result) = decided {
            break result;
        }
    };
    Some(PlayedGame { quiet: game.quiet, result })
}

const DRAWN: f64 = 0.5;

/// A game while it is played.
struct GoingOn {
    position: Position,
    /// The hashes of all earlier positions.
    earlier: Vec<u64>,
    quiet: Vec<QuietPosition>,
    /// For how many moves White has been far ahead; negative for Black.
    lead: i32,
}

impl GoingOn {
    /// The result, if the position or the length of the game decides it.
    fn result_on_board(&self) -> Option<f64> {
        if let Some(outcome) = self.position.outcome() {
            return Some(match outcome.winner {
                Some(Colour::White) => 1.0,
                Some(Colour::Black) => 0.0,
                None => DRAWN,
            });
        }
        let is_long = self.earlier.len() >= MOST_PLIES || self.position.halfmove_clock() >= 100;
        is_long.then_some(DRAWN)
    }

    /// Plays any move; tells the result if there is none.
    fn play_at_random(&mut self, rng: &mut Rng) -> Option<f64> {
        match rng.pick(&self.position.legal_moves()) {
            Some(chess_move) => self.play(*chess_move),
            None => return Some(DRAWN),
        }
        None
    }

    /// Plays the best move, and keeps the position if it is quiet; tells the result once it is
    /// decided.
    fn play_well(&mut self, engine: &mut Engine, nodes: u64, opening: usize) -> Option<f64> {
        let position = &self.position;
        let outcome = engine.search(position, &self.earlier, &Limits::nodes(nodes), &mut |_| {});
        let white = if position.turn() == Colour::White { 1 } else { -1 };
        let (Some(best), score) = (outcome.best, outcome.score.rank() * white) else {
            return Some(DRAWN);
        };
        if self.earlier.len() == opening && score.abs() > LOPSIDED {
            return Some(DRAWN);
        }
        self.lead = if score.abs() < DECIDED { 0 } else { self.lead + score.signum() };
        if self.lead.abs() >= DECIDED_PLIES {
            return Some(f64::from(1 + self.lead.signum()) / 2.0);
        }
        let is_quiet = !position.is_capture(best)
            && best.promotion().is_none()
            && !position.is_in_check(position.turn())
            && score.abs() < DECIDED;
        if is_quiet {
            self.quiet.push(QuietPosition { position: position.clone(), score });
        }
        self.play(best);
        let is_same = |hash: &&u64| **hash == self.position.hash();
        let recent = self.earlier.iter().rev().take(REPETITION_REACH);
        (recent.filter(is_same).count() >= 2).then_some(DRAWN)
    }

    fn play(&mut self, chess_move: Move) {
        self.earlier.push(self.position.hash());
        self.position.play_unchecked(chess_move);
    }
}
