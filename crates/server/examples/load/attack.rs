//! Clients that misbehave beside honest games: every kind of attack in turn, and what it costs the
//! others.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use protocol::VERSION;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;

use crate::child::ServerProcess;
use crate::games;
use crate::player::connect_from;
use crate::report;
use crate::shared::Socket;

/// Number of clients that misbehave at a time, from four addresses.
const ATTACKERS: usize = 40;

/// The longest that nearly all honest moves may take.
const MOST: Duration = Duration::from_millis(50);

/// A way to misbehave.
#[derive(Clone, Copy)]
enum Attack {
    /// No attack, for comparison.
    None,
    /// Sends messages as fast as it can, in a room of this kind if there is one, and comes back
    /// when it is thrown out.
    Messages { options: Option<fn() -> String>, next: fn(u64, &str) -> String },
    /// Opens a TCP connection, writes this over and over, and reads nothing.
    Bytes { first: &'static str, then: &'static [u8] },
    /// Sends this request by HTTP over and over, and reads the answers.
    Requests(&'static str),
    /// Connects, and hangs up at once.
    Connections,
    /// Greets as a new player, and leaves.
    Newcomers,
    /// All crowd around one room whose player does something again and again.
    Crowd,
}

const FRIENDLY: &str = r#"{"rules":{"shipped":"standard"},"colour":"white"}"#;
const STRONG: &str =
    r#"{"rules":{"shipped":"standard"},"colour":"white","opponent":{"level":"18"}}"#;
const RANDOM: &str =
    r#"{"rules":{"shipped":"standard"},"colour":"white","opponent":{"level":"random"}}"#;
const SLOW: &str = include_str!("../../../engine/benches/slow/riders.toml");
const UPGRADE: &str = "GET /ws HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\n\
                       upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                       sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

const ATTACKS: &[(&str, Attack)] = &[
    ("nobody", Attack::None),
    ("floods of messages", messages(None, |n, _| ping(n))),
    ("deep nonsense", messages(None, |_, _| "[".repeat(60_000))),
    ("huge messages", messages(None, |_, _| "x".repeat(1 << 20))),
    ("rooms that are left", messages(None, |_, _| create(RANDOM))),
    ("rules of one's own", messages(None, |n, _| create(&own_rules(n, 0)))),
    ("rules that are slow", messages(None, |_, _| create(&slow_rules()))),
    ("play and take back", messages(Some(|| STRONG.into()), play_and_take_back)),
    ("toggles seen later", messages(Some(|| own_rules(1, 600)), toggle)),
    ("chat", messages(Some(|| FRIENDLY.into()), chat)),
    ("a crowd", Attack::Crowd),
    ("guesses of codes", messages(None, guess)),
    ("searches and rankings", messages(None, search)),
    ("states and lists", messages(Some(|| FRIENDLY.into()), ask_for_states)),
    ("quick games", messages(None, |n, _| seek(n))),
    ("links for other devices", messages(None, |n, _| device(n))),
    ("blocks and reports", messages(None, |n, _| block(n))),
    ("new connections", Attack::Connections),
    ("new players", Attack::Newcomers),
    ("pings", Attack::Bytes { first: UPGRADE, then: &[0x89, 0x80, 1, 2, 3, 4] }),
    ("forged pongs", Attack::Bytes { first: UPGRADE, then: &[0x8A, 0x80, 1, 2, 3, 4] }),
    ("continuation frames", Attack::Bytes { first: UPGRADE, then: &[0x00, 0x80, 1, 2, 3, 4] }),
    (
        "headers without an end",
        Attack::Bytes { first: "GET / HTTP/1.1\r\n", then: b"x-slow: yes\r\n" },
    ),
    ("requests for the page", Attack::Requests("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")),
    ("requests for numbers", Attack::Requests("GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n")),
    (
        "answers that nobody reads",
        Attack::Bytes { first: "", then: b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n" },
    ),
];

const fn messages(options: Option<fn() -> String>, next: fn(u64, &str) -> String) -> Attack {
    Attack::Messages { options, next }
}

fn ping(number: u64) -> String {
    format!(r#"{{"ping":{{"number":{number}}}}}"#)
}

fn create(options: &str) -> String {
    format!(r#"{{"create":{{"options":{options}}}}}"#)
}

/// A large rule set of the player's own, with a long title and a spectator delay in seconds.
fn own_rules(number: u64, delay: u64) -> String {
    let (title, padding) = ("t".repeat(5_000), "x".repeat(40_000));
    let file =
        format!("inherits = \\\"standard\\\"\\ntitle = \\\"{title}\\\"\\n# {number} {padding}\\n");
    let rules = format!(r#"{{"own":{{"id":"mine","file":"{file}"}}}}"#);
    format!(r#"{{"rules":{rules},"colour":"white","spectator_delay_s":{delay}}}"#)
}

/// Rules that cost the computer as much as any.
fn slow_rules() -> String {
    let file = protocol::write(&SLOW);
    let rules = format!(r#"{{"own":{{"id":"slow","file":{file}}}}}"#);
    format!(r#"{{"rules":{rules},"colour":"black","opponent":{{"level":"18"}}}}"#)
}

fn device(number: u64) -> String {
    match number % 2 {
        0 => r#""ask-transfer""#.to_owned(),
        _ => r#""revoke-devices""#.to_owned(),
    }
}

fn block(number: u64) -> String {
    match number % 2 {
        0 => format!(r#"{{"block":{{"player":"white {}","on":true}}}}"#, number % 200),
        _ => r#"{"report":{"player":"Eve","text":"She insults everybody."}}"#.to_owned(),
    }
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

fn ask_for_states(number: u64, room: &str) -> String {
    match number % 2 {
        0 => format!(r#"{{"join":{{"room":"{room}"}}}}"#),
        _ => r#"{"watch-lobby":{"on":true}}"#.to_owned(),
    }
}

fn seek(number: u64) -> String {
    let time = 60_000 + number % 1000;
    format!(r#"{{"seek":{{"rules":"xxl","clock":{{"kind":"fischer","time_ms":{time}}}}}}}"#)
}

/// Runs every attack whose name contains a text, for a time in seconds and beside a number of games.
pub fn run(seconds: usize, games: usize, only: &str) -> Result<()> {
    let mut failed = Vec::new();
    println!("{games} honest games, {ATTACKERS} attackers, {seconds} s each");
    println!("the server's memory afterwards, and how long honest moves took:");
    for &(attack_name, attack) in ATTACKS.iter().filter(|(name, _)| name.contains(only)) {
        let (latencies, lost, memory) = beside(attack, seconds, games)?;
        let name = format!("{attack_name:<26}{memory:>4.0} MiB");
        let p99 = report::print(&name, latencies);
        if lost > 0 {
            println!("{:<28} {lost} games were lost", "");
        }
        if lost > 0 || p99.is_none_or(|p99| p99 > MOST) {
            failed.push(attack_name);
        }
    }
    if !failed.is_empty() {
        bail!("others were hurt by {}", failed.join(", "));
    }
    Ok(())
}

/// How long the moves of honest games took during an attack, how many games went wrong, and the
/// memory of the server after it, in MiB.
fn beside(attack: Attack, seconds: usize, games: usize) -> Result<(Vec<Duration>, usize, f64)> {
    let server = ServerProcess::start_with_usual_limits()?;
    let address = server.address;
    let runtime = crate::new_runtime()?;
    let until = Instant::now() + Duration::from_secs(seconds as u64 + 10);
    // On threads of their own, so that they do not delay this one.
    let attackers = crate::new_runtime()?;
    let crowd = Arc::new(OnceLock::new());
    let begin = || {
        for number in 0..ATTACKERS {
            let crowd = Arc::clone(&crowd);
            let source = Ipv4Addr::new(127, 0, 0, 2 + (number % 4) as u8);
            attackers.spawn(misbehave(attack, source.into(), address, until, number as u64, crowd));
        }
    };
    let played = games::play_beside(&runtime, address, games, seconds, begin);
    attackers.shutdown_background();
    let (latencies, lost) = played?;
    Ok((latencies, lost, server.metric("resident_memory_bytes")? / 1048576.0))
}

async fn misbehave(
    attack: Attack,
    source: IpAddr,
    address: SocketAddr,
    until: Instant,
    number: u64,
    crowd: Arc<OnceLock<String>>,
) {
    let mut round = number << 32;
    while Instant::now() < until {
        // Whatever goes wrong for an attacker, the next attempt follows.
        let _thrown_out = match attack {
            Attack::None => return,
            Attack::Messages { options, next } => {
                send_messages(source, address, options, next, until, &mut round).await
            }
            Attack::Bytes { first, then } => send_bytes(source, address, first, then, until).await,
            Attack::Requests(request) => send_requests(source, address, request, until).await,
            Attack::Connections => tcp(source, address).await.map(drop),
            Attack::Newcomers => greet(source, address).await.map(drop),
            Attack::Crowd => stand_around(source, address, number, until, &crowd).await,
        };
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn send_messages(
    source: IpAddr,
    address: SocketAddr,
    options: Option<fn() -> String>,
    next: fn(u64, &str) -> String,
    until: Instant,
    round: &mut u64,
) -> Result<()> {
    let mut socket = greet(source, address).await?;
    let mut room = String::new();
    if let Some(options) = options {
        room = make_room(&mut socket, &options()).await?;
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

/// Greets as a new player.
async fn greet(source: IpAddr, address: SocketAddr) -> Result<Socket> {
    let mut socket = connect_from(source, address).await?;
    let hello = format!(r#"{{"hello":{{"version":{VERSION},"name":"Eve"}}}}"#);
    socket.send(Message::text(hello)).await?;
    Ok(socket)
}

/// Creates a room and returns its id.
async fn make_room(socket: &mut Socket, options: &str) -> Result<String> {
    socket.send(Message::text(create(options))).await?;
    loop {
        let message = socket.next().await.context("closed")??;
        let text = message.to_text()?;
        if let Some((_, rest)) = text.split_once(r#"{"state":{"room":""#) {
            return Ok(rest.chars().take(10).collect());
        } else if text.contains("refused") {
            tokio::time::sleep(Duration::from_millis(200)).await;
            bail!("refused");
        }
    }
}

/// The first one makes a room and switches something in it; all others watch it.
async fn stand_around(
    source: IpAddr,
    address: SocketAddr,
    number: u64,
    until: Instant,
    room: &OnceLock<String>,
) -> Result<()> {
    let mut socket = greet(source, address).await?;
    if number == 0 {
        let own = make_room(&mut socket, FRIENDLY).await?;
        let _ = room.set(own);
    }
    let Some(room) = room.get() else { return Ok(()) };
    if number > 0 {
        let watch = format!(r#"{{"watch":{{"room":"{room}"}}}}"#);
        socket.send(Message::text(watch)).await?;
    }
    let mut round = 0;
    while Instant::now() < until {
        if number == 0 {
            round += 1;
            socket.send(Message::text(toggle(round, room))).await?;
        }
        let wait = tokio::time::timeout(Duration::from_millis(5), socket.next()).await;
        if matches!(wait, Ok(None | Some(Err(_)))) {
            bail!("closed");
        }
    }
    Ok(())
}

async fn send_requests(
    source: IpAddr,
    address: SocketAddr,
    request: &str,
    until: Instant,
) -> Result<()> {
    let (mut reader, mut writer) = tcp(source, address).await?.into_split();
    let reading = async {
        let mut bytes = [0; 4096];
        while reader.read(&mut bytes).await.is_ok_and(|count| count > 0) {}
    };
    let sending = async {
        while Instant::now() < until && writer.write_all(request.as_bytes()).await.is_ok() {}
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
) -> Result<()> {
    let mut stream = tcp(source, address).await?;
    stream.write_all(first.as_bytes()).await?;
    if first.contains("Upgrade") {
        // The first frame begins a text, which continuation frames never end.
        let _answered = stream.read(&mut [0; 1024]).await?;
        stream.write_all(&[0x01, 0x80, 1, 2, 3, 4]).await?;
    }
    let block = then.repeat(64);
    while Instant::now() < until {
        let written = tokio::time::timeout(Duration::from_secs(5), stream.write_all(&block)).await;
        if let Ok(written) = written {
            written?;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    Ok(())
}

async fn tcp(source: IpAddr, address: SocketAddr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(source, 0))?;
    Ok(socket.connect(address).await?)
}
