//! Everything about a room, as somebody may know it.

use std::time::Duration;

use game::PlayedTurn;
use notation::fen;
use protocol::{
    Clocks, Presence, Role, RoomPhase, RoomState, SeatState, TurnRecord, TurnText, UciMove,
};
use rules::Colour;

use super::Room;

/// The recipients of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// The player of a side.
    Player(Colour),
    /// Those who watch; under fog with the view of a side that allows it.
    Spectators(Option<Colour>),
}

impl Audience {
    /// Whose eyes they have under fog.
    pub(super) fn eyes(self) -> Option<Colour> {
        match self {
            Audience::Player(side) => Some(side),
            Audience::Spectators(side) => side,
        }
    }
}

impl Room {
    /// Everything that somebody may know now.
    pub(super) fn state(&self, audience: Audience, now: Duration) -> RoomState {
        let role = match audience {
            Audience::Player(side) => Role::player(side),
            Audience::Spectators(_) => Role::Spectator,
        };
        RoomState {
            room: self.id.clone(),
            number: self.number,
            role,
            options: self.options.clone(),
            code: self.code.clone().filter(|_| role.colour().is_some()),
            seats: self.seat_states(now),
            phase: self.phase(),
            start: fen::format(self.game.start()),
            turns: self.turn_records(audience),
            view: self.is_foggy().then(|| self.fog_view(audience)).flatten(),
            clocks: self.clocks(now),
            offers: self.offers,
            end: self.game.end(),
            rating_changes: self.rating_changes,
            chat: self.chat.lines(),
            spectators: self.spectators.count(),
            next: self.next.clone(),
        }
    }

    /// What both clocks show, if there are any.
    pub(super) fn clocks(&self, now: Duration) -> Option<Clocks> {
        let [white_ms, black_ms] =
            Colour::BOTH.map(|side| self.game.remaining(side, now).map(milliseconds));
        let running = self.game.clock_runs() && self.phase() == RoomPhase::Playing;
        Some(Clocks { white_ms: white_ms?, black_ms: black_ms?, running })
    }

    pub(super) fn seat_states(&self, now: Duration) -> [SeatState; 2] {
        Colour::BOTH.map(|side| {
            let seat = &self.seats[side];
            SeatState {
                player: self.seats.player_info(side),
                presence: self.presence(side, now),
                live: seat.live,
                shows_view: seat.shows_view,
                wants_rematch: seat.wants_rematch,
            }
        })
    }

    /// Is a player there?
    pub(super) fn presence(&self, side: Colour, now: Duration) -> Presence {
        let seat = &self.seats[side];
        if seat.is_present() || seat.occupant.is_none() {
            return Presence::Here;
        }
        let away = seat.away_since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        let wait = self.server.timeouts.grace.saturating_sub(away);
        Presence::Reconnecting { claim_in_ms: milliseconds(wait) }
    }

    pub(super) fn turn_records(&self, audience: Audience) -> Vec<TurnRecord> {
        self.game.turns().iter().map(|turn| self.turn_record(turn, audience)).collect()
    }

    /// A turn as somebody may know it.
    pub(super) fn turn_record(&self, turn: &PlayedTurn, audience: Audience) -> TurnRecord {
        let is_known = !self.is_foggy() || audience.eyes() == Some(turn.mover);
        TurnRecord {
            turn: match turn.chess_move() {
                None => TurnText::Passed,
                Some(_) if !is_known => TurnText::Hidden,
                Some(chess_move) => TurnText::Move(UciMove::of(self.game.rules(), chess_move)),
            },
            spent_ms: milliseconds(turn.spent),
            clock_ms: turn.clock_after.map(milliseconds),
        }
    }
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
