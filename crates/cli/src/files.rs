//! Files that are read and written as a whole, with messages that name them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, anyhow};
use notation::diagnostics::{Diagnostics, text_of};

/// No file that is read as a whole is larger.
const LARGEST: u64 = 256 << 20;

/// The bytes of a file that is not endless.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other(format!("it is larger than {} MiB", LARGEST >> 20)));
    }
    Ok(bytes)
}

/// The same, or an error that names the file.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_bytes(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The text of a file, or an error that names it and the place where it is no text.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    let bytes = read(path)?;
    let text = text_of(&bytes).map_err(|fault| in_file(path, &fault.into()))?;
    Ok(text.to_owned())
}

/// A new file, in place of the one that has this name.
pub fn create(path: &Path) -> anyhow::Result<File> {
    File::create(path).with_context(|| unwritable(path))
}

/// Writes a whole file.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    fs::write(path, content).with_context(|| unwritable(path))
}

/// Makes sure that a file can be written, and leaves what is in it: that it cannot is better known
/// before long work than after it.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    let opened = File::options().create(true).append(true).open(path);
    opened.map(drop).with_context(|| unwritable(path))
}

/// What to say about a file that cannot be written.
pub fn unwritable(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// All faults of a file, each with the file's name before it.
pub fn in_file(path: &Path, faults: &Diagnostics) -> anyhow::Error {
    let lines = faults.iter().map(|fault| format!("{}: {fault}", path.display()));
    anyhow!(lines.collect::<Vec<_>>().join("\n"))
}

/// The lines of a text that mean something, with their numbers: no empty ones, no comments.
pub fn meant_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The FEN of a line of EPD, whose counters may be left out, and the operations behind it.
pub fn split_epd(line: &str) -> (String, String) {
    let words: Vec<_> = line.split_whitespace().collect();
    let is_counter = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counters = words.iter().skip(4).take(2).take_while(is_counter).count();
    let (fen, operations) = words.split_at(words.len().min(4 + counters));
    (fen.join(" "), operations.join(" "))
}
