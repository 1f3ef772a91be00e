//! What a client is sent: it is waited for only as long as not too much waits behind it.

use std::sync::atomic::Ordering::Relaxed;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, close_code};
use futures_util::{Sink, SinkExt, Stream};

use super::{Flow, Session};
use crate::outbox::{Closing, Next};

impl Session {
    /// Sends everything that waits.
    pub(super) async fn say_all<S, E>(&mut self, socket: &mut S) -> Flow
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
    {
        let mut said = 0;
        let flow = loop {
            match self.outbox.next() {
                Next::Send(text) => {
                    said += 1;
                    if self.feed(socket, Message::Text(text)).await == Flow::End {
                        return Flow::End;
                    }
                }
                Next::Close(why) => {
                    let _ = self.feed(socket, Message::Close(Some(farewell(why)))).await;
                    break Flow::End;
                }
                Next::Wait => break Flow::GoOn,
            }
        };
        if said > 0 || flow == Flow::End {
            self.hall.metrics.messages_out.fetch_add(said, Relaxed);
            if self.patiently(socket.flush()).await == Flow::End {
                return Flow::End;
            }
        }
        flow
    }

    pub(super) async fn say<S, E>(&self, socket: &mut S, message: Message) -> Flow
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
    {
        self.patiently(socket.send(message)).await
    }

    async fn feed<S, E>(&self, socket: &mut S, message: Message) -> Flow
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
    {
        self.patiently(socket.feed(message)).await
    }

    /// Waits until something was sent, unless too much waits behind it by then.
    async fn patiently<E>(&self, sending: impl Future<Output = Result<(), E>>) -> Flow {
        let mut sending = std::pin::pin!(sending);
        loop {
            tokio::select! {
                sent = &mut sending => {
                    return if sent.is_ok() { Flow::GoOn } else { Flow::End };
                }
                () = self.outbox.woken() => {
                    if self.outbox.is_too_slow() {
                        return Flow::End;
                    }
                }
            }
        }
    }
}

fn farewell(why: Closing) -> CloseFrame {
    let (code, reason) = match why {
        Closing::TooSlow => (close_code::POLICY, "too slow"),
        Closing::Misbehaved => (close_code::POLICY, "refused"),
        Closing::Stopping => (close_code::RESTART, "the server is being stopped"),
    };
    CloseFrame { code, reason: Utf8Bytes::from_static(reason) }
}
