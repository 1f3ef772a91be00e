//! Messages as text, and back.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Why a text is no message. It can be told to whoever has sent it.
#[derive(Debug, thiserror::Error)]
#[error("not a message of this protocol: {0}")]
pub struct ReadError(#[from] serde_json::Error);

/// Reads a message, with everything in it checked.
///
/// # Errors
/// What was found in place of what was expected.
pub fn read<M: DeserializeOwned>(text: &str) -> Result<M, ReadError> {
    Ok(serde_json::from_str(text)?)
}

/// Writes a message.
pub fn write<M: Serialize>(message: &M) -> String {
    // Keys are texts and nothing else can fail; an empty text would be refused as no message.
    serde_json::to_string(message).unwrap_or_default()
}
