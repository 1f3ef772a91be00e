//! How good a move was, by how much of the winning chances it gave away.

use rules::named;

named! {
    /// The grade of a move, best first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Grade {
        /// The engine's own choice, or as good.
        Best = "best",
        /// It gives little away.
        Good = "good",
        /// `?!`
        Inaccuracy = "inaccuracy",
        /// `?`
        Mistake = "mistake",
        /// `??`
        Blunder = "blunder",
    }
}

impl Grade {
    /// The grade of a move that lost this much of the chances, on a scale from -1 to 1.
    pub fn of_loss(loss: f64) -> Grade {
        match loss {
            loss if loss >= 0.3 => Grade::Blunder,
            loss if loss >= 0.2 => Grade::Mistake,
            loss if loss >= 0.1 => Grade::Inaccuracy,
            loss if loss > 0.02 => Grade::Good,
            _ => Grade::Best,
        }
    }

    /// Is it worth a second look?
    pub fn is_bad(self) -> bool {
        self >= Grade::Inaccuracy
    }

    /// The number of the annotation glyph; none for a move that is not marked.
    pub fn nag(self) -> Option<u16> {
        match self {
            Grade::Best | Grade::Good => None,
            Grade::Inaccuracy => Some(6),
            Grade::Mistake => Some(2),
            Grade::Blunder => Some(4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_graded_by_their_size() {
        let graded = [-1.0, 0.05, 0.1, 0.25, 2.0].map(Grade::of_loss);
        assert_eq!(graded, Grade::ALL);
    }
}
