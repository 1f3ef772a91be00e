//! The secret by which a player is known again: 128 random bits that only they and the server have.

use std::fmt;

use serde::{Deserialize, Serialize};

const BYTES: usize = 16;

/// A player's secret. It is compared by [`Token::bytes`] in constant time, and never printed: its
/// `Debug` says nothing, and it has no `Display`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Token([u8; BYTES]);

/// Why a text is no token. It does not quote what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a token of 32 hexadecimal digits")]
pub struct TokenError;

impl Token {
    /// A token from bits that must be random.
    pub const fn from_bytes(bytes: [u8; BYTES]) -> Token {
        Token(bytes)
    }

    /// A token as [`Token::reveal`] writes it.
    ///
    /// # Errors
    /// If it is not one.
    pub fn new(text: &str) -> Result<Token, TokenError> {
        let mut bytes = [0; BYTES];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| TokenError)?;
        Ok(Token(bytes))
    }

    /// The bits, to be compared in constant time.
    pub const fn bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    /// The token as text, to be stored privately.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

impl TryFrom<String> for Token {
    type Error = TokenError;

    fn try_from(text: String) -> Result<Token, TokenError> {
        Token::new(&text)
    }
}

impl From<Token> for String {
    fn from(token: Token) -> String {
        token.reveal()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_and_never_printed() {
        let token = Token::from_bytes(*b"0123456789abcdef");
        assert_eq!(Token::new(&token.reveal()), Ok(token.clone()));
        assert_eq!(format!("{token:?}"), "Token(secret)");
        let fault = crate::read::<Token>(r#""0011223344""#).expect_err("too short").to_string();
        assert!(!fault.contains("0011223344"), "{fault}");
    }

    #[test]
    fn only_hexadecimal_digits_are_read() {
        for text in
            ["", "xyz", "é0123456789abcdef0123456789abcde", "+0+0+0+0+0+0+0+0+0+0+0+0+0+0+0+0"]
        {
            assert_eq!(Token::new(text), Err(TokenError), "{text:?}");
        }
    }
}
