//! Why a move was bad: a motif with the squares that show it, or nothing without proof.

use engine::Score;
use rules::{Colour, Move, Piece, PieceValues, Position, Reason, Square};

use crate::Insight;
use crate::material::{Walk, lead};
use crate::tactic::{self, LEAST_GAIN, PieceOn, Tactic};

/// How many moves of the engine's line are trusted: its tail is often accidental.
const TRUSTED: usize = 6;

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
    /// The opponent can force mate in so many moves.
    AllowsMate(u32),
    /// There was a mate in so many moves.
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

    /// The squares to mark on the board: what is lost, or could have been won.
    pub fn targets(&self) -> Vec<Square> {
        match &self.motif {
            Motif::AllowsMate(_) | Motif::MissesMate(_) | Motif::Draws(_) => Vec::new(),
            Motif::PutsEnPrise { piece, .. }
            | Motif::LeavesEnPrise { piece, .. }
            | Motif::RemovesGuard { piece, .. }
            | Motif::OpensLine { piece, .. } => vec![piece.square],
            Motif::BadTrade { lost, .. } => vec![lost.square],
            Motif::Allows(tactic) | Motif::Misses(tactic) => match tactic {
                Tactic::Fork { targets, .. } => targets.iter().map(|on| on.square).collect(),
                Tactic::Skewer { front, behind, .. } => vec![front.square, behind.square],
                Tactic::Promotion { to, .. } => vec![*to],
                Tactic::TakesGuard { guard, target } => vec![guard.square, target.square],
                Tactic::Capture { target, .. }
                | Tactic::Pin { target, .. }
                | Tactic::Discovery { target, .. }
                | Tactic::Trap { target, .. }
                | Tactic::Line { target } => vec![target.square],
            },
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
    let refutation = Walk::new(after, reply.line(), TRUSTED, values);
    let better = Walk::new(before, known.line(), TRUSTED + 1, values);
    let start = lead(before, values, side);
    let lost = refutation.settled_lead(values, side)?;
    let best = better.settled_lead(values, side)?;
    // Where everybody must take, pieces are not worth keeping.
    if before.rules().spec().restrictions.must_capture || best - lost < LEAST_GAIN {
        return None;
    }
    if start - lost >= LEAST_GAIN {
        let motif = why_lost(before, played, &refutation, values)?;
        return Some(Explanation { motif, line: refutation.moves });
    }
    if best - start >= LEAST_GAIN {
        let motif = Motif::Misses(tactic::find(&better, values)?);
        return Some(Explanation { motif, line: better.moves });
    }
    None
}

/// What the refutation takes advantage of.
fn why_lost(
    before: &Position,
    played: Move,
    refutation: &Walk,
    values: &PieceValues,
) -> Option<Motif> {
    let tactic = tactic::find(refutation, values)?;
    let Tactic::Capture { target: piece, by } = tactic else { return Some(Motif::Allows(tactic)) };
    let side = before.turn();
    if piece.square == played.to() {
        return Some(match tactic::captured(before, played) {
            Some(took) => Motif::BadTrade { took: took.piece, lost: piece },
            None => Motif::PutsEnPrise { piece, by },
        });
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
