//! How a piece moves, as data: rays that leap or slide, and paths for everything else.

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

/// What has to stand on the way of a [`Path`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hurdle {
    /// Nothing: as with a plain ray.
    None,
    /// A lame leap: every square that it passes is empty.
    Lame,
    /// A leap that passes at least one piece.
    Jump,
    /// A hop: the ray goes on to one piece, and its range counts the squares behind that piece.
    Hop,
}

/// A way of moving that a plain [`Ray`] cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path {
    /// The steps; after the bend, if there is one.
    pub ray: Ray,
    /// What has to stand on the way.
    pub hurdle: Hurdle,
    /// Files and ranks of a leap to an empty square that comes first.
    pub bend: Option<(i8, i8)>,
    /// Only from the squares of first moves.
    pub initial: bool,
    /// Takes in passing too.
    pub en_passant: bool,
}

impl Path {
    /// The path of a plain ray.
    pub const fn of_ray(ray: Ray) -> Path {
        Path { ray, hurdle: Hurdle::None, bend: None, initial: false, en_passant: false }
    }

    /// The squares that a leap passes, as steps from its start: it goes along the longer side until
    /// the rest of the way is diagonal.
    pub fn passed_squares(self) -> impl Iterator<Item = (i8, i8)> {
        let (files, ranks) = (self.ray.files, self.ray.ranks);
        let mut at = (0, 0);
        std::iter::from_fn(move || {
            let left = (files - at.0, ranks - at.1);
            let difference = left.0.abs() - left.1.abs();
            at.0 += if difference >= 0 { left.0.signum() } else { 0 };
            at.1 += if difference <= 0 { left.1.signum() } else { 0 };
            (at != (files, ranks)).then_some(at)
        })
    }
}

/// How a piece moves: at most one ray for each direction and purpose, and paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    rays: Vec<Ray>,
    paths: Vec<Path>,
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

    /// The same with these paths as well.
    pub fn with_paths(mut self, paths: impl IntoIterator<Item = Path>) -> Movement {
        self.paths.extend(paths);
        self.paths.sort_unstable();
        self.paths.dedup();
        self
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
            .with_paths(self.paths.iter().chain(&other.paths).copied())
    }

    /// The rays in a fixed order, so that equal movements compare equal.
    pub fn rays(&self) -> &[Ray] {
        &self.rays
    }

    /// What plain rays cannot express, in a fixed order.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// Rays and paths in one list.
    pub fn all_paths(&self) -> impl Iterator<Item = Path> + '_ {
        self.rays.iter().copied().map(Path::of_ray).chain(self.paths.iter().copied())
    }

    /// How many rays and paths there are.
    pub fn ray_count(&self) -> usize {
        self.rays.len() + self.paths.len()
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
