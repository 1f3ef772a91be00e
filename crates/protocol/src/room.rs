//! The state of a room as a whole, and the events that change it.

use record::EntryKind;
use rules::Colour;
use serde::{Deserialize, Serialize};

use crate::{ChatText, Clocks, FogView, PlayerName, RoomCode, RoomId, RoomOptions, VisibleEntry};

/// The state of a room as one client may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomState {
    /// As messages about it name it.
    pub room: RoomId,
    /// The number of the last event that is in here; the next one is one more.
    pub number: u64,
    /// The role of the receiver.
    pub role: RoomRole,
    /// How it is played. The colour that was asked for is left as it was.
    pub options: RoomOptions,
    /// The code of a private room; only sent to its players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<RoomCode>,
    /// White and Black.
    pub seats: [SeatState; 2],
    /// The phase of the game.
    pub phase: RoomPhase,
    /// Where the game started, as FEN.
    pub start: String,
    /// The record of the game: everything that has happened in it, as far as it may be known.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<record::Entry>"))]
    pub entries: Vec<VisibleEntry>,
    /// Under fog, while it goes on, what is seen; nothing for spectators who may see nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<FogView>,
    /// The clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// The rating changes of White and Black after the end, if the game was rated.
    #[serde(default)]
    pub rating_changes: [Option<i32>; 2],
    /// The last lines of chat, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chat: Vec<ChatLine>,
    /// How many watch.
    pub spectators: usize,
    /// The room of the next game between the two, if they play again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<RoomId>,
    /// Can the server not save the last turns at the moment? If it is killed now, they are lost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsaved: bool,
}

impl RoomState {
    /// Applies an event to the state.
    pub fn apply(&mut self, event: &RoomEvent) {
        match event {
            RoomEvent::Seats(seats) => self.seats = (**seats).clone(),
            RoomEvent::Recorded { entry, view, clocks, .. } => {
                self.entries.push(*entry);
                self.view = view.as_deref().cloned();
                self.clocks = *clocks;
                match entry.entry().kind {
                    EntryKind::Resume => self.phase = RoomPhase::Playing,
                    EntryKind::Pause => self.phase = RoomPhase::Paused,
                    EntryKind::End(_) => self.phase = RoomPhase::Over,
                    _ => {}
                }
            }
            RoomEvent::RatingChanges(changes) => self.rating_changes = *changes,
            RoomEvent::Presence { side, presence } => {
                self.seats[side.index()].presence = *presence;
            }
            RoomEvent::Chat(line) => self.chat.push(line.clone()),
            RoomEvent::Spectators { count } => self.spectators = *count,
            RoomEvent::LiveAllowed { side, on } => self.seats[side.index()].live = *on,
            RoomEvent::ViewShown { side, on } => self.seats[side.index()].shows_view = *on,
            RoomEvent::RematchOffered { by } => self.seats[by.index()].wants_rematch = true,
            RoomEvent::Rematch { room } => self.next = Some(room.clone()),
            RoomEvent::Unsaved { on } => self.unsaved = *on,
        }
    }

    /// Drops all but the last lines of chat.
    pub fn truncate_chat(&mut self, most: usize) {
        let excess = self.chat.len().saturating_sub(most);
        self.chat.drain(..excess);
    }
}

/// The part that a client plays in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoomRole {
    /// They play White.
    White,
    /// They play Black.
    Black,
    /// They watch.
    Spectator,
}

impl RoomRole {
    /// The role of a player of a colour.
    pub const fn player(colour: Colour) -> RoomRole {
        match colour {
            Colour::White => RoomRole::White,
            Colour::Black => RoomRole::Black,
        }
    }

    /// The colour that is played, if one is.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            RoomRole::White => Some(Colour::White),
            RoomRole::Black => Some(Colour::Black),
            RoomRole::Spectator => None,
        }
    }
}

/// The phase of a room's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoomPhase {
    /// It waits for a second player.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game goes on when its players are back, for instance after the server was restarted.
    Paused,
    /// The game is over.
    Over,
}

/// One of the two seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatState {
    /// The player, if the seat is taken.
    pub player: Option<PlayerInfo>,
    /// Are they there?
    pub presence: Presence,
    /// Does the player share pointer, selection and arrows?
    pub live: bool,
    /// Under fog, do they let spectators see their view?
    #[serde(default)]
    pub shows_view: bool,
    /// Do they want another game?
    #[serde(default)]
    pub wants_rematch: bool,
}

/// A player as others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerInfo {
    /// The name on this server.
    pub name: PlayerName,
    /// Their rating by these rules, if they have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingInfo>,
    /// The level of the server's engine, if it is that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// A rating as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingInfo {
    /// The rating.
    pub value: i32,
    /// Are there too few games to be sure?
    #[serde(default)]
    pub provisional: bool,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Presence {
    /// Connected, or the seat is empty.
    Here,
    /// Their connection was lost, or they went away.
    Reconnecting {
        /// Time in milliseconds until the other player can claim the game.
        claim_in_ms: u64,
    },
}

/// What somebody has said in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatLine {
    /// The sender.
    pub from: ChatSender,
    /// What was said, as it is shown.
    pub text: ChatText,
}

/// The sender of a line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatSender {
    /// The name on this server.
    pub name: PlayerName,
    /// The sender's role in the room.
    pub role: RoomRole,
}

/// Something that has happened in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoomEvent {
    /// The seats, before the game goes on: the second player has joined, or both are back.
    Seats(Box<[SeatState; 2]>),
    /// An entry was appended to the record of the game: a turn, an offer, a take-back, a pause, the
    /// end. Under fog a new state follows the end, which hides nothing any more.
    Recorded {
        /// How many turns stood before it.
        ply: usize,
        /// The visible part of the entry.
        #[cfg_attr(feature = "schema", schemars(with = "record::Entry"))]
        entry: VisibleEntry,
        /// Under fog, what is seen now; nothing for spectators who may see nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        view: Option<Box<FogView>>,
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
    },
    /// The rating changes of White and Black after the end of the game.
    RatingChanges([Option<i32>; 2]),
    /// A player's connection was lost or restored.
    Presence {
        /// Whose connection.
        #[serde(with = "record::names::name")]
        #[cfg_attr(feature = "schema", schemars(with = "record::schema::ColourName"))]
        side: Colour,
        /// Are they there?
        presence: Presence,
    },
    /// A line of chat.
    Chat(ChatLine),
    /// Spectator count changed.
    Spectators {
        /// How many.
        count: usize,
    },
    /// A player allowed or stopped the sharing of pointer, selection and arrows.
    LiveAllowed {
        /// Whose pointer, selection and arrows.
        #[serde(with = "record::names::name")]
        #[cfg_attr(feature = "schema", schemars(with = "record::schema::ColourName"))]
        side: Colour,
        /// True if enabled.
        on: bool,
    },
    /// Under fog, a player lets spectators see their view, or not any more.
    ViewShown {
        /// Whose view.
        #[serde(with = "record::names::name")]
        #[cfg_attr(feature = "schema", schemars(with = "record::schema::ColourName"))]
        side: Colour,
        /// True if enabled.
        on: bool,
    },
    /// A player wants another game.
    RematchOffered {
        /// The one who waits for the other to agree.
        #[serde(with = "record::names::name")]
        #[cfg_attr(feature = "schema", schemars(with = "record::schema::ColourName"))]
        by: Colour,
    },
    /// The two play again, in another room, where their seats are kept: they join it.
    Rematch {
        /// The new room.
        room: RoomId,
    },
    /// From now on turns are not saved when they are sent (`on`), or all of them are saved again.
    Unsaved {
        /// True if turns are not saved.
        on: bool,
    },
}
