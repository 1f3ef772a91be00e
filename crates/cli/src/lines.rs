//! Lines from a stream that may send anything: one that is too long is skipped, not kept.

use std::io::{self, BufRead};

/// A line of a stream, without its end.
pub enum Line {
    /// What it says.
    Read(Vec<u8>),
    /// It was longer than allowed and is skipped.
    TooLong,
}

/// The next line of at most so many bytes; nothing at the end of the stream.
pub fn next(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut is_too_long = false;
    let told = |line, is_too_long| if is_too_long { Line::TooLong } else { Line::Read(line) };
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            let is_over = line.is_empty() && !is_too_long;
            return Ok((!is_over).then(|| told(line, is_too_long)));
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.unwrap_or(buffer.len());
        is_too_long |= line.len() + used > longest;
        if !is_too_long {
            line.extend_from_slice(&buffer[..used]);
        }
        input.consume(end.map_or(used, |end| end + 1));
        if end.is_some() {
            return Ok(Some(told(line, is_too_long)));
        }
    }
}
