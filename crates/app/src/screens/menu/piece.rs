//! A piece to get to know, below the small board of the menu.

use std::sync::Arc;

use egui::{
    CornerRadius, CursorIcon, Rect, Response, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo,
};
use notation::ruleset;
use rules::{PieceType, Rules};

use crate::context::Context;
use crate::piece_picture::PiecePictures;
use crate::piece_text::describe;
use crate::style::widgets::{focus_ring, within};
use crate::style::{of, radius, space, text};
use crate::texts::capital;

/// The height of the card.
pub const HEIGHT: f32 = 140.0;

/// A piece that most people do not know yet.
pub struct PieceToKnow {
    rules: Arc<Rules>,
    kind: PieceType,
    pictures: PiecePictures,
}

impl PieceToKnow {
    /// One of the pieces that ordinary chess lacks, another one each time.
    pub fn new(seed: u64) -> Option<PieceToKnow> {
        let rules = ruleset::shipped("xxl")?;
        let ordinary = ruleset::shipped("standard")?;
        let is_new =
            |kind: &PieceType| ordinary.piece_named(&rules.piece_spec(*kind).name).is_none();
        let kinds: Vec<PieceType> = rules.piece_types().filter(is_new).collect();
        let kind = *kinds.get(seed as usize % kinds.len().max(1))?;
        Some(PieceToKnow { kind, pictures: PiecePictures::new(&rules), rules })
    }

    /// Shows the card; a click leads to the rules.
    pub fn show(&mut self, ui: &mut Ui, cx: &Context) -> Response {
        let tokens = of(ui);
        let colours = &tokens.colours;
        let size = Vec2::new(ui.available_width(), HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let spec = self.rules.piece_spec(self.kind);
        let title = cx.texts.menu.piece_to_know(cx.texts.piece(&spec.name));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &title));
        let hover = ui.ctx().animate_bool_responsive(response.id, response.hovered());
        let fill_colour = tokens.hovered(colours.surface, hover, false);
        let corners = CornerRadius::same(radius::L);
        ui.painter().rect(rect, corners, fill_colour, tokens.line(), StrokeKind::Inside);
        let side = HEIGHT - 2.0 * space::M;
        let picture = Rect::from_min_size(rect.min + Vec2::splat(space::M), Vec2::splat(side));
        self.pictures.prepare(ui, &self.rules, side, &cx.settings, &cx.theme);
        self.pictures.paint(ui, picture, self.kind);
        let words = rect.shrink(space::M).with_min_x(picture.right() + space::L);
        within(ui, words, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            ui.add_space(space::S);
            ui.label(text::muted(ui, cx.texts.menu.piece_heading));
            ui.label(text::heading(capital(&cx.texts.piece(&spec.name))));
            ui.label(text::muted(ui, describe(spec, cx.texts)));
        });
        focus_ring(ui, &response, rect, radius::L);
        response.on_hover_cursor(CursorIcon::PointingHand)
    }
}
