//! What is fixed for a room when it is made.

use std::time::Duration;

use protocol::{LobbyEntry, PlayerInfo, RoomCode, RoomId, RoomOptions, RoomPhase, RulesInfo};
use record::{Authority, GameTerms, Player as GamePlayer, Players};
use rules::{Colour, Rules};
use subtle::ConstantTimeEq;

use super::seat::{LAG_ALLOWANCE, Occupant};
use crate::server_state::rules_info;

/// The name, the code and the options of a room.
pub(super) struct RoomConfig {
    pub(super) id: RoomId,
    /// The code of a private room.
    pub(super) code: Option<RoomCode>,
    pub(super) options: RoomOptions,
    rules: RulesInfo,
}

impl RoomConfig {
    pub(super) fn new(
        id: RoomId,
        code: Option<RoomCode>,
        options: RoomOptions,
        rules: &Rules,
    ) -> RoomConfig {
        RoomConfig { id, code, options, rules: rules_info(rules) }
    }

    /// Does this code admit to the room?
    pub(super) fn opens_to(&self, code: Option<&RoomCode>) -> bool {
        match (&self.code, code) {
            (None, _) => true,
            (Some(own), Some(code)) => {
                own.as_str().as_bytes().ct_eq(code.as_str().as_bytes()).into()
            }
            (Some(_), None) => false,
        }
    }

    /// By how much spectators see everything later.
    pub(super) fn spectator_delay(&self) -> Option<Duration> {
        let seconds = self.options.spectator_delay_s;
        (seconds > 0).then(|| Duration::from_secs(seconds.into()))
    }

    /// The row of the room in the list of games.
    pub(super) fn lobby_entry(
        &self,
        players: [Option<PlayerInfo>; 2],
        phase: RoomPhase,
        ply: usize,
        spectators: usize,
    ) -> LobbyEntry {
        LobbyEntry {
            room: self.id.clone(),
            players,
            rules: self.rules.clone(),
            fog: self.options.fog,
            clock: self.options.clock,
            rated: self.options.rated,
            take_backs: self.options.take_backs,
            opponent: self.options.opponent.clone(),
            phase,
            ply,
            spectators,
        }
    }
}

/// The terms of a game by the options of its room.
pub(super) fn terms(options: &RoomOptions, occupants: &[Option<Occupant>; 2]) -> GameTerms {
    let player = |side: Colour| match &occupants[side.index()] {
        Some(occupant) => occupant.game_player(),
        None => GamePlayer::remote(side.name()),
    };
    GameTerms {
        players: Players { white: player(Colour::White), black: player(Colour::Black) },
        clocks: options.clock.map(|control| [control; 2]),
        lag_allowance: options.clock.map_or(Duration::ZERO, |_| LAG_ALLOWANCE),
        take_backs: options.take_backs,
        referee: Authority::Here,
    }
}
