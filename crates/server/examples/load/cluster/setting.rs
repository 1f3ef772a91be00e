//! Three nodes, a broker, a database and a proxy as processes of this machine.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use test_kit::broker::{Broker, free_port};
use test_kit::cluster::Cluster;

use crate::child::{Process, metric};
use crate::relay::{Relay, Target};

/// The name of the database.
const NAME: &str = "cluster";

pub const NODES: usize = 3;

/// Node, broker and database with the networks between them.
pub struct Setting {
    pub nodes: Vec<Node>,
    _proxy: Proxy,
    pub proxied: SocketAddr,
    pub broker: Broker,
    database: Cluster,
}

/// A node as a process.
pub struct Node {
    process: Option<Process>,
    port: u16,
    pub database: Relay,
    pub broker: Relay,
    /// Another program than this one, such as that of an earlier release.
    pub program: Option<PathBuf>,
    /// What its environment has besides.
    pub variables: Vec<(&'static str, String)>,
}

/// Where a database is spoken to on this machine.
fn socket(database: &Cluster) -> PathBuf {
    database.folder().join(".s.PGSQL.5432")
}

/// The CPU time of a process so far, in seconds.
pub fn cpu(process: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split(' ').collect();
    let ticks = |place: usize| fields.get(place).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
    // User and system time, in hundredths.
    (ticks(12) + ticks(13)) / 100.0
}

impl Setting {
    pub fn start() -> Result<Setting> {
        let database = Cluster::start(NAME, &[]).context("PostgreSQL is not installed")?;
        database.database(NAME);
        database.database("alone");
        let broker = Broker::start().context("nats-server is not installed")?;
        let to_broker = broker.address().replace("nats://", "").parse();
        let to_broker: SocketAddr = to_broker.context("no address")?;
        let mut nodes = Vec::new();
        for _ in 0..NODES {
            let mut node = Node::new(&database, Target::Address(to_broker))?;
            node.start()?;
            nodes.push(node);
        }
        let (proxy, proxied) = Proxy::start(&nodes)?;
        sleep(Duration::from_secs(3));
        Ok(Setting { nodes, _proxy: proxy, proxied, broker, database })
    }
}

/// A server that is of no cluster, with a database of its own.
pub struct Alone(pub Node);

impl Alone {
    pub fn start(setting: &Setting) -> Result<Alone> {
        let database = &setting.database;
        let mut node = Node::new(database, Target::Socket(socket(database)))?;
        node.start_as("alone", false)?;
        Ok(Alone(node))
    }

    pub fn address(&self) -> SocketAddr {
        self.0.address()
    }
}

impl Node {
    fn new(database: &Cluster, broker: Target) -> Result<Node> {
        Ok(Node {
            process: None,
            port: free_port(),
            database: Relay::start(Target::Socket(socket(database)))?,
            broker: Relay::start(broker)?,
            program: None,
            variables: Vec::new(),
        })
    }

    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    /// A number that it counts.
    pub fn metric(&self, name: &str) -> Result<f64> {
        metric(self.address(), name)
    }

    pub fn id(&self) -> u32 {
        self.process.as_ref().map_or(0, Process::id)
    }

    pub fn start(&mut self) -> Result<()> {
        self.start_as(NAME, true)
    }

    fn start_as(&mut self, database: &str, is_node: bool) -> Result<()> {
        let data = self.database.address;
        let data = format!("postgres://postgres@{data}/{database}?sslmode=disable");
        let own = std::env::current_exe()?;
        let mut command = Command::new(self.program.as_ref().unwrap_or(&own));
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.args(["server", "/nowhere", &self.address().to_string(), "generous"]);
        command.env("XXLCHESS_DATA", data);
        if is_node {
            command.env("XXLCHESS_CLUSTER", format!("nats://{}", self.broker.address));
        }
        let (process, line) = Process::start(&mut command)?;
        ensure!(line.parse::<SocketAddr>().is_ok(), "a node did not start: {line:?}");
        self.process = Some(process);
        Ok(())
    }

    pub fn kill(&mut self) {
        self.process = None;
    }

    /// Stops it as an operator does, and waits until it is gone.
    pub fn stop(&mut self) {
        self.signal("TERM");
        if let Some(process) = self.process.take() {
            process.wait();
        }
    }

    pub fn signal(&self, signal: &str) {
        let mut kill = Command::new("kill");
        let _ = kill.arg(format!("-{signal}")).arg(self.id().to_string()).status();
    }
}

/// haproxy, which sends each new connection to the next node that is healthy.
struct Proxy {
    process: Child,
    file: PathBuf,
}

impl Proxy {
    fn start(nodes: &[Node]) -> Result<(Proxy, SocketAddr)> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
        let mut config = format!(
            "defaults\n mode tcp\n timeout connect 1s\n timeout client 1h\n timeout server 1h\n \
             timeout check 1s\n retries 3\n option redispatch 1\n\
             listen chess\n bind {address}\n balance roundrobin\n option httpchk GET /api/health\n \
             default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions\n"
        );
        for (number, node) in nodes.iter().enumerate() {
            config.push_str(&format!(" server node{number} {} check\n", node.address()));
        }
        let file = std::env::temp_dir().join(format!("xxlchess-haproxy-{}", std::process::id()));
        fs::write(&file, config)?;
        let started = ["haproxy", "/usr/sbin/haproxy"].into_iter().find_map(|program| {
            let mut command = Command::new(program);
            command.arg("-f").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().ok()
        });
        let process = started.context("haproxy is not installed")?;
        Ok((Proxy { process, file }, address))
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_file(&self.file);
    }
}
