//! The delayed view of spectators: a queue of events, and the state before them.

use std::collections::VecDeque;
use std::mem::{discriminant, size_of};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use protocol::{ChatLine, RoomEvent, RoomState, ToClient, VisibleEntry};

use crate::outbox::encode;

/// Between two turns there is at most one of each kind of these for each side.
const MOST_STATUS_EVENTS: usize = 8;

/// Something that has happened, as spectators see it.
pub(super) enum Change {
    /// A message that spectators are sent as it is.
    Event(RoomEvent),
    /// The game is over, and nothing is hidden any more.
    Final,
}

/// A spectators' feed that runs behind. It stores events; the one state that it has is changed by
/// each of them when it is due.
pub(super) struct DelayedFeed {
    delay: Duration,
    queue: VecDeque<(Duration, Change)>,
    bytes: usize,
    state: RoomState,
    /// The state as a message, until it changes.
    encoded: Option<Utf8Bytes>,
}

impl DelayedFeed {
    /// A feed that begins with a state.
    pub(super) fn new(delay: Duration, state: RoomState) -> DelayedFeed {
        DelayedFeed { delay, queue: VecDeque::new(), bytes: 0, state, encoded: None }
    }

    /// The memory of what waits.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// When the next change is due.
    pub(super) fn next_due(&self) -> Option<Duration> {
        self.queue.front().map(|(due, _)| *due)
    }

    /// The state for a spectator who joins now.
    pub(super) fn state_message(&mut self) -> Utf8Bytes {
        let state = &self.state;
        let encoded = || encode(&ToClient::State(Box::new(state.clone())));
        self.encoded.get_or_insert_with(encoded).clone()
    }

    /// Appends a change. A status event replaces an earlier one of its kind, so that no toggle fills
    /// the queue.
    pub(super) fn push(&mut self, change: Change, now: Duration) {
        let recent = self.queue.iter().rev().take(MOST_STATUS_EVENTS);
        let recent = recent.take_while(|(_, other)| other.is_status());
        let replaced = recent.enumerate().find(|(_, (_, other))| change.replaces(other));
        if let Some(back) = replaced.map(|(back, _)| back) {
            let place = self.queue.len() - 1 - back;
            self.bytes -= self.queue.remove(place).map_or(0, |(_, change)| change.bytes());
        }
        self.bytes += change.bytes();
        self.queue.push_back((now + self.delay, change));
    }

    /// The messages for spectators that are due now.
    pub(super) fn release(
        &mut self,
        now: Duration,
        final_entries: impl Fn() -> Vec<VisibleEntry>,
    ) -> Vec<Utf8Bytes> {
        let mut messages = Vec::new();
        while let Some((_, change)) = self.queue.pop_front_if(|(due, _)| *due <= now) {
            self.bytes -= change.bytes();
            self.encoded = None;
            self.state.number += 1;
            let number = self.state.number;
            match change {
                Change::Event(event) => {
                    self.state.apply(&event);
                    self.state.truncate_chat(super::chat::MOST_CHAT);
                    let room = self.state.room.clone();
                    messages.push(encode(&ToClient::Event { room, number, event }));
                }
                Change::Final => {
                    self.state.entries = final_entries();
                    messages.push(self.state_message());
                }
            }
        }
        if self.queue.is_empty() {
            self.queue = VecDeque::new();
        }
        messages
    }
}

impl Change {
    /// Is it a status event, of which only the last counts?
    fn is_status(&self) -> bool {
        let Change::Event(event) = self else { return false };
        matches!(
            event,
            RoomEvent::Presence { .. }
                | RoomEvent::Spectators { .. }
                | RoomEvent::LiveAllowed { .. }
                | RoomEvent::ViewShown { .. }
                | RoomEvent::Unsaved { .. }
        )
    }

    /// Does it make another one needless?
    fn replaces(&self, other: &Change) -> bool {
        let (Change::Event(event), Change::Event(other)) = (self, other) else { return false };
        let side = |event: &RoomEvent| match event {
            RoomEvent::Presence { side, .. }
            | RoomEvent::LiveAllowed { side, .. }
            | RoomEvent::ViewShown { side, .. } => Some(*side),
            _ => None,
        };
        self.is_status() && discriminant(event) == discriminant(other) && side(event) == side(other)
    }

    fn bytes(&self) -> usize {
        let heap = match self {
            Change::Event(RoomEvent::Chat(line)) => chat_bytes(line),
            Change::Event(RoomEvent::Seats(_)) => 512,
            Change::Event(_) | Change::Final => 0,
        };
        size_of::<(Duration, Change)>() + heap
    }
}

/// The memory of a line of chat.
pub(super) fn chat_bytes(line: &ChatLine) -> usize {
    size_of::<ChatLine>() + line.text.as_str().len() + line.from.name.as_str().len()
}
