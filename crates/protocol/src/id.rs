//! Identifiers of rooms: a public id, and a secret code that admits to a private room.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The letters of ids and codes: none that is easily taken for another.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";

/// Why a text is no id or code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {length} small letters and digits, found {found:?}")]
pub struct IdError {
    length: usize,
    found: String,
}

/// A room's name in links, lists and messages.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct RoomId(String);

/// The code that admits to a private room.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct RoomCode(String);

macro_rules! checked_word {
    ($kind:ident, $length:expr) => {
        impl $kind {
            /// How many letters it has.
            pub const LENGTH: usize = $length;

            /// Reads it; capital letters are taken for small ones.
            ///
            /// # Errors
            /// If it is something else.
            pub fn new(text: &str) -> Result<$kind, IdError> {
                word(text, Self::LENGTH).map($kind)
            }

            /// Makes one from random bits, five for each letter.
            pub fn from_random(bits: u64) -> $kind {
                $kind(from_random(bits, Self::LENGTH))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl TryFrom<String> for $kind {
            type Error = IdError;

            fn try_from(text: String) -> Result<$kind, IdError> {
                $kind::new(&text)
            }
        }
    };
}

checked_word!(RoomId, 10);
checked_word!(RoomCode, 8);

impl fmt::Debug for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RoomId({})", self.0)
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RoomCode(secret)")
    }
}

fn word(text: &str, length: usize) -> Result<String, IdError> {
    let small = text.trim().to_ascii_lowercase();
    if small.len() == length && small.bytes().all(|letter| LETTERS.contains(&letter)) {
        Ok(small)
    } else {
        Err(IdError { length, found: text.chars().take(20).collect() })
    }
}

fn from_random(bits: u64, length: usize) -> String {
    let letter = |place: usize| char::from(LETTERS[(bits >> (5 * place) & 31) as usize]);
    (0..length).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_made() {
        for bits in [0, u64::MAX, 0x0123_4567_89AB_CDEF] {
            let id = RoomId::from_random(bits);
            assert_eq!(RoomId::new(id.as_str()), Ok(id.clone()));
            assert_eq!(RoomId::new(&id.as_str().to_uppercase()), Ok(id));
            let code = RoomCode::from_random(bits);
            assert_eq!(RoomCode::new(code.as_str()), Ok(code));
        }
    }

    #[test]
    fn others_are_refused() {
        for text in ["", "short", "much-too-long-for-an-id", "../../etc/", "é23456789"] {
            assert!(RoomId::new(text).is_err(), "{text:?}");
        }
        assert_eq!(format!("{:?}", RoomCode::from_random(7)), "RoomCode(secret)");
    }
}
