//! Repetition, perpetual check and the order of draws, against a count by plain text.

use crate::support::random::{self, Random};
use crate::support::{every_rule_set, first_seed, positions_wanted, rules_by_name};
use xxlchess_rules::{Colour, DrawRule, History, Move, Position, Reason, Turn, fen};

/// How many moves are played on every test run.
const MOVES: u64 = 3_000;

/// What makes two positions the same: pieces, side to move, rights.
fn same_as(position: &Position) -> String {
    fen::format(position).rsplitn(3, ' ').nth(2).expect("six fields").to_owned()
}

/// A game as a plain list of positions as text.
#[derive(Default)]
struct Record {
    positions: Vec<String>,
    /// Who made the move after each position, and whether it gave check.
    moves: Vec<(Colour, bool)>,
}

impl Record {
    fn times(&self, position: &str) -> usize {
        self.positions.iter().filter(|p| *p == position).count()
    }

    fn kind_of_repetition(&self, position: &str, perpetual_check: bool) -> Reason {
        let first = self.positions.iter().position(|p| p == position).expect("it stood before");
        let always_checked = |side: Colour| {
            let mut own = self.moves[first..].iter().filter(|(by, _)| *by == side);
            own.all(|(_, check)| *check)
        };
        if perpetual_check && Colour::BOTH.into_iter().any(always_checked) {
            Reason::PerpetualCheck
        } else {
            Reason::ThreefoldRepetition
        }
    }
}

/// A move that often goes back where the side came from, or gives check.
fn next_move(random: &mut Random, history: &History) -> Option<Move> {
    let position = history.position();
    let before = history.moves().rev().nth(1);
    let legal = position.legal_moves();
    let back = |m: &Move| before.is_some_and(|b| (b.from(), b.to()) == (m.to(), m.from()));
    let checks = |m: &Move| {
        let mut next = position.clone();
        next.play_unchecked(*m);
        next.is_in_check(next.turn())
    };
    let choice = match random.below(10) {
        0..6 => legal.iter().copied().find(back),
        6..8 => legal.iter().copied().find(checks),
        _ => None,
    };
    choice.or_else(|| random::legal_move(random, position))
}

fn check(history: &History, record: &Record) {
    let position = history.position();
    let (text, draws) = (same_as(position), position.rules().spec().draws);
    let times = record.times(&text);
    assert_eq!(history.repetitions(), times, "{text}");
    let repeated = (times >= 3).then(|| record.kind_of_repetition(&text, draws.perpetual_check));
    let alone = position.outcome().map(|outcome| outcome.reason);
    let is_decided =
        matches!(alone, Some(Reason::Checkmate | Reason::KingCapture | Reason::Stalemate));
    let expected = match draws.repetition {
        DrawRule::Automatic if !is_decided => repeated.or(alone),
        _ => alone,
    };
    assert_eq!(history.outcome().map(|outcome| outcome.reason), expected, "{text}");
    let claim = match draws.repetition {
        DrawRule::Claim if expected.is_none() => repeated,
        _ => None,
    };
    if claim.is_some() {
        assert_eq!(history.claimable_draw(), claim, "{text}");
    }
}

fn play(random: &mut Random, start: Position, most_moves: u64, may_pass: bool) -> u64 {
    let mut history = History::new(start.clone());
    let mut record = Record::default();
    record.positions.push(same_as(&start));
    for played in 0..most_moves {
        check(&history, &record);
        let by = history.position().turn();
        if may_pass && !history.position().is_in_check(by) && random.chance(30) {
            history.pass();
            record.moves.push((by, false));
        } else {
            let Some(chess_move) = next_move(random, &history) else { return played };
            history.play(chess_move).expect("a legal move");
            let position = history.position();
            record.moves.push((by, position.is_in_check(position.turn())));
        }
        record.positions.push(same_as(history.position()));
        assert_eq!(history.len(), record.moves.len());
    }
    assert_eq!(history.turns().filter_map(Turn::chess_move).count(), history.moves().count());
    while history.undo().is_some() {}
    assert_eq!(history.position(), &start);
    most_moves
}

#[test]
fn games_that_go_round_in_circles() {
    let mut random = Random::new(first_seed());
    let standard = rules_by_name("standard");
    let mut starts: Vec<_> = every_rule_set().iter().map(Position::start).collect();
    for text in [
        "7k/8/8/8/8/8/8/KQ6 w - - 0 1",
        "6k1/5ppp/8/8/8/8/q7/3Q3K w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 90 1",
        "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
    ] {
        starts.extend((0..4).map(|_| fen::parse(&standard, text).expect("a valid FEN").0));
    }
    let mut played = 0;
    while played < positions_wanted(MOVES) {
        for start in &starts {
            let may_pass = random.chance(30);
            played += play(&mut random, start.clone(), 40, may_pass);
        }
    }
}

/// A queen that gives check for ever, and one that does not.
#[test]
fn perpetual_check_is_told_from_repetition() {
    let standard = rules_by_name("standard");
    let outcome = |text: &str, moves: &str| {
        let mut history = History::new(fen::parse(&standard, text).expect("a valid FEN").0);
        for name in moves.split_whitespace() {
            assert_eq!(history.outcome(), None, "{moves} before {name}");
            let is_it = |m: &Move| format!("{}{}", m.from(), m.to()) == name;
            let legal = history.position().legal_moves();
            let chess_move = legal.into_iter().find(is_it).expect("a legal move");
            history.play(chess_move).expect("a legal move");
        }
        history.outcome().map(|outcome| outcome.reason)
    };
    let text = "6k1/5pp1/8/8/8/8/r7/3Q3K w - - 0 1";
    let checks = "d1d8 g8h7 d8h4 h7g8 h4d8 g8h7 d8h4 h7g8 h4d8";
    assert_eq!(outcome(text, checks), Some(Reason::PerpetualCheck));
    let quiet = "d1d7 g8f8 d7d1 f8g8 d1d7 g8f8 d7d1 f8g8";
    assert_eq!(outcome(text, quiet), Some(Reason::ThreefoldRepetition));
    assert_eq!(outcome(text, "d1d8 g8h7 d8d1 h7g8 d1d8 g8h7 d8d1"), None);
}
