//! A queue in which addresses take turns, and within an address its players.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// Items in a fair order: an owner of many waiting items delays others by at most one.
#[derive(Debug)]
pub(crate) struct FairQueue<A, P, T> {
    addresses: Ring<A, Ring<P, VecDeque<T>>>,
    len: usize,
}

/// Keys that take turns, each with what it has waiting.
#[derive(Debug)]
struct Ring<K, Q> {
    order: VecDeque<K>,
    queues: HashMap<K, Q>,
}

impl<K, Q> Default for Ring<K, Q> {
    fn default() -> Ring<K, Q> {
        Ring { order: VecDeque::new(), queues: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash, Q: Default> Ring<K, Q> {
    /// The queue of a key, which is the last in turn if it is new.
    fn queue(&mut self, key: K) -> &mut Q {
        match self.queues.entry(key) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                self.order.push_back(key);
                entry.insert(Q::default())
            }
        }
    }

    fn remove(&mut self, key: K) {
        if self.queues.remove(&key).is_some() {
            self.order.retain(|known| *known != key);
        }
    }
}

impl<A, P, T> Default for FairQueue<A, P, T> {
    fn default() -> FairQueue<A, P, T> {
        FairQueue { addresses: Ring::default(), len: 0 }
    }
}

impl<A: Copy + Eq + Hash, P: Copy + Eq + Hash, T: Eq> FairQueue<A, P, T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Appends an item to those of its player.
    pub(crate) fn push(&mut self, address: A, player: P, item: T) {
        self.addresses.queue(address).queue(player).push_back(item);
        self.len += 1;
    }

    /// Takes the next item in turn.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let address = self.addresses.order.pop_front()?;
        let players = self.addresses.queues.get_mut(&address)?;
        let player = players.order.pop_front()?;
        let items = players.queues.get_mut(&player)?;
        let item = items.pop_front()?;
        if items.is_empty() {
            players.queues.remove(&player);
        } else {
            players.order.push_back(player);
        }
        if players.order.is_empty() {
            self.addresses.queues.remove(&address);
        } else {
            self.addresses.order.push_back(address);
        }
        self.len -= 1;
        Some(item)
    }

    /// Removes an item, wherever it is.
    pub(crate) fn remove(&mut self, address: A, player: P, item: &T) -> bool {
        let Some(players) = self.addresses.queues.get_mut(&address) else { return false };
        let Some(items) = players.queues.get_mut(&player) else { return false };
        let Some(place) = items.iter().position(|known| known == item) else { return false };
        items.remove(place);
        if items.is_empty() {
            players.remove(player);
        }
        if players.order.is_empty() {
            self.addresses.remove(address);
        }
        self.len -= 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_their_players_take_turns() {
        let mut queue = FairQueue::default();
        for number in 0..3 {
            queue.push(1, "eve", number);
            queue.push(1, "mallory", 10 + number);
        }
        queue.push(2, "anna", 20);
        queue.push(3, "ben", 30);
        let order: Vec<i32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [0, 20, 30, 10, 1, 11, 2, 12]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn what_is_removed_leaves_nothing_behind() {
        let mut queue = FairQueue::default();
        for number in 0..1000 {
            queue.push(1, "eve", number);
            assert!(queue.remove(1, "eve", &number));
        }
        assert!(!queue.remove(1, "eve", &7));
        assert!(queue.addresses.order.is_empty() && queue.addresses.queues.is_empty());
        queue.push(1, "eve", 1);
        queue.push(1, "eve", 2);
        queue.push(2, "anna", 3);
        assert!(queue.remove(1, "eve", &1));
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(2), Some(3), None]);
    }
}
