//! The large cards of the start menu.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Color32, CornerRadius, CursorIcon, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, Vec2,
    Widget, WidgetInfo, pos2, vec2,
};

use super::{focus_ring, hover_of};
use crate::style::{Icon, faded, mix, of, radius, text};

/// A card with an icon, a name and a line that says more.
#[must_use = "it is shown with `ui.add`"]
pub struct MenuCard<'a> {
    icon: Icon,
    hue: Color32,
    name: &'a str,
    about: &'a str,
    size: Vec2,
    enabled: bool,
    leading: bool,
}

impl<'a> MenuCard<'a> {
    /// A card of this size; its icon has a colour of its own.
    pub fn new(icon: Icon, hue: Color32, name: &'a str, about: &'a str, size: Vec2) -> Self {
        MenuCard { icon, hue, name, about, size, enabled: true, leading: false }
    }

    /// The card that most people want.
    pub fn leading(mut self) -> Self {
        self.leading = true;
        self
    }

    /// Can it be pressed?
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }
}

impl Widget for MenuCard<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let tokens = of(ui);
        let colours = &tokens.colours;
        let sense = if self.enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(self.size, sense);
        let name = self.name;
        response.widget_info(|| WidgetInfo::labeled(Role::Button, self.enabled, name));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let hover = if self.enabled { hover_of(ui, &response) } else { 0.0 };
        let pressed = response.is_pointer_button_down_on();
        let opacity: f32 = if self.enabled { 1.0 } else { 0.55 };
        let base = match self.leading {
            true => mix(colours.surface, colours.accent, 0.14),
            false => colours.surface,
        };
        let fill = tokens.hovered(base, hover, pressed);
        let line = match self.leading {
            true => Stroke::new(1.0, mix(colours.outline, colours.accent, 0.65 + 0.35 * hover)),
            false => Stroke::new(1.0, mix(colours.outline, self.hue, 0.7 * hover)),
        };
        let corners = CornerRadius::same(radius::L);
        let painter = ui.painter();
        if hover > 0.0 {
            painter.add(tokens.shadow(0.5 * hover).as_shape(rect, corners));
        }
        painter.rect(rect, corners, faded(fill, opacity.max(0.8)), line, StrokeKind::Inside);

        let inner = rect.shrink2(vec2(if rect.width() < 220.0 { 12.0 } else { 16.0 }, 10.0));
        let badge_size = 36.0;
        let middle = inner.left_center();
        let badge =
            Rect::from_center_size(middle + vec2(badge_size / 2.0, 0.0), Vec2::splat(badge_size));
        painter.rect_filled(badge, CornerRadius::same(radius::M), faded(self.hue, 0.2 * opacity));
        self.icon.paint_at(painter, badge.center(), 20.0, faded(self.hue, opacity));

        let left = badge.right() + if rect.width() < 220.0 { 10.0 } else { 14.0 };
        let lay_out = |text: &str, font, colour, rows| {
            let format = TextFormat::simple(font, colour);
            let mut job = LayoutJob::single_section(text.to_owned(), format);
            job.wrap.max_width = inner.right() - left;
            job.wrap.max_rows = rows;
            ui.ctx().fonts_mut(|fonts| fonts.layout_job(job))
        };
        let rows = if inner.height() >= 50.0 { 2 } else { 1 };
        let title = lay_out(name, text::heading_font(), faded(colours.text, opacity), rows);
        // A name is never cut short; what is said about it gives way.
        if title.rows.len() > 1 {
            painter.galley(pos2(left, middle.y - title.size().y / 2.0), title, colours.text);
        } else {
            let muted = faded(colours.muted, opacity);
            let about = lay_out(self.about, text::small_font(), muted, rows);
            let title_height = title.size().y + 3.0;
            let at = pos2(left, middle.y - (title_height + about.size().y) / 2.0);
            painter.galley(at, title, colours.text);
            painter.galley(at + vec2(0.0, title_height), about, colours.muted);
        }
        focus_ring(ui, &response, rect, radius::L);
        if self.enabled { response.on_hover_cursor(CursorIcon::PointingHand) } else { response }
    }
}
