//! What must hold for every position: hashes, taking back, set-ups and FEN there and back.
//!
//! `XXLCHESS_POSITIONS` and `XXLCHESS_SEED` change how many random rule sets there are and which.

use std::collections::HashMap;
use std::sync::Arc;

use crate::support::compare::report;
use crate::support::random::{self, Random};
use crate::support::{every_rule_set, first_seed, positions_wanted, with_and_without_fog};
use xxlchess_rules::fen;
use xxlchess_rules::{Colour, Move, MoveKind, Position, Rules, SetupWarning, Square, SquareSet};

/// About how many positions each test looks at on every run.
const POSITIONS: u64 = 8_000;
/// Games for each rule set.
const GAMES: usize = 3;

/// All rule sets of the project with and without fog, and some random ones.
fn rule_sets(random: &mut Random) -> Vec<Arc<Rules>> {
    let mut all = with_and_without_fog();
    all.extend((0..positions_wanted(POSITIONS) / 80).map(|_| random::rules(random)));
    all
}

/// Shows every position of random games, from start positions and from odd set-ups.
fn for_every_position(seed: u64, mut visit: impl FnMut(&mut Random, &Position)) {
    let mut random = Random::new(first_seed().wrapping_mul(1_000) + seed);
    for rules in rule_sets(&mut random) {
        for game in 0..GAMES {
            let setup = match game {
                0 => rules.spec().start.clone(),
                _ => random::odd_setup(&mut random, rules.spec()),
            };
            let (position, _) = Position::new(Arc::clone(&rules), setup).expect("a sound set-up");
            let mut other = Random::new(random.bits());
            random::walk(&mut random, position, 40, |position, _| visit(&mut other, position));
        }
    }
}

/// Calls `visit` at every node of a tree of legal moves.
fn for_every_node(position: &mut Position, depth: u32, visit: &mut impl FnMut(&Position)) {
    visit(position);
    if depth == 0 {
        return;
    }
    for chess_move in position.legal_moves() {
        let undo = position.play_unchecked(chess_move);
        for_every_node(position, depth - 1, visit);
        position.undo(chess_move, undo);
    }
}

/// Has every side the kings that a set-up needs?
fn could_be_set_up(position: &Position) -> bool {
    let rules = position.rules();
    let kings_needed = rules.check_counts() || rules.king_capture_wins();
    !kings_needed || Colour::BOTH.iter().all(|colour| position.king(*colour).is_some())
}

#[test]
fn the_kept_hash_is_the_computed_one() {
    let check = |position: &Position| {
        assert_eq!(position.hash(), position.computed_hash(), "{}", report(position, "hash"));
    };
    for rules in every_rule_set() {
        for_every_node(&mut Position::start(&rules), 2, &mut { check });
    }
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let standard = crate::support::rules_by_name("standard");
    let (mut position, _) = fen::parse(&standard, kiwipete).expect("a valid FEN");
    for_every_node(&mut position, 3, &mut { check });
    for_every_position(1, |_, position| {
        if position.count_legal_moves() < 60 {
            for_every_node(&mut position.clone(), 1, &mut { check });
        }
    });
}

#[test]
fn equal_hashes_mean_equal_positions() {
    // Pieces, side to move, castling rights and possible en passant captures.
    let mut random = Random::new(first_seed());
    for rules in rule_sets(&mut random) {
        let mut seen: HashMap<u64, String> = HashMap::new();
        let mut hashes: HashMap<String, u64> = HashMap::new();
        for _ in 0..4 * GAMES {
            random::walk(&mut random, Position::start(&rules), 20, |position, _| {
                let text = fen::format(position);
                let same = text.rsplitn(3, ' ').nth(2).expect("six fields").to_owned();
                let hash = *hashes.entry(same.clone()).or_insert(position.hash());
                assert_eq!(hash, position.hash(), "{}", report(position, "unlike hashes"));
                let known = seen.entry(hash).or_insert_with(|| same.clone());
                assert_eq!(*known, same, "{}", report(position, "like hashes"));
            });
        }
    }
}

#[test]
fn taking_back_restores_every_bit() {
    for_every_position(3, |random, position| {
        let mut changed = position.clone();
        for chess_move in position.legal_moves() {
            let undo = changed.play_unchecked(chess_move);
            assert_ne!(changed.turn(), position.turn());
            changed.undo(chess_move, undo);
            assert_eq!(&changed, position, "{}", report(position, &format!("{chess_move:?}")));
        }
        let undo = changed.pass();
        assert_eq!(changed.hash(), changed.computed_hash());
        changed.undo_pass(undo);
        assert_eq!(&changed, position, "{}", report(position, "pass"));
        take_back_a_whole_line(random, position);
    });
}

fn take_back_a_whole_line(random: &mut Random, position: &Position) {
    let mut changed = position.clone();
    let mut line = Vec::new();
    while let (true, Some(chess_move)) = (line.len() < 6, random::legal_move(random, &changed)) {
        line.push((chess_move, changed.play_unchecked(chess_move)));
    }
    for (chess_move, undo) in line.into_iter().rev() {
        changed.undo(chess_move, undo);
    }
    assert_eq!(&changed, position, "{}", report(position, "a line of moves"));
}

#[test]
fn a_position_can_be_made_again_from_its_set_up() {
    for_every_position(4, |_, position| {
        if !could_be_set_up(position) {
            return;
        }
        let made = Position::new(Arc::clone(position.rules()), position.to_setup());
        let (again, warnings) = made.expect("what could be played can be set up");
        assert_eq!(&again, position, "{}", report(position, "set-up"));
        let is_expected = |w: &SetupWarning| {
            matches!(w, SetupWarning::OpponentInCheck { .. } | SetupWarning::PawnOnLastRank { .. })
        };
        assert!(warnings.iter().all(is_expected), "{}", report(position, &format!("{warnings:?}")));
    });
}

#[test]
fn fen_there_and_back() {
    for_every_position(5, |_, position| {
        if !could_be_set_up(position) {
            return;
        }
        let text = fen::format(position);
        let parsed = fen::parse(position.rules(), &text);
        let (again, _) = parsed.unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(fen::format(&again), text, "{}", report(position, "FEN"));
        // A FEN cannot say which pawns have moved; all else is the same.
        let mut setup = position.to_setup();
        setup.moved_pawns = SquareSet::EMPTY;
        let made = Position::new(Arc::clone(position.rules()), setup);
        assert_eq!(again, made.expect("a sound set-up").0, "{}", report(position, "FEN"));
    });
}

#[test]
fn only_legal_moves_are_played() {
    for_every_position(6, |random, position| {
        let legal = position.legal_moves();
        let squares: Vec<_> = position.rules().size().squares().collect();
        let mut changed = position.clone();
        for _ in 0..20 {
            let (from, to) = (random.pick(&squares), random.pick(&squares));
            let (Some(from), Some(to)) = (from, to) else { continue };
            let kinds = [MoveKind::Plain, MoveKind::DoubleStep, MoveKind::EnPassant];
            let kind = random.pick(&kinds).unwrap_or(MoveKind::Castling);
            let chess_move = Move::new(from, to, kind);
            match changed.play(chess_move) {
                Ok(undo) => {
                    assert!(legal.contains(&chess_move));
                    changed.undo(chess_move, undo);
                }
                Err(refused) => {
                    assert_eq!(refused, chess_move);
                    assert!(!legal.contains(&chess_move));
                }
            }
            assert_eq!(&changed, position);
        }
    });
}

#[test]
fn the_largest_numbers_can_be_counted_on() {
    let rules = crate::support::rules_by_name("standard");
    let mut setup = rules.spec().start.clone();
    (setup.halfmove_clock, setup.fullmove_number) = (u16::MAX, u32::MAX);
    let (position, _) = Position::new(rules, setup).expect("a sound set-up");
    random::walk(&mut Random::new(first_seed()), position, 40, |_, _| {});
}

/// What nonsense a file might say is refused or dropped, and what is left can be played.
#[test]
fn nonsense_is_refused_or_dropped() {
    for_every_position(8, |random, position| {
        let mut setup = position.to_setup();
        let any_square = |random: &mut Random| Square::from_index(random.below(256) as u8);
        let any_squares = |random: &mut Random| (0..20).map(|_| any_square(random)).collect();
        setup.castling |= any_squares(random);
        setup.moved_pawns |= any_squares(random);
        setup.en_passant = Some(any_square(random));
        let pieces: Vec<_> = position.pieces().map(|(_, piece)| piece).collect();
        for _ in 0..random.below(3) {
            if let Some(piece) = random.pick(&pieces) {
                setup.put(any_square(random), piece);
            }
        }
        if let Ok((made, _)) = Position::new(Arc::clone(position.rules()), setup) {
            random::walk(random, made, 4, |position, _| {
                assert_eq!(position.hash(), position.computed_hash());
            });
        }
    });
}

#[test]
fn a_king_is_never_taken_where_check_counts() {
    for_every_position(7, |_, position| {
        if !position.rules().check_counts() {
            return;
        }
        let mut passed = position.clone();
        passed.pass();
        for position in [position, &passed, &position.with_turn(!position.turn())] {
            let Some(king) = position.king(!position.turn()) else { continue };
            let mut list = vec![Move::new(king, king, MoveKind::Plain)];
            position.legal_moves_into(&mut list);
            assert_eq!(list[1..], position.legal_moves());
            let takes = |m: &Move| m.to() == king;
            assert!(!list[1..].iter().any(takes), "{}", report(position, "king"));
        }
    });
}
