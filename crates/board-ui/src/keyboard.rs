//! The board by keyboard: one tab stop, a focus that the arrows move, Enter and Space to act.

use egui::{Context, EventFilter, Id, InputState, Key, Modifiers};
use rules::{Colour, Square};

use crate::geometry::BoardGeometry;
use crate::state::BoardState;
use crate::view::{BoardView, Targets};

/// A key that the board understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardKey {
    /// An arrow: columns to the right and rows down; with Shift to the next square of interest.
    Step { columns: i32, rows: i32, far: bool },
    /// Enter or Space.
    Act,
    /// Escape or Backspace, while a choice is open.
    Cancel,
    /// A letter, while a choice is open.
    Letter(char),
}

/// Keeps the arrows, but not Tab, for the board while it has the focus.
pub(crate) fn keep_arrows(ctx: &Context, board: Id) {
    let filter =
        EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };
    ctx.memory_mut(|memory| memory.set_focus_lock_filter(board, filter));
}

/// Takes the keys that the board understands out of the input, in order.
pub(crate) fn take_keys(ctx: &Context, choosing: bool) -> Vec<BoardKey> {
    ctx.input_mut(|input| take(input, choosing))
}

fn take(input: &mut InputState, choosing: bool) -> Vec<BoardKey> {
    let mut keys = Vec::new();
    input.events.retain(|event| {
        let egui::Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
        let understood = understand(*key, *modifiers, choosing);
        keys.extend(understood);
        understood.is_none()
    });
    keys
}

fn understand(key: Key, modifiers: Modifiers, choosing: bool) -> Option<BoardKey> {
    let far = modifiers.shift_only();
    if modifiers.any() && !far {
        return None;
    }
    let step = |columns, rows| Some(BoardKey::Step { columns, rows, far });
    match key {
        Key::ArrowLeft => step(-1, 0),
        Key::ArrowRight => step(1, 0),
        Key::ArrowUp => step(0, -1),
        Key::ArrowDown => step(0, 1),
        Key::Enter | Key::Space if !far => Some(BoardKey::Act),
        Key::Escape | Key::Backspace if choosing => Some(BoardKey::Cancel),
        _ if choosing => match key.name().as_bytes() {
            [letter] => Some(BoardKey::Letter(char::from(letter.to_ascii_lowercase()))),
            _ => None,
        },
        _ => None,
    }
}

/// The square where the focus is, or where it begins.
pub(crate) fn focus_square(view: &BoardView<'_>, state: &BoardState) -> Square {
    let on_board = |square: &Square| view.size.contains(*square);
    let remembered = state.focus.square.or(state.selected).filter(on_board);
    let middle = view.size.files() / 2;
    remembered.unwrap_or(match view.bottom {
        Colour::White => Square::new(middle, 0),
        Colour::Black => Square::new(middle, view.size.ranks() - 1),
    })
}

/// Where the focus goes from a square.
pub(crate) fn step(
    view: &BoardView<'_>,
    state: &BoardState,
    geometry: &BoardGeometry,
    from: Square,
    (columns, rows): (i32, i32),
    far: bool,
) -> Square {
    let next = geometry.neighbour(from, columns, rows).unwrap_or(from);
    if !far {
        return next;
    }
    let targets = state.selected.map(|square| (view.targets)(square));
    let interesting = |square: &Square| {
        let can_go = || view.movable.contains(*square) && (view.targets)(*square) != Targets::EMPTY;
        targets.is_some_and(|t| t.contains(*square)) || can_go()
    };
    let (column, row) = geometry.column_and_row(from);
    // Squares straight ahead come before those to the side, near ones before far ones.
    let cost = |square: &Square| {
        let (c, r) = geometry.column_and_row(*square);
        let (right, down) = (i32::from(c) - i32::from(column), i32::from(r) - i32::from(row));
        let ahead = right * columns + down * rows;
        let aside = (right * rows).abs() + (down * columns).abs();
        (ahead > 0).then_some(ahead + 3 * aside)
    };
    let found = view.size.squares().filter(interesting).filter_map(|s| Some((cost(&s)?, s))).min();
    found.map_or(next, |(_, square)| square)
}
