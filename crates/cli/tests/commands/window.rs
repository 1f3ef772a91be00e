//! The window where there is no display.

use crate::program::program;

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
