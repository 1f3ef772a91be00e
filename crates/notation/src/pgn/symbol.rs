//! What a word between blanks is: a move, a move number, a result or a sign.

use super::GameResult;
use crate::tree::nag_of;

/// What a word among the moves means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol<'a> {
    /// Perhaps a move.
    Move(&'a str),
    /// The end of the game.
    Result(GameResult),
    /// A sign that stands for a numeric annotation glyph.
    Nag(u16),
    /// A move number, or a sign of check or en passant that stands alone.
    Nothing,
}

impl Symbol<'_> {
    /// Tells what a word is; a move may hang on its number.
    pub(super) fn of(word: &str) -> Symbol<'_> {
        let mut rest = word;
        loop {
            if let Some(result) = GameResult::from_text(rest) {
                return Symbol::Result(result);
            }
            let shorter = without_number(rest);
            if shorter.len() == rest.len() {
                break;
            }
            rest = shorter;
        }
        if let Some(nag) = nag_of(rest) {
            return Symbol::Nag(nag);
        }
        match rest {
            "" | "+" | "++" | "#" | "e.p." | "e.p" | "ep" => Symbol::Nothing,
            _ => Symbol::Move(rest),
        }
    }
}

/// The word without a number or dots at its front; `0-0`, `0000` and `1/2` are no numbers.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = rest.is_empty() || rest.starts_with(|c: char| c == '.' || c.is_alphabetic());
    if is_number && word != "0000" { rest.trim_start_matches('.') } else { word }
}

/// The glyph of praise or blame at the front of a text, and how long it is.
pub(super) fn praise(text: &[u8]) -> (u16, usize) {
    match text {
        [b'!', b'!', ..] => (3, 2),
        [b'!', b'?', ..] => (5, 2),
        [b'?', b'!', ..] => (6, 2),
        [b'?', b'?', ..] => (4, 2),
        [b'!', ..] => (1, 1),
        _ => (2, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart() {
        let check = |word, expected| assert_eq!(Symbol::of(word), expected, "{word}");
        for word in ["e4", "1.e4", "1...e4", "..e4", "12e4", "1.2.e4"] {
            check(word, Symbol::Move("e4"));
        }
        for word in ["1", "1.", "1...", "...", "", "999999999999999999999.", "+", "e.p."] {
            check(word, Symbol::Nothing);
        }
        check("0-0", Symbol::Move("0-0"));
        check("5.0-0-0", Symbol::Move("0-0-0"));
        check("0000", Symbol::Move("0000"));
        check("--", Symbol::Move("--"));
        check("2-0", Symbol::Move("2-0"));
        check("1-0", Symbol::Result(GameResult::WhiteWins));
        check("40.0-1", Symbol::Result(GameResult::BlackWins));
        check("1/2", Symbol::Result(GameResult::Draw));
        check("1/2-1/2", Symbol::Result(GameResult::Draw));
        check("*", Symbol::Result(GameResult::Unfinished));
        check("+-", Symbol::Nag(18));
    }
}
