//! A small board in a menu or a list, with everything that it needs to be painted.

use std::sync::Arc;

use board_ui::pieces::{Atlas, PieceSet, PieceStyle};
use board_ui::{BoardStyle, BoardThumbnail, PieceLetters, Placement, TargetShape};
use egui::{Rect, Ui};
use rules::{Colour, Position, Rules, Square};

use crate::context::Context;
use crate::settings::{HighlightStyle, Settings};
use crate::theme::Theme;

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
        let look = PieceStyle::new(PieceSet::default(), Arc::clone(rules));
        Picture { atlas: Atlas::new(look), letters: piece_letters(rules) }
    }

    /// Paints a position into the middle of a space.
    pub fn paint(&mut self, ui: &Ui, space: Rect, view: &Shown<'_>) -> Rect {
        let rules = view.position.rules();
        // A picture of a game under fog must not tell more than the game itself.
        let pieces: Placement = match rules.spec().fog {
            true => view.position.view(view.bottom).pieces().iter().copied().collect(),
            false => view.position.pieces().collect(),
        };
        let look = PieceStyle {
            bottom: view.bottom,
            ..PieceStyle::new(piece_set(view.settings, view.theme), Arc::clone(rules))
        };
        if !Arc::ptr_eq(&self.atlas.look().rules, rules) {
            self.letters = piece_letters(rules);
        }
        let style = board_style(view.settings, view.theme);
        let board = BoardThumbnail {
            bottom: view.bottom,
            last_move: view.last_move,
            ..BoardThumbnail::new(rules.size(), &pieces, &self.letters, &style)
        };
        let geometry = board.geometry(space, ui.pixels_per_point());
        self.atlas.prepare(ui.ctx(), &look, geometry.tile());
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
    pub fn new(position: &'a Position, bottom: Colour, cx: &'a Context<'_>) -> Shown<'a> {
        Shown { position, bottom, last_move: None, settings: cx.settings, theme: cx.theme }
    }
}
