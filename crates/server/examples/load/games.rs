//! Many games at once, each player moving every two seconds, and a crowd around one of them.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use protocol::{RoomId, UciMove};
use rules::{Colour, Position};
use test_kit::random::{self, Random};
use tokio::runtime::Runtime;
use tokio::sync::{Barrier, oneshot};
use tokio::task::JoinHandle;

use crate::child::{ServerProcess, get};
use crate::database::Database;
use crate::player::{Opening, Played, Player};
use crate::report;
use crate::spectators::Crowd;

/// The rule sets that are played in turn.
const RULES: [&str; 3] = ["standard", "xxl", "capablanca"];

/// When each move of a game was sent.
pub struct Sent {
    start: Instant,
    at: Vec<AtomicU64>,
}

impl Sent {
    fn new(turns: usize) -> Sent {
        // The last one is the resignation.
        Sent { start: Instant::now(), at: (0..=turns).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Notes that a move is sent now.
    pub fn note(&self, ply: usize) {
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
pub struct Plan {
    pub number: usize,
    pub rules: &'static str,
    pub moves: Vec<UciMove>,
    pub sent: Arc<Sent>,
    pub room: OnceLock<RoomId>,
    /// When all games began.
    pub begun: Arc<OnceLock<tokio::time::Instant>>,
    /// Do the players hang up as soon as the game has ended?
    pub leaving: bool,
}

/// How much memory the server has, in bytes, as more and more is asked of it.
struct Memory {
    empty: f64,
    seated: f64,
    watched: f64,
    played: f64,
}

/// Plays a number of games before a number of spectators, and checks every one of them. How quick it is to be
/// holds for SQLite; a PostgreSQL server is only reported on, beside what its disk can do.
pub fn run(
    games: usize,
    spectators: usize,
    turns: usize,
    leaving: bool,
    database: Option<&Database>,
) -> Result<()> {
    println!("{games} games, {spectators} spectators of one of them, {turns} turns each");
    let plans = plans(games, turns, leaving);
    if let Some(database) = database {
        println!("pgbench commits {} times a second on this disk", database.commits_per_second()?);
    }
    let server = ServerProcess::start(database)?;
    let memory = || server.metric("resident_memory_bytes");
    let runtime = crate::new_runtime()?;
    let empty = memory()?;
    let barrier = Arc::new(Barrier::new(2 * games + 1));
    let players = seat_all(&runtime, [server.address; 2], &plans, &barrier)?;
    let seated = memory()?;
    let crowd = match plans.first().and_then(|plan| Some((plan, plan.room.get()?))) {
        Some((plan, room)) => Crowd::gather(&[server.address], room, spectators, &plan.sent)?,
        None => bail!("no game was begun"),
    };
    let watched = memory()?;
    println!("all are there; the games begin");
    runtime.block_on(barrier.wait());
    let begun = Instant::now();
    let (mut latencies, mut ends) = (Vec::new(), Vec::new());
    let played = players.into_iter().map(|player| runtime.block_on(player)?);
    let played = played.collect::<Result<Vec<_>>>()?;
    for measured in &played {
        latencies.extend_from_slice(&measured.moves);
        ends.push(measured.end);
    }
    let took = begun.elapsed().as_secs_f64();
    let ended = Instant::now();
    let to_crowd = crowd.disperse(turns)?;
    while server.metric("ended_games")? > 0.0 {
        std::thread::sleep(Duration::from_millis(50));
    }
    let until_put_away = ended.elapsed().as_secs_f64();
    let memory = Memory { empty, seated, watched, played: memory()? };
    plans.iter().try_for_each(|plan| check_kept(&server, plan))?;
    let moves = latencies.len();
    println!("{moves} moves in {took:.1} s: {:.0} a second", moves as f64 / took);
    let p99 = report::print("move to opponent", latencies);
    let p99_of_ends = report::print("end, all at the same moment", ends);
    report::print("move to spectator", to_crowd);
    println!("all games are in both libraries {until_put_away:.1} s after their end");
    memory.print(games, spectators);
    println!("  dropped for being slow     {}", server.metric("dropped_slow_total")?);
    println!("every move arrived once, and every game is kept as it was played");
    match (p99, p99_of_ends) {
        _ if database.is_some() => Ok(()),
        (Some(p99), _) if p99 > Duration::from_millis(50) => {
            bail!("p99 is {p99:?}; expected 50 ms at most")
        }
        (_, Some(p99)) if p99 > Duration::from_millis(200) => {
            bail!("p99 of the ends is {p99:?}; expected 200 ms at most")
        }
        _ => Ok(()),
    }
}

/// Plays games of a number of turns, a turn a second, beside something that begins when all are there.
/// Returns how long moves took, and how many games went wrong.
pub fn play_beside(
    runtime: &Runtime,
    address: SocketAddr,
    games: usize,
    turns: usize,
    begin: impl FnOnce(),
) -> Result<(Vec<Duration>, usize)> {
    let plans = plans(games, turns, false);
    let barrier = Arc::new(Barrier::new(2 * games + 1));
    let players = seat_all(runtime, [address; 2], &plans, &barrier)?;
    begin();
    runtime.block_on(barrier.wait());
    let (mut latencies, mut lost) = (Vec::new(), Vec::new());
    for (player, number) in players.into_iter().zip(0..) {
        match runtime.block_on(player)? {
            Ok(measured) => latencies.extend(measured.moves),
            Err(why) => {
                println!("  {why}");
                lost.push(number / 2);
            }
        }
    }
    lost.dedup();
    Ok((latencies, lost.len()))
}

/// Plays one game of a number of turns before spectators at several nodes, and returns how long each move
/// took to each of them.
#[cfg(feature = "cluster")]
pub fn play_before(
    addresses: &[SocketAddr],
    spectators: usize,
    turns: usize,
    begin: impl FnOnce(),
) -> Result<Vec<Duration>> {
    let runtime = crate::new_runtime()?;
    let plans = plans(1, turns, false);
    let barrier = Arc::new(Barrier::new(3));
    let ends = [addresses[0], addresses[1 % addresses.len()]];
    let players = seat_all(&runtime, ends, &plans, &barrier)?;
    let room = plans[0].room.get().context("no game was begun")?;
    let crowd = Crowd::gather(addresses, room, spectators, &plans[0].sent)?;
    begin();
    runtime.block_on(barrier.wait());
    for player in players {
        runtime.block_on(player)??;
    }
    crowd.disperse(turns)
}

/// Lets the players of all games come in, some at a time. They begin together.
fn seat_all(
    runtime: &Runtime,
    addresses: [SocketAddr; 2],
    plans: &[Arc<Plan>],
    barrier: &Arc<Barrier>,
) -> Result<Vec<JoinHandle<Played>>> {
    let mut players = Vec::new();
    for chunk in plans.chunks(50) {
        let mut entered = Vec::new();
        for plan in chunk {
            let (tell_room, told_room) = oneshot::channel();
            let (tell_black, told_black) = oneshot::channel();
            let player = |side: Colour| {
                let address = addresses[side.index()];
                Player { plan: Arc::clone(plan), side, address }
            };
            let (white, black) = (player(Colour::White), player(Colour::Black));
            let white = white.run(Opening::Create(tell_room), Arc::clone(barrier), None);
            let black = black.run(Opening::Join(told_room), Arc::clone(barrier), Some(tell_black));
            players.push(runtime.spawn(white));
            players.push(runtime.spawn(black));
            entered.push(told_black);
        }
        for entered in entered {
            runtime.block_on(entered).context("a player was turned away")?;
        }
    }
    Ok(players)
}

impl Memory {
    fn print(&self, games: usize, spectators: usize) {
        let kib = |bytes: f64, count: usize| bytes / 1024.0 / count.max(1) as f64;
        println!(
            "memory of the server: {:.1} MiB empty, {:.1} MiB at the end",
            self.empty / 1048576.0,
            self.played / 1048576.0
        );
        println!("  a game with two players    {:.1} KiB", kib(self.seated - self.empty, games));
        let watching = kib(self.watched - self.seated, spectators);
        println!("  a connection that watches  {watching:.1} KiB");
    }
}

fn plans(games: usize, turns: usize, leaving: bool) -> Vec<Arc<Plan>> {
    let begun = Arc::default();
    (0..games).map(|number| plan(number, turns, leaving, &begun)).collect()
}

/// A random game of an exact number of turns.
fn plan(
    number: usize,
    turns: usize,
    leaving: bool,
    begun: &Arc<OnceLock<tokio::time::Instant>>,
) -> Arc<Plan> {
    let rules = RULES[number % RULES.len()];
    let compiled = notation::ruleset::shipped(rules).expect("it ships");
    let mut seed = number as u64 * 1_000 + 1;
    let moves = loop {
        let mut rng = Random::new(seed);
        let mut position = Position::start(&compiled);
        let mut history = rules::History::new(position.clone());
        let mut moves = Vec::new();
        while moves.len() < turns && history.outcome().is_none() {
            let Some(next) = random::legal_move(&mut rng, &position) else { break };
            moves.push(UciMove::of(&compiled, next));
            position.play_unchecked(next);
            history.play(next).expect("legal");
        }
        if moves.len() == turns && history.outcome().is_none() {
            break moves;
        }
        seed += 1;
    };
    let (sent, begun) = (Arc::new(Sent::new(turns)), Arc::clone(begun));
    Arc::new(Plan { number, rules, moves, sent, room: OnceLock::new(), begun, leaving })
}

/// Compares what the server has kept with what was to be played.
fn check_kept(server: &ServerProcess, plan: &Plan) -> Result<()> {
    let room = plan.room.get().context("no room")?;
    let pgn = get(server.address, &format!("/api/games/{room}.pgn"))?;
    let mut reader = notation::pgn::Reader::new(pgn.as_bytes());
    let game = reader.next().context("no game")??;
    let mut position = Position::start(game.rules());
    let moves: Vec<_> = game.tree.main_moves().collect();
    if moves.len() != plan.moves.len() {
        bail!("game {}: {} moves were kept", plan.number, moves.len());
    }
    for (played, expected) in moves.iter().zip(&plan.moves) {
        let kept = played.chess_move().map(|chess_move| UciMove::of(position.rules(), chess_move));
        if kept != Some(*expected) {
            bail!("game {}: {kept:?} was kept, not {expected}", plan.number);
        }
        played.play_unchecked(&mut position);
    }
    Ok(())
}
