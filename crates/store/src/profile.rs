//! Who plays: profiles with checked names. A guest has none.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::UnixTime;

/// The number of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProfileId(pub(crate) i64);

impl ProfileId {
    /// The number, for those who keep it elsewhere.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// The profile with this number; whether there is one shows when it is asked for.
    pub const fn from_number(number: i64) -> ProfileId {
        ProfileId(number)
    }
}

/// The owner of stored data: a profile, or a guest.
pub type Owner = Option<ProfileId>;

/// A person who plays on this computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Its number.
    pub id: ProfileId,
    /// Unique among the profiles, regardless of case.
    pub name: ProfileName,
    /// Since when it exists.
    pub created: UnixTime,
}

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 32;

/// A name that people can read and tell from others: 1 to 32 characters without control
/// characters, marks that cannot be seen, or needless blanks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct ProfileName(String);

/// Why a text is no name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// There is nothing to be read.
    #[error("the name is empty; expected 1 to {LONGEST_NAME} characters")]
    Empty,
    /// The number of characters, which is above the limit.
    #[error("the name has {0} characters; expected {LONGEST_NAME} at most")]
    TooLong(usize),
    /// It has a character that cannot be seen or changes how others are shown.
    #[error("the name has the character U+{:04X}, which cannot be shown", u32::from(*.0))]
    Unseen(char),
}

impl ProfileName {
    /// A name; blanks at its ends are dropped, and several in a row become one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(text: &str) -> Result<ProfileName, NameError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let name = ProfileName(words.join(" "));
        let unseen = |letter: &char| is_unseen(*letter) && !is_joiner(*letter);
        if let Some(letter) = name.0.chars().find(unseen) {
            return Err(NameError::Unseen(letter));
        }
        match name.0.chars().count() {
            _ if name.key().trim().is_empty() => Err(NameError::Empty),
            1..=LONGEST_NAME => Ok(name),
            length => Err(NameError::TooLong(length)),
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key under which equal names are found.
    pub(crate) fn key(&self) -> String {
        folded(&self.0).replace(is_joiner, "")
    }
}

/// A text for comparing, searching and sorting: the case of letters does not matter.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase()
}

/// Marks that belong to the spelling of some languages and to pictures among letters. They cannot
/// be seen by themselves, so that names are compared without them.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200C}' | '\u{200D}' | '\u{FE0E}' | '\u{FE0F}')
}

/// Control characters, joiners, marks of direction and blanks without width.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
                | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
                | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFF}' | '\u{E0000}'..='\u{E0FFF}'
                | '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{10FFFF}'
        )
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for ProfileName {
    type Error = NameError;

    fn try_from(text: String) -> Result<ProfileName, NameError> {
        ProfileName::new(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_and_checked() {
        let check = |text: &str, expected: Result<&str, NameError>| {
            let name = ProfileName::new(text);
            assert_eq!(name.as_ref().map(ProfileName::as_str), expected.as_ref().copied());
        };
        check("Anna", Ok("Anna"));
        check("  Anna \t Maria\n", Ok("Anna Maria"));
        check("Zoë 象棋 ♞", Ok("Zoë 象棋 ♞"));
        check(&"x".repeat(32), Ok(&"x".repeat(32)));
        check("", Err(NameError::Empty));
        check(" \u{3000}\n", Err(NameError::Empty));
        check(&"é".repeat(33), Err(NameError::TooLong(33)));
        check("a\u{202E}b", Err(NameError::Unseen('\u{202E}')));
        check("a\u{200B}", Err(NameError::Unseen('\u{200B}')));
        check("\u{200D}\u{FE0F}", Err(NameError::Empty));
        check("I ❤\u{FE0F} chess", Ok("I ❤\u{FE0F} chess"));
        check("a\0", Err(NameError::Unseen('\0')));
        let told = NameError::Unseen('\u{7}').to_string();
        assert_eq!(told, "the name has the character U+0007, which cannot be shown");
    }

    #[test]
    fn names_are_the_same_in_any_case() {
        let key = |text| ProfileName::new(text).expect("a name").key();
        assert_eq!(key("ZOË"), key("zoë"));
        assert_eq!(key("An\u{200D}na"), key("anna"));
        assert_ne!(key("Zoe"), key("zoë"));
    }
}
