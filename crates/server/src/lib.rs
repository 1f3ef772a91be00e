//! The network game server: rooms, each with a game, its players and spectators.
//!
//! [`Server::start`] takes a [`ServerConfig`] and a store and serves one port: the page, a small HTTP
//! API, and the messages of [`protocol`] over WebSockets. A connection is one task (`session`), a
//! room is one task (`room`), and the only way from one to the other is a bounded mailbox. No room
//! waits for a client: messages go into the outbox of a connection, and a full outbox closes it.
//! [`game`] is the referee.
//!
//! Every turn is saved before it is broadcast, so that a server that is killed goes on with every
//! game where its players saw it. [`ServerLimits`] lists what one user, one address and all together may
//! use.

#![warn(missing_docs)]

mod admin;
mod archive_queue;
mod clock;
mod cluster;
mod discovery;
mod engine_pool;
mod fair_queue;
mod host;
mod http;
mod identity;
mod limiter;
mod limits;
mod lobby;
mod metrics;
mod moderation;
mod outbox;
mod page;
mod pairing;
mod pgn_writer;
mod proxy;
mod quota;
mod ranking;
mod rated_games;
mod registry;
mod room;
mod room_creation;
mod room_handle;
mod rule_compiler;
mod server;
mod server_state;
mod session;
mod settings;
mod store_actor;
mod throttle;
mod tls;

pub use admin::{AdminReply, AdminRequest};
pub use clock::ServerClock;
pub use cluster::{Worker, WorkerConfig};
pub use discovery::{Finder, FoundServer, local_address};
pub use host::{Host, WorkerHost};
pub use limits::{Rate, ServerLimits, Timeouts};
pub use page::{PageFile, WebPage};
pub use proxy::{IpNetwork, IpNetworkError};
pub use server::{Server, ServerConfig, StartError};
pub use settings::LimitError;
pub use tls::{TlsError, TlsFiles};
