//! Tags, moves and comments of a PGN file as texts, one at a time, without any rules.

mod comment;
mod tag;
mod variation;

use std::borrow::Cow;
use std::io::{self, Read};

use rules::message::{Fault, FaultMessage};
use rules::{faults, message};
use thiserror::Error;

use super::GameResult;
use super::input::{Input, is_blank, is_line_end};
use super::symbol::{Symbol, praise};
use super::text::{decode, on_one_line, plain_signs};
use crate::diagnostics::TextPosition;

/// The longest comment or value of a tag, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

/// The longest word among the moves, in bytes.
const LONGEST_WORD: usize = 255;

/// How deep variations may lie in each other.
pub(crate) const DEEPEST: usize = 256;

/// A part of a PGN file. Each game ends with [`PgnToken::End`]; the tokens of a variation stand between
/// [`PgnToken::Open`] and [`PgnToken::Close`], and each that is opened is closed unless there is a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnToken<'a> {
    /// `[Name "value"]`
    Tag {
        /// The word before the quoted value.
        name: Cow<'a, str>,
        /// Its value, without escapes.
        value: Cow<'a, str>,
    },
    /// A word that should be a move, without number and praise.
    Move(Cow<'a, str>),
    /// A comment, on one line.
    Comment(Cow<'a, str>),
    /// A numeric annotation glyph, `$1` or one of the signs `!`, `?`, `!!`, `??`, `!?`, `?!`.
    Nag(u16),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// The end of a game, and its result if the file gives it here.
    End(Option<GameResult>),
}

faults! {
    /// Something that is no PGN.
    #[derive(Clone, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    #[allow(missing_docs)]
    pub enum ScanFault {
        OutOfPlace(found: char) => message!(
            "pgn-out-of-place",
            "`{found}` is out of place; expected a move, a comment or a result"
        ),
        OpenComment => message!(
            "pgn-open-comment",
            "the comment that starts here never ends; expected a `}}`"
        ),
        OpenVariation => message!(
            "pgn-open-variation",
            "the variation that starts here never ends; expected a `)`"
        ),
        TooDeep = too_deep(),
        LongComment => message!(
            "pgn-long-comment",
            "the comment that starts here is longer than {longest} bytes",
            longest = LONGEST_TEXT
        ),
        LongTag => message!(
            "pgn-long-tag",
            "the tag that starts here is longer than {longest} bytes",
            longest = LONGEST_TEXT
        ),
        LongWord => message!(
            "pgn-long-word",
            "the word that starts here is longer than {longest} bytes",
            longest = LONGEST_WORD
        ),
        BadTag => message!(
            "pgn-bad-tag",
            "the tag is malformed; expected one such as `[Event \"Open\"]`"
        ),
        BadNag => message!(
            "pgn-bad-glyph",
            "`$` is followed by no small number; expected a glyph such as `$1`"
        ),
        Utf16 => message!("pgn-utf-16", "the file is UTF-16; expected UTF-8 or Latin-1"),
    }
}

/// Variations lie too deep, in what is read or in what is written.
pub(super) fn too_deep() -> FaultMessage {
    message!("pgn-too-deep", "variations lie in each other more than {most} deep", most = DEEPEST)
}

/// Why a token could not be read.
#[derive(Debug, Error)]
pub enum ScanError {
    /// The bytes did not come.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// The text is no PGN; reading may go on behind the fault.
    #[error("{place}: {fault}")]
    Fault {
        /// Where it stands.
        place: TextPosition,
        /// What is wrong.
        fault: ScanFault,
    },
}

/// Where in a game the scanner is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// At the very start of the file.
    Fresh,
    /// Between two games.
    Between,
    /// Behind a comment that may belong to a game that follows.
    Prelude,
    /// Among the tags.
    Tags,
    /// Among the moves.
    Moves,
}

/// What was found; its text lies in the scanner's buffers.
enum ScannedToken {
    Tag,
    Move,
    Comment,
    Nag(u16),
    Open,
    Close,
    End(Option<GameResult>),
}

/// Splits a PGN file into tokens and needs no more memory than one of them.
pub struct Scanner<R> {
    input: Input<R>,
    state: State,
    /// Where the token at hand starts.
    place: TextPosition,
    /// On which line the last game ended.
    end_line: u32,
    /// Stands an empty line before the token at hand?
    after_blank_line: bool,
    /// The name of the first tag of the game, and whether `Event` was among them.
    first_tag: Vec<u8>,
    has_event: bool,
    /// How many variations are open, and where the outermost starts.
    depth: usize,
    outermost: TextPosition,
    name: Vec<u8>,
    text: Vec<u8>,
}

impl<R: Read> Scanner<R> {
    /// A scanner over a file.
    pub fn new(source: R) -> Scanner<R> {
        let input = Input::new(source);
        Scanner {
            place: input.place(),
            outermost: input.place(),
            input,
            state: State::Fresh,
            end_line: 0,
            after_blank_line: false,
            first_tag: Vec::new(),
            has_event: false,
            depth: 0,
            name: Vec::new(),
            text: Vec::new(),
        }
    }

    /// Where the token that was read last starts.
    pub fn place(&self) -> TextPosition {
        self.place
    }

    /// The next token and where it starts, or nothing at the end of the file.
    ///
    /// # Errors
    /// If the bytes do not come, or are no PGN. After a fault, reading may go on; the game at
    /// hand still comes to its [`PgnToken::End`].
    pub fn next_token(&mut self) -> Result<Option<(TextPosition, PgnToken<'_>)>, ScanError> {
        if self.state == State::Fresh {
            self.start()?;
        }
        let found = loop {
            self.skip_blanks()?;
            self.place = self.input.place();
            let found = match self.input.peek()? {
                Some(byte) => self.find(byte),
                None if self.depth > 0 => Err(self.open_variation()),
                None => break self.at_end(),
            };
            match found {
                Ok(None) => {}
                Ok(found) => break found,
                Err(error) => {
                    self.begin();
                    return Err(error);
                }
            }
        };
        Ok(found.map(|found| (self.place, self.token(found))))
    }

    fn token(&self, found: ScannedToken) -> PgnToken<'_> {
        match found {
            ScannedToken::Tag => {
                PgnToken::Tag { name: decode(&self.name), value: decode(&self.text) }
            }
            ScannedToken::Move => PgnToken::Move(decode(&self.text)),
            ScannedToken::Comment => PgnToken::Comment(on_one_line(decode(&self.text))),
            ScannedToken::Nag(number) => PgnToken::Nag(number),
            ScannedToken::Open => PgnToken::Open,
            ScannedToken::Close => PgnToken::Close,
            ScannedToken::End(result) => PgnToken::End(result),
        }
    }

    /// Looks at the very first bytes.
    fn start(&mut self) -> Result<(), ScanError> {
        self.state = State::Between;
        match self.input.ahead(2)? {
            b"\xFF\xFE" | b"\xFE\xFF" => {
                self.state = State::Moves;
                Err(self.fault(ScanFault::Utf16))
            }
            _ => Ok(()),
        }
    }

    fn fault(&self, fault: ScanFault) -> ScanError {
        ScanError::Fault { place: self.place, fault }
    }

    /// From here on there is a game, even if it has neither tags nor moves.
    fn begin(&mut self) {
        if matches!(self.state, State::Between | State::Prelude) {
            self.state = State::Moves;
        }
    }

    fn end(&mut self, result: Option<GameResult>) -> Option<ScannedToken> {
        self.state = State::Between;
        self.end_line = self.place.line;
        self.first_tag.clear();
        self.has_event = false;
        self.depth = 0;
        Some(ScannedToken::End(result))
    }

    fn at_end(&mut self) -> Option<ScannedToken> {
        match self.state {
            State::Tags | State::Moves => self.end(None),
            State::Fresh | State::Between | State::Prelude => None,
        }
    }

    /// Skips blanks, line ends and lines that `%` escapes.
    fn skip_blanks(&mut self) -> io::Result<()> {
        self.after_blank_line = false;
        while let Some(byte) = self.input.peek()? {
            if is_line_end(byte) {
                self.after_blank_line |= self.input.line_is_blank();
                self.input.advance();
                if byte == b'\r' && self.input.peek()? == Some(b'\n') {
                    self.input.advance();
                }
            } else if is_blank(byte) {
                self.input.advance();
            } else if self.is_escape(byte) {
                self.skip_line()?;
            } else if !self.input.skip_mark()? {
                break;
            }
        }
        Ok(())
    }

    /// Does this byte turn its line into something that is not for us?
    fn is_escape(&self, byte: u8) -> bool {
        byte == b'%' && self.input.place().column == 1
    }

    fn skip_line(&mut self) -> io::Result<()> {
        while self.input.peek()?.is_some_and(|byte| !is_line_end(byte)) {
            self.input.advance();
        }
        Ok(())
    }

    /// Reads what starts with this byte; nothing if it has no meaning for the game.
    fn find(&mut self, byte: u8) -> Result<Option<ScannedToken>, ScanError> {
        match byte {
            b'{' | b';' => self.find_comment(byte),
            b'(' => self.open(),
            _ if self.depth > 0 => self.find_in_variation(byte),
            b'[' => self.find_tag(),
            b'$' => self.find_nag(),
            b'!' | b'?' => self.find_praise(),
            b'*' => {
                self.input.advance();
                Ok(self.find_result(GameResult::Unfinished))
            }
            b')' | b'}' | b']' | b'<' | b'>' | b'"' => {
                self.input.advance();
                Err(self.fault(ScanFault::OutOfPlace(byte.into())))
            }
            _ => self.find_symbol(),
        }
    }

    fn begin_moves(&mut self) {
        self.state = State::Moves;
    }

    /// The result of the game at hand; between games it has no meaning.
    fn find_result(&mut self, result: GameResult) -> Option<ScannedToken> {
        match self.state {
            // A variation may end with a result that is not the game's.
            _ if self.depth > 0 => None,
            State::Tags | State::Moves => self.end(Some(result)),
            State::Fresh | State::Between | State::Prelude => None,
        }
    }

    fn find_symbol(&mut self) -> Result<Option<ScannedToken>, ScanError> {
        self.text.clear();
        let mut length = 0;
        while let Some(byte) = self.input.peek()? {
            if ends_word(byte) && !(byte == b'(' && is_choice(self.input.ahead(3)?)) {
                break;
            }
            // The brackets of `e8(Q)` belong to the move.
            let taken = if byte == b'(' { 3 } else { 1 };
            for _ in 0..taken {
                if let Some(byte) = self.input.peek()? {
                    keep(&mut self.text, byte, LONGEST_WORD);
                    self.input.advance();
                    length += 1;
                }
            }
        }
        if length > LONGEST_WORD {
            return Err(self.fault(ScanFault::LongWord));
        }
        if !self.text.is_ascii() {
            self.text = plain_signs(&decode(&self.text)).into_bytes();
        }
        Ok(self.find_meaning())
    }

    /// What the word at hand means.
    fn find_meaning(&mut self) -> Option<ScannedToken> {
        let word = decode(&self.text);
        let found = match Symbol::of(&word) {
            Symbol::Nothing => return None,
            Symbol::Result(result) => return self.find_result(result),
            Symbol::Nag(number) => ScannedToken::Nag(number),
            Symbol::Move(text) => {
                let number = word.len() - text.len();
                self.text.drain(..number);
                ScannedToken::Move
            }
        };
        self.begin_moves();
        Some(found)
    }

    fn find_praise(&mut self) -> Result<Option<ScannedToken>, ScanError> {
        let (number, length) = praise(self.input.ahead(2)?);
        (0..length).for_each(|_| self.input.advance());
        self.begin_moves();
        Ok(Some(ScannedToken::Nag(number)))
    }

    fn find_nag(&mut self) -> Result<Option<ScannedToken>, ScanError> {
        self.input.advance();
        self.begin_moves();
        let mut number: Option<u16> = None;
        let mut is_small = true;
        while let Some(digit @ b'0'..=b'9') = self.input.peek()? {
            let value = number.unwrap_or(0).checked_mul(10);
            let value = value.and_then(|value| value.checked_add((digit - b'0').into()));
            is_small &= value.is_some();
            number = value.or(Some(0));
            self.input.advance();
        }
        match number.filter(|_| is_small) {
            Some(number) => Ok(Some(ScannedToken::Nag(number))),
            None => Err(self.fault(ScanFault::BadNag)),
        }
    }
}

/// Keeps a byte of a text that is not yet too long.
fn keep(text: &mut Vec<u8>, byte: u8, longest: usize) {
    if text.len() < longest {
        text.push(byte);
    }
}

/// Does the byte end a word among the moves?
fn ends_word(byte: u8) -> bool {
    is_blank(byte)
        || is_line_end(byte)
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>')
        || matches!(byte, b';' | b'$' | b'!' | b'?' | b'*' | b'"')
}

/// Is this the `(Q)` of `e8(Q)`?
fn is_choice(text: &[u8]) -> bool {
    matches!(text, [b'(', letter, b')'] if letter.is_ascii_alphabetic())
}
