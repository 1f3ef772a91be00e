//! The end of a game, and the one place that decides it.

use record::GameEnd;
use rules::{Colour, Outcome, Reason};

use crate::Game;

/// Must an outcome be seen on the board by the last position alone?
pub(crate) const fn is_on_the_board(outcome: Outcome) -> bool {
    outcome.reason.is_on_the_board()
}

impl Game {
    /// What the board says: mate, stalemate, a king that was taken, draws that come by
    /// themselves in this rule set.
    pub(crate) fn end_on_the_board(&self) -> Option<GameEnd> {
        self.history().outcome().map(GameEnd::from)
    }

    /// What follows when a side's time is up: the other side wins, unless it has but a bare
    /// king in a rule set that knows insufficient material.
    pub(crate) fn end_on_time(&self, loser: Colour) -> GameEnd {
        let position = self.position();
        let knows_bare_kings = position.rules().spec().draws.insufficient_material;
        let is_bare = position.king(!loser).is_some() && position.of(!loser).len() == 1;
        GameEnd::from(if knows_bare_kings && is_bare {
            Outcome::draw(Reason::InsufficientMaterial)
        } else {
            Outcome::won_by(!loser, Reason::Time)
        })
    }
}
