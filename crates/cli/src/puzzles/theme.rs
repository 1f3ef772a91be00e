//! What a puzzle is about, as far as its moves tell.

use notation::config::PuzzleGoal;
use rules::{Colour, Move, MoveKind, Position, Purpose, Reason, Square};

use super::found_puzzle::{FoundPuzzle, worth};

/// What is striking about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Theme {
    /// A pawn becomes something else than what is usual.
    Underpromotion,
    /// A pawn is taken in passing.
    EnPassant,
    /// The king castles.
    Castling,
    /// Smothered mate: the king is shut in by its own pieces, and a leaper mates.
    Smothered,
    /// Two pieces give check at once.
    DoubleCheck,
    /// A piece steps aside, and one behind it gives check.
    DiscoveredCheck,
    /// The first move gives up more than it takes.
    Sacrifice,
    /// The first move neither takes nor gives check.
    Quiet,
    /// A pawn is promoted.
    Promotion,
    /// The own king takes part.
    KingMarch,
    /// The king is driven by check after check.
    Hunt,
    /// The other side runs into stalemate.
    Stalemate,
    /// Check without end, or moves to and fro.
    Repetition,
    /// The first move gives check and attacks something else as well.
    Fork,
    /// A piece has no good square left.
    Trap,
    /// The king is mated in a corner.
    Corner,
    /// The king is mated on the edge by a piece that runs along it.
    BackRank,
    /// The king is mated far from the edge.
    OpenField,
    /// The first move crosses half of the board or more.
    LongWay,
    /// A piece that can run jumps instead.
    Leap,
}

impl Theme {
    /// How much harder it makes a puzzle.
    pub(super) fn difficulty(self) -> u32 {
        match self {
            Theme::Quiet => 70,
            Theme::Sacrifice | Theme::Underpromotion | Theme::Stalemate => 40,
            Theme::KingMarch | Theme::EnPassant | Theme::Castling | Theme::Trap => 25,
            Theme::DiscoveredCheck | Theme::Leap | Theme::LongWay | Theme::Repetition => 12,
            _ => 0,
        }
    }

    /// How much it adds to a puzzle's beauty.
    pub(super) fn beauty(self) -> i32 {
        match self {
            Theme::Underpromotion | Theme::Castling | Theme::EnPassant | Theme::Stalemate => 35,
            Theme::Smothered | Theme::DoubleCheck | Theme::Sacrifice => 30,
            Theme::Quiet | Theme::KingMarch | Theme::Trap => 25,
            Theme::DiscoveredCheck | Theme::OpenField | Theme::Repetition => 15,
            Theme::Leap | Theme::Hunt | Theme::Fork => 10,
            Theme::LongWay | Theme::Promotion | Theme::Corner | Theme::BackRank => 5,
        }
    }
}

/// All themes of a puzzle, the most striking first.
pub(super) fn themes(find: &FoundPuzzle) -> Vec<Theme> {
    let Some(key) = find.key() else { return Vec::new() };
    let mut themes = of_first_move(&find.position, key);
    themes.extend(of_line(find));
    match find.goal {
        PuzzleGoal::MateIn(_) => themes.extend(of_mate(find)),
        PuzzleGoal::Capture(_) => {
            let is_check = gives_check(&find.position, key);
            themes.push(if is_check { Theme::Fork } else { Theme::Trap });
        }
        PuzzleGoal::Draw => {
            let is_stalemate = find.end().outcome().is_some_and(|o| o.reason == Reason::Stalemate);
            themes.push(if is_stalemate { Theme::Stalemate } else { Theme::Repetition });
        }
        PuzzleGoal::Win => {}
    }
    themes.sort_unstable();
    themes.dedup();
    themes
}

fn of_first_move(position: &Position, key: Move) -> Vec<Theme> {
    let mut themes = Vec::new();
    let rules = position.rules();
    let side = position.turn();
    match key.kind() {
        MoveKind::EnPassant => themes.push(Theme::EnPassant),
        MoveKind::Castling => themes.push(Theme::Castling),
        MoveKind::Promotion(kind) => {
            let usual = rules.promotion_choices().first() == Some(&kind);
            themes.push(if usual { Theme::Promotion } else { Theme::Underpromotion });
        }
        MoveKind::Plain | MoveKind::DoubleStep => {}
    }
    if position.king(side) == Some(key.from()) && key.kind() != MoveKind::Castling {
        themes.push(Theme::KingMarch);
    }
    if !position.static_exchange_reaches(key, &worth(rules), -100) {
        themes.push(Theme::Sacrifice);
    }
    if gives_check(position, key) {
        themes.extend(of_check(position, key));
    } else if !position.is_capture(key) && key.promotion().is_none() {
        themes.push(Theme::Quiet);
    }
    let half = rules.size().files().max(rules.size().ranks()) / 2;
    if key.from().distance(key.to()) >= half.max(5) {
        themes.push(Theme::LongWay);
    }
    if is_leap_of_runner(position, key) {
        themes.push(Theme::Leap);
    }
    themes
}

/// Who gives the check: another piece than the one that moved, or both.
fn of_check(position: &Position, key: Move) -> Option<Theme> {
    let mut next = position.clone();
    next.play_unchecked(key);
    let king = next.king(next.turn())?;
    let checkers = next.attackers(king, !next.turn(), None);
    match (checkers.len(), checkers.contains(key.to())) {
        (2.., _) => Some(Theme::DoubleCheck),
        (1, false) if key.kind() != MoveKind::Castling => Some(Theme::DiscoveredCheck),
        _ => None,
    }
}

fn of_line(find: &FoundPuzzle) -> Vec<Theme> {
    let mut themes = Vec::new();
    let mut position = find.position.clone();
    let mut checks = 0;
    for (number, chess_move) in find.line.iter().enumerate() {
        if number % 2 == 0 {
            checks += usize::from(gives_check(&position, *chess_move));
            if number > 0 && chess_move.promotion().is_some() {
                themes.push(Theme::Promotion);
            }
        }
        position.play_unchecked(*chess_move);
    }
    if checks >= 3 && checks == find.own_moves() {
        themes.push(Theme::Hunt);
    }
    themes
}

/// Where and how the king is mated at the end of the line.
fn of_mate(find: &FoundPuzzle) -> Vec<Theme> {
    let end = find.end();
    let size = end.rules().size();
    let (mated, Some(last)) = (end.turn(), find.line.last()) else { return Vec::new() };
    let Some(king) = end.king(mated) else { return Vec::new() };
    let to_edge = |at: u8, count: u8| at.min(count - 1 - at);
    let file = to_edge(king.file(), size.files());
    let rank = to_edge(king.rank(), size.ranks());
    let mut themes = Vec::new();
    if is_walled_in(&end, king, mated) && last.to().distance(king) > 1 && is_jump(*last, king) {
        themes.push(Theme::Smothered);
    }
    match (file, rank) {
        (0, 0) => themes.push(Theme::Corner),
        (0, _) if last.to().file() == king.file() => themes.push(Theme::BackRank),
        (_, 0) if last.to().rank() == king.rank() => themes.push(Theme::BackRank),
        (2.., 2..) => themes.push(Theme::OpenField),
        _ => {}
    }
    themes
}

/// Is every square next to the king occupied by its own pieces?
fn is_walled_in(position: &Position, king: Square, side: Colour) -> bool {
    position.rules().size().around(king).without(position.of(side)).is_empty()
}

/// Does a piece reach the king from where it has gone only by a jump?
fn is_jump(chess_move: Move, king: Square) -> bool {
    !is_straight(chess_move.to(), king)
}

fn is_straight(from: Square, to: Square) -> bool {
    let files = from.file().abs_diff(to.file());
    let ranks = from.rank().abs_diff(to.rank());
    files == 0 || ranks == 0 || files == ranks
}

/// Does a piece that can run along lines make a jump instead?
fn is_leap_of_runner(position: &Position, chess_move: Move) -> bool {
    let Some(piece) = position.piece_at(chess_move.from()) else { return false };
    let movement = &position.rules().piece_spec(piece.kind()).movement;
    let runs = movement.rays().iter().any(|ray| ray.range > 1 && ray.purpose == Purpose::Both);
    runs && !is_straight(chess_move.from(), chess_move.to())
}

pub(super) fn gives_check(position: &Position, chess_move: Move) -> bool {
    let mut next = position.clone();
    next.play_unchecked(chess_move);
    next.is_in_check(next.turn())
}
