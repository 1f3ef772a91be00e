//! What is to be seen of the game at the moment that is looked at.

use std::time::Duration;

use game::{Game, Material, VisibleGame};
use record::SeenTurn;
use rules::{Colour, Move, Square, SquareSet, View};

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
    /// The kings in check, where the rules announce it.
    pub in_check: SquareSet,
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

/// Where a move came from and went to, as far as it was seen.
fn squares_of(last: SeenTurn) -> Option<(Square, Square)> {
    let some = last.from.or(last.to)?;
    Some((last.from.unwrap_or(some), last.to.unwrap_or(some)))
}

impl Scene {
    /// The present of a game.
    pub(super) fn new(game: &VisibleGame) -> Scene {
        let key = Key { epoch: u64::MAX, ply: game.ply(), viewer: None, mover: None };
        Scene::of(game, key, 0)
    }

    fn of(game: &VisibleGame, key: Key, version: u64) -> Scene {
        let Key { ply, viewer, .. } = key;
        let view = game.view_at(ply, viewer);
        let last = ply.checked_sub(1).and_then(|last| game.seen_turn(last, viewer));
        let in_check = game.open().map(|game| game.kings_in_check_at(ply));
        let open = game.open().filter(|_| viewer.is_none());
        let mate = open.map(|game| game.position_at(ply)).filter(|after| after.is_checkmate());
        Scene {
            version,
            ply,
            turn: view.turn(),
            is_foggy: viewer.is_some(),
            last_move: last.and_then(squares_of),
            in_check: in_check.unwrap_or(SquareSet::EMPTY),
            mated: mate.as_ref().and_then(|position| position.king(position.turn())),
            contributing: mate.map_or(SquareSet::EMPTY, |position| position.contributing_pieces()),
            moves: key.mover.map(|_| game.legal_moves()).unwrap_or_default(),
            material: game.open().map(|game| Game::material_at(game, ply)).unwrap_or_default(),
            view,
            key,
        }
    }
}

impl Session {
    /// Looks again, if anything has changed.
    pub(super) fn refresh_scene(&mut self, now: Duration) {
        let game = self.game.read();
        let ply = self.display.cursor.ply(now, game.ply());
        let (viewer, mover) = (self.viewer(), self.can_move());
        let key = Key { epoch: self.epoch, ply, viewer, mover };
        let scene = &mut self.display.scene;
        if key != scene.key {
            *scene = Scene::of(&game, key, scene.version + 1);
        }
    }
}
