//! The pictures of the pieces on the board, and small ones for lists and cards.

use std::sync::Arc;

use board_ui::pieces::{Atlas, Finish, PieceSprite, PieceStyle};
use board_ui::{PieceLetters, PieceRenderer, PieceTexture};
use egui::{Color32, Context as Egui, Painter, Rect};
use rules::{Colour, Piece, PieceType, Rules};

use crate::context::Context;
use crate::new_game::NewGame;
use crate::picture::{piece_letters, piece_set};

/// The size of small pieces, in points.
pub const SMALL: f32 = 20.0;

/// The sizes of figurines, in points.
const FIGURINES: [f32; 2] = [14.0, 18.0];

/// The pictures of the pieces.
pub struct PieceAtlases {
    board: Atlas,
    small: Atlas,
    /// White pieces that a tint colours, a texture for each size.
    figurines: [Atlas; FIGURINES.len()],
    style: PieceStyle,
    letters: PieceLetters,
}

impl PieceAtlases {
    /// The pictures of a game's pieces; faults of a user's own are reported.
    pub fn new(game: &NewGame, cx: &mut Context) -> PieceAtlases {
        let mut sprites = Vec::new();
        for sprite in &game.sprites {
            match cx.services.files.read(&sprite.file) {
                Ok(bytes) => sprites.push(PieceSprite { kind: sprite.piece, bytes: bytes.into() }),
                Err(error) => {
                    let title = cx.texts.dialogs.cannot_read(&sprite.file.display());
                    cx.dialogs.error(title, cx.texts.io_error(&error));
                }
            }
        }
        let rules = game.puzzles.first().map_or(game.rules(), |puzzle| puzzle.position.rules());
        let style = PieceStyle {
            bottom: game.bottom,
            sprites: sprites.into(),
            ..PieceStyle::new(piece_set(&cx.settings, &cx.theme), Arc::clone(rules))
        };
        let board = Atlas::new(style.clone());
        for fault in board.faults() {
            cx.dialogs.notice(cx.texts.picture_fault(fault));
        }
        let letters = piece_letters(rules);
        let figurines = FIGURINES.map(|_| Atlas::new(stencil(&style)));
        PieceAtlases { small: Atlas::new(style.clone()), figurines, board, style, letters }
    }

    /// Follows the settings, the theme, the rules and the side at the bottom.
    pub fn follow(&mut self, ui: &Egui, rules: &Arc<Rules>, bottom: Colour, cx: &Context) {
        if !Arc::ptr_eq(&self.style.rules, rules) {
            self.letters = piece_letters(rules);
            self.style.rules = Arc::clone(rules);
        }
        self.style.set = piece_set(&cx.settings, &cx.theme);
        self.style.bottom = bottom;
        self.small.prepare(ui, &self.style, SMALL);
        let stencil = stencil(&self.style);
        for (atlas, size) in self.figurines.iter_mut().zip(FIGURINES) {
            atlas.prepare(ui, &stencil, size);
        }
    }

    /// The letters of the pieces.
    pub fn letters(&self) -> &PieceLetters {
        &self.letters
    }

    /// Paints a piece as a figurine in any colour.
    pub fn paint_figurine(&self, painter: &Painter, kind: PieceType, rect: Rect, tint: Color32) {
        let [small, large] = &self.figurines;
        let atlas = if rect.width() <= FIGURINES[0] + 1.0 { small } else { large };
        atlas.paint(painter, Piece::new(kind, Colour::White), rect, tint);
    }

    /// The small pictures, for small boards.
    pub fn small(&self) -> &Atlas {
        &self.small
    }
}

/// The same pieces as figurines. All style up the screen, as they would for White.
fn stencil(style: &PieceStyle) -> PieceStyle {
    PieceStyle { finish: Finish::Stencil, bottom: Colour::White, ..style.clone() }
}

impl PieceRenderer for PieceAtlases {
    fn prepare(&mut self, ctx: &Egui, tile: f32) {
        self.board.prepare(ctx, &self.style, tile);
    }

    fn picture(&self, piece: Piece) -> Option<PieceTexture> {
        self.board.picture(piece)
    }
}
