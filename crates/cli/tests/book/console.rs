//! Commands with what they print, as a terminal shows them: each is run, and must print just that.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use test_kit::book::{Page, root};

use crate::Verdict;

/// What the examples may use of the project besides the files that their page shows.
const SHARED: [&str; 5] = ["config.json", "level1.txt", "configs", "rulesets", "docs/examples"];

/// The program, in a folder, with nothing of the user's own around it.
pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xxlchess"));
    command.current_dir(folder).stdin(Stdio::null()).env_remove("NO_COLOR");
    command.env("XDG_CONFIG_HOME", folder).env("XDG_DATA_HOME", folder);
    command
}

/// A fresh folder in which the examples of a page are run, with the files that the page shows.
pub fn folder_for(page: &Page) -> PathBuf {
    let name = page.path.to_string_lossy().replace(['/', '\\'], "-");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder goes away");
    }
    fs::create_dir_all(&folder).expect("a place for files");
    let blocks = page.blocks();
    if blocks.iter().any(|block| ["console", "session", "json"].contains(&block.language)) {
        for shared in SHARED {
            copy(&root().join(shared), &folder.join(shared));
        }
    }
    for block in &blocks {
        if let Some(name) = block.file() {
            fs::write(folder.join(name), &block.text).expect("a place for files");
        }
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    if from.is_file() {
        fs::copy(from, to).expect("a place for files");
        return;
    }
    fs::create_dir_all(to).expect("a place for files");
    for entry in fs::read_dir(from).expect("a readable folder") {
        let name = entry.expect("a readable folder").file_name();
        copy(&from.join(&name), &to.join(&name));
    }
}

/// Runs each line that begins with `$ ` and compares what it prints with the lines below it.
pub fn run(text: &str, folder: &Path) -> Verdict {
    let mut rest = text.strip_prefix("$ ").ok_or("it does not begin with `$ `")?;
    while !rest.is_empty() {
        let (part, next) = rest.split_once("\n$ ").unwrap_or((rest, ""));
        let (command, shown) = part.split_once('\n').unwrap_or((part, ""));
        let printed = printed(command, folder)?;
        let printed: Vec<_> = printed.trim_end().lines().map(str::trim_end).collect();
        let shown: Vec<_> = shown.trim_end().lines().map(str::trim_end).collect();
        if !lines_match(&shown, &printed) {
            let (shown, printed) = (shown.join("\n"), printed.join("\n"));
            return Err(format!("`{command}` is said to print\n{shown}\nbut prints\n{printed}"));
        }
        rest = next;
    }
    Ok(())
}

fn printed(command: &str, folder: &Path) -> Result<String, String> {
    let words = shlex::split(command).ok_or_else(|| format!("`{command}` is no command"))?;
    match words.split_first() {
        Some((name, arguments)) if name == "xxlchess" => {
            let output = program(folder).args(arguments).output().expect("the program starts");
            let all = [output.stdout, output.stderr].concat();
            String::from_utf8(all).map_err(|_| format!("`{command}` prints no text"))
        }
        Some((name, [file])) if name == "cat" => {
            fs::read_to_string(folder.join(file)).map_err(|error| format!("{file}: {error}"))
        }
        _ => Err(format!("`{command}` is neither `xxlchess ...` nor `cat FILE`")),
    }
}

/// Are these the lines that are shown? A line `...` stands for any number of lines.
pub fn lines_match(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|from| lines_match(rest, &printed[from..])),
        Some((line, rest)) => printed.split_first().is_some_and(|(first, printed)| {
            line_matches(line, first) && lines_match(rest, printed)
        }),
    }
}

/// Is this the line that is shown? `...` within it stands for anything.
pub fn line_matches(shown: &str, printed: &str) -> bool {
    match shown.split_once("...") {
        None => shown == printed,
        Some((before, after)) => printed.strip_prefix(before).is_some_and(|rest| {
            let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            ends.into_iter().any(|from| line_matches(after, &rest[from..]))
        }),
    }
}

#[test]
fn dots_stand_for_anything() {
    assert!(lines_match(&["a", "...", "z"], &["a", "b", "c", "z"]));
    assert!(lines_match(&["a", "..."], &["a"]));
    assert!(!lines_match(&["a", "..."], &["b", "a"]));
    assert!(!lines_match(&["a"], &["a", "b"]));
    assert!(line_matches("nodes ... in ... s", "nodes 20 in 0.1 s"));
    assert!(line_matches("für ...", "für é"));
    assert!(!line_matches("nodes ... s", "nodes 20"));
}
