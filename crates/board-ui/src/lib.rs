//! The board widget: squares, pieces, highlights, animation, input. It knows no rules: it is
//! given what may be done and says what was done.
//!
//! ```
//! # use xxlchess_board_ui::{BoardAction, BoardState, BoardStyle, BoardView, Letters, PieceLetters, Placement, Targets};
//! # use rules::{BoardSize, Colour, Piece, PieceType, Square, SquareSet};
//! # let size = BoardSize::new(8, 8).expect("a valid size");
//! # let pawn = PieceType::from_index(0).expect("a small number");
//! # let (e2, e4) = (Square::new(4, 1), Square::new(4, 3));
//! let pieces: Placement = [(e2, Piece::new(pawn, Colour::White))].into_iter().collect();
//! let letters: PieceLetters = ['p'].into_iter().collect();
//! let style = BoardStyle::default();
//! let mut state = BoardState::default();
//! # egui::__run_test_ui(|ui| {
//! let targets = |_from| Targets { moves: SquareSet::of(e4), captures: SquareSet::EMPTY };
//! let view = BoardView {
//!     movable: SquareSet::of(e2),
//!     targets: &targets,
//!     ..BoardView::new(size, Colour::White, &pieces, &letters, &style)
//! };
//! let output = view.show(ui, &mut state, &mut Letters);
//! for action in output.actions {
//!     if let BoardAction::Move { from, to } = action {
//!         println!("{from} to {to}");
//!     }
//! }
//! # });
//! ```

#![warn(missing_docs)]

mod a11y_labels;
mod access;
mod action;
mod animation;
mod chooser;
mod contrast;
mod drawing;
mod geometry;
mod highlight;
mod image;
mod input;
mod keyboard;
mod paint;
mod piece_renderer;
pub mod pieces;
mod placement;
mod state;
mod style;
mod thumbnail;
mod view;
mod widget;

pub use a11y_labels::{A11yLabels, SquareContent, SquareRemark};
pub use action::{BoardAction, BoardOutput};
pub use animation::Glide;
pub use contrast::contrast;
pub use drawing::{BoardArrow, Circle, Drawings, Ink};
pub use geometry::{BoardGeometry, BoardPoint};
pub use image::board_image;
pub use piece_renderer::{Letters, PieceRenderer, PieceTexture};
pub use placement::{PieceLetters, Placement};
pub use state::BoardState;
pub use style::{BoardColours, BoardStyle, TargetShape};
pub use thumbnail::BoardThumbnail;
pub use view::{BoardView, Marks, PromotionChoice, RemotePointer, Targets};
