//! What the program says about itself by `--help`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::console::program;

/// What `xxlchess NAME --help` prints; without a name, the help of the whole program.
fn help(name: Option<&str>) -> String {
    let mut command = program(Path::new("."));
    let output = command.args(name).arg("--help").output().expect("the program starts");
    assert!(output.status.success(), "{name:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The names of all commands: what stands in the lists above the options, two blanks in.
pub fn commands() -> Vec<String> {
    let help = help(None);
    let (listed, _) = help.split_once("\nOptions:\n").expect("lists of commands");
    let rows = listed.lines().filter_map(|line| line.strip_prefix("  "));
    let names = rows.filter(|row| row.starts_with(char::is_lowercase));
    let names = names.filter_map(|row| row.split_whitespace().next());
    let names: Vec<_> = names.filter(|name| *name != "help").map(str::to_owned).collect();
    assert!(names.len() > 10, "{help}");
    names
}

/// The options of a command with their dashes, except those that every command has.
pub fn options(name: &str) -> BTreeSet<String> {
    let help = help(Some(name));
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let names = lines.flat_map(|line| line.split("  ").next().unwrap_or_default().split(' '));
    let long = names.filter(|word| word.starts_with("--")).map(|word| word.trim_end_matches(','));
    long.filter(|option| !["--help", "--version"].contains(option)).map(str::to_owned).collect()
}
