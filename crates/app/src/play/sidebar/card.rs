//! The card of a player: name, state, clock and captured pieces.

use std::time::Duration;

use egui::emath::GuiRounding as _;
use egui::{
    Align2, Color32, CornerRadius, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use game::clock_text;
use record::Seat;
use rules::{Colour, Piece};

use super::Sidebar;
use crate::avatar::Face;
use crate::play::online::OnlineView;
use crate::style::{Icon, faded, mix, of, radius, space, text};

/// What a card shows.
struct Card {
    icon: Icon,
    name: String,
    about: String,
    /// The same in as few words as there can be.
    brief: String,
    clock: Option<ClockDisplay>,
    is_active: bool,
    taken: Vec<Piece>,
    ahead: Option<String>,
}

struct ClockDisplay {
    text: String,
    runs: bool,
    is_low: bool,
}

/// The least height of a card with panels.
pub const HEIGHT: f32 = 64.0;

/// The height of a card with readable pieces that were taken, and what it needs beside it.
const LARGE: f32 = 84.0;
const LARGE_FROM: egui::Vec2 = vec2(340.0, 660.0);

/// The height of each card in a column of panels.
pub fn height(panels: Rect) -> f32 {
    let is_large = panels.width() >= LARGE_FROM.x && panels.height() >= LARGE_FROM.y;
    if is_large { LARGE } else { HEIGHT }
}

/// The height of a clock in the narrow sidebar.
const NARROW_CLOCK: f32 = 34.0;

/// The height of a card in the narrow sidebar.
pub fn narrow_height(side: &Sidebar<'_>) -> f32 {
    let clock = side.session.game().terms().clocks.map_or(0.0, |_| NARROW_CLOCK + 6.0);
    clock + 70.0
}

/// Shows the card of a side with room for everything.
pub fn wide(ui: &mut Ui, rect: Rect, side: &Sidebar<'_>, colour: Colour) {
    let card = Card::of(side, colour);
    let colours = &of(ui).colours;
    background(ui, rect, card.is_active);
    let inner = rect.shrink2(vec2(12.0, 12.0));
    let is_large = rect.height() >= LARGE;
    let badge = Rect::from_min_size(inner.min, Vec2::splat(inner.height()));
    let ink = if card.is_active { colours.accent } else { colours.muted };
    card.badge(ui, badge, side, colour, ink);
    let right = card.clock_wide(ui, inner) - space::S;
    let left = badge.right() + space::M;
    let words = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
    let clipped = ui.painter().with_clip_rect(words.intersect(ui.clip_rect()));
    let has_taken = !card.taken.is_empty() || card.ahead.is_some();
    let is_alone = card.about.is_empty() && !has_taken;
    let first = if is_alone { inner.center().y } else { inner.top() + 9.0 };
    let half = if is_large { 13.0 } else { 8.5 };
    let second = inner.bottom() - half + 0.5;
    let at = pos2(left, first);
    let font = text::heading_font();
    let name = clipped.text(at, Align2::LEFT_CENTER, &card.name, font, colours.text);
    let font = text::small_font();
    let (side_by_side, align) = (name.right() + space::S, Align2::LEFT_CENTER);
    if !has_taken {
        let at = pos2(left, second);
        text::paint(&clipped, at, align, &card.about, font, colours.muted, right - left);
    } else {
        let (at, room) = (pos2(side_by_side, first + 0.5), right - side_by_side);
        text::paint(&clipped, at, align, &card.about, font, colours.muted, room);
        let row = Rect::from_min_max(pos2(left, second - half), pos2(right, second + half));
        card.taken(ui, side, row);
    }
    card.name_it(ui, rect, colour);
}

/// Shows a side in one line above or below the board of a phone.
pub fn strip(ui: &mut Ui, rect: Rect, side: &Sidebar<'_>, colour: Colour) {
    let card = Card::of(side, colour);
    let colours = &of(ui).colours;
    let inner = rect.shrink2(vec2(space::S, 6.0));
    let right = card.clock_wide(ui, inner) - space::S;
    let ink = if card.is_active { colours.accent } else { colours.muted };
    let badge =
        Rect::from_center_size(pos2(inner.left() + 15.0, inner.center().y), Vec2::splat(30.0));
    card.badge(ui, badge, side, colour, ink);
    let left = badge.right() + space::S;
    let words = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
    let clipped = ui.painter().with_clip_rect(words.intersect(ui.clip_rect()));
    let has_taken = !card.taken.is_empty() || card.ahead.is_some();
    let line = if has_taken { inner.center().y - 9.0 } else { inner.center().y };
    let at = pos2(left, line);
    let name = clipped.text(at, Align2::LEFT_CENTER, &card.name, text::strong_font(), colours.text);
    let at = pos2(name.right() + space::S, line + 0.5);
    let (font, room) = (text::small_font(), right - at.x);
    text::paint(&clipped, at, Align2::LEFT_CENTER, &card.about, font, colours.muted, room);
    if has_taken {
        let row = Rect::from_min_max(pos2(left, line + 9.0), pos2(right, line + 25.0));
        card.taken(ui, side, row);
    }
    card.name_it(ui, rect, colour);
}

/// Shows the card of a side in the narrow sidebar; the clock is at the edge of the window.
pub fn narrow(ui: &mut Ui, rect: Rect, side: &Sidebar<'_>, colour: Colour, clock_on_top: bool) {
    let card = Card::of(side, colour);
    let colours = &of(ui).colours;
    background(ui, rect, card.is_active);
    let inner = rect.shrink(8.0);
    let clock_height = card.clock.as_ref().map_or(0.0, |_| NARROW_CLOCK);
    let (clock, words) = match clock_on_top {
        true => inner.split_top_bottom_at_y(inner.top() + clock_height),
        false => inner.split_top_bottom_at_y(inner.bottom() - clock_height),
    };
    let (clock, words) = if clock_on_top { (clock, words) } else { (words, clock) };
    if let Some(face) = &card.clock {
        face.paint(ui, clock, 19.0);
    }
    let has_clock_above = clock_on_top && card.clock.is_some();
    let top = words.top() + if has_clock_above { 7.0 } else { 1.0 };
    let clipped = ui.painter().with_clip_rect(rect.shrink(4.0).intersect(ui.clip_rect()));
    let at = pos2(words.left(), top + 8.0);
    clipped.text(at, Align2::LEFT_CENTER, &card.name, text::strong_font(), colours.text);
    let at = pos2(words.left(), top + 25.0);
    let align = Align2::LEFT_CENTER;
    text::paint(&clipped, at, align, &card.brief, small(), colours.muted, words.width());
    let row = Rect::from_min_size(pos2(words.left(), top + 34.0), vec2(words.width(), 16.0));
    card.taken(ui, side, row);
    card.name_it(ui, rect, colour);
}

fn small() -> egui::FontId {
    egui::FontId::new(11.5, egui::FontFamily::Proportional)
}

fn background(ui: &Ui, rect: Rect, is_active: bool) {
    let colours = &of(ui).colours;
    let part = ui
        .ctx()
        .animate_bool_responsive(ui.scope_id().with(("card", rect.min.y as i32)), is_active);
    let line = mix(colours.outline, colours.accent, part);
    let corners = CornerRadius::same(radius::L);
    ui.painter().rect(rect, corners, colours.surface, Stroke::new(1.0, line), StrokeKind::Inside);
}

impl Card {
    fn of(side: &Sidebar<'_>, colour: Colour) -> Card {
        let game = side.session.game();
        let player = game.players().of(colour);
        let is_to_move = !game.is_over() && game.turn() == colour;
        let (name, about, brief) = words(side, colour, is_to_move);
        let material = &side.session.scene().material;
        let taken = material.lost_by(!colour).iter();
        let balance = material.balance.map(|balance| match colour {
            Colour::White => balance,
            Colour::Black => -balance,
        });
        Card {
            icon: match player.seat {
                Seat::Computer(_) => Icon::Chip,
                Seat::Human | Seat::Remote => Icon::Person,
            },
            name,
            about,
            brief,
            clock: ClockDisplay::of(side, colour),
            is_active: is_to_move,
            taken: taken.map(|taken| Piece::new(taken.kind, !colour)).collect(),
            ahead: balance.filter(|balance| *balance >= 0.05).map(amount),
        }
    }

    /// The picture of a profile, or what kind of player it is.
    fn badge(&self, ui: &Ui, rect: Rect, side: &Sidebar<'_>, colour: Colour, ink: Color32) {
        if let Some(profile) = side.profiles[colour.index()] {
            side.avatars.borrow_mut().paint(ui, rect, Face::Profile(profile));
            return;
        }
        ui.painter().circle_filled(rect.center(), rect.width() / 2.0, faded(ink, 0.16));
        self.icon.paint_at(ui.painter(), rect.center(), 0.52 * rect.width(), ink);
    }

    /// Paints the clock at the right and returns where it begins.
    fn clock_wide(&self, ui: &Ui, inner: Rect) -> f32 {
        let Some(face) = &self.clock else { return inner.right() };
        let width = if face.text.len() > 5 { 92.0 } else { 78.0 };
        let rect = Rect::from_min_max(pos2(inner.right() - width, inner.top()), inner.max);
        face.paint(ui, rect, 20.0);
        rect.left()
    }

    /// What was taken: each piece by itself where there is room, else a number beside each kind.
    fn taken(&self, ui: &Ui, side: &Sidebar<'_>, row: Rect) {
        let colours = of(ui).colours;
        let size = row.height().clamp(14.0, 26.0);
        let (step, painter) = (0.62 * size, ui.painter());
        let words =
            |words: String| painter.layout_no_wrap(words, text::small_font(), colours.muted);
        let ahead = self.ahead.as_ref().map(|ahead| words(format!("+{ahead}")));
        let spare = ahead.as_ref().map_or(0.0, |galley| galley.size().x + space::S);
        let kinds: Vec<&[Piece]> = self.taken.chunk_by(|a, b| a == b).collect();
        let whole = step * self.taken.len() as f32 + 0.4 * step * kinds.len() as f32;
        let is_counted = whole > row.width() - spare;
        let mut left = row.left();
        for kind in kinds {
            // A side's own shade, though both must be seen.
            let is_bright = (kind[0].colour() == Colour::White) == of(ui).dark;
            let tint =
                if is_bright { colours.text } else { mix(colours.text, colours.surface, 0.42) };
            let shown = if is_counted { 1 } else { kind.len() };
            for _ in 0..shown {
                let centre = pos2(left + step / 2.0, row.center().y);
                let rect = Rect::from_center_size(centre, Vec2::splat(size));
                let rect = rect.round_to_pixels(painter.pixels_per_point());
                side.art.paint_figurine(painter, kind[0].kind(), rect, tint);
                left += step;
            }
            if is_counted && kind.len() > 1 {
                let galley = words(kind.len().to_string());
                let width = galley.size().x;
                let top = row.center().y - galley.size().y / 2.0;
                painter.galley(pos2(left, top), galley, Color32::PLACEHOLDER);
                left += width;
            }
            left += 0.4 * step;
        }
        if let Some(galley) = ahead {
            let at = pos2(left + 2.0, row.center().y - galley.size().y / 2.0);
            painter.galley(at, galley, Color32::PLACEHOLDER);
        }
    }

    /// Tells people who cannot see it what the card shows.
    fn name_it(&self, ui: &Ui, rect: Rect, colour: Colour) {
        let clock = self.clock.as_ref().map_or("", |face| face.text.as_str());
        let mut said = vec![self.name.as_str(), self.about.as_str(), clock];
        said.retain(|part| !part.is_empty());
        let name = said.join(", ");
        let id = ui.scope_id().with(("player", colour.index()));
        let response = ui.interact(rect, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
    }
}

impl ClockDisplay {
    fn of(side: &Sidebar<'_>, colour: Colour) -> Option<ClockDisplay> {
        let game = side.session.game();
        let shown = side.session.scene().ply;
        // While a game goes on, its clocks matter more than those of the move that is shown.
        let past = game.open().filter(|game| game.is_over() && shown < game.ply());
        let past = past.and_then(|game| game.clock_at(colour, shown));
        let left = past.or_else(|| game.remaining(colour, side.now))?;
        let low = game.time_control(colour).map_or(Duration::ZERO, |control| control.low_time());
        Some(ClockDisplay {
            text: clock_text(left),
            runs: game.clock_runs() && game.turn() == colour,
            is_low: left <= low,
        })
    }

    fn paint(&self, ui: &Ui, rect: Rect, size: f32) {
        let colours = &of(ui).colours;
        let (fill, ink) = match (self.runs, self.is_low) {
            (true, true) => (colours.danger, on(colours.danger)),
            (true, false) => (colours.accent, colours.on_accent),
            (false, true) => (faded(colours.danger, 0.18), colours.danger),
            (false, false) => (colours.sunken, colours.text),
        };
        let painter = ui.painter();
        painter.rect_filled(rect, CornerRadius::same(radius::S), fill);
        let font = text::number_font(size);
        painter.text(rect.center(), Align2::CENTER_CENTER, &self.text, font, ink);
    }
}

/// The name of a player, a line about them, and a short form of that line.
fn words(side: &Sidebar<'_>, colour: Colour, is_to_move: bool) -> (String, String, String) {
    let (session, texts) = (side.session, &side.texts.play);
    let game = session.game();
    let players = game.players();
    let player = players.of(colour);
    let colour_name = side.texts.side(colour);
    let level = match session.seats()[colour.index()] {
        // The level is that of the built-in engine.
        crate::new_game::PlayerChoice::Computer(level) if !session.plays_program(colour) => {
            Some(side.texts.level(level))
        }
        _ => None,
    };
    let doing = match (&player.seat, is_to_move) {
        (Seat::Computer(_), true) if session.is_computer_thinking() => Some(texts.thinking),
        (Seat::Human, true) if players.share_a_screen() => Some(texts.to_move),
        (Seat::Human, true) => Some(texts.your_move),
        _ => None,
    };
    // Do not repeat the colour as a name and as a side.
    let side_name = if player.name == colour_name { "" } else { colour_name };
    let brief = match (doing, &level) {
        (Some(doing), _) => doing.to_owned(),
        (None, Some(level)) => level.clone(),
        (None, None) => side_name.to_owned(),
    };
    let about = match (level, doing) {
        (Some(level), Some(doing)) => texts.seat_level(level, doing),
        (Some(level), None) => texts.seat_level(level, colour_name),
        (None, Some(doing)) if side_name.is_empty() => doing.to_owned(),
        (None, Some(doing)) => texts.seat_of(colour_name, doing),
        (None, None) => side_name.to_owned(),
    };
    let Some(online) = &side.online else { return (player.name.clone(), about, brief) };
    let name = online.name(colour).unwrap_or_else(|| side.texts.network.nobody.to_owned());
    match online_about(side, online, colour) {
        Some(rating) => (name, texts.seat_of(&rating, about), rating),
        None => (name, about, brief),
    }
}

/// What a card says of a player over the network before anything else.
fn online_about(side: &Sidebar<'_>, online: &OnlineView<'_>, colour: Colour) -> Option<String> {
    let texts = &side.texts.network;
    let player = online.room.state().seats[colour.index()].player.as_ref()?;
    if online.is_away(colour) && !side.session.game().is_over() {
        return Some(texts.away_short.to_owned());
    }
    if let Some(level) = &player.level {
        return Some(texts.level_name(level));
    }
    let rating = player.rating?;
    Some(match rating.provisional {
        true => texts.provisional(rating.value),
        false => rating.value.to_string(),
    })
}

/// Black or white, whichever can be read on a colour.
fn on(fill: Color32) -> Color32 {
    if fill.intensity() > 0.45 { Color32::from_rgb(30, 6, 6) } else { Color32::WHITE }
}

/// A number of pawns without needless digits.
fn amount(pawns: f64) -> String {
    let text = format!("{pawns:.1}");
    text.trim_end_matches(".0").to_owned()
}
