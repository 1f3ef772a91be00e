//! A small board in a menu or a list, with everything that it needs to be painted.

use std::sync::Arc;

use board_ui::pieces::{Atlas, PieceSet, PieceStyle};
use board_ui::{BoardStyle, BoardThumbnail, PieceLetters, Placement, TargetShape, board_image};
use egui::{Rect, Ui};
use rules::{Colour, Position, Rules, Square};

use crate::context::Context;
use crate::settings::{HighlightStyle, Settings};
use crate::theme::Theme;

/// The pixels of a tile in a PNG file.
const PNG_TILE: u32 = 96;

/// The piece set that is to be shown.
pub fn piece_set(settings: &Settings, theme: &Theme) -> PieceSet {
    let chosen = settings.piece_set.as_deref().and_then(PieceSet::by_id);
    chosen.or_else(|| PieceSet::by_id(&theme.piece_set)).unwrap_or_default()
}

/// The letters of a rule set's pieces.
pub fn piece_letters(rules: &Rules) -> PieceLetters {
    rules.piece_types().map(|kind| rules.piece_spec(kind).letter).collect()
}

/// The look of boards in a theme, with what the settings say about it.
pub fn board_style(settings: &Settings, theme: &Theme) -> BoardStyle {
    BoardStyle {
        colours: theme.board,
        targets: match settings.highlights.unwrap_or(theme.highlights) {
            HighlightStyle::Tiles => TargetShape::Tiles,
            HighlightStyle::Dots => TargetShape::Dots,
        },
        card: theme.interface.surface,
        ..BoardStyle::default()
    }
}

/// A small board with the pictures of its pieces.
pub struct Picture {
    atlas: Atlas,
    letters: PieceLetters,
}

impl Picture {
    /// A picture of boards with these rules.
    pub fn new(rules: &Arc<Rules>) -> Picture {
        let piece_style = PieceStyle::new(PieceSet::default(), Arc::clone(rules));
        Picture { atlas: Atlas::new(piece_style), letters: piece_letters(rules) }
    }

    /// Paints a position into the middle of a space.
    pub fn paint(&mut self, ui: &Ui, space: Rect, view: &Shown<'_>) -> Rect {
        let rules = view.position.rules();
        let pieces = seen_pieces(view.position, view.bottom);
        let piece_style = PieceStyle {
            bottom: view.bottom,
            ..PieceStyle::new(piece_set(view.settings, view.theme), Arc::clone(rules))
        };
        if !Arc::ptr_eq(&self.atlas.style().rules, rules) {
            self.letters = piece_letters(rules);
        }
        let style = board_style(view.settings, view.theme);
        let board = BoardThumbnail {
            bottom: view.bottom,
            last_move: seen_last_move(view.position, view.bottom, view.last_move),
            ..BoardThumbnail::new(rules.size(), &pieces, &self.letters, &style)
        };
        let geometry = board.geometry(space, ui.pixels_per_point());
        self.atlas.prepare(ui.ctx(), &piece_style, geometry.tile());
        board.paint(ui.painter(), space, &self.atlas);
        geometry.rect()
    }
}

/// What a small board shows.
pub struct Shown<'a> {
    pub position: &'a Position,
    /// The side at the bottom.
    pub bottom: Colour,
    /// Where the last move came from and went to.
    pub last_move: Option<(Square, Square)>,
    pub settings: &'a Settings,
    pub theme: &'a Theme,
}

impl<'a> Shown<'a> {
    /// A position, seen from a side.
    pub fn new(position: &'a Position, bottom: Colour, cx: &'a Context) -> Shown<'a> {
        Shown { position, bottom, last_move: None, settings: &cx.settings, theme: &cx.theme }
    }

    /// The board as a PNG file.
    ///
    /// # Errors
    /// If it cannot be encoded.
    pub fn png(&self) -> Result<Vec<u8>, image::ImageError> {
        let rules = self.position.rules();
        let pieces = seen_pieces(self.position, self.bottom);
        let set = piece_set(self.settings, self.theme);
        let piece_style =
            PieceStyle { bottom: self.bottom, ..PieceStyle::new(set, Arc::clone(rules)) };
        let style = board_style(self.settings, self.theme);
        let (size, atlas) = (rules.size(), Atlas::new(piece_style));
        let last_move = seen_last_move(self.position, self.bottom, self.last_move);
        let board = board_image(size, self.bottom, &pieces, last_move, &style, &atlas, PNG_TILE);
        let [width, height] = board.size.map(|side| side as u32);
        let bytes: Vec<u8> = board.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
        let mut file = std::io::Cursor::new(Vec::new());
        let kind = image::ExtendedColorType::Rgba8;
        image::write_buffer_with_format(
            &mut file,
            &bytes,
            width,
            height,
            kind,
            image::ImageFormat::Png,
        )?;
        Ok(file.into_inner())
    }
}

/// Where a move came from and went to.
type Way = (Square, Square);

/// The last move, as far as it may be shown: under fog, only the own one.
fn seen_last_move(position: &Position, bottom: Colour, last_move: Option<Way>) -> Option<Way> {
    let is_hidden = position.rules().spec().fog && position.turn() == bottom;
    last_move.filter(|_| !is_hidden)
}

/// What may be shown of a position: a picture of a game under fog must not reveal more than the game.
fn seen_pieces(position: &Position, bottom: Colour) -> Placement {
    match position.rules().spec().fog {
        true => position.view(bottom).pieces().iter().copied().collect(),
        false => position.pieces().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_a_game_under_fog_does_not_tell_the_other_sides_move() {
        let open = notation::ruleset::shipped("standard").expect("it ships");
        let mut spec = open.spec().clone();
        spec.fog = true;
        let foggy = Rules::compile(spec).expect("it can be played under fog");
        let way = Some((Square::new(4, 6), Square::new(4, 4)));
        let seen = |rules: &Arc<Rules>, bottom| {
            seen_last_move(&Position::start(rules), bottom, way).is_some()
        };
        // It is White's turn: the last move was Black's.
        assert!(seen(&open, Colour::White) && seen(&open, Colour::Black));
        assert!(!seen(&foggy, Colour::White) && seen(&foggy, Colour::Black));
    }
}
