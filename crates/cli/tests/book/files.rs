//! Files that the pages show: each is read by the code that reads the users' own.

use std::fs;
use std::path::{Path, PathBuf};

use app::theme::{self, Theme};
use notation::config::Config;
use notation::diagnostics::Diagnostics;
use notation::{archive, fen, ruleset};
use protocol::{ToClient, ToServer};
use rules::{Colour, Position, perft as count};
use test_kit::book::{Block, root};

use crate::Verdict;

/// Two kings and a queen, for configs that name a layout of the reader's own.
const SOME_LAYOUT: &[u8] = b"....K\n\n\n...q\n....k";

/// An example must not even give a warning.
fn silent<T>(read: Result<(T, Diagnostics), Diagnostics>) -> Result<T, String> {
    match read {
        Ok((value, warnings)) if warnings.is_empty() => Ok(value),
        Ok((_, faults)) | Err(faults) => Err(faults.to_string()),
    }
}

/// A whole rule set.
pub fn rules(text: &str) -> Verdict {
    silent(ruleset::parse(text, "my-game", &ruleset::no_files)).map(drop)
}

pub fn theme(text: &str) -> Verdict {
    silent(theme::parse(text, "mine", &shipped_theme)).map(drop)
}

fn shipped_theme(id: &str) -> Option<Theme> {
    let (_, text) = theme::SHIPPED.iter().find(|(known, _)| *known == id)?;
    theme::parse(text, id, &shipped_theme).ok().map(|(theme, _)| theme)
}

/// A config, with the files that it names as far as the page shows them.
pub fn config(text: &str, folder: &Path) -> Verdict {
    let read = |path: &Path| match path.ends_with("config.json") {
        true => Ok(text.as_bytes().to_vec()),
        false => fs::read(path).or_else(|_| Ok(SOME_LAYOUT.to_vec())),
    };
    silent(Config::load(&folder.join("config.json"), &read)).map(drop)
}

/// A saved game, just as the program would write it.
pub fn archive(text: &str) -> Verdict {
    let game = silent(archive::parse(text))?;
    match archive::format(&game) == text {
        true => Ok(()),
        false => Err(format!("the program writes it as\n{}", archive::format(&game))),
    }
}

/// Messages between client and server, one a line.
pub fn messages(text: &str) -> Verdict {
    for line in text.lines() {
        let (_, to_server) = protocol::read_with_id::<ToServer>(line);
        let (_, to_client) = protocol::read_with_id::<ToClient>(line);
        if let (Err(one), Err(other)) = (to_server, to_client) {
            return Err(format!("{line}\nis no message: {one}; {other}"));
        }
    }
    Ok(())
}

/// The start position of ordinary chess, for a player of either colour.
pub fn layout(text: &str) -> Verdict {
    let rules = ruleset::shipped("standard").expect("it ships");
    for player in Colour::BOTH {
        let read = notation::layout::parse(&rules, text, player);
        let (position, _) = read.map_err(|faults| faults.to_string())?;
        if position != Position::start(&rules) {
            return Err("it is not the start of ordinary chess".to_owned());
        }
    }
    Ok(())
}

/// Perft numbers of the rule set that `rules=FILE` names.
pub fn perft(block: &Block<'_>, folder: &Path) -> Verdict {
    let name = block.words.iter().find_map(|word| word.strip_prefix("rules="));
    let name = name.ok_or("of which rules? Say `rules=FILE`")?;
    let text = fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
    let rules = silent(ruleset::parse(&text, "my-game", &ruleset::no_files))?;
    for line in block.text.lines().filter(|line| !line.starts_with('#')) {
        let (start, counts) = line.split_once(';').ok_or("a line is `FEN ; COUNT COUNT ...`")?;
        let (mut position, _) = fen::parse(&rules, start).map_err(|error| error.to_string())?;
        for (shown, depth) in counts.split_whitespace().zip(1..) {
            let nodes = count(&mut position, depth).to_string();
            if nodes != shown {
                return Err(format!("depth {depth} has {nodes} nodes, not {shown}"));
            }
        }
    }
    Ok(())
}

/// A part of a program that other tests run: the client in Python, or the doc test in Rust.
pub fn excerpt(block: &Block<'_>) -> Verdict {
    let path = match block.language {
        "python" => "docs/examples/referee_client.py",
        _ => "crates/rules/src/referee.rs",
    };
    let program = fs::read_to_string(root().join(path)).map_err(|error| error.to_string())?;
    match plain(&program).contains(&plain(&block.text)) {
        true => Ok(()),
        false => Err(format!("it is not in {path}")),
    }
}

/// Is it in the README of a library whose documentation includes it, so that a doc test runs it?
pub fn doc_test(text: &str) -> Verdict {
    let crates = fs::read_dir(root().join("crates")).map_err(|error| error.to_string())?;
    let has = |path: &Path, text: &str| fs::read_to_string(path).is_ok_and(|t| t.contains(text));
    let is_run = crates.flatten().map(|entry| entry.path()).any(|folder| {
        has(&folder.join("README.md"), text)
            && has(&folder.join("src/lib.rs"), r#"include_str!("../README.md")"#)
    });
    match is_run {
        true => Ok(()),
        false => {
            Err("no library's documentation includes it, so that no doc test runs it".to_owned())
        }
    }
}

/// A text without what stands before its lines: blanks, and the marks of a doc comment.
fn plain(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim().trim_start_matches("//!").trim_start());
    lines.collect::<Vec<_>>().join("\n")
}

/// A map of folders and files: two blanks for each folder that something is in.
pub fn tree(text: &str) -> Verdict {
    let mut folders: Vec<&str> = Vec::new();
    for line in text.lines() {
        let depth = (line.len() - line.trim_start().len()) / 2;
        let Some(name) = line.split_whitespace().next().filter(|_| depth <= folders.len()) else {
            continue;
        };
        folders.truncate(depth);
        folders.push(name);
        let path: PathBuf = folders.iter().collect();
        // What is built is not there at first.
        if !root().join(&path).exists() && folders[0] != "dist/" {
            return Err(format!("there is no {}", path.display()));
        }
    }
    Ok(())
}
