//! A room: one game with its players and spectators, run by one task that nothing else touches.

mod actions;
mod archive;
mod broadcast;
mod chat;
mod computer;
mod config;
mod delayed;
mod events;
mod fan_out;
mod fog;
mod lifecycle;
mod membership;
mod memory;
mod message;
mod persistence;
mod rematch;
mod seat;
mod spectators;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use game::Game;
use protocol::{Action, Refusal, RoomCode, RoomId, RoomOptions, RoomPhase, ToClient};
use record::Perspective;
use rules::Position;
use store::Lease;
use tokio::sync::{mpsc, oneshot};

use crate::identity::PlayerKey;
use crate::outbox::{Outbox, encode};
use crate::quota::{Owner, Share};
use crate::registry::IdleKind;
use crate::server_state::ServerState;
use archive::Archiving;
use broadcast::Published;
use chat::Chat;
use computer::Computer;
use config::RoomConfig;
use lifecycle::{Lifecycle, Stage};
pub(crate) use memory::rules_bytes;
use memory::{ENTRY_BYTES, Memory};
use message::Actor;
pub(crate) use message::{Admission, EnterAs, RoomMessage, Visitor};
use persistence::Saving;
pub(crate) use persistence::{RestoreError, restore};
use rematch::Rematch;
pub(crate) use seat::Occupant;
use seat::Seats;
use spectators::Spectators;

/// The parameters of a room besides its game.
pub(crate) struct RoomParams {
    pub(crate) id: RoomId,
    pub(crate) code: Option<RoomCode>,
    pub(crate) options: RoomOptions,
    pub(crate) share: Share,
    /// In a cluster, the lease under which the room is written.
    pub(crate) lease: Option<Lease>,
}

/// A game with those who play and watch it. Each part keeps its own fields; the room lets them work
/// together, in the order that a message, a move or the time asks for.
pub(crate) struct Room {
    server: Arc<ServerState>,
    config: RoomConfig,
    game: Game,
    seats: Seats,
    spectators: Spectators,
    chat: Chat,
    computer: Computer,
    published: Published,
    saving: Saving,
    archiving: Archiving,
    rematch: Rematch,
    memory: Memory,
    /// Must be dropped last: then whoever has evicted the room knows that it is gone.
    lifecycle: Lifecycle,
}

/// Opens a room and runs it until it is closed.
pub(crate) async fn open(
    server: Arc<ServerState>,
    params: RoomParams,
    messages: mpsc::Receiver<RoomMessage>,
    first: Position,
    occupants: [Option<Occupant>; 2],
) {
    let now = server.clock.now();
    let game = new_game(first, &params.options, &occupants, now);
    Room::new(server, params, game, occupants, now).run(messages).await;
}

/// A game that stands still until its players are there.
fn new_game(
    first: Position,
    options: &RoomOptions,
    occupants: &[Option<Occupant>; 2],
    now: Duration,
) -> Game {
    let mut game = Game::new(first, config::terms(options, occupants), now);
    game.pause(now);
    game.drain_events();
    game
}

impl Room {
    fn new(
        server: Arc<ServerState>,
        params: RoomParams,
        game: Game,
        occupants: [Option<Occupant>; 2],
        now: Duration,
    ) -> Room {
        let RoomParams { id, code, options, share, lease } = params;
        server.metrics.rooms.fetch_add(1, Relaxed);
        Room {
            server,
            memory: Memory::new(rules_bytes(&options, game.rules()), share),
            computer: Computer::new(&id),
            config: RoomConfig::new(id, code, options, game.rules()),
            published: Published::new(&game),
            seats: Seats::new(occupants, now),
            spectators: Spectators::default(),
            chat: Chat::default(),
            saving: Saving::new(lease, 0),
            archiving: Archiving::default(),
            rematch: Rematch::default(),
            lifecycle: Lifecycle::new(now),
            game,
        }
    }

    pub(crate) fn id(&self) -> &RoomId {
        &self.config.id
    }

    /// The people who play here.
    pub(crate) fn seated(&self) -> Vec<PlayerKey> {
        self.seats.players()
    }

    /// The account that the room is charged to.
    pub(crate) fn owner(&self) -> Owner {
        self.memory.owner()
    }

    /// Runs the room until it is closed. Messages are not received any more before the room itself is
    /// dropped, also if its task has panicked.
    pub(crate) async fn run(mut self, mut messages: mpsc::Receiver<RoomMessage>) {
        let server = Arc::clone(&self.server);
        // What a restart has added.
        if self.saving.lacks_entries(&self.game) {
            self.save_head().await;
        }
        let now = server.clock.now();
        self.process_entries(now).await;
        if let Some(delay) = self.config.spectator_delay() {
            let state = self.state(Perspective::NEUTRAL, now);
            self.spectators.delay(delay, state);
        }
        self.list();
        while self.lifecycle.is_open() {
            self.report_idle();
            let wake = self.next_wake().unwrap_or(Duration::MAX);
            let (mut message, mut progress, mut step) = (None, None, None);
            tokio::select! {
                received = messages.recv() => message = received,
                changed = self.computer.changed() => progress = Some(changed),
                next = self.archiving.step() => step = Some(next),
                () = server.clock.sleep_until(wake) => {}
            }
            let now = server.clock.now();
            if let Some(message) = message {
                self.handle(message, now).await;
            }
            if let Some(progress) = progress {
                self.computer.follow(progress, &mut self.game, now);
            }
            if let Some(step) = step {
                self.follow_archiving(step, now);
            }
            if self.lifecycle.is_lost() {
                break;
            }
            self.tick(now);
            self.retry_save(now).await;
            self.process_entries(now).await;
            if self.lifecycle.is_lost() {
                break;
            }
            self.broadcast_unsaved(now);
            self.close_if_evicted();
        }
        messages.close();
        if self.lifecycle.stage == Stage::Closed {
            self.saving.forget(&self.server, &self.config.id).await;
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
            RoomMessage::Lost => self.lifecycle.stage = Stage::Lost,
            #[cfg(test)]
            RoomMessage::Panic => panic!("a fault of the program"),
        }
    }

    /// Closes the room, if it still is empty.
    fn evict(&mut self, done: oneshot::Sender<()>, now: Duration) {
        let is_under_way = matches!(self.phase(), RoomPhase::Playing | RoomPhase::Paused);
        if self.lifecycle.evict(done) && is_under_way {
            self.abandon(now);
        }
    }

    fn close_if_evicted(&mut self) {
        if self.lifecycle.is_evicted() && !self.awaits_archiving() {
            self.lifecycle.stage = Stage::Closed;
        }
    }

    /// Reports to the registry since when the room is empty, if that has changed.
    fn report_idle(&mut self) {
        let kind = match self.phase() {
            RoomPhase::Waiting | RoomPhase::Over => IdleKind::NoGame,
            _ if self.seats.computer().is_some() => IdleKind::AgainstComputer,
            _ => IdleKind::BetweenPeople,
        };
        if let Some(idle) = self.lifecycle.idle_change(kind) {
            self.server.set_idle(&self.config.id, idle);
        }
    }

    /// Makes sure that there is memory for an action.
    fn admit(&mut self, action: &Action) -> Result<(), Refusal> {
        let bytes = self.growing_bytes();
        self.memory.admit(action, bytes).map_err(|exceeded| {
            self.server.metrics.over_quota.fetch_add(1, Relaxed);
            exceeded.refuse_growth()
        })
    }

    /// The memory of what grows while a game goes on.
    fn growing_bytes(&self) -> usize {
        let entries = self.game.record().entries.len() * ENTRY_BYTES;
        entries + self.chat.bytes() + self.spectators.delayed_bytes()
    }

    /// The phase of the room.
    fn phase(&self) -> RoomPhase {
        if self.game.is_over() {
            RoomPhase::Over
        } else if self.seats.vacant_side().is_some() {
            RoomPhase::Waiting
        } else if matches!(self.game.phase(), game::Phase::Paused) {
            RoomPhase::Paused
        } else {
            RoomPhase::Playing
        }
    }

    /// Is anything hidden now?
    fn is_foggy(&self) -> bool {
        self.config.options.fog && !self.game.is_over()
    }

    /// When something is due, if nothing else happens before.
    fn next_wake(&self) -> Option<Duration> {
        let emptied = self.lifecycle.times_out_at(self.idle_timeout());
        let emptied = emptied.filter(|_| !self.awaits_archiving());
        let resumed = (self.phase() == RoomPhase::Paused && self.seats.has_player())
            .then(|| self.lifecycle.resumes_at(self.server.timeouts.resume));
        let due = [emptied, resumed, self.spectators.next_due(), self.saving.retry_at()];
        due.into_iter().flatten().chain(self.game.next_tick()).min()
    }

    /// Is the game over and not archived yet? The room is not closed before that.
    fn awaits_archiving(&self) -> bool {
        let is_waiting = self.archiving.is_waiting() || self.saving.retry_at().is_some();
        self.phase() == RoomPhase::Over && is_waiting
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
        let (room, metrics) = (&self.config.id, &self.server.metrics);
        let entries = || state::visible_entries(&self.game, Perspective::NEUTRAL);
        self.spectators.release_delayed(room, entries, now, metrics);
        self.memory.release(self.growing_bytes());
        self.spectators.fan_out(now, &self.server.metrics);
        if self.spectators.count_due().is_some_and(|due| due <= now) {
            self.broadcast_count(now);
        }
        if self.lifecycle.times_out_at(self.idle_timeout()).is_some_and(|due| due <= now) {
            match self.phase() {
                RoomPhase::Over if self.awaits_archiving() => {}
                RoomPhase::Waiting | RoomPhase::Over => self.lifecycle.stage = Stage::Closed,
                RoomPhase::Playing | RoomPhase::Paused => {
                    self.lifecycle.wait_again(now);
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
        if self.config.options.private || !self.lifecycle.is_open() {
            return;
        }
        let (players, spectators) = (self.seats.player_infos(), self.spectators.count());
        let entry = self.config.lobby_entry(players, self.phase(), self.game.ply(), spectators);
        self.server.list_room(entry, self.memory.owner().address);
    }

    /// Sends the game as PGN, if it may be seen now. It is written elsewhere, as that takes a while.
    fn send_pgn(
        &self,
        code: Option<&RoomCode>,
        reply: oneshot::Sender<Option<String>>,
        now: Duration,
    ) {
        let RoomOptions { fog, spectator_delay_s, .. } = self.config.options;
        let is_open = self.game.is_over()
            || (!fog && spectator_delay_s == 0 && self.archiving.began().is_some());
        if !is_open || !self.config.opens_to(code) {
            // The receiver is gone if the connection was closed.
            let _ = reply.send(None);
            return;
        }
        let write = self.archiving.pgn(&self.game, &self.server.name, now);
        tokio::task::spawn_blocking(move || reply.send(write()));
    }

    /// The outboxes of all who play and watch.
    fn outboxes(&self) -> impl Iterator<Item = &Arc<Outbox>> {
        self.seats.outboxes().chain(self.spectators.outboxes())
    }
}

impl Drop for Room {
    /// Removes the room, also if its task has panicked; then all members are informed, and its game
    /// stays in the store.
    fn drop(&mut self) {
        let metrics = &self.server.metrics;
        metrics.rooms.fetch_sub(1, Relaxed);
        self.saving.give_up(metrics);
        metrics.spectators.fetch_sub(self.spectators.count() as i64, Relaxed);
        if std::thread::panicking() {
            metrics.failed_rooms.fetch_add(1, Relaxed);
            tracing::error!(room = %self.config.id, "the task of a room has failed");
            let room = self.config.id.clone();
            let refused = ToClient::Refused { room: Some(room.clone()), refusal: Refusal::Failed };
            self.send_to_all(&[encode(&refused), encode(&ToClient::Left { room })]);
        }
        self.server.engines.forget(&self.config.id);
        self.notify_nodes_of_end();
        self.server.remove_room(&self.config.id, &self.seats.players());
    }
}
