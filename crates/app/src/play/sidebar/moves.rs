//! The list of moves with figurines; a click shows the game at that moment.

use egui::style::ScrollAnimation;
use egui::{
    Align, Align2, Color32, CornerRadius, CursorIcon, FontId, Rect, Role, ScrollArea, Sense, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use rules::{Colour, Piece, Rules};

use super::Sidebar;
use crate::play::command::Command;
use crate::style::widgets::focus_ring;
use crate::style::{faded, mix, of, of_context, radius, text};

/// The height of a row.
const ROW: f32 = 28.0;

/// The list, and what it remembers from frame to frame.
#[derive(Default)]
pub struct MoveList {
    /// The turn that was shown last and the height of the list, so that it follows.
    followed: Option<(usize, f32)>,
}

impl MoveList {
    /// Shows the list and tells which turn was asked for.
    pub fn show(&mut self, ui: &mut Ui, side: &Sidebar<'_>, narrow: bool) -> Option<Command> {
        let session = side.session;
        let entries = session.sheet().entries();
        if entries.is_empty() {
            ui.label(text::muted(ui, side.texts.play.no_moves));
            return None;
        }
        let offset = usize::from(session.sheet().first_mover() == Colour::Black);
        let rows = (entries.len() + offset).div_ceil(2);
        let ply = session.scene().ply;
        let shown = (ply + offset).saturating_sub(1) / 2;
        let followed = Some((ply, ui.available_height()));
        let follows = self.followed != followed;
        self.followed = followed;
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let mut command = None;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, rows, |ui, range| {
            if follows {
                let top = ui.max_rect().top() + (shown as f32 - range.start as f32) * ROW;
                let place = Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=top + ROW);
                ui.scroll_to_rect_animation(place, Some(Align::Center), ScrollAnimation::none());
            }
            for row in range {
                let chosen = self.row(ui, side, row, offset, narrow);
                command = command.or(chosen);
            }
        });
        command
    }

    fn row(
        &self,
        ui: &mut Ui,
        side: &Sidebar<'_>,
        row: usize,
        offset: usize,
        narrow: bool,
    ) -> Option<Command> {
        let tokens = of(ui);
        let width = ui.available_width();
        let (rect, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
        if row.is_multiple_of(2) && !narrow {
            let fill = faded(tokens.colours.raised, 0.45);
            ui.painter().rect_filled(rect, CornerRadius::same(radius::S), fill);
        }
        let number = side.texts.play.move_number(row + side.first_number());
        let number_width = match narrow {
            // A point and two digits, or as many as there are.
            true => 6.0 * number.len().max(3) as f32,
            false => 40.0,
        };
        let font = FontId { size: if narrow { 10.5 } else { 12.5 }, ..text::small_font() };
        let at = rect.left_center() + vec2(if narrow { 0.0 } else { 8.0 }, 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, &number, font, tokens.colours.muted);
        let cell = (width - number_width) / 2.0;
        let mut command = None;
        for column in 0..2 {
            let Some(index) = (2 * row + column).checked_sub(offset) else { continue };
            let left = rect.left() + number_width + column as f32 * cell;
            let place = Rect::from_min_size(pos2(left, rect.top()), vec2(cell, ROW));
            command = command.or(self.cell(ui, side, index, place, narrow, &number));
        }
        command
    }

    fn cell(
        &self,
        ui: &mut Ui,
        side: &Sidebar<'_>,
        index: usize,
        rect: Rect,
        narrow: bool,
        number: &str,
    ) -> Option<Command> {
        let session = side.session;
        let entry = session.sheet().entries().get(index)?;
        let words = entry.as_seen_by(session.viewer());
        let is_shown = session.scene().ply == index + 1;
        let rect = rect.shrink2(vec2(if narrow { 0.0 } else { 2.0 }, 2.0));
        let response = ui.interact(rect, ui.scope_id().with(("turn", index)), Sense::click());
        response.widget_info(|| {
            let name = side.texts.play.go_to_move(number, words);
            WidgetInfo::selected(Role::Button, true, is_shown, name)
        });
        let tokens = of(ui);
        let colours = &tokens.colours;
        if is_shown || response.hovered() {
            let fill = match is_shown {
                true => mix(colours.surface, colours.accent, 0.35),
                false => colours.raised,
            };
            ui.painter().rect_filled(rect, CornerRadius::same(radius::S), fill);
        }
        let size = if narrow { 11.0 } else { 14.0 };
        let at = rect.left_center() + vec2(if narrow { 3.0 } else { 8.0 }, 0.0);
        let clipped = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        paint_san(&clipped, side, at, words, size, colours.text);
        focus_ring(ui, &response, rect.shrink(2.0), radius::S);
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        response.clicked().then_some(Command::Jump(index + 1))
    }
}

/// Paints a move with pictures in place of the letters of pieces.
fn paint_san(
    painter: &egui::Painter,
    side: &Sidebar<'_>,
    at: egui::Pos2,
    words: &str,
    size: f32,
    colour: Color32,
) {
    let mut left = at.x;
    let is_dark = of_context(painter.ctx()).dark;
    let font = FontId { size, ..text::strong_font() };
    for part in parts(words, side.session.game().rules()) {
        match part {
            Part::Words(words) => {
                let galley = painter.layout_no_wrap(words.to_owned(), font.clone(), colour);
                let top = at.y - galley.size().y / 2.0;
                let width = galley.size().x;
                painter.galley(pos2(left, top), galley, colour);
                left += width;
            }
            Part::Figure(kind) => {
                let figure = size * if size < 13.0 { 1.2 } else { 1.35 };
                let centre = pos2(left + figure / 2.0, at.y - size * 0.06);
                let rect = Rect::from_center_size(centre, Vec2::splat(figure));
                // The piece's colour says nothing here; it must be seen.
                let ink = if is_dark { Colour::White } else { Colour::Black };
                side.art.paint_small(painter, Piece::new(kind, ink), rect);
                left += figure;
            }
        }
    }
}

/// A part of a written move.
#[derive(Debug, PartialEq, Eq)]
enum Part<'a> {
    Words(&'a str),
    Figure(rules::PieceType),
}

/// Takes a written move apart: capital letters of pieces become figures, but not castling's.
fn parts<'a>(words: &'a str, rules: &Rules) -> Vec<Part<'a>> {
    let figure = |letter: char| {
        let small = letter.to_ascii_lowercase();
        letter.is_ascii_uppercase().then(|| rules.piece_type(small)).flatten()
    };
    let mut parts = Vec::new();
    let mut start = 0;
    if words.starts_with('O') {
        return vec![Part::Words(words)];
    }
    for (index, letter) in words.char_indices() {
        if let Some(kind) = figure(letter) {
            if index > start {
                parts.push(Part::Words(&words[start..index]));
            }
            parts.push(Part::Figure(kind));
            start = index + letter.len_utf8();
        }
    }
    if start < words.len() {
        parts.push(Part::Words(&words[start..]));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_pieces_become_figures() {
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let kind = |letter| rules.piece_type(letter).expect("a piece");
        assert_eq!(parts("e4", &rules), [Part::Words("e4")]);
        assert_eq!(parts("Nf3+", &rules), [Part::Figure(kind('n')), Part::Words("f3+")]);
        assert_eq!(parts("O-O-O", &rules), [Part::Words("O-O-O")]);
        let promotion = [Part::Words("bxa8="), Part::Figure(kind('q')), Part::Words("#")];
        assert_eq!(parts("bxa8=Q#", &rules), promotion);
    }
}
