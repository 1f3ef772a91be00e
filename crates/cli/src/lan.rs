//! The local network as the window sees it: servers that are found there, and one of our own.

use std::cell::RefCell;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use app::services::{FoundServer, Hosting, Lan};
use server::{Finder, Host, ServerConfig, StartError};

use crate::{page, serve};

#[derive(Default)]
pub struct LocalNetwork {
    /// Looks for others from the first time on that they are asked for, if the network allows it.
    finder: RefCell<Option<Option<Finder>>>,
    own: Arc<Mutex<HostState>>,
}

/// The server on this computer.
#[derive(Default)]
enum HostState {
    #[default]
    Off,
    Starting,
    On(Host),
    Failed(String),
}

impl Lan for LocalNetwork {
    fn servers(&self) -> Vec<FoundServer> {
        let mut finder = self.finder.borrow_mut();
        let Some(finder) = finder.get_or_insert_with(|| Finder::new().ok()) else {
            return Vec::new();
        };
        let found = finder.servers().into_iter();
        found.map(|server| FoundServer { name: server.name, address: server.url }).collect()
    }

    fn host(&self, name: &str) {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*own, HostState::Starting | HostState::On(_)) {
            return;
        }
        *own = HostState::Starting;
        let (name, shared) = (name.to_owned(), Arc::clone(&self.own));
        let started = thread::Builder::new().name("host".to_owned()).spawn(move || {
            let new = start(&name)
                .map_or_else(|error| HostState::Failed(error.to_string()), HostState::On);
            *shared.lock().unwrap_or_else(PoisonError::into_inner) = new;
        });
        if let Err(error) = started {
            *own = HostState::Failed(error.to_string());
        }
    }

    fn has_page(&self) -> bool {
        page::is_there()
    }

    fn hosting(&self) -> Hosting {
        match &*self.own.lock().unwrap_or_else(PoisonError::into_inner) {
            HostState::Off => Hosting::Off,
            HostState::Starting => Hosting::Starting,
            HostState::On(host) => {
                let ip = server::local_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
                let address = SocketAddr::new(ip, host.address().port());
                Hosting::On { address: format!("http://{address}"), has_page: self.has_page() }
            }
            HostState::Failed(why) => Hosting::Failed(why.clone()),
        }
    }

    fn stop_hosting(&self) {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        // Everybody is told before it ends, which takes a moment that no frame waits for.
        let old = std::mem::take(&mut *own);
        thread::spawn(move || drop(old));
    }
}

/// Starts a server for everybody on the network, at the usual port or, if something else is
/// there, at any.
fn start(name: &str) -> anyhow::Result<Host> {
    let at = |port| ServerConfig {
        listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), port),
        name: name.to_owned(),
        page: page::page(),
        announce: true,
        ..ServerConfig::default()
    };
    match Host::start(at(protocol::DEFAULT_PORT), serve::open(None, false)?) {
        Err(StartError::Listen { .. }) => Ok(Host::start(at(0), serve::open(None, false)?)?),
        started => Ok(started?),
    }
}
