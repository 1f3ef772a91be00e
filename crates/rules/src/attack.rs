//! Who attacks a square, who gives check, and which pieces are pinned.

use arrayvec::ArrayVec;

use crate::board::{Board, Seen};
use crate::line::Direction;
use crate::{Colour, Rules, Square, SquareSet};

/// The eight straight directions and all crooked ones that Betza's atoms allow.
const MAX_PINS: usize = 8 + 56;

/// A piece that may move only along the line between its king and an attacker.
#[derive(Clone, Copy)]
pub(crate) struct Pin {
    pub(crate) square: Square,
    /// Where it may go: up to and including the attacker.
    pub(crate) way: SquareSet,
}

/// How a king stands: who gives check and who is pinned before him.
pub(crate) struct KingSafety {
    /// The pieces that give check.
    pub(crate) checkers: u32,
    /// With one piece giving check, the squares that end it: the piece's own and those between.
    pub(crate) remedy: SquareSet,
    /// The squares of pinned pieces.
    pub(crate) pinned: SquareSet,
    pub(crate) pins: ArrayVec<Pin, MAX_PINS>,
}

/// Is the square attacked by this colour, as if `lifted` were empty?
#[inline]
pub(crate) fn is_attacked(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
    lifted: Option<Square>,
) -> bool {
    straight_attack(rules, board, square, by, lifted)
        || leap_attackers(rules, board, square, by).next().is_some()
        || crooked_attackers(rules, board, square, by, lifted).next().is_some()
}

/// All pieces of this colour that attack a square, as if `lifted` were empty.
pub(crate) fn attackers(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
    lifted: Option<Square>,
) -> SquareSet {
    let straight = Direction::ALL.into_iter().filter_map(|direction| {
        let seen = board.see(square, direction, by, lifted)?;
        reaches(rules, board, seen, direction).then_some(seen.square)
    });
    straight
        .chain(leap_attackers(rules, board, square, by))
        .chain(crooked_attackers(rules, board, square, by, lifted))
        .collect()
}

/// Looks at a king from all sides.
#[inline]
pub(crate) fn king_safety(rules: &Rules, board: &Board, king: Square, own: Colour) -> KingSafety {
    let mut safety = KingSafety {
        checkers: 0,
        remedy: SquareSet::EMPTY,
        pinned: SquareSet::EMPTY,
        pins: ArrayVec::new(),
    };
    for direction in Direction::ALL {
        look_along(rules, board, king, own, direction, &mut safety);
    }
    for leaper in leap_attackers(rules, board, king, !own) {
        safety.add_checker(SquareSet::of(leaper));
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

    fn add_pin(&mut self, square: Square, way: SquareSet) {
        self.pinned.insert(square);
        self.pins.push(Pin { square, way });
    }

    /// Where a pinned piece may go.
    pub(crate) fn ways_of(&self, square: Square) -> SquareSet {
        let ways = self.pins.iter().filter(|pin| pin.square == square).map(|pin| pin.way);
        ways.reduce(|a, b| a & b).unwrap_or(!SquareSet::EMPTY)
    }
}

/// Does a piece seen in a direction reach back to the square that sees it?
#[inline(always)]
fn reaches(rules: &Rules, board: &Board, seen: Seen, direction: Direction) -> bool {
    let reach = |piece| rules.tables.reach(piece, direction) >= seen.steps;
    board.piece_at(seen.square).is_some_and(reach)
}

#[inline]
fn straight_attack(
    rules: &Rules,
    board: &Board,
    square: Square,
    by: Colour,
    lifted: Option<Square>,
) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        let seen = board.see(square, direction, by, lifted);
        seen.is_some_and(|seen| reaches(rules, board, seen, direction))
    })
}

#[inline]
fn leap_attackers<'a>(
    rules: &'a Rules,
    board: &'a Board,
    square: Square,
    by: Colour,
) -> impl Iterator<Item = Square> + 'a {
    let candidates = *rules.tables.leaper_squares(by, square) & board.leapers(by);
    candidates.iter().filter(move |from| {
        let taking = |piece| rules.tables.taking(rules.profile(piece), *from);
        board.piece_at(*from).is_some_and(|piece| taking(piece).contains(square))
    })
}

#[inline]
fn crooked_attackers<'a>(
    rules: &'a Rules,
    board: &'a Board,
    square: Square,
    by: Colour,
    lifted: Option<Square>,
) -> impl Iterator<Item = Square> + 'a {
    rules.tables.crooked(by).iter().filter_map(move |ray| {
        let mut steps = crooked_steps(rules, square, ray.files, ray.ranks).zip(1..);
        let (from, distance) = steps.find(|(s, _)| !board.is_empty(*s) && Some(*s) != lifted)?;
        let piece = board.piece_at(from)?;
        (piece.colour() == by && ray.reach(piece.kind()) >= distance).then_some(from)
    })
}

/// The squares from which a crooked ray comes to a square, nearest first.
fn crooked_steps(
    rules: &Rules,
    square: Square,
    files: i32,
    ranks: i32,
) -> impl Iterator<Item = Square> {
    let size = rules.size();
    std::iter::successors(Some(square), move |s| size.offset(*s, -files, -ranks)).skip(1)
}

/// Finds a check or a pin in one straight direction from the king.
#[inline(always)]
fn look_along(
    rules: &Rules,
    board: &Board,
    king: Square,
    own: Colour,
    direction: Direction,
    safety: &mut KingSafety,
) {
    let (gap, enemy) = board.look(king, direction, !own);
    let first = Seen::at(king, direction, gap + 1);
    if enemy {
        if reaches(rules, board, first, direction) {
            safety.add_checker(way_to(king, direction, first.steps));
        }
        return;
    }
    if let Some((gap, true)) = board.look_behind(king, direction, !own) {
        let steps = first.steps + gap + 1;
        if reaches(rules, board, Seen::at(king, direction, steps), direction) {
            safety.add_pin(first.square, way_to(king, direction, steps));
        }
    }
}

/// The squares from the king to an attacker, without his own.
fn way_to(king: Square, direction: Direction, steps: u32) -> SquareSet {
    (1..=steps).map(|step| Seen::at(king, direction, step).square).collect()
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
        let mut way = SquareSet::EMPTY;
        let mut shield = None;
        for (square, steps) in crooked_steps(rules, king, ray.files, ray.ranks).zip(1..) {
            way.insert(square);
            match board.piece_at(square) {
                None => {}
                Some(piece) if piece.colour() == own && shield.is_none() => shield = Some(square),
                Some(piece) => {
                    if piece.colour() != own && ray.reach(piece.kind()) >= steps {
                        match shield {
                            None => safety.add_checker(way),
                            Some(shield) => safety.add_pin(shield, way),
                        }
                    }
                    break;
                }
            }
        }
    }
}
