//! Counts connections, and what addresses do at a rate.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::cluster::SharedUsage;
use crate::limits::{Bucket, Rate, ServerLimits};

/// The kinds of rate-limited actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum RateKind {
    /// New players.
    Newcomers,
    /// New connections by WebSocket.
    Sessions,
    /// New rooms.
    Creations,
    /// New rooms with rules of a user's own.
    Compilations,
    /// Requests to the HTTP API.
    Requests,
    /// Requests by HTTP, those for the page too. Each node counts its own.
    PageRequests,
}

/// Limits connections, in all and by address, and what one address does over all of them:
/// reconnecting refills nothing.
#[derive(Debug)]
pub(crate) struct ConnectionLimiter {
    most: usize,
    most_per_address: usize,
    open: Mutex<OpenConnections>,
    /// In the order of [`RateKind`].
    rates: [Mutex<RateByAddress>; 6],
    /// The usage at other nodes.
    usage: Arc<SharedUsage>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    count: usize,
    by_address: HashMap<IpAddr, usize>,
}

#[derive(Debug)]
struct RateByAddress {
    rate: Rate,
    buckets: HashMap<IpAddr, Bucket>,
}

impl RateByAddress {
    fn new(rate: Rate) -> Mutex<RateByAddress> {
        Mutex::new(RateByAddress { rate, buckets: HashMap::new() })
    }

    /// The bucket of a network.
    fn bucket(&mut self, network: IpAddr, now: Duration) -> &mut Bucket {
        if self.buckets.len() > 10_000 {
            self.buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        let rate = self.rate;
        self.buckets.entry(network).or_insert_with(|| Bucket::new(rate, now))
    }
}

/// A counted connection; dropped, it makes room for another.
#[derive(Debug)]
pub(crate) struct Permit {
    limiter: Arc<ConnectionLimiter>,
    /// The address that it is counted for; of a connection by a proxy it is known later.
    address: OnceLock<IpAddr>,
}

impl ConnectionLimiter {
    pub(crate) fn new(limits: &ServerLimits, usage: Arc<SharedUsage>) -> Arc<ConnectionLimiter> {
        let rates = [
            limits.newcomers,
            limits.sessions,
            limits.creations,
            limits.compilations,
            limits.requests,
            limits.page_requests,
        ];
        Arc::new(ConnectionLimiter {
            most: limits.connections,
            most_per_address: limits.connections_per_address,
            open: Mutex::default(),
            rates: rates.map(RateByAddress::new),
            usage,
        })
    }

    /// Admits a connection from an address, or not.
    pub(crate) fn admit(self: &Arc<ConnectionLimiter>, address: IpAddr) -> Option<Permit> {
        self.admit_proxy().filter(|permit| permit.count_for(address))
    }

    /// Admits a connection whose address is not known yet, or not.
    pub(crate) fn admit_proxy(self: &Arc<ConnectionLimiter>) -> Option<Permit> {
        let mut open = self.open.lock();
        if open.count >= self.most {
            return None;
        }
        open.count += 1;
        Some(Permit { limiter: Arc::clone(self), address: OnceLock::new() })
    }

    /// May an address do something once more?
    pub(crate) fn admit_at_rate(&self, kind: RateKind, address: IpAddr, now: Duration) -> bool {
        let network = network(address);
        let is_admitted = self.rates[kind as usize].lock().bucket(network, now).take(now);
        if is_admitted && kind != RateKind::PageRequests {
            self.usage.note(kind, network);
        }
        is_admitted
    }

    /// Charges a network for actions at another node.
    pub(crate) fn charge(&self, kind: RateKind, network: IpAddr, count: u32, now: Duration) {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        self.rates[kind as usize].lock().bucket(network, now).charge(count, now);
    }
}

impl Permit {
    /// Counts the connection for an address, unless it is counted for one already. Are there not too
    /// many from there?
    pub(crate) fn count_for(&self, address: IpAddr) -> bool {
        let address = network(address);
        let mut open = self.limiter.open.lock();
        let from_there = open.by_address.get(&address).copied().unwrap_or_default();
        if self.address.get().is_some() {
            return true;
        }
        let elsewhere = self.limiter.usage.of_address(address).connections;
        let is_over = from_there + elsewhere >= self.limiter.most_per_address;
        if is_over || self.address.set(address).is_err() {
            return false;
        }
        open.by_address.insert(address, from_there + 1);
        self.limiter.usage.change_address(address, |usage| usage.connections = from_there + 1);
        true
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.limiter.open.lock();
        open.count -= 1;
        let Some(address) = self.address.get() else { return };
        if let Some(count) = open.by_address.get_mut(address) {
            *count -= 1;
            let left = *count;
            if left == 0 {
                open.by_address.remove(address);
            }
            self.limiter.usage.change_address(*address, |usage| usage.connections = left);
        }
    }
}

/// The unit of limits: an IPv4 address, or an IPv6 /64 network, as one household has it.
pub(crate) fn network(address: IpAddr) -> IpAddr {
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
    fn connections_are_counted_by_address() {
        let limits =
            ServerLimits { connections: 3, connections_per_address: 2, ..ServerLimits::default() };
        let limiter = ConnectionLimiter::new(&limits, Arc::new(SharedUsage::new(false)));
        let one: IpAddr = "192.0.2.1".parse().expect("an address");
        let other: IpAddr = "2001:db8::1".parse().expect("an address");
        let neighbour: IpAddr = "2001:db8::2".parse().expect("an address");
        let first = limiter.admit(one).expect("room");
        let _second = limiter.admit("::ffff:192.0.2.1".parse().expect("an address")).expect("room");
        assert!(limiter.admit(one).is_none(), "two from there already");
        let third = limiter.admit(other).expect("room");
        assert!(limiter.admit(neighbour).is_none(), "three already");
        drop(third);
        drop(first);
        assert!(limiter.admit(one).is_some() && limiter.admit(neighbour).is_some());
    }

    #[test]
    fn rooms_are_created_at_a_rate_of_their_address() {
        let limits = ServerLimits {
            creations: Rate { per_second: 1.0, burst: 2.0 },
            ..ServerLimits::default()
        };
        let limiter = ConnectionLimiter::new(&limits, Arc::new(SharedUsage::new(false)));
        let one: IpAddr = "2001:db8::1".parse().expect("an address");
        let neighbour: IpAddr = "2001:db8::2".parse().expect("an address");
        let other: IpAddr = "192.0.2.1".parse().expect("an address");
        let now = Duration::from_secs(5);
        let admit = |address| limiter.admit_at_rate(RateKind::Creations, address, now);
        assert!(admit(one) && admit(neighbour));
        assert!(!admit(one), "the /64 has used both");
        assert!(admit(other));
    }

    #[test]
    fn what_was_done_at_other_nodes_counts() {
        let rate = Rate { per_second: 1.0, burst: 3.0 };
        let limits = ServerLimits { newcomers: rate, ..ServerLimits::default() };
        let limiter = ConnectionLimiter::new(&limits, Arc::new(SharedUsage::new(true)));
        let (here, now) = (IpAddr::from([192, 0, 2, 1]), Duration::from_secs(5));
        let admit = |after| {
            let later = now + Duration::from_secs(after);
            limiter.admit_at_rate(RateKind::Newcomers, here, later)
        };
        assert!(admit(0));
        limiter.charge(RateKind::Newcomers, here, 3, now);
        assert!(!admit(0));
        assert!(!admit(1), "one is owed");
        assert!(admit(2));
    }
}
