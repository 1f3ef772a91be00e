//! Messages that wait for one connection: sending never blocks; a full outbox closes the connection.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use protocol::{RoomId, ToClient};
use rules::Colour;
use tokio::sync::Notify;

use crate::cluster::RemoteOutbox;

/// Why a connection is to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CloseReason {
    /// It did not take its messages.
    TooSlow,
    /// It broke the protocol.
    Misbehaved,
    /// The server stops.
    Stopping,
}

/// The messages that wait for one connection. Those about what a player does between moves wait
/// apart: there the last one makes all before it needless.
#[derive(Debug)]
pub(crate) struct Outbox {
    most: usize,
    most_bytes: usize,
    contents: Mutex<Contents>,
    wake: Notify,
    /// The way to a connection of another node; then nothing waits here.
    remote: Option<RemoteOutbox>,
}

#[derive(Debug, Default)]
struct Contents {
    queue: VecDeque<Utf8Bytes>,
    bytes: usize,
    live: Vec<(RoomId, Colour, Utf8Bytes)>,
    closing: Option<CloseReason>,
}

/// The next action of the connection.
#[derive(Debug)]
pub(crate) enum Next {
    Send(Utf8Bytes),
    /// Close the connection.
    Close(CloseReason),
    /// Wait for [`Outbox::woken`].
    Wait,
}

/// A message as it goes over the wire, to be sent to many without being written again.
pub(crate) fn encode(message: &ToClient) -> Utf8Bytes {
    protocol::write(message).into()
}

impl Outbox {
    /// An outbox with limits for waiting messages and bytes; a single message is never too large.
    pub(crate) fn new(most: usize, most_bytes: usize) -> Outbox {
        Outbox { most, most_bytes, contents: Mutex::default(), wake: Notify::new(), remote: None }
    }

    /// The outbox of a connection of another node.
    pub(crate) fn remote(remote: RemoteOutbox) -> Outbox {
        Outbox { remote: Some(remote), ..Outbox::new(0, 0) }
    }

    /// The way to the node of the connection, if it is another one.
    pub(crate) fn way(&self) -> Option<&RemoteOutbox> {
        self.remote.as_ref()
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: &ToClient) {
        self.send_encoded(encode(message));
    }

    /// Sends the answer to a request, with its id if it has one.
    pub(crate) fn answer(&self, request: Option<u64>, message: &ToClient) {
        self.answer_encoded(request, encode(message));
    }

    /// Sends an answer that was written already, as [`Outbox::send_encoded`] does.
    pub(crate) fn answer_encoded(&self, request: Option<u64>, message: Utf8Bytes) -> bool {
        self.send_encoded(match request {
            Some(id) => protocol::with_id(&message, id).into(),
            None => message,
        })
    }

    /// Sends an encoded message. Returns whether there was space for it; if not, the
    /// connection is closed.
    pub(crate) fn send_encoded(&self, message: Utf8Bytes) -> bool {
        if let Some(remote) = &self.remote {
            remote.send(&message);
            return true;
        }
        let mut contents = self.contents.lock();
        if contents.closing.is_some() {
            return true;
        }
        let bytes = contents.bytes + message.len();
        let has_room = contents.queue.is_empty()
            || (contents.queue.len() < self.most && bytes <= self.most_bytes);
        if has_room {
            contents.bytes = bytes;
            contents.queue.push_back(message);
        } else {
            contents.closing = Some(CloseReason::TooSlow);
            (contents.queue, contents.bytes) = (VecDeque::new(), 0);
        }
        drop(contents);
        self.wake.notify_one();
        has_room
    }

    /// Sends what a player does between moves, in place of the one that waits.
    pub(crate) fn send_live(&self, room: &RoomId, side: Colour, message: Utf8Bytes) {
        if let Some(remote) = &self.remote {
            return remote.send_live(room, side, &message);
        }
        let mut contents = self.contents.lock();
        match contents.live.iter_mut().find(|(r, s, _)| (r, *s) == (room, side)) {
            Some((_, _, waiting)) => *waiting = message,
            None => contents.live.push((room.clone(), side, message)),
        }
        drop(contents);
        self.wake.notify_one();
    }

    /// Closes the connection after what waits was sent, or at once if it was too slow.
    pub(crate) fn close(&self, why: CloseReason) {
        self.contents.lock().closing.get_or_insert(why);
        self.wake.notify_one();
    }

    /// The next action.
    pub(crate) fn next(&self) -> Next {
        let mut contents = self.contents.lock();
        if let Some(message) = contents.queue.pop_front() {
            contents.bytes -= message.len();
            return Next::Send(message);
        }
        if contents.queue.capacity() > 64 {
            contents.queue = VecDeque::new();
        }
        if let Some(closing) = contents.closing {
            return Next::Close(closing);
        }
        match contents.live.pop() {
            Some((_, _, message)) => Next::Send(message),
            None => Next::Wait,
        }
    }

    /// Waits until there is something to do.
    pub(crate) async fn woken(&self) {
        self.wake.notified().await;
    }

    /// Is it closed because it was too slow?
    pub(crate) fn is_too_slow(&self) -> bool {
        self.contents.lock().closing == Some(CloseReason::TooSlow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(outbox: &Outbox) -> Vec<String> {
        let mut sent = Vec::new();
        while let Next::Send(text) = outbox.next() {
            sent.push(text.to_string());
        }
        sent
    }

    #[test]
    fn live_messages_are_replaced_and_come_last() {
        let outbox = Outbox::new(4, 100);
        let room = RoomId::from_random(1);
        outbox.send_live(&room, Colour::White, "one".into());
        outbox.send_live(&room, Colour::White, "two".into());
        outbox.send_live(&room, Colour::Black, "three".into());
        outbox.send_encoded("move".into());
        let mut sent = drain(&outbox);
        assert_eq!(sent.remove(0), "move");
        sent.sort();
        assert_eq!(sent, ["three", "two"]);
    }

    #[test]
    fn whoever_is_slow_is_dropped_and_not_waited_for() {
        let outbox = Outbox::new(2, 100);
        assert!(outbox.send_encoded("a".into()) && outbox.send_encoded("b".into()));
        assert!(!outbox.send_encoded("c".into()));
        assert!(matches!(outbox.next(), Next::Close(CloseReason::TooSlow)));
        assert!(outbox.is_too_slow());
    }

    #[test]
    fn large_messages_count_by_their_bytes() {
        let outbox = Outbox::new(100, 10);
        assert!(outbox.send_encoded("one that is longer than all".into()), "alone it is sent");
        assert!(matches!(outbox.next(), Next::Send(_)));
        assert!(outbox.send_encoded("1234567890".into()));
        assert!(!outbox.send_encoded("1".into()));
        assert!(matches!(outbox.next(), Next::Close(CloseReason::TooSlow)));
    }

    #[test]
    fn what_was_said_before_closing_is_sent() {
        let outbox = Outbox::new(2, 100);
        outbox.send_encoded("a".into());
        outbox.close(CloseReason::Stopping);
        assert_eq!(drain(&outbox), ["a"]);
        assert!(matches!(outbox.next(), Next::Close(CloseReason::Stopping)));
    }
}
