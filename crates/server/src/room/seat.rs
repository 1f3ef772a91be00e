//! The two seats of a room: who occupies them, over which connections.

use std::ops::{Index, IndexMut};
use std::sync::Arc;
use std::time::Duration;

use engine::level::Level;
use protocol::{PlayerInfo, PlayerName, Presence, RatingInfo};
use record::Player as GamePlayer;
use record::names::milliseconds;
use rules::Colour;
use store::ProfileId;

use crate::identity::PlayerKey;
use crate::outbox::Outbox;

/// The most that a player's clock is credited for the network delay of one move.
pub(super) const LAG_ALLOWANCE: Duration = Duration::from_millis(500);

/// The most that a player's clock is credited for network delays in a whole game.
const LAG_BUDGET: Duration = Duration::from_secs(20);

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
pub(super) struct Seat {
    pub(super) occupant: Option<Occupant>,
    /// A player may be connected more than once.
    connections: Vec<(u64, Arc<Outbox>)>,
    /// Since when the player is away.
    away_since: Option<Duration>,
    pub(super) live: bool,
    pub(super) shows_view: bool,
    /// The remaining compensation for lag.
    lag_budget: Duration,
}

impl Seat {
    fn new(occupant: Option<Occupant>, now: Duration) -> Seat {
        Seat {
            occupant,
            connections: Vec::new(),
            away_since: Some(now),
            live: true,
            shows_view: false,
            lag_budget: LAG_BUDGET,
        }
    }

    /// The outbox of one of the connections.
    pub(super) fn outbox(&self, connection: u64) -> Option<&Arc<Outbox>> {
        self.connections.iter().find(|(known, _)| *known == connection).map(|(_, outbox)| outbox)
    }

    /// The outboxes of all connections.
    pub(super) fn outboxes(&self) -> impl Iterator<Item = &Arc<Outbox>> {
        self.connections.iter().map(|(_, outbox)| outbox)
    }

    /// Adds a connection. Was the player away before?
    pub(super) fn connect(&mut self, connection: u64, outbox: Arc<Outbox>) -> bool {
        let was_away = self.connections.is_empty();
        self.connections.retain(|(known, _)| *known != connection);
        self.connections.push((connection, outbox));
        self.away_since = None;
        was_away
    }

    /// Are they there? The computer always is.
    pub(super) fn is_present(&self) -> bool {
        self.level().is_some() || !self.connections.is_empty()
    }

    /// Since when the player is away.
    pub(super) fn away_since(&self) -> Option<Duration> {
        self.away_since.filter(|_| !self.is_present())
    }

    /// What the others are told about the player's connection. `grace` is how long they wait before
    /// they may claim the game.
    pub(super) fn presence(&self, now: Duration, grace: Duration) -> Presence {
        if self.is_present() || self.occupant.is_none() {
            return Presence::Here;
        }
        let away = self.away_since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        Presence::Reconnecting { claim_in_ms: milliseconds::whole(grace.saturating_sub(away)) }
    }

    /// The level of the computer, if it plays here.
    pub(super) fn level(&self) -> Option<&'static Level> {
        match self.occupant {
            Some(Occupant::Level(level)) => Some(level),
            Some(Occupant::Person { .. }) | None => None,
        }
    }

    /// How much of the time that a move was on its way the clock may be credited.
    pub(super) fn lag_credit(&self, journey: Duration) -> Duration {
        journey.min(LAG_ALLOWANCE).min(self.lag_budget)
    }

    /// Uses up a credit.
    pub(super) fn spend_lag_credit(&mut self, credit: Duration) {
        self.lag_budget -= credit;
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
    /// The seats before anybody has come.
    pub(super) fn new(occupants: [Option<Occupant>; 2], now: Duration) -> Seats {
        Seats(occupants.map(|occupant| Seat::new(occupant, now)))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Seat> {
        self.0.iter()
    }

    pub(super) fn occupants(&self) -> [Option<Occupant>; 2] {
        self.0.each_ref().map(|seat| seat.occupant.clone())
    }

    /// The people who play.
    pub(super) fn players(&self) -> Vec<PlayerKey> {
        self.iter().filter_map(|seat| seat.occupant.as_ref()?.key().copied()).collect()
    }

    /// The outboxes of all players.
    pub(super) fn outboxes(&self) -> impl Iterator<Item = &Arc<Outbox>> {
        self.iter().flat_map(Seat::outboxes)
    }

    /// Is one of the people there?
    pub(super) fn has_player(&self) -> bool {
        self.outboxes().next().is_some()
    }

    /// Removes a connection. Returns the side of a player who is away now.
    pub(super) fn disconnect(&mut self, connection: u64, now: Duration) -> Option<Colour> {
        let side = self.side_at(connection)?;
        let seat = &mut self[side];
        seat.connections.retain(|(known, _)| *known != connection);
        if !seat.connections.is_empty() {
            return None;
        }
        seat.away_since = Some(now);
        Some(side)
    }

    /// The side of the computer, if it plays here.
    pub(super) fn computer(&self) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|side| self[*side].level().is_some())
    }

    /// A side that nobody has.
    pub(super) fn vacant_side(&self) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|side| self[*side].occupant.is_none())
    }

    /// The side of a person, if they play here.
    pub(super) fn side_of(&self, key: &PlayerKey) -> Option<Colour> {
        let key_of = |side: Colour| self[side].occupant.as_ref().and_then(Occupant::key);
        Colour::BOTH.into_iter().find(|side| key_of(*side) == Some(key))
    }

    /// The side that is played over a connection.
    pub(super) fn side_at(&self, connection: u64) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|side| self[*side].outbox(connection).is_some())
    }

    /// The public data of both players.
    pub(super) fn player_infos(&self) -> [Option<PlayerInfo>; 2] {
        self.0.each_ref().map(|seat| seat.occupant.as_ref().and_then(Occupant::info))
    }

    /// The side whose view a spectator is shown under fog: the one they want if it allows that, else
    /// the one that does.
    pub(super) fn shown_view(&self, wanted: Option<Colour>) -> Option<Colour> {
        let shows = |side: &Colour| self[*side].shows_view;
        wanted.filter(shows).or_else(|| Colour::BOTH.into_iter().find(shows))
    }
}
