//! The local network as the window sees it: servers that are found there, and one of our own.

use std::cell::RefCell;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use app::services::{Hosting, HostingFault, Lan, LocalServer};
use server::{Finder, Host, ServerConfig, StartError};
use store::{ServerStore, StoreError};

use crate::serve::DamagedStore;
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
    On(Box<Host>),
    Failed(Arc<HostingFault>),
}

impl Lan for LocalNetwork {
    fn servers(&self) -> Vec<LocalServer> {
        let mut finder = self.finder.borrow_mut();
        let Some(finder) = finder.get_or_insert_with(|| Finder::new().ok()) else {
            return Vec::new();
        };
        let found = finder.servers().into_iter();
        found.map(|server| LocalServer { name: server.name, address: server.url }).collect()
    }

    fn host(&self, name: &str) {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*own, HostState::Starting | HostState::On(_)) {
            return;
        }
        *own = HostState::Starting;
        let (name, shared) = (name.to_owned(), Arc::clone(&self.own));
        let started = thread::Builder::new().name("host".to_owned()).spawn(move || {
            let new = match start(&name) {
                Ok(host) => HostState::On(Box::new(host)),
                Err(fault) => HostState::Failed(Arc::new(fault)),
            };
            *shared.lock().unwrap_or_else(PoisonError::into_inner) = new;
        });
        if let Err(error) = started {
            *own = HostState::Failed(Arc::new(HostingFault::Thread(error)));
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
            HostState::Failed(fault) => Hosting::Failed(Arc::clone(fault)),
        }
    }

    fn stop_hosting(&self) {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        // It notifies its clients before it ends, which takes a moment that no frame waits for.
        let old = std::mem::take(&mut *own);
        thread::spawn(move || drop(old));
    }
}

/// Starts a server for the local network, at the usual port or, if something else is
/// there, at any.
fn start(name: &str) -> Result<Host, HostingFault> {
    let at = |port| ServerConfig {
        listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), port),
        name: name.to_owned(),
        page: page::page(),
        announce: true,
        ..ServerConfig::default()
    };
    let started = match Host::start(at(protocol::DEFAULT_PORT), open_store()?) {
        Err(StartError::Listen { .. }) => Host::start(at(0), open_store()?),
        started => started,
    };
    started.map_err(|error| match error {
        StartError::Listen { address, why } => HostingFault::Listen { address, why },
        StartError::Thread(why) => HostingFault::Thread(why),
        other => HostingFault::Other(other.to_string()),
    })
}

fn open_store() -> Result<Box<dyn ServerStore>, HostingFault> {
    serve::open(None, false).map_err(|error| match error.downcast::<StoreError>() {
        Ok(error) => HostingFault::Store(error),
        Err(error) => match error.downcast::<DamagedStore>() {
            Ok(DamagedStore { place, why }) => {
                HostingFault::Store(StoreError::Damaged { place, why })
            }
            Err(error) => HostingFault::Other(error.to_string()),
        },
    })
}
