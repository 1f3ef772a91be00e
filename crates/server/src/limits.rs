//! Limits of users, addresses and the whole server, and its timeouts.

use std::time::Duration;

const MIB: usize = 1 << 20;

const DAY: u64 = 24 * 3600;

/// The limits of a server. An address is an IPv4 address or an IPv6 /64 network.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// The most connections at once.
    pub connections: usize,
    /// The most connections at once from one address.
    pub connections_per_address: usize,
    /// The most rooms at once. When they are all taken, the oldest idle one is closed.
    pub rooms: usize,
    /// The most rooms at once that were created from one address.
    pub rooms_per_address: usize,
    /// The most games that one player can have open at once.
    pub rooms_per_player: usize,
    /// The most memory for all rooms, in bytes.
    pub bytes: usize,
    /// The most memory for the rooms that were created from one address, in bytes.
    pub bytes_per_address: usize,
    /// The most memory for the rooms that one player has created, in bytes.
    pub bytes_per_player: usize,
    /// The most memory for one room: its rules, turns, chat, and what spectators see later.
    pub bytes_per_room: usize,
    /// How many computer players keep their search tables from move to move. The others play the
    /// same, with empty tables.
    pub resident_opponents: usize,
    /// The longest that the computer thinks about a move.
    pub thinking_time: Duration,
    /// Rate of messages of one connection.
    pub messages: Rate,
    /// Bytes of one connection, of messages and of anything else. Over it, reading waits.
    pub received_bytes: Rate,
    /// Rate of live updates (pointer, selection, arrows).
    pub live: Rate,
    /// Lines of chat.
    pub chat: Rate,
    /// Rooms and lists that are entered, each of which sends all that there is to see.
    pub joins: Rate,
    /// New rooms from one address.
    pub creations: Rate,
    /// New rooms with a user's own rules from one address.
    pub compilations: Rate,
    /// New players from one address.
    pub newcomers: Rate,
    /// New connections by WebSocket, also of those who were cut off and come back at once.
    pub sessions: Rate,
    /// Requests to the HTTP API from one address.
    pub requests: Rate,
    /// All requests by HTTP from one address, those for the page too.
    pub page_requests: Rate,
    /// Wrong codes and other failed attempts to enter rooms, of one connection.
    pub failures: Rate,
    /// The most messages that wait for one connection; with more it is closed.
    pub waiting_messages: usize,
    /// The most bytes that wait for one connection, unless they are one message.
    pub waiting_bytes: usize,
    /// The handshake must be done within this time.
    pub greeting: Duration,
    /// A connection that is silent for this long, without even a pong, is closed.
    pub silence: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 10_000,
            connections_per_address: 100,
            rooms: 10_000,
            rooms_per_address: 100,
            rooms_per_player: 8,
            bytes: 1024 * MIB,
            bytes_per_address: 64 * MIB,
            bytes_per_player: 16 * MIB,
            bytes_per_room: 4 * MIB,
            resident_opponents: 32,
            thinking_time: Duration::from_secs(1),
            messages: Rate { per_second: 20.0, burst: 60.0 },
            received_bytes: Rate { per_second: 32.0 * 1024.0, burst: 256.0 * 1024.0 },
            live: Rate { per_second: 40.0, burst: 80.0 },
            chat: Rate { per_second: 1.0, burst: 6.0 },
            joins: Rate { per_second: 1.0, burst: 20.0 },
            creations: Rate { per_second: 1.0, burst: 60.0 },
            compilations: Rate { per_second: 0.2, burst: 10.0 },
            newcomers: Rate { per_second: 1.0, burst: 60.0 },
            sessions: Rate { per_second: 5.0, burst: 200.0 },
            requests: Rate { per_second: 5.0, burst: 60.0 },
            page_requests: Rate { per_second: 50.0, burst: 1000.0 },
            failures: Rate { per_second: 0.1, burst: 10.0 },
            waiting_messages: 256,
            waiting_bytes: MIB,
            greeting: Duration::from_secs(10),
            silence: Duration::from_secs(40),
        }
    }
}

/// How long the server waits for players who are away.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// Absence after which the other player can claim the game.
    pub grace: Duration,
    /// After a restart the game goes on, if one player is back and the other is not, after this.
    pub resume: Duration,
    /// An empty room that waits for a player, or whose game is over, is closed after this.
    pub empty: Duration,
    /// A game between people who have both left ends after this.
    pub abandoned: Duration,
    /// A game against the computer whose player has left ends after this.
    pub abandoned_computer: Duration,
    /// A player who has finished no game is forgotten after this.
    pub forget_unplayed: Duration,
    /// A player is forgotten, with games and ratings, this long after the last game.
    pub forget_idle: Duration,
    /// A connection that is no WebSocket is closed after this.
    pub http: Duration,
    /// The store must answer within this time; otherwise it counts as failed.
    pub store: Duration,
    /// The server stops within about twice this time, whether or not everything could be saved.
    pub stop: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            grace: Duration::from_secs(60),
            resume: Duration::from_secs(20),
            empty: Duration::from_secs(120),
            abandoned: Duration::from_secs(24 * 3600),
            abandoned_computer: Duration::from_secs(15 * 60),
            forget_unplayed: Duration::from_secs(7 * DAY),
            forget_idle: Duration::from_secs(730 * DAY),
            http: Duration::from_secs(300),
            store: Duration::from_secs(5),
            stop: Duration::from_secs(8),
        }
    }
}

/// How often something may happen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Sustained rate per second.
    pub per_second: f64,
    /// Burst size.
    pub burst: f64,
}

/// A token bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    rate: Rate,
    left: f64,
    filled: Duration,
}

impl Bucket {
    pub(crate) fn new(rate: Rate, now: Duration) -> Bucket {
        Bucket { rate, left: rate.burst, filled: now }
    }

    /// Takes one token, if there is one.
    pub(crate) fn take(&mut self, now: Duration) -> bool {
        let is_allowed = !self.is_empty(now);
        (self.left, self.filled) = (self.level(now), now);
        if is_allowed {
            self.left -= 1.0;
        }
        is_allowed
    }

    /// Takes a number of tokens, whether or not they are there.
    pub(crate) fn charge(&mut self, count: usize, now: Duration) {
        (self.left, self.filled) = (self.level(now) - count as f64, now);
    }

    /// After how long nothing is owed any more; none if nothing is owed.
    pub(crate) fn debt(&self, now: Duration) -> Option<Duration> {
        let owed = -self.level(now);
        let wait = Duration::try_from_secs_f64(owed / self.rate.per_second);
        (owed >= 0.0).then(|| wait.unwrap_or(Duration::MAX).max(Duration::from_millis(1)))
    }

    pub(crate) fn is_empty(&self, now: Duration) -> bool {
        self.level(now) < 1.0
    }

    pub(crate) fn is_full(&self, now: Duration) -> bool {
        self.level(now) >= self.rate.burst
    }

    fn level(&self, now: Duration) -> f64 {
        let passed = now.saturating_sub(self.filled).as_secs_f64();
        (self.left + passed * self.rate.per_second).min(self.rate.burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let second = Duration::from_secs(1);
        let mut bucket = Bucket::new(Rate { per_second: 2.0, burst: 3.0 }, second);
        let mut take = |now| (0..10).filter(|_| bucket.take(now)).count();
        assert_eq!(take(second), 3);
        assert_eq!(take(2 * second), 2);
        assert_eq!(take(100 * second), 3);
    }
}
