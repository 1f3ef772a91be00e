//! Variations: where they start and end, and what is overlooked in them.

use std::io::Read;

use super::{DEEPEST, ScanError, ScanFault, ScannedToken, Scanner};

impl<R: Read> Scanner<R> {
    /// A variation starts here.
    pub(super) fn open(&mut self) -> Result<Option<ScannedToken>, ScanError> {
        self.begin_moves();
        if self.depth == 0 {
            self.outermost = self.place;
        }
        if self.depth == DEEPEST {
            return self.skip_variations();
        }
        self.input.advance();
        self.depth += 1;
        Ok(Some(ScannedToken::Open))
    }

    /// Reads what starts with this byte within a variation, where files are often careless: what
    /// has no meaning there is skipped.
    pub(super) fn find_in_variation(
        &mut self,
        byte: u8,
    ) -> Result<Option<ScannedToken>, ScanError> {
        match byte {
            b')' => {
                self.input.advance();
                self.depth -= 1;
                Ok(Some(ScannedToken::Close))
            }
            b'[' if self.is_at_tag()? => Err(self.open_variation()),
            b'!' | b'?' => self.find_praise(),
            b'*' | b'}' | b'[' | b']' | b'<' | b'>' | b'"' => {
                self.input.advance();
                Ok(None)
            }
            _ => {
                let found = if byte == b'$' { self.find_nag() } else { self.find_symbol() };
                match found {
                    Err(ScanError::Fault { .. }) => Ok(None),
                    found => found,
                }
            }
        }
    }

    /// The game ends within a variation.
    pub(super) fn open_variation(&mut self) -> ScanError {
        self.depth = 0;
        ScanError::Fault { place: self.outermost, fault: ScanFault::OpenVariation }
    }

    /// Skips to the end of the outermost variation, as the next one would be too deep.
    fn skip_variations(&mut self) -> Result<Option<ScannedToken>, ScanError> {
        while let Some(byte) = self.input.peek()? {
            match byte {
                b'{' | b';' => {
                    self.place = self.input.place();
                    self.read_comment(byte, false)?;
                    continue;
                }
                b'[' if self.is_at_tag()? => break,
                b'%' if self.is_escape(byte) => self.skip_line()?,
                b'(' => self.depth += 1,
                b')' => self.depth -= 1,
                _ => {}
            }
            self.input.advance();
            if self.depth == 0 {
                let (place, fault) = (self.outermost, ScanFault::TooDeep);
                return Err(ScanError::Fault { place, fault });
            }
        }
        Err(self.open_variation())
    }
}
