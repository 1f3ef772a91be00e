//! A PostgreSQL server of the load generator's own, which can be restarted and frozen, behind a
//! network that can be held up and cut.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use test_kit::cluster::Cluster;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

/// The name of the database.
const NAME: &str = "load";

pub struct Database {
    cluster: Cluster,
    _runtime: Runtime,
    address: SocketAddr,
    network: watch::Sender<Network>,
}

/// What becomes of what is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Network {
    Passes,
    /// Nothing arrives for now.
    Holds,
    /// All connections are lost, and no new one is made.
    Cut,
}

/// What happens to the database, or on the way to it.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    Restart,
    Freeze,
    Hold,
    Cut,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Restart => "the database was restarted",
            Fault::Freeze => "the database was frozen",
            Fault::Hold => "the network was held up",
            Fault::Cut => "the network was cut",
        })
    }
}

impl Database {
    /// Starts a server with an empty database.
    pub fn start() -> Result<Database, String> {
        let cluster = Cluster::start("load-postgres", &[]).ok_or("PostgreSQL is not installed")?;
        cluster.database(NAME);
        let told = |error: std::io::Error| error.to_string();
        let runtime =
            Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(told)?;
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).map_err(told)?;
        let address = listener.local_addr().map_err(told)?;
        let (network, state) = watch::channel(Network::Passes);
        let socket = cluster.folder().join(".s.PGSQL.5432");
        runtime.spawn(accept(listener, socket, state));
        Ok(Database { cluster, _runtime: runtime, address, network })
    }

    /// The address of the database.
    pub fn address(&self) -> String {
        format!("postgres://postgres@{}/{NAME}?sslmode=disable", self.address)
    }

    /// Does something to it, for a while.
    pub fn suffer(&mut self, fault: Fault, time: Duration) {
        match fault {
            Fault::Restart => {
                self.cluster.stop();
                std::thread::sleep(time);
                self.cluster.restart();
            }
            Fault::Freeze => {
                self.cluster.signal("STOP");
                std::thread::sleep(time);
                self.cluster.signal("CONT");
            }
            Fault::Hold | Fault::Cut => {
                let is_cut = matches!(fault, Fault::Cut);
                self.network.send_replace(if is_cut { Network::Cut } else { Network::Holds });
                std::thread::sleep(time);
                self.network.send_replace(Network::Passes);
            }
        }
    }

    /// How many small transactions one connection commits in a second, one after the other.
    pub fn commits_per_second(&self) -> Result<String, String> {
        let script = self.cluster.folder().join("commit.sql");
        std::fs::write(&script, "INSERT INTO commits VALUES (1);\n")
            .map_err(|error| error.to_string())?;
        self.cluster.psql("postgres", "CREATE TABLE IF NOT EXISTS commits (number BIGINT)");
        let mut pgbench = self.cluster.client("pgbench");
        pgbench.args(["-n", "-c", "1", "-T", "5", "-f"]).arg(&script).arg("postgres");
        let output = pgbench.output().map_err(|error| format!("pgbench: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let rate = text.lines().find_map(|line| line.strip_prefix("tps = "));
        let rate = rate.and_then(|rate| rate.split(['.', ' ']).next());
        rate.map(str::to_owned).ok_or_else(|| format!("pgbench said {text:?}"))
    }
}

async fn accept(listener: TcpListener, socket: PathBuf, state: watch::Receiver<Network>) {
    while let Ok((client, _)) = listener.accept().await {
        let (socket, mut state) = (socket.clone(), state.clone());
        tokio::spawn(async move {
            if *state.borrow() == Network::Cut {
                return;
            }
            let Ok(server) = UnixStream::connect(&socket).await else { return };
            let mut cut = state.clone();
            let cut = cut.wait_for(|state| *state == Network::Cut);
            tokio::select! {
                () = forward(client, server, &mut state) => {}
                _ = cut => {}
            }
        });
    }
}

async fn forward(client: TcpStream, server: UnixStream, state: &mut watch::Receiver<Network>) {
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
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
