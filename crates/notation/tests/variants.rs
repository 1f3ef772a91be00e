//! The variants that ship: their files are sound, and count as their perft numbers say.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rules::{Colour, History, Position, Reason, Rules, perft};
use wide_reference::WideReference;
use xxlchess_notation::{fen, ruleset, uci};

extern crate rules as xxlchess_rules;

/// What the slow reference needs of the one for plain rules.
mod reference {
    use rules::{PieceType, Square};

    pub type PlainMove = (Square, Square, Option<PieceType>);
    pub(super) type Cell = (i32, i32);

    pub(super) fn cell(square: Square) -> Cell {
        (i32::from(square.file()), i32::from(square.rank()))
    }

    pub(super) fn square((file, rank): Cell) -> Square {
        Square::new(file as u8, rank as u8)
    }
}

#[path = "../../rules/tests/rules/support/wide_ends.rs"]
mod wide_ends;
#[allow(dead_code)]
#[path = "../../rules/tests/rules/support/wide_reference.rs"]
mod wide_reference;

/// The most sequences that every test run counts.
const MOST_NODES: u64 = 30_000;

#[test]
fn variants_count_as_they_should() {
    let variants = check_variants();
    let starts_first = |(rules, fens): &(Arc<Rules>, Vec<String>)| {
        let start = fen::format(&Position::start(rules));
        assert_eq!(fens.first(), Some(&start), "{}", rules.id());
    };
    variants.iter().for_each(starts_first);
    assert_eq!(variants.len(), ruleset::variant_ids().count(), "each file ships");
}

/// Rules that no game which ships uses.
#[test]
fn wider_examples_count_as_they_should() {
    assert_eq!(check_folder(&test_kit::rulesets().join("examples/wider")).len(), 5);
}

/// Examples and variants agree with the slow reference of the crate `rules`, which knows no castling.
#[test]
fn wider_rules_agree_with_the_slow_reference() {
    let mut read = check_folder(&test_kit::rulesets().join("examples/wider"));
    read.extend(check_variants());
    let without_castling = read.iter().filter(|(rules, _)| rules.spec().castling.is_none());
    let mut compared = 0;
    for (rules, fens) in without_castling {
        compared += 1;
        for fen in fens {
            let (position, _) = fen::parse(rules, fen).expect("a position");
            // What has just passed is told to the fast rules alone.
            if position.en_passant_square().is_none() {
                let slow = WideReference::new(rules, &position.to_setup());
                compare(&position, &slow, 2);
            }
        }
    }
    assert_eq!(compared, 13);
}

/// Compares the moves of a position and of those that follow it, and how the game ends there.
fn compare(fast: &Position, slow: &WideReference, depth: u32) {
    let uneventful = [Reason::FiftyMoves, Reason::InsufficientMaterial];
    let outcome = fast.outcome().filter(|outcome| !uneventful.contains(&outcome.reason));
    assert_eq!(outcome, slow.outcome(), "{}: {}", fast.rules().id(), fen::format(fast));
    let plain = |m: &rules::Move| (m.from(), m.to(), m.promotion());
    let mut moves: Vec<_> = fast.legal_moves().iter().map(plain).collect();
    moves.sort_unstable();
    assert_eq!(moves, slow.legal_moves(), "{}: {}", fast.rules().id(), fen::format(fast));
    if depth == 1 {
        return;
    }
    // The reference is slow.
    for chess_move in fast.legal_moves().into_iter().step_by(4) {
        let (mut next, mut slow) = (fast.clone(), slow.clone());
        next.play_unchecked(chess_move);
        slow.play(plain(&chess_move));
        compare(&next, &slow, depth - 1);
    }
}

fn check_variants() -> Vec<(Arc<Rules>, Vec<String>)> {
    let groups = fs::read_dir(test_kit::rulesets().join("variants")).expect("the groups");
    let groups = groups.map(|entry| entry.expect("a readable folder").path());
    groups.flat_map(|group| check_folder(&group)).collect()
}

/// Reads all rule sets of a folder, and counts from the positions that stand beside them.
fn check_folder(folder: &Path) -> Vec<(Arc<Rules>, Vec<String>)> {
    let mut read = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of the variants") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a readable file");
        let (rules, warnings) = ruleset::parse(&text, &name, &ruleset::no_files)
            .unwrap_or_else(|faults| panic!("{name}: {faults}"));
        assert!(warnings.is_empty(), "{name}: {warnings}");
        assert_eq!(
            ruleset::parse(&ruleset::format(rules.spec()), &name, &ruleset::no_files)
                .expect("it is read again")
                .0,
            rules
        );
        let mut fens = Vec::new();
        let counts = fs::read_to_string(path.with_extension("perft")).expect("perft numbers");
        for line in counts.lines().filter(|line| !line.starts_with('#')) {
            let (start, counts) = line.split_once(';').expect("a FEN and counts");
            let (mut position, _) = fen::parse(&rules, start.trim()).expect("a position");
            assert_eq!(fen::format(&position), start.trim(), "{name}");
            for (count, depth) in counts.split_whitespace().zip(1..) {
                let count: u64 = count.parse().expect("a count");
                if count <= MOST_NODES {
                    assert_eq!(perft(&mut position, depth), count, "{name} depth {depth}");
                }
            }
            assert_eq!(position, fen::parse(&rules, start.trim()).expect("a position").0);
            fens.push(start.trim().to_owned());
        }
        read.push((rules, fens));
    }
    read
}

/// Every variant can be played under fog, and the player to move knows their moves.
#[test]
fn variants_are_played_under_fog() {
    for (_, id) in ruleset::variant_ids() {
        let rules = ruleset::shipped(id).expect("it ships");
        check_fog(&rules.with_fog(true).expect(id));
    }
}

/// Of several royal pieces the last one counts; antichess goes on without its kings.
#[test]
fn royal_pieces_are_taken_under_fog() {
    let outcome = |id: &str, text: &str| {
        let rules = ruleset::shipped(id).expect("it ships");
        let foggy = rules.with_fog(true).expect(id);
        let (position, _) = fen::parse(&foggy, text).expect(text);
        position.outcome().map(|outcome| (outcome.winner, outcome.reason))
    };
    let white_wins = Some((Some(Colour::White), Reason::KingCapture));
    assert_eq!(outcome("coregal", "4k3/8/8/8/8/8/8/3QK3 b - - 0 1"), None);
    assert_eq!(outcome("coregal", "r7/8/8/8/8/8/8/3QK3 b - - 0 1"), white_wins);
    assert_eq!(outcome("horde", "r7/8/8/8/8/8/PPPPPPPP/PPPPPPPP b - - 0 1"), white_wins);
    assert_eq!(outcome("antichess", "r7/8/8/8/8/8/8/3Q4 b - - 0 1"), None);
}

/// Under fog the kings of xiangqi may face each other, and then take each other.
#[test]
fn kings_that_face_each_other_under_fog_take_each_other() {
    let rules = ruleset::shipped("xiangqi").expect("it ships");
    let foggy = rules.with_fog(true).expect("each side has a king");
    let moves = |text: &str| {
        let (position, _) = fen::parse(&foggy, text).expect("a position");
        let moves = position.legal_moves();
        let seen = position.visible(position.turn());
        assert!(moves.iter().all(|found| seen.contains(found.to())), "{text}");
        moves.iter().map(|found| uci::format(&position, *found)).collect::<Vec<_>>()
    };
    let open = moves("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
    assert!(open.contains(&"e1e10".to_owned()), "{open:?}");
    let closed = moves("4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1");
    assert!(!closed.contains(&"e1e10".to_owned()), "{closed:?}");
    // No move is forbidden because of a king that is hidden.
    assert!(closed.contains(&"e6d6".to_owned()), "{closed:?}");
}

/// Nothing that is made up for hidden squares ends the game or must be taken.
#[test]
fn fog_hides_goals_dying_types_and_captures_that_must_be_made() {
    for (name, rule) in [
        ("must-capture", "[restrictions]\nmust_capture = true"),
        ("queens", "[ends]\nextinction = { pieces = ['queen'] }"),
        ("all-pieces", "[ends]\nextinction = { left = 8 }"),
        ("hill", "[ends]\ngoal = { squares = 'd4-e5', piece = 'king' }"),
        ("pawns", "[ends]\ngoal = { squares = 'a6-h6', piece = 'pawn' }"),
        ("row", "[ends]\nrow = 6"),
    ] {
        let text = format!("inherits = 'standard'\ntitle = 'T'\nfog = true\n{rule}");
        let (rules, _) = ruleset::parse(&text, name, &ruleset::no_files)
            .unwrap_or_else(|faults| panic!("{name}: {faults}"));
        check_fog(&rules);
    }
}

/// Plays some games under fog and compares what may be played with what the view says.
fn check_fog(rules: &Arc<Rules>) {
    for step in [3, 7, 11, 16, 23] {
        let mut position = Position::start(rules);
        for number in 0..60_usize {
            // A third check, for one, ends a game while there are moves.
            if position.outcome().is_some() {
                break;
            }
            let moves = position.legal_moves();
            let seen = position.view(position.turn()).legal_moves();
            let sorted = |moves: &[rules::Move]| {
                let mut texts: Vec<String> = moves.iter().map(|m| format!("{m:?}")).collect();
                texts.sort_unstable();
                texts
            };
            let text = fen::format(&position);
            assert_eq!(sorted(&moves), sorted(&seen), "{}: {text}", rules.id());
            let Some(chess_move) = moves.get(number * step % moves.len().max(1)) else { break };
            position.play_unchecked(*chess_move);
        }
    }
}

/// As Fairy-Stockfish judges the same games by the rule of the Asian federation.
#[test]
fn who_chases_in_xiangqi_loses() {
    let rules = ruleset::shipped("xiangqi").expect("it ships");
    let outcome = |start: &str, moves: &str| {
        let mut history = History::new(fen::parse(&rules, start).expect("a position").0);
        for text in moves.split_whitespace() {
            assert_eq!(history.outcome(), None, "{moves} before {text}");
            let chess_move = uci::parse(history.position(), text).expect("a legal move");
            history.play(chess_move).expect("a legal move");
        }
        history.outcome().map(|outcome| (outcome.winner, outcome.reason))
    };
    let chase = "a4c4 c7b7 c4b4 b7c7 b4c4 c7b7 c4b4 b7c7 b4c4";
    let repetition = Some((None, Reason::ThreefoldRepetition));
    let lost_by_white = Some((Some(Colour::Black), Reason::PerpetualChase));
    let start = "4k4/9/9/2c6/9/9/R8/9/9/5K3 w - - 0 1";
    assert_eq!(outcome(start, chase), lost_by_white, "a rook after a cannon");
    let quiet = "a4a5 c7b7 a5a4 b7c7 a4a5 c7b7 a5a4 b7c7";
    assert_eq!(outcome(start, quiet), repetition, "nothing is threatened");
    let rook = "4k4/9/9/2r6/9/9/R8/9/9/5K3 w - - 0 1";
    assert_eq!(outcome(rook, chase), repetition, "an exchange is offered");
    let defended = "4k4/9/9/r1c6/9/9/R8/9/9/5K3 w - - 0 1";
    assert_eq!(outcome(defended, chase), repetition, "the cannon is defended");
    let by_black = "a7c7 c4b4 c7b7 b4c4 b7c7 c4b4 c7b7 b4c4 b7c7";
    let start = "5k3/9/9/r8/9/9/2C6/9/9/4K4 b - - 0 1";
    let lost_by_black = Some((Some(Colour::White), Reason::PerpetualChase));
    assert_eq!(outcome(start, by_black), lost_by_black, "Black chases");
}
