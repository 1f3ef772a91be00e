//! A seat of a room: who holds it, and over which connections he is there.

use std::sync::Arc;
use std::time::Duration;

use engine::level::Level;
use game::Player as GamePlayer;
use protocol::{PlayerInfo, PlayerName, RatingInfo};
use rules::Colour;
use store::ProfileId;

use super::Room;
use crate::identity::PlayerKey;
use crate::outbox::Outbox;

/// Who holds a seat.
#[derive(Clone, Debug)]
pub(crate) enum Holder {
    /// A person.
    Person {
        /// By which he is known.
        key: PlayerKey,
        /// His name.
        name: PlayerName,
        /// His profile.
        profile: ProfileId,
        /// His rating by these rules before the game, if he has one.
        rating: Option<RatingInfo>,
    },
    /// The computer.
    Level(&'static Level),
}

impl Holder {
    /// By which a person is known.
    pub(crate) fn key(&self) -> Option<&PlayerKey> {
        match self {
            Holder::Person { key, .. } => Some(key),
            Holder::Level(_) => None,
        }
    }

    /// The player as the game knows him.
    pub(crate) fn game_player(&self) -> GamePlayer {
        match self {
            Holder::Person { name, .. } => GamePlayer::remote(name.as_str()),
            Holder::Level(level) => GamePlayer::computer(level_name(level), level.name),
        }
    }

    /// The player as others see him.
    pub(crate) fn info(&self) -> Option<PlayerInfo> {
        match self {
            Holder::Person { name, rating, .. } => {
                Some(PlayerInfo { name: name.clone(), rating: *rating, level: None })
            }
            Holder::Level(level) => Some(PlayerInfo {
                name: PlayerName::new(&level_name(level)).ok()?,
                rating: Some(RatingInfo { value: level.rating, provisional: false }),
                level: Some(level.name.to_owned()),
            }),
        }
    }
}

/// What a level is called as a player.
pub(crate) fn level_name(level: &Level) -> String {
    format!("Level {}", level.name)
}

/// A seat.
#[derive(Debug)]
pub(crate) struct Seat {
    pub(crate) holder: Option<Holder>,
    /// Somebody may look at the same game twice.
    pub(crate) connections: Vec<(u64, Arc<Outbox>)>,
    /// Since when he is away.
    pub(crate) away_since: Option<Duration>,
    pub(crate) live: bool,
    pub(crate) shows_view: bool,
    pub(crate) wants_rematch: bool,
}

impl Seat {
    pub(crate) fn new(holder: Option<Holder>) -> Seat {
        Seat {
            holder,
            connections: Vec::new(),
            away_since: None,
            live: true,
            shows_view: false,
            wants_rematch: false,
        }
    }

    /// Is he there? The computer always is.
    pub(crate) fn is_present(&self) -> bool {
        matches!(self.holder, Some(Holder::Level(_))) || !self.connections.is_empty()
    }

    /// Is it the seat of the person with this key?
    pub(crate) fn is_of(&self, key: &PlayerKey) -> bool {
        self.holder.as_ref().and_then(Holder::key) == Some(key)
    }
}

impl Room {
    /// The side of the person with this key, if he plays here.
    pub(super) fn side_of(&self, key: &PlayerKey) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|side| self.seats[side.index()].is_of(key))
    }

    /// The side that is played over a connection.
    pub(super) fn side_at(&self, connection: u64) -> Option<Colour> {
        let is_there = |side: &Colour| {
            self.seats[side.index()].connections.iter().any(|(known, _)| *known == connection)
        };
        Colour::BOTH.into_iter().find(is_there)
    }

    /// Who plays a side, as others see him.
    pub(super) fn player_info(&self, side: Colour) -> Option<PlayerInfo> {
        self.seats[side.index()].holder.as_ref().and_then(Holder::info)
    }
}
