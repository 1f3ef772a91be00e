//! Why a move was bad: a motif with the squares that show it, or nothing without proof.

use engine::Score;
use rules::{Colour, Move, Piece, PieceValues, Position, Reason, Square};

use crate::Insight;
use crate::material::{Walk, lead};
use crate::tactic::{self, FoundTactic, LEAST_GAIN, PieceOn, Tactic};

/// How many moves of the engine's line are trusted: its tail is often accidental.
const TRUSTED: usize = 6;

/// A piece that is worth less than this part of what a move loses is not the reason.
const LEAST_PART: i32 = 4;

/// Scores beyond this, in hundredths of a pawn, are won anyway.
const MOST_LOSS: i32 = 1000;

/// Why a move was bad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The reason.
    pub motif: Motif,
    /// The moves that show it: after the bad move for what it allows, in its place for what it misses.
    pub line: Vec<Move>,
}

/// What a bad move does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motif {
    /// The opponent can force mate in this number of moves.
    AllowsMate(u32),
    /// There was a mate in this number of moves.
    MissesMate(u32),
    /// It ends the game as a draw, and there was more to have.
    Draws(Reason),
    /// The piece goes where it can be taken.
    PutsEnPrise {
        /// The piece on its new square.
        piece: PieceOn,
        /// What takes it.
        by: PieceOn,
    },
    /// It takes something and loses more in return.
    BadTrade {
        /// The piece that was captured first.
        took: Piece,
        /// What is taken for it.
        lost: PieceOn,
    },
    /// A piece was attacked already and still is.
    LeavesEnPrise {
        /// What is lost.
        piece: PieceOn,
        /// What takes it.
        by: PieceOn,
    },
    /// The piece that moved guarded another one.
    RemovesGuard {
        /// What is lost.
        piece: PieceOn,
        /// What takes it.
        by: PieceOn,
    },
    /// The piece that moved stood in the way of an attacker.
    OpensLine {
        /// What is lost.
        piece: PieceOn,
        /// What takes it.
        by: PieceOn,
    },
    /// The opponent can win material by this.
    Allows(Tactic),
    /// This would have won material.
    Misses(Tactic),
}

impl Explanation {
    /// Does the line begin in place of the bad move, not after it?
    pub fn is_missed(&self) -> bool {
        matches!(self.motif, Motif::MissesMate(_) | Motif::Misses(_))
    }

    /// Does the opponent win something by it, other than by mate?
    pub(crate) fn loses_piece(&self) -> bool {
        !self.is_missed() && !matches!(self.motif, Motif::AllowsMate(_) | Motif::Draws(_))
    }

    /// How many moves of the line lead to the loss that the reason tells of, where its first one alone
    /// does not.
    pub(crate) fn moves_to_loss(&self) -> Option<usize> {
        match &self.motif {
            Motif::Allows(Tactic::Capture { .. } | Tactic::Promotion { .. }) => None,
            Motif::Allows(_) => Some(3),
            _ => None,
        }
    }

    /// The squares to mark on the board: what is lost, or could have been won.
    pub fn targets(&self) -> Vec<Square> {
        match &self.motif {
            Motif::Allows(tactic) | Motif::Misses(tactic) => match tactic {
                Tactic::Fork { targets, .. } => targets.iter().map(|on| on.square).collect(),
                Tactic::Skewer { front, behind, .. } => vec![front.square, behind.square],
                Tactic::Promotion { to, .. } => vec![*to],
                Tactic::TakesGuard { guard, target } => vec![guard.square, target.square],
                _ => tactic.target().map(|on| on.square).into_iter().collect(),
            },
            motif => motif.target().map(|on| on.square).into_iter().collect(),
        }
    }
}

impl Motif {
    /// Is it seen on the board by the next move alone?
    fn is_at_once(&self) -> bool {
        match self {
            Motif::Allows(tactic) | Motif::Misses(tactic) => {
                matches!(tactic, Tactic::Capture { .. })
            }
            _ => true,
        }
    }

    /// The one piece that it is about; none where there are several, or none.
    fn target(&self) -> Option<PieceOn> {
        match self {
            Motif::PutsEnPrise { piece, .. }
            | Motif::LeavesEnPrise { piece, .. }
            | Motif::RemovesGuard { piece, .. }
            | Motif::OpensLine { piece, .. } => Some(*piece),
            Motif::BadTrade { lost, .. } => Some(*lost),
            Motif::Allows(tactic) | Motif::Misses(tactic) => tactic.target(),
            Motif::AllowsMate(_) | Motif::MissesMate(_) | Motif::Draws(_) => None,
        }
    }
}

/// Explains a bad move from the engine's lines before and after it.
pub(crate) fn explain(
    before: &Position,
    played: Move,
    after: &Position,
    known: &Insight,
    reply: &Insight,
    values: &PieceValues,
) -> Option<Explanation> {
    let side = before.turn();
    let expected = known.score_for(side, side)?;
    let got = match reply {
        Insight::Over(outcome) => {
            let motif = outcome.winner.is_none().then_some(Motif::Draws(outcome.reason))?;
            return Some(Explanation { motif, line: Vec::new() });
        }
        Insight::Searched { score, .. } => score.reversed(),
    };
    let allowed = |motif| Some(Explanation { motif, line: reply.line().to_vec() });
    let missed = |motif| Some(Explanation { motif, line: known.line().to_vec() });
    match (expected, got) {
        (Score::MateIn(..=0), _) => return None,
        (_, Score::MateIn(moves @ ..=0)) => {
            return allowed(Motif::AllowsMate(moves.unsigned_abs()));
        }
        (Score::MateIn(moves), Score::Centipawns(_)) => {
            return missed(Motif::MissesMate(moves.unsigned_abs()));
        }
        _ => {}
    }
    if before.rules().spec().restrictions.must_capture {
        // Where everybody must take, pieces are not worth keeping.
        return None;
    }
    let refutation = Walk::new(after, reply.line(), TRUSTED, values);
    let better = Walk::new(before, known.line(), TRUSTED + 1, values);
    explain_loss(before, played, &refutation, &better, loss(expected, got), values)
}

/// Explains a move that loses material, or fails to win some, by the larger of both. `loss` is what it
/// loses by the engine's scores.
fn explain_loss(
    before: &Position,
    played: Move,
    refutation: &Walk,
    better: &Walk,
    loss: i32,
    values: &PieceValues,
) -> Option<Explanation> {
    let side = before.turn();
    let start = lead(before, values, side);
    let lost = refutation.settled_lead(values, side)?;
    let best = better.settled_lead(values, side)?;
    if best - lost < LEAST_GAIN {
        return None;
    }
    let is_reason = |motif: &Motif, gain: i32| {
        let Some(target) = motif.target() else { return true };
        let told = values[target.piece.kind().index()];
        // The piece is neither a trifle beside the loss, nor mostly paid for.
        told * LEAST_PART >= loss && (motif.is_at_once() || 2 * gain >= told)
    };
    let why_lost = || {
        let gain = start - lost;
        let found = tactic::find(refutation, values)?;
        if !is_avoided(better, refutation, &found, values) {
            return None;
        }
        let motif = why_lost(before, played, refutation, found.tactic, values)?;
        (gain >= LEAST_GAIN && is_reason(&motif, gain))
            .then(|| Explanation { motif, line: refutation.moves.clone() })
    };
    let why_missed = || {
        let gain = best - start;
        let motif = Motif::Misses(tactic::find(better, values)?.tactic);
        // What was taken in another way, or can be taken next time, was not missed.
        let took = tactic::captured(before, played);
        let falls = |at: &usize| {
            tactic::captured(&refutation.positions[*at], refutation.moves[*at]) == motif.target()
        };
        let falls_later = (1..refutation.moves.len()).step_by(2).any(|at| falls(&at));
        let is_missed = (motif.target().is_none() || (took != motif.target() && !falls_later))
            && (played.promotion().is_none()
                || !matches!(motif, Motif::Misses(Tactic::Promotion { .. })));
        (is_missed && gain >= LEAST_GAIN && is_reason(&motif, gain))
            .then(|| Explanation { motif, line: better.moves.clone() })
    };
    // The larger part of the loss is explained.
    match start - lost >= best - start {
        true => why_lost().or_else(why_missed),
        false => why_missed().or_else(why_lost),
    }
}

/// How much worse a score is than it could be, as far as that matters, in hundredths of a pawn.
fn loss(expected: Score, got: Score) -> i32 {
    (clipped(expected) - clipped(got)).min(MOST_LOSS)
}

/// A score as far as it matters, in hundredths of a pawn.
pub(crate) fn clipped(score: Score) -> i32 {
    score.rank().clamp(-MOST_LOSS, MOST_LOSS)
}

/// What the refutation takes advantage of.
fn why_lost(
    before: &Position,
    played: Move,
    refutation: &Walk,
    tactic: Tactic,
    values: &PieceValues,
) -> Option<Motif> {
    let Tactic::Capture { target: piece, by } = tactic else { return Some(Motif::Allows(tactic)) };
    let side = before.turn();
    if piece.square == played.to() {
        let worth = |piece: Piece| values[piece.kind().index()];
        return match tactic::captured(before, played) {
            Some(took) => (worth(piece.piece) >= worth(took.piece) + LEAST_GAIN)
                .then_some(Motif::BadTrade { took: took.piece, lost: piece }),
            None => Some(Motif::PutsEnPrise { piece, by }),
        };
    }
    let attacks = |vacated| before.attackers(piece.square, !side, vacated).contains(by.square);
    let guards = before.attackers(piece.square, side, None);
    let after = &refutation.positions[0];
    let still_guards = after.attackers(piece.square, side, None).contains(played.to());
    if attacks(None) && was_en_prise(before, by.square, piece.square, !side, values) {
        Some(Motif::LeavesEnPrise { piece, by })
    } else if !attacks(None) && attacks(Some(played.from())) {
        Some(Motif::OpensLine { piece, by })
    } else if guards.contains(played.from()) && !still_guards {
        Some(Motif::RemovesGuard { piece, by })
    } else {
        Some(Motif::Allows(Tactic::Capture { target: piece, by }))
    }
}

/// Does the better line avoid what the refutation does? If not, that is no reason against the move.
fn is_avoided(better: &Walk, refutation: &Walk, found: &FoundTactic, values: &PieceValues) -> bool {
    let Some(mut position) = better.positions.get(1).cloned() else { return true };
    let decisive = refutation.moves[found.at];
    let replies = || (1..better.moves.len()).step_by(2);
    if let Tactic::Promotion { pawn, .. } = &found.tactic {
        // The pawn goes on in the better line as well: to its end, or in vain.
        let mut square = pawn.square;
        for at in replies().filter(|at| *at < better.known) {
            let chess_move = better.moves[at];
            if chess_move.from() != square {
                continue;
            }
            if chess_move.promotion().is_some() {
                return tactic::promotion_gain(better, at, values) < LEAST_GAIN;
            }
            square = chess_move.to();
            if at + 2 < better.known {
                return true;
            }
        }
    } else {
        let target = tactic::captured(&refutation.positions[found.at], decisive);
        let falls = |at: usize| tactic::captured(&better.positions[at], better.moves[at]) == target;
        if target.is_some() && replies().any(falls) {
            return false;
        }
        // By its score a quiet move does avoid it; a capture may be worth more than what is lost.
        if !better.positions[0].is_capture(better.moves[0]) && better.moves[0].promotion().is_none()
        {
            return true;
        }
    }
    // The same moves after the better one, as far as they can be played.
    for (at, chess_move) in refutation.moves[..found.at].iter().enumerate() {
        if position.is_legal(*chess_move) {
            position.play_unchecked(*chess_move);
        } else if at.is_multiple_of(2) || position.is_in_check(position.turn()) {
            return true;
        } else {
            position.pass();
        }
    }
    if !position.is_legal(decisive) {
        return true;
    }
    if decisive.promotion().is_none() {
        let target = tactic::captured(&refutation.positions[found.at], decisive);
        let is_same = tactic::captured(&position, decisive) == target;
        return !is_same || !position.static_exchange_reaches(decisive, values, LEAST_GAIN);
    }
    position.play_unchecked(decisive);
    let is_answered = |reply: &Move| {
        let takes = reply.to() == decisive.to()
            && position.is_capture(*reply)
            && position.static_exchange_reaches(*reply, values, LEAST_GAIN);
        takes || reply.promotion().is_some()
    };
    position.legal_moves().iter().any(is_answered)
}

/// Could it have been taken before the move? A side in check had other worries.
fn was_en_prise(
    before: &Position,
    from: Square,
    to: Square,
    by: Colour,
    values: &PieceValues,
) -> bool {
    !before.is_in_check(!by) && tactic::wins(before, from, to, by, values)
}
