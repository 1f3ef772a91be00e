//! What the board shows in this frame and what may be done on it.

use egui::Color32;
use rules::{BoardSize, Colour, PieceType, Square, SquareSet};

use crate::a11y_labels::A11yLabels;
use crate::animation::Glide;
use crate::drawing::BoardArrow;
use crate::geometry::BoardPoint;
use crate::placement::{PieceLetters, Placement};
use crate::style::BoardStyle;

/// Where a piece can go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    /// Squares to which it moves without taking.
    pub moves: SquareSet,
    /// Squares on which it takes something.
    pub captures: SquareSet,
}

impl Targets {
    /// No square at all.
    pub const EMPTY: Targets = Targets { moves: SquareSet::EMPTY, captures: SquareSet::EMPTY };

    /// Can the piece go to this square in either way?
    pub fn contains(&self, square: Square) -> bool {
        self.moves.contains(square) || self.captures.contains(square)
    }
}

/// What is marked on the board besides the selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Where the last move came from and went to.
    pub last_move: Option<(Square, Square)>,
    /// Kings in check.
    pub check: SquareSet,
    /// A king that is mated.
    pub mated: Option<Square>,
    /// The pieces that give checkmate.
    pub contributing: SquareSet,
    /// The squares that a hint points at.
    pub hint: SquareSet,
}

/// The pointer of another player at the same board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RemotePointer {
    /// The colour of the pointer and its marks.
    pub colour: Color32,
    /// The square under the pointer.
    pub hover: Option<Square>,
    /// The selected square.
    pub selected: Option<Square>,
    /// The square of the dragged piece, and where it is held.
    pub drag: Option<(Square, BoardPoint)>,
}

/// The choice that a pawn's last step asks for.
#[derive(Clone, Copy, Debug)]
pub struct PromotionChoice<'a> {
    /// Where the pawn comes from.
    pub from: Square,
    /// Where it goes and the choices are shown.
    pub to: Square,
    /// Whose pawn it is.
    pub colour: Colour,
    /// What it can become, the likeliest first.
    pub choices: &'a [PieceType],
}

/// Everything that the board shows in this frame and what may be done on it.
///
/// Made anew in every frame with [`BoardView::new`], which leaves all that is not given empty.
#[derive(Clone, Copy)]
pub struct BoardView<'a> {
    /// How many files and ranks there are.
    pub size: BoardSize,
    /// The side that sits at the bottom.
    pub bottom: Colour,
    /// The pieces; under fog, only those that may be seen.
    pub pieces: &'a Placement,
    /// How the pieces are called, for people who cannot see them.
    pub letters: &'a PieceLetters,
    /// The squares whose pieces can be picked up.
    pub movable: SquareSet,
    /// Where the piece on a square can go.
    ///
    /// For squares in `movable` this is what may be done; for all others it is shown when the
    /// piece is clicked.
    pub targets: &'a dyn Fn(Square) -> Targets,
    /// What else is marked.
    pub marks: Marks,
    /// Moves that wait for their turn, the next one first.
    pub premoves: &'a [(Square, Square)],
    /// The squares that can be seen, where there is fog.
    pub visible: Option<SquareSet>,
    /// Arrows that are shown, besides those that the player drew.
    pub arrows: &'a [BoardArrow],
    /// What others are doing at the same board.
    pub remote: &'a [RemotePointer],
    /// A choice that has to be made before anything else.
    pub promotion: Option<PromotionChoice<'a>>,
    /// Are the names of files and ranks shown?
    pub coordinates: bool,
    /// How pieces glide; without it they jump.
    pub glide: Option<Glide>,
    /// Colours and shapes.
    pub style: &'a BoardStyle,
    /// The texts for people who cannot see the board; without them, letters only.
    pub labels: &'a dyn A11yLabels,
}

impl<'a> BoardView<'a> {
    /// A board on which nothing is marked and nothing can be done.
    pub fn new(
        size: BoardSize,
        bottom: Colour,
        pieces: &'a Placement,
        letters: &'a PieceLetters,
        style: &'a BoardStyle,
    ) -> BoardView<'a> {
        BoardView {
            size,
            bottom,
            pieces,
            letters,
            movable: SquareSet::EMPTY,
            targets: &|_| Targets::EMPTY,
            marks: Marks::default(),
            premoves: &[],
            visible: None,
            arrows: &[],
            remote: &[],
            promotion: None,
            coordinates: true,
            glide: Some(Glide::default()),
            style,
            labels: letters,
        }
    }

    /// Can the square be seen?
    pub fn sees(&self, square: Square) -> bool {
        self.visible.is_none_or(|visible| visible.contains(square))
    }
}
