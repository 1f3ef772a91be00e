//! Games between clients whose connections are cut at random, on a server that is killed now and
//! then, and whose database is restarted, frozen and cut off: all must end right.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use client::{Client, Link};
use futures_util::StreamExt;
use protocol::{Action, ColourChoice, PlayerName, RoomId, RoomOptions, RoomPhase, TimeControl};
use test_kit::random::{self, Random};
use tokio::sync::watch;

use crate::child::ServerProcess;
use crate::database::{Database, Fault};
use crate::shared::{Wire, moves};

/// Number of turns after which a game is resigned, so that there are many games.
const MOST_TURNS: usize = 40;

/// Longest thinking time of a player in milliseconds.
const LONGEST_THOUGHT: u64 = 300;

/// Number of a client's thousand steps that cut its connection.
const CUT: usize = 12;

/// Number of kills of a server without a database of its own.
const KILLS: u32 = 3;

/// Duration of a fault of the database: longer than the server waits for an answer.
const TROUBLE: Duration = Duration::from_secs(7);

/// What happens in turn. Nothing is the server's being killed.
const TURNS: [Option<Fault>; 5] =
    [Some(Fault::Restart), Some(Fault::Hold), None, Some(Fault::Cut), Some(Fault::Freeze)];

/// A game that takes longer is stuck.
const GAME_TIMEOUT: Duration = Duration::from_secs(240);

/// What all tables count together.
pub struct Tally {
    pub games: AtomicUsize,
    pub moves: AtomicUsize,
    pub cuts: AtomicUsize,
    /// May connections be cut?
    pub cuts_allowed: AtomicBool,
    /// For how many milliseconds the game of each table has stood still at most.
    stalls: Vec<AtomicU64>,
    /// Since when that is counted.
    since: Mutex<Instant>,
}

impl Tally {
    pub fn new(tables: usize) -> Tally {
        Tally {
            games: AtomicUsize::new(0),
            moves: AtomicUsize::new(0),
            cuts: AtomicUsize::new(0),
            cuts_allowed: AtomicBool::new(true),
            stalls: (0..tables).map(|_| AtomicU64::new(0)).collect(),
            since: Mutex::new(Instant::now()),
        }
    }

    /// Forgets for how long games have stood still.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    pub fn clear_stalls(&self) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.stalls.iter().for_each(|stall| stall.store(0, Relaxed));
    }

    fn stalls_since(&self) -> Instant {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// For how long the game of each table has stood still at most.
    #[cfg_attr(not(feature = "cluster"), allow(dead_code))]
    pub fn stalls(&self) -> Vec<Duration> {
        self.stalls.iter().map(|stall| Duration::from_millis(stall.load(Relaxed))).collect()
    }
}

/// Plays a number of concurrent games for a time in minutes.
pub fn run(minutes: u64, games: usize, seed: u64, mut database: Option<Database>) -> Result<()> {
    println!("{games} games at a time for {minutes} minutes; connections are cut at random");
    let mut server = ServerProcess::start(database.as_ref())?;
    let address = server.address;
    let runtime = crate::new_runtime()?;
    let (tally, is_over) = (Arc::new(Tally::new(games)), Arc::new(AtomicBool::new(false)));
    let tables: Vec<_> = (0..games)
        .map(|number| {
            let table = table([address; 2], number, seed, Arc::clone(&tally), Arc::clone(&is_over));
            runtime.spawn(table)
        })
        .collect();
    let whole = Duration::from_secs(60 * minutes);
    // Half of the time everything is in order.
    let count_of_faults = match &database {
        Some(_) => u32::try_from(whole.as_secs() / (2 * TROUBLE.as_secs())).unwrap_or(1).max(1),
        None => KILLS,
    };
    let part = whole / (count_of_faults + 1);
    for number in 0..count_of_faults {
        let fault = TURNS[number as usize % TURNS.len()];
        let happens = match (fault, &mut database) {
            (Some(fault), Some(database)) => {
                std::thread::sleep(part.saturating_sub(TROUBLE));
                database.suffer(fault, TROUBLE);
                fault.to_string()
            }
            _ => {
                std::thread::sleep(part);
                server.kill_and_restart()?;
                "the server was killed".to_owned()
            }
        };
        println!("{happens}; {} games so far", tally.games.load(Relaxed));
        if server.has_ended() {
            bail!("the server has ended by itself");
        }
    }
    std::thread::sleep(part);
    is_over.store(true, Relaxed);
    let mut faults = Vec::new();
    for table in tables {
        faults.extend(runtime.block_on(table)?.err().map(|error| error.to_string()));
    }
    if !faults.is_empty() {
        bail!(faults.join("\n       "));
    }
    let count = |number: &AtomicUsize| number.load(Relaxed);
    println!(
        "{} games with {} moves; connections were cut {} times, and there were {count_of_faults} faults",
        count(&tally.games),
        count(&tally.moves),
        count(&tally.cuts),
    );
    println!(
        "both players of every game saw the same moves and the same end; nothing that was \
         acknowledged was lost, and nobody lost on time"
    );
    Ok(())
}

/// Two players who play one game after the other.
pub async fn table(
    addresses: [SocketAddr; 2],
    number: usize,
    seed: u64,
    tally: Arc<Tally>,
    is_over: Arc<AtomicBool>,
) -> Result<()> {
    let mut round = 0_u64;
    while !is_over.load(Relaxed) {
        round += 1;
        let seed = seed << 40 | (number as u64) << 20 | round;
        let (tell, told) = watch::channel(None);
        let (white, black) = (
            Player::new(addresses[0], number, true, seed, &tally),
            Player::new(addresses[1], number, false, seed + (1 << 60), &tally),
        );
        let both =
            async { tokio::join!(white.run(Some(tell), told.clone()), black.run(None, told)) };
        let (white, black) = tokio::time::timeout(GAME_TIMEOUT, both)
            .await
            .with_context(|| format!("game {round} of table {number} is stuck"))?;
        let (white, black) = (white?, black?);
        if white != black {
            bail!("table {number}: {white:?} but {black:?}");
        }
        tally.games.fetch_add(1, Relaxed);
        tally.moves.fetch_add(white.0.len(), Relaxed);
    }
    Ok(())
}

/// What a player saw: the moves, and the end.
type Seen = (Vec<String>, Option<record::GameEnd>);

struct Player {
    client: Client,
    wire: Wire,
    start: Instant,
    rng: Random,
    tally: Arc<Tally>,
    next_move: Option<Duration>,
    /// The moves that were acknowledged as saved.
    acknowledged: Vec<String>,
    number: usize,
    /// How many turns there were, and since when.
    progress: (usize, Instant),
}

impl Player {
    fn new(
        address: SocketAddr,
        number: usize,
        is_white: bool,
        seed: u64,
        tally: &Arc<Tally>,
    ) -> Player {
        let name = format!("{} {number}", if is_white { "White" } else { "Black" });
        let name = PlayerName::new(&name).expect("a name");
        Player {
            client: Client::new(name, None, seed),
            wire: Wire::new(address),
            start: Instant::now(),
            rng: Random::new(seed),
            tally: Arc::clone(tally),
            next_move: None,
            acknowledged: Vec::new(),
            number,
            progress: (0, Instant::now()),
        }
    }

    async fn run(
        mut self,
        tell: Option<watch::Sender<Option<RoomId>>>,
        mut told: watch::Receiver<Option<RoomId>>,
    ) -> Result<Seen> {
        self.client.connect(Duration::ZERO);
        let mut room = None;
        loop {
            self.work_off().await;
            if room.is_none() && self.client.link() == Link::Online {
                room = self.enter(tell.as_ref(), &mut told).await?;
            }
            if let Some(room) = &room
                && let Some(seen) = self.play(room)
            {
                return seen;
            }
            self.work_off().await;
            if self.tally.cuts_allowed.load(Relaxed)
                && self.rng.below(1000) < CUT
                && self.wire.socket.take().is_some()
            {
                self.tally.cuts.fetch_add(1, Relaxed);
                self.client.closed(self.start.elapsed());
            }
            self.wait().await;
        }
    }

    /// Creates a room and sends its id, or joins the one whose id arrived.
    async fn enter(
        &mut self,
        tell: Option<&watch::Sender<Option<RoomId>>>,
        told: &mut watch::Receiver<Option<RoomId>>,
    ) -> Result<Option<RoomId>> {
        let Some(tell) = tell else {
            let room = told.wait_for(Option::is_some).await?.clone();
            if let Some(room) = &room {
                self.client.join(room.clone(), None);
            }
            return Ok(room);
        };
        let entered = self.client.rooms().next().map(|(id, _)| id.clone());
        match &entered {
            Some(room) => {
                tell.send_replace(Some(room.clone()));
            }
            None if self.next_move.is_none_or(|next| next <= self.start.elapsed()) => {
                // It may be lost; then it is asked for again.
                self.next_move = Some(self.start.elapsed() + Duration::from_secs(10));
                let [time, increment] = [600, 1].map(Duration::from_secs);
                let clock = TimeControl::Fischer { time, increment };
                self.client.create(RoomOptions {
                    colour: ColourChoice::White,
                    clock: Some(clock),
                    ..RoomOptions::friendly("xxl")
                });
            }
            None => {}
        }
        Ok(entered)
    }

    /// Plays if it is time; returns what was seen when the game is over.
    fn play(&mut self, id: &RoomId) -> Option<Result<Seen>> {
        let now = self.start.elapsed();
        let room = self.client.room(id)?;
        let (played, end) = room.game().open().map(|game| (moves(game), game.end()))?;
        if played.len() != self.progress.0 {
            let since = self.progress.1.max(self.tally.stalls_since());
            let stall = since.elapsed().as_millis() as u64;
            if self.progress.0 > 0
                && let Some(longest) = self.tally.stalls.get(self.number)
            {
                longest.fetch_max(stall, Relaxed);
            }
            self.progress = (played.len(), Instant::now());
        }
        if room.pending().is_none() {
            if !played.starts_with(&self.acknowledged) {
                let lost = format!("{:?} became {played:?}", self.acknowledged);
                return Some(Err(anyhow!("acknowledged moves were lost: {lost}")));
            }
            if !room.state().unsaved {
                self.acknowledged.clone_from(&played);
            }
        }
        if room.state().phase == RoomPhase::Over {
            let is_on_time = !format!("{end:?}").contains("Time");
            let seen = (played, end);
            return Some(if is_on_time { Ok(seen) } else { Err(anyhow!("{seen:?}")) });
        }
        if !room.is_our_turn() {
            self.next_move = None;
            return None;
        }
        let due = *self
            .next_move
            .get_or_insert_with(|| now + Duration::from_millis(self.rng.bits() % LONGEST_THOUGHT));
        if due > now {
            return None;
        }
        let ply = room.game().ply();
        if ply >= MOST_TURNS {
            self.client.act(id, Action::Resign);
            self.next_move = Some(now + Duration::from_secs(1));
            return None;
        }
        let chess_move = random::legal_move(&mut self.rng, room.game().open()?.position())?;
        self.next_move = None;
        self.client.play(now, id, chess_move).ok();
        None
    }

    async fn work_off(&mut self) {
        self.wire.work_off(&mut self.client, self.start).await;
        while self.client.next_event().is_some() {}
    }

    /// Waits for a message, or until there is something to do.
    async fn wait(&mut self) {
        let now = self.start.elapsed();
        let wakes =
            [self.client.next_wake(), self.next_move, Some(now + Duration::from_millis(200))];
        let wake = wakes.into_iter().flatten().min().unwrap_or(now).max(now);
        let sleep = tokio::time::sleep(wake - now);
        let message = match &mut self.wire.socket {
            Some(socket) => tokio::select! {
                message = socket.next() => Some(message),
                () = sleep => None,
            },
            None => {
                sleep.await;
                None
            }
        };
        match message {
            Some(message) => self.wire.receive(message, &mut self.client, self.start),
            None => self.client.tick(self.start.elapsed()),
        }
    }
}
