//! Positions beside a game whose search proves or refutes the explanation of a bad move.

use rules::{History, Move, Position, Square};

use crate::explain::{Explanation, clipped};
use crate::review::Insight;
use crate::tactic;

/// Something that must hold if a reason is right.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    /// The move that is explained.
    pub(crate) index: usize,
    /// Up to the position to search, in which its side is to move again.
    pub(crate) history: History,
    /// The least and the most that the position may be worth to that side.
    bounds: (i32, i32),
    /// Whatever it is worth, it holds if that side takes here.
    taken_back_on: Option<Square>,
}

impl Proof {
    pub(crate) fn holds(&self, insight: &Insight) -> bool {
        let turn = self.history.position().turn();
        let is_within = |score: i32| (self.bounds.0..=self.bounds.1).contains(&score);
        let answer = insight.line().first().map(|answer| answer.to());
        if answer.is_some() && answer == self.taken_back_on {
            return true;
        }
        insight.score_for(turn, turn).is_none_or(|score| is_within(clipped(score)))
    }
}

/// What proves the reason why a move was bad, from the games before and after it and what the engine
/// thinks of both.
pub(crate) fn proofs(
    index: usize,
    why: &Explanation,
    before: &History,
    after: &History,
    known: &Insight,
    reply: &Insight,
) -> Vec<Proof> {
    let side = before.position().turn();
    let (Some(expected), Some(got)) = (known.score_for(side, side), reply.score_for(!side, side))
    else {
        return Vec::new();
    };
    let (Some(&best), Some(&punishes)) = (known.line().first(), why.line.first()) else {
        return Vec::new();
    };
    let (expected, got) = (clipped(expected), clipped(got));
    let loss = expected - got;
    if !why.loses_piece() {
        return Vec::new();
    }
    let mut proofs = Vec::new();
    // After the better move, the same answer must be worse than the best one, or be taken back.
    let same = line(before, &[best, punishes]).filter(|history| {
        let mut better = before.position().clone();
        better.play_unchecked(best);
        is_same(&better, after.position(), punishes) && history.outcome().is_none()
    });
    if let Some(history) = same {
        let bounds = (expected + loss / 4, i32::MAX);
        proofs.push(Proof { index, history, bounds, taken_back_on: Some(punishes.to()) });
    }
    // When the loss has happened, the position must be as bad as it was said to be.
    let lost = why.moves_to_loss().and_then(|count| line(after, why.line.get(..count)?));
    if let Some(history) = lost.filter(|history| history.outcome().is_none()) {
        let bounds = (i32::MIN, got + loss * 2 / 5);
        proofs.push(Proof { index, history, bounds, taken_back_on: None });
    }
    proofs
}

/// Is a move the same in two positions, with the same capture if it is one?
fn is_same(one: &Position, other: &Position, chess_move: Move) -> bool {
    one.is_legal(chess_move)
        && tactic::captured(one, chess_move) == tactic::captured(other, chess_move)
}

/// The game with these moves, if they can be played.
fn line(game: &History, moves: &[Move]) -> Option<History> {
    let mut history = game.clone();
    moves.iter().try_for_each(|chess_move| history.play(*chess_move)).ok()?;
    Some(history)
}
