//! Telling everybody in a room what has happened: each message is written once.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use protocol::{LiveState, RoomEvent, ToClient};
use rules::Colour;

use super::state::Audience;
use super::{Delayed, FanOut, Room};
use crate::outbox::{Outbox, encode};

/// The three kinds of spectators: under fog some see with the eyes of a side.
const SPECTATORS: [Option<Colour>; 3] = [None, Some(Colour::White), Some(Colour::Black)];

/// So many spectators get a message at once, and the next ones this much later: to send to all of
/// a large crowd at once would keep every player of every room waiting.
const FAN_OUT: usize = 128;
const FAN_OUT_INTERVAL: Duration = Duration::from_millis(2);

fn kind(view: Option<Colour>) -> usize {
    view.map_or(0, |side| 1 + side.index())
}

impl Room {
    /// Tells everybody the same.
    pub(super) fn tell(&mut self, event: RoomEvent, now: Duration) {
        self.count_event();
        let message = self.event_message(event);
        for side in Colour::BOTH {
            self.tell_player(side, &message);
        }
        self.tell_spectators(now, |_, _| message.clone());
    }

    /// Tells everybody what he may know.
    pub(super) fn tell_each(
        &mut self,
        now: Duration,
        event: impl Fn(&Room, Audience) -> RoomEvent,
    ) {
        self.count_event();
        for side in Colour::BOTH {
            let message = self.event_message(event(self, Audience::Player(side)));
            self.tell_player(side, &message);
        }
        self.tell_spectators(now, |room, audience| room.event_message(event(room, audience)));
    }

    /// Tells everybody everything anew.
    pub(super) fn tell_states(&mut self, now: Duration) {
        self.count_event();
        for side in Colour::BOTH {
            let message = self.state_message(Audience::Player(side), now);
            self.tell_player(side, &message);
        }
        self.tell_spectators(now, |room, audience| room.state_message(audience, now));
    }

    /// Tells spectators everything anew, for instance when a player shows his view.
    pub(super) fn tell_spectators_state(&mut self, now: Duration) {
        self.spectator_states = Default::default();
        self.tell_spectators(now, |room, audience| room.state_message(audience, now));
    }

    /// Shows what a player does between moves to all others, if that is shown here.
    pub(super) fn show_live(&self, from: Colour, state: LiveState) {
        let message = encode(&ToClient::Live { room: self.id.clone(), from, state });
        for (_, outbox) in &self.seats[(!from).index()].connections {
            outbox.send_live(&self.id, from, message.clone());
        }
        if self.options.spectator_delay_s == 0 {
            for spectator in self.spectators.values() {
                spectator.outbox.send_live(&self.id, from, message.clone());
            }
        }
    }

    /// Tells how many watch.
    pub(super) fn tell_count(&mut self, now: Duration) {
        self.spectators_told = self.spectators.len();
        self.spectators_told_at = now;
        self.tell(RoomEvent::Spectators { count: self.spectators_told }, now);
        self.list();
    }

    /// What somebody who begins to watch is told.
    pub(super) fn first_state(&mut self, wanted: Option<Colour>, now: Duration) -> Utf8Bytes {
        if self.options.spectator_delay_s > 0
            && let Some(state) = &self.released
        {
            return state.clone();
        }
        let view = self.shown_view(wanted);
        if let Some(state) = &self.spectator_states[kind(view)] {
            return state.clone();
        }
        let state = self.state_message(Audience::Spectators(view), now);
        // What was told a moment ago is still right, but for the clocks.
        if !self.game.clock_runs() || self.spectators.len() > 100 {
            self.spectator_states[kind(view)] = Some(state.clone());
        }
        state
    }

    pub(super) fn state_message(&self, audience: Audience, now: Duration) -> Utf8Bytes {
        encode(&ToClient::State(Box::new(self.state(audience, now))))
    }

    /// Tells spectators what is due now.
    pub(super) fn release_delayed(&mut self, now: Duration) {
        while self.delayed.front().is_some_and(|delayed| delayed.due <= now) {
            let Some(Delayed { event, state, .. }) = self.delayed.pop_front() else { return };
            if let Some(event) = event {
                for spectator in self.spectators.values() {
                    self.send(&spectator.outbox, event.clone());
                }
            }
            self.released = Some(state);
        }
    }

    fn count_event(&mut self) {
        self.number += 1;
        self.spectator_states = Default::default();
    }

    fn event_message(&self, event: RoomEvent) -> Utf8Bytes {
        encode(&ToClient::Event { room: self.id.clone(), number: self.number, event })
    }

    fn tell_player(&self, side: Colour, message: &Utf8Bytes) {
        for (_, outbox) in &self.seats[side.index()].connections {
            self.send(outbox, message.clone());
        }
    }

    fn tell_spectators(&mut self, now: Duration, message: impl Fn(&Room, Audience) -> Utf8Bytes) {
        let delay = Duration::from_secs(self.options.spectator_delay_s.into());
        if !delay.is_zero() {
            // Under fog nobody sees with a player's eyes later than he does.
            let audience = Audience::Spectators(None);
            let (event, state) = (message(self, audience), self.state_message(audience, now));
            self.delayed.push_back(Delayed { due: now + delay, event: Some(event), state });
            return;
        }
        if self.spectators.is_empty() {
            return;
        }
        let mut messages: [Option<Utf8Bytes>; 3] = Default::default();
        let mut rest = Vec::with_capacity(self.spectators.len());
        for spectator in self.spectators.values() {
            let kind = kind(self.shown_view(spectator.view));
            messages[kind]
                .get_or_insert_with(|| message(self, Audience::Spectators(SPECTATORS[kind])));
            rest.push((Arc::clone(&spectator.outbox), kind));
        }
        if self.fan_outs.is_empty() {
            self.fan_out_at = now;
        }
        self.fan_outs.push_back(FanOut { messages, rest });
        self.fan_out(now);
    }

    /// Sends what is on its way to the next spectators, if it is time.
    pub(super) fn fan_out(&mut self, now: Duration) {
        if self.fan_out_at > now {
            return;
        }
        self.fan_out_at = now + FAN_OUT_INTERVAL;
        let mut left = FAN_OUT;
        while let Some(fan_out) = self.fan_outs.front_mut().filter(|_| left > 0) {
            let some = fan_out.rest.split_off(fan_out.rest.len().saturating_sub(left));
            left -= some.len();
            let messages = fan_out.messages.clone();
            if fan_out.rest.is_empty() {
                self.fan_outs.pop_front();
            }
            for (outbox, kind) in some {
                if let Some(message) = &messages[kind] {
                    self.send(&outbox, message.clone());
                }
            }
        }
    }

    /// Sends a message; whoever takes too long for his messages is dropped.
    pub(super) fn send(&self, outbox: &Outbox, message: Utf8Bytes) {
        if !outbox.send_encoded(message) {
            self.hall.metrics.dropped_slow.fetch_add(1, Relaxed);
        }
    }
}
