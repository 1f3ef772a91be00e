//! The large cards of the start menu.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Color32, CornerRadius, CursorIcon, Rect, Response, Role, Sense, StrokeKind, Ui, Vec2, Widget,
    WidgetInfo, pos2, vec2,
};

use super::{focus_ring, hover_of};
use crate::style::{Icon, faded, mix, of, radius, text};

/// The side of the square behind the icon.
const BADGE: f32 = 36.0;

/// A card with an icon, a name and a line that says more.
#[must_use = "it is shown with `ui.add`"]
pub struct MenuCard<'a> {
    icon: Icon,
    hue: Color32,
    name: &'a str,
    about: &'a str,
    size: Vec2,
    leading: bool,
}

impl<'a> MenuCard<'a> {
    /// A card of this size; its icon has a colour of its own.
    pub fn new(icon: Icon, hue: Color32, name: &'a str, about: &'a str, size: Vec2) -> Self {
        MenuCard { icon, hue, name, about, size, leading: false }
    }

    /// The card that most people want.
    pub fn leading(self) -> Self {
        MenuCard { leading: true, ..self }
    }
}

impl Widget for MenuCard<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let (rect, response) = ui.allocate_exact_size(self.size, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, self.name));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        self.paint_ground(ui, rect, &response);
        let is_narrow = rect.width() < 220.0;
        let inner = rect.shrink2(vec2(if is_narrow { 12.0 } else { 16.0 }, 10.0));
        let badge = Rect::from_center_size(
            inner.left_center() + vec2(BADGE / 2.0, 0.0),
            Vec2::splat(BADGE),
        );
        let painter = ui.painter();
        painter.rect_filled(badge, CornerRadius::same(radius::M), faded(self.hue, 0.2));
        self.icon.paint_at(painter, badge.center(), 20.0, self.hue);
        let gap = if is_narrow { 10.0 } else { 14.0 };
        self.paint_words(ui, inner.with_min_x(badge.right() + gap));
        focus_ring(ui, &response, rect, radius::L);
        response.on_hover_cursor(CursorIcon::PointingHand)
    }
}

impl MenuCard<'_> {
    fn paint_ground(&self, ui: &Ui, rect: Rect, response: &Response) {
        let tokens = of(ui);
        let colours = &tokens.colours;
        let hover = hover_of(ui, response);
        let (base, line) = match self.leading {
            true => (
                mix(colours.surface, colours.accent, 0.14),
                mix(colours.outline, colours.accent, 0.65 + 0.35 * hover),
            ),
            false => (colours.surface, mix(colours.outline, self.hue, 0.7 * hover)),
        };
        let fill = tokens.hovered(base, hover, response.is_pointer_button_down_on());
        let corners = CornerRadius::same(radius::L);
        if hover > 0.0 {
            ui.painter().add(tokens.shadow(0.5 * hover).as_shape(rect, corners));
        }
        ui.painter().rect(rect, corners, fill, (1.0, line), StrokeKind::Inside);
    }

    /// A name is never cut short; what is said about it gives way.
    fn paint_words(&self, ui: &Ui, rect: Rect) {
        let colours = of(ui).colours;
        let rows = if rect.height() >= 50.0 { 2 } else { 1 };
        let lay_out = |text: &str, font, colour| {
            let format = TextFormat::simple(font, colour);
            let mut job = LayoutJob::single_section(text.to_owned(), format);
            job.wrap.max_width = rect.width();
            job.wrap.max_rows = rows;
            ui.ctx().fonts_mut(|fonts| fonts.layout_job(job))
        };
        let (left, middle) = (rect.left(), rect.center().y);
        let title = lay_out(self.name, text::heading_font(), colours.text);
        let about = lay_out(self.about, text::small_font(), colours.muted);
        if title.rows.len() > 1 || about.elided {
            let at = pos2(left, middle - title.size().y / 2.0);
            ui.painter().galley(at, title, colours.text);
            return;
        }
        let title_height = title.size().y + 3.0;
        let at = pos2(left, middle - (title_height + about.size().y) / 2.0);
        ui.painter().galley(at, title, colours.text);
        ui.painter().galley(at + vec2(0.0, title_height), about, colours.muted);
    }
}
