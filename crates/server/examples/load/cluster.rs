//! Three nodes, a broker, a database and a proxy as processes of this machine, on which games are
//! played while all of them get into trouble in turn.

use std::cell::Cell;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use test_kit::broker::{Broker, free_port};
use test_kit::cluster::Cluster;
use test_kit::random::Random;

use crate::faults::{self, Tally};
use crate::games;
use crate::relay::{Network, Relay, Target};

/// The name of the database.
const NAME: &str = "cluster";

const NODES: usize = 3;

/// A node is killed so often.
const KILL_EVERY: Duration = Duration::from_secs(20);

/// Whatever is cut or frozen is so for longer than a lease.
const TROUBLE: Duration = Duration::from_secs(12);

/// All is quiet for so long afterwards.
const QUIET: Duration = Duration::from_secs(8);

/// Node, broker and database with the networks between them.
struct Setting {
    nodes: Vec<Node>,
    _proxy: Proxy,
    proxied: SocketAddr,
    _broker: Broker,
    _database: Cluster,
}

/// A node as a process.
struct Node {
    process: Option<(Child, ChildStdin)>,
    port: u16,
    database: Relay,
    broker: Relay,
}

/// Plays so many games at a time, kills nodes for so many seconds, and does everything else once.
pub fn run(seconds: u64, games: usize, spectators: usize, seed: u64) -> Result<(), String> {
    let mut setting = Setting::start()?;
    println!("| proof | result |\n|---|---|");
    cpu_time(&setting, games)?;
    crowd(&setting, spectators)?;
    let runtime = crate::new_runtime()?;
    let tally = Arc::new(Tally::new(games));
    let is_over = Arc::new(AtomicBool::new(false));
    let tables: Vec<_> = (0..games)
        .map(|number| {
            let addresses = [setting.proxied; 2];
            runtime.spawn(faults::table(
                addresses,
                number,
                seed,
                Arc::clone(&tally),
                Arc::clone(&is_over),
            ))
        })
        .collect();
    sleep(QUIET);
    let mut rows = vec![kills(&mut setting, &tally, seconds, seed)?];
    for trouble in [Trouble::Freeze, Trouble::Broker, Trouble::Database, Trouble::Both] {
        rows.push(suffer(&setting, &tally, trouble)?);
    }
    rows.push(rolling_restart(&mut setting, &tally)?);
    is_over.store(true, Relaxed);
    let mut wrong = Vec::new();
    for table in tables {
        wrong.extend(runtime.block_on(table).map_err(|error| error.to_string())?.err());
    }
    rows.into_iter().for_each(|row| println!("{row}"));
    if !wrong.is_empty() {
        return Err(wrong.join("\n       "));
    }
    let (games, moves) = (tally.games.load(Relaxed), tally.moves.load(Relaxed));
    let cuts = tally.cuts.load(Relaxed);
    println!(
        "| all of it | {games} games with {moves} moves, {cuts} connections of clients cut besides; \
         both players of each saw the same moves and the same end, nothing acknowledged was lost, \
         nobody lost on time |"
    );
    Ok(())
}

fn kills(setting: &mut Setting, tally: &Tally, seconds: u64, seed: u64) -> Result<String, String> {
    let (begun, mut random, mut longest, mut count) =
        (Instant::now(), Random::new(seed), Vec::new(), 0);
    while begun.elapsed() < Duration::from_secs(seconds) {
        tally.clear_stalls();
        let node = &mut setting.nodes[random.below(NODES)];
        node.kill();
        sleep(Duration::from_secs(1));
        node.start()?;
        count += 1;
        sleep(KILL_EVERY - Duration::from_secs(1));
        longest.extend(tally.stalls());
    }
    let most = longest.iter().max().copied().unwrap_or_default();
    Ok(format!(
        "| kill -9 of a random node every {} s | {count} killed; a game stood still for {} |",
        KILL_EVERY.as_secs(),
        spread(longest, most)
    ))
}

#[derive(Clone, Copy)]
enum Trouble {
    Freeze,
    Broker,
    Database,
    Both,
}

fn suffer(setting: &Setting, tally: &Tally, trouble: Trouble) -> Result<String, String> {
    tally.clear_stalls();
    let node = &setting.nodes[0];
    let set = |network: Network| {
        if matches!(trouble, Trouble::Broker | Trouble::Both) {
            node.broker.set(network);
        }
        if matches!(trouble, Trouble::Database | Trouble::Both) {
            node.database.set(network);
        }
    };
    let what = match trouble {
        Trouble::Freeze => "SIGSTOP a node, takeover, SIGCONT",
        Trouble::Broker => "network cut between a node and the broker",
        Trouble::Database => "network cut between a node and the database",
        Trouble::Both => "network cut between a node and both",
    };
    if matches!(trouble, Trouble::Freeze) {
        node.signal("STOP");
    }
    set(Network::Cut);
    sleep(TROUBLE);
    set(Network::Passes);
    if matches!(trouble, Trouble::Freeze) {
        node.signal("CONT");
    }
    sleep(QUIET);
    let stalls = tally.stalls();
    let most = stalls.iter().max().copied().unwrap_or_default();
    Ok(format!(
        "| {what}, {} s | a game stood still for {} |",
        TROUBLE.as_secs(),
        spread(stalls, most)
    ))
}

fn rolling_restart(setting: &mut Setting, tally: &Tally) -> Result<String, String> {
    let mut all = Vec::new();
    tally.cuts_allowed.store(false, Relaxed);
    for node in &mut setting.nodes {
        sleep(QUIET);
        tally.clear_stalls();
        node.stop();
        node.start()?;
        sleep(QUIET);
        all.extend(tally.stalls());
    }
    let most = all.iter().max().copied().unwrap_or_default();
    Ok(format!("| rolling restart under load | a game stood still for {} |", spread(all, most)))
}

/// CPU time of the nodes for a move: of one server alone, of a game whose players and room are at one
/// node of three, and of one whose players are at different nodes.
fn cpu_time(setting: &Setting, games: usize) -> Result<(), String> {
    let own = |index: usize| setting.nodes[index].address();
    let alone = Alone::start(setting)?;
    let mut single = None;
    for (what, addresses) in [
        ("one server without a cluster", [alone.address(); 2]),
        ("both players and the room at one of three nodes", [own(0), own(0)]),
        ("players at different nodes", [own(0), own(1)]),
    ] {
        let processes: Vec<u32> = setting.nodes.iter().chain([&alone.0]).map(Node::id).collect();
        let used = || processes.iter().map(|process| cpu(*process)).sum::<f64>();
        let idle = {
            let before = used();
            sleep(Duration::from_secs(4));
            (used() - before) / 4.0
        };
        let (before, begun) = (used(), Instant::now());
        let moves = play_for(addresses, games, Duration::from_secs(12))?;
        let time = used() - before - idle * begun.elapsed().as_secs_f64();
        let a_move = time / moves as f64 * 1e6;
        let ratio = a_move / *single.get_or_insert(a_move);
        println!(
            "| CPU time a move, {what} | {a_move:.0} µs, {ratio:.2} times ({moves} moves; idle \
             nodes use {:.1} ms a second) |",
            idle * 1e3
        );
    }
    Ok(())
}

/// One game whose players are at different nodes, before a crowd at all of them.
fn crowd(setting: &Setting, spectators: usize) -> Result<(), String> {
    let addresses: Vec<SocketAddr> = setting.nodes.iter().map(Node::address).collect();
    let used = || setting.nodes.iter().map(|node| cpu(node.id())).sum::<f64>();
    let before = Cell::new(0.0);
    let turns = 20;
    let mut times = games::play_before(&addresses, spectators, turns, || before.set(used()))?;
    let time = used() - before.get();
    times.sort_unstable();
    let at = |part: f64| {
        let place = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
        times.get(place).copied().unwrap_or_default().as_secs_f64() * 1e3
    };
    println!(
        "| {spectators} spectators of one game over {NODES} nodes | move to spectator p50 {:.0} ms, \
         p99 {:.0} ms; {:.1} µs of CPU time a delivery |",
        at(0.5),
        at(0.99),
        time / times.len().max(1) as f64 * 1e6
    );
    Ok(())
}

/// Plays for a while without trouble, and tells how many moves there were.
fn play_for(addresses: [SocketAddr; 2], games: usize, time: Duration) -> Result<usize, String> {
    let runtime = crate::new_runtime()?;
    let tally = Arc::new(Tally::new(games));
    tally.cuts_allowed.store(false, Relaxed);
    let is_over = Arc::new(AtomicBool::new(false));
    let tables: Vec<_> = (0..games)
        .map(|number| {
            let (tally, is_over) = (Arc::clone(&tally), Arc::clone(&is_over));
            runtime.spawn(faults::table(addresses, number, 7, tally, is_over))
        })
        .collect();
    sleep(time);
    is_over.store(true, Relaxed);
    for table in tables {
        runtime.block_on(table).map_err(|error| error.to_string())??;
    }
    Ok(tally.moves.load(Relaxed))
}

/// How long games stood still: for half of them, for nearly all, at most.
fn spread(mut stalls: Vec<Duration>, most: Duration) -> String {
    stalls.sort_unstable();
    let at = |part: f64| {
        let place = ((stalls.len() as f64 * part) as usize).min(stalls.len().saturating_sub(1));
        stalls.get(place).copied().unwrap_or_default().as_secs_f64()
    };
    format!("p50 {:.1} s, p99 {:.1} s, at most {:.1} s", at(0.5), at(0.99), most.as_secs_f64())
}

/// The CPU time of a process so far, in seconds.
fn cpu(process: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split(' ').collect();
    let ticks = |place: usize| fields.get(place).and_then(|n| n.parse::<f64>().ok()).unwrap_or(0.0);
    // User and system time, in hundredths.
    (ticks(12) + ticks(13)) / 100.0
}

impl Setting {
    fn start() -> Result<Setting, String> {
        let database = Cluster::start(NAME, &[]).ok_or("PostgreSQL is not installed")?;
        database.database(NAME);
        database.database("alone");
        let broker = Broker::start().ok_or("nats-server is not installed")?;
        let to_broker = broker.address().replace("nats://", "").parse();
        let to_broker: SocketAddr = to_broker.map_err(|_| "no address")?;
        let mut nodes = Vec::new();
        for _ in 0..NODES {
            let mut node = Node {
                process: None,
                port: free_port(),
                database: Relay::start(Target::Socket(database.folder().join(".s.PGSQL.5432")))?,
                broker: Relay::start(Target::Address(to_broker))?,
            };
            node.start()?;
            nodes.push(node);
        }
        let (proxy, proxied) = Proxy::start(&nodes)?;
        sleep(Duration::from_secs(3));
        Ok(Setting { nodes, _proxy: proxy, proxied, _broker: broker, _database: database })
    }
}

/// A server that is of no cluster, with a database of its own.
struct Alone(Node);

impl Alone {
    fn start(setting: &Setting) -> Result<Alone, String> {
        let socket = setting._database.folder().join(".s.PGSQL.5432");
        let (database, broker) =
            (Relay::start(Target::Socket(socket.clone()))?, Relay::start(Target::Socket(socket))?);
        let mut node = Node { process: None, port: free_port(), database, broker };
        node.start_as("alone", false)?;
        Ok(Alone(node))
    }

    fn address(&self) -> SocketAddr {
        self.0.address()
    }
}

impl Node {
    fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    fn id(&self) -> u32 {
        self.process.as_ref().map_or(0, |(process, _)| process.id())
    }

    fn start(&mut self) -> Result<(), String> {
        self.start_as(NAME, true)
    }

    fn start_as(&mut self, database: &str, is_node: bool) -> Result<(), String> {
        let told = |error: std::io::Error| error.to_string();
        let data = self.database.address;
        let data = format!("postgres://postgres@{data}/{database}?sslmode=disable");
        let mut command = Command::new(std::env::current_exe().map_err(told)?);
        command.args(["server", "/nowhere", &self.address().to_string(), "generous"]);
        command.env("XXLCHESS_DATA", data);
        if is_node {
            command.env("XXLCHESS_CLUSTER", format!("nats://{}", self.broker.address));
        }
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(told)?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let (input, output) = input.zip(output).ok_or("no pipes")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).map_err(told)?;
        if line.trim().parse::<SocketAddr>().is_err() {
            return Err(format!("a node did not start: {line:?}"));
        }
        self.process = Some((process, input));
        Ok(())
    }

    fn kill(&mut self) {
        if let Some((mut process, _)) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Stops it as an operator does, and waits until it is gone.
    fn stop(&mut self) {
        self.signal("TERM");
        if let Some((mut process, _input)) = self.process.take() {
            let _ = process.wait();
        }
    }

    fn signal(&self, signal: &str) {
        let mut kill = Command::new("kill");
        let _ = kill.arg(format!("-{signal}")).arg(self.id().to_string()).status();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

/// haproxy, which sends each new connection to the next node that is healthy.
struct Proxy {
    process: Child,
    file: PathBuf,
}

impl Proxy {
    fn start(nodes: &[Node]) -> Result<(Proxy, SocketAddr), String> {
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
        fs::write(&file, config).map_err(|error| error.to_string())?;
        let started = ["haproxy", "/usr/sbin/haproxy"].into_iter().find_map(|program| {
            let mut command = Command::new(program);
            command.arg("-f").arg(&file).stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().ok()
        });
        let process = started.ok_or("haproxy is not installed")?;
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
