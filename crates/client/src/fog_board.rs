//! A game under fog as far as it is seen.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Capture, MOST_PREMOVES, Premove, SeenTurn, View};
use notation::fen;
use protocol::{FogView, UciMove, VisibleEntry};
use rules::{Colour, Piece, Rules, Square, SquareSet};

/// What is known of a game under fog while it goes on.
#[derive(Clone, Debug)]
pub struct FogBoard {
    pub(crate) rules: Arc<Rules>,
    pub(crate) seen: Option<Seen>,
    pub(crate) turns: Vec<VisibleEntry>,
    pub(crate) turn: Colour,
    /// What was seen after fewer turns, as far as we were there.
    past: BTreeMap<usize, View>,
    premoves: Vec<Premove>,
}

/// One side's view.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    view: View,
    viewer: Colour,
    moves: Vec<UciMove>,
}

impl FogBoard {
    /// A board of which nothing was told yet but the turns.
    pub(crate) fn new(rules: Arc<Rules>, turns: Vec<VisibleEntry>, turn: Colour) -> FogBoard {
        let (past, premoves) = (BTreeMap::new(), Vec::new());
        FogBoard { rules, seen: None, turns, turn, past, premoves }
    }

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
    pub fn moves(&self) -> &[UciMove] {
        self.seen.as_ref().map_or(&[], |seen| &seen.moves)
    }

    /// The squares that the piece on a square may go to.
    pub fn destinations(&self, from: Square) -> SquareSet {
        self.moves().iter().filter(|found| found.from == from).map(|found| found.to).collect()
    }

    /// All turns; those of the other side do not tell.
    pub fn turns(&self) -> &[VisibleEntry] {
        &self.turns
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// What was seen after so many turns; nothing if we were not there.
    pub fn past(&self) -> &BTreeMap<usize, View> {
        &self.past
    }

    /// The moves that wait for our turn, the next one first.
    pub fn premoves(&self) -> &[Premove] {
        &self.premoves
    }

    /// What is seen, with the premoves made; castling moves the king alone.
    pub fn pieces_with_premoves(&self) -> Vec<(Square, Piece)> {
        let seen = self.view().map(|view| view.pieces.iter().copied());
        let mut pieces: BTreeMap<Square, Piece> = seen.into_iter().flatten().collect();
        for premove in &self.premoves {
            if let Some(piece) = pieces.remove(&premove.from) {
                pieces.insert(premove.to, piece);
            }
        }
        pieces.into_iter().collect()
    }

    /// Queues a move for our turn, if a piece of ours will stand there. Whether it can be played is
    /// seen when its time comes.
    pub fn queue_premove(&mut self, premove: Premove) {
        let own = self.viewer();
        let stands = |(square, piece): (Square, Piece)| {
            square == premove.from && Some(piece.colour()) == own
        };
        let is_ours = self.pieces_with_premoves().into_iter().any(stands);
        if own.is_some_and(|own| own != self.turn) && is_ours && self.premoves.len() < MOST_PREMOVES
        {
            self.premoves.push(premove);
        }
    }

    /// Forgets the premoves.
    pub fn cancel_premoves(&mut self) {
        self.premoves.clear();
    }

    /// The next premove, now that it is our turn. One that cannot be played drops all of them.
    pub(crate) fn take_premove(&mut self) -> Option<UciMove> {
        let next = *self.premoves.first()?;
        if self.moves().is_empty() {
            return None;
        }
        self.premoves.remove(0);
        let goes = |found: &&UciMove| {
            let becomes = found.promotion.and_then(|letter| self.rules.piece_type(letter));
            let is_wanted = next.promotion.is_none() || next.promotion == becomes;
            is_wanted && (found.from, found.to) == (next.from, next.to)
        };
        let found = self.moves().iter().find(goes).copied();
        if found.is_none() {
            self.premoves.clear();
        }
        found
    }

    /// Knows what an older state of the same board knew of the past.
    pub(crate) fn remember(&mut self, older: FogBoard) {
        if older.viewer() == self.viewer() {
            let present = older.seen.map(|seen| (seen.view.ply, seen.view));
            self.past.extend(older.past.into_iter().chain(present));
            self.past.retain(|ply, _| *ply < self.turns.len());
        }
    }

    /// Follows a turn, after which this is seen.
    pub(crate) fn follow(
        &mut self,
        turn: VisibleEntry,
        view: Option<&FogView>,
    ) -> Result<(), String> {
        self.turns.push(turn);
        self.turn = !self.turn;
        self.look(view)
    }

    pub(crate) fn look(&mut self, view: Option<&FogView>) -> Result<(), String> {
        let new = view.map(|view| seen(&self.rules, view)).transpose()?;
        if let Some(old) = std::mem::replace(&mut self.seen, new) {
            self.past.insert(old.view.ply, old.view);
            self.past.retain(|ply, _| *ply < self.turns.len());
        }
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
