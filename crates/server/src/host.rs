//! A server with threads of its own, for programs that know nothing of tokio.

use std::io;
use std::net::SocketAddr;

use store::{ServerStore, Shards};
use tokio::runtime::{Builder, Runtime};

use crate::cluster::{Worker, WorkerConfig};
use crate::server::{Server, ServerConfig, StartError};

/// A server that runs until it is stopped or dropped.
pub struct Host {
    runtime: Runtime,
    server: Option<Server>,
    address: SocketAddr,
}

impl Host {
    /// Starts a server.
    ///
    /// # Errors
    /// Why it cannot start.
    pub fn start(config: ServerConfig, store: Box<dyn ServerStore>) -> Result<Host, StartError> {
        let runtime = runtime()?;
        let server = runtime.block_on(Server::start(config, store))?;
        Ok(Host { address: server.address(), runtime, server: Some(server) })
    }

    /// Starts a node of a cluster, as [`Server::start_node`] does.
    ///
    /// # Errors
    /// Why it cannot start.
    pub fn start_node(
        config: ServerConfig,
        store: Box<dyn ServerStore>,
        shards: Box<dyn Shards>,
    ) -> Result<Host, StartError> {
        let runtime = runtime()?;
        let server = runtime.block_on(Server::start_node(config, store, shards))?;
        Ok(Host { address: server.address(), runtime, server: Some(server) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the program is asked to end, by Ctrl+C or by the system.
    ///
    /// # Errors
    /// If the signals cannot be received.
    pub fn wait_for_signal(&self) -> io::Result<()> {
        self.runtime.block_on(asked_to_end())
    }
}

/// A worker that runs until it is stopped or dropped.
pub struct WorkerHost {
    runtime: Runtime,
    worker: Option<Worker>,
    metrics: Option<SocketAddr>,
}

impl WorkerHost {
    /// Starts a worker.
    ///
    /// # Errors
    /// Why it cannot start.
    pub fn start(config: WorkerConfig) -> Result<WorkerHost, StartError> {
        let runtime = runtime()?;
        let worker = runtime.block_on(Worker::start(config))?;
        Ok(WorkerHost { metrics: worker.metrics_address(), runtime, worker: Some(worker) })
    }

    /// Where it serves what it counts, if it does.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Waits until the program is asked to end, by Ctrl+C or by the system.
    ///
    /// # Errors
    /// If the signals cannot be received.
    pub fn wait_for_signal(&self) -> io::Result<()> {
        self.runtime.block_on(asked_to_end())
    }
}

impl Drop for WorkerHost {
    /// Answers the questions that it has, and takes no more.
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            self.runtime.block_on(worker.stop());
        }
    }
}

fn runtime() -> Result<Runtime, StartError> {
    let mut builder = Builder::new_multi_thread();
    builder.thread_name("server").enable_all().build().map_err(StartError::Thread)
}

impl Drop for Host {
    /// Saves all games and closes all connections.
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            self.runtime.block_on(server.stop());
        }
    }
}

#[cfg(unix)]
async fn asked_to_end() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminated = signal(SignalKind::terminate())?;
    let mut hung_up = signal(SignalKind::hangup())?;
    let had_terminal = has_terminal();
    loop {
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => return interrupted,
            _ = terminated.recv() => return Ok(()),
            // Asks for a new certificate, if there is one; but if the terminal is gone, for the end.
            _ = hung_up.recv() => if had_terminal && !has_terminal() {
                return Ok(());
            }
        }
    }
}

/// Does the program run in a terminal? A closed one is none.
#[cfg(unix)]
fn has_terminal() -> bool {
    use io::IsTerminal;
    io::stdin().is_terminal() || io::stdout().is_terminal() || io::stderr().is_terminal()
}

#[cfg(not(unix))]
async fn asked_to_end() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
