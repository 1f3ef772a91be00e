//! Messages of a server.

use rules::Colour;
use serde::{Deserialize, Serialize};

use crate::{
    Clocks, LiveState, Opponent, PlayerInfo, PlayerName, Ranking, Refusal, RoomEvent, RoomId,
    RoomPhase, RoomState, TimeControl, Token,
};

/// A message of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ToClient {
    /// The answer to a greeting.
    Welcome {
        /// The version of the protocol that is spoken from now on: the newest that both know.
        version: u16,
        /// The player's name from now on, with a number if it was taken.
        name: PlayerName,
        /// A new secret, if the player was not known; to be kept and sent the next time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<Token>,
        /// The games of this player that are going on, whether or not they asked to resume them.
        rooms: Vec<RoomId>,
        /// The players whom this player has blocked.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        blocked: Vec<PlayerName>,
        /// The server's name, rules, levels and limits.
        server: ServerInfo,
    },
    /// The answer to a ping.
    Pong {
        /// The number of the ping.
        number: u64,
    },
    /// The games that are listed: the first page.
    Lobby {
        /// Those that wait for a player first, then those that go on.
        rooms: Vec<LobbyEntry>,
    },
    /// Changes of the list.
    LobbyChanged {
        /// New and changed entries.
        changed: Vec<LobbyEntry>,
        /// Rooms that are not listed any more.
        gone: Vec<RoomId>,
    },
    /// A page of the list of games, as it was searched for.
    Games(GamesPage),
    /// The ranking lists.
    Ranking {
        /// A list for each rule set by which rated games were played.
        rankings: Vec<Ranking>,
    },
    /// Everything about a room: after one came into it, after a move of one's own was refused,
    /// and after the end of a game under fog, which hides nothing any more. It replaces all that
    /// was known.
    State(Box<RoomState>),
    /// After a lost connection, nothing has happened in a room since the last event that was seen.
    Resumed {
        /// Where nothing has happened.
        room: RoomId,
        /// The clocks now, if there are any.
        clocks: Option<Clocks>,
    },
    /// Something has happened in a room.
    Event {
        /// Where it has happened.
        room: RoomId,
        /// The number of the event, one more than that of the one before. If one is missing, the
        /// client asks for the whole state by watching or joining again.
        number: u64,
        /// What has happened.
        event: RoomEvent,
    },
    /// A player's pointer, selection and arrows. Unnumbered, as only the last one matters.
    Live {
        /// The room of the player.
        room: RoomId,
        /// The colour of the player.
        #[serde(with = "record::names::name")]
        #[cfg_attr(feature = "schema", schemars(with = "record::schema::ColourName"))]
        from: Colour,
        /// All that there is to be seen.
        state: LiveState,
    },
    /// The client has left the room, or it is closed; no more messages about it follow.
    Left {
        /// The room that was left.
        room: RoomId,
    },
    /// An opponent is being looked for, or not any more.
    Seeking {
        /// True while one is being looked for.
        on: bool,
    },
    /// There is an opponent: the game is in this room, where both have a seat, and which they join.
    Paired {
        /// The room of the new game.
        room: RoomId,
    },
    /// The list of blocked players after a change.
    Blocked {
        /// All whom this player blocks now.
        players: Vec<PlayerName>,
    },
    /// A code for another device, which sends it with its greeting.
    Transfer {
        /// It can be used once.
        code: Token,
        /// Validity in seconds.
        seconds: u64,
    },
    /// Other devices are signed out, and codes for them are not valid any more.
    DevicesRevoked {
        /// How many devices.
        count: usize,
    },
    /// The request succeeded; sent if the request has an id and no other message answers it.
    Done,
    /// Something was refused; nothing has changed.
    Refused {
        /// In which room, if it was about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        room: Option<RoomId>,
        /// Why nothing has changed.
        refusal: Refusal,
    },
}

/// A page of the games that were searched for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesPage {
    /// Those that wait for a player first, then those that go on.
    pub rooms: Vec<LobbyEntry>,
    /// The number of this page, from 0.
    pub page: usize,
    /// How many pages there are.
    pub pages: usize,
    /// How many games were found.
    pub total: usize,
}

/// A server's name, rules, levels and limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerInfo {
    /// The name that the server shows.
    pub name: String,
    /// The version of its program.
    pub program: String,
    /// The rule sets that it ships.
    pub rules: Vec<RulesInfo>,
    /// The levels of its engine, weakest first; none if it does not play.
    pub levels: Vec<LevelInfo>,
    /// Absence in milliseconds after which the other player can claim the game.
    pub grace_ms: u64,
    /// The address of its page for others on its local network, such as `http://192.168.1.7:8064`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lan: Option<String>,
}

/// A level of the server's engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelInfo {
    /// By which the options of a room ask for it.
    pub name: String,
    /// How strong it is, from games between the levels.
    pub rating: i32,
}

/// Rules as they are listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesInfo {
    /// By which options and archives name them.
    pub id: String,
    /// The name shown to people.
    pub title: String,
    /// Files and ranks of the board.
    pub size: [u8; 2],
    /// Is it a user's own?
    #[serde(default)]
    pub own: bool,
}

/// A room as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LobbyEntry {
    /// By which it is joined or watched.
    pub room: RoomId,
    /// White and Black, as far as they are there.
    pub players: [Option<PlayerInfo>; 2],
    /// By which rules the game is played.
    pub rules: RulesInfo,
    /// Is there fog?
    pub fog: bool,
    /// The time of each side, if there are clocks.
    pub clock: Option<TimeControl>,
    /// Does it count?
    pub rated: bool,
    /// May moves be taken back?
    pub take_backs: bool,
    /// Against whom.
    pub opponent: Opponent,
    /// The phase of its game.
    pub phase: RoomPhase,
    /// How many turns were played.
    pub ply: usize,
    /// How many watch.
    pub spectators: usize,
}
