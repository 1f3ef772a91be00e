//! A network between two programs of this machine that can be held up and cut.

use std::net::SocketAddr;
use std::path::PathBuf;

use anyhow::Result;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// What becomes of what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    Passes,
    /// Nothing arrives for now.
    Holds,
    /// All connections are lost, and no new one is made.
    Cut,
}

/// Where a relay leads to.
#[derive(Clone, Debug)]
pub enum Target {
    Socket(PathBuf),
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    Address(SocketAddr),
}

pub struct Relay {
    _runtime: Runtime,
    pub address: SocketAddr,
    network: watch::Sender<Network>,
}

impl Relay {
    /// A relay at a free port.
    pub fn start(target: Target) -> Result<Relay> {
        let runtime = crate::new_runtime()?;
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
        let address = listener.local_addr()?;
        let (network, state) = watch::channel(Network::Passes);
        runtime.spawn(accept(listener, target, state));
        Ok(Relay { _runtime: runtime, address, network })
    }

    pub fn set(&self, network: Network) {
        self.network.send_replace(network);
    }
}

async fn accept(listener: TcpListener, target: Target, state: watch::Receiver<Network>) {
    while let Ok((client, _)) = listener.accept().await {
        let (target, mut state) = (target.clone(), state.clone());
        tokio::spawn(async move {
            if *state.borrow() == Network::Cut {
                return;
            }
            let mut cut = state.clone();
            let cut = cut.wait_for(|state| *state == Network::Cut);
            let forwarded = async {
                match target {
                    Target::Socket(path) => {
                        let Ok(server) = UnixStream::connect(&path).await else { return };
                        let (from, to) = server.into_split();
                        forward(client, from, to, &mut state).await;
                    }
                    Target::Address(address) => {
                        let Ok(server) = TcpStream::connect(address).await else { return };
                        let _ = server.set_nodelay(true);
                        let (from, to) = server.into_split();
                        forward(client, from, to, &mut state).await;
                    }
                }
            };
            tokio::select! {
                () = forwarded => {}
                _ = cut => {}
            }
        });
    }
}

async fn forward(
    client: TcpStream,
    from_server: impl AsyncRead + Unpin,
    to_server: impl AsyncWrite + Unpin,
    state: &mut watch::Receiver<Network>,
) {
    let _ = client.set_nodelay(true);
    let (from_client, to_client) = client.into_split();
    let mut other = state.clone();
    tokio::select! {
        () = pump(from_client, to_server, state) => {}
        () = pump(from_server, to_client, &mut other) => {}
    }
}

async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    state: &mut watch::Receiver<Network>,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        let passes = state.wait_for(|state| *state != Network::Holds).await.is_ok();
        if !passes || to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}
