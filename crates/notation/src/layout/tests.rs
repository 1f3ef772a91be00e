use super::*;
use crate::ruleset::shipped;

const XXL_START: &str = "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBHCGAKGCEBNR w KQkq - 0 1";
const LEVEL1: &str = include_str!("../../../../level1.txt");

/// Reads a layout and expects a FEN, or each fault word for word.
fn check(id: &str, player: Colour, text: &str, expected: &[&str]) {
    let rules = shipped(id).expect("it ships");
    let found = match parse(&rules, text, player) {
        Ok((position, warnings)) => {
            let warnings = warnings.iter().map(|warning| format!("warning: {warning}"));
            std::iter::once(fen::format(&position)).chain(warnings).collect()
        }
        Err(faults) => faults.iter().map(Diagnostic::to_string).collect::<Vec<_>>(),
    };
    assert_eq!(found, expected, "{id}, {player}:\n{text}");
}

fn white(id: &str, text: &str, expected: &[&str]) {
    check(id, Colour::White, text, expected);
}

#[test]
fn the_sample_is_the_start_position_for_both_players() {
    for player in Colour::BOTH {
        check("xxl", player, LEVEL1, &[XXL_START]);
        check("xxl", player, &LEVEL1.replace('.', " "), &[XXL_START]);
    }
}

#[test]
fn ragged_files_are_read() {
    let expected = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"];
    let drawn = "    K\n\n\n\n\n\n    p\n    k\n";
    for text in [
        drawn.to_owned(),
        drawn.trim_end().to_owned(),
        drawn.replace('\n', "\r\n"),
        drawn.replace('\n', "\r\r\n"),
        drawn.replace('\n', "\r"),
        drawn.replace('\n', " \t\n"),
        drawn.replace('\n', "                                               \r\n"),
        drawn.replace(' ', "."),
        drawn.replace('\n', "......\n") + "\n\n \n........................\n\n",
        format!("\u{FEFF}{drawn}"),
    ] {
        white("standard", &text, &expected);
    }
}

#[test]
fn missing_rows_are_at_the_bottom() {
    let five_rows = "       K\n\n   q\n\n       k";
    white("xxl", five_rows, &["7k6/14/3Q10/14/7K6/14/14/14/14/14/14/14/14/14 w - - 0 1"]);
    let black = ["14/14/14/14/14/14/14/14/14/6K7/14/10Q3/14/6k7 w - - 0 1"];
    check("xxl", Colour::Black, five_rows, &black);
}

#[test]
fn odd_boards_are_read_as_drawn() {
    // The white king above the black one, and no pawns: nothing tells that the board is turned.
    white("standard", "    k\n\n\n\n\n\n\n    K\n", &["4K3/8/8/8/8/8/8/4k3 w - - 0 1"]);
    // One side has no pawns.
    white("standard", "k\np\n\n\n\n\n\n  K\n", &["K7/P7/8/8/8/8/8/2k5 w - - 0 1"]);
    // Pawns on the back rank, some above and some below those of the other side.
    white(
        "standard",
        "PPPPKPPP\n\n\n  p\n  P\n\n\nppppkppp\n",
        &["ppppkppp/8/8/2P5/2p5/8/8/PPPPKPPP w - - 0 1"],
    );
    // A pawn of the player beside one of the other side is not above it.
    white("standard", "   k\n\n\npP\n\n\n\n   K\n", &["3K4/8/8/Pp6/8/8/8/3k4 w - - 0 1"]);
}

#[test]
fn a_drawing_on_its_head_is_turned() {
    let black_on_top = "K  R\nP P\n\n\n\n\np\n    k  r\n";
    let white_on_top = "r  k\n       p\n\n\n\n\n     P P\n    R  K\n";
    let expected = ["k2r4/p1p5/8/8/8/8/P7/4K2R w Kk - 0 1"];
    for text in [black_on_top, white_on_top] {
        for player in Colour::BOTH {
            check("standard", player, text, &expected);
        }
    }
}

#[test]
fn as_drawn_for_black_the_top_left_is_the_last_file_of_rank_1() {
    let expected = ["8/3k4/8/8/8/8/8/3K3R w K - 0 1"];
    check("standard", Colour::Black, "r   k\n\n\n\n\n\n    K\n", &expected);
}

#[test]
fn unmoved_rooks_may_castle_wherever_they_stand() {
    white(
        "standard",
        "k\n\n\nr   k  r\n\n  K     r\n",
        &[
            "line 4, column 5: white has a king already, at line 1, column 1; expected one `k`",
            "101 line 6, column 9: the piece `r` is beyond the board; expected at most 8 rows of 8 squares",
        ],
    );
    white("standard", "\n\n\nr   k  r\n\n  K\n", &["8/8/8/R3K2R/8/2k5/8/8 w KQ - 0 1"]);
    white("king-capture", "r   k  r\n\n  K\n", &["R3K2R/8/2k5/8/8/8/8/8 w - - 0 1"]);
}

#[test]
fn a_king_in_check_who_is_not_to_move_is_a_warning() {
    white(
        "standard",
        "  K\n\n  r\n\n  k\n",
        &[
            "2k5/8/2R5/8/2K5/8/8/8 w - - 0 1",
            "warning: black is in check although it is not to move",
        ],
    );
}

#[test]
fn every_fault_is_told_with_its_place() {
    let expected =
        "is no piece of `standard`; expected one of p n b r q k in either case, a blank or `.`";
    white(
        "standard",
        "RNBQKBNRc\n.hé\u{a0}3\n\tpp  \n  k\tkx\t\n\n\n\n\n\npp.P\n",
        &[
            &format!("102 line 1, column 9: `c` {expected}"),
            &format!("102 line 2, column 2: `h` {expected}"),
            &format!("102 line 2, column 3: `é` {expected}"),
            &format!("102 line 2, column 4: the character U+00A0 {expected}"),
            &format!("102 line 2, column 5: `3` {expected}"),
            "line 3, column 1: a tab stands before a piece; expected a blank for each empty square",
            "line 4, column 4: a tab stands before a piece; expected a blank for each empty square",
            "line 4, column 5: white has a king already, at line 4, column 3; expected one `k`",
            &format!("102 line 4, column 6: `x` {expected}"),
            "101 line 10, column 1: the piece `p` and 2 more of this row are beyond the board; expected at most 8 rows of 8 squares",
        ],
    );
    white("standard", "R  K\t \t\n\t\n \t.\n   k\n", &["r2k4/8/8/3K4/8/8/8/8 w q - 0 1"]);
}

#[test]
fn kings_are_counted_where_they_decide_the_game() {
    let none = [
        "line 1, column 1: white has no king; expected one `k`",
        "line 1, column 1: black has no king; expected one `K`",
    ];
    for id in ["xxl", "standard", "king-capture"] {
        for text in ["", "\u{FEFF}", "\n", "   \n \n\n", "....\r\n...."] {
            white(id, text, &none);
        }
    }
    white("casual", "", &["8/8/8/8/8/8/8/8 w - - 0 1"]);
    white("casual", "kkKk\n", &["KKkK4/8/8/8/8/8/8/8 w - - 0 1"]);
    let foggy = shipped("casual").expect("it ships").with_fog(true).expect("each side has a king");
    assert_eq!(parse(&foggy, "", Colour::White).expect_err("no kings").iter().count(), 2);
    white(
        "king-capture",
        "k  K\n K\nK k\n",
        &[
            "line 2, column 2: black has a king already, at line 1, column 4; expected one `K`",
            "line 3, column 1: black has a king already, at line 1, column 4; expected one `K`",
            "line 3, column 3: white has a king already, at line 1, column 1; expected one `k`",
        ],
    );
}

#[test]
fn a_larger_board_is_beyond_a_smaller_one() {
    let beyond = |line, column, letter: char, more: &str| {
        format!(
            "101 line {line}, column {column}: the piece `{letter}` {more} beyond the board; expected at most 8 rows of 8 squares"
        )
    };
    let text = "k  K    p p\n\n\n\n\n\n\n\n\n r\n";
    white(
        "standard",
        text,
        &[&beyond(1, 9, 'p', "and 1 more of this row are"), &beyond(10, 2, 'r', "is")],
    );
}

#[test]
fn other_files_are_recognised() {
    let cases = [
        (" \n {\"layout\": \"level1.txt\"}", 2, 2, "JSON"),
        ("[1, 2]", 1, 1, "JSON or TOML"),
        ("[Event \"?\"]\n\n1. e4 *\n", 1, 1, "PGN"),
        ("inherits = \"xxl\"\n", 1, 1, "TOML"),
        (XXL_START, 1, 1, "FEN"),
    ];
    for (text, line, column, format) in cases {
        let expected = format!(
            "104 line {line}, column {column}: this looks like {format}; expected a layout: a row of the board on each line, with a letter for a piece and a blank or `.` for an empty square"
        );
        white("xxl", text, &[&expected]);
    }
}

#[test]
fn a_text_that_is_no_layout_does_not_flood() {
    let rules = shipped("standard").expect("it ships");
    let text = "It was a bright cold day in April, and the clocks were striking.\n".repeat(100_000);
    let faults = parse(&rules, &text, Colour::White).expect_err("no layout");
    assert_eq!(faults.iter().len(), MOST_FAULTS + 1);
    let last = faults.iter().last().map(Diagnostic::to_string).unwrap_or_default();
    assert!(last.ends_with(" more faults are not listed"), "{last}");
}

#[test]
fn a_layout_is_drawn_as_the_player_sees_it() {
    let rules = shipped("standard").expect("it ships");
    let drawn = |fen: &str, player| format(&fen::parse(&rules, fen).expect("valid").0, player);
    let fen = "r3k3/p7/8/8/8/8/1P6/4K2R w Kq - 0 1";
    let empty = "........\n".repeat(4);
    let white = format!("R...K...\nP.......\n{empty}.p......\n....k..r\n");
    let black = format!("r..k....\n......p.\n{empty}.......P\n...K...R\n");
    assert_eq!(drawn(fen, Colour::White), Ok(white));
    assert_eq!(drawn(fen, Colour::Black), Ok(black));
    for player in Colour::BOTH {
        assert_eq!(drawn("4k3/8/1P6/8/8/p7/8/4K3 w - - 0 1", player), Err(PawnsHavePassed));
    }
    let start = Position::start(&shipped("xxl").expect("it ships"));
    assert_eq!(format(&start, Colour::White).as_deref(), Ok(LEVEL1));
}
