//! The chapter about the command line tells of every command and option, and no page of others.

use test_kit::book::{page, pages};

use crate::{help, shell};

#[test]
fn the_chapter_names_every_command_and_option() {
    let chapter = page("docs/commands.md");
    let mut missing = Vec::new();
    for command in help::commands() {
        let heading = format!("\n### {command}\n");
        let Some((_, section)) = chapter.text.split_once(&heading) else {
            missing.push(format!("the section `### {command}`"));
            continue;
        };
        let section = section.split("\n### ").next().unwrap_or_default();
        let section = section.split("\n## ").next().unwrap_or_default();
        for option in help::options(&command) {
            let is_there = section.split(|c: char| c != '-' && !c.is_alphanumeric());
            if !is_there.into_iter().any(|word| word == option) {
                missing.push(format!("`{option}` of `{command}`"));
            }
        }
    }
    assert!(missing.is_empty(), "missing in docs/commands.md: {}", missing.join(", "));
}

#[test]
fn commands_between_words_are_there() {
    let mut faults = Vec::new();
    for page in pages() {
        for (line, text) in (1..).zip(page.text.lines()) {
            for code in text.split('`').skip(1).step_by(2) {
                let verdict = match code.split_whitespace().collect::<Vec<_>>()[..] {
                    ["xxlchess", name, ..] if name.starts_with(char::is_lowercase) => named(code),
                    ["cargo", "xtask", name, ..] if !name.starts_with(['<', '-']) => {
                        shell::is_chore(name)
                    }
                    _ => Ok(()),
                };
                if let Err(fault) = verdict {
                    faults.push(format!("{}, line {line}: `{code}`: {fault}", page.path.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Are the command and its options among those of the program?
fn named(code: &str) -> Result<(), String> {
    let mut words = code.split_whitespace().skip(1);
    let name = words.next().unwrap_or_default();
    if !help::commands().iter().any(|command| command == name) {
        return Err(format!("there is no command `{name}`"));
    }
    let options = help::options(name);
    for word in words.filter(|word| word.starts_with("--") && word.len() > 2) {
        let word = word.split('=').next().unwrap_or(word);
        if word != "--help" && !options.contains(word) {
            return Err(format!("`{name}` has no option `{word}`"));
        }
    }
    Ok(())
}
