//! Messages as text, and back.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The key beside a message under which a request has its id.
const ID: &str = "id";

/// Why a text is no message. The text of the error may be sent to the peer.
#[derive(Debug, thiserror::Error)]
#[error("not a message of this protocol: {0}")]
pub struct ReadError(#[from] serde_json::Error);

/// Reads a message, with everything in it checked.
///
/// # Errors
/// If the text is no message; says what was found and what was expected.
pub fn read<M: DeserializeOwned>(text: &str) -> Result<M, ReadError> {
    Ok(serde_json::from_str(text)?)
}

/// Reads a message and the id beside it, if there is one: `{"id":7,"ping":{…}}`. An answer has the
/// id of its request.
///
/// # Errors
/// If the text is no message; says what was found and what was expected. The id comes with it.
pub fn read_with_id<M: DeserializeOwned>(text: &str) -> (Option<u64>, Result<M, ReadError>) {
    match serde_json::from_str(text) {
        Ok(Value::Object(mut message)) => {
            let id = match message.remove(ID).map(u64::deserialize).transpose() {
                Ok(id) => id,
                Err(error) => return (None, Err(ReadError(error))),
            };
            let read = match message.len() {
                1 => M::deserialize(Value::Object(message)),
                count => Err(Error::custom(format_args!("expected one message, found {count}"))),
            };
            (id, read.map_err(ReadError))
        }
        Ok(other) => (None, M::deserialize(other).map_err(ReadError)),
        Err(error) => (None, Err(ReadError(error))),
    }
}

/// Writes a message.
pub fn write<M: Serialize>(message: &M) -> String {
    serde_json::to_string(message).expect("messages have text keys and types that always serialize")
}

/// A message that was written, with the id of the request that it answers.
pub fn with_id(written: &str, id: u64) -> String {
    match written.strip_prefix('{') {
        Some(rest) => format!("{{\"{ID}\":{id},{rest}"),
        None => format!("{{\"{ID}\":{id},{written}:null}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ToClient, ToServer};

    #[test]
    fn a_request_may_have_an_id() {
        for (text, id, expected) in [
            (r#"{"id":7,"ping":{"number":1}}"#, Some(7), ToServer::Ping { number: 1 }),
            (r#"{"ping":{"number":1}}"#, None, ToServer::Ping { number: 1 }),
            (r#"{"ask-ranking":null,"id":0}"#, Some(0), ToServer::AskRanking),
            (r#""ask-ranking""#, None, ToServer::AskRanking),
        ] {
            let (found, message) = read_with_id::<ToServer>(text);
            assert_eq!((found, message.expect("a message")), (id, expected), "{text}");
        }
        assert_eq!(
            with_id(&write(&ToClient::Pong { number: 1 }), 7),
            r#"{"id":7,"pong":{"number":1}}"#
        );
        assert_eq!(with_id(&write(&ToClient::Done), 7), r#"{"id":7,"done":null}"#);
    }

    #[test]
    fn what_is_unknown_is_named() {
        for (text, expected) in [
            (r#"{"id":7,"ping":{"number":1,"nomber":2}}"#, "unknown field `nomber`"),
            (r#"{"hello":{"version":4,"name":"Anna","colour":"red"}}"#, "unknown field `colour`"),
            (r#"{"create":{"options":{"rules":{"shipped":"xxl"},"fogg":true}}}"#, "`fogg`"),
            (r#"{"act":{"room":"k3f7q2m9xa","action":{"live":{"state":{"hand":1}}}}}"#, "`hand`"),
            (r#"{"act":{"room":"k3f7q2m9xa","action":{"chat":{"text":"a","to":1}}}}"#, "`to`"),
            (r#"{"pong":{"number":1}}"#, "unknown variant `pong`"),
            (r#"{"id":-1,"ping":{"number":1}}"#, "invalid value: integer `-1`"),
            (r#"{"ping":{"number":1},"pong":{"number":1}}"#, "expected one message, found 2"),
            (r#"{"id":7}"#, "expected one message, found 0"),
        ] {
            let error = read_with_id::<ToServer>(text).1.expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
