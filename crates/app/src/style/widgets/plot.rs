//! Small plots: shares of results, columns by day, and a curve with how certain it is.

use egui::epaint::{Mesh, PathShape, PathStroke};
use egui::{
    Align2, Color32, CornerRadius, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui, Vec2,
    WidgetInfo, pos2,
};

use crate::style::{faded, of, radius, text};

/// A part of a bar: how much, and its colour.
pub type Share = (f32, Color32);

/// A bar of parts beside a name, with something at its end.
pub fn share_bar(ui: &mut Ui, name: &str, about: &str, shares: &[Share], most: f32) -> Response {
    let (response, bar) = labelled_bar(ui, name, about);
    let Some(bar) = bar else { return response };
    let painter = ui.painter();
    let total: f32 = shares.iter().map(|(part, _)| part).sum();
    let long = bar.width() * if most > 0.0 { total / most } else { 0.0 };
    let mut left = bar.left();
    let filled: Vec<&Share> = shares.iter().filter(|(part, _)| *part > 0.0).collect();
    for (index, (part, colour)) in filled.iter().enumerate() {
        let wide = long * part / total;
        let piece = Rect::from_min_size(pos2(left, bar.top()), Vec2::new(wide, bar.height()));
        let round = |is_end: bool| if is_end { 6 } else { 0 };
        let (first, last) = (round(index == 0), round(index + 1 == filled.len()));
        let corners = CornerRadius { nw: first, sw: first, ne: last, se: last };
        painter.rect_filled(piece, corners, *colour);
        left += wide;
    }
    response
}

/// A bar with a line that shows by how much it may be wrong.
pub fn measured_bar(ui: &mut Ui, name: &str, about: &str, point: CurvePoint, most: f32) {
    let colours = of(ui).colours;
    let (_, Some(bar)) = labelled_bar(ui, name, about) else { return };
    let x = |value: f32| bar.left() + bar.width() * (value / most.max(0.001)).clamp(0.0, 1.0);
    let filled = bar.with_max_x(x(point.value));
    ui.painter().rect_filled(filled, CornerRadius::same(6), faded(colours.accent, 0.75));
    let (low, high) = (x(point.value - point.doubt), x(point.value + point.doubt));
    let line = Stroke::new(2.0, colours.text);
    ui.painter().hline(low..=high, bar.center().y, line);
    for end in [low, high] {
        ui.painter().vline(end, bar.center().y - 4.0..=bar.center().y + 4.0, line);
    }
}

/// The ground of a bar, if it can be seen, between a name and something at its end.
fn labelled_bar(ui: &mut Ui, name: &str, about: &str) -> (Response, Option<Rect>) {
    let colours = of(ui).colours;
    let size = Vec2::new(ui.available_width(), 26.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {about}")));
    if !ui.is_rect_visible(rect) {
        return (response, None);
    }
    let names = (rect.width() * 0.3).clamp(80.0, 170.0);
    let ends = (rect.width() * 0.24).clamp(96.0, 150.0);
    let painter = ui.painter();
    let clip = rect.with_max_x(rect.left() + names - 6.0).intersect(ui.clip_rect());
    let at = rect.left_center();
    let font = text::body_font();
    let clipped = painter.with_clip_rect(clip);
    text::paint(&clipped, at, Align2::LEFT_CENTER, name, font, colours.text, names - 6.0);
    let bar = Rect::from_min_max(
        pos2(rect.left() + names, rect.center().y - 6.0),
        pos2(rect.right() - ends, rect.center().y + 6.0),
    );
    painter.rect_filled(bar, CornerRadius::same(6), colours.sunken);
    let at = rect.right_center();
    painter.text(at, Align2::RIGHT_CENTER, about, text::small_font(), colours.muted);
    (response, Some(bar))
}

/// Columns of parts, the oldest at the left, with words below the first and the last.
pub fn columns(
    ui: &mut Ui,
    name: &str,
    height: f32,
    columns: &[Vec<Share>],
    ends: [&str; 2],
) -> Response {
    let colours = of(ui).colours;
    let size = Vec2::new(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    if !ui.is_rect_visible(rect) || columns.is_empty() {
        return response;
    }
    let painter = ui.painter();
    let ground = rect.with_max_y(rect.bottom() - 18.0);
    let total = |column: &Vec<Share>| column.iter().map(|(part, _)| part).sum::<f32>();
    let most = columns.iter().map(total).fold(1.0, f32::max);
    let step = ground.width() / columns.len() as f32;
    let wide = (step * 0.72).clamp(2.0, 26.0);
    for (index, column) in columns.iter().enumerate() {
        let centre = ground.left() + step * (index as f32 + 0.5);
        let mut bottom = ground.bottom();
        for (part, colour) in column.iter().filter(|(part, _)| *part > 0.0) {
            let high = (ground.height() * part / most).max(2.0);
            let piece = Rect::from_min_max(
                pos2(centre - wide / 2.0, bottom - high),
                pos2(centre + wide / 2.0, bottom),
            );
            painter.rect_filled(piece, CornerRadius::same(2), *colour);
            bottom -= high;
        }
    }
    painter.hline(ground.x_range(), ground.bottom() + 0.5, Stroke::new(1.0, colours.outline));
    let below = ground.bottom() + 11.0;
    for (x, align, words) in [
        (ground.left(), Align2::LEFT_CENTER, ends[0]),
        (ground.right(), Align2::RIGHT_CENTER, ends[1]),
    ] {
        painter.text(pos2(x, below), align, words, text::small_font(), colours.muted);
    }
    response
}

/// A point of a curve: its value, and by how much it may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    pub value: f32,
    /// By how much it may be wrong, up or down.
    pub doubt: f32,
}

/// A curve through points at equal distances, with a band that shows how certain it is. Gives the
/// point under the mouse.
pub fn curve(ui: &mut Ui, name: &str, height: f32, points: &[CurvePoint]) -> Option<usize> {
    let colours = of(ui).colours;
    let size = Vec2::new(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    if !ui.is_rect_visible(rect) || points.is_empty() {
        return None;
    }
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(radius::M), colours.sunken);
    let plot =
        Rect::from_min_max(rect.min + Vec2::new(46.0, 14.0), rect.max - Vec2::new(16.0, 14.0));
    let (low, high) = bounds(points);
    let y = |value: f32| egui::remap(value, low..=high, plot.bottom()..=plot.top());
    let last = points.len().saturating_sub(1).max(1) as f32;
    let x = |index: usize| plot.left() + plot.width() * index as f32 / last;
    let step = grid_step(high - low);
    let mut line = (low / step).ceil() * step;
    while line <= high {
        let at = y(line).round() + 0.5;
        painter.hline(plot.x_range(), at, Stroke::new(1.0, faded(colours.outline, 0.7)));
        let words = format!("{line:.0}");
        let place = pos2(plot.left() - 8.0, at);
        painter.text(place, Align2::RIGHT_CENTER, words, text::small_font(), colours.muted);
        line += step;
    }
    let band = points.iter().enumerate().map(|(index, point)| {
        let end = |value| pos2(x(index), y(value));
        [end(point.value + point.doubt), end(point.value - point.doubt)]
    });
    let inside = painter.with_clip_rect(plot.expand(2.0).intersect(ui.clip_rect()));
    inside.add(filled_between(band, faded(colours.accent, 0.14)));
    let line: Vec<Pos2> =
        points.iter().enumerate().map(|(index, point)| pos2(x(index), y(point.value))).collect();
    if let [only] = line.as_slice() {
        painter.circle_filled(*only, 4.0, colours.accent);
    }
    let end = line.last().copied();
    let stroke = PathStroke::new(2.0, colours.accent);
    painter.add(PathShape::line(line.clone(), stroke));
    if let Some(end) = end {
        painter.circle_filled(end, 4.0, colours.accent);
    }
    let mouse = response.hover_pos()?;
    let nearest = ((mouse.x - plot.left()) / plot.width() * last).round().clamp(0.0, last);
    let nearest = (nearest as usize).min(points.len() - 1);
    painter.vline(line[nearest].x, plot.y_range(), Stroke::new(1.0, faded(colours.text, 0.4)));
    painter.circle(line[nearest], 4.5, colours.surface, Stroke::new(2.0, colours.accent));
    Some(nearest)
}

/// The area between two lines, given by their points at the same places.
pub fn filled_between(pairs: impl Iterator<Item = [Pos2; 2]>, fill: Color32) -> Shape {
    let mut mesh = Mesh::default();
    for (index, pair) in (0..).zip(pairs) {
        for corner in pair {
            mesh.colored_vertex(corner, fill);
        }
        if index > 0 {
            let first = 2 * index - 2;
            mesh.add_triangle(first, first + 1, first + 2);
            mesh.add_triangle(first + 1, first + 2, first + 3);
        }
    }
    Shape::mesh(mesh)
}

/// The lowest and the highest value that is shown: all points, and a part of their bands.
fn bounds(points: &[CurvePoint]) -> (f32, f32) {
    let values = || points.iter().map(|point| point.value);
    let (low, high) = (values().fold(f32::MAX, f32::min), values().fold(f32::MIN, f32::max));
    let doubt = points.last().map_or(0.0, |point| point.doubt);
    let margin = ((high - low) * 0.15).max(doubt).max(20.0);
    (low - margin, high + margin)
}

/// A step of 10, 20, 50, 100 and so on that gives a few lines.
fn grid_step(range: f32) -> f32 {
    let steps = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
    steps.into_iter().find(|step| range / step <= 5.0).unwrap_or(2000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_lines_lie_behind_a_curve() {
        for range in [40.0, 90.0, 700.0, 3000.0] {
            let lines = range / grid_step(range);
            assert!((1.0..=5.0).contains(&lines), "{range}: {lines}");
        }
    }

    #[test]
    fn every_point_is_within_bounds() {
        let points = [1500.0, 1620.0, 1580.0].map(|value| CurvePoint { value, doubt: 60.0 });
        let (low, high) = bounds(&points);
        assert!(low <= 1440.0 && high >= 1680.0, "{low} {high}");
    }
}
