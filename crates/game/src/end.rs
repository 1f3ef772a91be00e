//! The end of a game, and the one place that decides it.

use rules::{Colour, Outcome, Reason};

use crate::Game;

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Somebody has won, or it is a draw.
    Decided(Outcome),
    /// It was broken off before it had really begun, and does not count.
    Aborted,
}

impl End {
    /// Who has won and why; nothing if the game does not count.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            End::Decided(outcome) => Some(outcome),
            End::Aborted => None,
        }
    }
}

/// Must an outcome be seen on the board by the last position alone?
pub(crate) const fn is_on_the_board(outcome: Outcome) -> bool {
    matches!(outcome.reason, Reason::Checkmate | Reason::KingCapture | Reason::Stalemate)
}

impl Game {
    /// What the board says: mate, stalemate, a king that was taken, draws that come by
    /// themselves in this rule set.
    pub(crate) fn end_on_the_board(&self) -> Option<End> {
        self.history().outcome().map(End::Decided)
    }

    /// What follows when a side's time is up: the other side wins, unless it has but a bare
    /// king in a rule set that knows insufficient material.
    pub(crate) fn end_on_time(&self, loser: Colour) -> End {
        let position = self.position();
        let knows_bare_kings = position.rules().spec().draws.insufficient_material;
        let is_bare = position.king(!loser).is_some() && position.of(!loser).len() == 1;
        End::Decided(if knows_bare_kings && is_bare {
            Outcome::draw(Reason::InsufficientMaterial)
        } else {
            Outcome::won_by(!loser, Reason::Time)
        })
    }
}
