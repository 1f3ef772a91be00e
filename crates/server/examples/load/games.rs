//! Many games at once, each player moving every two seconds, and a crowd around one of them.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use notation::uci;
use protocol::{
    Action, ColourChoice, MoveText, PlayerName, RoomEvent, RoomId, RoomOptions, ToClient, ToServer,
    VERSION,
};
use rules::{Colour, Position};
use test_kit::random::{self, Random};
use tokio::runtime::Builder;
use tokio::sync::{Barrier, oneshot};
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::child::{ServerProcess, get};
use crate::report;
use crate::spectators::Crowd;

/// Each player moves so often.
const PACE: Duration = Duration::from_secs(2);

/// The rule sets that are played in turn.
const RULES: [&str; 3] = ["standard", "xxl", "capablanca"];

/// When each move of a game was sent.
pub struct Sent {
    start: Instant,
    at: Vec<AtomicU64>,
}

impl Sent {
    fn new(turns: usize) -> Sent {
        Sent { start: Instant::now(), at: (0..turns).map(|_| AtomicU64::new(0)).collect() }
    }

    fn note(&self, ply: usize) {
        if let Some(at) = self.at.get(ply) {
            at.store(self.start.elapsed().as_nanos() as u64, Ordering::Release);
        }
    }

    /// When a move was sent.
    pub fn at(&self, ply: usize) -> Option<Instant> {
        let at = self.at.get(ply)?.load(Ordering::Acquire);
        (at > 0).then(|| self.start + Duration::from_nanos(at))
    }
}

/// A game that is to be played.
struct Plan {
    number: usize,
    rules: &'static str,
    moves: Vec<MoveText>,
    sent: Arc<Sent>,
    room: OnceLock<RoomId>,
}

/// What a player saw.
struct Seen {
    latencies: Vec<Duration>,
}

/// Plays so many games before so many spectators, and checks every one of them.
pub fn run(games: usize, spectators: usize, turns: usize) -> Result<(), String> {
    println!("{games} games, {spectators} spectators of one of them, {turns} turns each");
    let plans: Vec<Arc<Plan>> = (0..games).map(|number| plan(number, turns)).collect();
    let server = ServerProcess::start()?;
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let empty = server.metric("resident_memory_bytes")?;
    let barrier = Arc::new(Barrier::new(2 * games + 1));
    let mut players = Vec::new();
    for chunk in plans.chunks(50) {
        let mut entered = Vec::new();
        for plan in chunk {
            let (tell_room, told_room) = oneshot::channel();
            let (tell_black, told_black) = oneshot::channel();
            let (address, barrier) = (server.address, Arc::clone(&barrier));
            let white = Player { plan: Arc::clone(plan), side: Colour::White, address };
            let black = Player { plan: Arc::clone(plan), side: Colour::Black, address };
            players.push(runtime.spawn(white.run(
                Opening::Create(tell_room),
                Arc::clone(&barrier),
                None,
            )));
            players.push(runtime.spawn(black.run(
                Opening::Join(told_room),
                barrier,
                Some(tell_black),
            )));
            entered.push(told_black);
        }
        for entered in entered {
            runtime.block_on(entered).map_err(|_| "a player was turned away".to_owned())?;
        }
    }
    let seated = server.metric("resident_memory_bytes")?;
    let crowd = match plans.first().and_then(|plan| Some((plan, plan.room.get()?))) {
        Some((plan, room)) => Crowd::gather(server.address, room, spectators, &plan.sent)?,
        None => return Err("no game was begun".to_owned()),
    };
    let watched = server.metric("resident_memory_bytes")?;
    println!("all are there; the games begin");
    runtime.block_on(barrier.wait());
    let begun = Instant::now();
    let mut latencies = Vec::new();
    for player in players {
        let seen = runtime.block_on(player).map_err(|error| error.to_string())??;
        latencies.extend(seen.latencies);
    }
    let took = begun.elapsed().as_secs_f64();
    let to_crowd = crowd.disperse(turns)?;
    let played = server.metric("resident_memory_bytes")?;
    for plan in &plans {
        check_kept(&server, plan)?;
    }
    let moves = latencies.len();
    println!("{moves} moves in {took:.1} s: {:.0} a second", moves as f64 / took);
    let p99 = report::print("move to opponent", latencies);
    report::print("move to spectator", to_crowd);
    let kib = |bytes: f64, count: usize| bytes / 1024.0 / count.max(1) as f64;
    println!(
        "memory of the server: {:.1} MiB empty, {:.1} MiB at the end",
        empty / 1048576.0,
        played / 1048576.0
    );
    println!("  a game with two players    {:.1} KiB", kib(seated - empty, games));
    println!("  a connection that watches  {:.1} KiB", kib(watched - seated, spectators));
    println!("  dropped for being slow     {}", server.metric("dropped_slow_total")?);
    println!("every move arrived once, and every game is kept as it was played");
    match p99 {
        Some(p99) if p99 > Duration::from_millis(50) => Err(format!("p99 is {p99:?}")),
        _ => Ok(()),
    }
}

/// A random game of exactly so many turns.
fn plan(number: usize, turns: usize) -> Arc<Plan> {
    let rules = RULES[number % RULES.len()];
    let compiled = notation::ruleset::shipped(rules).expect("it ships");
    let mut seed = number as u64 * 1_000 + 1;
    let moves = loop {
        let mut dice = Random::new(seed);
        let mut position = Position::start(&compiled);
        let mut history = rules::History::new(position.clone());
        let mut moves = Vec::new();
        while moves.len() < turns && history.outcome().is_none() {
            let Some(next) = random::legal_move(&mut dice, &position) else { break };
            moves.push(MoveText::new(&uci::format(&position, next)).expect("a move"));
            position.play_unchecked(next);
            history.play(next).expect("legal");
        }
        if moves.len() == turns && history.outcome().is_none() {
            break moves;
        }
        seed += 1;
    };
    Arc::new(Plan { number, rules, moves, sent: Arc::new(Sent::new(turns)), room: OnceLock::new() })
}

/// Compares what the server has kept with what was to be played.
fn check_kept(server: &ServerProcess, plan: &Plan) -> Result<(), String> {
    let room = plan.room.get().ok_or("no room")?;
    let pgn = get(server.address, &format!("/api/games/{room}.pgn"))?;
    let mut reader = notation::pgn::Reader::new(pgn.as_bytes());
    let game = reader.next().ok_or("no game")?.map_err(|error| error.to_string())?;
    let mut position = Position::start(game.rules());
    if game.moves.len() != plan.moves.len() {
        return Err(format!("game {}: {} moves were kept", plan.number, game.moves.len()));
    }
    for (played, expected) in game.moves.iter().zip(&plan.moves) {
        let kept = played.chess_move().map(|chess_move| uci::format(&position, chess_move));
        if kept.as_deref() != Some(expected.as_str()) {
            return Err(format!("game {}: {kept:?} was kept, not {expected}", plan.number));
        }
        played.play_unchecked(&mut position);
    }
    Ok(())
}

enum Opening {
    Create(oneshot::Sender<RoomId>),
    Join(oneshot::Receiver<RoomId>),
}

struct Player {
    plan: Arc<Plan>,
    side: Colour,
    address: SocketAddr,
}

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

impl Player {
    async fn run(
        self,
        opening: Opening,
        barrier: Arc<Barrier>,
        ready: Option<oneshot::Sender<()>>,
    ) -> Result<Seen, String> {
        let mut socket = connect(self.address).await?;
        let name = format!("{} {}", self.side.name(), self.plan.number);
        let name = PlayerName::new(&name).map_err(|error| error.to_string())?;
        let hello = ToServer::Hello { version: VERSION, name, token: None, resume: Vec::new() };
        say(&mut socket, &hello).await?;
        let room = match opening {
            Opening::Create(tell) => {
                let options = RoomOptions {
                    colour: ColourChoice::White,
                    clock: Some(protocol::ClockOptions {
                        kind: protocol::ClockKind::Fischer,
                        time_ms: 3_600_000,
                        increment_ms: 0,
                    }),
                    ..RoomOptions::friendly(self.plan.rules)
                };
                say(&mut socket, &ToServer::Create { options }).await?;
                let room = entered(&mut socket).await?;
                let _ = self.plan.room.set(room.clone());
                let _ = tell.send(room.clone());
                room
            }
            Opening::Join(told) => {
                let room = told.await.map_err(|_| "no room")?;
                say(&mut socket, &ToServer::Join { room: room.clone(), code: None }).await?;
                entered(&mut socket).await?
            }
        };
        if let Some(ready) = ready {
            let _ = ready.send(());
        }
        barrier.wait().await;
        self.play(&mut socket, &room).await
    }

    async fn play(&self, socket: &mut Socket, room: &RoomId) -> Result<Seen, String> {
        let (plan, turns) = (&self.plan, self.plan.moves.len());
        let own = |ply: usize| ply % 2 == self.side.index();
        // The games are spread over the pace, White and Black a half of it apart.
        let spread = PACE.mul_f64((plan.number % 997) as f64 / 997.0);
        let begun = tokio::time::Instant::now() + Duration::from_millis(500) + spread;
        let due = |ply: usize| begun + PACE / 2 * u32::try_from(ply).unwrap_or(u32::MAX);
        let mut seen = Seen { latencies: Vec::with_capacity(turns / 2) };
        let mut ply = 0;
        let mut is_sent = false;
        loop {
            if ply == turns && own(ply) && !is_sent {
                // Whoever would be next ends it.
                let action = Action::Resign;
                say(socket, &ToServer::Act { room: room.clone(), action }).await?;
                is_sent = true;
            }
            let message = tokio::select! {
                message = socket.next() => message,
                () = tokio::time::sleep_until(due(ply)), if ply < turns && own(ply) && !is_sent => {
                    let chess_move = plan.moves[ply].clone();
                    let action = Action::Play { ply, chess_move, thought_ms: None };
                    plan.sent.note(ply);
                    say(socket, &ToServer::Act { room: room.clone(), action }).await?;
                    is_sent = true;
                    continue;
                }
            };
            let message =
                message.ok_or("the server hung up")?.map_err(|error| error.to_string())?;
            let Message::Text(text) = message else { continue };
            match protocol::read(&text).map_err(|error| error.to_string())? {
                ToClient::Event {
                    event: RoomEvent::Played { ply: played, chess_move, .. },
                    ..
                } => {
                    if played != ply || Some(&chess_move) != plan.moves.get(ply) {
                        return Err(format!(
                            "game {}: {played} {chess_move} came, not {ply}",
                            plan.number
                        ));
                    }
                    if !own(ply) {
                        let at = plan.sent.at(ply).ok_or("a move that was not sent")?;
                        seen.latencies.push(at.elapsed());
                    }
                    ply += 1;
                    is_sent = false;
                }
                ToClient::Event { event: RoomEvent::Ended { .. }, .. } if ply == turns => {
                    return Ok(seen);
                }
                ToClient::Event { event: RoomEvent::Ended { .. }, .. } => {
                    return Err(format!("game {} ended after {ply} turns", plan.number));
                }
                ToClient::Refused { refusal, .. } => return Err(refusal.to_string()),
                _ => {}
            }
        }
    }
}

async fn connect(address: SocketAddr) -> Result<Socket, String> {
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let url = format!("ws://{address}/ws");
    let connected = connect_async_with_config(url, Some(config), true).await;
    connected.map(|(socket, _)| socket).map_err(|error| error.to_string())
}

async fn say(socket: &mut Socket, message: &ToServer) -> Result<(), String> {
    let text = Message::text(protocol::write(message));
    socket.send(text).await.map_err(|error| error.to_string())
}

/// Waits until one is in a room.
async fn entered(socket: &mut Socket) -> Result<RoomId, String> {
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message.map_err(|error| error.to_string())? else { continue };
        match protocol::read(&text).map_err(|error| error.to_string())? {
            ToClient::State(state) => return Ok(state.room),
            ToClient::Refused { refusal, .. } => return Err(refusal.to_string()),
            _ => {}
        }
    }
    Err("the server hung up".to_owned())
}
