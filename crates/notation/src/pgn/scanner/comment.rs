//! Comments between the moves.

use std::io::{self, Read};

use super::{LONGEST_TEXT, ScanError, ScanFault, ScannedToken, Scanner, State, keep};

impl<R: Read> Scanner<R> {
    /// Reads a comment; nothing if it says nothing about a game.
    pub(super) fn find_comment(&mut self, opening: u8) -> Result<Option<ScannedToken>, ScanError> {
        // What stands behind a result on its line says nothing about the next game.
        let is_afterword = self.state == State::Between && self.place.line == self.end_line;
        self.text.clear();
        let length = self.read_comment(opening, true)?;
        if length > LONGEST_TEXT {
            return Err(self.fault(ScanFault::LongComment));
        }
        match self.state {
            _ if is_afterword => return Ok(None),
            State::Fresh | State::Between => self.state = State::Prelude,
            State::Prelude | State::Tags | State::Moves => {}
        }
        Ok(Some(ScannedToken::Comment))
    }

    /// Reads to the end of a comment, and tells how long it is.
    pub(super) fn read_comment(&mut self, opening: u8, is_kept: bool) -> Result<usize, ScanError> {
        let is_braced = opening == b'{';
        self.input.advance();
        let mut length = 0;
        while let Some(byte) = self.input.peek()? {
            match byte {
                b'}' if is_braced => {
                    self.input.advance();
                    return Ok(length);
                }
                b'\n' | b'\r' if !is_braced => return Ok(length),
                b'[' if is_braced && self.is_at_next_game()? => break,
                _ => {}
            }
            if is_kept {
                keep(&mut self.text, byte, LONGEST_TEXT);
            }
            self.input.advance();
            length += 1;
        }
        if is_braced { Err(self.fault(ScanFault::OpenComment)) } else { Ok(length) }
    }

    /// Does the first tag of another game start here, so that what is open was never closed?
    fn is_at_next_game(&mut self) -> io::Result<bool> {
        const FIRST: &[u8] = b"[Event \"";
        Ok(self.input.line_is_blank() && self.input.ahead(FIRST.len())? == FIRST)
    }
}
