//! Tags, as real files have them: quotes without escapes, several on a line, no empty line between.

use std::io::{self, Read};

use super::{
    LONGEST_TEXT, ScanError, ScanFault, ScannedToken, Scanner, State, is_blank, is_line_end, keep,
};

/// How far it is looked ahead for what closes a tag.
const HORIZON: usize = 64;

impl<R: Read> Scanner<R> {
    /// Reads a tag, unless it is the first of another game.
    pub(super) fn find_tag(&mut self) -> Result<Option<ScannedToken>, ScanError> {
        if self.state == State::Moves && !self.is_at_tag()? {
            self.input.advance();
            return Err(self.fault(ScanFault::OutOfPlace('[')));
        }
        let belongs_to_next_game = match self.state {
            State::Moves => true,
            State::Tags => self.is_first_tag_again()?,
            State::Fresh | State::Between | State::Prelude => false,
        };
        if belongs_to_next_game {
            return Ok(self.end(None));
        }
        self.state = State::Tags;
        self.input.advance();
        let length = match self.read_tag()? {
            Some(length) => length,
            None => {
                self.skip_line()?;
                return Err(self.fault(ScanFault::BadTag));
            }
        };
        if length > LONGEST_TEXT {
            return Err(self.fault(ScanFault::LongTag));
        }
        if self.first_tag.is_empty() {
            self.first_tag.clone_from(&self.name);
        }
        self.has_event |= self.name == b"Event";
        Ok(Some(ScannedToken::Tag))
    }

    /// Does a tag start here, at the start of a line?
    pub(super) fn is_at_tag(&mut self) -> io::Result<bool> {
        let is_first = self.input.line_is_blank();
        Ok(is_first
            && matches!(self.input.ahead(2)?, [b'[', letter] if letter.is_ascii_alphabetic()))
    }

    /// Does another game start here, though the one at hand has only tags?
    fn is_first_tag_again(&mut self) -> io::Result<bool> {
        let is_event = starts_tag(self.input.ahead(HORIZON)?, b"Event");
        if !self.after_blank_line {
            return Ok(is_event && self.has_event);
        }
        let length = self.first_tag.len() + 2;
        Ok(is_event || starts_tag(self.input.ahead(length)?, &self.first_tag))
    }

    /// Reads what stands between the brackets, and the closing one; how long it was.
    fn read_tag(&mut self) -> io::Result<Option<usize>> {
        self.name.clear();
        self.text.clear();
        self.skip_blanks_in_line()?;
        let mut length = 0;
        while let Some(byte) = self.input.peek()? {
            if is_blank(byte) || byte.is_ascii_control() || matches!(byte, b'"' | b'[' | b']') {
                break;
            }
            keep(&mut self.name, byte, LONGEST_TEXT);
            self.input.advance();
            length += 1;
        }
        self.skip_blanks_in_line()?;
        if self.name.is_empty() || self.input.peek()? != Some(b'"') {
            return Ok(None);
        }
        self.input.advance();
        Ok(self.read_value()?.map(|value| value + length))
    }

    /// Reads a value, its closing quote and the closing bracket.
    fn read_value(&mut self) -> io::Result<Option<usize>> {
        let mut length = 0;
        while let Some(mut byte) = self.input.peek()? {
            match byte {
                b'"' if closes_tag(self.input.ahead(HORIZON)?) => {
                    self.input.advance();
                    self.skip_blanks_in_line()?;
                    self.input.advance();
                    return Ok(Some(length));
                }
                b'\\' => {
                    if let Some(escaped) = escaped(self.input.ahead(HORIZON)?) {
                        byte = escaped;
                        self.input.advance();
                    }
                }
                _ if is_line_end(byte) => return Ok(None),
                _ => {}
            }
            keep(&mut self.text, byte, LONGEST_TEXT);
            self.input.advance();
            length += 1;
        }
        Ok(None)
    }

    fn skip_blanks_in_line(&mut self) -> io::Result<()> {
        while self.input.peek()?.is_some_and(is_blank) {
            self.input.advance();
        }
        Ok(())
    }
}

/// Does the text start a tag of this name?
fn starts_tag(text: &[u8], name: &[u8]) -> bool {
    let rest = text.strip_prefix(b"[").and_then(|rest| rest.strip_prefix(name));
    rest.and_then(<[u8]>::first).is_some_and(|byte| is_blank(*byte) || *byte == b'"')
}

/// Does the tag end with the quote at the front? Any other quote belongs to the value.
fn closes_tag(text: &[u8]) -> bool {
    text.iter().skip(1).find(|byte| !is_blank(**byte)) == Some(&b']')
}

/// What the backslash at the front escapes; nothing in `[Site "C:\"]`, where it ends the value.
fn escaped(text: &[u8]) -> Option<u8> {
    match text {
        [_, b'\\', ..] => Some(b'\\'),
        [_, b'"', rest @ ..] => {
            let mut rest = rest.iter().skip_while(|byte| is_blank(**byte));
            let is_closed = rest.next() == Some(&b']');
            let ends_line = match rest.find(|byte| !is_blank(**byte)) {
                Some(byte) => is_line_end(*byte),
                None => text.len() < HORIZON,
            };
            (!(is_closed && ends_line)).then_some(b'"')
        }
        _ => None,
    }
}
