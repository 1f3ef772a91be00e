//! A position that is being put together, and what is wrong with it.

use std::sync::Arc;

use rules::{Colour, Piece, Position, Rules, Setup, SetupFault, SetupWarning, Square, SquareSet};

/// A position that is being put together.
#[derive(Clone, Debug)]
pub struct Draft {
    rules: Arc<Rules>,
    setup: Setup,
    checked: Result<(Position, Vec<SetupWarning>), Vec<SetupFault>>,
}

impl Draft {
    /// Begins with a position.
    pub fn new(position: &Position) -> Draft {
        Draft::of(position.rules(), position.to_setup())
    }

    /// Begins with the start position of a rule set.
    pub fn start(rules: &Arc<Rules>) -> Draft {
        Draft::new(&Position::start(rules))
    }

    fn of(rules: &Arc<Rules>, setup: Setup) -> Draft {
        let checked = Position::new(Arc::clone(rules), setup.clone());
        Draft { rules: Arc::clone(rules), setup, checked }
    }

    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position, if it is one that can be played.
    pub fn position(&self) -> Option<&Position> {
        self.checked.as_ref().ok().map(|(position, _)| position)
    }

    /// What makes it no position.
    pub fn faults(&self) -> &[SetupFault] {
        self.checked.as_ref().err().map(Vec::as_slice).unwrap_or_default()
    }

    /// What is odd about it.
    pub fn warnings(&self) -> &[SetupWarning] {
        self.checked.as_ref().ok().map(|(_, odd)| odd.as_slice()).unwrap_or_default()
    }

    /// Takes everything off the board but the kings.
    pub fn clear(&mut self) {
        let royal = self.rules.royal();
        self.rebuild(|_, piece| royal == Some(piece.kind()));
    }

    /// Puts a piece on a square, or takes away what stands there.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        if self.piece_at(square) == piece || !self.rules.size().contains(square) {
            return;
        }
        self.rebuild(|at, _| at != square);
        if let Some(piece) = piece {
            self.change(|setup| setup.put(square, piece));
        }
    }

    /// Carries a piece to another square, in place of what stands there.
    pub fn move_piece(&mut self, from: Square, to: Square) {
        let piece = self.piece_at(from);
        self.put(from, None);
        self.put(to, piece);
    }

    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.setup.pieces().find(|(at, _)| *at == square).map(|(_, piece)| piece)
    }

    pub fn set_turn(&mut self, turn: Colour) {
        self.change(|setup| {
            setup.turn = turn;
            setup.en_passant = None;
        });
    }

    /// The rooks that can still have the right to castle, as far as they stand where they began.
    pub fn castling_rooks(&self) -> SquareSet {
        self.rules.spec().unmoved_rooks(&self.setup)
    }

    pub fn may_castle(&self, rook: Square) -> bool {
        self.setup.castling.contains(rook)
    }

    pub fn set_castling(&mut self, rook: Square, on: bool) {
        self.change(|setup| match on {
            true => setup.castling.insert(rook),
            false => setup.castling.remove(rook),
        });
    }

    /// The squares that a pawn can have passed over with the last move: those that a position
    /// with this mark keeps.
    pub fn en_passant_squares(&self) -> Vec<Square> {
        let keeps = |square: &Square| {
            let mut setup = self.setup.clone();
            (setup.en_passant, setup.victim) = (Some(*square), None);
            let made = Position::new(Arc::clone(&self.rules), setup);
            made.is_ok_and(|(position, _)| position.en_passant_square() == Some(*square))
        };
        let is_there = |square: &Square| self.piece_at(*square).is_some();
        let mut squares: Vec<Square> =
            self.rules.size().squares().filter(|square| !is_there(square)).collect();
        squares.retain(keeps);
        squares
    }

    pub fn set_en_passant(&mut self, square: Option<Square>) {
        self.change(|setup| (setup.en_passant, setup.victim) = (square, None));
    }

    /// Keeps some pieces, and the marks that still make sense.
    fn rebuild(&mut self, keeps: impl Fn(Square, Piece) -> bool) {
        let mut setup = Setup::default();
        setup.turn = self.setup.turn;
        setup.checks = self.setup.checks;
        for (square, piece) in self.setup.pieces().filter(|(at, piece)| keeps(*at, *piece)) {
            setup.put(square, piece);
        }
        let stands = |rook: &Square| setup.pieces().any(|(at, _)| at == *rook);
        let castling: SquareSet = self.setup.castling.iter().filter(stands).collect();
        setup.castling = castling;
        *self = Draft::of(&self.rules, setup);
    }

    fn change(&mut self, change: impl FnOnce(&mut Setup)) {
        let mut setup = self.setup.clone();
        change(&mut setup);
        setup.halfmove_clock = 0;
        *self = Draft::of(&self.rules, setup);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(fen: &str) -> Draft {
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        Draft::new(&notation::fen::parse(&rules, fen).expect("a FEN").0)
    }

    fn square(name: &str) -> Square {
        Square::parse_prefix(name).expect("a square").0
    }

    #[test]
    fn faults_come_and_go_while_pieces_are_put() {
        let mut draft = draft("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let king = draft.piece_at(square("e1"));
        draft.put(square("e1"), None);
        assert_eq!(draft.faults(), [SetupFault::NoKing { colour: Colour::White }]);
        assert!(draft.position().is_none());
        draft.put(square("d1"), king);
        assert!(draft.position().is_some());
        draft.put(square("a1"), king);
        assert!(matches!(draft.faults(), [SetupFault::SeveralKings { .. }]));
    }

    #[test]
    fn rights_follow_the_pieces() {
        let mut draft = draft("4k3/8/8/8/8/8/8/R3K2R w K - 0 1");
        assert_eq!(draft.castling_rooks().len(), 2);
        assert!(draft.may_castle(square("h1")) && !draft.may_castle(square("a1")));
        draft.set_castling(square("a1"), true);
        draft.move_piece(square("h1"), square("h4"));
        assert!(draft.may_castle(square("a1")) && !draft.may_castle(square("h4")));
        assert_eq!(
            notation::fen::format(draft.position().expect("a position")),
            "4k3/8/8/8/7R/8/8/R3K3 w Q - 0 1"
        );
    }

    #[test]
    fn a_pawn_that_has_just_passed_can_be_marked() {
        let mut draft = draft("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
        assert_eq!(draft.en_passant_squares(), [square("d6")]);
        draft.set_en_passant(Some(square("d6")));
        let position = draft.position().expect("a position");
        assert_eq!(position.en_passant_square(), Some(square("d6")));
        draft.clear();
        assert_eq!(draft.setup().pieces().count(), 2, "the kings");
    }
}
