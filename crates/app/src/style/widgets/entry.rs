//! A line of an open menu.

use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    Vec2, Widget, WidgetInfo, pos2,
};

use super::{focus_ring, hover_of};
use crate::style::{Icon, faded, mix, of, radius, text};

/// A line of an open menu: perhaps two colours, a name, and a tick if it is the chosen one.
#[must_use = "it is shown with `ui.add`"]
pub struct MenuEntry<'a> {
    name: &'a str,
    chosen: bool,
    swatch: Option<[Color32; 2]>,
}

impl<'a> MenuEntry<'a> {
    /// A line with a name.
    pub fn new(name: &'a str, chosen: bool) -> MenuEntry<'a> {
        MenuEntry { name, chosen, swatch: None }
    }

    /// With two colours before the name.
    pub fn swatch(self, colours: [Color32; 2]) -> Self {
        MenuEntry { swatch: Some(colours), ..self }
    }
}

impl Widget for MenuEntry<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let colours = of(ui).colours;
        let size = Vec2::new(ui.available_width(), 32.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::MenuItem, true, self.chosen, self.name));
        if ui.is_rect_visible(rect) {
            let hover = hover_of(ui, &response);
            let fill = match self.chosen {
                true => faded(colours.accent, 0.22),
                false => faded(mix(colours.raised, colours.text, 0.08), hover),
            };
            let painter = ui.painter();
            painter.rect_filled(rect, CornerRadius::same(radius::S), fill);
            let mut left = rect.left() + 10.0;
            if let Some([light, dark]) = self.swatch {
                let tile =
                    Rect::from_center_size(pos2(left + 9.0, rect.center().y), Vec2::splat(18.0));
                let corners = CornerRadius::same(4);
                painter.rect_filled(tile, corners, light);
                let half = tile.with_min_x(tile.center().x);
                painter.rect_filled(half, CornerRadius { nw: 0, sw: 0, ..corners }, dark);
                let line = Stroke::new(1.0, colours.outline);
                painter.rect_stroke(tile, corners, line, StrokeKind::Inside);
                left += 28.0;
            }
            let at = pos2(left, rect.center().y);
            let width = rect.right() - left - 30.0;
            let font = text::body_font();
            text::paint(painter, at, Align2::LEFT_CENTER, self.name, font, colours.text, width);
            if self.chosen {
                let centre = pos2(rect.right() - 16.0, rect.center().y);
                Icon::Check.paint_at(painter, centre, 13.0, colours.accent);
            }
            focus_ring(ui, &response, rect.shrink(3.0), radius::S);
        }
        response.on_hover_cursor(CursorIcon::PointingHand)
    }
}
