//! The board of the analysis: both sides move freely, and what is drawn belongs to the move.

use std::sync::Arc;

use board_ui::{
    BoardAction, BoardArrow, BoardState, BoardView, Circle, Drawings, Glide, Ink, Marks, Placement,
};
use egui::Ui;
use notation::tree::{DrawnShape, ShapeColour};
use rules::{Colour, Move, Position, Square, SquareSet, Turn};

use crate::context::Context;
use crate::picture::board_style;
use crate::piece_picture::legal_targets;
use crate::play::{BoardLabels, PieceAtlases, Promotion};

/// What is on the board.
pub struct Shown<'a> {
    pub position: &'a Position,
    /// The turn that led here.
    pub last: Option<Turn>,
    pub bottom: Colour,
    /// The squares of a hint.
    pub hint: SquareSet,
    /// What the engine and the review point at.
    pub arrows: &'a [BoardArrow],
}

/// What was done on the board.
#[derive(Default)]
pub struct Done {
    pub played: Option<Move>,
    /// What is drawn now, if that has changed.
    pub shapes: Option<Vec<DrawnShape>>,
}

/// The board and its state between frames.
#[derive(Default)]
pub struct AnalysisBoard {
    state: BoardState,
    /// The choices of a pawn that waits to be promoted.
    promotion: Option<Promotion>,
    /// Was it used with the mouse last, so that the arrow keys go through the moves?
    pub leaves_arrows: bool,
}

impl AnalysisBoard {
    /// Shows what was drawn for a move.
    pub fn load(&mut self, shapes: Option<Vec<DrawnShape>>) {
        self.promotion = None;
        self.state.select(None);
        self.state.drawings = drawings(&shapes.unwrap_or_default());
    }

    /// Shows the board and returns what was done on it.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        shown: &Shown<'_>,
        art: &mut PieceAtlases,
        cx: &Context,
    ) -> Done {
        let position = shown.position;
        let rules = Arc::clone(position.rules());
        let moves = match position.outcome() {
            None => position.legal_moves(),
            Some(_) => Vec::new(),
        };
        let targets = |square: Square| legal_targets(position, &moves, square);
        let pieces: Placement = position.pieces().collect();
        let (letters, style) = (art.letters().clone(), board_style(&cx.settings, &cx.theme));
        let labels = BoardLabels { texts: cx.texts, rules: Arc::clone(&rules) };
        let promotion = self.promotion.as_ref().map(|it| it.shown(position.turn()));
        let glide = cx.settings.animation.factor();
        let view = BoardView {
            movable: moves.iter().map(|chess_move| chess_move.from()).collect(),
            targets: &targets,
            marks: marks(shown),
            arrows: shown.arrows,
            promotion,
            coordinates: cx.settings.coordinates,
            glide: glide.map(|_| Glide { pixels_per_frame: 16.0, max_seconds: 0.16 }),
            labels: &labels,
            ..BoardView::new(rules.size(), shown.bottom, &pieces, &letters, &style)
        };
        let output = view.show(ui, &mut self.state, art);
        self.leaves_arrows = output.response.has_focus() && !self.state.shows_focus();
        let mut done = Done::default();
        for action in output.actions {
            match action {
                BoardAction::Move { from, to } => {
                    done.played = self.chosen(shown, &moves, from, to)
                }
                BoardAction::Promote(kind) => {
                    done.played = self.promotion.take().and_then(|it| it.choose(kind));
                }
                BoardAction::PromotionCancelled => self.promotion = None,
                BoardAction::DrawingsChanged => done.shapes = Some(shapes(&self.state.drawings)),
                _ => {}
            }
        }
        done
    }

    /// The move from one square to another; a promotion waits for its choice.
    fn chosen(
        &mut self,
        shown: &Shown<'_>,
        moves: &[Move],
        from: Square,
        to: Square,
    ) -> Option<Move> {
        let fitting: Vec<Move> =
            moves.iter().filter(|m| (m.from(), m.to()) == (from, to)).copied().collect();
        if fitting.len() > 1 {
            let own = shown.position.piece_at(from).map(|piece| piece.kind());
            self.promotion = Some(Promotion::new(from, to, own, fitting));
            return None;
        }
        fitting.first().copied()
    }
}

fn marks(shown: &Shown<'_>) -> Marks {
    let position = shown.position;
    let last_move = match shown.last {
        Some(Turn::Move(chess_move)) => Some((chess_move.from(), chess_move.to())),
        _ => None,
    };
    let is_mate = position.is_checkmate();
    let king = position.king(position.turn()).filter(|_| position.shows_check(position.turn()));
    Marks {
        last_move,
        check: king.filter(|_| !is_mate).map_or(SquareSet::EMPTY, SquareSet::of),
        mated: king.filter(|_| is_mate),
        hint: shown.hint,
        ..Marks::default()
    }
}

const COLOURS: [(Ink, ShapeColour); 4] = [
    (Ink::Green, ShapeColour::Green),
    (Ink::Red, ShapeColour::Red),
    (Ink::Blue, ShapeColour::Blue),
    (Ink::Yellow, ShapeColour::Yellow),
];

fn drawings(shapes: &[DrawnShape]) -> Drawings {
    let ink =
        |colour| COLOURS.iter().find(|(_, known)| *known == colour).map_or(Ink::Green, |c| c.0);
    let mut drawings = Drawings::default();
    for shape in shapes {
        match *shape {
            DrawnShape::Arrow(colour, from, to) => {
                drawings.arrows.push(BoardArrow { from, to, ink: ink(colour) });
            }
            DrawnShape::Circle(colour, square) => {
                drawings.circles.push(Circle { square, ink: ink(colour) });
            }
        }
    }
    drawings
}

fn shapes(drawings: &Drawings) -> Vec<DrawnShape> {
    let colour =
        |ink| COLOURS.iter().find(|(known, _)| *known == ink).map_or(ShapeColour::Green, |c| c.1);
    let circles = drawings.circles.iter().map(|c| DrawnShape::Circle(colour(c.ink), c.square));
    let arrows = drawings.arrows.iter().map(|a| DrawnShape::Arrow(colour(a.ink), a.from, a.to));
    circles.chain(arrows).collect()
}
