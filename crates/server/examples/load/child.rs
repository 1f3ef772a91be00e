//! The server under load, as a process of its own that can be killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use store::{ServerStore, SqliteStore, StoreError};
use xxlchess_server::{Host, Rate, ServerConfig, ServerLimits};

use crate::database::Database;

/// A program as a process of its own, which ends when its standard input does. Dropped, it is killed
/// without a warning.
pub struct Process {
    child: Child,
    _input: ChildStdin,
}

impl Process {
    /// Starts a program, and gives the first line that it prints.
    pub fn start(command: &mut Command) -> Result<(Process, String)> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.context("no pipes")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        Ok((Process { child, _input: input }, line.trim().to_owned()))
    }

    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it has ended.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    pub fn wait(mut self) {
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub struct ServerProcess {
    process: Option<Process>,
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
    pub fn start(database: Option<&Database>) -> Result<ServerProcess> {
        ServerProcess::start_as(GENEROUS, database)
    }

    /// Starts a server with an empty store and the limits that every server has.
    pub fn start_with_usual_limits() -> Result<ServerProcess> {
        ServerProcess::start_as(USUAL, None)
    }

    fn start_as(limits: &'static str, database: Option<&Database>) -> Result<ServerProcess> {
        let folder = std::env::temp_dir().join(format!("xxlchess-load-{}", std::process::id()));
        let (address, data) = ("127.0.0.1:0".parse()?, database.map(Database::address));
        let mut server = ServerProcess { process: None, address, folder, limits, data };
        server.spawn()?;
        Ok(server)
    }

    /// Kills it without a warning, and starts it again.
    pub fn kill_and_restart(&mut self) -> Result<()> {
        self.process = None;
        self.spawn()
    }

    fn spawn(&mut self) -> Result<()> {
        let mut command = Command::new(std::env::current_exe()?);
        command.envs(self.data.iter().map(|data| ("XXLCHESS_DATA", data)));
        command.arg("server").arg(&self.folder).arg(self.address.to_string()).arg(self.limits);
        let (process, line) = Process::start(&mut command)?;
        self.process = Some(process);
        self.address = line.parse().with_context(|| format!("no address: {line:?}"))?;
        Ok(())
    }

    /// Has it ended by itself? A panic anywhere ends it.
    pub fn has_ended(&mut self) -> bool {
        let is_running = |process: &mut Process| matches!(process.child.try_wait(), Ok(None));
        !self.process.as_mut().is_some_and(is_running)
    }

    /// A number that the server counts.
    pub fn metric(&self, name: &str) -> Result<f64> {
        metric(self.address, name)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.process = None;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Serves until the program that started it is gone.
pub fn serve(arguments: &[String]) -> Result<()> {
    // No task may panic; without this the panic would go unnoticed.
    std::panic::set_hook(Box::new(|about| {
        eprintln!("{about}");
        std::process::abort();
    }));
    if std::env::var_os("XXLCHESS_LOG").is_some() {
        tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false).init();
    }
    let [folder, listen, limits] = arguments else {
        bail!("expected a folder, an address and the limits");
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
    let listen = listen.parse().context("expected an address")?;
    let mut config = ServerConfig { listen, limits, ..ServerConfig::default() };
    if let Some(version) =
        std::env::var("XXLCHESS_NEWEST_VERSION").ok().and_then(|v| v.parse().ok())
    {
        config.newest_version = version;
    }
    let host = match std::env::var("XXLCHESS_CLUSTER") {
        Ok(broker) => start_node(ServerConfig { broker: Some(broker), ..config })?,
        Err(_) => Host::start(config, open(&Path::new(folder).join("server.db"))?)?,
    };
    println!("{}", host.address());
    std::thread::spawn(|| {
        let _closed = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    host.wait_for_signal()?;
    drop(host);
    Ok(())
}

/// Thinks for the nodes of a cluster until the program that started it is gone.
#[cfg(feature = "cluster")]
pub fn work(arguments: &[String]) -> Result<()> {
    use xxlchess_server::{WorkerConfig, WorkerHost};
    let [broker] = arguments else { bail!("expected a broker") };
    let config = WorkerConfig { broker: broker.clone(), ..WorkerConfig::default() };
    let host = WorkerHost::start(config)?;
    println!("ready");
    let _closed = std::io::stdin().read_to_end(&mut Vec::new());
    drop(host);
    Ok(())
}

/// A node of a cluster, whose database `XXLCHESS_DATA` names.
#[cfg(feature = "cluster")]
fn start_node(config: ServerConfig) -> Result<Host> {
    let address = std::env::var("XXLCHESS_DATA")?;
    let shards = store::PostgresShards::open(&address)?;
    let store = store::PostgresStore::open_for_node(&address)?;
    Ok(Host::start_node(config, Box::new(store), Box::new(shards))?)
}

#[cfg(not(feature = "cluster"))]
fn start_node(_: ServerConfig) -> Result<Host> {
    bail!("this needs the feature cluster")
}

/// The store in a file or, if `XXLCHESS_DATA` names one, in a PostgreSQL database.
fn open(file: &Path) -> Result<Box<dyn ServerStore>, StoreError> {
    #[cfg(feature = "postgres")]
    if let Ok(address) = std::env::var("XXLCHESS_DATA") {
        return Ok(Box::new(store::PostgresStore::open_for_server(&address)?));
    }
    Ok(Box::new(SqliteStore::open_for_server(file)?.0))
}

/// A number that a server counts.
pub fn metric(address: SocketAddr, name: &str) -> Result<f64> {
    let text = get(address, "/metrics")?;
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("xxlchess_{name} ")));
    line.and_then(|value| value.parse().ok()).with_context(|| format!("no metric {name}"))
}

/// Asks for something by HTTP.
pub fn get(address: SocketAddr, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
    ensure!(head.contains(" 200 "), "{path}: {head}");
    Ok(body.to_owned())
}
