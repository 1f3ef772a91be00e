//! Captured pieces and the balance of material.

use rules::Colour;

use crate::table::{Table, against_computer, fog, position};
use Colour::{Black, White};

/// The letters of what a side has lost, promoted pieces with a plus.
fn lost(table: &Table, side: Colour, ply: usize) -> String {
    let material = table.material_at(ply);
    let letter = |taken: &xxlchess_game::Taken| {
        let letter = table.rules().piece_spec(taken.kind).letter;
        if taken.was_promoted { format!("{letter}+") } else { letter.to_string() }
    };
    material.lost_by(side).iter().map(letter).collect()
}

#[test]
fn what_was_taken_is_listed_the_most_valuable_first() {
    let mut table = Table::of("standard");
    table.play("e2e4 d7d5 e4d5 d8d5 b1c3 d5d2 c1d2");
    assert_eq!(lost(&table, White, 99), "pp");
    assert_eq!(lost(&table, Black, 99), "qp");
    assert_eq!(table.material().balance, Some(9.5 - 1.0));
    assert_eq!((lost(&table, Black, 3).as_str(), table.material_at(3).balance), ("p", Some(1.0)));
    assert_eq!(table.material_at(0).balance, Some(0.0));
}

#[test]
fn a_promoted_pawn_counts_as_what_it_is_and_is_known_when_it_is_taken() {
    let mut table = Table::from_fen("standard", "r6k/1P6/8/8/8/8/8/1K6 w - - 0 1");
    assert_eq!(table.material().balance, Some(1.0 - 5.25));
    table.play("b7b8q a8b8");
    assert_eq!(lost(&table, White, 99), "q+");
    assert_eq!(table.material_at(1).balance, Some(9.5 - 5.25));
    let mut table = Table::from_fen("standard", "r6k/1P6/8/8/8/8/8/1K6 w - - 0 1");
    table.play("b7a8q h8h7 a8a2 h7h8 a2a3 h8h7");
    assert_eq!(lost(&table, Black, 99), "r");
    assert_eq!(table.material().balance, Some(9.5));
}

#[test]
fn another_piece_on_the_square_of_a_promoted_one_is_not_promoted() {
    let text = "1r5k/P7/8/8/8/8/8/KN6 w - - 0 1";
    let mut table = Table::from_fen("standard", text);
    table.play("a7b8q h8h7 b8b6 h7h8 b6a6 h8h7 b1c3 h7h8 c3b5 h8h7 b5c7 h7h8 c7b5");
    assert_eq!(lost(&table, Black, 99), "r");
    assert_eq!(lost(&table, White, 99), "");
}

#[test]
fn kings_have_no_worth_that_could_be_counted() {
    let mut table = Table::from_fen("casual", "4k3/4Q3/8/8/8/8/8/8 w - - 0 1");
    table.play("e7e8");
    assert_eq!(lost(&table, Black, 99), "k");
    assert_eq!(table.material().balance, Some(9.5));
}

#[test]
fn under_fog_captures_are_known_but_the_balance_is_not() {
    let start = position(&fog("standard"), "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    let mut table = Table::new(start, against_computer(White));
    table.play("e4d5");
    assert_eq!(lost(&table, Black, 99), "p");
    assert_eq!(table.material().balance, None);
}
