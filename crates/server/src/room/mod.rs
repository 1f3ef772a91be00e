//! A room: one game with its players and spectators, run by one task that nothing else touches.

mod actions;
mod archive;
mod broadcast;
mod chat;
mod computer;
mod delayed;
mod events;
mod fan_out;
mod fog;
mod membership;
mod memory;
mod message;
mod persistence;
mod seat;
mod spectators;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use game::Game;
use protocol::{
    LobbyEntry, Refusal, RoomCode, RoomId, RoomOptions, RoomPhase, RulesInfo, ToClient,
};
use record::{Authority, GameTerms, Perspective, Player as GamePlayer, Players};
use rules::{Colour, Position};
use store::Lease;
use tokio::sync::{mpsc, oneshot};

use crate::identity::PlayerKey;
use crate::outbox::encode;
use crate::quota::{Owner, Share};
use crate::registry::{Idle, IdleKind};
use crate::server_state::{ServerState, rules_info};
use chat::Chat;
use computer::Computer;
use delayed::DelayedFeed;
pub(crate) use memory::rules_bytes;
use message::Actor;
pub(crate) use message::{Admission, EnterAs, RoomMessage, Visitor};
use persistence::Saving;
pub(crate) use persistence::{RestoreError, restore};
pub(crate) use seat::Occupant;
use seat::{Seat, Seats};
use spectators::{Spectator, Spectators};

/// The most that a player's clock is credited for the network delay of one move.
const LAG_ALLOWANCE: Duration = Duration::from_millis(500);

/// The most that a player's clock is credited for network delays in a whole game.
const LAG_BUDGET: Duration = Duration::from_secs(20);

/// The most lines of chat that a room keeps.
const MOST_CHAT: usize = 50;

/// The parameters of a room besides its game.
pub(crate) struct RoomParams {
    pub(crate) id: RoomId,
    pub(crate) code: Option<RoomCode>,
    pub(crate) options: RoomOptions,
    pub(crate) messages: mpsc::Receiver<RoomMessage>,
    pub(crate) share: Share,
    /// In a cluster, the lease under which the room is written.
    pub(crate) lease: Option<Lease>,
}

/// How a room goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lifecycle {
    Open,
    /// It is closed and forgotten.
    Closed,
    /// The server stops, and the game goes on later.
    Suspended,
    /// Another node goes on with the game; here nothing is written or sent any more.
    Lost,
}

/// Since when nothing happens in a room.
struct Waiting {
    /// Since when the game waits for its players, after a restart or before a rematch.
    paused_since: Duration,
    /// Since when the room is empty.
    empty_since: Option<Duration>,
    /// The value that the registry has of that.
    reported: Option<Idle>,
}

pub(crate) struct Room {
    server: Arc<ServerState>,
    id: RoomId,
    code: Option<RoomCode>,
    options: RoomOptions,
    rules_info: RulesInfo,
    rules_bytes: usize,
    messages: mpsc::Receiver<RoomMessage>,
    game: Game,
    /// When the game began, in seconds since 1970.
    began: Option<i64>,
    /// How many entries of the game were sent, as events or with the state of the room.
    published: usize,
    /// Was a move taken back?
    has_taken_back: bool,
    rating_changes: [Option<i32>; 2],
    /// The room of the rematch.
    next: Option<RoomId>,
    /// The number of the last event.
    number: u64,
    seats: Seats,
    spectators: Spectators,
    chat: Chat,
    computer: Computer,
    saving: Saving,
    waiting: Waiting,
    lifecycle: Lifecycle,
    share: Share,
    lease: Option<Lease>,
    /// Signals the waiting task that the room is gone; must be dropped last.
    evicted: Option<oneshot::Sender<()>>,
}

/// Opens a room and runs it until it is closed.
pub(crate) async fn open(
    server: Arc<ServerState>,
    params: RoomParams,
    first: Position,
    occupants: [Option<Occupant>; 2],
) {
    let now = server.clock.now();
    let game = new_game(first, &params.options, &occupants, now);
    let mut room = Room::new(server, params, game, occupants, now);
    for side in Colour::BOTH {
        room.seats[side].away_since = Some(now);
    }
    room.run().await;
}

/// A game that stands still until its players are there.
fn new_game(
    first: Position,
    options: &RoomOptions,
    occupants: &[Option<Occupant>; 2],
    now: Duration,
) -> Game {
    let mut game = Game::new(first, terms(options, occupants), now);
    game.pause(now);
    game.drain_events();
    game
}

/// The terms of a game by the options of its room.
fn terms(options: &RoomOptions, occupants: &[Option<Occupant>; 2]) -> GameTerms {
    GameTerms {
        players: players(occupants),
        clocks: options.clock.map(|control| [control; 2]),
        lag_allowance: options.clock.map_or(Duration::ZERO, |_| LAG_ALLOWANCE),
        take_backs: options.take_backs,
        referee: Authority::Here,
    }
}

/// The players as the game knows them.
fn players(occupants: &[Option<Occupant>; 2]) -> Players {
    let player = |side: Colour| match &occupants[side.index()] {
        Some(occupant) => occupant.game_player(),
        None => GamePlayer::remote(side.name()),
    };
    Players { white: player(Colour::White), black: player(Colour::Black) }
}

impl Room {
    fn new(
        server: Arc<ServerState>,
        params: RoomParams,
        game: Game,
        occupants: [Option<Occupant>; 2],
        now: Duration,
    ) -> Room {
        let RoomParams { id, code, options, messages, share, lease } = params;
        server.metrics.rooms.fetch_add(1, Relaxed);
        let number = persistence::first_number();
        Room {
            rules_info: rules_info(game.rules()),
            rules_bytes: rules_bytes(&options, game.rules()),
            published: game.record().entries.len(),
            computer: Computer::new(persistence::seed(&id)),
            server,
            id,
            code,
            options,
            messages,
            game,
            began: None,
            has_taken_back: false,
            rating_changes: [None; 2],
            next: None,
            number,
            seats: Seats::new(occupants),
            spectators: Spectators::default(),
            chat: Chat::default(),
            saving: Saving::default(),
            waiting: Waiting { paused_since: now, empty_since: Some(now), reported: None },
            lifecycle: Lifecycle::Open,
            share,
            lease,
            evicted: None,
        }
    }

    pub(crate) fn id(&self) -> &RoomId {
        &self.id
    }

    /// The people who play here.
    pub(crate) fn seated(&self) -> Vec<PlayerKey> {
        self.seats.players()
    }

    /// The account that the room is charged to.
    pub(crate) fn owner(&self) -> Owner {
        self.share.owner()
    }

    /// Runs the room until it is closed.
    pub(crate) async fn run(mut self) {
        let server = Arc::clone(&self.server);
        // What a restart has added.
        if self.saving.entries != self.game.record().entries.len() {
            self.save_head().await;
        }
        let now = server.clock.now();
        self.process_entries(now).await;
        if self.options.spectator_delay_s > 0 {
            let delay = Duration::from_secs(self.options.spectator_delay_s.into());
            let state = self.state(Perspective::NEUTRAL, now);
            self.spectators.delayed = Some(DelayedFeed::new(delay, state));
        }
        self.list();
        while self.lifecycle == Lifecycle::Open {
            self.report_idle();
            let wake = self.next_wake().unwrap_or(Duration::MAX);
            let (mut message, mut progress, mut step) = (None, None, None);
            tokio::select! {
                received = self.messages.recv() => message = received,
                changed = self.computer.changed() => progress = Some(changed),
                next = self.saving.archiving.step() => step = Some(next),
                () = server.clock.sleep_until(wake) => {}
            }
            let now = server.clock.now();
            if let Some(message) = message {
                self.handle(message, now).await;
            }
            if let Some(progress) = progress {
                self.follow_computer(progress, now);
            }
            if let Some(step) = step {
                self.follow_archiving(step, now);
            }
            if self.lifecycle == Lifecycle::Lost {
                break;
            }
            self.tick(now);
            self.retry_save(now).await;
            self.process_entries(now).await;
            if self.lifecycle == Lifecycle::Lost {
                break;
            }
            self.broadcast_unsaved(now);
            self.close_if_evicted();
        }
        self.messages.close();
        if self.lifecycle == Lifecycle::Closed {
            self.delete_saved().await;
        }
    }

    async fn handle(&mut self, message: RoomMessage, now: Duration) {
        match message {
            RoomMessage::Enter { visitor, role, code, seen, reply } => {
                let admission = self.enter(&visitor, role, code.as_ref(), seen, now).await;
                // They may be gone by now; then a disconnect is next.
                let _ = reply.send(admission);
            }
            RoomMessage::Leave { connection, request } => self.leave(connection, request, now),
            RoomMessage::Disconnect { connection } => self.disconnect(connection, now),
            RoomMessage::Act { connection, request, action, arrived, round_trip } => {
                let by = Actor { connection, request };
                self.act(by, action, arrived, round_trip, now).await;
            }
            RoomMessage::Pgn { code, reply } => {
                self.send_pgn(code.as_ref(), reply, now);
            }
            RoomMessage::Evict { done } => self.evict(done, now),
            RoomMessage::Stop => self.stop(now).await,
            RoomMessage::Lost => self.lifecycle = Lifecycle::Lost,
            #[cfg(test)]
            RoomMessage::Panic => panic!("a fault of the program"),
        }
    }

    /// Closes the room, if it still is empty.
    fn evict(&mut self, done: oneshot::Sender<()>, now: Duration) {
        if self.waiting.empty_since.is_some() {
            self.evicted = Some(done);
            if matches!(self.phase(), RoomPhase::Playing | RoomPhase::Paused) {
                self.abandon(now);
            }
        }
    }

    fn close_if_evicted(&mut self) {
        if self.evicted.is_some() && !self.awaits_archiving() {
            self.lifecycle = Lifecycle::Closed;
        }
    }

    /// Reports to the registry since when the room is empty, if that has changed.
    fn report_idle(&mut self) {
        let kind = match self.phase() {
            RoomPhase::Waiting | RoomPhase::Over => IdleKind::NoGame,
            _ if self.seats.computer().is_some() => IdleKind::AgainstComputer,
            _ => IdleKind::BetweenPeople,
        };
        let idle = self.waiting.empty_since.map(|since| Idle { kind, since });
        if idle != self.waiting.reported {
            self.waiting.reported = idle;
            self.server.set_idle(&self.id, idle);
        }
    }

    /// The phase of the room.
    fn phase(&self) -> RoomPhase {
        if self.game.is_over() {
            RoomPhase::Over
        } else if self.seats.iter().any(|seat| seat.occupant.is_none()) {
            RoomPhase::Waiting
        } else if matches!(self.game.phase(), game::Phase::Paused) {
            RoomPhase::Paused
        } else {
            RoomPhase::Playing
        }
    }

    /// Is anything hidden now?
    fn is_foggy(&self) -> bool {
        self.options.fog && !self.game.is_over()
    }

    /// When something is due, if nothing else happens before.
    fn next_wake(&self) -> Option<Duration> {
        let emptied = self.waiting.empty_since.map(|since| since + self.idle_timeout());
        let emptied = emptied.filter(|_| !self.awaits_archiving());
        let resumed = (self.phase() == RoomPhase::Paused && self.seats.has_player())
            .then(|| self.waiting.paused_since + self.server.timeouts.resume);
        let due = [emptied, resumed, self.spectators.next_due(), self.saving.retry_at];
        due.into_iter().flatten().chain(self.game.next_tick()).min()
    }

    /// Is the game over and not archived yet? The room is not closed before that.
    fn awaits_archiving(&self) -> bool {
        let is_waiting = self.saving.archiving.is_waiting();
        self.phase() == RoomPhase::Over && (is_waiting || self.saving.retry_at.is_some())
    }

    fn idle_timeout(&self) -> Duration {
        let timeouts = self.server.timeouts;
        match self.phase() {
            RoomPhase::Waiting | RoomPhase::Over => timeouts.empty,
            _ if self.seats.computer().is_some() => timeouts.abandoned_computer,
            RoomPhase::Playing | RoomPhase::Paused => timeouts.abandoned,
        }
    }

    /// Lets time pass.
    fn tick(&mut self, now: Duration) {
        self.game.tick(now);
        self.resume_if_due(now);
        self.release_delayed(now);
        self.release_memory();
        self.fan_out(now);
        if self.spectators.count_due().is_some_and(|due| due <= now) {
            self.broadcast_count(now);
        }
        if self.waiting.empty_since.is_some_and(|since| since + self.idle_timeout() <= now) {
            match self.phase() {
                RoomPhase::Over if self.awaits_archiving() => {}
                RoomPhase::Waiting | RoomPhase::Over => self.lifecycle = Lifecycle::Closed,
                RoomPhase::Playing | RoomPhase::Paused => {
                    self.waiting.empty_since = Some(now);
                    self.abandon(now);
                }
            }
        }
    }

    /// The players stayed away: against the computer the person loses, otherwise the side to move.
    fn abandon(&mut self, now: Duration) {
        let loser = self.seats.computer().map_or(self.game.turn(), |side| !side);
        let _over_already = self.game.abandon(now, loser);
    }

    /// Puts the room on the list, if it is public.
    fn list(&self) {
        if self.options.private || self.lifecycle != Lifecycle::Open {
            return;
        }
        let entry = LobbyEntry {
            room: self.id.clone(),
            players: Colour::BOTH.map(|side| self.seats.player_info(side)),
            rules: self.rules_info.clone(),
            fog: self.options.fog,
            clock: self.options.clock,
            rated: self.options.rated,
            take_backs: self.options.take_backs,
            opponent: self.options.opponent.clone(),
            phase: self.phase(),
            ply: self.game.ply(),
            spectators: self.spectators.count(),
        };
        self.server.list_room(entry, self.share.owner().address);
    }
}

impl Drop for Room {
    /// Removes the room, also if its task has panicked; then all members are informed, and its game
    /// stays in the store.
    fn drop(&mut self) {
        let metrics = &self.server.metrics;
        metrics.rooms.fetch_sub(1, Relaxed);
        self.saving.set_retry(None, metrics);
        metrics.spectators.fetch_sub(self.spectators.count() as i64, Relaxed);
        if std::thread::panicking() {
            metrics.failed_rooms.fetch_add(1, Relaxed);
            tracing::error!(room = %self.id, "the task of a room has failed");
            let room = self.id.clone();
            let refused = ToClient::Refused { room: Some(room.clone()), refusal: Refusal::Failed };
            self.send_to_all(&[encode(&refused), encode(&ToClient::Left { room })]);
        }
        self.server.engines.forget(&self.id);
        self.notify_nodes_of_end();
        self.messages.close();
        self.server.remove_room(&self.id, &self.seats.players());
    }
}
