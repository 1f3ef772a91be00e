//! What each side sees under fog of war.

use std::sync::Arc;

use crate::{Colour, Move, MoveKind, Piece, Position, Rules, Setup, Square, SquareSet};

/// What one side sees of a position: nothing in here tells what is hidden from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    rules: Arc<Rules>,
    viewer: Colour,
    turn: Colour,
    visible: SquareSet,
    pieces: Vec<(Square, Piece)>,
    /// The viewer's own rooks that may still castle.
    castling_rooks: SquareSet,
    en_passant: Option<Square>,
    /// The legal moves of the viewer at their turn, where what is seen does not tell them all: a
    /// hidden piece may be what a cannon hops over.
    moves: Option<Vec<Move>>,
}

impl View {
    /// A view that a referee elsewhere has told. Castling and en passant are not known from it.
    pub fn told(
        rules: &Arc<Rules>,
        viewer: Colour,
        turn: Colour,
        visible: SquareSet,
        pieces: Vec<(Square, Piece)>,
    ) -> View {
        let (rules, castling_rooks) = (Arc::clone(rules), SquareSet::EMPTY);
        let (en_passant, moves) = (None, None);
        View { rules, viewer, turn, visible, pieces, castling_rooks, en_passant, moves }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The side that sees this.
    pub fn viewer(&self) -> Colour {
        self.viewer
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The squares that are seen; all others are grey.
    pub fn visible(&self) -> SquareSet {
        self.visible
    }

    /// The squares of the board that are not seen.
    pub fn hidden(&self) -> SquareSet {
        self.rules.tables.on_board.without(self.visible)
    }

    /// The pieces that are seen, in rising order of squares.
    pub fn pieces(&self) -> &[(Square, Piece)] {
        &self.pieces
    }

    /// The piece that is seen on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(s, _)| *s == square).map(|(_, piece)| *piece)
    }

    /// The viewer's own rooks that may still castle.
    pub fn castling_rooks(&self) -> SquareSet {
        self.castling_rooks
    }

    /// The square where the viewer can take a pawn in passing.
    pub fn en_passant_square(&self) -> Option<Square> {
        self.en_passant
    }

    /// The legal moves of the viewer while the game goes on: all lead to squares that are seen, and
    /// tell nothing else that is hidden but what stands in the way of hops and lame leaps.
    pub fn legal_moves(&self) -> Vec<Move> {
        if let Some(moves) = &self.moves {
            return moves.clone();
        }
        let position = self.filled();
        if self.hidden().is_empty() {
            return position.legal_moves();
        }
        if position.is_won_by_king_capture() {
            return Vec::new();
        }
        let is_seen = |chess_move: &Move| {
            self.visible.contains(chess_move.to()) || chess_move.kind() == MoveKind::Castling
        };
        // Whatever is made up of the hidden squares ends no game and calls for no capture.
        let mut moves = position.moves_ignoring_check();
        moves.retain(is_seen);
        let takes = |chess_move: &Move| position.is_capture(*chess_move);
        if self.rules.restrictions().must_capture && moves.iter().any(takes) {
            moves.retain(takes);
        }
        moves
    }

    /// A position that looks as this view does, with something on all hidden squares.
    fn filled(&self) -> Position {
        let enemy_piece = |kind| Piece::new(kind, !self.viewer);
        let king = self.rules.royal().map(enemy_piece);
        let sees_king = self.pieces.iter().any(|(_, piece)| Some(*piece) == king);
        // A square is hidden because nothing can go there: it may as well be occupied.
        let pawn = self.rules.pawn().map(enemy_piece);
        let filler = pawn.or(king);
        let mut setup = Setup::default();
        // Who may take a pawn in passing knows where it came from and where it stands.
        let ahead = if self.viewer == Colour::White { 1 } else { -1 };
        let beside = |ranks| self.rules.size().offset(self.en_passant?, 0, ranks);
        let (left, stands) = (beside(ahead), beside(-ahead));
        if let (Some(square), Some(pawn)) = (stands, pawn) {
            setup.put(square, pawn);
        }
        let hidden = self.hidden();
        let others = hidden.iter().filter(|square| ![left, stands].contains(&Some(*square)));
        for (number, square) in others.enumerate() {
            let piece = if number == 0 && !sees_king { king } else { filler };
            if let Some(piece) = piece {
                setup.put(square, piece);
            }
        }
        for (square, piece) in &self.pieces {
            setup.put(*square, *piece);
        }
        setup.turn = self.viewer;
        setup.castling = self.castling_rooks;
        setup.en_passant = self.en_passant;
        // No position of the game, so that the limits of one do not matter.
        Position::build(Arc::clone(&self.rules), &setup).0
    }
}

impl Position {
    /// The squares that a side sees: under fog its own pieces and where they can go, else all.
    ///
    /// The view of the side not to move is as if it were its turn.
    pub fn visible(&self, viewer: Colour) -> SquareSet {
        if self.rules().spec().fog {
            self.of(viewer) | self.with_turn(viewer).move_targets()
        } else {
            self.rules().size().squares().collect()
        }
    }

    /// What a side sees.
    pub fn view(&self, viewer: Colour) -> View {
        self.view_of(viewer, self.visible(viewer))
    }

    /// Everything, as the side to move sees it without fog.
    pub fn full_view(&self) -> View {
        self.view_of(self.turn(), self.rules().size().squares().collect())
    }

    fn view_of(&self, viewer: Colour, visible: SquareSet) -> View {
        let is_told = self.rules().is_extended() && viewer == self.turn();
        View {
            rules: Arc::clone(self.rules()),
            viewer,
            turn: self.turn(),
            visible,
            pieces: self.pieces().filter(|(square, _)| visible.contains(*square)).collect(),
            castling_rooks: self.castling_rooks(viewer),
            en_passant: self.en_passant_square().filter(|_| viewer == self.turn()),
            moves: is_told.then(|| self.legal_moves()),
        }
    }
}
