//! The way to another node: frames in batches that follow each other, so that a loss is seen.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use store::ClusterNode;
use tokio::sync::Notify;

use super::frame::{self, BatchHead, Frame};
use crate::identity::random_bits;

/// Silence after which a node counts as unreachable.
const PEER_TIMEOUT: Duration = Duration::from_millis(2500);

/// A batch is sent when it is this long, in bytes; brokers take no more than a mebibyte.
const LONGEST_BATCH: usize = 128 * 1024;

/// Maximum number of waiting bytes. With more, all are dropped, and the other node sees the gap.
const MOST_BYTES: usize = 32 << 20;

/// Another node.
pub(crate) struct Peer {
    pub(super) node: ClusterNode,
    /// Distinguishes the numbers of this series from those of an earlier one.
    series: u64,
    outgoing: Mutex<Outgoing>,
    wake: Notify,
    incoming: Mutex<Incoming>,
    is_up: AtomicBool,
}

#[derive(Default)]
struct Outgoing {
    batches: VecDeque<String>,
    bytes: usize,
    next: u64,
}

struct Incoming {
    series: Option<u64>,
    expected: u64,
    heard: Instant,
}

/// How to treat a batch from another node.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It follows the one before.
    InOrder,
    /// Something before it was lost.
    AfterGap,
    /// It was known already.
    Old,
}

impl Peer {
    pub(super) fn new(node: ClusterNode) -> Peer {
        let incoming = Incoming { series: None, expected: 0, heard: Instant::now() };
        Peer {
            node,
            // Without random bits all ways are of one series, and only losses are seen.
            series: random_bits().unwrap_or_default(),
            outgoing: Mutex::default(),
            wake: Notify::new(),
            incoming: Mutex::new(incoming),
            is_up: AtomicBool::new(false),
        }
    }

    /// Can it be reached, as far as is known?
    pub(super) fn is_up(&self) -> bool {
        self.is_up.load(Relaxed)
    }

    /// Sends a frame, perhaps with a message for clients. Never blocks.
    pub(super) fn push(&self, frame: &Frame, message: Option<&str>) {
        let mut outgoing = self.outgoing.lock();
        if outgoing.bytes > MOST_BYTES {
            outgoing.batches.clear();
            outgoing.bytes = 0;
            outgoing.next += 1;
        }
        if outgoing.batches.back().is_none_or(|batch| batch.len() >= LONGEST_BATCH) {
            outgoing.batches.push_back(String::new());
        }
        if let Some(batch) = outgoing.batches.back_mut() {
            let before = batch.len();
            frame::write(batch, frame, message);
            let more = batch.len() - before;
            outgoing.bytes += more;
        }
        drop(outgoing);
        self.wake.notify_one();
    }

    /// The next batch, when there is one.
    pub(super) async fn next_batch(&self, own: ClusterNode) -> String {
        loop {
            if let Some(batch) = self.take(own) {
                return batch;
            }
            self.wake.notified().await;
        }
    }

    fn take(&self, own: ClusterNode) -> Option<String> {
        let mut outgoing = self.outgoing.lock();
        let frames = outgoing.batches.pop_front()?;
        outgoing.bytes -= frames.len();
        let number = outgoing.next;
        outgoing.next += 1;
        Some(
            protocol::write(&BatchHead { from: own, series: self.series, number }) + "\n" + &frames,
        )
    }

    /// Was everything sent?
    pub(super) fn is_idle(&self) -> bool {
        self.outgoing.lock().batches.is_empty()
    }

    /// A batch has come.
    pub(super) fn arrived(&self, series: u64, number: u64) -> Arrival {
        let mut incoming = self.incoming.lock();
        incoming.heard = Instant::now();
        self.is_up.store(true, Relaxed);
        // A series that is new begins with 0.
        if incoming.series.replace(series) != Some(series) {
            let is_first = std::mem::replace(&mut incoming.expected, number + 1) == 0;
            return if is_first && number == 0 { Arrival::InOrder } else { Arrival::AfterGap };
        }
        let expected = incoming.expected;
        if number < expected {
            return Arrival::Old;
        }
        incoming.expected = number + 1;
        if number == expected { Arrival::InOrder } else { Arrival::AfterGap }
    }

    /// Is it missed from now on?
    pub(super) fn falls_silent(&self) -> bool {
        self.silence() > PEER_TIMEOUT && self.is_up.swap(false, Relaxed)
    }

    /// Time since the last batch.
    pub(super) fn silence(&self) -> Duration {
        self.incoming.lock().heard.elapsed()
    }
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Peer({})", self.node.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_seen() {
        let (own, peer) = (ClusterNode(1), Peer::new(ClusterNode(2)));
        assert!(peer.take(own).is_none() && peer.is_idle());
        peer.push(&Frame::Alive, None);
        peer.push(&Frame::Reset, None);
        let batch = peer.take(own).expect("a batch");
        let (head, frames) = frame::read(&batch).expect("sound");
        assert_eq!((head.number, frames.len()), (0, 2));
        assert_eq!(peer.arrived(9, 0), Arrival::InOrder);
        assert_eq!(peer.arrived(9, 2), Arrival::AfterGap);
        assert_eq!(peer.arrived(9, 1), Arrival::Old);
        assert_eq!(peer.arrived(9, 3), Arrival::InOrder);
    }

    /// As after a freeze during which the other node has forgotten this one.
    #[test]
    fn a_node_that_has_forgotten_this_one_is_heard_again() {
        let peer = Peer::new(ClusterNode(2));
        for number in 0..5 {
            assert_eq!(peer.arrived(1, number), Arrival::InOrder);
        }
        assert_eq!(peer.arrived(2, 0), Arrival::AfterGap);
        assert_eq!(peer.arrived(2, 1), Arrival::InOrder);
        assert_eq!(Peer::new(ClusterNode(2)).arrived(1, 4), Arrival::AfterGap, "it began before");
    }

    #[test]
    fn what_cannot_be_sent_is_dropped_and_leaves_a_gap() {
        let (own, peer) = (ClusterNode(1), Peer::new(ClusterNode(2)));
        let message = "x".repeat(1 << 20);
        for _ in 0..40 {
            peer.push(&Frame::Say { connection: 1 }, Some(&message));
        }
        let (head, _) = frame::read(&peer.take(own).expect("a batch")).expect("sound");
        assert_eq!(head.number, 1);
    }
}
