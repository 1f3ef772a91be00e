//! The board for people who cannot see it: every square is a button with a name.

use egui::accesskit::{Action, Role};
use egui::{Id, Sense, Ui, UiBuilder};
use rules::Square;

use crate::a11y_labels::{SquareContent, SquareRemark};
use crate::chooser::Chooser;
use crate::geometry::BoardGeometry;
use crate::placement::Placement;
use crate::state::BoardState;
use crate::view::{BoardView, RemotePointer, Targets};

/// What an assistive program asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    Click(Square),
    Focus(Square),
    Choose(usize),
}

/// The buttons of the board as assistive programs see them.
pub(crate) struct Access<'a> {
    pub ui: &'a mut Ui,
    pub board: Id,
}

impl Access<'_> {
    /// Is anybody looking? If not, nothing of this costs anything.
    pub fn is_wanted(&self) -> bool {
        self.ui.ctx().accesskit_node_builder(self.board, |_| ()).is_some()
    }

    /// Names the squares, says which has the focus, and returns what was asked for.
    pub fn squares(
        &mut self,
        view: &BoardView<'_>,
        geometry: &BoardGeometry,
        state: &BoardState,
        pieces: &Placement,
        focus: Square,
    ) -> Vec<Request> {
        let targets_of = |from: Option<Square>| from.map_or(Targets::EMPTY, view.targets);
        let (targets, reach) = (targets_of(state.selected), targets_of(state.inspected));
        let requests = self.buttons(
            geometry.rect(),
            view.size.squares().map(|square| Button {
                salt: square.index(),
                rect: geometry.square_rect(square),
                label: square_label(view, pieces, state, [&targets, &reach], square),
                on_click: Request::Click(square),
                on_focus: Some(Request::Focus(square)),
            }),
        );
        self.describe_board(&view.labels.board(), self.board.with(focus.index()));
        requests
    }

    /// Names the choices of a promotion.
    pub fn choices(
        &mut self,
        view: &BoardView<'_>,
        geometry: &BoardGeometry,
        chooser: &Chooser,
        chosen: usize,
    ) -> Vec<Request> {
        const FIRST: usize = 256;
        let labels = view.labels;
        let requests = self.buttons(
            geometry.rect(),
            chooser.cards.iter().enumerate().map(|(index, (kind, rect))| Button {
                salt: FIRST + index,
                rect: *rect,
                label: labels.promote_to(*kind),
                on_click: Request::Choose(index),
                on_focus: None,
            }),
        );
        self.describe_board(&labels.board(), self.board.with(FIRST + chosen));
        requests
    }

    fn buttons(&mut self, rect: egui::Rect, buttons: impl Iterator<Item = Button>) -> Vec<Request> {
        let group = UiBuilder::new()
            .max_rect(rect)
            .scope_id(self.board.with("squares"))
            .accessibility_parent(self.board);
        let group = self.ui.new_child(group);
        let mut requests = Vec::new();
        for button in buttons {
            let id = self.board.with(button.salt);
            group.interact(button.rect, id, Sense::hover());
            group.ctx().accesskit_node_builder(id, |node| {
                node.set_role(Role::Button);
                node.set_label(button.label);
                node.set_bounds(egui::accesskit::Rect {
                    x0: button.rect.min.x.into(),
                    y0: button.rect.min.y.into(),
                    x1: button.rect.max.x.into(),
                    y1: button.rect.max.y.into(),
                });
                node.add_action(Action::Click);
                if button.on_focus.is_some() {
                    node.add_action(Action::Focus);
                }
            });
            group.ctx().input(|input| {
                if input.has_accesskit_action_request(id, Action::Click) {
                    requests.push(button.on_click);
                }
                if input.has_accesskit_action_request(id, Action::Focus) {
                    requests.extend(button.on_focus);
                }
            });
        }
        requests
    }

    fn describe_board(&self, name: &str, active: Id) {
        self.ui.ctx().accesskit_node_builder(self.board, |node| {
            node.set_role(Role::Grid);
            node.set_label(name);
            node.set_active_descendant(active.accesskit_id());
        });
    }
}

struct Button {
    salt: usize,
    rect: egui::Rect,
    label: String,
    on_click: Request,
    on_focus: Option<Request>,
}

fn square_label(
    view: &BoardView<'_>,
    pieces: &Placement,
    state: &BoardState,
    [targets, reach]: [&Targets; 2],
    square: Square,
) -> String {
    let content = match pieces.get(square) {
        Some(piece) => SquareContent::Piece(piece),
        None if !view.sees(square) => SquareContent::Hidden,
        None => SquareContent::Empty,
    };
    let is_taken = targets.captures.contains(square) && pieces.get(square).is_some();
    let pointers = || view.remote.iter();
    let holds = |pointer: &RemotePointer| {
        pointer.selected == Some(square) || pointer.drag.is_some_and(|(from, _)| from == square)
    };
    let remarks = [
        (state.selected == Some(square), SquareRemark::Selected),
        (state.inspected == Some(square), SquareRemark::Inspected),
        (pointers().any(|pointer| pointer.hover == Some(square)), SquareRemark::PointedAt),
        (pointers().any(holds), SquareRemark::InHand),
        (view.marks.check.contains(square), SquareRemark::InCheck),
        (view.marks.mated == Some(square), SquareRemark::Mated),
        (is_taken, SquareRemark::CanBeTaken),
        (targets.contains(square) && !is_taken, SquareRemark::CanMoveHere),
        (reach.contains(square), SquareRemark::CouldGoHere),
    ];
    let remarks: Vec<SquareRemark> =
        remarks.iter().filter(|(holds, _)| *holds).map(|(_, remark)| *remark).collect();
    view.labels.square(square, content, &remarks)
}
