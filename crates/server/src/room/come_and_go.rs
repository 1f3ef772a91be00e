//! Coming into a room, sitting down, leaving, and coming back.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use protocol::{LiveState, Refusal, RoomCode, RoomEvent, RoomPhase, ToClient};
use rules::Colour;
use store::RulesKey;
use subtle::ConstantTimeEq;

use super::state::Audience;
use super::{Entry, Room, Spectator, Visitor, new_game};
use crate::outbox::encode;

impl Room {
    /// Lets somebody in, or tells him why not.
    pub(super) async fn enter(
        &mut self,
        visitor: &Visitor,
        entry: Entry,
        code: Option<&RoomCode>,
        seen: Option<u64>,
        now: Duration,
    ) -> bool {
        let side = self.side_of(&visitor.player.key);
        if side.is_none() && !self.opens_to(code) {
            return self.refuse(visitor, Refusal::NoRoom);
        }
        match (side, entry) {
            (Some(side), _) => {
                self.take_seat(side, visitor, seen, now);
                true
            }
            (None, Entry::Play) => match self.free_side() {
                Some(side) => self.sit_down(side, visitor, now).await,
                None => self.refuse(visitor, Refusal::RoomFull),
            },
            (None, Entry::Watch(view)) => {
                self.begin_to_watch(visitor, view, seen, now);
                true
            }
        }
    }

    /// Somebody leaves on purpose.
    pub(super) fn leave(&mut self, connection: u64, now: Duration) {
        let outbox = match self.side_at(connection) {
            Some(side) => {
                let connections = &self.seats[side.index()].connections;
                connections.iter().find(|(known, _)| *known == connection).map(|(_, o)| o.clone())
            }
            None => self.spectators.get(&connection).map(|spectator| spectator.outbox.clone()),
        };
        let was_player = self.side_at(connection).is_some();
        if let Some(outbox) = outbox {
            outbox.send(&ToClient::Left { room: self.id.clone() });
        }
        self.lose(connection, now);
        // Nobody else is here yet for whom the room would have to stay.
        if was_player && self.phase() == RoomPhase::Waiting {
            self.close();
        }
    }

    /// Somebody's connection is gone.
    pub(super) fn lose(&mut self, connection: u64, now: Duration) {
        if self.spectators.remove(&connection).is_some() {
            self.hall.metrics.spectators.fetch_sub(1, Relaxed);
        }
        if let Some(side) = self.side_at(connection) {
            let seat = &mut self.seats[side.index()];
            seat.connections.retain(|(known, _)| *known != connection);
            if seat.connections.is_empty() {
                seat.away_since = Some(now);
                if self.shows_live() {
                    self.show_live(side, LiveState::default());
                }
                if matches!(self.phase(), RoomPhase::Playing | RoomPhase::Paused) {
                    let presence = self.presence(side, now);
                    self.tell(RoomEvent::Presence { side, presence }, now);
                }
            }
        }
        let is_empty =
            self.spectators.is_empty() && self.seats.iter().all(|seat| seat.connections.is_empty());
        if is_empty {
            self.empty_since.get_or_insert(now);
        }
    }

    /// Lets the game go on when both players are there, or one of them for long enough.
    pub(super) fn resume_if_due(&mut self, now: Duration) {
        if self.phase() != RoomPhase::Paused {
            return;
        }
        let is_late = self.paused_since + self.hall.patience.resume <= now;
        if self.seats.iter().all(super::Seat::is_present) || (is_late && self.has_player()) {
            self.game.resume(now);
        }
    }

    /// Is one of the people there who play?
    pub(super) fn has_player(&self) -> bool {
        self.seats.iter().any(|seat| !seat.connections.is_empty())
    }

    /// The game goes on later: keeps it as it stands.
    pub(super) async fn stop(&mut self, now: Duration) {
        if matches!(self.phase(), RoomPhase::Playing | RoomPhase::Paused) {
            self.game.pause(now);
            self.game.drain_events();
            self.keep_head(now).await;
        }
        self.is_closed = true;
        self.is_stopped = true;
    }

    fn close(&mut self) {
        self.is_closed = true;
        let message = encode(&ToClient::Left { room: self.id.clone() });
        let players = self.seats.iter().flat_map(|seat| &seat.connections).map(|(_, o)| o);
        for outbox in players.chain(self.spectators.values().map(|spectator| &spectator.outbox)) {
            outbox.send_encoded(message.clone());
        }
    }

    fn refuse(&self, visitor: &Visitor, refusal: Refusal) -> bool {
        self.hall.metrics.refusals.fetch_add(1, Relaxed);
        visitor.outbox.send(&ToClient::Refused { room: Some(self.id.clone()), refusal });
        false
    }

    /// May somebody with this code come in?
    pub(super) fn opens_to(&self, code: Option<&RoomCode>) -> bool {
        match (&self.code, code) {
            (None, _) => true,
            (Some(own), Some(code)) => {
                own.as_str().as_bytes().ct_eq(code.as_str().as_bytes()).into()
            }
            (Some(_), None) => false,
        }
    }

    fn free_side(&self) -> Option<Colour> {
        let is_free = |side: &Colour| self.seats[side.index()].holder.is_none();
        Colour::BOTH.into_iter().find(is_free).filter(|_| self.phase() == RoomPhase::Waiting)
    }

    async fn sit_down(&mut self, side: Colour, visitor: &Visitor, now: Duration) -> bool {
        if !self.hall.seat(visitor.player.key, &self.id) {
            return self.refuse(visitor, Refusal::TooManyRooms);
        }
        let key = RulesKey::of(self.game.rules());
        match self.hall.holder(&visitor.player, key).await {
            Ok(holder) => self.seats[side.index()].holder = Some(holder),
            Err(error) => {
                tracing::error!(%error, "nobody can sit down");
                self.hall.stand_up(visitor.player.key, &self.id);
                return self.refuse(visitor, Refusal::Failed);
            }
        }
        let holders = [self.seats[0].holder.clone(), self.seats[1].holder.clone()];
        self.game = new_game(self.game.start().clone(), &self.options, &holders, now);
        self.paused_since = now;
        self.take_seat(side, visitor, None, now);
        true
    }

    fn take_seat(&mut self, side: Colour, visitor: &Visitor, seen: Option<u64>, now: Duration) {
        self.spectators.remove(&visitor.connection);
        self.empty_since = None;
        let seat = &mut self.seats[side.index()];
        let was_away = seat.connections.is_empty();
        seat.connections.retain(|(known, _)| *known != visitor.connection);
        seat.connections.push((visitor.connection, visitor.outbox.clone()));
        seat.away_since = None;
        self.greet(visitor, seen, now, |room| room.state_message(Audience::Player(side), now));
        if was_away && matches!(self.phase(), RoomPhase::Playing | RoomPhase::Paused) {
            self.tell(RoomEvent::Presence { side, presence: self.presence(side, now) }, now);
        }
        self.resume_if_due(now);
    }

    fn begin_to_watch(
        &mut self,
        visitor: &Visitor,
        view: Option<Colour>,
        seen: Option<u64>,
        now: Duration,
    ) {
        self.empty_since = None;
        let spectator =
            Spectator { outbox: visitor.outbox.clone(), name: visitor.player.name(), view };
        if self.spectators.insert(visitor.connection, spectator).is_none() {
            self.hall.metrics.spectators.fetch_add(1, Relaxed);
        }
        let is_delayed = self.options.spectator_delay_s > 0;
        let seen = seen.filter(|_| !is_delayed && !self.is_foggy());
        let state = |room: &mut Room| room.first_state(view, now);
        self.greet(visitor, seen, now, state);
    }

    /// Tells somebody who comes in how things stand, or that nothing has happened meanwhile.
    fn greet(
        &mut self,
        visitor: &Visitor,
        seen: Option<u64>,
        now: Duration,
        state: impl FnOnce(&mut Room) -> axum::extract::ws::Utf8Bytes,
    ) {
        let message = if seen == Some(self.number) {
            encode(&ToClient::Resumed { room: self.id.clone(), clocks: self.clocks(now) })
        } else {
            state(self)
        };
        self.send(&visitor.outbox, message);
    }
}
