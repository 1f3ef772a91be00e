//! The broker between the nodes of a cluster and its workers: NATS.

#[cfg(feature = "cluster")]
pub(crate) use nats::{Broker, Inbox};
#[cfg(not(feature = "cluster"))]
pub(crate) use none::{Broker, Inbox};

/// Why there is no broker; the text is meant to be shown.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BrokerError(String);

/// A message, with where it was sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) subject: String,
    /// Where an answer is wanted.
    pub(crate) reply: Option<String>,
    pub(crate) text: String,
    /// The broker's status for a message without a receiver.
    pub(crate) is_returned: bool,
}

#[cfg(feature = "cluster")]
mod nats {
    use std::time::Duration;

    use async_nats::connection::State;
    use async_nats::{Client, ConnectOptions, StatusCode, Subscriber};
    use futures_util::StreamExt;

    use super::{BrokerError, Letter};

    /// A connection to NATS, which is made anew by itself when it is lost.
    #[derive(Clone, Debug)]
    pub(crate) struct Broker {
        client: Client,
    }

    /// A subscription to one subject.
    pub(crate) struct Inbox(Subscriber);

    impl Broker {
        /// Connects, for instance to `nats://host:4222`; several addresses stand with commas.
        pub(crate) async fn connect(addresses: &str) -> Result<Broker, BrokerError> {
            let to_error = |why: &dyn std::fmt::Display| {
                BrokerError(format!("the broker {} cannot be reached: {why}", shown(addresses)))
            };
            let servers: Vec<async_nats::ServerAddr> = addresses
                .split(',')
                .map(|address| address.trim().parse())
                .collect::<Result<_, _>>()
                .map_err(|error| to_error(&error))?;
            let options = ConnectOptions::new()
                .name("xxlchess")
                .ping_interval(Duration::from_secs(2))
                .connection_timeout(Duration::from_secs(3))
                .reconnect_delay_callback(|attempts| {
                    Duration::from_millis(100 * attempts.min(10) as u64)
                });
            let connected = options.connect(servers).await;
            connected.map(|client| Broker { client }).map_err(|error| to_error(&error))
        }

        pub(crate) fn is_connected(&self) -> bool {
            self.client.connection_state() == State::Connected
        }

        pub(crate) async fn publish(&self, subject: String, text: String) {
            // If it is lost, the receiver sees the gap.
            let _ = self.client.publish(subject, text.into()).await;
        }

        /// Sends something to one of those who take turns, and says where the answer is wanted. If
        /// there is no receiver, it comes back to that subject.
        pub(crate) async fn ask(&self, subject: &str, reply: String, text: String) {
            let asked = self.client.publish_with_reply(subject.to_owned(), reply, text.into());
            // If it is lost, nothing is heard of it.
            let _ = asked.await;
        }

        /// Takes one message of those that go to the members of a group in turn.
        pub(crate) async fn take_one(
            &self,
            subject: &str,
            group: &str,
        ) -> Result<Inbox, BrokerError> {
            let to_error = |error: &dyn std::fmt::Display| BrokerError(error.to_string());
            let made = self.client.queue_subscribe(subject.to_owned(), group.to_owned()).await;
            let mut inbox = made.map(Inbox).map_err(|error| to_error(&error))?;
            inbox.0.unsubscribe_after(1).await.map_err(|error| to_error(&error))?;
            Ok(inbox)
        }

        pub(crate) async fn subscribe(&self, subject: String) -> Result<Inbox, BrokerError> {
            let made = self.client.subscribe(subject).await;
            let inbox = made.map(Inbox).map_err(|error| BrokerError(error.to_string()))?;
            // From now on nothing is missed.
            let _ = self.client.flush().await;
            Ok(inbox)
        }

        /// Waits until everything was sent.
        pub(crate) async fn flush(&self) {
            let _ = tokio::time::timeout(Duration::from_secs(1), self.client.flush()).await;
        }
    }

    impl Inbox {
        /// The next message; none when the connection was closed for good.
        pub(crate) async fn next(&mut self) -> Option<Letter> {
            loop {
                let message = self.0.next().await?;
                let is_returned = message.status == Some(StatusCode::NO_RESPONDERS);
                if let Ok(text) = String::from_utf8(message.payload.into()) {
                    let (subject, reply) = (message.subject.to_string(), message.reply);
                    let reply = reply.map(|reply| reply.to_string());
                    return Some(Letter { subject, reply, text, is_returned });
                }
            }
        }

        /// Nothing more is to come; what was on its way can still be read.
        pub(crate) async fn close(&mut self) {
            let _ = self.0.unsubscribe().await;
        }
    }

    /// Addresses without passwords.
    fn shown(addresses: &str) -> String {
        let shown = |address: &str| match address.rsplit_once('@') {
            Some((_, host)) => format!("nats://{host}"),
            None => address.to_owned(),
        };
        addresses.split(',').map(shown).collect::<Vec<_>>().join(",")
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn passwords_are_not_shown() {
            let shown = super::shown("nats://anna:secret@one:4222,nats://two");
            assert_eq!(shown, "nats://one:4222,nats://two");
        }
    }
}

#[cfg(not(feature = "cluster"))]
mod none {
    use super::{BrokerError, Letter};

    /// There is none in this program.
    #[derive(Clone, Debug)]
    pub(crate) enum Broker {}

    pub(crate) enum Inbox {}

    impl Broker {
        pub(crate) async fn connect(_: &str) -> Result<Broker, BrokerError> {
            Err(BrokerError(
                "this program was built without clusters; build it with `cargo build --release \
                 --features cluster`"
                    .to_owned(),
            ))
        }

        pub(crate) fn is_connected(&self) -> bool {
            match *self {}
        }

        pub(crate) async fn publish(&self, _: String, _: String) {
            match *self {}
        }

        pub(crate) async fn ask(&self, _: &str, _: String, _: String) {
            match *self {}
        }

        pub(crate) async fn take_one(&self, _: &str, _: &str) -> Result<Inbox, BrokerError> {
            match *self {}
        }

        pub(crate) async fn subscribe(&self, _: String) -> Result<Inbox, BrokerError> {
            match *self {}
        }

        pub(crate) async fn flush(&self) {
            match *self {}
        }
    }

    impl Inbox {
        pub(crate) async fn next(&mut self) -> Option<Letter> {
            match *self {}
        }

        pub(crate) async fn close(&mut self) {
            match *self {}
        }
    }
}
