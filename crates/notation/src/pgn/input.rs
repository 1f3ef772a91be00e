//! Bytes from anywhere, a few ahead, and the place of each in the text.

use std::io::{self, ErrorKind, Read};

use crate::diagnostics::TextPosition;

/// How many bytes are read at once, and so the furthest that can be looked ahead.
const CAPACITY: usize = 1 << 16;

/// A stream of bytes that knows line and column and can be looked ahead into.
pub(super) struct Input<R> {
    source: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    is_drained: bool,
    after_return: bool,
    line_is_blank: bool,
    place: TextPosition,
}

impl<R: Read> Input<R> {
    pub(super) fn new(source: R) -> Input<R> {
        Input {
            source,
            buffer: vec![0; CAPACITY].into_boxed_slice(),
            start: 0,
            end: 0,
            is_drained: false,
            after_return: false,
            line_is_blank: true,
            place: TextPosition { line: 1, column: 1 },
        }
    }

    /// Where the next byte stands.
    pub(super) fn place(&self) -> TextPosition {
        self.place
    }

    /// Has the line only blanks before the next byte?
    pub(super) fn line_is_blank(&self) -> bool {
        self.line_is_blank
    }

    /// The next byte, which stays where it is.
    #[inline]
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.start == self.end {
            self.fill()?;
        }
        Ok(self.buffer[self.start..self.end].first().copied())
    }

    /// The next bytes, as many as asked for if there are so many.
    pub(super) fn ahead(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.end - self.start < count.min(CAPACITY) && !self.is_drained {
            self.fill()?;
        }
        let end = self.end.min(self.start + count);
        Ok(&self.buffer[self.start..end])
    }

    /// Leaves the next byte behind.
    #[inline]
    pub(super) fn advance(&mut self) {
        let Some(byte) = self.buffer[self.start..self.end].first().copied() else { return };
        self.start += 1;
        match byte {
            b'\n' if self.after_return => self.after_return = false,
            b'\n' | b'\r' => {
                self.after_return = byte == b'\r';
                self.line_is_blank = true;
                self.place = TextPosition { line: self.place.line.saturating_add(1), column: 1 };
            }
            _ => {
                self.after_return = false;
                self.line_is_blank &= is_blank(byte);
                let starts_character = (byte as i8) >= -0x40;
                self.place.column = self.place.column.saturating_add(starts_character.into());
            }
        }
    }

    /// Leaves a byte-order mark behind, which takes up no column; returns whether there was one.
    pub(super) fn skip_mark(&mut self) -> io::Result<bool> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        let is_mark = self.peek()? == Some(MARK[0]) && self.ahead(MARK.len())? == MARK;
        if is_mark {
            self.start += MARK.len();
        }
        Ok(is_mark)
    }

    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while !self.is_drained && self.end < CAPACITY {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.is_drained = true,
                Ok(count) => {
                    self.end += count.min(CAPACITY - self.end);
                    break;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Is the byte a blank within a line?
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C)
}

/// Does the byte end a line?
pub(super) fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time, as a slow pipe may.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1);
            target[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn every_byte_has_its_place() {
        let text = "\u{FEFF}é{\r\n a\rb\n\nc";
        let mut input = Input::new(Drops(text.as_bytes()));
        assert!(input.skip_mark().expect("it reads"));
        let mut found = String::new();
        while let Some(byte) = input.peek().expect("it reads") {
            if byte.is_ascii_alphanumeric() || byte == b'{' {
                let TextPosition { line, column } = input.place();
                found += &format!("{}{line}:{column}:{} ", byte as char, input.line_is_blank());
            }
            input.advance();
        }
        assert_eq!(found, "{1:2:false a2:2:true b3:1:true c5:1:true ");
    }

    #[test]
    fn looking_ahead_takes_nothing() {
        let mut input = Input::new(Drops(b"abc"));
        assert_eq!(input.ahead(2).expect("it reads"), b"ab");
        assert_eq!(input.ahead(1 << 20).expect("it reads"), b"abc");
        input.advance();
        assert_eq!(input.peek().expect("it reads"), Some(b'b'));
    }
}
