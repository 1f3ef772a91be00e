//! Views of a game by perspective: under fog each player sees their own part, and nothing leaks.

use record::{Perspective, SeenCapture, SeenTurn, VisibleEntry};
use rules::{Colour, Square, SquareSet, View};

use crate::Game;
use crate::game::kings_in_check;
use crate::premove_targets::premove_targets_in;

impl Game {
    /// What a side may see now.
    pub fn view(&self, viewer: Colour) -> View {
        self.position().view(viewer)
    }

    /// What a side could see at a ply.
    pub fn view_at(&self, ply: usize, viewer: Colour) -> View {
        self.position_at(ply).view(viewer)
    }

    /// Every visible entry of the record for a perspective, each with its ply.
    pub fn visible_entries(&self, to: Perspective) -> impl Iterator<Item = (usize, VisibleEntry)> {
        self.record.visible(self.start().turn(), to, self.is_foggy())
    }

    /// Everything on the board at a ply, for those who may see it: without fog
    /// every perspective may, under fog none before the end.
    pub fn open_view(&self, ply: usize) -> Option<View> {
        (!self.is_foggy()).then(|| self.position_at(ply).full_view())
    }

    /// Is anything hidden by fog? The end of the game shows everything.
    pub fn is_foggy(&self) -> bool {
        self.rules().spec().fog && !self.is_over()
    }

    /// The squares of kings in check at a ply, where the rules announce checks.
    pub fn kings_in_check_at(&self, ply: usize) -> SquareSet {
        kings_in_check(&self.position_at(ply))
    }

    /// The squares that a piece seen by a side at a ply could go to if it were its turn,
    /// as far as that side knows: what it does not see blocks nothing.
    pub fn premove_targets_at(&self, ply: usize, square: Square, viewer: Colour) -> SquareSet {
        let position = self.position_at(ply);
        premove_targets_in(&position, &position.view(viewer), square)
    }

    /// What a side knows of a turn, numbered from 0, once the next one has begun.
    pub fn seen_turn(&self, number: usize, viewer: Colour) -> Option<SeenTurn> {
        let open = self.open_turn(number)?;
        if open.mover == viewer || !self.rules().spec().fog {
            return Some(open);
        }
        // Where the piece came from is known only to those who saw it there and see it gone.
        let before = self.position_at(number).visible(viewer);
        let after = self.position_at(number + 1).visible(viewer);
        let taken_on = open.captured.map(|capture| capture.square);
        let is_known = |to: &Square| after.contains(*to) || taken_on == Some(*to);
        Some(SeenTurn {
            from: open.from.filter(|from| before.contains(*from) && after.contains(*from)),
            to: open.to.filter(is_known),
            ..open
        })
    }

    /// A turn, numbered from 0, as it was.
    pub(crate) fn open_turn(&self, number: usize) -> Option<SeenTurn> {
        let turn = self.turns().get(number)?;
        let chess_move = turn.chess_move();
        Some(SeenTurn {
            mover: turn.mover,
            from: chess_move.map(|chess_move| chess_move.from()),
            to: chess_move.map(|chess_move| chess_move.to()),
            captured: turn.captured.map(|capture| SeenCapture {
                square: capture.square,
                piece: self.rules().letter(capture.piece),
            }),
        })
    }
}
