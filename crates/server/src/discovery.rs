//! Servers on the local network: announcing one, and finding others, by mDNS.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr, UdpSocket};

use mdns_sd::{Error, ServiceDaemon, ServiceEvent, ServiceInfo};
use protocol::MDNS_SERVICE;

/// A server on the local network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundServer {
    /// The announced name.
    pub name: String,
    /// The address of its page, such as `http://192.168.1.7:8064`.
    pub url: String,
}

/// Looks for servers until it is dropped.
pub struct Finder {
    daemon: ServiceDaemon,
    events: mdns_sd::Receiver<ServiceEvent>,
    found: HashMap<String, FoundServer>,
}

impl Finder {
    /// Begins to look.
    ///
    /// # Errors
    /// If the network does not allow it.
    pub fn new() -> Result<Finder, Error> {
        let daemon = ServiceDaemon::new()?;
        let events = daemon.browse(MDNS_SERVICE)?;
        Ok(Finder { daemon, events, found: HashMap::new() })
    }

    /// The servers that are known by now, in the order of their names. It never waits.
    pub fn servers(&mut self) -> Vec<FoundServer> {
        while let Ok(event) = self.events.try_recv() {
            match event {
                ServiceEvent::ServiceResolved(service) => {
                    let scheme = service.get_property_val_str("scheme").unwrap_or("http");
                    let name = service.get_property_val_str("name").unwrap_or("xxlchess");
                    // An address of this computer alone is of use only if there is no other.
                    let addresses = service.get_addresses_v4().into_iter();
                    let address = addresses.min_by_key(|ip| (ip.is_loopback(), *ip));
                    if let Some(address) = address.filter(|_| matches!(scheme, "http" | "https")) {
                        let url = format!("{scheme}://{address}:{}", service.get_port());
                        let server = FoundServer { name: cleaned(name), url };
                        self.found.insert(service.get_fullname().to_owned(), server);
                    }
                }
                ServiceEvent::ServiceRemoved(_, name) => {
                    self.found.remove(&name);
                }
                _ => {}
            }
        }
        let mut servers: Vec<FoundServer> = self.found.values().cloned().collect();
        servers.sort_by(|a, b| (&a.name, &a.url).cmp(&(&b.name, &b.url)));
        servers
    }
}

impl Drop for Finder {
    fn drop(&mut self) {
        // It ends by itself as well, a little later.
        let _ = self.daemon.shutdown();
    }
}

/// Announces a server to the local network until dropped.
pub(crate) struct Announcement(ServiceDaemon);

impl Announcement {
    pub(crate) fn new(name: &str, port: u16, is_secure: bool) -> Result<Announcement, Error> {
        let daemon = ServiceDaemon::new()?;
        let scheme = if is_secure { "https" } else { "http" };
        let properties = [("name", name), ("scheme", scheme)];
        let instance = format!("xxlchess-{port}-{}", std::process::id());
        let host = format!("{instance}.local.");
        let service = ServiceInfo::new(MDNS_SERVICE, &instance, &host, "", port, &properties[..])?;
        daemon.register(service.enable_addr_auto())?;
        Ok(Announcement(daemon))
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        let _ = self.0.shutdown();
    }
}

/// The address by which others on the local network reach this computer, if there is a network.
pub fn local_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((IpAddr::from([0, 0, 0, 0]), 0)).ok()?;
    // Nothing is sent: the system only says which way it would take.
    socket.connect(SocketAddr::from(([192, 0, 2, 1], 9))).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

/// A name that was received from the network.
fn cleaned(name: &str) -> String {
    protocol::PlayerName::new(name).map_or_else(|_| "xxlchess".to_owned(), |name| name.to_string())
}
