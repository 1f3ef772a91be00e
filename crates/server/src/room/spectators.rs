//! Those who watch a room, and what is on its way to them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use protocol::PlayerName;
use rules::Colour;

use super::delayed::DelayedFeed;
use super::fan_out::FanOut;
use crate::outbox::Outbox;

/// Minimum interval between broadcasts of the number of spectators.
const COUNT_INTERVAL: Duration = Duration::from_secs(1);

/// The three kinds of spectators: under fog some see the view of a side.
pub(super) const KINDS: [Option<Colour>; 3] = [None, Some(Colour::White), Some(Colour::Black)];

/// The index of a view in [`KINDS`].
pub(super) fn kind(view: Option<Colour>) -> usize {
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
    pub(super) members: HashMap<u64, Spectator>,
    /// The states of [`KINDS`] for spectators who join, until something happens.
    pub(super) states: [Option<Utf8Bytes>; 3],
    pub(super) fan_out: FanOut,
    /// Where spectators see everything later.
    pub(super) delayed: Option<DelayedFeed>,
    announced: usize,
    announced_at: Duration,
}

impl Spectators {
    pub(super) fn count(&self) -> usize {
        self.members.len()
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
}
