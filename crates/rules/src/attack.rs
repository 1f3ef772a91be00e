//! Who attacks a square, who gives check, and which pieces are pinned.

use crate::board::{Board, Group, step};
use crate::line::{Direction, Family, Line};
use crate::tables::CrookedRay;
use crate::{Colour, Piece, Rules, Square, SquareSet};

/// How a king stands: who gives check and who is pinned before him.
pub(crate) struct KingSafety {
    /// The pieces that give check.
    pub(crate) checkers: u32,
    /// With one piece giving check, the squares that end it: the piece's own and those between.
    pub(crate) remedy: SquareSet,
    /// Own pieces that may move only towards an attacker or away from him.
    pub(crate) pinned: SquareSet,
}

/// Is the square attacked by this colour, as if `lifted` were empty?
#[inline(always)]
pub(crate) fn is_attacked<const SMALL: bool>(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
    lifted: Option<Square>,
) -> bool {
    (!leap_candidates(rules, board, square, by).clip::<SMALL>().is_empty()
        && leap_attackers(rules, board, square, by).next().is_some())
        || run_attack(rules, board, square, by, lifted)
        || (!rules.tables.crooked(by).is_empty()
            && crooked_attackers(rules, board, square, by, lifted).next().is_some())
}

/// All pieces of this colour that attack a square, as if `lifted` were empty.
pub(crate) fn attackers(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
    lifted: Option<Square>,
) -> SquareSet {
    run_attackers(rules, board, square, by, lifted)
        .chain(leap_attackers(rules, board, square, by))
        .chain(crooked_attackers(rules, board, square, by, lifted))
        .collect()
}

/// Looks at a king from all sides.
#[inline(always)]
pub(crate) fn king_safety<const SMALL: bool>(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
) -> KingSafety {
    let mut safety = KingSafety { checkers: 0, remedy: SquareSet::EMPTY, pinned: SquareSet::EMPTY };
    // Often no line to the king has a runner: one branch tells.
    if any_line(|family| board.line(king, family).0.runners(!own)) {
        look_along_lines(rules, board, king, own, &mut safety);
    }
    if !leap_candidates(rules, board, king, !own).clip::<SMALL>().is_empty() {
        for leaper in leap_attackers(rules, board, king, !own) {
            safety.add_checker(SquareSet::of(leaper));
        }
    }
    if !rules.tables.crooked(!own).is_empty() {
        look_along_crooked(rules, board, king, own, &mut safety);
    }
    safety
}

impl KingSafety {
    fn add_checker(&mut self, remedy: SquareSet) {
        self.remedy = if self.checkers == 0 { remedy } else { self.remedy & remedy };
        self.checkers += 1;
    }
}

/// Where a pinned piece may go: between its king and the attackers, and onto them.
pub(crate) fn way_of_pinned(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    pinned: Square,
) -> SquareSet {
    let mut way = !SquareSet::EMPTY;
    for direction in Direction::ALL {
        let (line, bit) = board.line(king, direction.family());
        if let Some((steps, shield)) = line.shielded(bit, direction.is_upward(), !own)
            && step(king, direction, shield) == pinned
            && reaches(rules, board, step(king, direction, steps), direction, steps)
        {
            way = way & way_to(king, direction, steps);
        }
    }
    for ray in rules.tables.crooked(!own) {
        if let Some((crooked_way, Some(shield))) = crooked_attack(rules, board, king, own, ray)
            && shield == pinned
        {
            way = way & crooked_way;
        }
    }
    way
}

/// Does a runner seen in a direction reach back to the square that sees it?
#[inline(always)]
fn reaches(rules: &Rules, board: &Board, from: Square, seen_in: Direction, steps: u32) -> bool {
    board.piece_at(from).is_some_and(|piece| rules.tables.reach(piece, seen_in) >= steps)
}

/// The line of a family through a square as if `lifted` were empty, and the square's bit on it.
#[inline(always)]
fn line_through(
    board: &Board,
    square: Square,
    family: Family,
    lifted: Option<Square>,
) -> (Line, u32) {
    let (line, bit) = board.line(square, family);
    match lifted.map(|lifted| family.locate(lifted)) {
        Some((number, lifted_bit)) if number == family.locate(square).0 => {
            (line.lifted(lifted_bit), bit)
        }
        _ => (*line, bit),
    }
}

#[inline(always)]
fn run_attack(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
    lifted: Option<Square>,
) -> bool {
    // Most squares are seen by no runner: one branch tells.
    let is_seen = lifted.is_some()
        || any_line(|family| {
            let (line, bit) = board.line(square, family);
            line.visible_runners(bit, by)
        });
    is_seen && run_attackers(rules, board, square, by, lifted).next().is_some()
}

/// Are there bits on any of the four lines through a square?
#[inline(always)]
fn any_line(bits: impl Fn(Family) -> u64) -> bool {
    bits(Family::Rank) | bits(Family::File) | bits(Family::Rising) | bits(Family::Falling) != 0
}

/// Runners that attack a square, as if `lifted` were empty.
fn run_attackers<'a>(
    rules: &'a Rules,
    board: &'a Board,
    square: Square,
    by: Colour,
    lifted: Option<Square>,
) -> impl Iterator<Item = Square> + 'a {
    Direction::ALL.into_iter().filter_map(move |direction| {
        let (line, bit) = line_through(board, square, direction.family(), lifted);
        let steps = line.runner(bit, direction.is_upward(), by)?;
        let from = step(square, direction, steps);
        reaches(rules, board, from, direction, steps).then_some(from)
    })
}

/// Leapers that might attack a square, if they are of the right kind.
#[inline(always)]
pub(crate) fn leap_candidates(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
) -> SquareSet {
    *rules.tables.leaper_squares(by, square) & board.group(by, Group::LeapTakers)
}

fn leap_attackers<'a>(
    rules: &'a Rules,
    board: &'a Board,
    square: Square,
    by: Colour,
) -> impl Iterator<Item = Square> + 'a {
    let candidates = leap_candidates(rules, board, square, by);
    candidates.iter().filter(move |from| leaper(rules, board, *from, square).is_some())
}

/// The piece on `from`, if it takes on a square by a leap or a single step.
#[inline(always)]
pub(crate) fn leaper(rules: &Rules, board: &Board, from: Square, square: Square) -> Option<Piece> {
    let takes = |piece: &Piece| rules.tables.taking(rules.profile(*piece), from).contains(square);
    board.piece_at(from).filter(takes)
}

fn crooked_attackers<'a>(
    rules: &'a Rules,
    board: &'a Board,
    square: Square,
    by: Colour,
    lifted: Option<Square>,
) -> impl Iterator<Item = Square> + 'a {
    rules.tables.crooked(by).iter().filter_map(move |ray| {
        let mut steps = crooked_steps(rules, square, ray).zip(1..);
        let (from, distance) = steps.find(|(s, _)| !board.is_empty(*s) && Some(*s) != lifted)?;
        let piece = board.piece_at(from)?;
        (piece.colour() == by && ray.reach(piece.kind()) >= distance).then_some(from)
    })
}

/// The squares from which a crooked ray comes to a square, nearest first.
pub(crate) fn crooked_steps(
    rules: &Rules,
    square: Square,
    ray: &CrookedRay,
) -> impl Iterator<Item = Square> + use<> {
    let (size, files, ranks) = (rules.size(), ray.files, ray.ranks);
    std::iter::successors(Some(square), move |s| size.offset(*s, -files, -ranks)).skip(1)
}

/// Finds checks and pins along the lines through the king.
#[inline(always)]
fn look_along_lines(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    safety: &mut KingSafety,
) {
    for family in Family::ALL {
        let (line, bit) = board.line(king, family);
        if line.is_aimed_at(bit, !own) {
            look_along(rules, board, king, own, family, safety);
        }
    }
}

/// Finds checks and pins along one line through the king.
fn look_along(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    family: Family,
    safety: &mut KingSafety,
) {
    let (line, bit) = board.line(king, family);
    let mut look = |direction: Direction| {
        let attacks = |steps| reaches(rules, board, step(king, direction, steps), direction, steps);
        if let Some(steps) = line.runner(bit, direction.is_upward(), !own) {
            if attacks(steps) {
                safety.add_checker(way_to(king, direction, steps));
            }
        } else if let Some((steps, shield)) = line.shielded(bit, direction.is_upward(), !own)
            && attacks(steps)
        {
            safety.pinned.insert(step(king, direction, shield));
        }
    };
    look(family.upward());
    look(family.upward().opposite());
}

/// The squares from the king to an attacker, without his own.
fn way_to(king: Square, direction: Direction, steps: u32) -> SquareSet {
    (1..=steps).map(|n| step(king, direction, n)).collect()
}

/// Finds checks and pins along crooked rays.
fn look_along_crooked(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    safety: &mut KingSafety,
) {
    for ray in rules.tables.crooked(!own) {
        match crooked_attack(rules, board, king, own, ray) {
            Some((way, None)) => safety.add_checker(way),
            Some((_, Some(shield))) => safety.pinned.insert(shield),
            None => {}
        }
    }
}

/// The way of an attacker to the king along a crooked ray, and the one piece in between, if any.
fn crooked_attack(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    ray: &CrookedRay,
) -> Option<(SquareSet, Option<Square>)> {
    let mut way = SquareSet::EMPTY;
    let mut shield = None;
    for (square, steps) in crooked_steps(rules, king, ray).zip(1..) {
        way.insert(square);
        match board.piece_at(square) {
            None => {}
            Some(piece) if piece.colour() == own && shield.is_none() => shield = Some(square),
            Some(piece) => {
                let attacks = piece.colour() != own && ray.reach(piece.kind()) >= steps;
                return attacks.then_some((way, shield));
            }
        }
    }
    None
}
