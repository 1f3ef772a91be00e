//! What the move generator looks up: built once for each rule set from its piece types.

use crate::line::Direction;
use crate::spec::RuleSpec;
use crate::{BoardSize, Colour, Movement, Piece, PieceType, Purpose, Ray, Square, SquareSet};

/// For each square a set of squares.
type Pattern = [SquareSet; 256];

/// How one coloured piece moves, in the form the generator likes best.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    /// Runs along ranks and files without limit.
    pub(crate) runs_straight: bool,
    /// Runs along diagonals without limit.
    pub(crate) runs_diagonally: bool,
    /// Takes by a leap that no straight line passes, such as the knight's.
    pub(crate) is_leaper: bool,
    /// All its leaps and single steps serve both to move and to take.
    takes_as_it_leaps: bool,
    /// The patterns of leaps and single steps onto empty squares and onto enemies.
    moving: u8,
    taking: u8,
    /// All other rays, seen from its side of the board.
    pub(crate) rays: Vec<Ray>,
}

/// A crooked ray along which some pieces take, such as the nightrider's.
#[derive(Clone, Debug)]
pub(crate) struct CrookedRay {
    pub(crate) files: i32,
    pub(crate) ranks: i32,
    /// How far each piece type takes along it.
    reach: [u8; PieceType::MAX],
}

impl CrookedRay {
    #[inline]
    pub(crate) fn reach(&self, kind: PieceType) -> u32 {
        self.reach[kind.index()] as u32
    }
}

/// Everything the generator looks up.
#[derive(Clone)]
pub(crate) struct Tables {
    /// All squares of the board.
    pub(crate) on_board: SquareSet,
    profiles: Vec<Profile>,
    patterns: Vec<Pattern>,
    /// How far a piece takes towards a square from which it is seen in a direction.
    reach: [[u8; 8]; Piece::COUNT],
    /// From where a leaper of this colour might take on a square.
    leapers: [Box<Pattern>; 2],
    crooked: [Vec<CrookedRay>; 2],
}

impl Tables {
    pub(crate) fn new(spec: &RuleSpec) -> Tables {
        let mut tables = Tables {
            on_board: spec.size.squares().collect(),
            profiles: Vec::new(),
            patterns: Vec::new(),
            reach: [[0; 8]; Piece::COUNT],
            leapers: [Box::new([SquareSet::EMPTY; 256]), Box::new([SquareSet::EMPTY; 256])],
            crooked: [Vec::new(), Vec::new()],
        };
        for (index, piece) in spec.pieces.iter().enumerate() {
            for colour in Colour::BOTH {
                let piece_here = Piece::new(PieceType::new(index), colour);
                let rays = rays_of(&piece.movement, colour, spec.size);
                tables.add(piece_here, rays, spec.size);
            }
        }
        tables
    }

    #[inline]
    pub(crate) fn profile(&self, piece: Piece) -> &Profile {
        &self.profiles[piece.index()]
    }

    /// Leaps and single steps that a piece could make from a square onto empty squares.
    #[inline]
    pub(crate) fn moving(&self, profile: &Profile, from: Square) -> &SquareSet {
        &self.patterns[profile.moving as usize][from.index()]
    }

    /// Leaps and single steps with which a piece could take.
    #[inline]
    pub(crate) fn taking(&self, profile: &Profile, from: Square) -> &SquareSet {
        &self.patterns[profile.taking as usize][from.index()]
    }

    /// Leaps and single steps of a piece onto `empty` squares and enemies.
    #[inline]
    pub(crate) fn leaps(
        &self,
        profile: &Profile,
        from: Square,
        own: SquareSet,
        enemy: SquareSet,
    ) -> SquareSet {
        if profile.takes_as_it_leaps {
            self.moving(profile, from).without(own)
        } else {
            self.moving(profile, from).without(own | enemy) | (*self.taking(profile, from) & enemy)
        }
    }

    /// How many squares a piece can cross to take on a square that sees it in this direction.
    #[inline]
    pub(crate) fn reach(&self, piece: Piece, seen_in: Direction) -> u32 {
        self.reach[piece.index()][seen_in as usize] as u32
    }

    /// Squares from which leapers of this colour might take on a square.
    #[inline]
    pub(crate) fn leaper_squares(&self, by: Colour, on: Square) -> &SquareSet {
        &self.leapers[by.index()][on.index()]
    }

    /// Crooked rays along which this colour takes.
    #[inline]
    pub(crate) fn crooked(&self, by: Colour) -> &[CrookedRay] {
        &self.crooked[by.index()]
    }

    /// Adds the tables of one coloured piece.
    fn add(&mut self, piece: Piece, rays: Vec<Ray>, size: BoardSize) {
        debug_assert_eq!(self.profiles.len(), piece.index());
        let colour = piece.colour();
        for ray in rays.iter().filter(|ray| ray.purpose.captures()) {
            if let Some(direction) = Direction::of_step(ray.files, ray.ranks) {
                self.reach[piece.index()][direction.opposite() as usize] = ray.range;
            } else if ray.range == 1 {
                for from in size.squares() {
                    if let Some(on) = size.offset(from, ray.files.into(), ray.ranks.into()) {
                        self.leapers[colour.index()][on.index()].insert(from);
                    }
                }
            } else {
                self.add_crooked(piece, *ray);
            }
        }

        let runs = |straight: bool| {
            let ways = |ray: &&Ray| {
                is_unlimited_run(ray) && (ray.files == 0 || ray.ranks == 0) == straight
            };
            rays.iter().filter(ways).count() == 4
        };
        let (runs_straight, runs_diagonally) = (runs(true), runs(false));
        let is_run = |ray: &Ray| {
            let straight = ray.files == 0 || ray.ranks == 0;
            is_unlimited_run(ray) && if straight { runs_straight } else { runs_diagonally }
        };
        let is_far_leap = |ray: &Ray| ray.range == 1 && !ray.is_straight();
        let steps = |used: fn(Purpose) -> bool| {
            rays.iter().filter(move |ray| ray.range == 1 && used(ray.purpose))
        };
        let moving = self.pattern(steps(Purpose::moves), size);
        let taking = self.pattern(steps(Purpose::captures), size);
        self.profiles.push(Profile {
            runs_straight,
            runs_diagonally,
            is_leaper: rays.iter().any(|ray| is_far_leap(ray) && ray.purpose.captures()),
            takes_as_it_leaps: moving == taking,
            moving,
            taking,
            rays: rays.iter().filter(|ray| ray.range > 1 && !is_run(ray)).copied().collect(),
        });
    }

    /// The number of the pattern that these leaps make, kept once for all pieces that share it.
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

    fn add_crooked(&mut self, piece: Piece, ray: Ray) {
        let (files, ranks) = (ray.files.into(), ray.ranks.into());
        let known = &mut self.crooked[piece.colour().index()];
        let same_way = |r: &CrookedRay| (r.files, r.ranks) == (files, ranks);
        let place = known.iter().position(same_way).unwrap_or_else(|| {
            known.push(CrookedRay { files, ranks, reach: [0; PieceType::MAX] });
            known.len() - 1
        });
        known[place].reach[piece.kind().index()] = ray.range;
    }
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

fn is_unlimited_run(ray: &Ray) -> bool {
    ray.is_straight() && ray.range == Ray::UNLIMITED && ray.purpose == Purpose::Both
}
