//! Minimal positions on which the fast core and the slow reference once disagreed.

use std::sync::Arc;

use crate::support::compare::{disagreement, plain_move, plain_moves, report};
use crate::support::reference::RefPosition;
use crate::support::rules_from_text;
use xxlchess_rules::{Ends, Position, Reason, Restrictions, RuleSpec, Rules, Verdict, fen};

fn standard_with(changes: &str) -> Arc<Rules> {
    rules_from_text(&format!("inherits = 'standard'\n{changes}"))
}

/// Compares a position and all that can follow it, and counts its moves.
fn check(changes: &str, text: &str, moves: usize, must_have: &str) {
    let rules = standard_with(changes);
    let (mut position, _) = fen::parse(&rules, text).expect("a valid FEN");
    let slow = RefPosition::new(&rules, &position.to_setup());
    agree(&position, &slow);
    let found = plain_moves(&position);
    assert_eq!(found.len(), moves, "{text}");
    let is_it = |(from, to, _): &(_, _, _)| format!("{from}{to}") == must_have;
    assert!(found.iter().any(is_it), "{text} {must_have}");
    for chess_move in position.legal_moves() {
        let before = position.clone();
        let undo = position.play_unchecked(chess_move);
        let mut next = slow.clone();
        assert_eq!(undo.captured(), next.play(plain_move(chess_move)));
        agree(&position, &next);
        position.undo(chess_move, undo);
        assert_eq!(position, before);
    }
}

fn agree(fast: &Position, slow: &RefPosition) {
    if let Some(differences) = disagreement(fast, slow) {
        panic!("{}", report(fast, &differences));
    }
}

const DABBABAH_ROOK: &str = "[[pieces]]\nname = 'dabbabah rook'\nsymbol = 'd'\nbetza = 'RD'\n";
const DABBABAH_RIDER: &str = "[[pieces]]\nname = 'dabbabah rider'\nsymbol = 's'\nbetza = 'DD'\n";

#[test]
fn two_ways_to_one_square_are_one_move() {
    check(DABBABAH_ROOK, "4k3/8/8/8/8/8/8/D3K3 w - - 0 1", 15, "a1c1");
}

#[test]
fn a_piece_that_gives_check_in_two_ways_can_be_taken() {
    check(DABBABAH_ROOK, "4k3/8/8/8/8/R3d3/8/4K3 w - - 0 1", 5, "a3e3");
}

#[test]
fn one_piece_can_stand_in_the_way_of_two() {
    check(DABBABAH_RIDER, "7k/8/8/s7/r7/7R/8/K7 w - - 0 1", 3, "h3a3");
}

#[test]
fn taking_in_passing_can_end_two_checks() {
    let nightrider = "[[pieces]]\nname = 'nightrider'\nsymbol = 's'\nbetza = 'NN'\n";
    check(nightrider, "4s3/8/8/3pP3/2K5/8/8/7k w - d6 0 1", 9, "e5d6");
}

#[test]
fn a_pawn_promotes_by_taking_in_passing() {
    let sixth = "promotion = { rank = 6, choices = ['queen', 'knight'] }";
    check(sixth, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 9, "e5d6");
    check(sixth, "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", 13, "c5d6");
}

/// Kings that face each other, as only a set-up has them: whatever does not part them is illegal.
#[test]
fn kings_that_face_each_other_must_be_parted() {
    let restrictions = Restrictions { kings_apart: true, ..Restrictions::default() };
    let spec = RuleSpec { restrictions, ..RuleSpec::standard() };
    let rules = Rules::compile(spec).expect("sound rules");
    let (position, _) = fen::parse(&rules, "8/8/8/7p/8/R7/8/K2k3r b - - 0 1").expect("a valid FEN");
    let found: Vec<String> =
        plain_moves(&position).iter().map(|(from, to, _)| format!("{from}{to}")).collect();
    assert_eq!(found, ["d1c2", "d1d2", "d1e2"]);
}

/// A king who castles may not cross a file on which the other king would face him.
#[test]
fn a_king_does_not_castle_past_the_sight_of_the_other() {
    let restrictions = Restrictions { kings_apart: true, ..Restrictions::default() };
    let spec = RuleSpec { restrictions, ..RuleSpec::standard() };
    let rules = Rules::compile(spec).expect("sound rules");
    for (text, may_castle) in [
        ("4k2r/8/8/8/8/5K2/8/8 b k - 0 1", false),
        ("4k2r/8/5p2/8/8/5K2/8/8 b k - 0 1", true),
        ("4k2r/8/8/8/8/6K1/8/8 b k - 0 1", false),
        ("4k2r/8/8/8/8/7K/8/8 b k - 0 1", true),
    ] {
        let (position, _) = fen::parse(&rules, text).expect("a valid FEN");
        agree(&position, &RefPosition::new(&rules, &position.to_setup()));
        let castles = |(from, to, _): &(_, _, _)| format!("{from}{to}") == "e8g8";
        assert_eq!(plain_moves(&position).iter().any(castles), may_castle, "{text}");
    }
}

/// Checks given, as lichess writes them at the end, mean the same as checks left.
#[test]
fn a_fen_may_tell_the_checks_given() {
    let spec =
        RuleSpec { ends: Ends { checks: Some(3), ..Ends::default() }, ..RuleSpec::standard() };
    let rules = Rules::compile(spec).expect("sound rules");
    let read = |text: &str| fen::parse(&rules, text).map(|(position, _)| fen::format(&position));
    let ours = Ok("4k3/8/8/8/8/8/8/4K3 w - - 3+1 4 9".to_owned());
    for text in [
        "4k3/8/8/8/8/8/8/4K3 w - - 3+1 4 9",
        "4k3/8/8/8/8/8/8/4K3 w - - 4 9 +0+2",
        "4k3/8/8/8/8/8/8/4K3 w - - +0+2 4 9",
    ] {
        assert_eq!(read(text), ours, "{text}");
    }
    for text in ["w - - 4 9 +0+4", "w - - 4 9 +0", "w - - 3+1 4 9 +0+2", "w - - 4 9 +x+0"] {
        assert!(read(&format!("4k3/8/8/8/8/8/8/4K3 {text}")).is_err(), "{text}");
    }
}

/// Two bare kings are a dead position, unless something else than mate and check wins.
#[test]
fn bare_kings_end_a_game_of_counted_checks() {
    let outcome = |change: &dyn Fn(&mut RuleSpec), text: &str| {
        let mut spec = RuleSpec::standard();
        spec.draws.insufficient_material = true;
        change(&mut spec);
        let rules = Rules::compile(spec).expect("sound rules");
        let (position, _) = fen::parse(&rules, text).expect("a valid FEN");
        position.outcome().map(|outcome| outcome.reason)
    };
    let (bare, knight) = ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
    let dead = Some(Reason::InsufficientMaterial);
    let three_checks = |spec: &mut RuleSpec| spec.ends.checks = Some(3);
    assert_eq!(outcome(&|_| (), knight), dead);
    assert_eq!(outcome(&three_checks, bare), dead);
    assert_eq!(outcome(&three_checks, knight), None);
    let row = |spec: &mut RuleSpec| spec.ends.row = Some(2);
    assert_eq!(outcome(&row, bare), None);
    let stalemate = |spec: &mut RuleSpec| {
        spec.ends = Ends { checks: Some(3), stalemate: Verdict::Loss, ..Ends::default() };
    };
    assert_eq!(outcome(&stalemate, bare), None);
}
