//! The address of a server as people write it, and a link that invites to a game there.

use std::fmt;
use std::net::IpAddr;

use protocol::{DEFAULT_PORT, Invitation, InvitationError, PATH, Token, TokenError, TransferLink};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerAddress {
    is_secure: bool,
    /// The host and, if it is not the usual one of the scheme, the port.
    host: String,
}

/// Why a text is no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It does not name a computer.
    #[error("expected an address such as 192.168.1.7:{DEFAULT_PORT}, found {0:?}")]
    Host(String),
    /// Its scheme is neither `http` nor `https`.
    #[error("expected http or https, found {0:?}")]
    Scheme(String),
    /// The port is not a number from 1 to 65535.
    #[error("expected a port from 1 to 65535, found {0:?}")]
    Port(String),
    /// It looks like an invitation and is none.
    #[error("{0}")]
    Invitation(#[from] InvitationError),
    /// It looks like a link for another device and has no code.
    #[error("{0}")]
    Transfer(#[from] TokenError),
}

impl ServerAddress {
    /// Reads an address: with or without `http://`, with or without a port.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<ServerAddress, AddressError> {
        let text = text.trim();
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) => (Some(scheme.to_ascii_lowercase()), rest),
            None => (None, text),
        };
        let is_secure = match scheme.as_deref() {
            None | Some("http" | "ws") => false,
            Some("https" | "wss") => true,
            Some(other) => return Err(AddressError::Scheme(shortened(other))),
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let host = rest[..end].to_ascii_lowercase();
        let (name, port) = name_and_port(&host);
        let is_letter = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        let is_six = name.len() > 2
            && name.starts_with('[')
            && name.ends_with(']')
            && name[1..name.len() - 1].chars().all(|c| c.is_ascii_hexdigit() || c == ':');
        if !is_six && (name.is_empty() || !name.chars().all(is_letter)) {
            return Err(AddressError::Host(shortened(text)));
        }
        if let Some(port) = port
            && port.parse::<u16>().unwrap_or_default() == 0
        {
            return Err(AddressError::Port(shortened(port)));
        }
        let host = match (scheme, port) {
            (None, None) => format!("{name}:{DEFAULT_PORT}"),
            _ => host.clone(),
        };
        Ok(ServerAddress { is_secure, host })
    }

    /// Where its WebSocket is.
    pub fn socket(&self) -> String {
        let scheme = if self.is_secure { "wss" } else { "ws" };
        format!("{scheme}://{}{PATH}", self.host)
    }

    /// Is it a loopback name, which means another computer elsewhere?
    pub fn is_this_computer(&self) -> bool {
        let (name, _) = name_and_port(&self.host);
        let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
        name == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }

    /// The host and the port, without the scheme.
    pub fn host(&self) -> &str {
        &self.host
    }
}

impl fmt::Display for ServerAddress {
    /// The address of the server's page.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)
    }
}

/// A server, and perhaps a game there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    pub server: ServerAddress,
    /// The game that a link invites to.
    pub invitation: Option<Invitation>,
    /// The code of a link that takes a player along to this device.
    pub transfer: Option<Token>,
}

impl From<ServerAddress> for Destination {
    fn from(server: ServerAddress) -> Destination {
        Destination { server, invitation: None, transfer: None }
    }
}

impl Destination {
    /// Reads an address or a link that invites.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Destination, AddressError> {
        let server = ServerAddress::parse(text)?;
        if let Some(link) = TransferLink::parse(text) {
            return Ok(Destination { transfer: Some(link?.code), ..Destination::from(server) });
        }
        let wish = text.split_once('#').map_or("", |(_, wish)| wish.trim());
        let invitation = match wish {
            "" | "/" => None,
            _ => Some(Invitation { server: server.to_string(), ..Invitation::parse(text)? }),
        };
        Ok(Destination { server, invitation, transfer: None })
    }
}

/// Takes the port off, if there is one; colons within brackets belong to the name.
fn name_and_port(host: &str) -> (&str, Option<&str>) {
    let names = host.rfind(']').unwrap_or(0);
    match host[names..].find(':') {
        Some(colon) => (&host[..names + colon], Some(&host[names + colon + 1..])),
        None => (host, None),
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use protocol::{RoomCode, RoomId};

    use super::*;

    #[test]
    fn addresses_are_read_as_people_write_them() {
        for (text, page, socket) in [
            ("192.168.1.7", "http://192.168.1.7:8064", "ws://192.168.1.7:8064/ws"),
            (" Box.local:99 ", "http://box.local:99", "ws://box.local:99/ws"),
            ("http://10.0.0.1:8064/", "http://10.0.0.1:8064", "ws://10.0.0.1:8064/ws"),
            ("https://chess.example/x?y", "https://chess.example", "wss://chess.example/ws"),
            ("[::1]:8064", "http://[::1]:8064", "ws://[::1]:8064/ws"),
        ] {
            let address = ServerAddress::parse(text).expect("an address");
            assert_eq!((address.to_string(), address.socket()), (page.into(), socket.into()));
            assert_eq!(ServerAddress::parse(page), Ok(address));
        }
    }

    #[test]
    fn a_computer_has_names_for_itself() {
        for (text, expected) in [
            ("localhost", true),
            ("http://127.0.0.1:99", true),
            ("[::1]:8064", true),
            ("192.168.1.7", false),
            ("[fe80::1]", false),
            ("localhost.example", false),
        ] {
            let address = ServerAddress::parse(text).expect("an address");
            assert_eq!(address.is_this_computer(), expected, "{text}");
        }
    }

    #[test]
    fn others_are_refused_with_what_was_found() {
        for text in ["", "http://", "a b", "host:0", "host:99999", "host:x", "ftp://host", "é.de"]
        {
            assert!(ServerAddress::parse(text).is_err(), "{text:?}");
        }
        let told = ServerAddress::parse("ftp://host").expect_err("no server").to_string();
        assert_eq!(told, "expected http or https, found \"ftp\"");
    }

    #[test]
    fn a_link_leads_into_a_game() {
        let (room, code) = (RoomId::from_random(1), RoomCode::from_random(2));
        for wish in [format!("/game/{room}-{code}"), format!("{room}-{code}")] {
            let found = Destination::parse(&format!("http://10.0.0.1:8064/#{wish}"));
            let invitation = found.expect("a link").invitation.expect("to a game");
            assert_eq!((&invitation.room, &invitation.code), (&room, &Some(code.clone())));
            assert_eq!(invitation.server, "http://10.0.0.1:8064");
        }
        assert_eq!(Destination::parse("10.0.0.1").expect("an address").invitation, None);
        assert!(Destination::parse("http://10.0.0.1/#/game/x").is_err());
        let code = Token::from_bytes([5; 16]);
        let link = TransferLink { server: "http://10.0.0.1".to_owned(), code: code.clone() };
        let found = Destination::parse(&link.reveal()).expect("a link");
        assert_eq!((found.server.host(), found.transfer), ("10.0.0.1", Some(code)));
        assert!(Destination::parse("http://10.0.0.1/#/name/x").is_err());
    }
}
