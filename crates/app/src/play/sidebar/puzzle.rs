//! The puzzle that is being solved: its goal, how far it has come, and the way to the next.

use egui::{Align, Layout, Ui, Vec2};
use record::PuzzleGoal;

use super::Sidebar;
use crate::play::command::Command;
use crate::play::session::{PuzzleRun, PuzzleState};
use crate::style::widgets::{Button, IconButton, paragraph};
use crate::style::{Icon, of, space, text};

/// Shows the puzzle, if there is one.
pub fn show(ui: &mut Ui, side: &Sidebar<'_>, narrow: bool) -> Option<Command> {
    let run = side.session.puzzles()?;
    let texts = &side.texts.play;
    let mut command = None;
    let head = |ui: &mut Ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(text::heading(texts.puzzle(run.number() + 1, run.count())));
            ui.label(text::muted(ui, texts.puzzles_solved(run.solved())));
        });
    };
    if narrow {
        head(ui);
        ui.horizontal(|ui| command = browse(ui, side));
    } else {
        ui.horizontal(|ui| {
            head(ui);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| command = browse(ui, side));
        });
    }
    ui.add_space(space::XS);
    if let Some(name) = side.texts.puzzle_name(run.current()) {
        paragraph(ui, text::strong(name));
    }
    paragraph(ui, text::strong(goal_text(side, run)));
    let words = side.texts.puzzle_text(run.current());
    if !words.is_empty() {
        paragraph(ui, text::body(words));
    }
    command = command.or(state(ui, side, run, narrow));
    ui.add_space(space::S);
    command
}

/// Two buttons that lead to the other puzzles of the row.
fn browse(ui: &mut Ui, side: &Sidebar<'_>) -> Option<Command> {
    let texts = &side.texts.play;
    ui.spacing_mut().item_spacing.x = space::XS;
    let mut buttons = [
        (Icon::ChevronLeft, texts.previous_puzzle, false),
        (Icon::ChevronRight, texts.following_puzzle, true),
    ];
    if ui.layout().prefer_right_to_left() {
        buttons.reverse();
    }
    let mut command = None;
    for (icon, name, forward) in buttons {
        if ui.add(IconButton::new(icon, name).size(30.0)).clicked() {
            command = Some(Command::BrowsePuzzles(forward));
        }
    }
    command
}

fn state(ui: &mut Ui, side: &Sidebar<'_>, run: &PuzzleRun, narrow: bool) -> Option<Command> {
    let texts = &side.texts.play;
    let colours = of(ui).colours;
    let left = side.session.moves_left();
    let mut command = None;
    match run.state() {
        PuzzleState::Solving => {
            if let Some(left) = left.filter(|left| *left > 0) {
                ui.label(text::muted(ui, texts.moves_left(left)));
            }
        }
        PuzzleState::Judging => {
            ui.label(text::muted(ui, texts.puzzle_judging));
        }
        PuzzleState::Wrong => {
            ui.label(text::heading(texts.puzzle_wrong).color(colours.danger));
            let button = leading(texts.try_again, Icon::Undo, narrow);
            command =
                ui.add(button.width(ui.available_width())).clicked().then_some(Command::TryAgain);
        }
        PuzzleState::Solved => {
            let is_last = run.solved() == run.count();
            let words = if is_last { texts.puzzles_all_solved } else { texts.puzzle_solved };
            ui.label(text::heading(words).color(colours.accent));
            if run.count() > 1 {
                let button = leading(texts.next_puzzle, Icon::ChevronRight, narrow);
                let button = button.width(ui.available_width());
                command = ui.add(button).clicked().then_some(Command::NextPuzzle);
            }
        }
    }
    ui.spacing_mut().item_spacing = Vec2::splat(space::S);
    command
}

/// The button that leads on; in a narrow column there is room for its words alone.
fn leading(words: &str, icon: Icon, narrow: bool) -> Button<'_> {
    let button = Button::primary(words);
    if narrow { button.small() } else { button.icon(icon) }
}

/// What is to be reached, in words.
fn goal_text(side: &Sidebar<'_>, run: &PuzzleRun) -> String {
    let texts = &side.texts.play;
    let puzzle = run.current();
    let who = side.texts.side(puzzle.side);
    match puzzle.goal {
        PuzzleGoal::MateIn(moves) => texts.goal_mate(moves, who),
        PuzzleGoal::Win => texts.goal_win(who),
        PuzzleGoal::Draw => texts.goal_draw(who),
        PuzzleGoal::Capture(square) => texts.goal_capture(who, &square),
    }
}
