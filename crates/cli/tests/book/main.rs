//! The documentation is true: every example is run or read, every link leads somewhere, and no
//! command is left out.
//!
//! What a block of code is, its opening fence says: ```` ```json config ````. A block of an unknown kind
//! knows how to check is a fault.

mod architecture;
mod commands;
mod console;
mod files;
mod help;
mod links;
mod session;
mod shell;

use std::path::Path;

use test_kit::book::{Block, pages};

/// What came of looking at one example: nothing, or what is wrong with it.
type Verdict = Result<(), String>;

#[test]
fn every_example_is_run_or_read() {
    let mut faults = Vec::new();
    for page in pages() {
        let folder = console::folder_for(&page);
        for block in page.blocks() {
            if let Err(fault) = check(&block, &folder) {
                faults.push(format!("{}, line {}: {fault}", page.path.display(), block.line));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn check(block: &Block<'_>, folder: &Path) -> Verdict {
    let what = block.words.iter().find(|word| !word.contains('=')).copied();
    match (block.language, what) {
        ("console", None) => console::run(&block.text, folder),
        ("session", None) => session::run(&block.text, folder),
        ("sh", Some(reason)) => shell::check(&block.text, reason),
        ("sh", None) => Err("why is it not run? Make it `console`, or say so".to_owned()),
        ("toml", Some("rules")) => files::rules(&block.text),
        ("toml", Some("fragment")) => files::rules(&format!("inherits = \"xxl\"\n{}", block.text)),
        ("toml", Some("theme")) => files::theme(&block.text),
        ("json", Some("config")) => files::config(&block.text, folder),
        ("json", Some("archive")) => files::archive(&block.text),
        ("json", Some("messages")) => files::messages(&block.text),
        // A console on the same page shows what is wrong with the file.
        ("toml" | "json" | "layout", Some("faulty")) if block.file().is_some() => Ok(()),
        // A console on the same page solves them.
        ("epd", None) if block.file().is_some() => Ok(()),
        // A config on the same page names it.
        ("layout", None) if block.file().is_some() => Ok(()),
        ("layout", None) => files::layout(&block.text),
        ("perft", None) => files::perft(block, folder),
        ("python" | "rust", Some("excerpt")) => files::excerpt(block),
        ("rust", None) => files::doc_test(&block.text),
        // Settings of other programs, and what a command printed once on some machine.
        ("ini" | "nginx", Some("elsewhere")) | ("text", Some("sample")) => Ok(()),
        ("text", Some("tree")) => files::tree(&block.text),
        (language, what) => Err(format!(
            "there is no way to check a block `{language}`{}; CONTRIBUTING.md lists those that \
             there are",
            what.map(|word| format!(" with `{word}`")).unwrap_or_default()
        )),
    }
}

#[test]
fn a_block_that_nobody_can_check_is_a_fault() {
    let block = |language, words: &[&'static str]| {
        let text = "x\n".to_owned();
        check(&Block { line: 1, language, words: words.to_vec(), text }, Path::new("."))
    };
    assert!(block("", &[]).is_err());
    assert!(block("sh", &[]).is_err());
    assert!(block("json", &[]).is_err());
    assert!(block("json", &["faulty"]).is_err());
    assert!(block("text", &["sample"]).is_ok());
}
