//! Checks that messages under fog reveal nothing that is hidden.

use game::Game;
use protocol::{RoomEvent, RoomPhase, ToClient};
use record::EntryKind;
use rules::Colour;

/// What a message says about the turns of a game.
pub fn turns(message: &ToClient) -> Vec<(usize, EntryKind)> {
    match message {
        ToClient::State(state) if state.phase != RoomPhase::Over => {
            let kinds = state.entries.iter().map(|told| told.entry().kind);
            kinds.filter(|kind| kind.is_turn()).enumerate().collect()
        }
        ToClient::Event { event: RoomEvent::Recorded { ply, entry, .. }, .. } => {
            Vec::from_iter(Some((*ply, entry.entry().kind)).filter(|(_, kind)| kind.is_turn()))
        }
        ToClient::Live { .. } => panic!("a hand under fog: {message:?}"),
        _ => Vec::new(),
    }
}

/// Checks that a side received no move of the other, and nothing that it did not see.
pub fn check(heard: &[ToClient], side: Colour, game: &Game) {
    for message in heard {
        for (ply, turn) in turns(message) {
            let mover = if ply.is_multiple_of(2) { Colour::White } else { Colour::Black };
            let is_own = mover == side;
            // The move that ends the game hides nothing any more.
            let is_end = game.is_over() && ply + 1 == game.ply();
            let is_hidden = !is_own && !is_end;
            assert_eq!(turn == EntryKind::HiddenMove, is_hidden, "{side}, turn {ply}: {turn:?}");
        }
        let view = match message {
            ToClient::State(state) if state.phase != RoomPhase::Over => state.view.as_ref(),
            ToClient::Event { event: RoomEvent::Recorded { view, .. }, .. } => view.as_deref(),
            _ => None,
        };
        let Some(view) = view else { continue };
        assert_eq!(view.viewer, side);
        let true_view = game.view_at(view.ply, side);
        let seen: u32 = view.visible.iter().map(|files| files.count_ones()).sum();
        assert_eq!(seen, true_view.visible().len());
        let rules = game.rules();
        let board = notation::fen::format_pieces(rules, |square| true_view.piece_at(square));
        assert_eq!(view.board, board, "{side} after {} turns", view.ply);
        let last = view.last.map(|last| (last.from, last.to, last.captured.map(|c| c.square)));
        let true_last = view.ply.checked_sub(1).and_then(|last| game.seen_turn(last, side));
        let true_last = true_last.map(|last| (last.from, last.to, last.captured.map(|c| c.square)));
        assert_eq!(last, true_last);
        assert!(view.moves.is_empty() || view.turn == side, "moves of the other side");
    }
}

/// A spectator sees nothing before the end.
pub fn check_spectator(heard: &[ToClient], game: &Game) {
    for message in heard {
        if let ToClient::State(state) = message
            && state.phase != RoomPhase::Over
        {
            assert!(state.view.is_none());
            let is_hidden = |kind: EntryKind| kind == EntryKind::HiddenMove || !kind.is_turn();
            assert!(state.entries.iter().all(|told| is_hidden(told.entry().kind)));
        }
        if let ToClient::Event { event: RoomEvent::Recorded { ply, entry, view, .. }, .. } = message
        {
            let (is_end, kind) = (game.is_over() && ply + 1 == game.ply(), entry.entry().kind);
            let is_known = is_end || !kind.is_turn();
            assert!(view.is_none() && (is_known || kind == EntryKind::HiddenMove));
        }
    }
}
