//! The buttons of a game, each with its name as a tooltip.

mod online;

use egui::{Popup, Rect, Response, Ui, pos2, vec2};

use super::Sidebar;
use crate::play::command::Command;
use crate::play::session::{Session, Stage};
use crate::style::widgets::{Button, IconButton, MenuEntry};
use crate::style::{Icon, space};

/// A button of a game.
struct Control {
    icon: Icon,
    name: String,
    /// One word that says what it does, where there is room for it.
    word: &'static str,
    /// What it asks for; nothing if it opens the menu of rare commands.
    command: Option<Command>,
    is_enabled: bool,
    is_on: bool,
}

/// The speeds of a replay: the time of each turn in milliseconds.
pub const SPEEDS: [u64; 5] = [4000, 2000, 1000, 500, 250];

/// The height of a button beside panels.
const HEIGHT: f32 = 36.0;

/// The height of a button with a word below its icon.
const WORDED: f32 = 46.0;

/// Buttons have words in panels of this width.
const LEAST_WORDED: f32 = 330.0;

/// The height of a button that a thumb can hit.
pub const THUMB: f32 = 46.0;

/// The height of a button in a grid, and the distance between them.
pub const SMALL: f32 = 32.0;
const SMALL_GAP: f32 = 4.0;

/// The height of a button in a grid where there is hardly any room.
const TINY: f32 = 24.0;

/// The height that a grid leaves to messages and moves, if it can.
const LEFT_TO_OTHERS: f32 = 80.0;

/// How many buttons of a grid fit into a width.
fn columns(width: f32, button: f32) -> usize {
    ((width + SMALL_GAP) / (button + SMALL_GAP)).floor().max(1.0) as usize
}

/// The height of all buttons in a grid of this width.
fn grid_height(side: &Sidebar<'_>, width: f32, button: f32) -> f32 {
    let rows = all(side).len().div_ceil(columns(width, button)) as f32;
    rows * (button + SMALL_GAP) - SMALL_GAP
}

/// The room that is left above a grid at the bottom, the grid, and the height of its buttons.
pub fn above_grid(side: &Sidebar<'_>, room: Rect) -> (Rect, Rect, f32) {
    let height = |button: f32| grid_height(side, room.width(), button);
    let is_roomy = room.height() - height(SMALL) >= LEFT_TO_OTHERS;
    let button = if is_roomy { SMALL } else { TINY };
    let (above, grid) = room.split_top_bottom_at_y(room.bottom() - height(button));
    (above, grid, button)
}

/// All buttons in a grid.
pub fn grid(ui: &mut Ui, rect: Rect, side: &Sidebar<'_>, button: f32) -> Option<Command> {
    let mut command = None;
    let columns = columns(rect.width(), button);
    for (row, line) in all(side).chunks(columns).enumerate() {
        let top = rect.top() + row as f32 * (button + SMALL_GAP);
        let place = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), button));
        // The last line is filled, however few there are.
        command = command.or(row_of(ui, place, side, line, SMALL_GAP));
    }
    command
}

/// The height of a button in a panel of this width.
pub fn button_height(width: f32) -> f32 {
    if width >= LEAST_WORDED { WORDED } else { HEIGHT }
}

/// The height of all buttons in three lines, each of this height.
pub fn panel_height(button: f32) -> f32 {
    3.0 * (button + space::S) - space::S
}

/// All buttons in lines that belong together, over the whole rectangle.
pub fn panel(ui: &mut Ui, rect: Rect, side: &Sidebar<'_>) -> Option<Command> {
    let mut command = None;
    let height = (rect.height() + space::S) / 3.0 - space::S;
    for (row, group) in [looking(side), playing(side), persistence(side)].iter().enumerate() {
        let top = rect.top() + row as f32 * (height + space::S);
        let place = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), height));
        command = command.or(row_of(ui, place, side, group, 6.0));
    }
    command
}

/// Buttons side by side in the whole width.
fn row_of(
    ui: &mut Ui,
    place: Rect,
    side: &Sidebar<'_>,
    controls: &[Control],
    gap: f32,
) -> Option<Command> {
    let mut command = None;
    let columns = controls.len();
    let width = (place.width() - gap * (columns as f32 - 1.0)) / columns as f32;
    for (column, control) in controls.iter().enumerate() {
        let left = place.left() + column as f32 * (width + gap);
        let rect = Rect::from_min_size(pos2(left, place.top()), vec2(width, place.height()));
        let mut button = IconButton::new(control.icon, &control.name)
            .size(place.height())
            .width(width)
            .enabled(control.is_enabled)
            .selected(control.is_on);
        if place.width() >= LEAST_WORDED && place.height() >= WORDED {
            button = button.word(control.word);
        }
        let response = ui.put(rect, button);
        match control.command {
            Some(wanted) if response.clicked() => command = Some(wanted),
            Some(_) => {}
            None => command = command.or(menu(&response, &rare(side))),
        }
    }
    command
}

/// A menu of what can be done now, at the button that opens it.
fn menu(button: &Response, controls: &[Control]) -> Option<Command> {
    let mut command = None;
    Popup::menu(button).width(300.0).show(|ui| {
        ui.set_min_width(288.0);
        ui.spacing_mut().item_spacing.y = 2.0;
        for control in controls.iter().filter(|control| control.is_enabled) {
            if ui.add(MenuEntry::new(&control.name, control.is_on)).clicked() {
                command = control.command;
            }
        }
    });
    command
}

/// All buttons in the order of a grid: one step back and forward stay in one row.
fn all(side: &Sidebar<'_>) -> Vec<Control> {
    let mut looking = looking(side);
    let first = looking.remove(0);
    looking.insert(3, first);
    looking.into_iter().chain(playing(side)).chain(persistence(side)).collect()
}

fn control(icon: Icon, word: &'static str, name: &str, command: Command) -> Control {
    let name = name.to_owned();
    Control { icon, name, word, command: Some(command), is_enabled: true, is_on: false }
}

impl Control {
    fn enabled(self, is_enabled: bool) -> Control {
        Control { is_enabled, ..self }
    }

    fn on(self, is_on: bool) -> Control {
        Control { is_on, ..self }
    }
}

/// Which of the speeds a replay has.
pub fn speed_of(session: &Session) -> usize {
    let interval = session.replay_interval().as_millis();
    let usual = SPEEDS.len() / 2;
    SPEEDS.iter().position(|speed| u128::from(*speed) == interval).unwrap_or(usual)
}

/// Looking back.
fn looking(side: &Sidebar<'_>) -> Vec<Control> {
    let texts = &side.texts.play;
    let session = side.session;
    let (ply, len) = (session.scene().ply, session.game().ply());
    let is_replaying = session.is_replaying(side.now);
    let (icon, name) = match is_replaying {
        true => (Icon::Pause, texts.stop_replay),
        false => (Icon::Play, texts.replay),
    };
    vec![
        control(Icon::First, texts.word_first, texts.first, Command::First).enabled(ply > 0),
        control(Icon::ChevronLeft, texts.word_back, texts.step_back, Command::Back)
            .enabled(ply > 0),
        control(icon, texts.word_replay, name, Command::Replay).enabled(len > 0).on(is_replaying),
        control(Icon::ChevronRight, texts.word_forward, texts.step_forward, Command::Forward)
            .enabled(ply < len),
        control(Icon::Last, texts.word_last, texts.last, Command::Live).enabled(!session.is_live()),
    ]
}

/// What belongs to playing.
fn playing(side: &Sidebar<'_>) -> Vec<Control> {
    if let Some(online) = &side.online {
        return online::playing(side, online);
    }
    let texts = &side.texts.play;
    let session = side.session;
    let undo = if session.is_live() { texts.undo } else { texts.undo_to_here };
    let mut controls = vec![
        control(Icon::Undo, texts.word_undo, undo, Command::Undo).enabled(session.can_undo()),
        control(Icon::Redo, texts.word_redo, texts.redo, Command::Redo).enabled(session.can_redo()),
        control(Icon::Flip, texts.word_flip, texts.flip, Command::Flip),
    ];
    let has_user = session.user().is_some();
    controls.push(if has_user { hint(side) } else { hold(side) });
    controls.extend(cancel_premoves(side));
    if has_user && session.puzzles().is_none() {
        controls.push(draw(side));
        let goes_on = !session.game().is_over();
        controls.push(
            control(Icon::Flag, texts.word_resign, texts.resign, Command::Resign).enabled(goes_on),
        );
    }
    controls
}

/// Stops a game between computers, or lets it go on.
fn hold(side: &Sidebar<'_>) -> Control {
    let (texts, session) = (&side.texts.play, side.session);
    let (icon, name) = match session.is_held() {
        true => (Icon::Play, texts.go_on),
        false => (Icon::Pause, texts.hold),
    };
    let button = control(icon, texts.word_hold, name, Command::Hold);
    button.enabled(!session.game().is_over()).on(session.is_held())
}

fn hint(side: &Sidebar<'_>) -> Control {
    let (texts, session) = (&side.texts.play, side.session);
    let name = match session.hint().map(|hint| hint.stage) {
        None if session.is_hint_asked() => texts.hint_thinking,
        None => texts.hint,
        Some(Stage::Piece) => texts.hint_target,
        Some(Stage::Target) => texts.hint_hide,
    };
    control(Icon::Bulb, texts.word_hint, name, Command::Hint)
        .enabled(session.can_hint() && !session.is_hint_asked())
        .on(session.hint().is_some())
}

fn draw(side: &Sidebar<'_>) -> Control {
    let (texts, session, game) = (&side.texts.play, side.session, side.session.game());
    let is_claim = game.claimable_draw().is_some();
    let name = match (is_claim, session.draw_to_answer()) {
        (true, _) => texts.draw_claim,
        (false, Some(_)) => texts.draw_accept,
        (false, None) => texts.draw_offer,
    };
    let knows_draws = game.rules().spec().draws.agreement || is_claim;
    let button = control(Icon::Scales, texts.word_draw, name, Command::Draw);
    button.enabled(!game.is_over() && knows_draws).on(is_claim)
}

/// Forgets the premoves, if any wait.
fn cancel_premoves(side: &Sidebar<'_>) -> Option<Control> {
    let texts = &side.texts.play;
    let waiting = Some(side.session.premoves().len()).filter(|waiting| *waiting > 0)?;
    let count = texts.premoves_waiting(waiting);
    let name = format!("{} · {count}", texts.cancel_premoves);
    Some(control(Icon::Close, texts.word_premoves, &name, Command::CancelPremoves))
}

/// Keeping and leaving.
fn persistence(side: &Sidebar<'_>) -> Vec<Control> {
    if let Some(online) = &side.online {
        return online::persistence(side, online);
    }
    let texts = &side.texts.play;
    let session = side.session;
    let mut controls = vec![
        control(Icon::Restart, texts.word_restart, texts.restart, Command::Restart)
            .enabled(session.game().ply() > 0 || session.game().is_over()),
        control(Icon::Save, texts.save_short, texts.save, Command::Save),
    ];
    if session.puzzles().is_none() && !session.game().rules().spec().fog {
        let button =
            control(Icon::Eye, texts.word_evaluation, texts.evaluation, Command::Evaluation);
        controls.push(button.on(session.shows_evaluation()));
    }
    controls.push(more(side));
    controls.push(control(Icon::Menu, texts.word_menu, texts.menu, Command::Menu));
    controls
}

/// Opens the menu of rare commands.
fn more(side: &Sidebar<'_>) -> Control {
    let texts = &side.texts.play;
    let button = control(Icon::More, texts.word_more, texts.more, Command::Help);
    Control { command: None, ..button }
}

/// What is seldom asked for by mouse, and has a key.
fn rare(side: &Sidebar<'_>) -> Vec<Control> {
    let (texts, session) = (&side.texts.play, side.session);
    let speeds =
        [texts.speed_quarter, texts.speed_half, texts.speed_one, texts.speed_two, texts.speed_four];
    let speed = texts.replay_speed(speeds[speed_of(session)]);
    let has_moves = session.game().ply() > 0;
    let mut controls = vec![
        control(Icon::Clock, "", &speed, Command::NextReplaySpeed).enabled(has_moves),
        control(Icon::People, "", texts.turn_board, Command::TurnBoard)
            .enabled(session.game().players().share_a_screen() && side.online.is_none())
            .on(session.turns_board()),
        control(Icon::Eye, "", texts.analyse, Command::Analyse).enabled(session.can_be_analysed()),
    ];
    controls.extend(share(side));
    if side.online.is_none() {
        controls.push(control(Icon::FolderOpen, "", texts.load, Command::Load));
    }
    controls.push(control(Icon::Gear, "", texts.settings, Command::Settings));
    controls.push(control(Icon::Info, "", texts.help, Command::Help));
    controls
}

/// Ways to show the game to others.
fn share(side: &Sidebar<'_>) -> Vec<Control> {
    let (texts, session) = (&side.texts.play, side.session);
    let is_open = session.puzzles().is_none() && session.can_be_shared();
    let has_moves = session.game().ply() > 0;
    let copy_link = || control(Icon::Share, "", side.texts.network.copy_link, Command::CopyLink);
    let mut controls = Vec::from_iter(side.online.is_some().then(copy_link));
    controls.extend([
        control(Icon::Copy, "", texts.copy_pgn, Command::CopyPgn).enabled(is_open && has_moves),
        control(Icon::Copy, "", texts.copy_fen, Command::CopyFen).enabled(is_open),
        control(Icon::Image, "", texts.save_picture, Command::SavePicture).enabled(is_open),
    ]);
    controls
}

/// A button that opens the ways to show a game to others.
pub fn share_button(ui: &mut Ui, side: &Sidebar<'_>, button: Button<'_>) -> Option<Command> {
    let response = ui.add(button);
    menu(&response, &share(side))
}
