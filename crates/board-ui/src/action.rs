//! What the player did on the board in this frame.

use egui::Response;
use rules::{PieceType, Square};

use crate::geometry::{BoardGeometry, BoardPoint};

/// One thing that the player did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoardAction {
    /// Selected one of the movable pieces.
    Select(Square),
    /// Gave the selection up.
    Deselect,
    /// Moved the selected piece to one of its targets.
    Move {
        /// Where the piece stood.
        from: Square,
        /// The target.
        to: Square,
    },
    /// Wanted to move the selected piece to a square that is not among its targets.
    AttemptElsewhere {
        /// Where the piece stands.
        from: Square,
        /// The square that is not a target.
        to: Square,
    },
    /// Clicked a piece that cannot be moved, to see its reach.
    Inspect(Square),
    /// Stopped looking at the reach of a piece.
    StopInspecting,
    /// Pointed at another square, or left the board.
    Hovered(Option<Square>),
    /// Stayed on a square with a piece for a while.
    HoverLong(Square),
    /// Drew or erased arrows or circles.
    DrawingsChanged,
    /// Began to drag the piece of this square.
    DragStarted(Square),
    /// Holds the dragged piece here.
    DragMoved(BoardPoint),
    /// Let the dragged piece go.
    DragEnded,
    /// Wants the waiting moves to be forgotten.
    CancelPremoves,
    /// Chose what the pawn becomes.
    Promote(PieceType),
    /// Does not want the pawn's move after all.
    PromotionCancelled,
}

/// What came out of showing the board.
pub struct BoardOutput {
    /// The board as one widget.
    pub response: Response,
    /// Where everything is.
    pub geometry: BoardGeometry,
    /// What the player did, in order.
    pub actions: Vec<BoardAction>,
    /// Is anything moving, so that the next frame will look different?
    pub moving: bool,
}
