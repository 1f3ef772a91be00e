//! `board`: the position drawn in the terminal.

use crate::program::{lines, prints, refuses};

const FEN: &str = "4k3/8/8/8/8/8/4q3/4K2R w K - 0 1";

#[test]
fn a_board_is_drawn_with_coordinates_and_without_colours_in_a_pipe() {
    let drawn = lines(&["board", "--rules", "standard", "--fen", FEN]);
    assert_eq!(drawn[0].trim_end(), "  8  .  :  .  :  k  :  .  :");
    assert_eq!(drawn[6].trim_end(), "  2  .  :  .  :  q  :  .  :");
    assert_eq!(drawn[7].trim_end(), "  1  :  .  :  .  K  .  :  R");
    assert_eq!(drawn[8].trim_end(), "     a  b  c  d  e  f  g  h");
    assert!(drawn.iter().any(|line| line == &format!("White to move   {FEN}")), "{drawn:?}");
    assert!(!prints(&["board"]).contains('\x1b'));
}

#[test]
fn the_board_can_be_turned() {
    let drawn = lines(&["board", "--rules", "standard", "--flip", "--fen", FEN]);
    assert_eq!(drawn[0].trim_end(), "  1  R  :  .  K  .  :  .  :");
    assert_eq!(drawn[8].trim_end(), "     h  g  f  e  d  c  b  a");
}

#[test]
fn colours_can_be_asked_for() {
    let drawn = prints(&["board", "--colour", "always"]);
    assert_eq!(drawn.matches("\x1b[0m").count(), 14 * 14);
    assert!(!prints(&["board", "--colour", "never"]).contains('\x1b'));
    refuses(&["board", "--colour", "red"]);
}

#[test]
fn large_boards_have_two_digits() {
    let drawn = lines(&["board"]);
    assert_eq!(drawn[0].trim_end(), " 14  r  n  b  h  c  g  a  k  g  c  e  b  n  r");
    assert_eq!(drawn[13].trim_end(), "  1  R  N  B  H  C  G  A  K  G  C  E  B  N  R");
}
