//! Moves as text: read as they are written, and written as shakmaty writes them.

use rules::Position;
use shakmaty::{CastlingMode, Chess, fen::Fen, san::SanPlus, uci::UciMove};
use test_kit::random::{self, Random};
use test_kit::{every_rule_set, first_seed, positions_wanted, rules_by_name};
use xxlchess_notation::{fen, san, uci};

/// How many positions are looked at on every test run.
const POSITIONS: u64 = 3_000;

/// Every legal move of every rule set is read as it is written.
#[test]
fn moves_are_read_as_they_are_written() {
    let mut random = Random::new(first_seed());
    let mut all: Vec<_> = every_rule_set();
    all.extend((0..positions_wanted(POSITIONS) / 50).map(|_| random::rules(&mut random)));
    for rules in all {
        random::walk(&mut random, Position::start(&rules), 8, |position, _| {
            for chess_move in position.legal_moves() {
                let told = || test_kit::compare::report(position, &format!("{chess_move:?}"));
                let text = uci::format(position, chess_move);
                assert_eq!(uci::parse(position, &text), Ok(chess_move), "{text} {}", told());
                let text = san::format(position, chess_move);
                assert_eq!(san::parse(position, &text), Ok(chess_move), "{text} {}", told());
            }
        });
    }
}

#[test]
fn san_of_ordinary_chess_is_shakmatys() {
    let rules = rules_by_name("standard");
    let mut random = Random::new(first_seed());
    let (starts, mut compared) = (test_kit::ordinary_positions(), 0);
    while compared < positions_wanted(POSITIONS) {
        for text in &starts {
            let start = fen::parse(&rules, text).expect("a valid FEN").0;
            random::walk(&mut random, start, 150, |position, _| {
                compare_san(position);
                compared += 1;
            });
        }
    }
    println!("{compared} positions compared with shakmaty");
}

/// Compares the SAN of all legal moves.
fn compare_san(position: &Position) {
    let text = fen::format(position);
    let fen: Fen = text.parse().expect("a valid FEN");
    let theirs: Chess = fen.into_position(CastlingMode::Standard).expect("a valid position");
    for chess_move in position.legal_moves() {
        let uci: UciMove = uci::format(position, chess_move).parse().expect("a move of UCI");
        let their_move = uci.to_move(&theirs).expect("a legal move");
        let expected = SanPlus::from_move(theirs.clone(), their_move).to_string();
        assert_eq!(san::format(position, chess_move), expected, "{text}");
        assert_eq!(san::parse(position, &expected), Ok(chess_move), "{text} {expected}");
    }
}
