//! The address of a client behind proxies that are trusted: by headers of HTTP or by the PROXY
//! protocol.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;
use axum::http::header::{FORWARDED, HeaderName};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// How both versions of the PROXY protocol begin; no HTTP request and no TLS handshake does.
const VERSION_1: &[u8] = b"PROXY ";
const VERSION_2: &[u8] = b"\r\n\r\n\0\r\nQUIT\n";

/// The longest header of version 1, with its end of line.
const LONGEST_VERSION_1: usize = 107;

/// The longest rest of a header of version 2 that is read.
const LONGEST_VERSION_2: usize = 2048;

/// A network in CIDR notation, such as `10.0.0.0/8`; without a prefix it is one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IpNetwork {
    address: IpAddr,
    prefix: u8,
}

/// A text is no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an address or a network such as 10.0.0.0/8, found `{0}`")]
pub struct IpNetworkError(String);

impl FromStr for IpNetwork {
    type Err = IpNetworkError;

    fn from_str(text: &str) -> Result<IpNetwork, IpNetworkError> {
        let wrong = || IpNetworkError(text.to_owned());
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
        if prefix > most { Err(wrong()) } else { Ok(IpNetwork { address, prefix }) }
    }
}

impl fmt::Display for IpNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

impl IpNetwork {
    /// Does an address belong to the network?
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = 32 - u32::from(self.prefix);
                let bits = |ip: Ipv4Addr| u64::from(ip.to_bits()) >> shift;
                bits(own) == bits(other)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let shift = 128 - u32::from(self.prefix);
                let bits = |ip: Ipv6Addr| ip.to_bits().checked_shr(shift).unwrap_or(0);
                bits(own) == bits(other)
            }
            _ => false,
        }
    }
}

/// The proxies whose word about the address of a client is taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrustedProxies(pub(crate) Vec<IpNetwork>);

impl TrustedProxies {
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// The address of a request's client: the last one in the headers that is no trusted proxy.
    /// Where the two headers disagree, one of them was forged, and neither counts.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer;
        }
        let lists = [(X_FORWARDED_FOR, false), (FORWARDED, true)].map(|(name, is_forwarded)| {
            let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
            let elements: Vec<&str> = values.flat_map(|value| value.split(',')).collect();
            self.last_client(&elements, is_forwarded)
        });
        match lists {
            [Some(one), Some(other)] if one != other => peer,
            [one, other] => one.or(other).unwrap_or(peer),
        }
    }

    fn last_client(&self, elements: &[&str], is_forwarded: bool) -> Option<IpAddr> {
        let mut last = None;
        for element in elements.iter().rev() {
            let text = if is_forwarded { forwarded_for(element)? } else { element.trim() };
            let address = parse_address(text)?;
            last = Some(address);
            if !self.trusts(address) {
                break;
            }
        }
        last
    }
}

/// The `for` of an element of a `Forwarded` header.
fn forwarded_for(element: &str) -> Option<&str> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    values.next().map(|(_, value)| value.trim().trim_matches('"'))
}

/// An address, with a port or without.
fn parse_address(text: &str) -> Option<IpAddr> {
    let bracketed = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let address = match bracketed {
        Some((six, _)) => six.parse().ok(),
        None => text.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip())),
    };
    address.map(|address: IpAddr| address.to_canonical())
}

/// Reads the header of the PROXY protocol, if there is one, and returns its address;
/// none if there is no header, or if it is about the proxy itself.
pub(crate) async fn read_header(stream: &mut TcpStream) -> io::Result<Option<IpAddr>> {
    let mut start = [0; 12];
    loop {
        let seen = stream.peek(&mut start).await?;
        let begun = &start[..seen];
        if begun.starts_with(VERSION_1) {
            return read_version_1(stream).await;
        }
        if begun == VERSION_2 {
            return read_version_2(stream).await;
        }
        if seen == 0 || !(VERSION_1.starts_with(begun) || VERSION_2.starts_with(begun)) {
            return Ok(None);
        }
        // The rest of its first bytes is on its way.
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}

async fn read_version_1(stream: &mut TcpStream) -> io::Result<Option<IpAddr>> {
    let mut line = Vec::new();
    while !line.ends_with(b"\r\n") {
        if line.len() >= LONGEST_VERSION_1 {
            return Err(broken());
        }
        line.push(stream.read_u8().await?);
    }
    let line = String::from_utf8(line).map_err(|_| broken())?;
    let mut words = line.trim_end().split(' ').skip(1);
    match words.next() {
        Some("UNKNOWN") => Ok(None),
        Some("TCP4" | "TCP6") => words.next().and_then(parse_address).map(Some).ok_or_else(broken),
        _ => Err(broken()),
    }
}

async fn read_version_2(stream: &mut TcpStream) -> io::Result<Option<IpAddr>> {
    let mut header = [0; 16];
    stream.read_exact(&mut header).await?;
    let (command, family) = (header[12], header[13]);
    let length = usize::from(u16::from_be_bytes([header[14], header[15]]));
    if command >> 4 != 2 || length > LONGEST_VERSION_2 {
        return Err(broken());
    }
    let mut rest = vec![0; length];
    stream.read_exact(&mut rest).await?;
    // Of the proxy itself, such as a check of our health.
    if command & 15 == 0 {
        return Ok(None);
    }
    match (family >> 4, rest.first_chunk::<4>(), rest.first_chunk::<16>()) {
        (1, Some(four), _) => Ok(Some(IpAddr::from(*four))),
        (2, _, Some(six)) => Ok(Some(IpAddr::from(*six).to_canonical())),
        (1 | 2, ..) => Err(broken()),
        _ => Ok(None),
    }
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a broken header of the PROXY protocol")
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn networks_are_read_and_contain_their_addresses() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.1.2.3", "11.0.0.1"),
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("0.0.0.0/0", "192.0.2.1", "2001:db8::1"),
            ("2001:db8::/32", "2001:db8:1::1", "2001:db9::1"),
            ("::1", "::1", "::2"),
            ("192.0.2.0/24", "::ffff:192.0.2.7", "192.0.3.1"),
        ] {
            let network: IpNetwork = network.parse().expect("a network");
            assert!(network.contains(address(inside)), "{network} {inside}");
            assert!(!network.contains(address(outside)), "{network} {outside}");
        }
        for text in ["", "10.0.0.0/33", "chess.example", "10.0.0.0/x", "::/129"] {
            assert!(text.parse::<IpNetwork>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_word_of_trusted_proxies_alone_is_taken() {
        let proxies =
            TrustedProxies(["10.0.0.0/8", "::1"].map(|n| n.parse().expect("a network")).to_vec());
        let [x, f] = ["x-forwarded-for", "forwarded"];
        for (peer, headers, expected) in [
            ("192.0.2.1", vec![(x, "198.51.100.7")], "192.0.2.1"),
            ("10.0.0.1", vec![], "10.0.0.1"),
            ("10.0.0.1", vec![(x, "198.51.100.7")], "198.51.100.7"),
            ("10.0.0.1", vec![(x, "203.0.113.9, 198.51.100.7, 10.0.0.2")], "198.51.100.7"),
            ("10.0.0.1", vec![(x, "203.0.113.9"), (x, "198.51.100.7")], "198.51.100.7"),
            ("10.0.0.1", vec![(x, "nonsense")], "10.0.0.1"),
            ("::1", vec![(f, "for=\"[2001:db8::5]:4711\";proto=https")], "2001:db8::5"),
            ("::1", vec![(f, "for=203.0.113.9, for=198.51.100.7:80;by=10.0.0.1")], "198.51.100.7"),
            ("::1", vec![(f, "for=unknown")], "::1"),
            // The proxy sets one of them, and the client has forged the other.
            ("10.0.0.1", vec![(x, "198.51.100.7"), (f, "for=203.0.113.9")], "10.0.0.1"),
        ] {
            let mut map = HeaderMap::new();
            for (name, value) in &headers {
                map.append(*name, HeaderValue::from_str(value).expect("a value"));
            }
            assert_eq!(proxies.client(address(peer), &map), address(expected), "{headers:?}");
        }
    }

    #[tokio::test]
    async fn both_versions_of_the_proxy_protocol_are_read() {
        let mut second = VERSION_2.to_vec();
        second.extend([0x21, 0x11, 0, 12, 198, 51, 100, 7, 10, 0, 0, 1, 0, 80, 0, 80]);
        let mut own = VERSION_2.to_vec();
        own.extend([0x20, 0, 0, 0]);
        let client = Some(address("198.51.100.7"));
        for (bytes, expected) in [
            (b"PROXY TCP4 198.51.100.7 10.0.0.1 1234 80\r\n".to_vec(), Ok(client)),
            (b"PROXY UNKNOWN\r\n".to_vec(), Ok(None)),
            (second, Ok(client)),
            (own, Ok(None)),
            (b"GET / HTTP/1.1\r\n".to_vec(), Ok(None)),
            (b"P".to_vec(), Ok(None)),
            (b"PROXY TCP4 nonsense\r\n".to_vec(), Err(())),
            ([b"PROXY ".as_slice(), &[b'x'; 200]].concat(), Err(())),
        ] {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let place = listener.local_addr().expect("an address");
            let mut sender = TcpStream::connect(place).await.expect("connected");
            let (mut stream, _) = listener.accept().await.expect("accepted");
            sender.write_all(&bytes).await.expect("sent");
            let read = async { read_header(&mut stream).await.map_err(drop) };
            let read = tokio::time::timeout(std::time::Duration::from_secs(1), read).await;
            // Of a beginning that never goes on, the caller has enough in the end.
            let Ok(read) = read else {
                assert_eq!(bytes, b"P");
                continue;
            };
            assert_eq!(read, expected, "{}", String::from_utf8_lossy(&bytes));
        }
    }
}
