//! A game under fog as far as it is seen.

use std::sync::Arc;

use game::{Capture, SeenTurn, View};
use notation::fen;
use protocol::{FogView, MoveText, TurnRecord};
use rules::{Colour, Rules, Square, SquareSet};

/// What is known of a game under fog while it goes on.
#[derive(Clone, Debug)]
pub struct FogBoard {
    pub(crate) rules: Arc<Rules>,
    pub(crate) seen: Option<Seen>,
    pub(crate) turns: Vec<TurnRecord>,
    pub(crate) turn: Colour,
}

/// One side's view.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    view: View,
    viewer: Colour,
    moves: Vec<MoveText>,
}

impl FogBoard {
    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What is seen; nothing for spectators who may see nothing.
    pub fn view(&self) -> Option<&View> {
        self.seen.as_ref().map(|seen| &seen.view)
    }

    /// Whose view it is.
    pub fn viewer(&self) -> Option<Colour> {
        self.seen.as_ref().map(|seen| seen.viewer)
    }

    /// The moves that may be played now; empty when it is not the viewer's turn.
    pub fn moves(&self) -> &[MoveText] {
        self.seen.as_ref().map_or(&[], |seen| &seen.moves)
    }

    /// The squares that the piece on a square may go to.
    pub fn destinations(&self, from: Square) -> SquareSet {
        let target = |text: &MoveText| {
            let (start, rest) = Square::parse_prefix(text.as_str())?;
            let (to, _) = Square::parse_prefix(rest)?;
            (start == from).then_some(to)
        };
        self.moves().iter().filter_map(target).collect()
    }

    /// All turns; those of the other side do not tell.
    pub fn turns(&self) -> &[TurnRecord] {
        &self.turns
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    pub(crate) fn look(&mut self, view: Option<&FogView>) -> Result<(), String> {
        self.seen = view.map(|view| seen(&self.rules, view)).transpose()?;
        if let Some(view) = view {
            self.turn = view.turn;
        }
        Ok(())
    }
}

/// A view as it was told.
fn seen(rules: &Arc<Rules>, told: &FogView) -> Result<Seen, String> {
    let setup = fen::parse_board(rules.spec(), &told.board).map_err(|error| error.to_string())?;
    let is_seen = |square: &Square| {
        let files = told.visible.get(usize::from(square.rank())).copied().unwrap_or_default();
        files >> square.file() & 1 != 0
    };
    let last = told.last.map(|last| SeenTurn {
        mover: last.mover,
        from: last.from,
        to: last.to,
        captured: last.captured.and_then(|captured| {
            let piece = rules.piece(captured.piece)?;
            Some(Capture { square: captured.square, piece })
        }),
    });
    let view = View {
        ply: told.ply,
        turn: told.turn,
        visible: rules.size().squares().filter(is_seen).collect(),
        pieces: setup.pieces().collect(),
        last,
        in_check: SquareSet::EMPTY,
    };
    Ok(Seen { view, viewer: told.viewer, moves: told.moves.clone() })
}
