//! Links to a server's page: an invitation to a room, `http://192.168.1.7:8064/#/game/k3f7q2m9xa`
//! and, into a private room, `http://192.168.1.7:8064/#/game/k3f7q2m9xa-abcd2345`; and one that
//! takes a player along to another device, `http://192.168.1.7:8064/#/name/` with a code.

use std::fmt;

use crate::{IdError, RoomCode, RoomId, Token, TokenError};

/// The path before the room in a link; it may be left out.
const PLACE: &str = "/game/";

/// The path before the code of a player in a link.
const NAME: &str = "/name/";

/// An invitation to a room of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The address of the server's page, without a slash at its end.
    pub server: String,
    /// Where the game is, or will be.
    pub room: RoomId,
    /// The code, if the room is private.
    pub code: Option<RoomCode>,
}

/// Why a text is no invitation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvitationError {
    /// There is nothing behind the address.
    #[error("expected a link with a room behind `#`")]
    NoRoom,
    /// The link does not name a room.
    #[error("no room in the link: {0}")]
    Room(#[from] IdError),
}

impl Invitation {
    /// Reads a link.
    ///
    /// # Errors
    /// If it leads to no room.
    pub fn parse(link: &str) -> Result<Invitation, InvitationError> {
        let (server, place) = link.trim().split_once('#').ok_or(InvitationError::NoRoom)?;
        let place = place.strip_prefix(PLACE).unwrap_or(place);
        let (room, code) = match place.split_once('-') {
            Some((room, code)) => (room, Some(RoomCode::new(code)?)),
            None => (place, None),
        };
        let room = RoomId::new(room)?;
        Ok(Invitation { server: server.trim_end_matches('/').to_owned(), room, code })
    }

    /// The fragment of the link, after the `#`.
    pub fn fragment(&self) -> String {
        match &self.code {
            Some(code) => format!("{PLACE}{}-{code}", self.room),
            None => format!("{PLACE}{}", self.room),
        }
    }
}

impl fmt::Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/#{}", self.server, self.fragment())
    }
}

/// A link that signs another device in as this player. The first to open it is signed in, so
/// that its `Debug` does not show the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferLink {
    /// The address of the server's page, without a slash at its end.
    pub server: String,
    /// The secret that can be used once, for a short time.
    pub code: Token,
}

impl TransferLink {
    /// Reads a link; nothing if it is of another kind.
    ///
    /// # Errors
    /// If it has no code.
    pub fn parse(link: &str) -> Option<Result<TransferLink, TokenError>> {
        let (server, place) = link.trim().split_once('#')?;
        let server = server.trim_end_matches('/').to_owned();
        let code = Token::new(place.strip_prefix(NAME)?);
        Some(code.map(|code| TransferLink { server, code }))
    }

    /// The link as text, to be shown to its player alone.
    pub fn reveal(&self) -> String {
        format!("{}/#{NAME}{}", self.server, self.code.reveal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_takes_a_player_along() {
        let server = "http://192.168.1.7:8064".to_owned();
        let link = TransferLink { server, code: Token::from_bytes([0xAB; 16]) };
        assert_eq!(TransferLink::parse(&link.reveal()), Some(Ok(link.clone())));
        assert!(!format!("{link:?}").contains("abab"));
        assert_eq!(TransferLink::parse("http://host/#/name/12"), Some(Err(TokenError)));
        assert_eq!(TransferLink::parse("http://host/#/game/k3f7q2m9xa"), None);
    }

    #[test]
    fn links_are_read_as_they_are_written() {
        for code in [None, Some(RoomCode::from_random(9))] {
            let server = "http://192.168.1.7:8064".to_owned();
            let invitation = Invitation { server, room: RoomId::from_random(1), code };
            assert_eq!(Invitation::parse(&invitation.to_string()), Ok(invitation));
        }
        let short = Invitation::parse("http://host/#k3f7q2m9xa").expect("a link");
        assert_eq!(short.to_string(), "http://host/#/game/k3f7q2m9xa");
        assert_eq!(Invitation::parse("http://host/"), Err(InvitationError::NoRoom));
        assert!(Invitation::parse("http://host/#nothing").is_err());
    }
}
