//! Rule sets beyond plain rays, one king and one pawn: slower, and only paid for by those that use it.

mod generate;
mod guard;
mod play;
mod tactics;

use crate::attack::{attackers, is_attacked};
use crate::board::Board;
use crate::movement::{Hurdle, Path, Ray};
use crate::spec::{Role, Royals, RuleSpec, Zones};
use crate::{BoardSize, Colour, Movement, Piece, PieceType, Position, Purpose, Square, SquareSet};

/// How one coloured piece moves.
#[derive(Clone, Default)]
struct Program {
    paths: Vec<Path>,
    /// The paths that are no rays.
    special: Vec<Path>,
    /// Does it move otherwise than its rays say, so that all its paths are special?
    is_irregular: bool,
    /// Does it take in passing where it takes by its rays?
    takes_in_passing: bool,
    /// How it goes three squares, from where that is allowed.
    triple_step: Option<Path>,
    /// The squares from which it moves otherwise, and how.
    later: Option<(SquareSet, Vec<Path>)>,
    /// Where it may stand.
    region: SquareSet,
    is_royal: bool,
    is_pawn: bool,
    becomes: Option<PieceType>,
}

impl Program {
    fn new(spec: &RuleSpec, kind: PieceType, colour: Colour) -> Program {
        let piece = &spec.pieces[kind.index()];
        let board: SquareSet = spec.size.squares().collect();
        let is_pawn = piece.role == Role::Pawn;
        let later = piece.later.as_ref().map(|later| {
            let is_far = |square: &Square| square.rank_for(colour, spec.size) + 1 >= later.rank;
            (board.iter().filter(is_far).collect(), turned(later.movement.all_paths(), colour))
        });
        let is_usual_pawn = is_pawn && piece.movement == Movement::pawn();
        let paths = match is_usual_pawn {
            true => pawn_paths(spec),
            false => piece.movement.all_paths().collect(),
        };
        let triple_step = spec.triple_steps.filter(|_| is_usual_pawn).map(|_| first_step(3));
        let region = piece.region.map_or(board, |zones| zones[colour.index()] & board);
        let paths = turned(paths.into_iter(), colour);
        let is_irregular = later.is_some();
        let special = paths[piece.movement.rays().len()..].to_vec();
        Program {
            paths,
            special,
            is_irregular,
            takes_in_passing: is_usual_pawn && !is_irregular && spec.en_passant,
            triple_step: turned(triple_step.into_iter(), colour).pop(),
            later,
            region,
            is_royal: piece.role == Role::Royal,
            is_pawn,
            becomes: piece.becomes,
        }
    }

    fn paths(&self, from: Square) -> &[Path] {
        match &self.later {
            Some((squares, paths)) if squares.contains(from) => paths,
            _ => &self.paths,
        }
    }

    /// The paths from a square that its rays do not tell.
    fn special_paths(&self, from: Square) -> &[Path] {
        if self.is_irregular { self.paths(from) } else { &self.special }
    }
}

/// The paths of the usual pawn, with its double step and capture in passing.
fn pawn_paths(spec: &RuleSpec) -> Vec<Path> {
    let takes = |ray: Ray| ray.purpose.captures() && spec.en_passant;
    let path = |ray: &Ray| Path { en_passant: takes(*ray), ..Path::of_ray(*ray) };
    let mut paths: Vec<Path> = Movement::pawn().rays().iter().map(path).collect();
    if spec.double_step.is_some() || spec.first_moves.is_some() {
        paths.push(first_step(2));
    }
    paths
}

/// A number of squares straight ahead, all of them empty.
fn first_step(ranks: i8) -> Path {
    let ray = Ray { files: 0, ranks, range: 1, purpose: Purpose::MoveOnly };
    Path { hurdle: Hurdle::Lame, initial: true, ..Path::of_ray(ray) }
}

/// The paths as a side has them.
pub(crate) fn turned(paths: impl Iterator<Item = Path>, colour: Colour) -> Vec<Path> {
    let sign = if colour == Colour::White { 1 } else { -1 };
    let turn = |path: Path| Path {
        ray: Ray { files: sign * path.ray.files, ranks: sign * path.ray.ranks, ..path.ray },
        bend: path.bend.map(|(files, ranks)| (sign * files, sign * ranks)),
        ..path
    };
    paths.map(turn).collect()
}

/// For each side and square those from which it might be taken.
type Takers = [Box<[SquareSet; 256]>; 2];

fn no_takers() -> Takers {
    [Box::new([SquareSet::EMPTY; 256]), Box::new([SquareSet::EMPTY; 256])]
}

/// What the extended generator looks up.
#[derive(Clone)]
pub(crate) struct Extended {
    /// By [`Piece::index`].
    programs: Vec<Program>,
    /// From where some piece of a side might take on a square.
    takers: Takers,
    /// The same by paths that are special.
    special_takers: Takers,
    /// The same in passing.
    passing_takers: Takers,
    /// May a piece not be where, or not move as, its rays say?
    has_exceptions: bool,
    first_moves: Zones,
    triple_steps: Zones,
    en_passant: Zones,
    royals: Royals,
}

impl Extended {
    pub(crate) fn new(spec: &RuleSpec) -> Extended {
        let board: SquareSet = spec.size.squares().collect();
        let rank = spec.double_step.unwrap_or(2);
        let on_rank = |colour: Colour| {
            let is_first = |s: &Square| s.rank_for(colour, spec.size) + 1 == rank;
            board.iter().filter(is_first).collect()
        };
        let mut extended = Extended {
            programs: vec![Program::default(); 2 * spec.pieces.len()],
            takers: no_takers(),
            special_takers: no_takers(),
            passing_takers: no_takers(),
            has_exceptions: false,
            first_moves: spec.first_moves.unwrap_or_else(|| Colour::BOTH.map(on_rank)),
            triple_steps: spec.triple_steps.unwrap_or_default(),
            en_passant: spec.en_passant_zones.unwrap_or([board; 2]),
            royals: spec.royals,
        };
        for kind in (0..spec.pieces.len()).map(PieceType::new) {
            for colour in Colour::BOTH {
                let program = Program::new(spec, kind, colour);
                extended.add_takers(&program, colour, spec.size);
                extended.has_exceptions |= program.is_irregular || program.region != board;
                extended.programs[Piece::new(kind, colour).index()] = program;
            }
        }
        extended
    }

    fn add_takers(&mut self, program: &Program, colour: Colour, size: BoardSize) {
        let side = colour.index();
        for from in size.squares() {
            let enter = |takers: &mut Takers, path: &Path| {
                for on in pattern(size, from, path) {
                    takers[side][on.index()].insert(from);
                }
            };
            let takes = |path: &&Path| path.ray.purpose.captures();
            for path in program.paths(from).iter().filter(takes) {
                enter(&mut self.takers, path);
                if path.en_passant {
                    enter(&mut self.passing_takers, path);
                }
            }
            for path in program.special_paths(from).iter().filter(takes) {
                enter(&mut self.special_takers, path);
            }
        }
    }

    fn program(&self, piece: Piece) -> &Program {
        &self.programs[piece.index()]
    }

    /// All ways of a piece from a square, triple steps where they are allowed.
    fn paths(&self, piece: Piece, from: Square) -> impl Iterator<Item = &Path> {
        let program = self.program(piece);
        let is_far = self.triple_steps[piece.colour().index()].contains(from);
        program.paths(from).iter().chain(program.triple_step.as_ref().filter(|_| is_far))
    }

    /// May a piece of a side use a path from a square to take?
    fn may_take(&self, path: &Path, colour: Colour, from: Square) -> bool {
        let starts = || self.first_moves[colour.index()].contains(from);
        path.ray.purpose.captures() && (!path.initial || starts())
    }
}

/// Every square that a path might lead to, whatever stands on the board.
pub(crate) fn pattern(size: BoardSize, from: Square, path: &Path) -> impl Iterator<Item = Square> {
    let (files, ranks) = (i32::from(path.ray.files), i32::from(path.ray.ranks));
    let (aside, ahead) = path.bend.unwrap_or((0, 0));
    let start = size.offset(from, aside.into(), ahead.into());
    let most = if path.hurdle == Hurdle::Hop { Ray::UNLIMITED } else { path.ray.range };
    let step = move |square: &Square| size.offset(*square, files, ranks);
    std::iter::successors(start, step).skip(1).take(most.into())
}

/// Is a square in the direction of a path, however far it goes?
fn leads_towards(path: &Path, from: Square, to: Square) -> bool {
    let (aside, ahead) = path.bend.unwrap_or((0, 0));
    let (step_files, step_ranks) = (i32::from(path.ray.files), i32::from(path.ray.ranks));
    let files = i32::from(to.file()) - i32::from(from.file()) - i32::from(aside);
    let ranks = i32::from(to.rank()) - i32::from(from.rank()) - i32::from(ahead);
    files * step_ranks == ranks * step_files && files * step_files + ranks * step_ranks > 0
}

/// The squares whose pieces decide whether a path leads to a square; none if it never does.
fn route(size: BoardSize, from: Square, path: &Path, to: Square) -> SquareSet {
    let mut squares = SquareSet::EMPTY;
    let mut way = SquareSet::EMPTY;
    for square in pattern(size, from, path) {
        if square == to {
            squares |= way;
            let offset = |(files, ranks): (i8, i8)| size.offset(from, files.into(), ranks.into());
            path.bend.and_then(offset).into_iter().for_each(|square| squares.insert(square));
            if matches!(path.hurdle, Hurdle::Lame | Hurdle::Jump) {
                path.passed_squares().filter_map(offset).for_each(|square| squares.insert(square));
            }
            break;
        }
        way.insert(square);
    }
    squares
}

/// Calls `visit` for the squares on which a path may end, own pieces or not, until it says that it
/// has seen enough; the squares of `vacated` count as empty.
fn walk(
    size: BoardSize,
    board: &Board,
    from: Square,
    path: &Path,
    vacated: SquareSet,
    mut visit: impl FnMut(Square, bool) -> bool,
) {
    let is_empty = |square: Square| board.is_empty(square) || vacated.contains(square);
    let offset = |square, (files, ranks): (i8, i8)| size.offset(square, files.into(), ranks.into());
    let step = |square: &Square| offset(*square, (path.ray.files, path.ray.ranks));
    let mut start = from;
    if let Some(bend) = path.bend {
        match offset(from, bend).filter(|square| is_empty(*square)) {
            Some(square) => start = square,
            None => return,
        }
    }
    if matches!(path.hurdle, Hurdle::Lame | Hurdle::Jump) {
        let is_free = |passed| offset(from, passed).is_none_or(&is_empty);
        if path.passed_squares().all(is_free) != (path.hurdle == Hurdle::Lame) {
            return;
        }
    }
    let mut squares = std::iter::successors(step(&start), step);
    if path.hurdle == Hurdle::Hop && squares.find(|square| !is_empty(*square)).is_none() {
        return;
    }
    for square in squares.take(path.ray.range.into()) {
        let empty = is_empty(square);
        if visit(square, empty) || !empty {
            return;
        }
    }
}

impl Position {
    /// The pieces of a colour that attack a square, as if the squares of `vacated` were empty.
    fn attackers_by_walking<'a>(
        &'a self,
        extended: &'a Extended,
        square: Square,
        by: Colour,
        vacated: SquareSet,
    ) -> impl Iterator<Item = Square> + 'a {
        let takers = extended.takers[by.index()][square.index()] & self.of(by);
        takers.without(vacated).iter().filter(move |from| {
            let attacks = |piece| self.attacks_from(extended, piece, *from, square, vacated);
            self.piece_at(*from).is_some_and(attacks)
        })
    }

    /// Would a piece on one square attack another, as if the squares of `vacated` were empty?
    fn attacks_from(
        &self,
        extended: &Extended,
        piece: Piece,
        from: Square,
        square: Square,
        vacated: SquareSet,
    ) -> bool {
        let paths = extended.program(piece).paths(from);
        self.attacks_along(extended, paths, piece, from, square, vacated)
    }

    fn attacks_along(
        &self,
        extended: &Extended,
        paths: &[Path],
        piece: Piece,
        from: Square,
        square: Square,
        vacated: SquareSet,
    ) -> bool {
        let takes = |path: &Path| {
            let mut found = false;
            walk(self.rules.size(), &self.board, from, path, vacated, |target, _| {
                found |= target == square;
                found
            });
            found
        };
        let may = |path: &&Path| {
            leads_towards(path, from, square) && extended.may_take(path, piece.colour(), from)
        };
        extended.program(piece).region.contains(square) && paths.iter().filter(may).any(takes)
    }

    /// The pieces of a colour that attack a square by paths that rays do not tell.
    fn special_attackers<'a>(
        &'a self,
        extended: &'a Extended,
        square: Square,
        by: Colour,
        vacated: Option<Square>,
    ) -> impl Iterator<Item = Square> + 'a {
        let takers = extended.special_takers[by.index()][square.index()] & self.of(by);
        let vacated: SquareSet = vacated.into_iter().collect();
        takers.without(vacated).iter().filter(move |from| {
            self.piece_at(*from).is_some_and(|piece| {
                let paths = extended.program(piece).special_paths(*from);
                self.attacks_along(extended, paths, piece, *from, square, vacated)
            })
        })
    }

    /// The pieces of a colour that attack a square, as if nothing stood on `vacated`.
    pub(crate) fn extended_attackers(
        &self,
        extended: &Extended,
        square: Square,
        by: Colour,
        vacated: Option<Square>,
    ) -> SquareSet {
        let mut found = attackers(&self.rules, &self.board, square, by, vacated);
        if extended.has_exceptions {
            let attacks =
                |program: &Program| !program.is_irregular && program.region.contains(square);
            let is_right = |from: &Square| {
                self.piece_at(*from).is_some_and(|piece| attacks(extended.program(piece)))
            };
            found = found.iter().filter(is_right).collect();
        }
        self.special_attackers(extended, square, by, vacated).for_each(|from| found.insert(from));
        found
    }

    pub(crate) fn is_attacked_extended(
        &self,
        extended: &Extended,
        square: Square,
        by: Colour,
        vacated: Option<Square>,
    ) -> bool {
        if extended.has_exceptions {
            return !self.extended_attackers(extended, square, by, vacated).is_empty();
        }
        is_attacked::<false>(&self.rules, &self.board, square, by, vacated)
            || self.special_attackers(extended, square, by, vacated).next().is_some()
    }

    /// Every square that a piece could come to on some board, where plain rays do not tell it; castling
    /// apart.
    pub fn move_pattern(&self, piece: Piece, from: Square) -> Option<SquareSet> {
        let extended = self.rules.extended.as_ref()?;
        let paths = extended.paths(piece, from);
        let targets = paths.flat_map(|path| pattern(self.rules.size(), from, path));
        let flies = self.rules.kings_fly() && extended.program(piece).is_royal;
        let is_in_line = |square: &Square| {
            flies
                && *square != from
                && (square.file() == from.file() || square.rank() == from.rank())
        };
        Some(targets.chain(self.rules.size().squares().filter(is_in_line)).collect())
    }

    /// The royal pieces of a side.
    pub(crate) fn royal_squares(&self, colour: Colour) -> SquareSet {
        let Some(extended) = &self.rules.extended else {
            return self.king(colour).into_iter().collect();
        };
        let is_royal = |square: &Square| {
            self.piece_at(*square).is_some_and(|piece| extended.program(piece).is_royal)
        };
        self.of(colour).iter().filter(is_royal).collect()
    }

    /// The royal pieces of a side that it must not leave attacked, and are; of several that must not
    /// be attacked at once, all or none.
    pub(crate) fn exposed_royals(&self, extended: &Extended, colour: Colour) -> SquareSet {
        let is_attacked =
            |square: &Square| self.is_attacked_extended(extended, *square, !colour, None);
        if extended.royals == Royals::One {
            return self.king(colour).filter(is_attacked).into_iter().collect();
        }
        let royals = self.royal_squares(colour);
        let attacked: SquareSet = royals.iter().filter(is_attacked).collect();
        match extended.royals {
            Royals::One | Royals::All => attacked,
            Royals::NotAll if attacked == royals => attacked,
            Royals::NotAll => SquareSet::EMPTY,
            Royals::Last => {
                let kind = |square: Square| self.piece_at(square).map(Piece::kind);
                let is_last = |square: &Square| {
                    royals.iter().filter(|other| kind(*other) == kind(*square)).count() == 1
                };
                attacked.iter().filter(is_last).collect()
            }
        }
    }

    /// The kings of a side, which must not face those of the other; of several royal types the first.
    fn facing_kings(&self, colour: Colour) -> SquareSet {
        let all = || self.rules.royal().map(|kind| self.squares_of(Piece::new(kind, colour)));
        self.king(colour).map(SquareSet::of).or_else(all).unwrap_or_default()
    }

    /// Do two kings face each other along an open rank or file?
    fn kings_face(&self) -> bool {
        let others = self.facing_kings(!self.turn);
        let is_empty = |square| self.board.is_empty(square);
        self.facing_kings(self.turn).iter().any(|king| self.faces(king, others, is_empty))
    }

    /// Would a king on a square face one of the others?
    fn faces(&self, king: Square, others: SquareSet, is_empty: impl Fn(Square) -> bool) -> bool {
        let size = self.rules.size();
        let is_line = |other: Square| king.file() == other.file() || king.rank() == other.rank();
        let is_open = |other: Square| kings_line(size, king, other).all(&is_empty);
        others.iter().any(|other| is_line(other) && is_open(other))
    }

    /// Would the king of the side to move face another one from a square that he crosses, where
    /// kings must not face each other?
    fn would_face_king(&self, king: Square, crossed: Square) -> bool {
        let is_empty = |square: Square| square == king || self.board.is_empty(square);
        self.rules.restrictions().kings_apart
            && self.facing_kings(self.turn).contains(king)
            && self.faces(crossed, self.facing_kings(!self.turn), is_empty)
    }
}

/// The squares between two kings on one rank or file; none if they are on neither.
fn kings_line(size: BoardSize, one: Square, other: Square) -> impl Iterator<Item = Square> {
    let (files, ranks, distance) = generate::line_between(one, other);
    let is_line = files == 0 || ranks == 0;
    let between = if is_line { (distance - 1).max(0) } else { 0 };
    (1..=between).filter_map(move |steps| size.offset(one, steps * files, steps * ranks))
}
