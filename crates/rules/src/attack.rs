//! Attacks on squares, checks and pins.

use crate::board::{Board, Group, step};
use crate::line::{Direction, Family, Line};
use crate::tables::RiderRay;
use crate::{Colour, Piece, Rules, Square, SquareSet};

/// Checks on a king, and the pieces pinned to it.
pub(crate) struct KingSafety {
    /// The number of pieces that give check.
    pub(crate) checkers: u32,
    /// Squares on which a capture or an interposition ends all checks.
    pub(crate) check_mask: SquareSet,
    /// Own pieces that may move only along the line between king and attacker.
    pub(crate) pinned: SquareSet,
}

/// Is the square attacked by this colour, as if `vacated` were empty?
#[inline(always)]
pub(crate) fn is_attacked<const SMALL: bool>(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
    vacated: Option<Square>,
) -> bool {
    (!leap_candidates(rules, board, square, by).clip::<SMALL>().is_empty()
        && leap_attackers(rules, board, square, by).next().is_some())
        || slider_attack(rules, board, square, by, vacated)
        || (!rules.tables.rider_rays(by).is_empty()
            && rider_attackers(rules, board, square, by, vacated).next().is_some())
}

/// All pieces of this colour that attack a square, as if `vacated` were empty.
pub(crate) fn attackers(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
    vacated: Option<Square>,
) -> SquareSet {
    slider_attackers(rules, board, square, by, vacated)
        .chain(leap_attackers(rules, board, square, by))
        .chain(rider_attackers(rules, board, square, by, vacated))
        .collect()
}

/// Finds checks on a king and pinned pieces.
#[inline(always)]
pub(crate) fn king_safety<const SMALL: bool>(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
) -> KingSafety {
    let mut safety =
        KingSafety { checkers: 0, check_mask: SquareSet::EMPTY, pinned: SquareSet::EMPTY };
    // Mostly there is no slider on any line through the king, which costs one branch.
    if any_line(|family| board.line(king, family).0.sliders(!own)) {
        find_slider_checks(rules, board, king, own, &mut safety);
    }
    if !leap_candidates(rules, board, king, !own).clip::<SMALL>().is_empty() {
        for leaper in leap_attackers(rules, board, king, !own) {
            safety.add_checker(SquareSet::of(leaper));
        }
    }
    if !rules.tables.rider_rays(!own).is_empty() {
        find_rider_checks(rules, board, king, own, &mut safety);
    }
    safety
}

impl KingSafety {
    fn add_checker(&mut self, check_mask: SquareSet) {
        self.check_mask =
            if self.checkers == 0 { check_mask } else { self.check_mask & check_mask };
        self.checkers += 1;
    }
}

/// The squares a pinned piece may move to: those between king and attacker, and the attacker's.
pub(crate) fn pin_line(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    pinned: Square,
) -> SquareSet {
    let mut way = !SquareSet::EMPTY;
    for direction in Direction::ALL {
        let (line, bit) = board.line(king, direction.family());
        if let Some((steps, blocker)) = line.behind_blocker(bit, direction.is_upward(), !own)
            && step(king, direction, blocker) == pinned
            && reaches(rules, board, step(king, direction, steps), direction, steps)
        {
            way = way & way_to(king, direction, steps);
        }
    }
    for ray in rules.tables.rider_rays(!own) {
        if let Some((rider_way, Some(blocker))) = rider_attack(rules, board, king, own, ray)
            && blocker == pinned
        {
            way = way & rider_way;
        }
    }
    way
}

/// Does the slider's range cover the distance back to the square it is seen from?
#[inline(always)]
fn reaches(rules: &Rules, board: &Board, from: Square, seen_in: Direction, steps: u32) -> bool {
    board.piece_at(from).is_some_and(|piece| rules.tables.reach(piece, seen_in) >= steps)
}

/// The line of a family through a square as if `vacated` were empty, and the square's bit on it.
#[inline(always)]
fn line_through(
    board: &Board,
    square: Square,
    family: Family,
    vacated: Option<Square>,
) -> (Line, u32) {
    let (line, bit) = board.line(square, family);
    match vacated.map(|vacated| family.locate(vacated)) {
        Some((number, vacated_bit)) if number == family.locate(square).0 => {
            (line.vacated(vacated_bit), bit)
        }
        _ => (*line, bit),
    }
}

#[inline(always)]
fn slider_attack(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
    vacated: Option<Square>,
) -> bool {
    // Mostly no slider sees the square, which costs one branch.
    let is_seen = vacated.is_some()
        || any_line(|family| {
            let (line, bit) = board.line(square, family);
            line.visible_sliders(bit, by)
        });
    is_seen && slider_attackers(rules, board, square, by, vacated).next().is_some()
}

/// Are there bits on any of the four lines through a square?
#[inline(always)]
fn any_line(bits: impl Fn(Family) -> u64) -> bool {
    bits(Family::Rank) | bits(Family::File) | bits(Family::Rising) | bits(Family::Falling) != 0
}

/// Sliders that attack a square, as if `vacated` were empty.
fn slider_attackers<'a>(
    rules: &'a Rules,
    board: &'a Board,
    square: Square,
    by: Colour,
    vacated: Option<Square>,
) -> impl Iterator<Item = Square> + 'a {
    Direction::ALL.into_iter().filter_map(move |direction| {
        let (line, bit) = line_through(board, square, direction.family(), vacated);
        let steps = line.slider(bit, direction.is_upward(), by)?;
        let from = step(square, direction, steps);
        reaches(rules, board, from, direction, steps).then_some(from)
    })
}

/// Squares of leapers that attack a square if their type has that leap.
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

fn rider_attackers<'a>(
    rules: &'a Rules,
    board: &'a Board,
    square: Square,
    by: Colour,
    vacated: Option<Square>,
) -> impl Iterator<Item = Square> + 'a {
    rules.tables.rider_rays(by).iter().filter_map(move |ray| {
        let mut steps = rider_steps(rules, square, ray).zip(1..);
        let (from, distance) = steps.find(|(s, _)| !board.is_empty(*s) && Some(*s) != vacated)?;
        let piece = board.piece_at(from)?;
        (piece.colour() == by && ray.reach(piece.kind()) >= distance).then_some(from)
    })
}

/// The squares from which a rider comes to a square along a ray, nearest first.
pub(crate) fn rider_steps(
    rules: &Rules,
    square: Square,
    ray: &RiderRay,
) -> impl Iterator<Item = Square> + use<> {
    let (size, files, ranks) = (rules.size(), ray.files, ray.ranks);
    std::iter::successors(Some(square), move |s| size.offset(*s, -files, -ranks)).skip(1)
}

/// Finds checks and pins along the lines through the king.
#[inline(always)]
fn find_slider_checks(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    safety: &mut KingSafety,
) {
    for family in Family::ALL {
        let (line, bit) = board.line(king, family);
        if line.is_aimed_at(bit, !own) {
            find_checks_along(rules, board, king, own, family, safety);
        }
    }
}

/// Finds checks and pins along one line through the king.
fn find_checks_along(
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
        if let Some(steps) = line.slider(bit, direction.is_upward(), !own) {
            if attacks(steps) {
                safety.add_checker(way_to(king, direction, steps));
            }
        } else if let Some((steps, blocker)) = line.behind_blocker(bit, direction.is_upward(), !own)
            && attacks(steps)
        {
            safety.pinned.insert(step(king, direction, blocker));
        }
    };
    look(family.upward());
    look(family.upward().opposite());
}

/// The squares from the king to an attacker, without the king's own.
fn way_to(king: Square, direction: Direction, steps: u32) -> SquareSet {
    (1..=steps).map(|n| step(king, direction, n)).collect()
}

/// Finds checks and pins by riders.
fn find_rider_checks(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    safety: &mut KingSafety,
) {
    for ray in rules.tables.rider_rays(!own) {
        match rider_attack(rules, board, king, own, ray) {
            Some((way, None)) => safety.add_checker(way),
            Some((_, Some(blocker))) => safety.pinned.insert(blocker),
            None => {}
        }
    }
}

/// The squares from the king to a rider that attacks along a ray, and the one blocker, if any.
fn rider_attack(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    ray: &RiderRay,
) -> Option<(SquareSet, Option<Square>)> {
    let mut way = SquareSet::EMPTY;
    let mut blocker = None;
    for (square, steps) in rider_steps(rules, king, ray).zip(1..) {
        way.insert(square);
        match board.piece_at(square) {
            None => {}
            Some(piece) if piece.colour() == own && blocker.is_none() => blocker = Some(square),
            Some(piece) => {
                let attacks = piece.colour() != own && ray.reach(piece.kind()) >= steps;
                return attacks.then_some((way, blocker));
            }
        }
    }
    None
}
