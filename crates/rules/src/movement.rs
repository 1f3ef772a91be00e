//! How a piece moves, as data: leaps that jump and slides that are blocked.

/// What a step may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Purpose {
    /// Moving to empty squares and taking.
    Both,
    /// Moving to empty squares only.
    MoveOnly,
    /// Taking only.
    CaptureOnly,
}

impl Purpose {
    /// May this step end on an empty square?
    #[inline]
    pub const fn moves(self) -> bool {
        !matches!(self, Purpose::CaptureOnly)
    }

    /// May this step end on an enemy piece?
    #[inline]
    pub const fn captures(self) -> bool {
        !matches!(self, Purpose::MoveOnly)
    }

    /// The purpose that serves both.
    pub fn or(self, other: Purpose) -> Purpose {
        if self == other { self } else { Purpose::Both }
    }
}

/// A step repeated in one direction until something is in the way.
///
/// A step with a `range` of 1 is a leap: nothing lies between its ends. Directions are seen
/// from White: positive `files` go to the right, positive `ranks` forward. Black's are turned
/// by 180 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ray {
    /// Files per step, to White's right.
    pub files: i8,
    /// Ranks per step, away from White.
    pub ranks: i8,
    /// The most steps in one move; [`Ray::UNLIMITED`] goes on to the edge.
    pub range: u8,
    /// What the ray may be used for.
    pub purpose: Purpose,
}

impl Ray {
    /// More steps than any board has.
    pub const UNLIMITED: u8 = 15;

    /// Does the ray go along a rank, a file or a diagonal, square by square?
    pub const fn is_straight(self) -> bool {
        self.files.abs() <= 1 && self.ranks.abs() <= 1
    }
}

/// All the rays of a piece, at most one for each direction and purpose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    rays: Vec<Ray>,
}

impl Movement {
    /// A movement made of `rays`; rays that say the same are folded into one.
    pub fn new(rays: impl IntoIterator<Item = Ray>) -> Movement {
        let mut movement = Movement::default();
        for ray in rays {
            movement.add(ray);
        }
        movement
    }

    /// A pawn's: one square forward, taking one square diagonally forward.
    pub fn pawn() -> Movement {
        let ray = |files, purpose| Ray { files, ranks: 1, range: 1, purpose };
        Movement::new([
            ray(0, Purpose::MoveOnly),
            ray(-1, Purpose::CaptureOnly),
            ray(1, Purpose::CaptureOnly),
        ])
    }

    /// What either of the movements can do.
    pub fn combined(&self, other: &Movement) -> Movement {
        Movement::new(self.rays.iter().chain(&other.rays).copied())
    }

    /// The rays in a fixed order, so that equal movements compare equal.
    pub fn rays(&self) -> &[Ray] {
        &self.rays
    }

    /// Adds a ray, keeping moving and taking apart only where they differ.
    fn add(&mut self, ray: Ray) {
        let same_way = |r: &Ray| (r.files, r.ranks) == (ray.files, ray.ranks);
        let reach = |rays: &[Ray], wanted: fn(Purpose) -> bool| {
            rays.iter()
                .filter(|r| same_way(r) && wanted(r.purpose))
                .map(|r| r.range)
                .max()
                .unwrap_or(0)
        };
        self.rays.push(ray);
        let moves = reach(&self.rays, Purpose::moves);
        let captures = reach(&self.rays, Purpose::captures);
        self.rays.retain(|r| !same_way(r));
        let with = |range, purpose| Ray { range, purpose, ..ray };
        if moves == captures {
            self.rays.push(with(moves, Purpose::Both));
        } else {
            if moves > 0 {
                self.rays.push(with(moves, Purpose::MoveOnly));
            }
            if captures > 0 {
                self.rays.push(with(captures, Purpose::CaptureOnly));
            }
        }
        self.rays.sort_unstable();
    }
}
