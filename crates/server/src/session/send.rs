//! Sending to a client. A slow one is waited for until its outbox is full.

use std::sync::atomic::Ordering::Relaxed;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, close_code};
use futures_util::{Sink, SinkExt, Stream};

use super::{Flow, Session};
use crate::outbox::{CloseReason, Next};

impl Session {
    /// Sends everything in the outbox.
    pub(super) async fn send_queued<S, E>(&mut self, socket: &mut S) -> Flow
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
    {
        let mut said = 0;
        let flow = loop {
            match self.outbox.next() {
                Next::Send(text) => {
                    said += 1;
                    let sending = socket.feed(Message::Text(text));
                    if self.until_sent(sending).await == Flow::Close {
                        return Flow::Close;
                    }
                }
                Next::Close(why) => {
                    let closing = Message::Close(Some(close_frame(why)));
                    let _ = self.until_sent(socket.feed(closing)).await;
                    break Flow::Close;
                }
                Next::Wait => break Flow::Continue,
            }
        };
        if said > 0 || flow == Flow::Close {
            self.server.metrics.messages_out.fetch_add(said, Relaxed);
            if self.until_sent(socket.flush()).await == Flow::Close {
                return Flow::Close;
            }
        }
        flow
    }

    /// Waits until something is sent, unless the outbox is full by then.
    pub(super) async fn until_sent<E>(&self, sending: impl Future<Output = Result<(), E>>) -> Flow {
        let mut sending = std::pin::pin!(sending);
        loop {
            tokio::select! {
                sent = &mut sending => {
                    return if sent.is_ok() { Flow::Continue } else { Flow::Close };
                }
                () = self.outbox.woken() => {
                    if self.outbox.is_too_slow() {
                        return Flow::Close;
                    }
                }
            }
        }
    }
}

fn close_frame(why: CloseReason) -> CloseFrame {
    let (code, reason) = match why {
        CloseReason::TooSlow => (close_code::POLICY, "too slow"),
        CloseReason::Misbehaved => (close_code::POLICY, "refused"),
        CloseReason::Stopping => (close_code::RESTART, "the server is being stopped"),
    };
    CloseFrame { code, reason: Utf8Bytes::from_static(reason) }
}
