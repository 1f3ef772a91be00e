//! The window where there is no display.

use crate::program::{argument, file, program};

/// What the program says where no window can be opened.
fn says_without_display(arguments: &[&str]) -> String {
    let mut command = program();
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(name);
    }
    let output = command.args(arguments).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_the_program_says_what_to_do() {
    for arguments in [&[][..], &["play"], &["play", "--config", "none.json"]] {
        let message = says_without_display(arguments);
        assert!(message.starts_with("error: the window cannot be opened"), "{message}");
        assert!(message.contains("  xxlchess serve\n"), "{message}");
        assert!(message.ends_with("  xxlchess --help\n"), "{message}");
        assert!(!message.contains(".rs:"), "{message}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_the_faults_of_a_file_are_told_too() {
    let config = file("no-display/config.json", "{\n  \"player_colour\": \"red\"\n}");
    let message = says_without_display(&["play", "--config", argument(&config)]);
    let expected = "config.json: line 2, column 20: `player_colour` is \"red\"; expected ";
    assert!(message.contains(expected), "{message}");
    let message = says_without_display(&["play", "no-such-game.pgn"]);
    assert!(message.contains("\ncannot read no-such-game.pgn: "), "{message}");
    let sound = file("no-display/sound.json", "{}");
    let message = says_without_display(&["play", argument(&sound)]);
    assert!(!message.contains("sound.json"), "{message}");
}
