//! Fast games of the engine against itself, and the quiet positions in them: what tuning and
//! learning are fed with.

use rules::{Colour, Position};

use crate::dice::Dice;
use crate::engine::Engine;
use crate::limits::Limits;

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
    let mut dice = Dice::new(seed);
    let mut position = Position::start(engine.rules());
    let mut earlier = Vec::new();
    let mut quiet = Vec::new();
    let mut lead = 0;
    // Either side has its turn after the opening as often as the other.
    let opening = OPENING_PLIES + dice.below(2);
    let result = loop {
        if is_stopped() {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            break match outcome.winner {
                Some(Colour::White) => 1.0,
                Some(Colour::Black) => 0.0,
                None => 0.5,
            };
        }
        if earlier.len() >= MOST_PLIES || position.halfmove_clock() >= 100 {
            break 0.5;
        }
        if earlier.len() < opening {
            let Some(chess_move) = dice.pick(&position.legal_moves()).copied() else { break 0.5 };
            earlier.push(position.hash());
            position.play_unchecked(chess_move);
            continue;
        }
        let outcome = engine.search(&position, &earlier, &Limits::nodes(nodes), &mut |_| {});
        let white = if position.turn() == Colour::White { 1 } else { -1 };
        let (Some(best), score) = (outcome.best, outcome.score.rank() * white) else { break 0.5 };
        if earlier.len() == opening && score.abs() > LOPSIDED {
            break 0.5;
        }
        lead = if score.abs() < DECIDED { 0 } else { lead + score.signum() };
        if lead.abs() >= DECIDED_PLIES {
            break f64::from(1 + lead.signum()) / 2.0;
        }
        let is_quiet = !position.is_capture(best)
            && best.promotion().is_none()
            && !position.is_in_check(position.turn())
            && score.abs() < DECIDED;
        if is_quiet {
            quiet.push(QuietPosition { position: position.clone(), score });
        }
        earlier.push(position.hash());
        position.play_unchecked(best);
        let is_same = |hash: &&u64| **hash == position.hash();
        if earlier.iter().rev().take(REPETITION_REACH).filter(is_same).count() >= 2 {
            break 0.5;
        }
    };
    Some(PlayedGame { quiet, result })
}
