//! Those who watch a room, and what is on its way to them.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use protocol::{PlayerName, RoomId, RoomState, VisibleEntry};
use rules::Colour;

use super::broadcast::send;
use super::delayed::{Change, DelayedFeed};
use super::fan_out::FanOut;
use crate::metrics::Metrics;
use crate::outbox::Outbox;

/// Minimum interval between broadcasts of the number of spectators.
const COUNT_INTERVAL: Duration = Duration::from_secs(1);

/// The three kinds of spectators: under fog some see the view of a side.
pub(super) const KINDS: [Option<Colour>; 3] = [None, Some(Colour::White), Some(Colour::Black)];

/// The index of a view in [`KINDS`].
fn kind(view: Option<Colour>) -> usize {
    view.map_or(0, |side| 1 + side.index())
}

/// A spectator's connection.
pub(super) struct Spectator {
    pub(super) outbox: Arc<Outbox>,
    pub(super) name: PlayerName,
    /// Under fog, the side whose view they want.
    pub(super) view: Option<Colour>,
}

/// All who watch a room.
#[derive(Default)]
pub(super) struct Spectators {
    /// By their connections.
    members: HashMap<u64, Spectator>,
    /// The states of [`KINDS`] for spectators who join, until something happens.
    states: [Option<Utf8Bytes>; 3],
    fan_out: FanOut,
    /// Where spectators see everything later.
    delayed: Option<DelayedFeed>,
    announced: usize,
    announced_at: Duration,
}

impl Spectators {
    /// From now on they see everything later, and this state first.
    pub(super) fn delay(&mut self, delay: Duration, state: RoomState) {
        self.delayed = Some(DelayedFeed::new(delay, state));
    }

    pub(super) fn is_delayed(&self) -> bool {
        self.delayed.is_some()
    }

    /// The memory of what they see later.
    pub(super) fn delayed_bytes(&self) -> usize {
        self.delayed.as_ref().map_or(0, DelayedFeed::bytes)
    }

    pub(super) fn count(&self) -> usize {
        self.members.len()
    }

    /// Adds a spectator. Is their connection a new one?
    pub(super) fn insert(&mut self, connection: u64, spectator: Spectator) -> bool {
        self.members.insert(connection, spectator).is_none()
    }

    /// Removes a spectator. Were they here?
    pub(super) fn remove(&mut self, connection: u64) -> bool {
        self.members.remove(&connection).is_some()
    }

    pub(super) fn get(&self, connection: u64) -> Option<&Spectator> {
        self.members.get(&connection)
    }

    pub(super) fn outboxes(&self) -> impl Iterator<Item = &Arc<Outbox>> {
        self.members.values().map(|spectator| &spectator.outbox)
    }

    /// When their number is to be broadcast, if it has changed.
    pub(super) fn count_due(&self) -> Option<Duration> {
        (self.announced != self.count()).then(|| self.announced_at + COUNT_INTERVAL)
    }

    /// Their number is broadcast now.
    pub(super) fn announce(&mut self, now: Duration) -> usize {
        (self.announced, self.announced_at) = (self.count(), now);
        self.announced
    }

    /// When something is to be sent to them.
    pub(super) fn next_due(&self) -> Option<Duration> {
        let released = self.delayed.as_ref().and_then(DelayedFeed::next_due);
        [self.count_due(), released, self.fan_out.next_due()].into_iter().flatten().min()
    }

    /// The state for a spectator who joins, if there is one that is still right.
    pub(super) fn state(&mut self, view: Option<Colour>) -> Option<Utf8Bytes> {
        match &mut self.delayed {
            Some(delayed) => Some(delayed.state_message()),
            None => self.states[kind(view)].clone(),
        }
    }

    /// Keeps a state for those who join next.
    pub(super) fn keep_state(&mut self, view: Option<Colour>, state: &Utf8Bytes) {
        self.states[kind(view)] = Some(state.clone());
    }

    /// Something has happened: the states are not right any more.
    pub(super) fn forget_states(&mut self) {
        self.states = Default::default();
    }

    /// Appends what they see later of a change.
    pub(super) fn push_delayed(&mut self, change: Option<Change>, now: Duration) {
        if let (Some(delayed), Some(change)) = (&mut self.delayed, change) {
            delayed.push(change, now);
        }
    }

    /// Which of [`KINDS`] are here. `shown` tells the view that spectators are shown by the one that
    /// they want.
    pub(super) fn kinds(&self, shown: impl Fn(Option<Colour>) -> Option<Colour>) -> [bool; 3] {
        let mut kinds = [false; 3];
        for spectator in self.members.values() {
            kinds[kind(shown(spectator.view))] = true;
        }
        kinds
    }

    /// Sends a message of each kind to all, some at a time.
    pub(super) fn send(
        &mut self,
        room: &RoomId,
        messages: [Option<Utf8Bytes>; 3],
        shown: impl Fn(Option<Colour>) -> Option<Colour>,
        now: Duration,
        metrics: &Metrics,
    ) {
        let mut rest = Vec::with_capacity(self.count());
        for spectator in recipients(&self.members, |spectator| spectator.view) {
            let kind = kind(shown(spectator.view));
            match (spectator.outbox.way(), &messages[kind]) {
                (None, _) => rest.push((Arc::clone(&spectator.outbox), kind)),
                (Some(way), Some(message)) => way.send_to_crowd(room, spectator.view, message),
                (Some(_), None) => {}
            }
        }
        self.fan_out.push(messages, rest, now, &mut |outbox, message| {
            send(outbox, message, metrics);
        });
    }

    /// Sends the messages that are on their way to the next of them, if it is time.
    pub(super) fn fan_out(&mut self, now: Duration, metrics: &Metrics) {
        self.fan_out.step(now, &mut |outbox, message| send(outbox, message, metrics));
    }

    /// Sends what they see later and is due now.
    pub(super) fn release_delayed(
        &mut self,
        room: &RoomId,
        final_entries: impl Fn() -> Vec<VisibleEntry>,
        now: Duration,
        metrics: &Metrics,
    ) {
        let Some(delayed) = &mut self.delayed else { return };
        for message in delayed.release(now, final_entries) {
            for spectator in recipients(&self.members, |spectator| spectator.view) {
                match spectator.outbox.way() {
                    None => send(&spectator.outbox, message.clone(), metrics),
                    Some(way) => way.send_to_crowd(room, spectator.view, &message),
                }
            }
        }
    }

    /// Shows them what a player does between moves.
    pub(super) fn show_live(&self, room: &RoomId, from: Colour, message: &Utf8Bytes) {
        for spectator in recipients(&self.members, |_| ()) {
            match spectator.outbox.way() {
                None => spectator.outbox.send_live(room, from, message.clone()),
                Some(way) => way.show_crowd(room, from, message),
            }
        }
    }
}

/// Those to whom a message is sent: all who are connected to this node, and one at each other node
/// for each key, as they share one message to that node.
fn recipients<K: Hash + Eq>(
    members: &HashMap<u64, Spectator>,
    key: impl Fn(&Spectator) -> K,
) -> impl Iterator<Item = &Spectator> {
    let mut told = HashSet::new();
    members.values().filter(move |spectator| match spectator.outbox.way() {
        None => true,
        Some(way) => told.insert((way.node(), key(spectator))),
    })
}
