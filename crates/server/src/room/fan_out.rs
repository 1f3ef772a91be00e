//! Messages on their way to many spectators, some at a time, so that players come first.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;

use crate::outbox::Outbox;

/// Spectators per batch, and the pause between batches: sending to a large crowd at once would delay
/// the players of all rooms.
const BATCH: usize = 128;
const INTERVAL: Duration = Duration::from_millis(2);

/// Maximum number of messages in progress. With more, the oldest is sent to the rest at once.
const MOST_MESSAGES: usize = 32;

/// Messages that not all spectators have got yet.
#[derive(Default)]
pub(super) struct FanOut {
    queue: VecDeque<Broadcast>,
    next_at: Duration,
}

struct Broadcast {
    /// The message for each kind of spectators.
    messages: [Option<Utf8Bytes>; 3],
    /// Those who have not got it yet, with their kind.
    rest: Vec<(Arc<Outbox>, usize)>,
}

impl FanOut {
    /// When the next spectators get theirs.
    pub(super) fn next_due(&self) -> Option<Duration> {
        (!self.queue.is_empty()).then_some(self.next_at)
    }

    /// Sends a message after those that are on their way.
    pub(super) fn push(
        &mut self,
        messages: [Option<Utf8Bytes>; 3],
        rest: Vec<(Arc<Outbox>, usize)>,
        now: Duration,
        send: &mut dyn FnMut(&Outbox, Utf8Bytes),
    ) {
        if self.queue.is_empty() {
            self.next_at = now;
        }
        self.queue.push_back(Broadcast { messages, rest });
        if self.queue.len() > MOST_MESSAGES {
            self.send_batch(usize::MAX, 1, send);
        }
        self.step(now, send);
    }

    /// Sends to the next spectators, if it is time.
    pub(super) fn step(&mut self, now: Duration, send: &mut dyn FnMut(&Outbox, Utf8Bytes)) {
        if self.next_at <= now {
            self.next_at = now + INTERVAL;
            self.send_batch(BATCH, usize::MAX, send);
        }
    }

    /// A number of spectators and of messages.
    fn send_batch(
        &mut self,
        mut spectators: usize,
        mut messages: usize,
        send: &mut dyn FnMut(&Outbox, Utf8Bytes),
    ) {
        while spectators > 0 && messages > 0 {
            let Some(first) = self.queue.front_mut() else { return };
            let some = first.rest.split_off(first.rest.len().saturating_sub(spectators));
            spectators -= some.len();
            for (outbox, kind) in some {
                if let Some(message) = &first.messages[kind] {
                    send(&outbox, message.clone());
                }
            }
            if first.rest.is_empty() {
                self.queue.pop_front();
                messages -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::Next;

    #[test]
    fn everybody_gets_everything_in_order_and_few_messages_wait() {
        let outboxes: Vec<_> = (0..300).map(|_| Arc::new(Outbox::new(1000, 1 << 20))).collect();
        let mut fan_out = FanOut::default();
        let mut send = |outbox: &Outbox, message| {
            outbox.send_encoded(message);
        };
        for number in 0..100 {
            let rest = outboxes.iter().map(|outbox| (Arc::clone(outbox), 0)).collect();
            let messages = [Some(number.to_string().into()), None, None];
            fan_out.push(messages, rest, Duration::ZERO, &mut send);
            assert!(fan_out.queue.len() <= MOST_MESSAGES);
        }
        let mut now = Duration::ZERO;
        while fan_out.next_due().is_some() {
            now += INTERVAL;
            fan_out.step(now, &mut send);
        }
        let expected: Vec<String> = (0..100).map(|number| number.to_string()).collect();
        for outbox in outboxes {
            let next = || match outbox.next() {
                Next::Send(text) => Some(text.to_string()),
                Next::Close(_) | Next::Wait => None,
            };
            assert_eq!(std::iter::from_fn(next).collect::<Vec<_>>(), expected);
        }
    }
}
