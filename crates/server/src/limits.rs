//! Limits of users, addresses and the whole server, and its timeouts.

use std::time::Duration;

const MIB: usize = 1 << 20;

const DAY: u64 = 24 * 3600;

/// A limit that an operator can set by its name.
pub(crate) enum Limit<'a> {
    Count(&'a mut usize),
    /// In MiB.
    Memory(&'a mut usize),
    /// A sustained rate per second and a burst size.
    Rate(&'a mut Rate),
    /// In seconds.
    Time(&'a mut Duration),
}

/// Tables of limits: each row is a field with its usual value, and the kind and the name by which an
/// operator sets it.
macro_rules! limits {
    ($($(#[$about:meta])* $table:ident {
        $($(#[$is:meta])* $field:ident: $type:ty = $usual:expr, $kind:ident $name:literal;)+
    })+) => {$(
        $(#[$about])*
        pub struct $table {
            $($(#[$is])* pub $field: $type,)+
        }

        impl Default for $table {
            fn default() -> $table {
                $table { $($field: $usual,)+ }
            }
        }

        impl $table {
            /// All of them by their names.
            pub(crate) fn by_name(&mut self) -> Vec<(&'static str, Limit<'_>)> {
                vec![$(($name, Limit::$kind(&mut self.$field)),)+]
            }
        }
    )+};
}

limits! {
    /// The limits of a server. An address is an IPv4 address or an IPv6 /64 network.
    #[derive(Clone, Debug)]
    ServerLimits {
        /// The most connections at once.
        connections: usize = 10_000, Count "connections";
        /// The most connections at once from one address.
        connections_per_address: usize = 100, Count "connections-per-address";
        /// The most rooms at once. When they are all taken, the oldest idle one is closed.
        rooms: usize = 10_000, Count "games";
        /// The most rooms at once that were created from one address.
        rooms_per_address: usize = 100, Count "games-per-address";
        /// The most games that one player can have open at once.
        rooms_per_player: usize = 8, Count "games-per-player";
        /// The most memory for all rooms, in bytes.
        bytes: usize = 1024 * MIB, Memory "memory";
        /// The most memory for the rooms that were created from one address, in bytes.
        bytes_per_address: usize = 64 * MIB, Memory "memory-per-address";
        /// The most memory for the rooms that one player has created, in bytes.
        bytes_per_player: usize = 16 * MIB, Memory "memory-per-player";
        /// The most memory for one room: its rules, turns, chat, and what spectators see later.
        bytes_per_room: usize = 4 * MIB, Memory "memory-per-game";
        /// How many computer players keep their search tables from move to move. The others play the
        /// same, with empty tables.
        resident_opponents: usize = 32, Count "resident-opponents";
        /// The longest that the computer thinks about a move.
        thinking_time: Duration = Duration::from_secs(1), Time "thinking-time";
        /// Rate of messages of one connection.
        messages: Rate = Rate { per_second: 20.0, burst: 60.0 }, Rate "messages";
        /// Bytes of one connection, of messages and of anything else. Over it, reading waits.
        received_bytes: Rate = Rate { per_second: 32.0 * 1024.0, burst: 256.0 * 1024.0 },
            Rate "received-bytes";
        /// Rate of live updates (pointer, selection, arrows).
        live: Rate = Rate { per_second: 40.0, burst: 80.0 }, Rate "live";
        /// Lines of chat.
        chat: Rate = Rate { per_second: 1.0, burst: 6.0 }, Rate "chat";
        /// Rooms and lists that are entered, each of which sends all that there is to see.
        joins: Rate = Rate { per_second: 1.0, burst: 20.0 }, Rate "joins";
        /// New rooms from one address.
        creations: Rate = Rate { per_second: 1.0, burst: 60.0 }, Rate "new-games";
        /// New rooms with a user's own rules from one address.
        compilations: Rate = Rate { per_second: 0.2, burst: 10.0 }, Rate "own-rules";
        /// New players from one address.
        newcomers: Rate = Rate { per_second: 1.0, burst: 60.0 }, Rate "new-players";
        /// New connections by WebSocket, also of those who were cut off and come back at once.
        sessions: Rate = Rate { per_second: 5.0, burst: 200.0 }, Rate "new-connections";
        /// Requests to the HTTP API from one address.
        requests: Rate = Rate { per_second: 5.0, burst: 60.0 }, Rate "requests";
        /// All requests by HTTP from one address, those for the page too.
        page_requests: Rate = Rate { per_second: 50.0, burst: 1000.0 }, Rate "page-requests";
        /// Wrong codes and other failed attempts to enter rooms, of one connection.
        failures: Rate = Rate { per_second: 0.1, burst: 10.0 }, Rate "failures";
        /// The most messages that wait for one connection; with more it is closed.
        waiting_messages: usize = 256, Count "waiting-messages";
        /// The most bytes that wait for one connection, unless they are one message.
        waiting_bytes: usize = MIB, Count "waiting-bytes";
        /// The handshake must be done within this time.
        greeting: Duration = Duration::from_secs(10), Time "greeting";
        /// A connection that is silent for this long, without even a pong, is closed.
        silence: Duration = Duration::from_secs(40), Time "silence";
    }

    /// How long the server waits for players who are away.
    #[derive(Clone, Copy, Debug)]
    Timeouts {
        /// Absence after which the other player can claim the game.
        grace: Duration = Duration::from_secs(60), Time "grace";
        /// After a restart the game goes on, if one player is back and the other is not, after this.
        resume: Duration = Duration::from_secs(20), Time "resume";
        /// An empty room that waits for a player, or whose game is over, is closed after this.
        empty: Duration = Duration::from_secs(120), Time "empty";
        /// A game between people who have both left ends after this.
        abandoned: Duration = Duration::from_secs(24 * 3600), Time "abandoned";
        /// A game against the computer whose player has left ends after this.
        abandoned_computer: Duration = Duration::from_secs(15 * 60), Time "abandoned-computer";
        /// A player who has finished no game is forgotten after this.
        forget_unplayed: Duration = Duration::from_secs(7 * DAY), Time "forget-unplayed";
        /// A player is forgotten, with games and ratings, this long after the last game.
        forget_idle: Duration = Duration::from_secs(730 * DAY), Time "forget-idle";
        /// A connection that is no WebSocket is closed after this.
        http: Duration = Duration::from_secs(300), Time "http";
        /// The store must answer within this time; otherwise it counts as failed.
        store: Duration = Duration::from_secs(5), Time "store";
        /// The server stops within about twice this time, whether or not everything could be saved.
        stop: Duration = Duration::from_secs(8), Time "stop";
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
