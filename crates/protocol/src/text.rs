//! What people write: names and chat, cleaned of everything that cannot be seen or deceives.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

/// The longest line of chat, in characters.
pub const LONGEST_CHAT: usize = 200;

/// The most accents on one letter.
const MOST_MARKS: usize = 4;

/// Why a text is no name or no line of chat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// There is nothing to be read.
    #[error("expected some letters, found none that can be seen")]
    Empty,
    /// There is more than is shown in one line.
    #[error("expected {most} characters at most, found {found}")]
    TooLong {
        /// How many are allowed.
        most: usize,
        /// How many there were.
        found: usize,
    },
    /// A letter has so many combining marks that it would cover the lines above and below.
    #[error("expected {MOST_MARKS} accents at most on one letter")]
    TooManyMarks,
}

/// A player's name: 1 to [`LONGEST_NAME`] characters that can be seen, single blanks between words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct PlayerName(String);

impl PlayerName {
    /// A name. Characters that cannot be seen, or that turn the direction of others, are dropped;
    /// blanks of any kind become plain ones, and those at the ends are dropped.
    ///
    /// # Errors
    /// If nothing is left, or too much.
    pub fn new(text: &str) -> Result<PlayerName, TextError> {
        clean(text, LONGEST_NAME).map(PlayerName)
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key under which equal names are found.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }

    /// The same name with a number appended, for a name that is taken.
    pub fn numbered(&self, number: u32) -> PlayerName {
        let ending = format!(" {number}");
        let room = LONGEST_NAME - ending.len();
        let start: String = self.0.chars().take(room).collect();
        PlayerName(format!("{}{ending}", start.trim_end()))
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for PlayerName {
    type Error = TextError;

    fn try_from(text: String) -> Result<PlayerName, TextError> {
        PlayerName::new(&text)
    }
}

/// A line of chat: 1 to [`LONGEST_CHAT`] characters, cleaned as names are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct ChatText(String);

impl ChatText {
    /// A line of chat, cleaned.
    ///
    /// # Errors
    /// If nothing is left, or too much.
    pub fn new(text: &str) -> Result<ChatText, TextError> {
        clean(text, LONGEST_CHAT).map(ChatText)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ChatText {
    type Error = TextError;

    fn try_from(text: String) -> Result<ChatText, TextError> {
        ChatText::new(&text)
    }
}

fn clean(text: &str, most: usize) -> Result<String, TextError> {
    let seen: String = text.chars().filter(|letter| !is_unseen(*letter)).collect();
    let cleaned =
        seen.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    // A mark without a letter before it would sit on whatever stands in front of the text.
    let cleaned = cleaned.trim_start_matches(is_mark).trim_start();
    match cleaned.chars().count() {
        0 => Err(TextError::Empty),
        found if found > most => Err(TextError::TooLong { most, found }),
        _ if has_tower(cleaned) => Err(TextError::TooManyMarks),
        _ => Ok(cleaned.to_owned()),
    }
}

/// Blanks, also those that look like nothing else: the empty Braille pattern is one.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{2800}'
}

/// Accents and other marks that are drawn over the letter before them.
fn is_mark(letter: char) -> bool {
    matches!(
        letter,
        '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{1AB0}'..='\u{1AFF}'
            | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}'
    )
}

fn has_tower(text: &str) -> bool {
    let mut height = 0;
    text.chars().any(|letter| {
        height = if is_mark(letter) { height + 1 } else { 0 };
        height > MOST_MARKS
    })
}

/// Control characters, marks of direction, joiners, blanks without width, private and unassigned
/// characters. A line break is a blank.
fn is_unseen(letter: char) -> bool {
    (letter.is_control() && !letter.is_whitespace())
        || matches!(
            letter,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
                | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
                | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFF}' | '\u{1D173}'..='\u{1D17A}'
                | '\u{E000}'..='\u{F8FF}' | '\u{E0000}'..='\u{E0FFF}' | '\u{F0000}'..='\u{10FFFF}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        for (text, expected) in [
            ("Anna", Ok("Anna")),
            ("  Anna \t Maria\n", Ok("Anna Maria")),
            ("Zoë 象棋 ♞", Ok("Zoë 象棋 ♞")),
            ("a\u{202E}b\u{200B}c\0", Ok("abc")),
            ("\u{2800}\u{3000}x\u{A0}y", Ok("x y")),
            ("\u{301}Anna", Ok("Anna")),
            ("", Err(TextError::Empty)),
            ("\u{200D}\u{FE0F} \u{3164}", Err(TextError::Empty)),
            ("Z\u{300}\u{301}\u{302}\u{303}\u{304}", Err(TextError::TooManyMarks)),
        ] {
            let name = PlayerName::new(text);
            assert_eq!(
                name.as_ref().map(PlayerName::as_str),
                expected.as_ref().copied(),
                "{text:?}"
            );
        }
        let long = "é".repeat(25);
        assert_eq!(PlayerName::new(&long), Err(TextError::TooLong { most: 24, found: 25 }));
    }

    #[test]
    fn a_number_fits_behind_every_name() {
        let name = |text| PlayerName::new(text).expect("a name");
        assert_eq!(name("Anna").numbered(2).as_str(), "Anna 2");
        let long = name(&"x".repeat(LONGEST_NAME)).numbered(4_000_000_000);
        assert_eq!(long.as_str().chars().count(), LONGEST_NAME);
        assert_eq!(PlayerName::new(long.as_str()), Ok(long));
    }

    #[test]
    fn reading_checks() {
        assert!(crate::read::<PlayerName>(r#"" \u0000 ""#).is_err());
        let name: PlayerName = crate::read(r#"" Anna ""#).expect("a name");
        assert_eq!(crate::write(&name), r#""Anna""#);
        assert!(crate::read::<ChatText>(&format!("{:?}", "x".repeat(201))).is_err());
    }
}
