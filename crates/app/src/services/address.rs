//! The address with which a page was opened, from which an invitation or a link for another device
//! is read.

/// Where a page was opened: the server that it came from, and what the address asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartAddress {
    /// The server, such as `http://192.168.1.5:8064`.
    pub origin: String,
    /// What stands after `#`, such as `/game/ROOM`; empty for the page as such.
    pub fragment: String,
}

impl StartAddress {
    /// Takes an address apart.
    pub fn parse(address: &str) -> StartAddress {
        let (page, fragment) = address.split_once('#').unwrap_or((address, ""));
        let host = page.find("://").map_or(0, |scheme| scheme + 3);
        let end = page[host..].find(['/', '?']).map_or(page.len(), |path| host + path);
        StartAddress { origin: page[..end].to_owned(), fragment: fragment.to_owned() }
    }

    /// The game that the address invites to, as in `#/game/ROOM`.
    pub fn invitation(&self) -> Option<&str> {
        self.fragment.strip_prefix("/game/").filter(|room| !room.is_empty())
    }

    /// Is it a link that takes a player along to this device? It is of use only once.
    pub fn takes_along(&self) -> bool {
        self.fragment.starts_with("/name/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_apart() {
        for (address, origin, invitation) in [
            ("http://10.0.0.7:7700/#/game/K7Q2", "http://10.0.0.7:7700", Some("K7Q2")),
            ("https://chess.example/?test#/game/", "https://chess.example", None),
            ("http://localhost:7700/index.html", "http://localhost:7700", None),
            ("http://localhost", "http://localhost", None),
            ("", "", None),
        ] {
            let start = StartAddress::parse(address);
            assert_eq!(start.origin, origin, "{address}");
            assert_eq!(start.invitation(), invitation, "{address}");
        }
    }
}
