//! What somebody may see of a game: under fog each player his own part, and nothing that leaks.

use record::{Perspective, VisibleEntry};
use rules::{Colour, Piece, Square, SquareSet};

use crate::game::kings_in_check;
use crate::reach::reach;
use crate::{Capture, Game};

/// What one side may see of a game at some moment.
///
/// Without fog that is everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// How many turns had been played.
    pub ply: usize,
    /// The side to move.
    pub turn: Colour,
    /// The squares that are seen; all others are grey.
    pub visible: SquareSet,
    /// The pieces that are seen, in rising order of squares.
    pub pieces: Vec<(Square, Piece)>,
    /// What is known of the last turn.
    pub last: Option<SeenTurn>,
    /// The squares of kings in check, where that is told.
    pub in_check: SquareSet,
}

/// What somebody knows of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenTurn {
    /// Whose turn it was.
    pub mover: Colour,
    /// Where the piece came from, if that was seen.
    pub from: Option<Square>,
    /// Where it went, if that is seen.
    pub to: Option<Square>,
    /// What was taken: nobody loses a piece, or takes one, without knowing it.
    pub captured: Option<Capture>,
}

impl View {
    /// The piece that is seen on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(s, _)| *s == square).map(|(_, piece)| *piece)
    }
}

impl Game {
    /// What a side may see now.
    pub fn view(&self, viewer: Colour) -> View {
        self.view_at(self.ply(), viewer)
    }

    /// What a side could see after so many turns.
    pub fn view_at(&self, ply: usize, viewer: Colour) -> View {
        let ply = ply.min(self.ply());
        let position = self.position_at(ply);
        let seen = position.view(viewer);
        View {
            ply,
            turn: position.turn(),
            visible: seen.visible(),
            pieces: seen.pieces().to_vec(),
            last: ply.checked_sub(1).and_then(|last| self.seen_turn(last, viewer)),
            in_check: kings_in_check(&position),
        }
    }

    /// A turn, numbered from 0, as somebody may know it. No turn reaches a client in another way.
    pub fn visible_turn(&self, number: usize, to: Perspective) -> Option<VisibleEntry> {
        let turn = self.turns().get(number)?;
        let is_foggy = self.rules().spec().fog && !self.is_over();
        Some(turn.entry(self.rules()).visible(turn.mover, to, is_foggy))
    }

    /// Everything on the board after so many turns, for those who may see it: without fog
    /// everybody may, under fog nobody before the end.
    pub fn open_view(&self, ply: usize) -> Option<View> {
        if self.rules().spec().fog && !self.is_over() {
            return None;
        }
        let ply = ply.min(self.ply());
        let position = self.position_at(ply);
        let last = ply.checked_sub(1).and_then(|last| self.seen_turn_openly(last));
        Some(View {
            ply,
            turn: position.turn(),
            visible: position.rules().size().squares().collect(),
            pieces: position.pieces().collect(),
            last,
            in_check: kings_in_check(&position),
        })
    }

    /// The squares that a piece seen by a side could go to if it were its turn, as far as that
    /// side can tell: what it does not see stands in nobody's way.
    pub fn reach_of(&self, square: Square, viewer: Colour) -> SquareSet {
        self.reach_at(self.ply(), square, viewer)
    }

    /// The same after so many turns.
    pub fn reach_at(&self, ply: usize, square: Square, viewer: Colour) -> SquareSet {
        let view = self.view_at(ply, viewer);
        let Some(piece) = view.piece_at(square) else { return SquareSet::EMPTY };
        let blocker = |square| view.piece_at(square).map(|piece| piece.colour());
        reach(&self.position_at(ply), piece, square, blocker)
    }

    /// What a side knows of a turn, numbered from 0.
    fn seen_turn(&self, number: usize, viewer: Colour) -> Option<SeenTurn> {
        let open = self.seen_turn_openly(number)?;
        if open.mover == viewer || !self.rules().spec().fog {
            return Some(open);
        }
        // Where the piece came from is known only to those who saw it there and see it gone.
        let before = self.position_at(number).visible(viewer);
        let after = self.position_at(number + 1).visible(viewer);
        let taken_on = open.captured.map(|capture| capture.square);
        let is_known = |to: &Square| after.contains(*to) || taken_on == Some(*to);
        Some(SeenTurn {
            from: open.from.filter(|from| before.contains(*from) && after.contains(*from)),
            to: open.to.filter(is_known),
            ..open
        })
    }

    fn seen_turn_openly(&self, number: usize) -> Option<SeenTurn> {
        let turn = self.turns().get(number)?;
        let chess_move = turn.chess_move();
        Some(SeenTurn {
            mover: turn.mover,
            from: chess_move.map(|chess_move| chess_move.from()),
            to: chess_move.map(|chess_move| chess_move.to()),
            captured: turn.captured,
        })
    }
}
