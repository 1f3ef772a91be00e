//! What is to be seen of the game at the moment that is looked at.

use std::time::Duration;

use game::{Game, Material, View};
use rules::{Colour, Move, Square, SquareSet};

use super::Session;

/// What is to be seen now. It changes only when something happens, not with every frame.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Grows with every change.
    pub version: u64,
    /// After how many turns.
    pub ply: usize,
    /// The side to move.
    pub turn: Colour,
    /// The pieces and squares that are seen.
    pub view: View,
    /// Is anything hidden?
    pub is_foggy: bool,
    /// Where the last move came from and went to, as far as it is known.
    pub last_move: Option<(Square, Square)>,
    /// The king that is mated.
    pub mated: Option<Square>,
    /// The pieces that give checkmate.
    pub contributing: SquareSet,
    /// The moves that a person can make now, and which of them take something.
    pub moves: Vec<(Move, bool)>,
    /// What was taken.
    pub material: Material,
    key: Key,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    epoch: u64,
    ply: usize,
    viewer: Option<Colour>,
    mover: Option<Colour>,
}

/// Where the last move came from and went to, as far as it was seen.
fn last_move(view: &View) -> Option<(Square, Square)> {
    let last = view.last?;
    let some = last.from.or(last.to)?;
    Some((last.from.unwrap_or(some), last.to.unwrap_or(some)))
}

impl Scene {
    /// The present of a game.
    pub(super) fn new(game: &Game) -> Scene {
        let key = Key { epoch: u64::MAX, ply: game.ply(), viewer: None, mover: None };
        Scene::of(game, key, 0)
    }

    fn of(game: &Game, key: Key, version: u64) -> Scene {
        let (ply, viewer) = (key.ply, key.viewer);
        let view = match viewer {
            Some(viewer) => game.view_at(ply, viewer),
            None => game.open_view(ply).unwrap_or_else(|| game.view_at(ply, Colour::White)),
        };
        let last_move = last_move(&view);
        let position = game.position_at(ply);
        let is_mate = viewer.is_none() && position.is_checkmate();
        let mated = position.king(position.turn()).filter(|_| is_mate);
        let moves = match key.mover {
            Some(_) => game.legal_moves(),
            None => Vec::new(),
        };
        let moves = moves.into_iter().map(|m| (m, position.is_capture(m))).collect();
        Scene {
            version,
            ply,
            turn: position.turn(),
            is_foggy: viewer.is_some(),
            last_move,
            mated,
            contributing: if is_mate { position.contributing_pieces() } else { SquareSet::EMPTY },
            moves,
            material: game.material_at(ply),
            view,
            key,
        }
    }
}

impl Session {
    /// Of a server's game under fog only what it tells is shown.
    fn apply_fog_snapshot(&mut self) {
        let Some(fog_snapshot) = self.fog_snapshot() else { return };
        let Key { ply, mover, .. } = self.scene.key;
        let view = fog_snapshot.view_at(ply);
        let takes = |to| view.piece_at(to).is_some();
        let moves = fog_snapshot.moves.iter().filter(|_| mover.is_some());
        let moves = moves.map(|(chess_move, _)| (*chess_move, takes(chess_move.to()))).collect();
        let (last_move, turn) = (last_move(&view), view.turn);
        self.scene = Scene { ply, turn, moves, last_move, view, ..self.scene.clone() };
    }

    /// Looks again, if anything has changed.
    pub(super) fn refresh_scene(&mut self, now: Duration) {
        let ply = self.cursor.ply(now, self.plies());
        let (viewer, mover) = (self.viewer(), self.can_move());
        let key = Key { epoch: self.epoch, ply, viewer, mover };
        if key != self.scene.key {
            // Of a server's game under fog only the side to move is known from the game itself.
            let known = Key { ply: ply.min(self.game.ply()), ..key };
            self.scene = Scene::of(&self.game, known, self.scene.version + 1);
            self.scene.key = key;
            self.apply_fog_snapshot();
        }
    }
}
