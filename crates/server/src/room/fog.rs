//! Views under fog: clients receive only what they may see.

use game::Game;
use notation::fen;
use protocol::{FogView, UciMove};
use record::Perspective;

/// The view of an audience; `None` for spectators who may see nothing. `can_move`: is the game played,
/// or about to be?
pub(super) fn view(game: &Game, audience: Perspective, can_move: bool) -> Option<FogView> {
    let viewer = audience.viewer()?;
    let rules = game.rules();
    let view = game.view(viewer);
    let mut visible = vec![0_u16; usize::from(rules.size().ranks())];
    for square in view.visible().iter() {
        visible[usize::from(square.rank())] |= 1 << square.file();
    }
    let is_players_turn = audience == Perspective::Player(viewer) && game.turn() == viewer;
    Some(FogView {
        viewer,
        ply: game.ply(),
        turn: view.turn(),
        visible,
        board: fen::format_pieces(rules, |square| view.piece_at(square)),
        last: game.ply().checked_sub(1).and_then(|last| game.seen_turn(last, viewer)),
        moves: if is_players_turn && can_move { legal_moves(game) } else { Vec::new() },
    })
}

/// The legal moves, for the player to move alone. They lead only to visible squares.
fn legal_moves(game: &Game) -> Vec<UciMove> {
    let moves = game.position().legal_moves();
    moves.into_iter().map(|found| UciMove::of(game.rules(), found)).collect()
}
