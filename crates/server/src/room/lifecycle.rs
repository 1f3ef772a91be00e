//! How long a room lives: whether it is open, and since when nothing happens in it.

use std::time::Duration;

use tokio::sync::oneshot;

use crate::registry::{Idle, IdleKind};

/// How a room goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Open,
    /// It is closed and forgotten.
    Closed,
    /// The server stops, and the game goes on later.
    Suspended,
    /// Another node goes on with the game; here nothing is written or sent any more.
    Lost,
}

/// The stage of a room, and what decides on the next one.
pub(super) struct Lifecycle {
    pub(super) stage: Stage,
    /// Since when the game waits for its players, after a restart or before a rematch.
    paused_since: Duration,
    /// Since when the room is empty.
    empty_since: Option<Duration>,
    /// The value that the registry has of that.
    reported: Option<Idle>,
    /// Signals the waiting task that the room is gone, when it is dropped.
    evicted: Option<oneshot::Sender<()>>,
}

impl Lifecycle {
    /// A room that is open, and still empty.
    pub(super) fn new(now: Duration) -> Lifecycle {
        Lifecycle {
            stage: Stage::Open,
            paused_since: now,
            empty_since: Some(now),
            reported: None,
            evicted: None,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    pub(super) fn is_lost(&self) -> bool {
        self.stage == Stage::Lost
    }

    /// Does the game go on later, or at another node?
    pub(super) fn goes_on(&self) -> bool {
        matches!(self.stage, Stage::Suspended | Stage::Lost)
    }

    /// Somebody has entered.
    pub(super) fn enter(&mut self) {
        self.empty_since = None;
    }

    /// Nobody is here; the time counts from the moment at which that began.
    pub(super) fn set_empty(&mut self, now: Duration) {
        self.empty_since.get_or_insert(now);
    }

    /// From now on the game waits for its players.
    pub(super) fn pause(&mut self, now: Duration) {
        self.paused_since = now;
    }

    /// When the game goes on, even if only one player is here.
    pub(super) fn resumes_at(&self, timeout: Duration) -> Duration {
        self.paused_since + timeout
    }

    /// When the room has been empty for too long.
    pub(super) fn times_out_at(&self, timeout: Duration) -> Option<Duration> {
        self.empty_since.map(|since| since + timeout)
    }

    /// Lets an empty room wait once more.
    pub(super) fn wait_again(&mut self, now: Duration) {
        self.empty_since = Some(now);
    }

    /// Prepares to close the room, if it still is empty. Drops the sender at once if it is not.
    pub(super) fn evict(&mut self, done: oneshot::Sender<()>) -> bool {
        let is_empty = self.empty_since.is_some();
        if is_empty {
            self.evicted = Some(done);
        }
        is_empty
    }

    pub(super) fn is_evicted(&self) -> bool {
        self.evicted.is_some()
    }

    /// Since when the room is empty, if that has changed since the last call.
    pub(super) fn idle_change(&mut self, kind: IdleKind) -> Option<Option<Idle>> {
        let idle = self.empty_since.map(|since| Idle { kind, since });
        (std::mem::replace(&mut self.reported, idle) != idle).then_some(idle)
    }
}
