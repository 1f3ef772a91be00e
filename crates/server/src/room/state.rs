//! The whole state of a room, as an audience may see it.

use std::time::Duration;

use game::Game;
use notation::fen;
use protocol::{
    Clocks, FogView, Presence, RoomPhase, RoomRole, RoomState, SeatState, VisibleEntry,
};
use record::Perspective;
use record::names::milliseconds;
use rules::Colour;

use super::{Room, fog};

impl Room {
    /// The state that an audience may see now.
    pub(super) fn state(&self, audience: Perspective, now: Duration) -> RoomState {
        let role = match audience {
            Perspective::Player(side) => RoomRole::player(side),
            Perspective::Spectator { .. } => RoomRole::Spectator,
        };
        RoomState {
            room: self.config.id.clone(),
            number: self.published.number(),
            role,
            options: self.config.options.clone(),
            code: self.config.code.clone().filter(|_| role.colour().is_some()),
            seats: self.seat_states(now),
            phase: self.phase(),
            start: fen::format(self.game.start()),
            entries: visible_entries(&self.game, audience),
            view: self.is_foggy().then(|| self.fog_view(audience)).flatten(),
            clocks: self.clocks(now),
            rating_changes: self.archiving.rating_changes(),
            chat: self.chat.lines(),
            spectators: self.spectators.count(),
            next: self.rematch.room.clone(),
            unsaved: self.saving.is_broadcast(),
        }
    }

    /// The times of both clocks, if there are any.
    pub(super) fn clocks(&self, now: Duration) -> Option<Clocks> {
        let [white_ms, black_ms] =
            Colour::BOTH.map(|side| self.game.remaining(side, now).map(milliseconds::whole));
        let running = self.game.clock_runs() && self.phase() == RoomPhase::Playing;
        Some(Clocks { white_ms: white_ms?, black_ms: black_ms?, running })
    }

    /// What everybody may know of both seats.
    pub(super) fn seat_states(&self, now: Duration) -> [SeatState; 2] {
        let [white, black] = self.seats.player_infos();
        [(Colour::White, white), (Colour::Black, black)].map(|(side, player)| SeatState {
            player,
            presence: self.presence(side, now),
            live: self.seats[side].live,
            shows_view: self.seats[side].shows_view,
            wants_rematch: self.rematch.is_wanted_by(side),
        })
    }

    /// Is a player there?
    pub(super) fn presence(&self, side: Colour, now: Duration) -> Presence {
        self.seats[side].presence(now, self.server.timeouts.grace)
    }

    /// The view of an audience under fog.
    pub(super) fn fog_view(&self, audience: Perspective) -> Option<FogView> {
        let can_move = matches!(self.phase(), RoomPhase::Playing | RoomPhase::Paused);
        fog::view(&self.game, audience, can_move)
    }

    /// The side whose view a spectator is shown, who wants this one or any.
    pub(super) fn shown_view(&self, wanted: Option<Colour>) -> Option<Colour> {
        self.seats.shown_view(wanted).filter(|_| self.is_foggy())
    }
}

/// The entries of a game that an audience may see.
pub(super) fn visible_entries(game: &Game, audience: Perspective) -> Vec<VisibleEntry> {
    game.visible_entries(audience).map(|(_, entry)| entry).collect()
}
