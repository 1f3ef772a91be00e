//! Layouts of random positions are read as they were written, and no text crashes the reader.

use std::sync::Arc;

use rules::{Colour, Piece, Position, Rules, Setup, Square};
use test_kit::random::Random;
use xxlchess_notation::diagnostics::text_of;
use xxlchess_notation::{layout, ruleset};

/// Random pieces on random squares, with one king each.
fn scattered(random: &mut Random, rules: &Arc<Rules>) -> Position {
    let squares: Vec<Square> = rules.size().squares().collect();
    let kinds: Vec<_> = rules.piece_types().filter(|kind| Some(*kind) != rules.royal()).collect();
    let mut setup = Setup::default();
    for _ in 0..random.below(24) {
        let piece = Piece::new(kinds[random.below(kinds.len())], Colour::BOTH[random.below(2)]);
        setup.put(squares[random.below(squares.len())], piece);
    }
    let king = rules.royal().expect("a king");
    let first = random.below(squares.len());
    let second = (first + 1 + random.below(squares.len() - 1)) % squares.len();
    setup.put(squares[first], Piece::new(king, Colour::White));
    setup.put(squares[second], Piece::new(king, Colour::Black));
    Position::new(Arc::clone(rules), setup).expect("it has two kings").0
}

/// A position out of a random game.
fn played(random: &mut Random, rules: &Arc<Rules>) -> Position {
    let mut position = Position::start(rules);
    for _ in 0..random.below(150) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
    }
    position
}

/// Have all pawns of each side passed all of the other's?
fn pawns_have_passed(position: &Position) -> bool {
    let ranks = |side| position.pawns(side).iter().map(|square| square.rank());
    let (white, black) = (ranks(Colour::White).min(), ranks(Colour::Black).max());
    matches!((white, black), (Some(white), Some(black)) if white > black)
}

/// Writes and reads a position, and returns whether that was possible.
fn check_round_trip(position: &Position, player: Colour) -> bool {
    let Ok(text) = layout::format(position, player) else {
        assert!(pawns_have_passed(position));
        return false;
    };
    assert!(!pawns_have_passed(position));
    let rules = position.rules();
    for text in [text.clone(), text.replace('.', " "), text.trim_end().replace('\n', "\r\n")] {
        let (read, _) = layout::parse(rules, &text, player).expect("what was written");
        assert!(read.pieces().eq(position.pieces()), "{player}:\n{text}");
        let setup = read.to_setup();
        assert_eq!(
            (setup.turn, setup.castling),
            (Colour::White, rules.spec().unmoved_rooks(&setup))
        );
        assert!(setup.moved_pawns.is_empty());
    }
    true
}

#[test]
fn what_is_written_is_read() {
    let mut random = Random::new(1113);
    let mut unwritable = 0;
    for id in ruleset::shipped_ids() {
        let rules = ruleset::shipped(id).expect("it ships");
        for round in 0..400 {
            let position = match round % 4 {
                0 => played(&mut random, &rules),
                _ => scattered(&mut random, &rules),
            };
            for player in Colour::BOTH {
                unwritable += usize::from(!check_round_trip(&position, player));
            }
        }
    }
    assert!(unwritable > 0, "the odd case was never met");
}

#[test]
fn a_board_seen_by_one_side_is_the_other_sides_turned() {
    let mut random = Random::new(250);
    let rules = ruleset::shipped("capablanca").expect("it ships");
    for _ in 0..200 {
        let position = scattered(&mut random, &rules);
        let [white, black] = Colour::BOTH.map(|player| layout::format(&position, player));
        let turned = |text: String| text.trim_end().chars().rev().collect::<String>() + "\n";
        assert_eq!(white.map(turned), black);
    }
}

#[test]
fn no_text_crashes_the_reader() {
    let cells = [
        " ",
        ".",
        "k",
        "K",
        "p",
        "P",
        "r",
        "N",
        "x",
        "\t",
        "\r",
        "\n",
        "\r\n",
        "\n",
        "é",
        "{",
        "[",
        "/",
        "=",
        "\u{FEFF}",
        "\0",
        "\u{1F600}",
        "\u{a0}",
        "..............",
        "pppp",
    ];
    let mut random = Random::new(275);
    for id in ruleset::shipped_ids() {
        let rules = ruleset::shipped(id).expect("it ships");
        for _ in 0..2000 {
            let length = random.below(80);
            let text: String = (0..length).map(|_| cells[random.below(cells.len())]).collect();
            for player in Colour::BOTH {
                if let Err(faults) = layout::parse(&rules, &text, player) {
                    assert!(faults.has_errors(), "{text:?}");
                }
            }
            let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            if let Ok(text) = text_of(&bytes) {
                let _ = layout::parse(&rules, text, Colour::White);
            }
        }
    }
}
