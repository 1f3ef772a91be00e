//! Which pieces may be named for a mate.

use xxlchess_rules::{Square, SquareSet};

use super::{Cell, RefPosition, square};

/// The king's square or one next to it, and the pieces that may be named for it.
type Contribution = (Square, Vec<Square>);

impl RefPosition {
    /// The king's square and its neighbours, for the side to move, each with all its attackers.
    pub(crate) fn contributions(&self) -> Vec<Contribution> {
        let Some(king) = self.king(self.turn) else { return Vec::new() };
        let mut cells = vec![king];
        // The king cannot go to the other king's square, because kings are never captured.
        let other = self.king(!self.turn);
        cells.extend(self.steps(king).iter().map(|step| step.to).filter(|c| Some(*c) != other));
        let attackers_met = |c: &Cell| {
            let mut there = self.clone();
            there.set(king, None);
            there.set(*c, self.at(king));
            let attackers = there.attackers_of(*c, !self.turn, None);
            (square(*c), attackers.into_iter().map(square).collect())
        };
        cells.iter().map(attackers_met).collect()
    }

    /// Do these pieces explain the mate: one for each square, and none for no square?
    pub fn is_contribution(&self, pieces: SquareSet) -> bool {
        let squares = self.contributions();
        let is_named = |(_, admissible): &Contribution| {
            admissible.is_empty() || admissible.iter().any(|piece| pieces.contains(*piece))
        };
        let pieces: Vec<_> = pieces.iter().collect();
        squares.iter().all(is_named) && each_has_a_square(&pieces, &squares, &mut Vec::new())
    }
}

/// Can each of the pieces be given a square of its own to stand for?
fn each_has_a_square(pieces: &[Square], squares: &[Contribution], given: &mut Vec<Square>) -> bool {
    let Some((piece, others)) = pieces.split_first() else { return true };
    squares.iter().any(|(square, admissible)| {
        if given.contains(square) || !admissible.contains(piece) {
            return false;
        }
        given.push(*square);
        let found = each_has_a_square(others, squares, given);
        given.pop();
        found
    })
}
