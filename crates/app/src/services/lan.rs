//! The local network: servers that are found there, and one on this computer.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use store::StoreError;

/// A server on the local network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalServer {
    /// What it is called.
    pub name: String,
    /// The address of its page, such as `http://192.168.1.7:8064`.
    pub address: String,
}

/// What became of the wish to host games on this computer.
#[derive(Clone, Debug)]
pub enum Hosting {
    /// Not requested.
    Off,
    /// The server is being started.
    Starting,
    /// It runs; others reach it by this address.
    On {
        /// The address of its page.
        address: String,
        /// Is there a page, so that others need only a browser?
        has_page: bool,
    },
    /// It could not be started.
    Failed(Arc<HostingFault>),
}

/// Why a server could not be started on this computer.
#[derive(Debug)]
pub enum HostingFault {
    /// It cannot listen there.
    Listen { address: SocketAddr, why: io::Error },
    /// The system gives no thread.
    Thread(io::Error),
    /// The games of the server cannot be read.
    Store(StoreError),
    /// Another reason, in English, as only operators of servers see it.
    Other(String),
}

/// The local network as far as the platform lets the program see it. Nothing here waits.
pub trait Lan {
    /// Servers that were found so far; the first call begins to look.
    fn servers(&self) -> Vec<LocalServer>;

    /// Starts a server on this computer under a name, unless one runs.
    fn host(&self, name: &str);

    /// Can that server show the game as a web page, so that others need only a browser?
    fn has_page(&self) -> bool;

    /// How it stands with that server.
    fn hosting(&self) -> Hosting;

    /// Stops that server. Its games can go on when it is started again.
    fn stop_hosting(&self);
}
