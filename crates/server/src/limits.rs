//! What anybody may use of the server: connections, messages, rooms.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most connections at once.
    pub connections: usize,
    /// The most connections at once from one address.
    pub connections_per_address: usize,
    /// The most rooms at once.
    pub rooms: usize,
    /// The most rooms in which one player can sit at once.
    pub rooms_per_player: usize,
    /// Messages of one connection: so many a second, and so many at once after a pause.
    pub messages: Rate,
    /// What a player shows between moves.
    pub live: Rate,
    /// Lines of chat.
    pub chat: Rate,
    /// New rooms: their rules may have to be read and compiled.
    pub creations: Rate,
    /// New players from one address.
    pub newcomers: Rate,
    /// Requests to the HTTP API from one address.
    pub requests: Rate,
    /// Wrong codes and other failed attempts to enter rooms, of one connection.
    pub failures: Rate,
    /// So many messages can wait for somebody who plays, or watches, before he is dropped.
    pub waiting_messages: usize,
    /// A conversation must begin within this time.
    pub greeting: Duration,
    /// A connection that says nothing for so long, not even an answer to a ping, is dropped.
    pub silence: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 10_000,
            connections_per_address: 100,
            rooms: 10_000,
            rooms_per_player: 8,
            messages: Rate { per_second: 20.0, burst: 60.0 },
            live: Rate { per_second: 40.0, burst: 80.0 },
            chat: Rate { per_second: 1.0, burst: 6.0 },
            creations: Rate { per_second: 0.5, burst: 20.0 },
            newcomers: Rate { per_second: 1.0, burst: 60.0 },
            requests: Rate { per_second: 5.0, burst: 60.0 },
            failures: Rate { per_second: 0.1, burst: 10.0 },
            waiting_messages: 256,
            greeting: Duration::from_secs(10),
            silence: Duration::from_secs(40),
        }
    }
}

/// How often something may happen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// In the long run, so often a second.
    pub per_second: f64,
    /// So often at once.
    pub burst: f64,
}

/// Counts down what a rate allows, and fills up again with time.
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

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, now: Duration) -> bool {
        let is_allowed = !self.is_empty(now);
        (self.left, self.filled) = (self.level(now), now);
        if is_allowed {
            self.left -= 1.0;
        }
        is_allowed
    }

    /// Is there none to be taken?
    pub(crate) fn is_empty(&self, now: Duration) -> bool {
        self.level(now) < 1.0
    }

    fn is_full(&self, now: Duration) -> bool {
        self.level(now) >= self.rate.burst
    }

    fn level(&self, now: Duration) -> f64 {
        let passed = now.saturating_sub(self.filled).as_secs_f64();
        (self.left + passed * self.rate.per_second).min(self.rate.burst)
    }
}

/// Who may come in: counts connections, all together and by address.
#[derive(Debug)]
pub(crate) struct Gate {
    most: usize,
    most_per_address: usize,
    inside: Mutex<Inside>,
    newcomers: Mutex<ByAddress>,
    requests: Mutex<ByAddress>,
}

#[derive(Debug, Default)]
struct Inside {
    count: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// How often something may happen from each address.
#[derive(Debug)]
struct ByAddress {
    rate: Rate,
    buckets: HashMap<IpAddr, Bucket>,
}

impl ByAddress {
    fn new(rate: Rate) -> Mutex<ByAddress> {
        Mutex::new(ByAddress { rate, buckets: HashMap::new() })
    }

    fn take(&mut self, address: IpAddr, now: Duration) -> bool {
        if self.buckets.len() > 10_000 {
            self.buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        let rate = self.rate;
        let fresh = || Bucket::new(rate, now);
        self.buckets.entry(network(address)).or_insert_with(fresh).take(now)
    }
}

/// A connection that was let in; dropped, it makes room for another.
#[derive(Debug)]
pub(crate) struct Admission {
    gate: Arc<Gate>,
    address: IpAddr,
}

impl Gate {
    pub(crate) fn new(limits: &Limits) -> Arc<Gate> {
        Arc::new(Gate {
            most: limits.connections,
            most_per_address: limits.connections_per_address,
            inside: Mutex::default(),
            newcomers: ByAddress::new(limits.newcomers),
            requests: ByAddress::new(limits.requests),
        })
    }

    /// Lets a connection in, or not.
    pub(crate) fn admit(self: &Arc<Gate>, address: IpAddr) -> Option<Admission> {
        let address = network(address);
        let mut inside = lock(&self.inside);
        if inside.count >= self.most {
            return None;
        }
        let from_there = inside.by_address.entry(address).or_default();
        if *from_there >= self.most_per_address {
            return None;
        }
        *from_there += 1;
        inside.count += 1;
        Some(Admission { gate: Arc::clone(self), address })
    }

    /// May there be another new player from an address?
    pub(crate) fn admit_newcomer(&self, address: IpAddr, now: Duration) -> bool {
        lock(&self.newcomers).take(address, now)
    }

    /// May an address ask the HTTP API for something once more?
    pub(crate) fn admit_request(&self, address: IpAddr, now: Duration) -> bool {
        lock(&self.requests).take(address, now)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut inside = lock(&self.gate.inside);
        inside.count -= 1;
        if let Some(count) = inside.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                inside.by_address.remove(&self.address);
            }
        }
    }
}

/// One household has one address of the old kind, or a whole network of the new kind.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let mut parts = six.segments();
            parts[4..].fill(0);
            IpAddr::V6(parts.into())
        }
        four => four,
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

    #[test]
    fn the_gate_counts_by_address() {
        let limits = Limits { connections: 3, connections_per_address: 2, ..Limits::default() };
        let gate = Gate::new(&limits);
        let one: IpAddr = "192.0.2.1".parse().expect("an address");
        let other: IpAddr = "2001:db8::1".parse().expect("an address");
        let neighbour: IpAddr = "2001:db8::2".parse().expect("an address");
        let first = gate.admit(one).expect("room");
        let _second = gate.admit("::ffff:192.0.2.1".parse().expect("an address")).expect("room");
        assert!(gate.admit(one).is_none(), "two from there already");
        let third = gate.admit(other).expect("room");
        assert!(gate.admit(neighbour).is_none(), "three already");
        drop(third);
        drop(first);
        assert!(gate.admit(one).is_some() && gate.admit(neighbour).is_some());
    }
}
