//! Lines from a stream that may send anything: one that is too long is skipped, not kept.

use std::io::{self, BufRead, Read};

/// A line of a stream, without its end.
pub enum Line {
    /// What it says.
    Read(Vec<u8>),
    /// It was longer than allowed and is skipped.
    TooLong,
}

/// The next line, of limited length; nothing at the end of the stream.
pub fn next(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() && line.len() > longest {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Read(line)))
}
