//! Clients that misbehave beside honest games: every kind of attack in turn, and what it costs the
//! others.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use protocol::VERSION;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio_tungstenite::tungstenite::Message;

use crate::child::ServerProcess;
use crate::games;
use crate::player::connect_from;
use crate::report;

/// So many clients misbehave at a time, from four addresses.
const ATTACKERS: usize = 40;

/// The longest that nearly all honest moves may take.
const MOST: Duration = Duration::from_millis(50);

/// A way to misbehave.
#[derive(Clone, Copy)]
struct Attack {
    name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Nobody attacks, for comparison.
    None,
    /// Sends messages as fast as it can, in a room of this kind if there is one, and comes back
    /// when it is thrown out.
    Messages { options: Option<&'static str>, next: fn(u64, &str) -> String },
    /// Opens a TCP connection, writes this over and over, and reads nothing.
    Bytes { first: &'static str, then: &'static [u8] },
    /// Connects, and hangs up at once.
    Connections,
}

const FRIENDLY: &str = r#"{"rules":{"shipped":"standard"},"colour":"white"}"#;
const DELAYED: &str =
    r#"{"rules":{"shipped":"standard"},"colour":"white","spectator_delay_s":600}"#;
const STRONG: &str =
    r#"{"rules":{"shipped":"standard"},"colour":"white","opponent":{"level":"18"}}"#;
const UPGRADE: &str = "GET /ws HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\n\
                       upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                       sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

const ATTACKS: &[Attack] = &[
    Attack { name: "nobody", kind: Kind::None },
    Attack { name: "floods of messages", kind: messages(None, |n, _| ping(n)) },
    Attack { name: "deep nonsense", kind: messages(None, |_, _| "[".repeat(60_000)) },
    Attack { name: "rooms that are left", kind: messages(None, |_, _| create(STRONG)) },
    Attack { name: "rules of one's own", kind: messages(None, |n, _| create(&own_rules(n))) },
    Attack { name: "play and take back", kind: messages(Some(STRONG), play_and_take_back) },
    Attack { name: "toggles before spectators", kind: messages(Some(DELAYED), toggle) },
    Attack { name: "chat", kind: messages(Some(FRIENDLY), chat) },
    Attack { name: "guesses of codes", kind: messages(None, guess) },
    Attack { name: "searches and rankings", kind: messages(None, search) },
    Attack { name: "quick games", kind: messages(None, |n, _| seek(n)) },
    Attack { name: "new connections", kind: Kind::Connections },
    Attack {
        name: "continuation frames",
        kind: Kind::Bytes { first: UPGRADE, then: &[0x00, 0x80, 1, 2, 3, 4] },
    },
    Attack {
        name: "headers without an end",
        kind: Kind::Bytes { first: "GET / HTTP/1.1\r\n", then: b"x-slow: yes\r\n" },
    },
    Attack {
        name: "answers that nobody reads",
        kind: Kind::Bytes {
            first: "",
            then: b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n",
        },
    },
];

const fn messages(options: Option<&'static str>, next: fn(u64, &str) -> String) -> Kind {
    Kind::Messages { options, next }
}

fn ping(number: u64) -> String {
    format!(r#"{{"ping":{{"number":{number}}}}}"#)
}

fn create(options: &str) -> String {
    format!(r#"{{"create":{{"options":{options}}}}}"#)
}

fn own_rules(number: u64) -> String {
    let padding = "x".repeat(40_000);
    let file = format!("inherits = \\\"standard\\\"\\n# {number} {padding}\\n");
    format!(r#"{{"rules":{{"own":{{"id":"mine","file":"{file}"}}}}}}"#)
}

fn act(room: &str, action: &str) -> String {
    format!(r#"{{"act":{{"room":"{room}","action":{action}}}}}"#)
}

fn play_and_take_back(number: u64, room: &str) -> String {
    match number % 2 {
        0 => act(room, r#"{"play":{"ply":0,"move":"e2e4"}}"#),
        _ => act(room, r#""ask-take-back""#),
    }
}

fn toggle(number: u64, room: &str) -> String {
    let on = number.is_multiple_of(2);
    act(room, &format!(r#"{{"allow-live":{{"on":{on}}}}}"#))
}

fn chat(number: u64, room: &str) -> String {
    act(room, &format!(r#"{{"chat":{{"text":"{number} {}"}}}}"#, "x".repeat(150)))
}

fn guess(number: u64, _: &str) -> String {
    format!(r#"{{"join":{{"room":"k3f7q2m9xa","code":"{:08}"}}}}"#, number % 100_000_000)
}

fn search(number: u64, _: &str) -> String {
    match number % 2 {
        0 => format!(r#"{{"ask-games":{{"search":"{number}"}}}}"#),
        _ => r#""ask-ranking""#.to_owned(),
    }
}

fn seek(number: u64) -> String {
    let time = 60_000 + number % 1000;
    format!(r#"{{"seek":{{"rules":"xxl","clock":{{"kind":"fischer","time_ms":{time}}}}}}}"#)
}

/// Runs every attack whose name contains a text for so many seconds, beside so many games.
pub fn run(seconds: usize, games: usize, only: &str) -> Result<(), String> {
    let mut failed = Vec::new();
    println!("{games} honest games, {ATTACKERS} attackers, {seconds} s each");
    for attack in ATTACKS.iter().filter(|attack| attack.name.contains(only)) {
        let (latencies, lost) = beside(attack, seconds, games)?;
        let p99 = report::print(attack.name, latencies);
        if lost > 0 {
            println!("{:<28} {lost} games were lost", "");
        }
        if lost > 0 || p99.is_none_or(|p99| p99 > MOST) {
            failed.push(attack.name);
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("others were hurt by {}", failed.join(", "))),
    }
}

/// How long the moves of honest games took during an attack, and how many games went wrong.
fn beside(attack: &Attack, seconds: usize, games: usize) -> Result<(Vec<Duration>, usize), String> {
    let server = ServerProcess::start_with_usual_limits()?;
    let address = server.address;
    let runtime = new_runtime()?;
    let until = Instant::now() + Duration::from_secs(seconds as u64 + 10);
    let kind = attack.kind;
    // On threads of their own, so that they hold up nobody here.
    let attackers = new_runtime()?;
    let begin = || {
        for number in 0..ATTACKERS {
            let source = Ipv4Addr::new(127, 0, 0, 2 + (number % 4) as u8);
            attackers.spawn(misbehave(kind, source.into(), address, until, number as u64));
        }
    };
    let played = games::play_beside(&runtime, address, games, seconds, begin);
    attackers.shutdown_background();
    played
}

fn new_runtime() -> Result<Runtime, String> {
    let built = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(|error| error.to_string())
}

async fn misbehave(kind: Kind, source: IpAddr, address: SocketAddr, until: Instant, number: u64) {
    let mut round = number << 32;
    while Instant::now() < until {
        // Whatever goes wrong for an attacker, the next attempt follows.
        let _thrown_out = match kind {
            Kind::None => return,
            Kind::Messages { options, next } => {
                send_messages(source, address, options, next, until, &mut round).await
            }
            Kind::Bytes { first, then } => send_bytes(source, address, first, then, until).await,
            Kind::Connections => tcp(source, address).await.map(drop),
        };
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn send_messages(
    source: IpAddr,
    address: SocketAddr,
    options: Option<&str>,
    next: fn(u64, &str) -> String,
    until: Instant,
    round: &mut u64,
) -> Result<(), String> {
    let mut socket = connect_from(source, address).await?;
    let told = |error: tokio_tungstenite::tungstenite::Error| error.to_string();
    let hello = format!(r#"{{"hello":{{"version":{VERSION},"name":"Eve"}}}}"#);
    socket.send(Message::text(hello)).await.map_err(told)?;
    let mut room = String::new();
    if let Some(options) = options {
        socket.send(Message::text(create(options))).await.map_err(told)?;
        while room.is_empty() {
            let message = socket.next().await.ok_or("closed")?.map_err(told)?;
            let text = message.to_text().map_err(told)?;
            if let Some((_, rest)) = text.split_once(r#"{"state":{"room":""#) {
                room = rest.chars().take(10).collect();
            } else if text.contains("refused") {
                tokio::time::sleep(Duration::from_millis(200)).await;
                return Err("refused".to_owned());
            }
        }
    }
    let (mut sink, mut stream) = socket.split();
    let reading = async { while let Some(Ok(_)) = stream.next().await {} };
    let sending = async {
        while Instant::now() < until {
            *round += 1;
            if sink.send(Message::text(next(*round, &room))).await.is_err() {
                break;
            }
            // As fast as one core for forty of them allows.
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::select! {
        () = reading => {}
        () = sending => {}
    }
    Ok(())
}

async fn send_bytes(
    source: IpAddr,
    address: SocketAddr,
    first: &str,
    then: &[u8],
    until: Instant,
) -> Result<(), String> {
    let told = |error: std::io::Error| error.to_string();
    let mut stream = tcp(source, address).await?;
    stream.write_all(first.as_bytes()).await.map_err(told)?;
    if first.contains("Upgrade") {
        // The first frame begins a text that never ends.
        stream.read(&mut [0; 1024]).await.map_err(told)?;
        stream.write_all(&[0x01, 0x80, 1, 2, 3, 4]).await.map_err(told)?;
    }
    let block = then.repeat(64);
    while Instant::now() < until {
        let written = tokio::time::timeout(Duration::from_secs(5), stream.write_all(&block)).await;
        if let Ok(Err(error)) = written {
            return Err(told(error));
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

async fn tcp(source: IpAddr, address: SocketAddr) -> Result<TcpStream, String> {
    let told = |error: std::io::Error| error.to_string();
    let socket = TcpSocket::new_v4().map_err(told)?;
    socket.bind(SocketAddr::new(source, 0)).map_err(told)?;
    socket.connect(address).await.map_err(told)
}
