//! Quiet positions a random move or two away from those of games: no search has scored them, but a
//! teacher can.

use std::sync::Arc;

use engine::Evaluator;
use fastrand::Rng;
use rules::{PieceValues, Position, Rules};

use crate::game_file::{GameFileError, SelfPlayGame, replay};
use crate::samples::SampleSet;

/// The score of a sample that no search has scored.
pub const NO_SCORE: i16 = i16::MIN;

/// Positions of games in which a side is further ahead are not varied.
const MAX_SCORE: i16 = 1500;
/// Variations that the hand-written evaluation finds more lopsided are left out.
const MAX_EVAL: i32 = 1800;
/// A position in which a capture wins as much is not quiet.
const WINNING_CAPTURE: i32 = 50;

/// Which positions are made from games.
#[derive(Clone, Copy, Debug)]
pub struct Variations {
    /// How many are tried for each position of a game; some of them are quiet.
    pub tries: usize,
    /// Decides which moves are played.
    pub seed: u64,
}

impl Variations {
    /// The variations of some games, with their hashes. They do not depend on other games.
    pub(crate) fn of(
        self,
        rules: &Arc<Rules>,
        games: &[SelfPlayGame],
    ) -> Result<(Vec<u64>, SampleSet), GameFileError> {
        let (mut hashes, mut set) = (Vec::new(), SampleSet::new(rules));
        let hand_written = Evaluator::written(rules);
        for game in games {
            let mut rng = Rng::with_seed(self.seed.wrapping_add(u64::from(game.number) << 32));
            replay(rules, game, |position, game_move| {
                if game_move.score.is_none_or(|score| score.abs() > MAX_SCORE) {
                    return;
                }
                for _ in 0..self.tries {
                    let Some(variation) = vary(position, &mut rng) else { continue };
                    if !is_quiet(&variation, hand_written.worth()) {
                        continue;
                    }
                    let eval = hand_written.evaluate(&variation);
                    if eval.abs() <= MAX_EVAL {
                        hashes.push(variation.hash());
                        set.push(&variation, NO_SCORE, eval, None);
                    }
                }
            })?;
        }
        Ok((hashes, set))
    }
}

/// The position after one random move, sometimes two; none if the game ends there.
fn vary(position: &Position, rng: &mut Rng) -> Option<Position> {
    let mut variation = position.clone();
    for _ in 0..1 + usize::from(rng.u8(..3) == 0) {
        let chess_move = *rng.choice(&variation.legal_moves())?;
        variation.play_unchecked(chess_move);
    }
    variation.outcome().is_none().then_some(variation)
}

/// Is the side to move neither in check nor able to win material at once?
fn is_quiet(position: &Position, worth: &PieceValues) -> bool {
    let mut captures = Vec::new();
    position.captures_into(&mut captures);
    let wins = |capture| position.static_exchange_reaches(capture, worth, WINNING_CAPTURE);
    !position.is_in_check(position.turn()) && !captures.into_iter().any(wins)
}
