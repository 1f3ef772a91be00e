//! The whole state of a room, as an audience may see it.

use std::time::Duration;

use notation::fen;
use protocol::{Clocks, Presence, RoomPhase, RoomRole, RoomState, SeatState, VisibleEntry};
use record::Perspective;
use record::names::milliseconds;
use rules::Colour;

use super::Room;

impl Room {
    /// The state that an audience may see now.
    pub(super) fn state(&self, audience: Perspective, now: Duration) -> RoomState {
        let role = match audience {
            Perspective::Player(side) => RoomRole::player(side),
            Perspective::Spectator { .. } => RoomRole::Spectator,
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
            entries: self.visible_entries(audience),
            view: self.is_foggy().then(|| self.fog_view(audience)).flatten(),
            clocks: self.clocks(now),
            rating_changes: self.rating_changes,
            chat: self.chat.lines(),
            spectators: self.spectators.count(),
            next: self.next.clone(),
            unsaved: self.saving.is_broadcast,
        }
    }

    /// The times of both clocks, if there are any.
    pub(super) fn clocks(&self, now: Duration) -> Option<Clocks> {
        let [white_ms, black_ms] =
            Colour::BOTH.map(|side| self.game.remaining(side, now).map(milliseconds::whole));
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
        Presence::Reconnecting { claim_in_ms: milliseconds::whole(wait) }
    }

    /// The visible entries of the game.
    pub(super) fn visible_entries(&self, audience: Perspective) -> Vec<VisibleEntry> {
        self.game.visible_entries(audience).map(|(_, entry)| entry).collect()
    }
}
