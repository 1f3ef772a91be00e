//! How one side wins material along a line: fork, pin, skewer and so on, proved on the board.

use rules::{Colour, Move, MoveKind, Piece, PieceValues, Position, Square};

use crate::material::{Walk, values};

/// What counts as winning something, in hundredths of a pawn.
pub(crate) const LEAST_GAIN: i32 = 80;

/// How many moves of the winning side are trusted to show the gain.
const TRUSTED_MOVES: usize = 3;

/// Number of moves after a capture within which it is answered on the same square.
const SETTLING: usize = 3;

/// Number of moves of a line that are looked at.
const LONGEST_LINE: usize = 6;

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceOn {
    /// Its type and colour.
    pub piece: Piece,
    /// Where it stands at that moment.
    pub square: Square,
}

impl PieceOn {
    pub(crate) fn of(position: &Position, square: Square) -> Option<PieceOn> {
        Some(PieceOn { piece: position.piece_at(square)?, square })
    }
}

/// How material is won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tactic {
    /// A piece can simply be taken.
    Capture {
        /// What is taken.
        target: PieceOn,
        /// What takes it.
        by: PieceOn,
    },
    /// A piece attacks several at once.
    Fork {
        /// The attacker, on its new square.
        by: PieceOn,
        /// What it attacks.
        targets: Vec<PieceOn>,
    },
    /// A piece must step aside, and the one behind it is taken.
    Skewer {
        /// The attacker, on its new square.
        by: PieceOn,
        /// What stands in front.
        front: PieceOn,
        /// What is taken.
        behind: PieceOn,
    },
    /// A piece that cannot leave because its king is behind it is taken.
    Pin {
        /// What is taken.
        target: PieceOn,
        /// What pins it.
        pinner: PieceOn,
    },
    /// A piece steps aside and another one behind it takes.
    Discovery {
        /// What steps aside, before its move.
        mover: PieceOn,
        /// What takes.
        attacker: PieceOn,
        /// What is taken.
        target: PieceOn,
    },
    /// The only guard of a piece is taken first.
    TakesGuard {
        /// What is captured first.
        guard: PieceOn,
        /// What it guarded.
        target: PieceOn,
    },
    /// A piece is attacked and cannot be saved.
    Trap {
        /// What is lost.
        target: PieceOn,
        /// What attacks it, on its new square.
        by: PieceOn,
    },
    /// A pawn promotes.
    Promotion {
        /// The pawn, where it stands now.
        pawn: PieceOn,
        /// Where it promotes.
        to: Square,
    },
    /// The line wins a piece without any of the patterns above.
    Line {
        /// What is lost in the end, where it stands then.
        target: PieceOn,
    },
}

impl Tactic {
    /// The one piece that is won; none where there are several, or a promotion.
    pub(crate) fn target(&self) -> Option<PieceOn> {
        match self {
            Tactic::Capture { target, .. }
            | Tactic::Pin { target, .. }
            | Tactic::Discovery { target, .. }
            | Tactic::TakesGuard { target, .. }
            | Tactic::Trap { target, .. }
            | Tactic::Line { target } => Some(*target),
            Tactic::Fork { .. } | Tactic::Skewer { .. } | Tactic::Promotion { .. } => None,
        }
    }
}

/// How the side to move wins material with a line, if it does.
pub fn tactic_of(start: &Position, line: &[Move]) -> Option<Tactic> {
    let values = values(start.rules());
    find(&Walk::new(start, line, LONGEST_LINE, &values), &values).map(|found| found.tactic)
}

/// What was found in a line.
pub(crate) struct FoundTactic {
    pub(crate) tactic: Tactic,
    /// The move of the line that takes or promotes.
    pub(crate) at: usize,
}

/// Finds how the side to move at the start of the walk wins material.
pub(crate) fn find(walk: &Walk, values: &PieceValues) -> Option<FoundTactic> {
    let gains = |k: usize| match walk.moves[k].promotion() {
        Some(_) => promotion_gain(walk, k, values) >= LEAST_GAIN,
        None => gain(walk, k, values) >= LEAST_GAIN,
    };
    let own = || (0..walk.moves.len().min(walk.known + 1)).step_by(2).take(TRUSTED_MOVES);
    let at = own().find(|k| gains(*k))?;
    let tactic = match walk.moves[at].promotion() {
        Some(_) => promotion(walk, at)?,
        None => by_capture(walk, at, values)?,
    };
    Some(FoundTactic { tactic, at })
}

/// How the capture at this place of the line comes about.
fn by_capture(walk: &Walk, k: usize, values: &PieceValues) -> Option<Tactic> {
    let side = walk.positions[0].turn();
    let target = captured(&walk.positions[k], walk.moves[k])?;
    // A pawn that falls without any pattern, or a piece that comes to be taken, is often an accident.
    let is_won = values[target.piece.kind().index()] >= 2 * LEAST_GAIN
        && (k == 0 || walk.moves[k - 1].to() != target.square);
    match k {
        0 => {
            let by = PieceOn::of(&walk.positions[0], walk.moves[0].from())?;
            Some(Tactic::Capture { target, by })
        }
        2 => Some(
            (taken_guard(walk, target))
                .or_else(|| discovery(walk, target))
                .or_else(|| {
                    let is_pattern =
                        |tactic: &Tactic| is_won || !matches!(tactic, Tactic::Trap { .. });
                    attack_by_first_mover(walk, side, target, values).filter(is_pattern)
                })
                .or_else(|| pin(walk, side, target).filter(|_| is_won))
                .or_else(|| line(walk, target, values).filter(|_| is_won))?,
        ),
        // What comes later is often an accident of the line.
        _ => None,
    }
}

/// What a move takes, and where.
pub(crate) fn captured(position: &Position, chess_move: Move) -> Option<PieceOn> {
    if !position.is_capture(chess_move) {
        return None;
    }
    PieceOn::of(position, chess_move.capture_square(position.en_passant_square()))
}

/// What the capture at a place of the line wins, with all that is taken on its square after it, and
/// less what was taken there just before.
fn gain(walk: &Walk, k: usize, values: &PieceValues) -> i32 {
    let square = walk.moves[k].to();
    let taken = |at: usize| {
        let chess_move = walk.moves.get(at).filter(|m| m.to() == square)?;
        let taken = captured(&walk.positions[at], *chess_move)?;
        Some(values[taken.piece.kind().index()])
    };
    if taken(k).is_none() {
        return 0;
    }
    // A line that ends soon may keep the answer for itself.
    let is_told = walk.known > k + SETTLING;
    if !is_told && !walk.positions[k].static_exchange_reaches(walk.moves[k], values, LEAST_GAIN) {
        return 0;
    }
    let exchanged: Vec<i32> = (k..).map_while(taken).collect();
    let before = k.checked_sub(1).and_then(taken).unwrap_or(0);
    exchanged.iter().rev().fold(0, |rest, value| value - rest) - before
}

/// What the promotion at a place of the line wins, with all that is taken on its square after it.
pub(crate) fn promotion_gain(walk: &Walk, k: usize, values: &PieceValues) -> i32 {
    let worth = |piece: Option<Piece>| piece.map_or(0, |piece| values[piece.kind().index()]);
    let (chess_move, position) = (walk.moves[k], &walk.positions[k]);
    let taken = worth(captured(position, chess_move).map(|on| on.piece));
    let grown = worth(walk.positions[k + 1].piece_at(chess_move.to()))
        - worth(position.piece_at(chess_move.from()));
    let later = (k + 1..walk.moves.len()).map_while(|at| {
        let next = walk.moves[at];
        let is_here = next.to() == chess_move.to() && walk.positions[at].is_capture(next);
        is_here.then(|| worth(walk.positions[at].piece_at(next.to())))
    });
    let later: Vec<i32> = later.collect();
    let lost = match walk.moves.len() == k + 1 {
        // The line says nothing more: what can be taken will be.
        true => exchange_after(&walk.positions[k + 1], chess_move.to(), values),
        false => later.iter().rev().fold(0, |rest, value| value - rest),
    };
    taken + grown - lost
}

/// What the side to move wins by taking on a square, as far as that is most of the piece there.
fn exchange_after(position: &Position, square: Square, values: &PieceValues) -> i32 {
    let worth = position.piece_at(square).map_or(0, |piece| values[piece.kind().index()]);
    let mut captures = Vec::new();
    position.captures_into(&mut captures);
    let wins = |m: &Move| position.static_exchange_reaches(*m, values, worth / 2);
    if captures.iter().any(|m| m.to() == square && wins(m)) { worth } else { 0 }
}

/// A move that forces something, after which something is lost whatever is played.
fn line(walk: &Walk, target: PieceOn, values: &PieceValues) -> Option<Tactic> {
    (forces(walk, values) && is_lost(&walk.positions[1], values)).then_some(Tactic::Line { target })
}

/// Does the first move leave no time: does it take, give check, or attack something?
fn forces(walk: &Walk, values: &PieceValues) -> bool {
    let (start, first) = (&walk.positions[0], walk.moves[0]);
    let (side, attacked) = (start.turn(), &walk.positions[1]);
    let is_threat = |(square, piece): (Square, Piece)| {
        piece.colour() != side
            && attacked.attackers(square, side, None).contains(first.to())
            && wins(attacked, first.to(), square, side, values)
    };
    start.is_capture(first) || attacked.is_in_check(!side) || attacked.pieces().any(is_threat)
}

/// The pawn that promotes at a place of the line, followed back to where it stands at the start. Until then
/// its side only advances it, takes, or gives check; after any other move it is often an accident.
fn promotion(walk: &Walk, k: usize) -> Option<Tactic> {
    let to = walk.moves[k].to();
    let mut square = walk.moves[k].from();
    for earlier in (0..k).rev() {
        let (chess_move, position) = (walk.moves[earlier], &walk.positions[earlier]);
        if chess_move.to() == square {
            square = chess_move.from();
        } else if (k - earlier).is_multiple_of(2)
            && !position.is_capture(chess_move)
            && !walk.positions[earlier + 1].is_in_check(!position.turn())
        {
            return None;
        }
    }
    Some(Tactic::Promotion { pawn: PieceOn::of(&walk.positions[0], square)?, to })
}

/// The first move takes what guarded the target.
fn taken_guard(walk: &Walk, target: PieceOn) -> Option<Tactic> {
    let start = &walk.positions[0];
    let guard = captured(start, walk.moves[0])?;
    let owner = target.piece.colour();
    let stands_there = PieceOn::of(start, target.square) == Some(target);
    let is_guard = start.attackers(target.square, owner, None).contains(guard.square);
    let is_unguarded = !walk.positions[2].is_attacked(target.square, owner);
    (stands_there && is_guard && is_unguarded).then_some(Tactic::TakesGuard { guard, target })
}

/// The first move opens a line for another piece, which takes.
fn discovery(walk: &Walk, target: PieceOn) -> Option<Tactic> {
    let (start, first, taking) = (&walk.positions[0], walk.moves[0], walk.moves[2]);
    let side = start.turn();
    let mover = PieceOn::of(start, first.from())?;
    let attacker = PieceOn::of(start, taking.from())?;
    let attacks = |vacated| start.attackers(target.square, side, vacated).contains(taking.from());
    let stands_there = PieceOn::of(start, target.square) == Some(target);
    let is_opened = !attacks(None) && attacks(Some(first.from())) && first.to() != taking.from();
    (stands_there && is_opened).then_some(Tactic::Discovery { mover, attacker, target })
}

/// The piece that moved first takes next: a fork, a skewer, or an attack without escape.
fn attack_by_first_mover(
    walk: &Walk,
    side: Colour,
    target: PieceOn,
    values: &PieceValues,
) -> Option<Tactic> {
    let (attacked, first, reply, taking) =
        (&walk.positions[1], walk.moves[0], walk.moves[1], walk.moves[2]);
    if taking.from() != first.to() {
        return None;
    }
    let by = PieceOn::of(attacked, first.to())?;
    let attacks =
        |square: Square, vacated| attacked.attackers(square, side, vacated).contains(by.square);
    let start = &walk.positions[0];
    // What could be taken at once is not won by an attack.
    let was_won = |square: Square| {
        start.attackers(square, side, None).contains(first.from())
            && wins(start, first.from(), square, side, values)
    };
    if PieceOn::of(attacked, target.square) != Some(target) || was_won(target.square) {
        return None;
    }
    if !attacks(target.square, None) {
        let front = PieceOn::of(attacked, reply.from())?;
        let is_skewer = attacks(front.square, None) && attacks(target.square, Some(front.square));
        return is_skewer.then_some(Tactic::Skewer { by, front, behind: target });
    }
    let is_target = |(square, piece): &(Square, Piece)| {
        piece.colour() != side
            && attacks(*square, None)
            && (attacked.king(!side) == Some(*square)
                || wins(attacked, by.square, *square, side, values))
    };
    let targets: Vec<_> = attacked
        .pieces()
        .filter(is_target)
        .map(|(square, piece)| PieceOn { piece, square })
        .collect();
    match targets.len() {
        _ if !targets.contains(&target) || !is_lost(attacked, values) => None,
        1 => Some(Tactic::Trap { target, by }),
        _ => Some(Tactic::Fork { by, targets }),
    }
}

/// Does the side to move lose something whatever it plays?
fn is_lost(position: &Position, values: &PieceValues) -> bool {
    let loses = |reply: Move| {
        let won = captured(position, reply).map_or(0, |on| values[on.piece.kind().index()]);
        let mut next = position.clone();
        next.play_unchecked(reply);
        let mut captures = Vec::new();
        next.captures_into(&mut captures);
        captures.iter().any(|m| next.static_exchange_reaches(*m, values, won + LEAST_GAIN))
    };
    position.legal_moves().into_iter().all(loses)
}

/// Would taking this piece win something if it were this side's turn?
pub(crate) fn wins(
    position: &Position,
    from: Square,
    to: Square,
    side: Colour,
    values: &PieceValues,
) -> bool {
    let capture = Move::new(from, to, MoveKind::Plain);
    position.with_turn(side).static_exchange_reaches(capture, values, LEAST_GAIN)
}

/// The target may not leave: its king stands behind it, since the first move or the attack on it is new.
fn pin(walk: &Walk, side: Colour, target: PieceOn) -> Option<Tactic> {
    let (start, position, taking) = (&walk.positions[0], &walk.positions[1], walk.moves[2]);
    if PieceOn::of(position, target.square) != Some(target) {
        return None;
    }
    let pinner_in = |position: &Position| {
        let king = position.king(!side).filter(|king| *king != target.square)?;
        let behind = position.attackers(king, side, Some(target.square));
        behind.without(position.attackers(king, side, None)).iter().next()
    };
    let pinner = pinner_in(position)?;
    let was_attacked = start.attackers(target.square, side, None).contains(taking.from());
    (pinner_in(start).is_none() || !was_attacked)
        .then_some(Tactic::Pin { target, pinner: PieceOn::of(position, pinner)? })
}
