//! The rates of one connection, counted before a message is parsed.

use std::time::Duration;

use protocol::{Action, ToServer};

use crate::limits::{Bucket, Rate, ServerLimits};

/// Number of messages over the rate after which the connection is closed.
const MOST_FLOODED: u32 = 200;

/// Not each message over the rate is answered: that would be a flood as well.
const REPORT_EVERY: u32 = 20;

/// The token buckets of a client.
pub(super) struct Rates {
    /// Everything together, counted before anything is read.
    all: Bucket,
    messages: Bucket,
    live: Bucket,
    chat: Bucket,
    joins: Bucket,
    failures: Bucket,
    flooded: u32,
}

/// The treatment of a message over the rate.
pub(super) enum Flood {
    /// Nothing.
    Silent,
    /// The client is sent a refusal.
    Told,
    /// The connection is closed.
    Enough,
}

impl Rates {
    pub(super) fn new(limits: &ServerLimits, now: Duration) -> Rates {
        let (messages, live) = (limits.messages, limits.live);
        let all = Rate {
            per_second: messages.per_second + live.per_second,
            burst: messages.burst + live.burst,
        };
        Rates {
            all: Bucket::new(all, now),
            messages: Bucket::new(messages, now),
            live: Bucket::new(live, now),
            chat: Bucket::new(limits.chat, now),
            joins: Bucket::new(limits.joins, now),
            failures: Bucket::new(limits.failures, now),
            flooded: 0,
        }
    }

    /// May a text be read?
    pub(super) fn admit_text(&mut self, now: Duration) -> bool {
        self.all.take(now)
    }

    /// May a message be answered?
    pub(super) fn admit(&mut self, message: &ToServer, now: Duration) -> bool {
        let bucket = match message {
            ToServer::Act { action: Action::Live { .. }, .. } => &mut self.live,
            ToServer::Act { action: Action::Chat { .. }, .. } => &mut self.chat,
            // These may cost much, as chat does.
            ToServer::AskRanking
            | ToServer::AskGames { .. }
            | ToServer::Report { .. }
            | ToServer::Block { .. }
            | ToServer::AskTransfer
            | ToServer::RevokeDevices => &mut self.chat,
            // These send all that there is to see.
            ToServer::Join { .. } | ToServer::Watch { .. } | ToServer::WatchLobby { on: true } => {
                &mut self.joins
            }
            _ => &mut self.messages,
        };
        bucket.take(now)
    }

    /// Counts a malformed message or a wrong code. Was that within the rate?
    pub(super) fn admit_failure(&mut self, now: Duration) -> bool {
        self.failures.take(now)
    }

    /// Is there a failure left?
    pub(super) fn may_fail(&self, now: Duration) -> bool {
        !self.failures.is_empty(now)
    }

    /// A message was over the rate.
    pub(super) fn flood(&mut self) -> Flood {
        self.flooded += 1;
        match self.flooded {
            flooded if flooded > MOST_FLOODED => Flood::Enough,
            flooded if flooded % REPORT_EVERY == 1 => Flood::Told,
            _ => Flood::Silent,
        }
    }
}
