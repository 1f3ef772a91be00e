//! A client of the game server without its wires.
//!
//! A [`Client`] does no input or output and looks at no clock: its owner opens the WebSocket
//! when it is asked to ([`Effect::Open`]), passes on what is to be sent and what was received, and
//! passes the time. It greets the server, comes back by itself after the connection was lost,
//! sends again what may not have arrived, and keeps a mirror of every room with its game, as far
//! as we may know it.
//!
//! ```
//! use std::time::Duration;
//!
//! use xxlchess_client::{Client, Effect};
//! use protocol::PlayerName;
//!
//! let name = PlayerName::new("Anna").expect("a name");
//! let mut client = Client::new(name, None, 7);
//! client.connect(Duration::ZERO);
//! assert_eq!(client.next_effect(), Some(Effect::Open));
//! client.opened(Duration::ZERO);
//! let greeting = r#"{"hello":{"version":4,"name":"Anna"}}"#.to_owned();
//! assert_eq!(client.next_effect(), Some(Effect::Send(greeting)));
//! ```

#![warn(missing_docs)]

mod backoff;
mod connection;
mod event;
mod lobby;
mod room;
mod room_game;
#[cfg(test)]
mod tests;

pub use connection::{Client, Effect, Link};
pub use event::ClientEvent;
pub use lobby::Lobby;
pub use room::{Pending, Room, SendMoveError};
