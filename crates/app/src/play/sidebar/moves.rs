//! The list of moves; a click shows the game at that moment.

use egui::style::ScrollAnimation;
use egui::{
    Align, Align2, CornerRadius, CursorIcon, FontId, Rect, Role, ScrollArea, Sense, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};
use rules::Colour;

use super::Sidebar;
use crate::move_text::MovePainter;
use crate::play::command::Command;
use crate::style::widgets::focus_ring;
use crate::style::{faded, mix, of, radius, text};

/// The height of a row, and of one in a panel with room for larger letters.
const ROW: f32 = 28.0;
const LARGE_ROW: f32 = 34.0;

/// Letters are larger in panels of this width.
const LARGE_FROM: f32 = 310.0;

/// The list, and what it remembers from frame to frame.
#[derive(Default)]
pub struct MoveList {
    /// The turn that was shown last and the height of the list, so that it follows.
    followed: Option<(usize, f32)>,
    /// Is there room for larger letters?
    is_large: bool,
}

impl MoveList {
    /// Shows the list and returns which turn was asked for.
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
        self.is_large = ui.available_width() >= LARGE_FROM;
        let height = if self.is_large { LARGE_ROW } else { ROW };
        let mut command = None;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, rows, |ui, range| {
            if follows {
                let top = ui.max_rect().top() + (shown as f32 - range.start as f32) * height;
                let place = Rect::from_x_y_ranges(ui.max_rect().x_range(), top..=top + height);
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
        let (height, size) = if self.is_large { (LARGE_ROW, 16.5) } else { (ROW, 14.0) };
        let size = if narrow { 11.0 } else { size };
        let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
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
        let font = FontId { size: if narrow { 10.5 } else { size - 1.5 }, ..text::small_font() };
        let at = rect.left_center() + vec2(if narrow { 0.0 } else { 8.0 }, 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, &number, font, tokens.colours.muted);
        let cell = (width - number_width) / 2.0;
        let mut command = None;
        for column in 0..2 {
            let Some(index) = (2 * row + column).checked_sub(offset) else { continue };
            let left = rect.left() + number_width + column as f32 * cell;
            let place = Rect::from_min_size(pos2(left, rect.top()), vec2(cell, height));
            command = command.or(self.cell(ui, side, index, place, size, &number));
        }
        command
    }

    fn cell(
        &self,
        ui: &mut Ui,
        side: &Sidebar<'_>,
        index: usize,
        rect: Rect,
        size: f32,
        number: &str,
    ) -> Option<Command> {
        let narrow = size < 12.0;
        let session = side.session;
        let entry = session.sheet().entries().get(index)?;
        let words = entry.as_seen_by(session.viewer());
        let is_shown = session.scene().ply == index + 1;
        let rect = rect.shrink2(vec2(if narrow { 0.0 } else { 2.0 }, 2.0));
        let response = ui.interact(rect, ui.scope_id().with(("turn", index)), Sense::click());
        response.widget_info(|| {
            let name = side.texts.play.go_to_move(number, side.move_text().plain(words));
            WidgetInfo::selected(Role::Button, true, is_shown, name)
        });
        let colours = &of(ui).colours;
        if is_shown || response.hovered() {
            let fill = match is_shown {
                true => mix(colours.surface, colours.accent, 0.35),
                false => colours.raised,
            };
            ui.painter().rect_filled(rect, CornerRadius::same(radius::S), fill);
        }
        let margin = if narrow { 2.0 } else { 8.0 };
        let painter = MovePainter {
            painter: &ui.painter().with_clip_rect(rect.intersect(ui.clip_rect())),
            pieces: side.art,
            size,
            colour: colours.text,
        };
        let parts = side.move_text().parts(words);
        let at = rect.left_center() + vec2(margin, 0.0);
        painter.paint_within(at, &parts, rect.width() - 2.0 * margin);
        focus_ring(ui, &response, rect.shrink(2.0), radius::S);
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        response.clicked().then_some(Command::Jump(index + 1))
    }
}
