//! Sizes and colours that every part of the window shares.

use std::sync::Arc;

use egui::{
    Color32, Context, CornerRadius, CursorIcon, FontFamily, FontId, Id, Margin, Shadow, Stroke,
    TextStyle, Ui, Vec2, Visuals,
};

use super::{faded, fonts, mix};
use crate::theme::{Interface, Theme};

/// Distances between things.
pub mod space {
    /// Between an icon and its text.
    pub const XS: f32 = 4.0;
    /// Between things that belong together.
    pub const S: f32 = 8.0;
    /// Between neighbours.
    pub const M: f32 = 12.0;
    /// Inside cards.
    pub const L: f32 = 16.0;
    /// Between groups.
    pub const XL: f32 = 24.0;
    /// Around a page.
    pub const XXL: f32 = 32.0;
}

/// How round corners are.
pub mod radius {
    /// Small things within cards.
    pub const S: u8 = 6;
    /// Buttons and fields.
    pub const M: u8 = 9;
    /// Cards.
    pub const L: u8 = 12;
    /// Dialogs.
    pub const XL: u8 = 16;
}

/// The colours of the theme that is shown, for widgets to paint with.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// The colours of the window.
    pub colours: Interface,
    /// Is the window dark?
    pub dark: bool,
}

impl Tokens {
    /// The fill of a surface that the mouse is on to some part, and that is pressed or not.
    pub fn hovered(&self, fill: Color32, hover: f32, pressed: bool) -> Color32 {
        let towards = if self.dark { Color32::WHITE } else { Color32::BLACK };
        let strength = 0.05 * hover + if pressed { 0.05 } else { 0.0 };
        mix(fill, towards, strength)
    }

    /// The shadow of cards and dialogs.
    pub fn shadow(&self, strength: f32) -> Shadow {
        let alpha = if self.dark { 120.0 } else { 40.0 } * strength;
        Shadow {
            offset: [0, (6.0 * strength) as i8],
            blur: (24.0 * strength) as u8,
            spread: 0,
            color: Color32::from_black_alpha(alpha as u8),
        }
    }

    /// A line around a card.
    pub fn line(&self) -> Stroke {
        Stroke::new(1.0, self.colours.outline)
    }
}

fn id() -> Id {
    Id::unique("style tokens")
}

/// What widgets paint with.
pub fn of(ui: &Ui) -> Arc<Tokens> {
    of_context(ui.ctx())
}

/// What widgets paint with.
pub fn of_context(ctx: &Context) -> Arc<Tokens> {
    let tokens = ctx.data(|data| data.get_temp::<Arc<Tokens>>(id()));
    tokens.expect("`apply` comes before the first frame")
}

/// Makes a theme the look of everything that is shown from now on.
pub fn apply(ctx: &Context, theme: &Theme) {
    let tokens = Arc::new(Tokens { colours: theme.interface, dark: theme.dark });
    ctx.data_mut(|data| data.insert_temp(id(), tokens));
    ctx.set_theme(if theme.dark { egui::Theme::Dark } else { egui::Theme::Light });
    ctx.all_styles_mut(|style| {
        style.visuals = visuals(theme);
        style.animation_time = 0.12;
        style.text_styles = [
            (TextStyle::Small, FontId::new(12.0, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(14.0, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(14.0, fonts::medium())),
            (TextStyle::Heading, FontId::new(20.0, fonts::semibold())),
            (TextStyle::Monospace, FontId::new(13.0, FontFamily::Proportional)),
        ]
        .into();
        let spacing = &mut style.spacing;
        spacing.item_spacing = Vec2::splat(space::S);
        spacing.button_padding = Vec2::new(14.0, 8.0);
        spacing.interact_size = Vec2::new(36.0, 34.0);
        spacing.menu_margin = Margin::same(6);
        spacing.window_margin = Margin::same(space::XL as i8);
        spacing.slider_rail_height = 5.0;
        spacing.tooltip_width = 320.0;
        spacing.scroll = egui::style::ScrollStyle::thin();
        style.interaction.tooltip_delay = 0.45;
        style.interaction.selectable_labels = false;
    });
}

/// Enlarges the touch targets.
pub fn prepare_for_touch(ctx: &Context) {
    ctx.all_styles_mut(|style| style.interaction.interact_radius = 8.0);
}

fn visuals(theme: &Theme) -> Visuals {
    let colours = &theme.interface;
    let tokens = Tokens { colours: *colours, dark: theme.dark };
    let mut visuals = if theme.dark { Visuals::dark() } else { Visuals::light() };
    visuals.override_text_color = Some(colours.text);
    visuals.weak_text_color = Some(colours.muted);
    visuals.panel_fill = colours.background;
    visuals.window_fill = colours.surface;
    visuals.window_stroke = tokens.line();
    visuals.window_corner_radius = CornerRadius::same(radius::XL);
    visuals.menu_corner_radius = CornerRadius::same(radius::M);
    visuals.window_shadow = tokens.shadow(1.0);
    visuals.popup_shadow = tokens.shadow(0.7);
    visuals.extreme_bg_color = colours.sunken;
    visuals.text_edit_bg_color = Some(colours.sunken);
    visuals.faint_bg_color = mix(colours.surface, colours.raised, 0.5);
    visuals.code_bg_color = colours.sunken;
    visuals.error_fg_color = colours.danger;
    visuals.warn_fg_color = colours.warning;
    visuals.hyperlink_color = colours.accent;
    visuals.selection.bg_fill = faded(colours.accent, 0.35);
    visuals.selection.stroke = Stroke::new(1.0, colours.accent);
    visuals.slider_trailing_fill = true;
    visuals.interact_cursor = Some(CursorIcon::PointingHand);
    let states = &mut visuals.widgets;
    for (state, fill, line) in [
        (&mut states.noninteractive, colours.surface, colours.outline),
        (&mut states.inactive, colours.raised, colours.outline),
        (&mut states.hovered, tokens.hovered(colours.raised, 1.0, false), colours.muted),
        (&mut states.active, tokens.hovered(colours.raised, 1.0, true), colours.accent),
        (&mut states.open, colours.raised, colours.accent),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, line);
        state.fg_stroke = Stroke::new(1.0, colours.text);
        state.corner_radius = CornerRadius::same(radius::M);
        state.expansion = 0.0;
    }
    visuals
}
