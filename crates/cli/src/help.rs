//! The help page: commands in groups, with examples.

use clap::Command;

/// A heading of the help page, and the commands below it.
struct Group {
    title: &'static str,
    commands: &'static [&'static str],
}

const GROUPS: &[Group] = &[
    Group { title: "Play", commands: &["play", "serve", "worker", "admin", "backup"] },
    Group { title: "Positions", commands: &["board", "moves", "inspect", "hint", "perft"] },
    Group { title: "Files", commands: &["validate", "convert", "analyse"] },
    Group { title: "Other programs", commands: &["uci", "referee", "match"] },
    Group {
        title: "The engine",
        commands: &["bench", "solve", "puzzles", "tune", "self-play", "learn", "lab"],
    },
    Group { title: "Setting up", commands: &["completions", "man"] },
];

/// What stands before and after the list of commands; see `clap::Command::help_template`.
const HEAD: &str = "{about-with-newline}\n{usage-heading} {usage}\n";
const TAIL: &str = "\nOptions:\n{options}{after-help}";

const EXAMPLES: &str = "\
Examples:
  xxlchess                          the window, with the start menu
  xxlchess play game.pgn            the window, with the game of a file
  xxlchess serve                    play in a browser, alone or with others
  xxlchess board --rules standard   a board in the terminal
  xxlchess match careful random     two levels of the computer player

`xxlchess COMMAND --help` tells more about a command and shows how it is used.";

/// The same command with a help page that lists its commands in groups.
pub fn grouped(command: Command) -> Command {
    let template = format!("{HEAD}{}{TAIL}", list(&command));
    command.help_template(template).after_help(EXAMPLES)
}

fn list(command: &Command) -> String {
    let row = |name: &&str| {
        let about = command.find_subcommand(name).and_then(Command::get_about);
        format!("  {name:<12} {}\n", about.map(ToString::to_string).unwrap_or_default())
    };
    let group = |Group { title, commands }: &Group| {
        format!("\n{title}:\n{}", commands.iter().map(row).collect::<String>())
    };
    GROUPS.iter().map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition;

    /// The help page for `--help`.
    fn page(command: &Command) -> String {
        command.clone().render_long_help().to_string()
    }

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<_> = GROUPS.iter().flat_map(|group| group.commands.to_vec()).collect();
        let definition = definition();
        let mut known: Vec<_> = definition.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        known.sort_unstable();
        assert_eq!(grouped, known);
    }

    #[test]
    fn the_list_fits_into_a_terminal() {
        let page = page(&definition());
        let longest = page.lines().max_by_key(|line| line.chars().count()).expect("a page");
        assert!(longest.chars().count() <= 80, "{longest}");
    }

    #[test]
    fn every_command_shows_examples_that_it_accepts() {
        let definition = definition();
        for command in definition.get_subcommands() {
            let page = page(command);
            let examples = page.split_once("\nExamples:\n").map(|(_, examples)| examples);
            let examples = examples.unwrap_or_else(|| panic!("{}", command.get_name()));
            let examples = examples.lines().filter_map(|line| line.strip_prefix("  xxlchess "));
            let mut count = 0;
            for example in examples {
                // What comes after two blanks explains, and what comes after a bar is the shell's.
                let example = example.split("  ").next().and_then(|text| text.split(" | ").next());
                let example = example.and_then(|text| text.split(" > ").next()).expect("a part");
                let words = shlex::split(&format!("xxlchess {example}")).expect("closed quotes");
                let read = definition.clone().try_get_matches_from(words);
                read.unwrap_or_else(|fault| panic!("{example}: {fault}"));
                assert!(example.starts_with(command.get_name()), "{example}");
                count += 1;
            }
            assert!(count > 0, "{}", command.get_name());
        }
    }
}
