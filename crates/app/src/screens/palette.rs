//! Pieces to be put on a board: the board itself, the tools for it, and buttons for the pieces.

use std::sync::Arc;

use board_ui::{
    BoardAction, BoardOutput, BoardState, BoardView, Marks, PieceRenderer, Placement, Targets,
};
use egui::{
    Color32, CornerRadius, PointerButton, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo,
};
use rules::{BoardSize, Colour, Piece, Rules, Square, SquareSet};

use crate::context::Context;
use crate::picture::board_style;
use crate::play::{BoardLabels, PieceAtlases};
use crate::style::widgets::{IconButton, focus_ring};
use crate::style::{Icon, mix, of, radius};

/// What a click on the board does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Shows where a piece can go.
    Look,
    /// Carries pieces.
    Hand,
    Eraser,
    Put(Piece),
    /// Nothing but what the stroke is used for elsewhere.
    Paint,
}

/// Something that was done to the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A piece was carried from one square to another.
    Carry(Square, Square),
    /// A piece was put on a square, or what stood there was taken away.
    Put(Square, Option<Piece>),
}

/// A board on which pieces are put.
pub struct SetupBoard {
    pub tool: Tool,
    /// The tool that is at hand while no other is chosen.
    usual: Tool,
    state: BoardState,
}

/// What a board on which pieces are put shows.
pub struct SetupView<'a> {
    pub rules: &'a Arc<Rules>,
    pub size: BoardSize,
    pub bottom: Colour,
    pub pieces: Placement,
    /// Where the piece on a square can go, for those who look.
    pub targets: &'a dyn Fn(Square) -> Targets,
    /// Squares that are marked.
    pub marked: SquareSet,
}

impl SetupBoard {
    pub fn new(tool: Tool) -> SetupBoard {
        SetupBoard { tool, usual: tool, state: BoardState::default() }
    }

    /// Another board is shown, for which the usual tool is at hand.
    pub fn reset(&mut self) {
        *self = SetupBoard::new(self.usual);
    }

    /// Nothing glides to what is shown next.
    pub fn forget(&mut self) {
        self.state = BoardState::default();
    }

    /// Shows the board; gives what was done to its pieces, and the square under the tool.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        view: &SetupView<'_>,
        tool: Tool,
        art: &mut PieceAtlases,
        cx: &Context,
    ) -> (Vec<Edit>, Option<Stroke>) {
        let everywhere: SquareSet = view.size.squares().collect();
        let (letters, mut style) = (art.letters().clone(), board_style(&cx.settings, &cx.theme));
        let carries = tool == Tool::Hand;
        if carries {
            // Every square is a target, which needs no marks.
            (style.colours.moves, style.colours.dots) =
                (Color32::TRANSPARENT, Color32::TRANSPARENT);
        }
        let targets = |from: Square| match carries {
            true => Targets { moves: everywhere.without(SquareSet::of(from)), ..Targets::EMPTY },
            false => (view.targets)(from),
        };
        let labels = BoardLabels { texts: cx.texts, rules: Arc::clone(view.rules) };
        let board = BoardView {
            movable: if carries { everywhere } else { SquareSet::EMPTY },
            targets: &targets,
            marks: Marks { hint: view.marked, ..Marks::default() },
            coordinates: cx.settings.coordinates,
            glide: None,
            labels: &labels,
            ..BoardView::new(view.size, view.bottom, &view.pieces, &letters, &style)
        };
        let output = board.show(ui, &mut self.state, art);
        self.state.drawings.clear();
        let stroke = stroke(ui, &output);
        let carried = output.actions.iter().filter_map(|action| match *action {
            BoardAction::Move { from, to } => Some(Edit::Carry(from, to)),
            _ => None,
        });
        let put = match (stroke, tool) {
            (None, _) | (_, Tool::Paint) => None,
            (Some(Stroke::Erase(at)), _) | (Some(Stroke::Paint(at)), Tool::Eraser) => {
                Some(Edit::Put(at, None))
            }
            (Some(Stroke::Paint(at)), Tool::Put(piece)) => Some(Edit::Put(at, Some(piece))),
            (Some(Stroke::Paint(_)), Tool::Look | Tool::Hand) => None,
        };
        (carried.chain(put).collect(), stroke)
    }

    /// Buttons for tools.
    pub fn tools(&mut self, ui: &mut Ui, tools: &[(Tool, Icon, &str)]) {
        for (tool, icon, name) in tools {
            if ui.add(IconButton::new(*icon, name).selected(self.tool == *tool)).clicked() {
                self.tool = *tool;
            }
        }
    }

    /// A button for each piece of either side.
    pub fn pieces(&mut self, ui: &mut Ui, rules: &Rules, art: &PieceAtlases, cx: &Context) {
        for colour in Colour::BOTH {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = Vec2::splat(2.0);
                for kind in rules.piece_types() {
                    let piece = Piece::new(kind, colour);
                    let name = cx.texts.piece(&rules.piece_spec(kind).name);
                    let name = cx.texts.editor.piece(name, cx.texts.side(colour));
                    let is_on = self.tool == Tool::Put(piece);
                    let ground = cx.theme.board.dark;
                    if piece_button(ui, piece, &name, is_on, art, ground).clicked() {
                        self.tool = if is_on { self.usual } else { Tool::Put(piece) };
                    }
                }
            });
        }
    }
}

/// The side of a piece's button.
const SIDE: f32 = 40.0;

/// A button with the picture of a piece; on the colour of a tile both sides can be seen.
pub fn piece_button(
    ui: &mut Ui,
    piece: Piece,
    name: &str,
    is_on: bool,
    art: &dyn PieceRenderer,
    ground: Color32,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, name));
    let colours = &of(ui).colours;
    let fill = match (is_on, response.hovered()) {
        (true, _) => mix(colours.surface, colours.accent, 0.45),
        (false, true) => mix(ground, colours.text, 0.15),
        (false, false) => ground,
    };
    ui.painter().rect_filled(rect, CornerRadius::same(radius::S), fill);
    let picture = Rect::from_center_size(rect.center(), Vec2::splat(SIDE - 6.0));
    if let Some(found) = art.picture(piece) {
        ui.painter().image(found.texture, picture, found.uv, Color32::WHITE);
    }
    focus_ring(ui, &response, rect, radius::S);
    response.on_hover_text(name)
}

/// What the pointer does to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Paints with the tool.
    Paint(Square),
    /// Takes away what stands there, with the second button.
    Erase(Square),
}

/// The square under a pointer that is held down or has clicked.
fn stroke(ui: &Ui, output: &BoardOutput) -> Option<Stroke> {
    let pointer = ui.input(|input| input.pointer.interact_pos());
    let square = pointer.and_then(|at| output.geometry.square_at(at))?;
    let response = &output.response;
    let is_second = ui.input(|input| input.pointer.button_down(PointerButton::Secondary))
        || response.clicked_by(PointerButton::Secondary);
    if is_second && response.contains_pointer() {
        return Some(Stroke::Erase(square));
    }
    let is_down = response.is_pointer_button_down_on() || response.clicked();
    is_down.then_some(Stroke::Paint(square))
}
