//! Buttons.

use egui::{
    Align2, Color32, CornerRadius, CursorIcon, FontId, Rect, Response, Role, Sense, Stroke,
    StrokeKind, Ui, Vec2, Widget, WidgetInfo, pos2,
};

use super::{focus_ring, hover_of};
use crate::style::{Icon, faded, of, radius, space, text};

/// The size of the icon before a text.
const ICON_SIZE: f32 = 17.0;

/// The least room at either side of a text.
const LEAST_PADDING: f32 = 6.0;

/// How much a button stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The one that leads on.
    Primary,
    /// Any other.
    Secondary,
    /// One that should not be seen before it is looked for.
    Ghost,
    /// One that loses something.
    Danger,
}

/// A button with a text, and perhaps an icon before it.
#[must_use = "it is shown with `ui.add`"]
pub struct Button<'a> {
    text: &'a str,
    name: &'a str,
    icon: Option<Icon>,
    kind: Kind,
    width: Option<f32>,
    height: f32,
    enabled: bool,
    selected: bool,
}

impl<'a> Button<'a> {
    fn new(text: &'a str, kind: Kind) -> Button<'a> {
        Button {
            text,
            name: text,
            icon: None,
            kind,
            width: None,
            height: 36.0,
            enabled: true,
            selected: false,
        }
    }

    /// The one button of a page that leads on.
    pub fn primary(text: &'a str) -> Button<'a> {
        Button::new(text, Kind::Primary)
    }

    /// Any other button.
    pub fn secondary(text: &'a str) -> Button<'a> {
        Button::new(text, Kind::Secondary)
    }

    /// A button that should not be seen before it is looked for.
    pub fn ghost(text: &'a str) -> Button<'a> {
        Button::new(text, Kind::Ghost)
    }

    /// A button that loses something.
    pub fn danger(text: &'a str) -> Button<'a> {
        Button::new(text, Kind::Danger)
    }

    /// With an icon before the text.
    pub fn icon(self, icon: Icon) -> Self {
        Button { icon: Some(icon), ..self }
    }

    /// With a name that says more than the text.
    pub fn named(self, name: &'a str) -> Self {
        Button { name, ..self }
    }

    /// As wide as this, whatever the text.
    pub fn width(self, width: f32) -> Self {
        Button { width: Some(width), ..self }
    }

    /// A little lower than usual.
    pub fn small(self) -> Self {
        Button { height: 30.0, ..self }
    }

    /// A little higher than usual.
    pub fn large(self) -> Self {
        Button { height: 44.0, ..self }
    }

    /// Can it be pressed?
    pub fn enabled(self, enabled: bool) -> Self {
        Button { enabled, ..self }
    }

    /// Is it the one that is chosen?
    pub fn selected(self, selected: bool) -> Self {
        Button { selected, ..self }
    }
}

impl Widget for Button<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let font = match self.kind {
            Kind::Primary | Kind::Danger => FontId::new(14.0, text::heading_font().family),
            _ => text::strong_font(),
        };
        let (padding, gap) = if self.text.is_empty() { (9.0, 0.0) } else { (15.0, space::S) };
        let icon_width = self.icon.map_or(0.0, |_| ICON_SIZE + gap);
        let room =
            self.width.map_or(f32::INFINITY, |width| width - icon_width - 2.0 * LEAST_PADDING);
        let galley = text::fit(ui.painter(), self.text, font, Color32::PLACEHOLDER, room);
        let wanted = galley.size().x + icon_width + 2.0 * padding;
        let size = Vec2::new(self.width.unwrap_or(wanted), self.height);
        let pressable = Pressable::new(ui, size, self.name, self.enabled, self.selected);
        let Pressable { rect, response, enabled } = &pressable;
        if !ui.is_rect_visible(*rect) {
            return pressable.response;
        }
        let (fill, line, ink) = self.colours(ui, response, *enabled);
        let opacity = if *enabled { 1.0 } else { 0.45 };
        let painter = ui.painter().with_clip_rect(rect.expand(8.0).intersect(ui.clip_rect()));
        let corners = CornerRadius::same(radius::M);
        painter.rect(*rect, corners, faded(fill, opacity), line, StrokeKind::Inside);
        let mut left = rect.center().x - (galley.size().x + icon_width) / 2.0;
        let ink = faded(ink, opacity);
        if let Some(icon) = self.icon {
            icon.paint_at(&painter, pos2(left + ICON_SIZE / 2.0, rect.center().y), ICON_SIZE, ink);
            left += icon_width;
        }
        let top = rect.center().y - galley.size().y / 2.0;
        painter.galley_with_override_text_color(pos2(left, top), galley, ink);
        focus_ring(ui, response, *rect, radius::M);
        pressable.finish()
    }
}

impl Button<'_> {
    /// The ground, the line around it, and the ink.
    fn colours(&self, ui: &Ui, response: &Response, enabled: bool) -> (Color32, Stroke, Color32) {
        let tokens = of(ui);
        let colours = &tokens.colours;
        let hover = hover_of(ui, response);
        let pressed = response.is_pointer_button_down_on();
        if self.selected {
            let line = Stroke::new(1.0, colours.accent);
            return (faded(colours.accent, 0.18), line, colours.text);
        }
        match self.kind {
            Kind::Primary => {
                let fill = tokens.hovered(colours.accent, 2.0 * hover, pressed);
                (fill, Stroke::NONE, colours.on_accent)
            }
            Kind::Danger => {
                let ink = if tokens.dark { Color32::from_rgb(38, 8, 8) } else { Color32::WHITE };
                (tokens.hovered(colours.danger, 2.0 * hover, pressed), Stroke::NONE, ink)
            }
            Kind::Secondary => {
                (tokens.hovered(colours.raised, hover, pressed), tokens.line(), colours.text)
            }
            Kind::Ghost => {
                let fill = match pressed {
                    true => tokens.hovered(colours.raised, 1.0, true),
                    false => faded(colours.raised, hover),
                };
                (fill, Stroke::NONE, if enabled { colours.text } else { colours.muted })
            }
        }
    }
}

/// Something that can be pressed: its place, and whether it can be pressed now.
struct Pressable {
    rect: Rect,
    response: Response,
    enabled: bool,
}

impl Pressable {
    /// Takes the room for a button, and describes it to screen readers.
    fn new(ui: &mut Ui, size: Vec2, name: &str, enabled: bool, selected: bool) -> Pressable {
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(size, sense);
        let enabled = enabled && ui.is_enabled();
        response.widget_info(|| match selected {
            true => WidgetInfo::selected(Role::Button, enabled, true, name),
            false => WidgetInfo::labeled(Role::Button, enabled, name),
        });
        Pressable { rect, response, enabled }
    }

    fn finish(self) -> Response {
        match self.enabled {
            true => self.response.on_hover_cursor(CursorIcon::PointingHand),
            false => self.response,
        }
    }
}

/// A square button with an icon alone; its name is its tooltip.
#[must_use = "it is shown with `ui.add`"]
pub struct IconButton<'a> {
    icon: Icon,
    name: &'a str,
    word: Option<&'a str>,
    size: f32,
    width: Option<f32>,
    framed: bool,
    enabled: bool,
    selected: bool,
}

impl<'a> IconButton<'a> {
    /// A button with a frame.
    pub fn new(icon: Icon, name: &'a str) -> IconButton<'a> {
        IconButton {
            icon,
            name,
            word: None,
            size: 36.0,
            width: None,
            framed: true,
            enabled: true,
            selected: false,
        }
    }

    /// With a word below the icon.
    pub fn word(self, word: &'a str) -> Self {
        IconButton { word: Some(word), ..self }
    }

    /// Without a frame while the pointer is not over it.
    pub fn ghost(self) -> Self {
        IconButton { framed: false, ..self }
    }

    /// With another height and width.
    pub fn size(self, size: f32) -> Self {
        IconButton { size, ..self }
    }

    pub fn width(self, width: f32) -> Self {
        IconButton { width: Some(width), ..self }
    }

    /// Can it be pressed?
    pub fn enabled(self, enabled: bool) -> Self {
        IconButton { enabled, ..self }
    }

    /// Is it switched on?
    pub fn selected(self, selected: bool) -> Self {
        IconButton { selected, ..self }
    }
}

impl Widget for IconButton<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let size = Vec2::new(self.width.unwrap_or(self.size), self.size);
        let mut pressable = Pressable::new(ui, size, self.name, self.enabled, self.selected);
        if ui.is_rect_visible(pressable.rect) {
            self.paint(ui, &pressable);
        }
        pressable.response = pressable.response.on_hover_text(self.name);
        pressable.finish()
    }
}

impl IconButton<'_> {
    fn paint(&self, ui: &Ui, Pressable { rect, response, enabled }: &Pressable) {
        let tokens = of(ui);
        let colours = &tokens.colours;
        let hover = hover_of(ui, response);
        let pressed = response.is_pointer_button_down_on();
        let opacity = if *enabled { 1.0 } else { 0.4 };
        let (fill, line) = match (self.selected, self.framed) {
            (true, _) => (faded(colours.accent, 0.2), Stroke::new(1.0, colours.accent)),
            (false, true) => (tokens.hovered(colours.surface, hover, pressed), tokens.line()),
            (false, false) => (faded(colours.raised, hover), Stroke::NONE),
        };
        let corners = CornerRadius::same(radius::M);
        let painter = ui.painter();
        painter.rect(*rect, corners, faded(fill, opacity), line, StrokeKind::Inside);
        let ink = if self.selected { colours.accent } else { colours.text };
        let ink = faded(ink, opacity * (0.8 + 0.2 * hover));
        let (centre, icon) = match self.word {
            Some(word) => {
                let at = pos2(rect.center().x, rect.bottom() - 11.0);
                let font = FontId { size: 11.0, ..text::small_font() };
                text::paint(
                    painter,
                    at,
                    Align2::CENTER_CENTER,
                    word,
                    font,
                    ink,
                    rect.width() - 4.0,
                );
                (rect.center() - Vec2::new(0.0, 8.0), 18.0)
            }
            None => (rect.center(), self.size * 0.5),
        };
        self.icon.paint_at(painter, centre, icon, ink);
        focus_ring(ui, response, *rect, radius::M);
    }
}
