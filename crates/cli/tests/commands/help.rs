//! What the program tells of itself: help, completions, manual pages, and mistyped commands.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::program::{argument, file, lines, prints, refuses};

#[test]
fn the_help_lists_commands_in_groups_and_shows_examples() {
    let help = prints(&["--help"]);
    for part in ["\nPlay:\n  play ", "\nPositions:\n  board ", "\nOptions:\n", "\nExamples:\n"] {
        assert!(help.contains(part), "{part:?} in {help}");
    }
    assert_eq!(prints(&["help", "perft"]), prints(&["perft", "--help"]));
}

#[test]
fn what_is_mistyped_is_guessed() {
    assert!(refuses(&["mvoes"]).contains("'moves'"));
    assert!(refuses(&["moves", "--ruels", "xxl"]).contains("'--rules'"));
    assert!(refuses(&["moves", "--rules", "standart"]).contains("`standard`"));
}

#[test]
fn a_fen_of_another_board_names_the_rules_it_was_read_by() {
    let message = refuses(&["moves", "--fen", crate::program::START]);
    assert!(message.contains("by the rules `xxl`: the board has 8 ranks"), "{message}");
}

#[test]
fn a_file_in_place_of_a_command_can_be_opened() {
    let game = file("help/game.pgn", "1. e4 *\n");
    let message = refuses(&[argument(&game)]);
    assert!(message.contains(&format!("`xxlchess play {}` opens it", game.display())), "{message}");
}

/// What bash offers after these words.
#[cfg(unix)]
fn offered(words: &str) -> Option<Vec<String>> {
    let script = prints(&["completions", "bash"]);
    let asking = format!(
        "{script}\nCOMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
         _xxlchess xxlchess \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
    );
    let mut bash =
        Command::new("bash").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    bash.stdin.take()?.write_all(asking.as_bytes()).ok()?;
    let output = bash.wait_with_output().ok()?;
    assert!(output.status.success(), "{script}");
    Some(String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect())
}

/// Where there is no bash, there is nothing to complete.
#[cfg(unix)]
#[test]
fn bash_completes_commands_and_options() {
    let Some(commands) = offered("xxlchess ma") else { return };
    assert_eq!(commands, ["match", "man"]);
    let options = offered("xxlchess perft --di").expect("bash was there a moment ago");
    assert_eq!(options, ["--divide"]);
}

#[test]
fn every_shell_is_told_of_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = prints(&["completions", shell]);
        for command in ["analyse", "serve", "completions"] {
            assert!(script.contains(command), "{command} for {shell}");
        }
    }
    assert!(refuses(&["completions", "cmd"]).contains("possible values: bash"));
}

#[test]
fn manual_pages_are_written_into_a_folder() {
    let folder = file("help/man/old.txt", "").with_file_name("");
    let names = lines(&["man", argument(&folder)]);
    assert!(names.iter().any(|name| name == "xxlchess.6"), "{names:?}");
    for name in &names {
        let page = std::fs::read_to_string(folder.join(name)).expect(name);
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{name}");
    }
    assert!(prints(&["man"]).contains(".SH SUBCOMMANDS"));
    assert!(refuses(&["man", "/dev/null/man"]).contains("cannot write to /dev/null/man"));
}
