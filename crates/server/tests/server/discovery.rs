//! A server announces itself to the local network, and is found.

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use xxlchess_server::{Finder, FoundServer, ServerConfig};

use crate::common::start;

/// Long enough for a busy computer; a network that works takes a second.
const DISCOVERY_TIMEOUT: Duration = Duration::from_secs(30);

/// Does anything that is sent to many come back to this computer?
fn has_multicast() -> std::io::Result<bool> {
    let group = Ipv4Addr::new(224, 0, 0, 251);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.join_multicast_v4(&group, &Ipv4Addr::UNSPECIFIED)?;
    socket.set_multicast_loop_v4(true)?;
    socket.set_read_timeout(Some(Duration::from_secs(2)))?;
    socket.send_to(b"anybody?", (group, socket.local_addr()?.port()))?;
    let mut heard = [0; 16];
    let length = socket.recv(&mut heard)?;
    Ok(&heard[..length] == b"anybody?")
}

/// Looks until the list of servers is as it should be.
async fn until(finder: &mut Finder, is_so: impl Fn(&[FoundServer]) -> bool) -> Vec<FoundServer> {
    let begun = Instant::now();
    loop {
        let servers = finder.servers();
        if is_so(&servers) || begun.elapsed() > DISCOVERY_TIMEOUT {
            return servers;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_server_is_found_by_itself() {
    if !has_multicast().unwrap_or(false) {
        println!("nothing was tried, as this computer has no network with multicast");
        return;
    }
    let mut finder = Finder::new().expect("it looks");
    let name = format!("Table {}", std::process::id());
    let listen = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
    let told = format!("{name}\u{202e}\u{7}");
    let server =
        start(ServerConfig { listen, name: told, announce: true, ..ServerConfig::default() }).await;
    let is_ours = |server: &FoundServer| server.name == name;
    let servers = until(&mut finder, |servers| servers.iter().any(is_ours)).await;
    let found = servers.iter().find(|server| is_ours(server)).expect("it is found");
    let port = server.address().port();
    assert!(found.url.starts_with("http://") && found.url.ends_with(&format!(":{port}")));
    // A server that stops withdraws its announcement.
    server.stop().await;
    let servers = until(&mut finder, |servers| !servers.iter().any(is_ours)).await;
    assert!(!servers.iter().any(is_ours), "{servers:?}");
}
