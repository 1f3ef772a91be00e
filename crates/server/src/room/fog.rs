//! Views under fog: clients receive only what they may see.

use notation::fen;
use protocol::{FogView, RoomPhase, UciMove};
use record::Perspective;
use rules::Colour;

use super::Room;

impl Room {
    /// The view of an audience; `None` for spectators who may see nothing.
    pub(super) fn fog_view(&self, audience: Perspective) -> Option<FogView> {
        let viewer = audience.viewer()?;
        let rules = self.game.rules();
        let view = self.game.view(viewer);
        let mut visible = vec![0_u16; usize::from(rules.size().ranks())];
        for square in view.visible().iter() {
            visible[usize::from(square.rank())] |= 1 << square.file();
        }
        Some(FogView {
            viewer,
            ply: self.game.ply(),
            turn: view.turn(),
            visible,
            board: fen::format_pieces(rules, |square| view.piece_at(square)),
            last: self.game.ply().checked_sub(1).and_then(|last| self.game.seen_turn(last, viewer)),
            moves: self.moves_under_fog(audience, viewer),
        })
    }

    /// The legal moves, for the player to move alone. They lead only to visible squares.
    fn moves_under_fog(&self, audience: Perspective, viewer: Colour) -> Vec<UciMove> {
        let is_players_turn = audience == Perspective::Player(viewer) && self.game.turn() == viewer;
        if !is_players_turn || !matches!(self.phase(), RoomPhase::Playing | RoomPhase::Paused) {
            return Vec::new();
        }
        let moves = self.game.position().legal_moves();
        moves.into_iter().map(|found| UciMove::of(self.game.rules(), found)).collect()
    }

    /// The side whose view a spectator is shown: the one they want if it allows that, else the one
    /// that does.
    pub(super) fn shown_view(&self, wanted: Option<Colour>) -> Option<Colour> {
        let shows = |side: &Colour| self.seats[*side].shows_view;
        let first = wanted.filter(shows);
        first.or_else(|| Colour::BOTH.into_iter().find(shows)).filter(|_| self.is_foggy())
    }
}
