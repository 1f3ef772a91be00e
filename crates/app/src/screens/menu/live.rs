//! The small board of the start menu: the game that was left, or one that plays itself.

use egui::{Rect, Ui};
use notation::archive::Archive;
use notation::pgn::{PlayedMove, Reader};
use rules::{Colour, History, Move};

use crate::context::Context;
use crate::picture::{Picture, Shown};

/// How long each move of the shown game stays, in seconds.
const PER_MOVE: f64 = 2.4;

/// How long the end stays before the game begins again.
const AT_END: f64 = 6.0;

/// Number of moves that are already played when the menu is first shown.
const BEGIN: usize = 20;

/// A game that plays itself.
pub struct LiveBoard {
    moves: Vec<Move>,
    history: Option<History>,
    next_at: Option<f64>,
    picture: Option<Picture>,
}

impl LiveBoard {
    /// The game that ships with the program, from its beginning.
    pub fn new() -> LiveBoard {
        let text = include_str!("../../../../../assets/demo.pgn");
        let game = Reader::new(text.as_bytes()).next().and_then(Result::ok);
        let archive = game.map(Archive::from_pgn);
        let moves = archive
            .as_ref()
            .map(|game| game.moves().iter().filter_map(PlayedMove::chess_move).collect());
        let history = archive.map(|archive| History::new(archive.start().clone()));
        let mut board =
            LiveBoard { moves: moves.unwrap_or_default(), history, next_at: None, picture: None };
        // The first thing to be seen is more than pawns and empty squares.
        (0..BEGIN).for_each(|_| board.advance());
        board
    }

    /// Paints the game, and plays on when it is time.
    pub fn paint_demo(&mut self, ui: &Ui, space: Rect, cx: &Context) {
        let now = ui.input(|input| input.time);
        let next_at = *self.next_at.get_or_insert(now + PER_MOVE);
        if now >= next_at {
            self.advance();
            let is_over = self.history.as_ref().is_some_and(|h| h.len() == self.moves.len());
            self.next_at = Some(now + if is_over { AT_END } else { PER_MOVE });
        }
        if let Some(next_at) = self.next_at {
            ui.ctx().request_repaint_after_secs((next_at - now).max(0.05) as f32);
        }
        if let Some(history) = self.history.take() {
            self.paint(ui, space, cx, &history, Colour::White);
            self.history = Some(history);
        }
    }

    /// Paints a game as it stands.
    pub fn paint(&mut self, ui: &Ui, space: Rect, cx: &Context, history: &History, bottom: Colour) {
        let position = history.position();
        let last_move = history.moves().next_back().map(|last| (last.from(), last.to()));
        let shown = Shown { last_move, ..Shown::new(position, bottom, cx) };
        let picture = self.picture.get_or_insert_with(|| Picture::new(position.rules()));
        picture.paint(ui, space, &shown);
    }

    fn advance(&mut self) {
        let Some(history) = &mut self.history else { return };
        match self.moves.get(history.len()) {
            Some(next) if history.play(*next).is_ok() => {}
            _ => *history = History::new(history.start().clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shown_game_can_be_played_to_its_end() {
        let mut board = LiveBoard::new();
        assert!(board.moves.len() > 20);
        for _ in BEGIN..board.moves.len() {
            board.advance();
        }
        assert!(board.history.as_ref().is_some_and(|history| history.outcome().is_some()));
        board.advance();
        assert!(board.history.is_some_and(|history| history.is_empty()));
    }
}
