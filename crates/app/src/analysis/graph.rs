//! The course of a game: winning chances move by move, and the time that was used.

use egui::epaint::{PathShape, PathStroke};
use egui::{CornerRadius, CursorIcon, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use rules::Colour;
use study::{Grade, Review};

use crate::style::widgets::plot::filled_between;
use crate::style::{faded, of, radius};

/// The height of the graph, where there is room and where there is little.
const HEIGHTS: [f32; 2] = [84.0, 56.0];
const TIMES_HEIGHT: f32 = 28.0;

/// Shows White's chances after each turn; gives the turn that was clicked.
pub fn chances(
    ui: &mut Ui,
    name: &str,
    review: &Review,
    shown: usize,
    is_low: bool,
) -> Option<usize> {
    let colours = of(ui).colours;
    let size = vec2(ui.available_width(), HEIGHTS[usize::from(is_low)]);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    let points = white_chances(review);
    if !ui.is_rect_visible(rect) || points.len() < 2 {
        return None;
    }
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, CornerRadius::same(radius::M), colours.sunken);
    let plot = rect.shrink2(vec2(8.0, 6.0));
    let x = |turn: usize| plot.left() + plot.width() * turn as f32 / (points.len() - 1) as f32;
    let y = |chance: f32| egui::remap(chance, -1.0..=1.0, plot.bottom()..=plot.top());
    let area = points
        .iter()
        .enumerate()
        .map(|(turn, chance)| [pos2(x(turn), y(*chance)), pos2(x(turn), plot.bottom())]);
    painter.add(filled_between(area, faded(colours.text, 0.22)));
    painter.hline(plot.x_range(), y(0.0), Stroke::new(1.0, faded(colours.outline, 0.9)));
    let line = points.iter().enumerate().map(|(turn, chance)| pos2(x(turn), y(*chance))).collect();
    painter.add(PathShape::line(line, PathStroke::new(1.8, colours.text)));
    for (index, reviewed) in review.moves.iter().enumerate() {
        let colour = match reviewed.grade {
            Grade::Blunder => colours.danger,
            Grade::Mistake => colours.warning,
            _ => continue,
        };
        painter.circle_filled(pos2(x(index + 1), y(points[index + 1])), 3.5, colour);
    }
    let at = x(shown.min(points.len() - 1));
    painter.vline(at, rect.y_range(), Stroke::new(2.0, faded(colours.accent, 0.8)));
    turn_at(&response.on_hover_cursor(CursorIcon::PointingHand), plot, points.len())
}

/// Shows how long each side thought about each of its turns, in seconds, White above.
pub fn times(ui: &mut Ui, name: &str, times: &[Option<f32>], first: Colour) {
    let most = times.iter().flatten().fold(0.0_f32, |most, time| most.max(*time));
    if most <= 0.0 {
        return;
    }
    let colours = of(ui).colours;
    let size = vec2(ui.available_width(), TIMES_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    let plot = rect.shrink2(vec2(8.0, 3.0));
    let step = plot.width() / times.len().max(1) as f32;
    let middle = plot.center().y;
    ui.painter().hline(plot.x_range(), middle, Stroke::new(1.0, colours.outline));
    for (index, time) in times.iter().enumerate() {
        let high = plot.height() / 2.0 * (time.unwrap_or(0.0) / most).sqrt();
        let left = plot.left() + step * index as f32;
        let is_white = index.is_multiple_of(2) == (first == Colour::White);
        let (top, bottom) =
            if is_white { (middle - high, middle) } else { (middle, middle + high) };
        let bar = Rect::from_min_max(pos2(left, top), pos2(left + (step * 0.8).max(1.0), bottom));
        let colour = if is_white { colours.text } else { colours.muted };
        ui.painter().rect_filled(bar, CornerRadius::ZERO, faded(colour, 0.8));
    }
}

/// White's chances at the start and after each turn, from -1 to 1.
fn white_chances(review: &Review) -> Vec<f32> {
    let first = review.moves.first().map_or(Colour::White, |reviewed| reviewed.side);
    let turn = |index: usize| if index.is_multiple_of(2) { first } else { !first };
    let insights = review.insights.iter().enumerate();
    insights
        .map(|(index, known)| known.chances(review.size, turn(index), Colour::White) as f32)
        .collect()
}

fn turn_at(response: &egui::Response, plot: Rect, count: usize) -> Option<usize> {
    let last = (count - 1) as f32;
    let mouse = response.interact_pointer_pos()?;
    Some(((mouse.x - plot.left()) / plot.width() * last).round().clamp(0.0, last) as usize)
}
