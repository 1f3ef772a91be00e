//! The server under load, as a process of its own that can be killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use store::{ServerStore, SqliteStore, StoreError};
use xxlchess_server::{Host, Rate, ServerConfig, ServerLimits};

use crate::database::Database;

pub struct ServerProcess {
    child: Child,
    pub address: SocketAddr,
    folder: PathBuf,
    limits: &'static str,
    /// The address of a database, if it is not a file.
    data: Option<String>,
}

/// Which limits a server has.
const GENEROUS: &str = "generous";
const USUAL: &str = "usual";

impl ServerProcess {
    /// Starts a server with an empty store that lets one address do everything.
    pub fn start(database: Option<&Database>) -> Result<ServerProcess, String> {
        ServerProcess::start_as(GENEROUS, database)
    }

    /// Starts a server with an empty store and the limits that every server has.
    pub fn start_with_usual_limits() -> Result<ServerProcess, String> {
        ServerProcess::start_as(USUAL, None)
    }

    fn start_as(
        limits: &'static str,
        database: Option<&Database>,
    ) -> Result<ServerProcess, String> {
        let data = database.map(Database::address);
        let folder = std::env::temp_dir().join(format!("xxlchess-load-{}", std::process::id()));
        let (child, address) = spawn(&folder, "127.0.0.1:0", limits, data.as_deref())?;
        Ok(ServerProcess { child, address, folder, limits, data })
    }

    /// Kills it without a warning, and starts it again.
    pub fn kill_and_restart(&mut self) -> Result<(), String> {
        self.child.kill().map_err(|error| error.to_string())?;
        self.child.wait().map_err(|error| error.to_string())?;
        let (listen, data) = (self.address.to_string(), self.data.as_deref());
        (self.child, self.address) = spawn(&self.folder, &listen, self.limits, data)?;
        Ok(())
    }

    /// Has it ended by itself? A panic anywhere ends it.
    pub fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// A number that the server counts.
    pub fn metric(&self, name: &str) -> Result<f64, String> {
        let text = get(self.address, "/metrics")?;
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("xxlchess_{name} ")));
        line.and_then(|value| value.parse().ok()).ok_or_else(|| format!("no metric {name}"))
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn spawn(
    folder: &Path,
    listen: &str,
    limits: &str,
    data: Option<&str>,
) -> Result<(Child, SocketAddr), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.envs(data.map(|data| ("XXLCHESS_DATA", data)));
    let mut child = command
        .arg("server")
        .arg(folder)
        .arg(listen)
        .arg(limits)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let output = child.stdout.take().ok_or("no output")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line).map_err(|error| error.to_string())?;
    let address = line.trim().parse().map_err(|_| format!("no address: {line:?}"))?;
    Ok((child, address))
}

/// Serves until the program that started it is gone.
pub fn serve(arguments: &[String]) -> Result<(), String> {
    // No task may panic, and nobody would see it.
    std::panic::set_hook(Box::new(|about| {
        eprintln!("{about}");
        std::process::abort();
    }));
    if std::env::var_os("XXLCHESS_LOG").is_some() {
        tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).init();
    }
    let [folder, listen, limits] = arguments else {
        return Err("expected a folder, an address and the limits".into());
    };
    let much = Rate { per_second: 1e6, burst: 1e6 };
    let generous = ServerLimits {
        connections: 100_000,
        connections_per_address: 100_000,
        rooms_per_address: 100_000,
        bytes_per_address: usize::MAX,
        creations: much,
        newcomers: much,
        sessions: much,
        requests: much,
        page_requests: much,
        ..ServerLimits::default()
    };
    let limits = if limits == USUAL { ServerLimits::default() } else { generous };
    let listen = listen.parse().map_err(|_| "expected an address")?;
    let mut config = ServerConfig { listen, limits, ..ServerConfig::default() };
    if let Some(version) =
        std::env::var("XXLCHESS_NEWEST_VERSION").ok().and_then(|v| v.parse().ok())
    {
        config.newest_version = version;
    }
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let host = match std::env::var("XXLCHESS_CLUSTER") {
        Ok(broker) => start_node(ServerConfig { broker: Some(broker), ..config })?,
        Err(_) => {
            let file = Path::new(folder).join("server.db");
            Host::start(config, open(&file).map_err(|error| told(&error))?)
                .map_err(|error| told(&error))?
        }
    };
    println!("{}", host.address());
    std::thread::spawn(|| {
        let _closed = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    host.wait_for_signal().map_err(|error| error.to_string())?;
    drop(host);
    Ok(())
}

/// Thinks for the nodes of a cluster until the program that started it is gone.
#[cfg(feature = "cluster")]
pub fn work(arguments: &[String]) -> Result<(), String> {
    use xxlchess_server::{WorkerConfig, WorkerHost};
    let [broker] = arguments else { return Err("expected a broker".into()) };
    let config = WorkerConfig { broker: broker.clone(), ..WorkerConfig::default() };
    let host = WorkerHost::start(config).map_err(|error| error.to_string())?;
    println!("ready");
    let _closed = std::io::stdin().read_to_end(&mut Vec::new());
    drop(host);
    Ok(())
}

/// A node of a cluster, whose database `XXLCHESS_DATA` names.
#[cfg(feature = "cluster")]
fn start_node(config: ServerConfig) -> Result<Host, String> {
    let address = std::env::var("XXLCHESS_DATA").map_err(|error| error.to_string())?;
    let told = |error: StoreError| error.to_string();
    let shards = store::PostgresShards::open(&address).map_err(told)?;
    let store = store::PostgresStore::open_for_node(&address).map_err(told)?;
    Host::start_node(config, Box::new(store), Box::new(shards)).map_err(|error| error.to_string())
}

#[cfg(not(feature = "cluster"))]
fn start_node(_: ServerConfig) -> Result<Host, String> {
    Err("this needs the feature cluster".to_owned())
}

/// The store in a file or, if `XXLCHESS_DATA` names one, in a PostgreSQL database.
fn open(file: &Path) -> Result<Box<dyn ServerStore>, StoreError> {
    #[cfg(feature = "postgres")]
    if let Ok(address) = std::env::var("XXLCHESS_DATA") {
        return Ok(Box::new(store::PostgresStore::open_for_server(&address)?));
    }
    Ok(Box::new(SqliteStore::open_for_server(file)?.0))
}

/// Asks for something by HTTP.
pub fn get(address: SocketAddr, path: &str) -> Result<String, String> {
    let told = |error: std::io::Error| format!("{path}: {error}");
    let mut stream = TcpStream::connect(address).map_err(told)?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).map_err(told)?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(told)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).map_err(told)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    if head.contains(" 200 ") { Ok(body.to_owned()) } else { Err(format!("{path}: {head}")) }
}
