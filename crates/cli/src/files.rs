//! Files that are read and written as a whole, with messages that name them. The file `-` is standard
//! input or output.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use notation::diagnostics::{Diagnostics, text_of};

/// No file that is read as a whole is larger.
const LARGEST: u64 = 256 << 20;

/// Is standard input or output meant?
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// A file to read from.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    open_file(path).with_context(|| format!("cannot read {}", path.display()))
}

fn open_file(path: &Path) -> io::Result<Box<dyn Read>> {
    match is_standard(path) {
        true => Ok(Box::new(io::stdin())),
        false => Ok(Box::new(File::open(path)?)),
    }
}

/// The bytes of a file that is not endless.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    read_rest(Vec::new(), open_file(path)?)
}

/// The bytes of a file of which some are read already.
pub fn read_rest(mut bytes: Vec<u8>, rest: impl Read) -> io::Result<Vec<u8>> {
    rest.take(LARGEST + 1 - bytes.len() as u64).read_to_end(&mut bytes)?;
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
pub fn create(path: &Path) -> anyhow::Result<Box<dyn Write>> {
    if is_standard(path) {
        return Ok(Box::new(io::stdout()));
    }
    Ok(Box::new(File::create(path).with_context(|| unwritable(path))?))
}

/// Writes a file so that it is there whole or not at all.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let mut file = Unfinished::create(path)?;
    file.write_all(content.as_ref()).with_context(|| unwritable(path))?;
    file.finish()
}

/// Makes sure that a file can be written, and leaves everything as it is: that it cannot is better
/// known before long work than after it.
pub fn check_writable(path: &Path) -> anyhow::Result<()> {
    Unfinished::create(path).map(drop)
}

/// A file that is written beside the one whose place it takes when it is finished. If it never is,
/// it goes away and the old one stays.
pub struct Unfinished {
    file: BufWriter<Box<dyn Write>>,
    /// Where it is written, and that file; nothing for what is no file on a disk and keeps nothing.
    beside: Option<(PathBuf, File)>,
    target: PathBuf,
}

impl Unfinished {
    /// An empty file beside the one with this name.
    pub fn create(path: &Path) -> anyhow::Result<Unfinished> {
        Unfinished::open(path).with_context(|| unwritable(path))
    }

    fn open(path: &Path) -> io::Result<Unfinished> {
        if is_standard(path) {
            let file = BufWriter::new(Box::new(io::stdout()) as Box<dyn Write>);
            return Ok(Unfinished { file, beside: None, target: path.to_owned() });
        }
        // A link is followed, so that the file it points to is replaced and not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&target).ok();
        if old.is_some() {
            // One that may not be written is not replaced either; a folder is told by its own error.
            let file = File::options().append(true).open(&target)?;
            if old.as_ref().is_some_and(|old| !old.is_file()) {
                let file = BufWriter::new(Box::new(file) as Box<dyn Write>);
                return Ok(Unfinished { file, beside: None, target });
            }
        }
        let mut beside = target.as_os_str().to_owned();
        beside.push(".unfinished");
        let beside = PathBuf::from(beside);
        let file = File::create(&beside)?;
        let writer = BufWriter::new(Box::new(file.try_clone()?) as Box<dyn Write>);
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        Ok(Unfinished { file: writer, beside: Some((beside, file)), target })
    }

    /// Puts it in the place of the old one.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.put_in_place().with_context(|| unwritable(&self.target))
    }

    fn put_in_place(&mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((beside, file)) = &self.beside {
            file.sync_all()?;
            fs::rename(beside, &self.target)?;
            self.beside = None;
        }
        Ok(())
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.beside {
            // That it is still there does no harm.
            let _ = fs::remove_file(beside);
        }
    }
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

/// The FEN of a line of EPD and the operations behind it. Counters that the FEN leaves out are those
/// of the operations `hmvc` and `fmvn`, if they are there.
pub fn split_epd(line: &str) -> (String, String) {
    let words: Vec<_> = line.split_whitespace().collect();
    let is_counter = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counters = words.iter().skip(4).take(2).take_while(is_counter).count();
    let (fen, operations) = words.split_at(words.len().min(4 + counters));
    let (mut fen, operations) = (fen.join(" "), operations.join(" "));
    let told = ["hmvc", "fmvn"].map(|code| operand(&operations, code));
    if told.iter().any(Option::is_some) {
        for counter in &told[counters..] {
            fen.push(' ');
            fen.push_str(counter.unwrap_or("-"));
        }
    }
    (fen, operations)
}

/// What stands behind the code of an operation.
fn operand<'a>(operations: &'a str, code: &str) -> Option<&'a str> {
    let with_code = |operation: &'a str| operation.trim().strip_prefix(code)?.strip_prefix(' ');
    operations.split(';').find_map(with_code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_when_it_is_finished() {
        let name = format!("xxlchess-{}-replaced", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("file");
        let content = || fs::read_to_string(&path).ok();
        let files = || fs::read_dir(&folder).expect("a folder").count();
        check_writable(&path).expect("it can be written");
        assert_eq!((content(), files()), (None, 0));
        write(&path, "old").expect("written");
        let mut file = Unfinished::create(&path).expect("a file");
        file.write_all(b"half of it").expect("written");
        file.flush().expect("written");
        assert_eq!((content().as_deref(), files()), (Some("old"), 2));
        drop(file);
        assert_eq!((content().as_deref(), files()), (Some("old"), 1));
        write(&path, "new").expect("written");
        assert_eq!((content().as_deref(), files()), (Some("new"), 1));
        assert!(write(&folder, "no").is_err(), "it is a folder");
        assert!(write(&folder.join("none/file"), "no").is_err(), "there is no such folder");
        fs::remove_dir_all(folder).expect("it was there");
    }

    #[test]
    fn counters_are_found_among_the_operations() {
        let check = |operations: &str, fen: &str| {
            assert_eq!(split_epd(&format!("8/8 w - - {operations}")).0, fen, "{operations}");
        };
        check("", "8/8 w - -");
        check("3 20 bm e4;", "8/8 w - - 3 20");
        check("hmvc 7; fmvn 31;", "8/8 w - - 7 31");
        check("bm e4; fmvn 31;", "8/8 w - - - 31");
        check("hmvc 7;", "8/8 w - - 7 -");
        check("3 20 hmvc 7; fmvn 31;", "8/8 w - - 3 20");
        check("hmvc x;", "8/8 w - - x -");
    }
}
