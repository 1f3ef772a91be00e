//! The keys that mean something anywhere on the screen of a game.

use egui::{Key, Modifiers, Ui};

use super::command::Command;
use super::session::{PuzzleState, Session};

/// What the keys that were pressed ask for. The board has taken those that it needs.
///
/// A key that a button with the keyboard's focus would take is left to it.
pub fn commands(ui: &Ui, session: &Session) -> Vec<Command> {
    let has_focus = ui.memory(|memory| memory.focused().is_some());
    let mut commands = Vec::new();
    ui.input_mut(|input| {
        for (modifiers, key, command) in ALWAYS {
            if input.consume_key(modifiers, key) {
                commands.push(command);
            }
        }
        if !has_focus {
            for (key, command) in UNFOCUSED {
                if input.consume_key(Modifiers::NONE, key) {
                    let stops = key == Key::Space && session.user().is_none();
                    commands.push(if stops { Command::Hold } else { command });
                }
            }
        }
    });
    commands
}

/// What Enter asks for where there is one thing to do before anything else. It comes before the
/// board, which would take the key.
pub fn next_thing(ui: &Ui, session: &Session) -> Option<Command> {
    let command = match session.puzzles().map(|run| run.state()) {
        Some(PuzzleState::Solved) => Command::NextPuzzle,
        Some(PuzzleState::Wrong) => Command::TryAgain,
        Some(PuzzleState::Solving | PuzzleState::Judging) => return None,
        None if session.game().hand_over().is_some() => Command::ConfirmHandOver,
        None => return None,
    };
    let pressed = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    pressed.then_some(command)
}

/// Longer combinations come first: a shorter one would take their keys.
const ALWAYS: [(Modifiers, Key, Command); 28] = [
    (Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z, Command::Redo),
    (Modifiers::COMMAND, Key::Z, Command::Undo),
    (Modifiers::COMMAND, Key::Y, Command::Redo),
    (Modifiers::COMMAND, Key::S, Command::Save),
    (Modifiers::COMMAND, Key::O, Command::Load),
    (Modifiers::ALT, Key::ArrowLeft, Command::Back),
    (Modifiers::ALT, Key::ArrowRight, Command::Forward),
    (Modifiers::NONE, Key::Home, Command::First),
    (Modifiers::NONE, Key::End, Command::Live),
    (Modifiers::NONE, Key::Escape, Command::Resign),
    (Modifiers::NONE, Key::R, Command::Restart),
    (Modifiers::NONE, Key::S, Command::Save),
    (Modifiers::NONE, Key::F, Command::Flip),
    (Modifiers::NONE, Key::T, Command::TurnBoard),
    (Modifiers::NONE, Key::H, Command::Hint),
    (Modifiers::NONE, Key::D, Command::Draw),
    (Modifiers::NONE, Key::E, Command::Evaluation),
    (Modifiers::NONE, Key::A, Command::Analyse),
    (Modifiers::NONE, Key::P, Command::Replay),
    (Modifiers::NONE, Key::Plus, Command::ReplaySpeed(1)),
    (Modifiers::NONE, Key::Equals, Command::ReplaySpeed(1)),
    (Modifiers::NONE, Key::Minus, Command::ReplaySpeed(-1)),
    (Modifiers::NONE, Key::Backspace, Command::CancelPremoves),
    (Modifiers::NONE, Key::M, Command::Menu),
    (Modifiers::NONE, Key::F1, Command::Help),
    (Modifiers::NONE, Key::Questionmark, Command::Help),
    (Modifiers::SHIFT, Key::Slash, Command::Help),
    (Modifiers::NONE, Key::Comma, Command::Settings),
];

/// These belong to the board or to a button that has the keyboard's focus.
const UNFOCUSED: [(Key, Command); 3] = [
    (Key::ArrowLeft, Command::Back),
    (Key::ArrowRight, Command::Forward),
    (Key::Space, Command::Replay),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// A key as the documentation writes it.
    fn written(modifiers: Modifiers, key: Key) -> String {
        let key = match key {
            Key::ArrowLeft => "Left",
            Key::ArrowRight => "Right",
            Key::Escape => "Esc",
            // The key that the question mark is on.
            Key::Slash => return "?".to_owned(),
            other => other.symbol_or_name(),
        };
        let held = [
            (modifiers.command, "Ctrl+"),
            (modifiers.alt, "Alt+"),
            (modifiers.shift && key.len() == 1, "Shift+"),
        ];
        let held: String = held.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
        held + &key.replace('−', "-")
    }

    #[test]
    fn the_documentation_tells_of_every_key() {
        let page = test_kit::book::page("docs/playing.md").text;
        let everywhere = ALWAYS.iter().map(|(modifiers, key, _)| written(*modifiers, *key));
        for key in everywhere.chain([written(Modifiers::NONE, Key::Space)]) {
            assert!(page.contains(&format!("`{key}`")), "`{key}` is missing in docs/playing.md");
        }
    }
}
