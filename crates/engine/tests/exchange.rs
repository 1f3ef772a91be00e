//! Exchanges judged at a glance agree with exchanges played out on the board.

use std::sync::Arc;

use fastrand::Rng;
use notation::ruleset;
use rules::{
    BoardSize, Colour, Move, MoveKind, Piece, PieceType, PieceValues, Position, Restrictions,
    RuleSpec, Rules, Setup, Square, Win,
};
use test_kit::random::{self, Random};

/// Pieces of a position while an exchange is played out.
#[derive(Clone)]
struct Table {
    rules: Arc<Rules>,
    worth: PieceValues,
    pieces: Vec<(Square, Piece)>,
}

impl Table {
    fn worth_on(&self, square: Square) -> i32 {
        let piece = self.pieces.iter().find(|(s, _)| *s == square);
        piece.map_or(0, |(_, piece)| self.worth[piece.kind().index()])
    }

    /// The least and the most that a capture wins. They differ where several pieces of the same
    /// kind can take and it matters which does.
    fn gain(&self, from: Square, to: Square) -> (i32, i32) {
        let taken = self.worth_on(to);
        let mut next = self.clone();
        next.pieces.retain(|(square, _)| *square != to);
        let mover = next.pieces.iter_mut().find(|(s, _)| *s == from).expect("a piece takes");
        mover.0 = to;
        let side = mover.1.colour();
        let (low, high) = next.reply(to, !side);
        (taken - high.max(0), taken - low.max(0))
    }

    /// What a side wins by taking with one of its cheapest pieces.
    fn reply(&self, to: Square, side: Colour) -> (i32, i32) {
        let mut setup = Setup::default();
        for (square, piece) in &self.pieces {
            setup.put(*square, *piece);
        }
        let position = Position::new(Arc::clone(&self.rules), setup).expect("kings are pieces").0;
        let attackers = position.attackers(to, side, None);
        let cheapest = attackers.iter().map(|square| self.worth_on(square)).min();
        attackers
            .iter()
            .filter(|square| Some(self.worth_on(*square)) == cheapest)
            .map(|square| self.gain(square, to))
            .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            .unwrap_or_default()
    }
}

/// The same rules without what is more than taking back and forth: kings are nothing special, and
/// pawns stay pawns.
fn simplified(mut spec: RuleSpec) -> Option<Arc<Rules>> {
    (spec.win, spec.castling, spec.promotion) = (Win::Never, None, None);
    spec.start = Setup::default();
    Rules::compile(spec).ok()
}

/// All pieces of `xxl` on a small board.
fn crowded_rules() -> Arc<Rules> {
    let mut spec = ruleset::shipped("xxl").expect("it ships").spec().clone();
    spec.size = BoardSize::new(9, 9).expect("a size");
    simplified(spec).expect("sound rules")
}

fn random_position(rules: &Arc<Rules>, rng: &mut Rng) -> Position {
    let squares: Vec<_> = rules.size().squares().collect();
    let mut setup = Setup::default();
    for _ in 0..squares.len() * 2 / 5 {
        let kind = PieceType::from_index(rng.usize(..rules.piece_types().len())).expect("a piece");
        let square = rng.choice(&squares).expect("a square");
        setup.put(*square, Piece::new(kind, Colour::BOTH[rng.usize(..2)]));
    }
    Position::new(Arc::clone(rules), setup).expect("anything goes").0
}

#[test]
fn exchanges_agree_with_play() {
    let rules = crowded_rules();
    let mut worth = [0; PieceType::MAX];
    worth[..11].copy_from_slice(&[100, 521, 302, 333, 804, 255, 486, 1207, 408, 859, 960]);
    let mut rng = Rng::with_seed(11);
    let mut count = Count::default();
    for _ in 0..300 {
        count.add(&random_position(&rules, &mut rng), &worth);
    }
    let Count { compared, exact } = count;
    assert!(compared > 2000 && exact > compared * 9 / 10, "{exact} of {compared}");
}

/// With pieces that nobody has seen before, on boards of all sizes.
#[test]
fn exchanges_agree_with_play_by_any_rules() {
    let (mut rng, mut random) = (Rng::with_seed(12), Random::new(12));
    let mut count = Count::default();
    for _ in 0..200 {
        let Some(rules) = simplified(random::rule_spec(&mut random)) else { continue };
        let worth = std::array::from_fn(|_| 100 + rng.usize(..900) as i32);
        for _ in 0..3 {
            count.add(&random_position(&rules, &mut rng), &worth);
        }
    }
    let Count { compared, exact } = count;
    assert!(compared > 5000 && exact > compared * 4 / 5, "{exact} of {compared}");
}

/// Hurdles appear and vanish while pieces take: cannons, lame horses, grasshoppers.
#[test]
fn exchanges_over_hurdles_agree_with_play() {
    let mut rng = Rng::with_seed(13);
    let mut count = Count::default();
    for name in ["xiangqi", "shako", "grasshopper"] {
        let mut spec = ruleset::shipped(name).expect("it ships").spec().clone();
        spec.restrictions = Restrictions::default();
        let rules = simplified(spec).expect("sound rules");
        let worth = std::array::from_fn(|_| 100 + rng.usize(..900) as i32);
        for _ in 0..100 {
            count.add(&random_position(&rules, &mut rng), &worth);
        }
    }
    let Count { compared, exact } = count;
    assert!(compared > 2000 && exact > compared * 3 / 4, "{exact} of {compared}");
}

/// How many exchanges were compared, and how many of them could be played in one way only.
#[derive(Default)]
struct Count {
    compared: usize,
    exact: usize,
}

impl Count {
    /// Compares all captures of a position.
    fn add(&mut self, position: &Position, worth: &PieceValues) {
        for chess_move in position.legal_moves() {
            if position.is_capture(chess_move) && chess_move.kind() == MoveKind::Plain {
                self.compared += 1;
                self.exact += usize::from(check(position, chess_move, worth));
            }
        }
    }
}

/// Compares one exchange; true if there was just one way to play it out.
fn check(position: &Position, chess_move: Move, worth: &PieceValues) -> bool {
    let rules = Arc::clone(position.rules());
    let table = Table { rules, worth: *worth, pieces: position.pieces().collect() };
    let (low, high) = table.gain(chess_move.from(), chess_move.to());
    let reaches = |threshold| position.static_exchange_reaches(chess_move, worth, threshold);
    let text = || format!("{chess_move:?} {low}..{high} {}", notation::fen::format(position));
    assert!(reaches(low), "{}", text());
    assert!(!reaches(high + 1), "{}", text());
    low == high
}
