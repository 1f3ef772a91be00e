//! An invitation to a room as a link: `http://192.168.1.7:8064/#/game/k3f7q2m9xa` and, into a
//! private room, `http://192.168.1.7:8064/#/game/k3f7q2m9xa-abcd2345`.

use std::fmt;

use crate::{IdError, RoomCode, RoomId};

/// What stands before the room in a link; it may be left out.
const PLACE: &str = "/game/";

/// Into which room somebody is invited, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The address of the server's page, without a slash at its end.
    pub server: String,
    pub room: RoomId,
    /// What lets one in, if it is private.
    pub code: Option<RoomCode>,
}

/// Why a text is no invitation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvitationError {
    /// There is nothing behind the address.
    #[error("expected a link with a room behind `#`")]
    NoRoom,
    /// What stands there is no room.
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

    /// What stands behind the `#` of the link.
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

#[cfg(test)]
mod tests {
    use super::*;

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
