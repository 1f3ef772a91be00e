//! How a game ends, as far as the position on the board decides it.

use std::fmt;

use crate::{
    Colour, DrawRule, Ends, PieceSpec, Position, Purpose, Ray, Royals, SquareSet, Verdict, named,
};

named! {
    /// Why a game is over.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Reason {
        /// The king is in check and nothing helps.
        Checkmate = "checkmate",
        /// The king was taken where that wins.
        KingCapture = "king-capture",
        /// The side to move has no legal move and is not in check.
        Stalemate = "stalemate",
        /// The position stands for the third time.
        ThreefoldRepetition = "threefold-repetition",
        /// The position stands for the third time, and one side gave check with every move.
        PerpetualCheck = "perpetual-check",
        /// The position stands for the third time, and one side threatened the same piece with every move.
        PerpetualChase = "perpetual-chase",
        /// Fifty moves of each side without a capture or a pawn's move.
        FiftyMoves = "fifty-moves",
        /// Neither side could ever mate.
        InsufficientMaterial = "insufficient-material",
        /// A side gave as many checks as win.
        CheckCount = "check-count",
        /// A side came to squares that win.
        Goal = "goal",
        /// A side has too few pieces left, or too few of a type.
        Extinction = "extinction",
        /// The players agreed on a draw.
        Agreement = "agreement",
        /// A player gave up.
        Resignation = "resignation",
        /// A player ran out of time.
        Time = "time",
        /// A player left and did not come back.
        Abandonment = "abandonment",
    }
}

impl Reason {
    /// Does the last position alone show it?
    pub const fn is_on_the_board(self) -> bool {
        matches!(
            self,
            Reason::Checkmate
                | Reason::KingCapture
                | Reason::Stalemate
                | Reason::CheckCount
                | Reason::Goal
                | Reason::Extinction
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who has won, if anybody, and why the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; nobody if it is a draw.
    pub winner: Option<Colour>,
    /// Why the game is over.
    pub reason: Reason,
}

impl Outcome {
    /// A win for a side.
    pub const fn won_by(winner: Colour, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// No winner, for this reason.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins by {}", self.reason),
            None => write!(f, "draw by {}", self.reason),
        }
    }
}

impl Position {
    /// How the game has ended, by this position alone; repetitions need a
    /// [`History`](crate::History).
    pub fn outcome(&self) -> Option<Outcome> {
        self.decision().or_else(|| self.uneventful_draw())
    }

    /// The end of a game by mate, capture of the king or stalemate.
    pub(crate) fn decision(&self) -> Option<Outcome> {
        if let Some(outcome) = self.early_outcome() {
            return Some(outcome);
        }
        if self.is_won_by_king_capture() {
            let winner = Colour::BOTH.into_iter().find(|colour| self.king(*colour).is_some())?;
            return Some(Outcome::won_by(winner, Reason::KingCapture));
        }
        if self.count_legal_moves() > 0 { None } else { self.end_without_moves() }
    }

    /// The end of a game in which the side to move has no legal move, and no king has been taken.
    pub fn end_without_moves(&self) -> Option<Outcome> {
        if self.rules().check_counts() && self.is_in_check(self.turn()) {
            let verdict = self.rules().spec().ends.checkmate;
            return Some(verdict.outcome(self.turn(), self, Reason::Checkmate));
        }
        let verdict = self.rules().spec().ends.stalemate;
        let ends_game = verdict != Verdict::Draw || self.rules().spec().draws.stalemate;
        ends_game.then(|| verdict.outcome(self.turn(), self, Reason::Stalemate))
    }

    /// Draws that come last: fifty moves and insufficient material, where they are automatic.
    pub(crate) fn uneventful_draw(&self) -> Option<Outcome> {
        let draws = self.rules().spec().draws;
        if draws.fifty_moves == DrawRule::Automatic && self.has_fifty_idle_moves() {
            Some(Outcome::draw(Reason::FiftyMoves))
        } else if draws.insufficient_material && self.has_insufficient_material() {
            Some(Outcome::draw(Reason::InsufficientMaterial))
        } else {
            None
        }
    }

    pub(crate) fn has_fifty_idle_moves(&self) -> bool {
        self.halfmove_clock() >= self.rules().spec().ends.idle_moves.saturating_mul(2)
    }

    /// Is it proven that neither side can ever mate?
    ///
    /// Two cases are proven for every board: only one piece besides the kings, which attacks
    /// squares of a single shade wherever it stands, such as a knight, a bishop or a camel; and
    /// any number of pieces that never leave squares of one and the same shade. A king in the
    /// corner always has flights of both shades that the other king alone cannot cover.
    pub fn has_insufficient_material(&self) -> bool {
        if !self.rules().check_counts() || !self.king_moves_as_king() {
            return false;
        }
        if self.rules().is_special {
            return self.has_bare_kings_only();
        }
        let is_king = |square| Colour::BOTH.iter().any(|colour| self.king(*colour) == Some(square));
        let others: Vec<_> = self.pieces().filter(|(square, _)| !is_king(*square)).collect();
        let attacks = |kind| shades_of(self.rules().piece_spec(kind).movement.rays());
        match others.as_slice() {
            [] => true,
            [(_, piece)] => attacks(piece.kind()) != Shades::Both,
            [(first, _), ..] => others.iter().all(|(square, piece)| {
                attacks(piece.kind()) == Shades::Own && square.is_dark() == first.is_dark()
            }),
        }
    }

    /// Are there two kings and nothing else, where no more than mate and check could win? Of other
    /// pieces nothing is proven where rules go beyond plain rays.
    fn has_bare_kings_only(&self) -> bool {
        let spec = self.rules().spec();
        let (ends, usual) = (&spec.ends, Ends::default());
        let may_win = ends.goal.is_some()
            || ends.row.is_some()
            || ends.extinction.is_some()
            || ends.stalemate != usual.stalemate
            || ends.repetition != usual.repetition
            || spec.royals != Royals::One;
        let king = self.rules().royal().map(|kind| self.rules().piece_spec(kind));
        let steps_only = |king: &PieceSpec| {
            king.movement.paths().is_empty() && king.later.is_none() && king.becomes.is_none()
        };
        let pieces = Colour::BOTH.map(|colour| self.of(colour).len());
        !may_win && pieces == [1, 1] && king.is_some_and(steps_only)
    }

    /// The proof holds for the usual king, and pawns may become anything.
    fn king_moves_as_king(&self) -> bool {
        let royal = self.rules().royal().map(|kind| self.rules().piece_spec(kind));
        let is_step =
            |ray: &Ray| ray.is_straight() && ray.range == 1 && ray.purpose == Purpose::Both;
        let no_pawns = Colour::BOTH.iter().all(|colour| self.pawns(*colour) == SquareSet::EMPTY);
        let steps = |rays: &[Ray]| rays.len() == 8 && rays.iter().all(is_step);
        no_pawns && royal.is_some_and(|king| steps(king.movement.rays()))
    }
}

/// The shades of the squares that a piece attacks from one square.
#[derive(PartialEq, Eq)]
enum Shades {
    /// Always that of the square it stands on.
    Own,
    /// Always one of the two.
    One,
    Both,
}

fn shades_of(rays: &[Ray]) -> Shades {
    let changes = |ray: &Ray| (ray.files + ray.ranks) % 2 != 0;
    let keeps = |ray: &Ray| !changes(ray);
    // Two changes of shade in a row come back to the first.
    let mixes = |ray: &Ray| changes(ray) && ray.range > 1;
    if rays.iter().all(keeps) {
        Shades::Own
    } else if rays.iter().all(|ray| changes(ray) && !mixes(ray)) {
        Shades::One
    } else {
        Shades::Both
    }
}
