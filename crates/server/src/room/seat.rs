//! The two seats of a room: who occupies them, over which connections.

use std::ops::{Index, IndexMut};
use std::sync::Arc;
use std::time::Duration;

use engine::level::Level;
use protocol::{PlayerInfo, PlayerName, RatingInfo};
use record::Player as GamePlayer;
use rules::Colour;
use store::ProfileId;

use super::LAG_BUDGET;
use crate::identity::PlayerKey;
use crate::outbox::Outbox;

/// The occupant of a seat.
#[derive(Clone, Debug)]
pub(crate) enum Occupant {
    Person {
        key: PlayerKey,
        name: PlayerName,
        profile: ProfileId,
        /// Their rating by these rules before the game.
        rating: Option<RatingInfo>,
    },
    /// The computer.
    Level(&'static Level),
}

impl Occupant {
    /// The key of a person.
    pub(crate) fn key(&self) -> Option<&PlayerKey> {
        match self {
            Occupant::Person { key, .. } => Some(key),
            Occupant::Level(_) => None,
        }
    }

    /// The player as the game knows them.
    pub(crate) fn game_player(&self) -> GamePlayer {
        match self {
            Occupant::Person { name, .. } => GamePlayer::remote(name.as_str()),
            Occupant::Level(level) => GamePlayer::computer(level_name(level), level.name),
        }
    }

    /// The player as others see them.
    pub(crate) fn info(&self) -> Option<PlayerInfo> {
        match self {
            Occupant::Person { name, rating, .. } => {
                Some(PlayerInfo { name: name.clone(), rating: *rating, level: None })
            }
            Occupant::Level(level) => Some(PlayerInfo {
                name: PlayerName::new(&level_name(level)).ok()?,
                rating: Some(RatingInfo { value: level.rating, provisional: false }),
                level: Some(level.name.to_owned()),
            }),
        }
    }
}

/// The player name of a level.
pub(crate) fn level_name(level: &Level) -> String {
    format!("Level {}", level.name)
}

/// One side of the board.
#[derive(Debug)]
pub(crate) struct Seat {
    pub(crate) occupant: Option<Occupant>,
    /// A player may be connected more than once.
    pub(crate) connections: Vec<(u64, Arc<Outbox>)>,
    /// Since when the player is away.
    pub(crate) away_since: Option<Duration>,
    pub(crate) live: bool,
    pub(crate) shows_view: bool,
    pub(crate) wants_rematch: bool,
    /// The remaining compensation for lag.
    pub(crate) lag_budget: Duration,
}

impl Seat {
    pub(crate) fn new(occupant: Option<Occupant>) -> Seat {
        Seat {
            occupant,
            connections: Vec::new(),
            away_since: None,
            live: true,
            shows_view: false,
            wants_rematch: false,
            lag_budget: LAG_BUDGET,
        }
    }

    /// The outbox of one of the connections.
    pub(crate) fn outbox(&self, connection: u64) -> Option<&Arc<Outbox>> {
        self.connections.iter().find(|(known, _)| *known == connection).map(|(_, outbox)| outbox)
    }

    /// Are they there? The computer always is.
    pub(crate) fn is_present(&self) -> bool {
        matches!(self.occupant, Some(Occupant::Level(_))) || !self.connections.is_empty()
    }

    /// Is it the seat of the person with this key?
    pub(crate) fn is_of(&self, key: &PlayerKey) -> bool {
        self.occupant.as_ref().and_then(Occupant::key) == Some(key)
    }
}

/// Both seats.
pub(super) struct Seats([Seat; 2]);

impl Index<Colour> for Seats {
    type Output = Seat;

    fn index(&self, side: Colour) -> &Seat {
        &self.0[side.index()]
    }
}

impl IndexMut<Colour> for Seats {
    fn index_mut(&mut self, side: Colour) -> &mut Seat {
        &mut self.0[side.index()]
    }
}

impl Seats {
    pub(super) fn new(occupants: [Option<Occupant>; 2]) -> Seats {
        Seats(occupants.map(Seat::new))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Seat> {
        self.0.iter()
    }

    pub(super) fn occupants(&self) -> [Option<Occupant>; 2] {
        [self.0[0].occupant.clone(), self.0[1].occupant.clone()]
    }

    /// The people who play.
    pub(super) fn players(&self) -> Vec<PlayerKey> {
        self.iter().filter_map(|seat| seat.occupant.as_ref()?.key().copied()).collect()
    }

    /// The outboxes of all players.
    pub(super) fn outboxes(&self) -> impl Iterator<Item = &Arc<Outbox>> {
        self.iter().flat_map(|seat| &seat.connections).map(|(_, outbox)| outbox)
    }

    /// Is one of the people there?
    pub(super) fn has_player(&self) -> bool {
        self.iter().any(|seat| !seat.connections.is_empty())
    }

    /// The side of the computer, if it plays here.
    pub(super) fn computer(&self) -> Option<Colour> {
        let is_computer = |side: &Colour| matches!(self[*side].occupant, Some(Occupant::Level(_)));
        Colour::BOTH.into_iter().find(is_computer)
    }

    /// The side of a person, if they play here.
    pub(super) fn side_of(&self, key: &PlayerKey) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|side| self[*side].is_of(key))
    }

    /// The side that is played over a connection.
    pub(super) fn side_at(&self, connection: u64) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|side| self[*side].outbox(connection).is_some())
    }

    /// The public data of a side's player.
    pub(super) fn player_info(&self, side: Colour) -> Option<PlayerInfo> {
        self[side].occupant.as_ref().and_then(Occupant::info)
    }
}
