//! Which pieces contribute to a mate.

use crate::{Position, SquareSet};

impl Position {
    /// At mate, for the king's square and each flight that is denied to it, one piece that
    /// attacks or defends it; empty where there is no mate.
    pub fn contributing_pieces(&self) -> SquareSet {
        let mated = self.turn();
        let (true, Some(king)) = (self.is_checkmate(), self.king(mated)) else {
            return SquareSet::EMPTY;
        };
        // A king is never taken, not even in a set-up that puts it next to the other one.
        let closed = self.of(mated) | self.king(!mated).into_iter().collect();
        let is_flight = |square: &_| !closed.contains(*square) || *square == king;
        let mut contributing = SquareSet::EMPTY;
        for square in self.rules().size().around(king).iter().filter(is_flight) {
            let guards = self.attackers(square, !mated, Some(king));
            if !guards.meets(&contributing) {
                contributing |= guards.iter().take(1).collect();
            }
        }
        contributing
    }

    /// Is the side to move mated?
    pub fn is_checkmate(&self) -> bool {
        self.rules().check_counts()
            && self.is_in_check(self.turn())
            && self.count_legal_moves() == 0
    }
}
