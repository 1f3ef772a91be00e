//! Lookup tables of the move generator, built once for each rule set.

use crate::board::Group;
use crate::line::{Direction, SlideLines};
use crate::spec::{Role, Royals, RuleSpec};
use crate::{BoardSize, Colour, Movement, Piece, PieceType, Purpose, Ray, Square, SquareSet};

/// For each square a set of squares.
type Pattern = [SquareSet; 256];

/// How one coloured piece moves, in the form that the generator reads.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Profile {
    /// For each [`Group`] all ones if the piece belongs to it.
    pub(crate) groups: [u64; Group::COUNT],
    /// The patterns of leaps and single steps onto empty squares and onto enemies.
    moving: u8,
    taking: u8,
    /// Where its other rays begin in the list of all rays, and how many there are.
    first_ray: u16,
    ray_count: u8,
    /// The families of lines along which it captures at a distance.
    pub(crate) slide_lines: SlideLines,
    pub(crate) is_pawn: bool,
    /// A king that decides the game.
    pub(crate) is_king: bool,
}

impl Profile {
    fn enter(&mut self, group: Group, belongs: bool) {
        self.groups[group as usize] = if belongs { u64::MAX } else { 0 };
    }

    /// Does the piece belong to a group?
    #[inline(always)]
    pub(crate) fn is_in(&self, group: Group) -> bool {
        self.groups[group as usize] != 0
    }
}

/// A direction in which riders capture, such as one of the nightrider's.
#[derive(Clone, Debug)]
pub(crate) struct RiderRay {
    pub(crate) files: i32,
    pub(crate) ranks: i32,
    /// How far each piece type takes along it.
    reach: [u8; PieceType::MAX],
}

impl RiderRay {
    #[inline]
    pub(crate) fn reach(&self, kind: PieceType) -> u32 {
        self.reach[kind.index()] as u32
    }

    /// Does the ray lead in the direction of so many files and ranks?
    #[inline]
    pub(crate) fn leads(&self, files: i32, ranks: i32) -> bool {
        files * self.ranks == ranks * self.files && files * self.files + ranks * self.ranks > 0
    }
}

/// Everything the generator looks up.
#[derive(Clone)]
pub(crate) struct Tables {
    /// All squares of the board.
    pub(crate) on_board: SquareSet,
    /// For each side the rank that its pawns cross in a double step.
    crossed: [SquareSet; 2],
    profiles: [Profile; Tables::PROFILES],
    patterns: Vec<Pattern>,
    /// Rays of riders, short or one-sided slides, and rays with one purpose, as each side has them.
    rays: Vec<Ray>,
    /// How far a slider takes towards a square from which it is seen in a direction.
    reach: [[u8; 8]; Piece::COUNT],
    /// From where a leaper of this colour might take on a square.
    leapers: [Box<Pattern>; 2],
    rider_rays: [Vec<RiderRay>; 2],
}

impl Tables {
    /// The number of coloured pieces, rounded up so that no index needs checking.
    const PROFILES: usize = Piece::COUNT.next_power_of_two();

    pub(crate) fn new(spec: &RuleSpec) -> Tables {
        let mut tables = Tables {
            on_board: spec.size.squares().collect(),
            crossed: Colour::BOTH.map(|colour| crossed_rank(spec, colour)),
            profiles: [Profile::default(); Tables::PROFILES],
            patterns: Vec::new(),
            rays: Vec::new(),
            reach: [[0; 8]; Piece::COUNT],
            leapers: [Box::new([SquareSet::EMPTY; 256]), Box::new([SquareSet::EMPTY; 256])],
            rider_rays: [Vec::new(), Vec::new()],
        };
        for (index, piece) in spec.pieces.iter().enumerate() {
            for colour in Colour::BOTH {
                let piece_here = Piece::new(PieceType::new(index), colour);
                let rays = rays_of(&piece.movement, colour, spec.size);
                tables.add(piece_here, &rays, spec.size);
                let profile = &mut tables.profiles[piece_here.index()];
                profile.is_pawn = piece.role == Role::Pawn;
                profile.is_king =
                    piece.role == Role::Royal && spec.kings_decide() && spec.royals == Royals::One;
                profile.enter(Group::Pawns, profile.is_pawn);
                profile.enter(Group::Leapers, profile.is_in(Group::Leapers) && !profile.is_pawn);
                // Found by walking its paths, in rule sets that have a generator of their own.
                if !piece.movement.paths().is_empty() {
                    profile.enter(Group::RayMovers, true);
                }
            }
        }
        tables
    }

    #[inline(always)]
    pub(crate) fn profile(&self, piece: Piece) -> &Profile {
        &self.profiles[piece.index() % Tables::PROFILES]
    }

    /// The squares that a side's pawns cross in a double step; none where they make none.
    #[inline(always)]
    pub(crate) fn crossed(&self, colour: Colour) -> SquareSet {
        self.crossed[colour.index()]
    }

    /// The rays of a piece that are neither leaps nor unlimited slides.
    #[inline]
    pub(crate) fn rays(&self, profile: &Profile) -> &[Ray] {
        &self.rays[profile.first_ray as usize..][..profile.ray_count as usize]
    }

    /// Leaps and single steps that a piece could make from a square onto empty squares.
    #[inline(always)]
    pub(crate) fn moving(&self, profile: &Profile, from: Square) -> &SquareSet {
        &self.patterns[profile.moving as usize][from.index()]
    }

    /// Leaps and single steps with which a piece could take.
    #[inline(always)]
    pub(crate) fn taking(&self, profile: &Profile, from: Square) -> &SquareSet {
        &self.patterns[profile.taking as usize][from.index()]
    }

    /// Leaps and single steps of a piece onto empty squares and enemies.
    #[inline(always)]
    pub(crate) fn leaps(
        &self,
        profile: &Profile,
        from: Square,
        own: SquareSet,
        enemy: SquareSet,
    ) -> SquareSet {
        if profile.moving == profile.taking {
            self.moving(profile, from).without(own)
        } else {
            self.moving(profile, from).without(own | enemy) | (*self.taking(profile, from) & enemy)
        }
    }

    /// How many steps a slider can go to take on a square that sees it in this direction.
    #[inline(always)]
    pub(crate) fn reach(&self, piece: Piece, seen_in: Direction) -> u32 {
        self.reach[piece.index()][seen_in as usize] as u32
    }

    /// Squares from which leapers of this colour might take on a square.
    #[inline(always)]
    pub(crate) fn leaper_squares(&self, by: Colour, on: Square) -> &SquareSet {
        &self.leapers[by.index()][on.index()]
    }

    /// Directions in which riders of this colour capture.
    #[inline]
    pub(crate) fn rider_rays(&self, by: Colour) -> &[RiderRay] {
        &self.rider_rays[by.index()]
    }

    /// Adds the tables of one coloured piece.
    fn add(&mut self, piece: Piece, rays: &[Ray], size: BoardSize) {
        let slide_lines = self.add_attacks(piece, rays, size);
        // Where one ray lies on another, all are walked and their targets united.
        let meet = rays.iter().any(|ray| rays.iter().any(|other| lies_on(*ray, *other)));
        let [slides_orthogonally, slides_diagonally] =
            [true, false].map(|straight| !meet && slides_all_ways(rays, straight));
        let is_slide = |ray: &Ray| {
            is_unlimited_slide(ray)
                && if is_orthogonal(ray) { slides_orthogonally } else { slides_diagonally }
        };
        let steps = |used: fn(Purpose) -> bool| {
            rays.iter().filter(move |ray| ray.range == 1 && used(ray.purpose))
        };
        let moving = self.pattern(steps(Purpose::moves), size);
        let taking = self.pattern(steps(Purpose::captures), size);
        let first_ray = self.rays.len();
        self.rays.extend(rays.iter().filter(|ray| meet || (ray.range > 1 && !is_slide(ray))));
        let ray_count = self.rays.len() - first_ray;
        let profile = &mut self.profiles[piece.index()];
        *profile = Profile {
            moving,
            taking,
            first_ray: first_ray as u16,
            ray_count: ray_count as u8,
            slide_lines,
            ..Profile::default()
        };
        profile.enter(Group::All, true);
        profile.enter(Group::LeapTakers, steps(Purpose::captures).next().is_some());
        profile.enter(Group::Leapers, !meet && rays.iter().any(|ray| ray.range == 1));
        profile.enter(Group::OrthogonalSliders, slides_orthogonally);
        profile.enter(Group::DiagonalSliders, slides_diagonally);
        profile.enter(Group::RayMovers, ray_count > 0);
    }

    /// Adds the captures of a piece, and returns the lines along which it captures at a distance.
    fn add_attacks(&mut self, piece: Piece, rays: &[Ray], size: BoardSize) -> SlideLines {
        let mut slide_lines = SlideLines::default();
        for ray in rays.iter().filter(|ray| ray.purpose.captures()) {
            if ray.range == 1 {
                for from in size.squares() {
                    if let Some(on) = size.offset(from, ray.files.into(), ray.ranks.into()) {
                        self.leapers[piece.colour().index()][on.index()].insert(from);
                    }
                }
            } else if let Some(direction) = Direction::of_step(ray.files, ray.ranks) {
                self.reach[piece.index()][direction.opposite() as usize] = ray.range;
                slide_lines = slide_lines.with(direction.family());
            } else {
                self.add_rider_ray(piece, *ray);
            }
        }
        slide_lines
    }

    /// The index of the pattern of these leaps; pieces with equal leaps share one.
    fn pattern<'a>(&mut self, leaps: impl Iterator<Item = &'a Ray> + Clone, size: BoardSize) -> u8 {
        let mut pattern = [SquareSet::EMPTY; 256];
        for from in size.squares() {
            pattern[from.index()] = leaps
                .clone()
                .filter_map(|leap| size.offset(from, leap.files.into(), leap.ranks.into()))
                .collect();
        }
        let known = self.patterns.iter().position(|p| *p == pattern);
        known.unwrap_or_else(|| {
            self.patterns.push(pattern);
            self.patterns.len() - 1
        }) as u8
    }

    fn add_rider_ray(&mut self, piece: Piece, ray: Ray) {
        let (files, ranks) = (ray.files.into(), ray.ranks.into());
        let known = &mut self.rider_rays[piece.colour().index()];
        let same_way = |r: &RiderRay| (r.files, r.ranks) == (files, ranks);
        let place = known.iter().position(same_way).unwrap_or_else(|| {
            known.push(RiderRay { files, ranks, reach: [0; PieceType::MAX] });
            known.len() - 1
        });
        known[place].reach[piece.kind().index()] = ray.range;
    }
}

fn crossed_rank(spec: &RuleSpec, colour: Colour) -> SquareSet {
    let is_crossed = |square: &Square| Some(square.rank_for(colour, spec.size)) == spec.double_step;
    spec.size.squares().filter(is_crossed).collect()
}

/// The rays as one side has them on a board: Black's turned, ranges cut at the board's edge.
fn rays_of(movement: &Movement, colour: Colour, size: BoardSize) -> Vec<Ray> {
    let sign = match colour {
        Colour::White => 1,
        Colour::Black => -1,
    };
    let longest = |step: i8, squares: u8| match step.unsigned_abs() {
        0 => Ray::UNLIMITED,
        step => (squares - 1) / step,
    };
    let on_board = |ray: &Ray| {
        let most = longest(ray.files, size.files()).min(longest(ray.ranks, size.ranks()));
        let range = if ray.range >= most && most > 1 && ray.is_straight() {
            Ray::UNLIMITED
        } else {
            ray.range.min(most)
        };
        Ray { files: sign * ray.files, ranks: sign * ray.ranks, range, ..*ray }
    };
    movement.rays().iter().map(on_board).filter(|ray| ray.range > 0).collect()
}

/// Do two rays with different steps lead the same way, so that they can end on one square?
fn lies_on(ray: Ray, other: Ray) -> bool {
    let step = |ray: Ray| (i32::from(ray.files), i32::from(ray.ranks));
    let ((a, b), (c, d)) = (step(ray), step(other));
    (a, b) != (c, d) && a * d == b * c && a * c + b * d > 0
}

/// Does a piece slide without limit in all four orthogonal, or all four diagonal directions?
fn slides_all_ways(rays: &[Ray], straight: bool) -> bool {
    let is_meant = |ray: &&Ray| is_unlimited_slide(ray) && is_orthogonal(ray) == straight;
    rays.iter().filter(is_meant).count() == 4
}

fn is_orthogonal(ray: &Ray) -> bool {
    ray.files == 0 || ray.ranks == 0
}

fn is_unlimited_slide(ray: &Ray) -> bool {
    ray.is_straight() && ray.range == Ray::UNLIMITED && ray.purpose == Purpose::Both
}
