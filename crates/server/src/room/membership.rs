//! Entering and leaving a room, and taking a seat in it.

use std::collections::HashSet;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use protocol::{LiveState, Refusal, RoomCode, RoomEvent, RoomPhase, ToClient};
use record::Perspective;
use rules::Colour;
use store::RulesKey;

use super::lifecycle::Stage;
use super::seat::Seat;
use super::spectators::Spectator;
use super::{Admission, EnterAs, Room, Visitor, new_game};
use crate::outbox::{CloseReason, encode};

impl Room {
    /// Admits or refuses a visitor.
    pub(super) async fn enter(
        &mut self,
        visitor: &Visitor,
        role: EnterAs,
        code: Option<&RoomCode>,
        seen: Option<u64>,
        now: Duration,
    ) -> Admission {
        let side = self.seats.side_of(&visitor.player.key);
        if side.is_none() && !self.config.opens_to(code) {
            return self.refuse(visitor, Refusal::NoRoom);
        }
        match (side, role) {
            (Some(side), _) => {
                self.attach_player(side, visitor, seen, now);
                Admission::Playing
            }
            (None, EnterAs::Player) => match self.vacant_side() {
                Some(side) if !self.is_blocked(visitor) => {
                    self.seat_player(side, visitor, now).await
                }
                _ => self.refuse(visitor, Refusal::RoomFull),
            },
            (None, EnterAs::Spectator(view)) => {
                self.add_spectator(visitor, view, seen, now);
                Admission::Watching
            }
        }
    }

    /// A connection leaves on purpose.
    pub(super) fn leave(&mut self, connection: u64, request: Option<u64>, now: Duration) {
        let outbox = match self.seats.side_at(connection) {
            Some(side) => self.seats[side].outbox(connection).cloned(),
            None => self.spectators.get(connection).map(|known| known.outbox.clone()),
        };
        let was_player = self.seats.side_at(connection).is_some();
        if let Some(outbox) = outbox {
            outbox.answer(request, &ToClient::Left { room: self.config.id.clone() });
        }
        self.disconnect(connection, now);
        // The room is still empty and can be closed.
        if was_player && self.phase() == RoomPhase::Waiting {
            self.close();
        }
    }

    /// A connection was lost.
    pub(super) fn disconnect(&mut self, connection: u64, now: Duration) {
        self.remove_spectator(connection);
        if let Some(side) = self.seats.disconnect(connection, now) {
            if self.shows_live() {
                self.show_live(side, LiveState::default());
            }
            self.broadcast_presence(side, now);
        }
        if self.spectators.count() == 0 && !self.seats.has_player() {
            self.lifecycle.set_empty(now);
        }
    }

    fn remove_spectator(&mut self, connection: u64) {
        if self.spectators.remove(connection) {
            self.server.metrics.spectators.fetch_sub(1, Relaxed);
        }
    }

    /// Broadcasts whether a player is there, while that matters.
    fn broadcast_presence(&mut self, side: Colour, now: Duration) {
        if matches!(self.phase(), RoomPhase::Playing | RoomPhase::Paused) {
            let presence = self.presence(side, now);
            self.broadcast(RoomEvent::Presence { side, presence }, now);
        }
    }

    /// Lets the game go on when both players are there, or one of them for long enough.
    pub(super) fn resume_if_due(&mut self, now: Duration) {
        if self.phase() != RoomPhase::Paused {
            return;
        }
        let is_late = self.lifecycle.resumes_at(self.server.timeouts.resume) <= now;
        if self.seats.iter().all(Seat::is_present) || (is_late && self.seats.has_player()) {
            self.game.resume(now);
        }
    }

    /// The server stops: pauses and saves the game, or archives it.
    pub(super) async fn stop(&mut self, now: Duration) {
        if matches!(self.phase(), RoomPhase::Playing | RoomPhase::Paused) {
            self.game.pause(now);
            self.game.drain_events();
            self.save_head().await;
        }
        if self.server.is_stopping.load(Relaxed) {
            self.until_archived(now).await;
        }
        self.lifecycle.stage = Stage::Suspended;
    }

    /// Notifies the nodes of all members that the room is not here any more. If it goes on at another
    /// node, members who are connected here enter it again there.
    pub(super) fn notify_nodes_of_end(&self) {
        if !self.saving.is_in_cluster() {
            return;
        }
        let is_closed = !self.lifecycle.goes_on();
        let mut told = HashSet::new();
        for outbox in self.outboxes() {
            match outbox.way() {
                Some(way) if told.insert(way.node()) => way.end_room(&self.config.id, is_closed),
                Some(_) => {}
                None if !is_closed => outbox.close(CloseReason::Stopping),
                None => {}
            }
        }
    }

    fn close(&mut self) {
        self.lifecycle.stage = Stage::Closed;
        self.send_to_all(&[encode(&ToClient::Left { room: self.config.id.clone() })]);
    }

    fn refuse(&self, visitor: &Visitor, refusal: Refusal) -> Admission {
        self.server.metrics.count_refusal(refusal.reason());
        let refused = ToClient::Refused { room: Some(self.config.id.clone()), refusal };
        visitor.outbox.answer(visitor.request, &refused);
        // A spectator who finds no free seat is a spectator still.
        match self.spectators.get(visitor.connection) {
            Some(_) => Admission::Watching,
            None => Admission::Refused,
        }
    }

    /// Has a seated player blocked the visitor?
    fn is_blocked(&self, visitor: &Visitor) -> bool {
        let keys = self.seats.players();
        keys.iter().any(|key| self.server.identities.blocks(key, &visitor.player))
    }

    fn vacant_side(&self) -> Option<Colour> {
        self.seats.vacant_side().filter(|_| self.phase() == RoomPhase::Waiting)
    }

    async fn seat_player(&mut self, side: Colour, visitor: &Visitor, now: Duration) -> Admission {
        if !self.server.reserve_seat(visitor.player.key, &self.config.id) {
            return self.refuse(visitor, Refusal::TooManyRooms);
        }
        let key = RulesKey::of(self.game.rules());
        match self.server.occupant(&visitor.player, key).await {
            Ok(occupant) => self.seats[side].occupant = Some(occupant),
            Err(refusal) => {
                self.server.release_seats(&[visitor.player.key], &self.config.id);
                return self.refuse(visitor, refusal);
            }
        }
        let occupants = self.seats.occupants();
        self.game = new_game(self.game.start().clone(), &self.config.options, &occupants, now);
        self.published.restart(&self.game);
        self.saving.restart();
        self.lifecycle.pause(now);
        self.attach_player(side, visitor, None, now);
        Admission::Playing
    }

    fn attach_player(&mut self, side: Colour, visitor: &Visitor, seen: Option<u64>, now: Duration) {
        self.remove_spectator(visitor.connection);
        self.lifecycle.enter();
        if self.memory.learn_address(&visitor.player.key, visitor.address) {
            self.server.set_address(&self.config.id, visitor.address);
        }
        let was_away = self.seats[side].connect(visitor.connection, visitor.outbox.clone());
        self.greet(visitor, seen, now, |room| room.state_message(Perspective::Player(side), now));
        if was_away {
            self.broadcast_presence(side, now);
        }
        self.resume_if_due(now);
    }

    fn add_spectator(
        &mut self,
        visitor: &Visitor,
        view: Option<Colour>,
        seen: Option<u64>,
        now: Duration,
    ) {
        self.lifecycle.enter();
        let spectator =
            Spectator { outbox: visitor.outbox.clone(), name: visitor.player.name(), view };
        if self.spectators.insert(visitor.connection, spectator) {
            self.server.metrics.spectators.fetch_add(1, Relaxed);
        }
        let seen = seen.filter(|_| !self.spectators.is_delayed() && !self.is_foggy());
        let state = |room: &mut Room| room.first_state(view, now);
        self.greet(visitor, seen, now, state);
    }

    /// Sends a new member the state, or that nothing has happened meanwhile.
    fn greet(
        &mut self,
        visitor: &Visitor,
        seen: Option<u64>,
        now: Duration,
        state: impl FnOnce(&mut Room) -> axum::extract::ws::Utf8Bytes,
    ) {
        let message = if seen == Some(self.published.number()) {
            encode(&ToClient::Resumed { room: self.config.id.clone(), clocks: self.clocks(now) })
        } else {
            state(self)
        };
        self.answer(&visitor.outbox, visitor.request, message);
    }
}
