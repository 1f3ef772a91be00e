//! `board`: the position drawn in the terminal.

use crate::program::{argument, file, lines, prints, refuses};

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
fn the_board_of_a_game_is_its_last() {
    let game = file("board/game.pgn", "1. e4 *\n\n1. d4 d5 *\n");
    let last = |arguments: &[&str]| lines(&[&["board"], arguments].concat()).pop();
    let first = "Black to move   rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let second = "White to move   rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(last(&[argument(&game)]).as_deref(), Some(first));
    assert_eq!(last(&[argument(&game), "--game", "2"]).as_deref(), Some(second));
    assert_eq!(last(&["--rules", "chess", "--moves", "d2d4 d7d5"]).as_deref(), Some(second));
    refuses(&["board", argument(&game), "--game", "3"]);
    refuses(&["board", argument(&game), "--moves", "e7e5"]);
}

#[test]
fn under_fog_nothing_hidden_is_drawn() {
    let drawn = lines(&["board", "--rules", "standard", "--fog", "--moves", "e2e4"]);
    assert_eq!(drawn[0].trim_end(), "  8  ?  ?  ?  ?  ?  ?  ?  ?");
    assert_eq!(drawn[7].trim_end(), "  1  R  N  B  Q  K  B  N  R");
    assert_eq!(drawn.last().map(String::as_str), Some("Black to move   seen by White"));
    let game = file("board/fog.pgn", "1. e4 e5 *\n");
    let drawn = lines(&["board", argument(&game), "--fog", "--flip"]);
    assert_eq!(drawn[0].trim_end(), "  1  ?  ?  ?  ?  ?  ?  ?  ?");
}

#[test]
fn large_boards_have_two_digits() {
    let drawn = lines(&["board"]);
    assert_eq!(drawn[0].trim_end(), " 14  r  n  b  h  c  g  a  k  g  c  e  b  n  r");
    assert_eq!(drawn[13].trim_end(), "  1  R  N  B  H  C  G  A  K  G  C  E  B  N  R");
}
