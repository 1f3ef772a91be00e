//! `xxlchess man`: the manual pages, made of the same definitions as the help.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;

use crate::definition;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Write the page of each command into this folder, instead of the main page to the terminal.
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess man | man -l -                 read the main page
  xxlchess man ~/.local/share/man/man6    install all pages for yourself";

/// The chapter of the manual that games are in.
const CHAPTER: &str = "6";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let definition = definition();
    let Some(folder) = &options.folder else {
        return Ok(write(&definition, output)?);
    };
    let fails = || format!("cannot write to {}", folder.display());
    fs::create_dir_all(folder).with_context(fails)?;
    for (name, page) in pages(definition)? {
        fs::write(folder.join(&name), page).with_context(fails)?;
        writeln!(output, "{name}")?;
    }
    Ok(())
}

/// The page of the program and one for each command, by the names of their files.
fn pages(mut definition: Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    // This tells each command its full name, and gives it what all have.
    definition.build();
    let commands = definition.get_subcommands().filter(|command| command.get_name() != "help");
    let page = |command: &Command| {
        let mut page = Vec::new();
        write(command, &mut page)?;
        Ok((format!("{}.{CHAPTER}", page_name(command)), page))
    };
    std::iter::once(&definition).chain(commands).map(page).collect()
}

fn page_name(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

/// Writes one page.
fn write(command: &Command, output: &mut dyn Write) -> io::Result<()> {
    // The help page's own layout and its list of examples are not what a manual page looks like.
    let examples = command.get_after_long_help().or(command.get_after_help());
    let examples = examples.map(ToString::to_string).unwrap_or_default();
    let title = page_name(command).to_uppercase();
    let man = Man::new(command.clone()).title(title).section(CHAPTER);
    let man = man.manual("Games").source(crate::NAME);
    man.render_title(output)?;
    man.render_name_section(output)?;
    man.render_synopsis_section(output)?;
    man.render_description_section(output)?;
    if command.get_arguments().any(|argument| !argument.is_hide_set()) {
        man.render_options_section(output)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(output)?;
    }
    write_notes(&examples, output)
}

/// Writes what stands below the options in the help, line by line as it is there.
fn write_notes(text: &str, output: &mut dyn Write) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let (before, examples) = text.split_once("Examples:\n").unwrap_or((text, ""));
    for (title, part) in [("NOTES", before.trim()), ("EXAMPLES", examples.trim_end())] {
        if part.is_empty() {
            continue;
        }
        writeln!(output, ".SH {title}\n.nf")?;
        for line in part.lines() {
            writeln!(output, "{}", escaped(line))?;
        }
        writeln!(output, ".fi")?;
    }
    Ok(())
}

/// A line of text that says the same to the typesetter.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-");
    match text.starts_with(['.', '\'']) {
        true => format!("\\&{text}"),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_option_has_its_place_in_the_manual() {
        let mut definition = definition();
        definition.build();
        let pages = pages(definition.clone()).expect("memory");
        let page = |name: &str| {
            let found = pages.iter().find(|page| page.0 == format!("{name}.6"));
            let text = String::from_utf8(found.expect(name).1.clone()).expect("UTF-8");
            text.replace("\\-", "-")
        };
        let main = page("xxlchess");
        for command in definition.get_subcommands().filter(|c| c.get_name() != "help") {
            let name = format!("xxlchess-{}", command.get_name());
            assert!(main.contains(&format!("{name}(6)")), "{name} in {main}");
            let own = page(&name);
            assert!(own.contains(".SH EXAMPLES"), "{name}");
            for argument in command.get_arguments() {
                let long = argument.get_long().map(|long| format!("--{long}"));
                let shown = long.unwrap_or_else(|| {
                    argument
                        .get_value_names()
                        .map_or_else(String::new, |names| names[0].to_string())
                });
                assert!(own.contains(&shown), "{shown} in {own}");
            }
        }
        assert_eq!(pages.len(), definition.get_subcommands().count());
    }

    #[test]
    fn lines_cannot_command_the_typesetter() {
        assert_eq!(escaped(".SH x"), "\\&.SH x");
        assert_eq!(escaped("a\\b --c"), "a\\eb \\-\\-c");
    }
}
