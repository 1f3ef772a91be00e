//! The messages between client and server: one JSON text each, over one WebSocket at [`PATH`].
//!
//! Clients send [`ToServer`], servers send [`ToClient`]. Whatever can be checked
//! by itself is checked when it is read: names, ids, secrets, texts and options have types with
//! checked constructors, so that a server never meets a value that makes no sense. What depends on
//! the state of a game is refused by the server with a [`Refusal`].
//!
//! A conversation begins with [`ToServer::Hello`] and [`ToClient::Welcome`], which settle the
//! version and identify the player. `docs/protocol.md` has the rest.
//!
//! ```
//! use xxlchess_protocol::{Action, RoomId, ToServer};
//!
//! let text = r#"{"act":{"room":"k3f7q2m9xa","action":{"play":{"ply":0,"move":"e2e4"}}}}"#;
//! let message: ToServer = xxlchess_protocol::read(text).expect("a message");
//! let expected = ToServer::Act {
//!     room: RoomId::new("k3f7q2m9xa").expect("an id"),
//!     action: Action::Play {
//!         ply: 0,
//!         chess_move: "e2e4".parse().expect("a move"),
//!         thought_ms: None,
//!     },
//! };
//! assert_eq!(message, expected);
//! assert_eq!(xxlchess_protocol::write(&message), text);
//! ```

#![warn(missing_docs)]

mod board;
mod id;
mod invitation;
mod live;
mod options;
mod ranking;
mod refusal;
mod room;
#[cfg(feature = "schema")]
mod schema;
mod text;
mod to_client;
mod to_server;
mod token;
mod wire;

pub use board::{Clocks, FogView};
pub use id::{IdError, RoomCode, RoomId};
pub use invitation::{Invitation, InvitationError, TransferLink};
pub use live::{Arrow, Drag, LiveState, MOST_ARROWS};
pub use options::{
    ColourChoice, LONGEST_RULES, MOST_DELAY_S, NoGame, Opponent, OptionsError, RoomOptions,
    RulesChoice,
};
pub use ranking::{RankedPlayer, Ranking};
pub use record::{GameEnd, SeenTurn, TimeControl, UciMove, VisibleEntry};
pub use refusal::{MoveRefusal, NotNow, Refusal};
pub use room::{
    ChatLine, ChatSender, PlayerInfo, Presence, RatingInfo, RoomEvent, RoomPhase, RoomRole,
    RoomState, SeatState,
};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use text::{ChatText, LONGEST_CHAT, LONGEST_NAME, PlayerName, TextError};
pub use to_client::{GamesPage, LevelInfo, LobbyEntry, RulesInfo, ServerInfo, ToClient};
pub use to_server::{Action, Resume, Seek, ToServer};
pub use token::{Token, TokenError};
pub use wire::{ReadError, read, read_with_id, with_id, write};

/// The newest version of the messages.
pub const VERSION: u16 = 4;

/// The oldest version of the messages that client and server still speak.
pub const OLDEST_VERSION: u16 = 4;

/// Where the server listens for WebSockets.
pub const PATH: &str = "/ws";

/// The service that servers announce on the local network by mDNS.
pub const MDNS_SERVICE: &str = "_xxlchess._tcp.local.";

/// The port of a server unless another is asked for.
pub const DEFAULT_PORT: u16 = 8064;

/// The longest message that a server reads, in bytes.
pub const LONGEST_TO_SERVER: usize = 64 * 1024;

/// The longest message that a client needs to read, in bytes.
pub const LONGEST_TO_CLIENT: usize = 1024 * 1024;

/// How many games are on a page of the list.
pub const GAMES_PER_PAGE: usize = 100;

/// The most rooms that one connection can be in at a time, games that are over among them.
pub const MOST_ROOMS: usize = 32;
