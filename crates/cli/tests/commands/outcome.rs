//! `inspect`: how games end, in the order in which the rules ask.

use serde_json::{Value, json};

use crate::program::{inspect, xxl_board};

#[track_caller]
fn outcome(rules: &str, fen: &str, moves: &str) -> Value {
    let start: &[&str] = if fen.is_empty() { &[] } else { &["--fen", fen] };
    inspect(rules, &[start, &["--moves", moves]].concat())["outcome"].clone()
}

/// A draw for this reason in `standard`; none if the reason is empty.
#[track_caller]
fn check_draw(fen: &str, moves: &str, reason: &str) {
    let expected = match reason {
        "" => Value::Null,
        reason => json!({ "winner": null, "reason": reason }),
    };
    assert_eq!(outcome("standard", fen, moves), expected, "{fen} {moves}");
}

/// Mate in `standard`, and the pieces that contribute to it.
#[track_caller]
fn check_mate(fen: &str, moves: &str, winner: &str, king: &str, contributing: Value) {
    let report = inspect("standard", &["--fen", fen, "--moves", moves]);
    assert_eq!(report["outcome"], json!({ "winner": winner, "reason": "checkmate" }));
    assert_eq!(report["in_check"], json!([king]));
    assert_eq!(report["contributing"], contributing, "{fen}");
    assert_eq!(report["legal_moves"], 0);
}

#[test]
fn mate_names_the_contributing_pieces() {
    let start = crate::program::START;
    check_mate(start, "f2f3 e7e5 g2g4 d8h4", "black", "e1", json!(["h4"]));
    // The rook looks through the king, and the other king guards the rest.
    check_mate("1k6/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "white", "b8", json!(["b6", "h8"]));
    // The queen could be taken, were it not for the bishop.
    let scholar = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4";
    check_mate(scholar, "h5f7", "white", "e8", json!(["c4", "f7"]));
    // His own pieces shut him in: the knight alone contributes.
    check_mate("6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1", "g5f7", "white", "h8", json!(["f7"]));
}

#[test]
fn mate_in_xxl_has_the_large_pieces_contribute() {
    // The amazon on b12 covers a14 as a knight, a13 and b14 as a queen and b13 as well.
    let fen = format!("{} w - - 0 1", xxl_board(&[(14, "k13"), (1, "1A11K")]));
    let report = inspect("xxl", &["--fen", &fen, "--moves", "b1b12"]);
    assert_eq!(report["outcome"], json!({ "winner": "white", "reason": "checkmate" }));
    assert_eq!(report["contributing"], json!(["b12"]));
}

#[test]
fn a_game_that_goes_on_has_no_outcome() {
    let report = inspect("standard", &["--moves", "e2e4 f7f6 d1h5"]);
    assert_eq!((&report["outcome"], &report["contributing"]), (&Value::Null, &json!([])));
}

#[test]
fn stalemate() {
    let fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    check_draw(fen, "", "stalemate");
    assert_eq!(outcome("king-capture", fen, ""), Value::Null);
    let board = xxl_board(&[(14, "k13"), (13, "2Q11"), (12, "1K12")]);
    let fen = format!("{board} b - - 0 1");
    assert_eq!(outcome("xxl", &fen, ""), json!({ "winner": null, "reason": "stalemate" }));
}

#[test]
fn threefold_repetition() {
    let round = "g1f3 g8f6 f3g1 f6g8 ";
    check_draw("", round, "");
    check_draw("", &format!("{round}g1f3 g8f6 f3g1"), "");
    check_draw("", &round.repeat(2), "threefold-repetition");
    // Castling rights are lost on the way: the first position does not come back.
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let round = "a1b1 a8b8 b1a1 b8a8 ";
    check_draw(rooks, &round.repeat(2), "");
    check_draw(rooks, &round.repeat(3), "threefold-repetition");
    // Nor does one in which a pawn could be taken in passing.
    let passing = "4k2n/8/8/8/3p4/8/4P3/4K2N w - - 0 1";
    let round = "h1g3 h8g6 g3h1 g6h8 ";
    let moves = format!("e2e4 h8g6 h1g3 g6h8 g3h1 {}", "h8g6 h1g3 g6h8 g3h1 ");
    check_draw(passing, &moves, "");
    check_draw(passing, &round.repeat(2), "threefold-repetition");
}

#[test]
fn perpetual_check() {
    let fen = "6k1/6p1/8/7Q/8/8/1r6/7K w - - 0 1";
    let checks = "h5e8 g8h7 e8h5 h7g8 ";
    check_draw(fen, checks, "");
    check_draw(fen, &checks.repeat(2), "perpetual-check");
    // One quiet move of the queen in two rounds is enough to call it a repetition.
    let quiet = "h5e8 g8h7 e8e4 h7g8 e4h4 b2b1 h1h2 b1b2 h2h1 b2b3 h4h5 b3b2 ";
    check_draw(fen, &(quiet.to_owned() + checks), "threefold-repetition");
}

#[test]
fn fifty_moves() {
    let fen = "4k3/8/8/8/8/8/4P3/4K2R w - - 99 80";
    check_draw(fen, "", "");
    check_draw(fen, "h1h2", "fifty-moves");
    check_draw(fen, "e2e3", "");
    assert_eq!(outcome("king-capture", fen, "h1h2"), Value::Null);
    // Mate comes first, insufficient material last.
    let mate = outcome("standard", "k7/8/1K6/8/8/8/8/7R w - - 99 80", "h1h8");
    assert_eq!(mate, json!({ "winner": "white", "reason": "checkmate" }));
    check_draw("4k3/8/8/8/8/8/8/4K2N w - - 99 80", "h1g3", "fifty-moves");
}

#[test]
fn insufficient_material() {
    let reason = "insufficient-material";
    let table = [
        ("4k3/8/8/8/8/8/8/4K3", reason),
        ("4k3/8/8/8/8/8/8/4K2N", reason),
        ("4kb2/8/8/8/8/8/8/4K3", reason),
        ("4kb2/8/8/8/8/8/8/2B1K3", reason),
        ("2b1k3/8/8/8/8/8/8/2B1K3", ""),
        ("4k1n1/8/8/8/8/8/8/4K1N1", ""),
        ("4k3/8/8/8/8/8/8/4K1NN", ""),
        ("4k3/8/8/8/8/8/8/4K1BN", ""),
        ("4k3/8/8/8/8/8/8/4K2R", ""),
        ("4k3/8/8/8/8/8/4P3/4K3", ""),
    ];
    for (board, reason) in table {
        check_draw(&format!("{board} w - - 0 1"), "", reason);
    }
    assert_eq!(outcome("casual", "4k3/8/8/8/8/8/8/4K3 w", ""), Value::Null);
}

#[test]
fn who_takes_the_king_has_won_except_in_casual() {
    let moves = "e2e4 f7f6 d1h5 a7a6 h5e8";
    let won = json!({ "winner": "white", "reason": "king-capture" });
    let report = inspect("king-capture", &["--moves", moves]);
    assert_eq!((&report["outcome"], &report["legal_moves"]), (&won, &json!(0)));
    assert_eq!(report["in_check"], json!([]));
    assert_eq!(inspect("standard", &["--fog", "--moves", moves])["outcome"], won);
    assert_eq!(inspect("casual", &["--fog", "--moves", moves])["outcome"], won);
    let goes_on = inspect("casual", &["--moves", &format!("{moves} a6a5 e8d8")]);
    assert_eq!(goes_on["outcome"], Value::Null);
    assert_eq!(goes_on["fen"], "rnbQ1bnr/1pppp1pp/5p2/p7/4P3/8/PPPP1PPP/RNB1KBNR b - - 0 4");
}

#[test]
fn draws_of_xxl_can_be_claimed_and_never_come_by_themselves() {
    let round = "b1c3 b14c12 c3b1 c12b14 ";
    let report = inspect("xxl", &["--moves", &round.repeat(2)]);
    assert_eq!(report["outcome"], Value::Null);
    assert_eq!(report["claimable_draw"], "threefold-repetition");
    assert_eq!(inspect("xxl", &["--moves", round])["claimable_draw"], Value::Null);
    let fen = format!("{} w - - 99 80", xxl_board(&[(14, "k13"), (1, "12RK")]));
    let report = inspect("xxl", &["--fen", &fen, "--moves", "m1m2"]);
    assert_eq!(
        (&report["outcome"], &report["claimable_draw"]),
        (&Value::Null, &json!("fifty-moves"))
    );
    let bare = format!("{} w - - 0 1", xxl_board(&[(14, "k13"), (1, "13K")]));
    assert_eq!(outcome("xxl", &bare, ""), Value::Null);
}
