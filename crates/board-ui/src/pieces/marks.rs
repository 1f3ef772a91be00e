//! Marks around a circle that show how a piece moves, made from its movement.

use rules::{Movement, Purpose, Ray};

use super::shape::Shape;

/// The circle that marks stand around, and how far they reach.
#[derive(Clone, Copy)]
pub struct Ring {
    /// The middle, from the left.
    pub x: f32,
    /// The middle, from the top.
    pub y: f32,
    /// The radius where marks begin.
    pub inner: f32,
    /// The radius where the longest marks end.
    pub outer: f32,
}

impl Ring {
    fn width(self) -> f32 {
        self.outer - self.inner
    }

    /// The radius of the circle that balls stand on.
    fn middle(self) -> f32 {
        (self.inner + self.outer) / 2.0 + 0.6
    }

    /// A point as far from the middle as `radius` in a direction, and `aside` of it.
    fn point(self, turn: f32, radius: f32, aside: f32) -> String {
        let (sin, cos) = turn.to_radians().sin_cos();
        let x = self.x + sin * radius + cos * aside;
        let y = self.y - cos * radius + sin * aside;
        format!("{x:.2} {y:.2}")
    }
}

/// The marks of a movement: points for slides, stubs for short steps, balls for leaps.
///
/// A piece whose forward is down the screen is `turned`.
pub fn marks(movement: &Movement, ring: Ring, turned: bool) -> Vec<Shape> {
    let (slides, leaps): (Vec<Ray>, Vec<Ray>) =
        movement.rays().iter().partition(|ray| ray.is_straight());
    let turn = |ray: &Ray| angle(ray) + if turned { 180.0 } else { 0.0 };
    let radius = ball_radius(&leaps, ring);
    let leap = |(index, ray): (usize, &Ray)| {
        // Of several leaps in one direction, the later ones stand further out.
        let nearer = leaps[..index].iter().filter(|other| angle(other) == angle(ray)).count();
        let at = ring.middle() + nearer as f32 * radius;
        Shape::new(leap(*ray, ring, turn(ray), at, radius)).accented(accent(ray.purpose))
    };
    let slide = |ray: &Ray| Shape::new(slide(*ray, ring, turn(ray))).accented(accent(ray.purpose));
    slides.iter().map(slide).chain(leaps.iter().enumerate().map(leap)).collect()
}

/// The class of a step that only moves or only takes.
fn accent(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Both => "",
        Purpose::MoveOnly => "moving",
        Purpose::CaptureOnly => "taking",
    }
}

/// Degrees clockwise from straight ahead.
fn angle(ray: &Ray) -> f32 {
    f32::from(ray.files).atan2(f32::from(ray.ranks)).to_degrees()
}

/// A point for a way to the edge of the board, a blunt stub for a short one.
fn slide(ray: Ray, ring: Ring, turn: f32) -> String {
    let (length, base, tip) = match ray.range {
        Ray::UNLIMITED.. => (1.0, 0.6, 0.0),
        1 => (0.42, 0.42, 0.26),
        _ => (0.75, 0.5, 0.2),
    };
    let start = ring.inner - 2.0;
    let end = ring.inner + length * ring.width();
    let corner = |radius, share| ring.point(turn, radius, share * ring.width());
    format!(
        "M{}L{}L{}L{}Z",
        corner(start, -base),
        corner(end, -tip),
        corner(end, tip),
        corner(start, base)
    )
}

/// A ball, drawn out to a point where the leap can be repeated.
fn leap(ray: Ray, ring: Ring, turn: f32, at: f32, radius: f32) -> String {
    let left = ring.point(turn, at, -radius);
    let right = ring.point(turn, at, radius);
    let inner_half = format!("M{left}A{radius} {radius} 0 1 0 {right}");
    if ray.range == 1 {
        format!("{inner_half}A{radius} {radius} 0 1 0 {left}Z")
    } else {
        format!("{inner_half}L{}Z", ring.point(turn, at + 2.0 * radius, 0.0))
    }
}

/// Balls are as large as their nearest neighbours allow.
fn ball_radius(leaps: &[Ray], ring: Ring) -> f32 {
    let gaps = leaps.iter().flat_map(|a| leaps.iter().map(|b| (angle(a) - angle(b)).abs()));
    let gap = gaps.filter(|gap| *gap > 0.1).fold(90.0_f32, f32::min);
    let room = gap.to_radians() * ring.middle();
    let largest = ring.width() * 0.3;
    (room / 2.0 - 1.5).clamp(0.5 * largest, largest)
}
