//! Broadcasting events to the connections in a room: each message is encoded once.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use protocol::{LiveState, RoomEvent, ToClient};
use record::Perspective;
use rules::Colour;

use super::Room;
use super::delayed::Change;
use super::spectators::{KINDS, kind};
use crate::outbox::{Outbox, encode};

impl Room {
    /// Broadcasts an event that is the same for all.
    pub(super) fn broadcast(&mut self, event: RoomEvent, now: Duration) {
        let change = self.is_delayed().then(|| Change::Event(event.clone()));
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
        let (number, clocks) = (self.published, self.clocks(now));
        self.published += 1;
        let event = |room: &Room, audience| {
            let (ply, entry) = room.game.visible_entries(audience).nth(number)?;
            let view = room.options.fog.then(|| room.fog_view(audience)).flatten().map(Box::new);
            Some((ply, RoomEvent::Recorded { ply, entry, view, clocks }))
        };
        let Some((ply, neutral)) = event(self, Perspective::NEUTRAL) else {
            debug_assert!(false, "entry {number} is in the record");
            return 0;
        };
        if !self.options.fog {
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
        let change = self.is_delayed().then(|| Change::Event(neutral.clone()));
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
        self.spectators.states = Default::default();
        self.send_to_spectators(now, None, |room, audience| room.state_message(audience, now));
    }

    /// Shows what a player does between moves to all others, if that is shown here.
    pub(super) fn show_live(&self, from: Colour, state: LiveState) {
        let message = encode(&ToClient::Live { room: self.id.clone(), from, state });
        for (_, outbox) in &self.seats[!from].connections {
            outbox.send_live(&self.id, from, message.clone());
        }
        if !self.is_delayed() {
            let mut told = HashSet::new();
            for spectator in self.spectators.members.values() {
                match spectator.outbox.way() {
                    None => spectator.outbox.send_live(&self.id, from, message.clone()),
                    Some(way) if told.insert(way.node()) => {
                        way.show_crowd(&self.id, from, &message);
                    }
                    Some(_) => {}
                }
            }
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
        if let Some(delayed) = &mut self.spectators.delayed {
            return delayed.state_message();
        }
        let view = self.shown_view(wanted);
        if let Some(state) = &self.spectators.states[kind(view)] {
            return state.clone();
        }
        let state = self.state_message(Perspective::Spectator { view_of: view }, now);
        // What was sent a moment ago is still right, but for the clocks.
        if !self.game.clock_runs() || self.spectators.count() > 100 {
            self.spectators.states[kind(view)] = Some(state.clone());
        }
        state
    }

    pub(super) fn state_message(&self, audience: Perspective, now: Duration) -> Utf8Bytes {
        encode(&ToClient::State(Box::new(self.state(audience, now))))
    }

    /// Sends spectators what is due now.
    pub(super) fn release_delayed(&mut self, now: Duration) {
        let Some(mut delayed) = self.spectators.delayed.take() else { return };
        for message in delayed.release(now, || self.visible_entries(Perspective::NEUTRAL)) {
            let mut told = HashSet::new();
            for spectator in self.spectators.members.values() {
                match spectator.outbox.way() {
                    None => self.send(&spectator.outbox, message.clone()),
                    Some(way) if told.insert((way.node(), spectator.view)) => {
                        way.send_to_crowd(&self.id, spectator.view, &message);
                    }
                    Some(_) => {}
                }
            }
        }
        self.spectators.delayed = Some(delayed);
    }

    /// Sends the messages that are on their way to the next spectators, if it is time.
    pub(super) fn fan_out(&mut self, now: Duration) {
        let metrics = &self.server.metrics;
        let mut send = |outbox: &Outbox, message| send(outbox, message, metrics);
        self.spectators.fan_out.step(now, &mut send);
    }

    /// Sends messages to all connections.
    pub(super) fn send_to_all(&self, messages: &[Utf8Bytes]) {
        let spectators = self.spectators.members.values().map(|spectator| &spectator.outbox);
        for outbox in self.seats.outboxes().chain(spectators) {
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

    fn is_delayed(&self) -> bool {
        self.spectators.delayed.is_some()
    }

    fn count_event(&mut self) {
        self.number += 1;
        self.spectators.states = Default::default();
    }

    fn event_message(&self, event: RoomEvent) -> Utf8Bytes {
        encode(&ToClient::Event { room: self.id.clone(), number: self.number, event })
    }

    fn send_to_player(&self, side: Colour, message: &Utf8Bytes) {
        for (_, outbox) in &self.seats[side].connections {
            self.send(outbox, message.clone());
        }
    }

    fn send_to_spectators(
        &mut self,
        now: Duration,
        change: Option<Change>,
        message: impl Fn(&Room, Perspective) -> Utf8Bytes,
    ) {
        if let Some(delayed) = &mut self.spectators.delayed {
            change.into_iter().for_each(|change| delayed.push(change, now));
            return;
        }
        if self.spectators.members.is_empty() {
            return;
        }
        let mut messages: [Option<Utf8Bytes>; 3] = Default::default();
        let mut rest = Vec::with_capacity(self.spectators.count());
        // Spectators at another node share one message to that node.
        let mut told = HashSet::new();
        for spectator in self.spectators.members.values() {
            let kind = kind(self.shown_view(spectator.view));
            let message = messages[kind].get_or_insert_with(|| {
                message(self, Perspective::Spectator { view_of: KINDS[kind] })
            });
            match spectator.outbox.way() {
                None => rest.push((Arc::clone(&spectator.outbox), kind)),
                Some(way) if told.insert((way.node(), spectator.view)) => {
                    way.send_to_crowd(&self.id, spectator.view, message);
                }
                Some(_) => {}
            }
        }
        let metrics = &self.server.metrics;
        let mut send = |outbox: &Outbox, message| send(outbox, message, metrics);
        self.spectators.fan_out.push(messages, rest, now, &mut send);
    }
}

fn send(outbox: &Outbox, message: Utf8Bytes, metrics: &crate::metrics::Metrics) {
    if !outbox.send_encoded(message) {
        metrics.dropped_slow.fetch_add(1, Relaxed);
    }
}
