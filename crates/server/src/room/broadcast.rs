//! Broadcasting events to the connections in a room: each message is encoded once.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::extract::ws::Utf8Bytes;
use game::Game;
use protocol::{LiveState, RoomEvent, ToClient};
use record::names::milliseconds;
use record::{EntryKind, Perspective};
use rules::Colour;

use super::Room;
use super::delayed::Change;
use super::spectators::KINDS;
use crate::metrics::Metrics;
use crate::outbox::{Outbox, encode};

/// How much of a room was broadcast.
pub(super) struct Published {
    /// The number of the last event.
    number: u64,
    /// How many entries of the game were sent, as events or with the state of the room.
    entries: usize,
}

impl Published {
    /// Nothing yet, but what those who enter are sent of a game. The number before the first event is
    /// larger than any from before a restart, so that no returning client takes an old number for a
    /// new one. A room has far fewer than a thousand events in a millisecond.
    pub(super) fn new(game: &Game) -> Published {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Published { number: milliseconds::whole(now) * 1000, entries: game.record().entries.len() }
    }

    /// The number of the last event.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Another game begins, which nobody has been sent anything of.
    pub(super) fn restart(&mut self, game: &Game) {
        self.entries = game.record().entries.len();
    }

    /// The entries of the game that were not sent yet.
    pub(super) fn missing(&self, game: &Game) -> Vec<EntryKind> {
        game.record().entries[self.entries..].iter().map(|entry| entry.kind).collect()
    }
}

impl Room {
    /// Broadcasts an event that is the same for all.
    pub(super) fn broadcast(&mut self, event: RoomEvent, now: Duration) {
        let change = self.spectators.is_delayed().then(|| Change::Event(event.clone()));
        self.broadcast_event(event, change, now);
    }

    fn broadcast_event(&mut self, event: RoomEvent, change: Option<Change>, now: Duration) {
        self.count_event();
        let message = self.event_message(event);
        for side in Colour::BOTH {
            self.send_to_player(side, &message);
        }
        self.send_to_spectators(now, change, |_, _| message.clone());
    }

    /// Broadcasts the visible part of the next entry; in an open game that is the same for
    /// all. Returns how many turns stood before it.
    pub(super) fn broadcast_entry(&mut self, now: Duration) -> usize {
        let (number, clocks) = (self.published.entries, self.clocks(now));
        self.published.entries += 1;
        let event = |room: &Room, audience| {
            let (ply, entry) = room.game.visible_entries(audience).nth(number)?;
            let view =
                room.config.options.fog.then(|| room.fog_view(audience)).flatten().map(Box::new);
            Some((ply, RoomEvent::Recorded { ply, entry, view, clocks }))
        };
        let Some((ply, neutral)) = event(self, Perspective::NEUTRAL) else {
            debug_assert!(false, "entry {number} is in the record");
            return 0;
        };
        if !self.config.options.fog {
            self.broadcast(neutral, now);
            return ply;
        }
        self.count_event();
        let message = |room: &Room, audience| {
            let event = event(room, audience).map(|(_, event)| event);
            room.event_message(event.unwrap_or_else(|| neutral.clone()))
        };
        for side in Colour::BOTH {
            let message = message(self, Perspective::Player(side));
            self.send_to_player(side, &message);
        }
        let change = self.spectators.is_delayed().then(|| Change::Event(neutral.clone()));
        self.send_to_spectators(now, change, message);
        ply
    }

    /// Broadcasts a whole new state; `change` is what spectators see of it later.
    pub(super) fn broadcast_states(&mut self, change: Option<Change>, now: Duration) {
        self.count_event();
        for side in Colour::BOTH {
            let message = self.state_message(Perspective::Player(side), now);
            self.send_to_player(side, &message);
        }
        let message = |room: &Room, audience| room.state_message(audience, now);
        self.send_to_spectators(now, change, message);
    }

    /// Sends spectators a whole new state, for instance when a player shows their view. With a delay
    /// spectators never see a player's view.
    pub(super) fn broadcast_spectator_states(&mut self, now: Duration) {
        self.spectators.forget_states();
        self.send_to_spectators(now, None, |room, audience| room.state_message(audience, now));
    }

    /// Shows what a player does between moves to all others, if that is shown here.
    pub(super) fn show_live(&self, from: Colour, state: LiveState) {
        let message = encode(&ToClient::Live { room: self.config.id.clone(), from, state });
        for outbox in self.seats[!from].outboxes() {
            outbox.send_live(&self.config.id, from, message.clone());
        }
        if !self.spectators.is_delayed() {
            self.spectators.show_live(&self.config.id, from, &message);
        }
    }

    /// Broadcasts how many watch.
    pub(super) fn broadcast_count(&mut self, now: Duration) {
        let count = self.spectators.announce(now);
        self.broadcast(RoomEvent::Spectators { count }, now);
        self.list();
    }

    /// The state for a new spectator.
    pub(super) fn first_state(&mut self, wanted: Option<Colour>, now: Duration) -> Utf8Bytes {
        let view = self.shown_view(wanted);
        if let Some(state) = self.spectators.state(view) {
            return state;
        }
        let state = self.state_message(Perspective::Spectator { view_of: view }, now);
        // What was sent a moment ago is still right, but for the clocks.
        if !self.game.clock_runs() || self.spectators.count() > 100 {
            self.spectators.keep_state(view, &state);
        }
        state
    }

    pub(super) fn state_message(&self, audience: Perspective, now: Duration) -> Utf8Bytes {
        encode(&ToClient::State(Box::new(self.state(audience, now))))
    }

    /// Sends messages to all connections.
    pub(super) fn send_to_all(&self, messages: &[Utf8Bytes]) {
        for outbox in self.outboxes() {
            messages.iter().for_each(|message| self.send(outbox, message.clone()));
        }
    }

    /// Answers a request.
    pub(super) fn answer(&self, outbox: &Outbox, request: Option<u64>, message: Utf8Bytes) {
        if !outbox.answer_encoded(request, message) {
            self.server.metrics.dropped_slow.fetch_add(1, Relaxed);
        }
    }

    /// Sends a message; a connection that does not read its messages is closed.
    pub(super) fn send(&self, outbox: &Outbox, message: Utf8Bytes) {
        send(outbox, message, &self.server.metrics);
    }

    fn count_event(&mut self) {
        self.published.number += 1;
        self.spectators.forget_states();
    }

    fn event_message(&self, event: RoomEvent) -> Utf8Bytes {
        encode(&ToClient::Event {
            room: self.config.id.clone(),
            number: self.published.number,
            event,
        })
    }

    fn send_to_player(&self, side: Colour, message: &Utf8Bytes) {
        for outbox in self.seats[side].outboxes() {
            self.send(outbox, message.clone());
        }
    }

    fn send_to_spectators(
        &mut self,
        now: Duration,
        change: Option<Change>,
        message: impl Fn(&Room, Perspective) -> Utf8Bytes,
    ) {
        if self.spectators.is_delayed() {
            self.spectators.push_delayed(change, now);
            return;
        }
        if self.spectators.count() == 0 {
            return;
        }
        let kinds = self.spectators.kinds(|wanted| self.shown_view(wanted));
        let messages = [0, 1, 2].map(|kind| {
            let audience = Perspective::Spectator { view_of: KINDS[kind] };
            kinds[kind].then(|| message(self, audience))
        });
        let (is_foggy, seats) = (self.is_foggy(), &self.seats);
        let shown = |wanted| seats.shown_view(wanted).filter(|_| is_foggy);
        self.spectators.send(&self.config.id, messages, shown, now, &self.server.metrics);
    }
}

/// Sends a message; a connection that does not read its messages is closed.
pub(super) fn send(outbox: &Outbox, message: Utf8Bytes, metrics: &Metrics) {
    if !outbox.send_encoded(message) {
        metrics.dropped_slow.fetch_add(1, Relaxed);
    }
}
