//! Clients that play games and, between their moves, send messages that were changed at random: a
//! panic anywhere in the server ends it, and with it the run.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use client::{Client, Link};
use futures_util::{SinkExt, StreamExt};
use protocol::{PlayerName, RoomId, ToServer};
use test_kit::random::{self, Random};
use tokio_tungstenite::tungstenite::Message;

use crate::child::ServerProcess;
use crate::shared::Wire;

/// Every message of the protocol.
const EXAMPLES: &str = include_str!("../../../../docs/examples/messages.jsonl");

/// The room that the examples name.
const EXAMPLE_ROOM: &str = "k3f7q2m9xa";

/// What rooms are made with, besides the examples.
const OPTIONS: [&str; 6] = [
    r#"{"rules":{"shipped":"standard"}}"#,
    r#"{"rules":{"shipped":"xxl"},"fog":true}"#,
    r#"{"rules":{"shipped":"king-capture"},"clock":{"kind":"turn","time_ms":2000}}"#,
    r#"{"rules":{"shipped":"capablanca"},"spectator_delay_s":1,"private":true}"#,
    r#"{"rules":{"shipped":"standard"},"opponent":{"level":"1"},"rated":true}"#,
    r#"{"rules":{"own":{"id":"mine","file":"inherits = \"casual\"\n"}}}"#,
];

/// What all clients share.
struct Shared {
    address: SocketAddr,
    rooms: Mutex<Vec<RoomId>>,
    sent: AtomicUsize,
    until: Instant,
}

/// Lets a number of clients misbehave for a time in seconds.
pub fn run(seconds: usize, clients: usize, seed: u64) -> Result<()> {
    println!("{clients} clients for {seconds} s, seed {seed}");
    let mut server = ServerProcess::start(None)?;
    let runtime = crate::new_runtime()?;
    let until = Instant::now() + Duration::from_secs(seconds as u64);
    let (rooms, sent) = (Mutex::default(), AtomicUsize::new(0));
    let shared = Arc::new(Shared { address: server.address, rooms, sent, until });
    for number in 0..clients as u64 {
        runtime.spawn(Fuzzer::new(number, seed, &shared).run());
    }
    while Instant::now() < until {
        std::thread::sleep(Duration::from_millis(200));
        if server.has_ended() {
            bail!("the server has ended; what it said last is above");
        }
    }
    let failed = server.metric("failed_rooms_total")?;
    if failed > 0.0 {
        bail!("{failed} rooms have failed");
    }
    println!("{} messages and no panic", shared.sent.load(Relaxed));
    Ok(())
}

struct Fuzzer {
    client: Client,
    wire: Wire,
    start: Instant,
    rng: Random,
    shared: Arc<Shared>,
}

impl Fuzzer {
    fn new(number: u64, seed: u64, shared: &Arc<Shared>) -> Fuzzer {
        let name = PlayerName::new(&format!("Fuzzer {number}")).expect("a name");
        let seed = seed << 32 | number;
        Fuzzer {
            client: Client::new(name, None, seed),
            wire: Wire::new(shared.address),
            start: Instant::now(),
            rng: Random::new(seed),
            shared: Arc::clone(shared),
        }
    }

    async fn run(mut self) {
        self.client.connect(Duration::ZERO);
        while Instant::now() < self.shared.until {
            self.wire.work_off(&mut self.client, self.start).await;
            while self.client.next_event().is_some() {}
            self.note_rooms();
            if self.client.link() == Link::Online {
                self.act().await;
            }
            self.listen().await;
        }
    }

    fn note_rooms(&self) {
        let mut rooms = self.shared.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        for (room, _) in self.client.rooms() {
            if !rooms.contains(room) {
                rooms.push(room.clone());
            }
        }
        let many = rooms.len().saturating_sub(50);
        rooms.drain(..many);
    }

    async fn act(&mut self) {
        match self.rng.below(10) {
            0..3 => self.play(),
            3 => {
                let text = OPTIONS[self.rng.below(OPTIONS.len())];
                self.say(format!(r#"{{"create":{{"options":{text}}}}}"#)).await;
            }
            4 => {
                let room = self.room();
                self.say(format!(r#"{{"join":{{"room":"{room}"}}}}"#)).await;
            }
            5..7 => {
                let text = self.example();
                self.say(text).await;
            }
            _ => {
                let text = self.changed();
                self.say(text).await;
            }
        }
    }

    /// Plays a legal move in one of the games.
    fn play(&mut self) {
        let rooms: Vec<RoomId> = self.client.rooms().map(|(room, _)| room.clone()).collect();
        for id in rooms {
            let Some(room) = self.client.room(&id).filter(|room| room.is_our_turn()) else {
                continue;
            };
            let found = match room.game().fog() {
                Some(fog) => fog.moves().first().copied(),
                None => room
                    .game()
                    .open()
                    .and_then(|game| random::legal_move(&mut self.rng, game.position())),
            };
            if let Some(chess_move) = found {
                let _ = self.client.play(self.start.elapsed(), &id, chess_move);
            }
        }
    }

    async fn say(&mut self, text: String) {
        self.shared.sent.fetch_add(1, Relaxed);
        if let Some(socket) = &mut self.wire.socket {
            // If it is cut, that is heard next.
            let _ = socket.send(Message::text(text)).await;
        }
    }

    fn room(&mut self) -> String {
        let rooms = self.shared.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.get(self.rng.below(rooms.len().max(1)));
        room.map_or_else(|| EXAMPLE_ROOM.to_owned(), ToString::to_string)
    }

    /// An example of a message to the server, about a room that there is.
    fn example(&mut self) -> String {
        let lines: Vec<&str> = EXAMPLES
            .lines()
            .filter(|line| protocol::read_with_id::<ToServer>(line).1.is_ok())
            .collect();
        let room = self.room();
        lines[self.rng.below(lines.len())].replace(EXAMPLE_ROOM, &room)
    }

    /// An example with random changes.
    fn changed(&mut self) -> String {
        let mut bytes = self.example().into_bytes();
        for _ in 0..=self.rng.below(4) {
            let at = self.rng.below(bytes.len().max(1));
            match self.rng.below(6) {
                0 => bytes.truncate(at),
                1 if at < bytes.len() => bytes[at] = (self.rng.bits() % 128) as u8,
                2 => {
                    let other = self.example().into_bytes();
                    let from = self.rng.below(other.len());
                    bytes.splice(at.min(bytes.len()).., other[from..].iter().copied());
                }
                3 => {
                    let number = self.rng.bits().to_string().into_bytes();
                    if let Some(digit) = bytes.iter().skip(at).position(u8::is_ascii_digit) {
                        bytes.splice(at + digit..=at + digit, number);
                    }
                }
                4 => bytes.extend_from_within(at.min(bytes.len())..),
                _ => {
                    let end = bytes.len().min(at + 1 + self.rng.below(8));
                    bytes.drain(at.min(end)..end);
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    async fn listen(&mut self) {
        let pause = Duration::from_millis(20 + self.rng.bits() % 60);
        let until = Instant::now() + pause;
        while Instant::now() < until {
            let Some(socket) = &mut self.wire.socket else {
                tokio::time::sleep(pause).await;
                self.client.tick(self.start.elapsed());
                return;
            };
            match tokio::time::timeout(until - Instant::now(), socket.next()).await {
                Ok(message) => self.wire.receive(message, &mut self.client, self.start),
                Err(_) => self.client.tick(self.start.elapsed()),
            }
        }
    }
}
