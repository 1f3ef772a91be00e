//! `moves`: the legal moves in UCI form, sorted by bytes.

use crate::program::{START, as_text, lines, moves, prints, run, xxl_board};

#[track_caller]
fn check(rules: &str, fen: &str, expected: &str) {
    assert_eq!(moves(rules, fen).join(" "), expected, "{rules} {fen}");
}

#[test]
fn moves_are_sorted_by_bytes() {
    let printed = lines(&["moves", "--rules", "xxl"]);
    let mut sorted = printed.clone();
    sorted.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
    assert_eq!((printed.len(), &printed), (46, &sorted));
    // `1` comes before letters, and in `a13` the `3` comes before the `a` of `a1a2`.
    let fen = format!("{} w - - 0 1", xxl_board(&[(13, "P5k7"), (1, "K13")]));
    check("xxl", &fen, "a13a14q a1a2 a1b1 a1b2");
}

#[test]
fn promotion_has_a_letter_for_each_choice() {
    let fen = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    let king = "a1a2 a1b1 a1b2";
    let standard = "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r";
    check("standard", fen, &format!("{king} {standard}"));
    check("casual", fen, &format!("{king} a7a8 a7b8"));
    check("king-capture", "k7/8/8/8/8/8/7p/K7 b", "a8a7 a8b7 a8b8 h2h1");
}

#[test]
fn pawns_of_xxl_become_queens_on_their_eighth_rank_and_beyond() {
    let pawn_moves = |rank, pawn, turn| {
        let board = xxl_board(&[(14, "k13"), (rank, pawn), (1, "13K")]);
        let mut listed = moves("xxl", &format!("{board} {turn} - - 0 1"));
        listed.retain(|m| m.starts_with('g'));
        listed.join(" ")
    };
    assert_eq!(pawn_moves(6, "6P7", "w"), "g6g7");
    assert_eq!(pawn_moves(7, "6P7", "w"), "g7g8q");
    assert_eq!(pawn_moves(10, "6P7", "w"), "g10g11q");
    assert_eq!(pawn_moves(9, "6p7", "b"), "g9g8");
    assert_eq!(pawn_moves(8, "6p7", "b"), "g8g7q");
    assert_eq!(pawn_moves(2, "6P7", "w"), "g2g3 g2g4");
    assert_eq!(pawn_moves(13, "6p7", "b"), "g13g11 g13g12");
}

#[test]
fn json_is_one_list_of_the_same_moves() {
    let listed = lines(&["moves", "--rules", "standard", "--fen", START]);
    let json = prints(&["moves", "--rules", "standard", "--fen", START, "--json"]);
    assert_eq!(json.lines().count(), 1);
    let json: Vec<String> = serde_json::from_str(&json).expect("a JSON list");
    assert_eq!((json.len(), json), (20, listed));
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(prints(&["moves", "--rules", "standard", "--fen", mated, "--json"]), "[]\n");
    assert_eq!(prints(&["moves", "--rules", "standard", "--fen", mated]), "");
}

#[test]
fn en_passant_needs_the_moment_and_a_king_that_stays_safe() {
    let takes = |rules, fen| moves(rules, fen).contains(&"e5d6".to_owned());
    assert!(takes("standard", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"));
    assert!(!takes("standard", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    // Both pawns leave the rank and uncover the rook.
    assert!(!takes("standard", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"));
    assert!(!takes("king-capture", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"));
}

#[test]
fn a_king_is_never_taken_where_check_counts() {
    let fen = "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1";
    let output = run(&["moves", "--rules", "standard", "--fen", fen]);
    let listed = as_text(output.stdout);
    assert!(listed.contains("e1e7") && !listed.contains("e1e8"), "{listed}");
    let warning = "warning: black is in check although it is not to move\n";
    assert_eq!(as_text(output.stderr), warning);
    assert!(moves("king-capture", fen).contains(&"e1e8".to_owned()));
}

/// Which way the white king on h1 may castle: `f` to the left, `j` to the right.
#[track_caller]
fn check_castling(black: &str, white: &str, rights: &str, expected: &str) {
    let fen = format!("{} w {rights} - 0 1", xxl_board(&[(14, black), (1, white)]));
    let listed = moves("xxl", &fen);
    let found = listed.iter().filter_map(|m| m.strip_prefix("h1")?.strip_suffix('1'));
    let found: String = found.filter(|file| matches!(*file, "f" | "j")).collect();
    assert_eq!(found, expected, "{fen}");
}

#[test]
fn castling_in_xxl() {
    check_castling("7k6", "R6K5R", "KQ", "fj");
    check_castling("7k6", "R6K5R", "K", "j");
    check_castling("7k6", "R6K5R", "-", "");
    // Nearer than three squares, or not the first piece on the way.
    check_castling("7k6", "5R1K1R4", "KQ", "");
    check_castling("7k6", "4R2K2R3", "KQ", "fj");
    check_castling("7k6", "RN5K4nR", "KQ", "");
    // An attacked square that he leaves, crosses or reaches; what the rook crosses is free.
    check_castling("k6r6", "R6K5R", "KQ", "");
    check_castling("k7r5", "R6K5R", "KQ", "f");
    check_castling("k4r8", "R6K5R", "KQ", "j");
    check_castling("1r5k6", "R6K4R1", "KQ", "fj");
    // Two rooks on one side: letters of sides mean the outer one.
    check_castling("7k6", "7K2R2R", "K", "");
    check_castling("7k6", "7K2R2R", "k1", "j");
}

#[test]
fn castling_in_other_rule_sets() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let castles = |rules: &str, more: &[&str]| {
        let listed = lines(&[&["moves", "--rules", rules, "--fen", fen], more].concat());
        ["e1c1", "e1g1"].map(|m| listed.iter().any(|listed| listed == m))
    };
    assert_eq!(castles("standard", &[]), [true, true]);
    assert_eq!(castles("king-capture", &[]), [false, false]);
    assert_eq!(castles("casual", &[]), [false, false]);
    let attacked = "4k3/8/8/8/8/8/3rrr2/R3K2R w KQ - 0 1";
    let under_fog = lines(&["moves", "--rules", "standard", "--fog", "--fen", attacked]);
    assert!(["e1c1", "e1g1"].iter().all(|m| under_fog.iter().any(|listed| listed == m)));
    let king = "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1";
    let capablanca = moves("capablanca", king);
    assert!(["f1c1", "f1i1"].iter().all(|m| capablanca.iter().any(|listed| listed == m)));
}
