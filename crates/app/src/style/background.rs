//! What is behind everything: a picture of the user's own, or two colours running into each other
//! with a faint pattern.

use egui::epaint::{Mesh, PathShape, Vertex, WHITE_UV};
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, TextureHandle, Vec2, pos2};

use crate::theme::{Background, Pattern};

/// Fills a rectangle with a theme's background, but for what something else covers anyway.
pub fn paint_background_around(
    painter: &Painter,
    rect: Rect,
    covered: Rect,
    background: &Background,
    picture: Option<&TextureHandle>,
) {
    let (above, rest) = rect.split_top_bottom_at_y(covered.top());
    let (rest, below) = rest.split_top_bottom_at_y(covered.bottom());
    let (left, rest) = rest.split_left_right_at_x(covered.left());
    let (_, right) = rest.split_left_right_at_x(covered.right());
    for strip in [above, below, left, right].into_iter().filter(|strip| strip.is_positive()) {
        paint_background(&painter.with_clip_rect(strip), rect, background, picture);
    }
}

/// Fills a rectangle with a picture, or with a theme's background if there is none.
pub fn paint_background(
    painter: &Painter,
    rect: Rect,
    background: &Background,
    picture: Option<&TextureHandle>,
) {
    if let Some(picture) = picture {
        let part = covering_part(picture.size_vec2(), rect.size());
        painter.image(picture.id(), rect, part, Color32::WHITE);
        return;
    }
    painter.add(gradient(rect, background.top, background.bottom));
    if background.ink == Color32::TRANSPARENT {
        return;
    }
    match background.pattern {
        Pattern::Plain => {}
        Pattern::Squares => squares(painter, rect, background.ink),
        Pattern::Rings => rings(painter, rect, background.ink),
        Pattern::Grain => grain(painter, rect, background.ink),
    }
}

/// The part of a picture, from 0 to 1, that fills a space without being stretched: its middle.
fn covering_part(picture: Vec2, space: Vec2) -> Rect {
    let scale = (space / picture).max_elem();
    Rect::from_center_size(pos2(0.5, 0.5), space / (picture * scale))
}

fn gradient(rect: Rect, top: Color32, bottom: Color32) -> Shape {
    let vertex = |pos, color| Vertex { pos, uv: WHITE_UV, color };
    let vertices = vec![
        vertex(rect.left_top(), top),
        vertex(rect.right_top(), top),
        vertex(rect.right_bottom(), bottom),
        vertex(rect.left_bottom(), bottom),
    ];
    let indices = vec![0, 1, 2, 0, 2, 3];
    Shape::mesh(Mesh { vertices, indices, ..Mesh::default() })
}

/// A large board, turned a little, that comes in from the upper right.
fn squares(painter: &Painter, rect: Rect, ink: Color32) {
    let tile = (rect.width().max(rect.height()) / 9.0).max(60.0);
    let origin = rect.right_top() + Vec2::new(-2.2 * tile, -1.5 * tile);
    let (right, down) = (Vec2::angled(0.35) * tile, Vec2::angled(0.35).rot90() * tile);
    for file in -5..8 {
        for rank in -3..12 {
            if (file + rank) % 2 != 0 {
                continue;
            }
            let corner = origin + right * file as f32 + down * rank as f32;
            let corners = vec![corner, corner + right, corner + right + down, corner + down];
            if corners.iter().any(|corner| rect.expand(tile).contains(*corner)) {
                painter.add(PathShape::convex_polygon(corners, ink, Stroke::NONE));
            }
        }
    }
}

/// Rings around the upper right, as waves around a stone.
fn rings(painter: &Painter, rect: Rect, ink: Color32) {
    let centre = rect.right_top() + Vec2::new(-0.12 * rect.width(), 0.1 * rect.height());
    let step = (rect.width().max(rect.height()) / 11.0).max(48.0);
    for ring in 1..12 {
        let stroke = Stroke::new(step * 0.35, ink);
        painter.circle_stroke(centre, step * ring as f32, stroke);
    }
}

/// Long lines that waver, as in a plank.
fn grain(painter: &Painter, rect: Rect, ink: Color32) {
    let lines = (rect.height() / 26.0).ceil() as usize + 1;
    for line in 0..lines {
        let seed = line as f32;
        let base = rect.top() + 26.0 * seed + 7.0 * (seed * 2.7).sin();
        let points: Vec<Pos2> = (0..=40)
            .map(|step| {
                let part = step as f32 / 40.0;
                let wave = 9.0 * (part * 5.0 + seed * 0.9).sin() + 4.0 * (part * 13.0 + seed).sin();
                pos2(rect.left() + part * rect.width(), base + wave)
            })
            .collect();
        let width = 1.0 + 2.5 * (seed * 1.7).sin().abs();
        painter.add(Shape::line(points, Stroke::new(width, ink)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_covers_a_space_of_any_shape_without_being_stretched() {
        let part = |width, height| covering_part(Vec2::new(200.0, 100.0), Vec2::new(width, height));
        assert_eq!(part(400.0, 200.0), Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)));
        assert_eq!(part(100.0, 100.0), Rect::from_min_max(pos2(0.25, 0.0), pos2(0.75, 1.0)));
        assert_eq!(part(200.0, 25.0), Rect::from_min_max(pos2(0.0, 0.375), pos2(1.0, 0.625)));
    }
}
