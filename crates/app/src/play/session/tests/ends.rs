//! How games end, which status is shown then, and what can still be done.

use rules::Colour;
use sound::Cue;

use super::table::{Table, computer, fischer, position};
use crate::new_game::{NewGame, PlayerChoice};

#[test]
fn checkmate_is_told_to_the_winner_and_to_the_loser() {
    let mut table = Table::against("random", "standard", "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1");
    table.try_move("b1b8");
    assert_eq!(table.said(), "You won by checkmate");
    assert_eq!(table.cues.last(), Some(&Cue::Win));
}

#[test]
fn the_loser_is_told_by_whom() {
    let fen = "kr6/8/8/8/8/8/5PPP/6K1 b - - 0 1";
    let seats = [PlayerChoice::Human, computer("6")];
    let mut table = Table::new(&NewGame::new(position("standard", fen), seats));
    table.wait(1.0);
    assert_eq!(table.said(), "You lost by checkmate");
    assert_eq!(table.cues.last(), Some(&Cue::Lose));
}

#[test]
fn stalemate_is_a_draw() {
    let mut table = Table::against("random", "standard", "k7/8/8/1Q6/8/8/8/K7 w - - 0 1");
    table.try_move("b5b6");
    assert_eq!(table.said(), "Stalemate – draw");
    assert_eq!(table.cues.last(), Some(&Cue::Draw));
}

#[test]
fn time_is_told_to_both() {
    let mut game =
        NewGame::new(position("standard", ""), [PlayerChoice::Human, computer("random")]);
    game.clocks = fischer(2, 0);
    let mut table = Table::new(&game);
    table.wait(2.1);
    assert_eq!(table.said(), "You lost on time");
    let mut game =
        NewGame::new(position("standard", ""), [PlayerChoice::Human, PlayerChoice::Human]);
    game.clocks = fischer(2, 0);
    let mut table = Table::new(&game);
    table.wait(2.1);
    assert_eq!(table.said(), "Black won on time");
}

#[test]
fn escape_resigns_and_there_is_a_moment_to_think_better_of_it() {
    let mut table = Table::against("random", "standard", "");
    table.try_move("e2e4");
    table.session.resign(table.now);
    assert_eq!(table.said(), "You resigned");
    assert!(table.session.can_take_back_resignation(table.now));
    table.session.take_back_resignation(table.now);
    assert!(!table.session.game().is_over());
    table.session.resign(table.now);
    table.wait(6.0);
    assert!(!table.session.can_take_back_resignation(table.now));
    table.session.take_back_resignation(table.now);
    assert!(table.session.game().is_over());
}

#[test]
fn after_the_end_the_board_is_frozen_until_a_restart() {
    let mut table = Table::against("random", "standard", "");
    table.try_move("e2e4");
    let stands = table.fen();
    table.session.resign(table.now);
    table.try_move("d2d4");
    assert_eq!(table.fen(), stands);
    assert_eq!((table.session.can_move(), table.session.premover()), (None, None));
    table.session.restart(table.now);
    assert_eq!((table.ply(), table.session.game().is_over()), (0, false));
    table.try_move("d2d4");
    assert_eq!(table.ply(), 2);
}

#[test]
fn the_computer_answers_an_offer_of_a_draw() {
    let mut table = Table::against("random", "standard", "");
    table.try_move("e2e4");
    assert_eq!(table.session.draw(table.now), Ok(()));
    assert_eq!(table.said(), "You offered a draw");
    table.wait(1.0);
    assert_eq!(table.said(), "Black declined the draw");
    assert!(table.session.draw(table.now).is_err(), "not before the next move");
    // A computer that is lost is glad to draw.
    let mut lost = Table::against("6", "standard", "7k/8/8/8/8/8/QR6/K7 w - - 0 1");
    lost.try_move("b2b3");
    assert!(lost.session.draw(lost.now).is_ok());
    lost.wait(1.0);
    assert_eq!(lost.said(), "Draw by agreement");
}

#[test]
fn two_people_offer_accept_and_decline() {
    let mut table = Table::of_two("standard", "");
    table.try_move("e2e4");
    assert!(table.session.draw(table.now).is_ok());
    assert_eq!(table.said(), "Black offers a draw");
    assert_eq!(table.session.draw_to_answer(), Some(Colour::White));
    table.session.answer_draw(false, table.now);
    assert_eq!(table.said(), "Black offers a draw".replace("Black offers a", "White declined the"));
    table.try_move("e7e5");
    assert!(table.session.draw(table.now).is_ok());
    table.session.answer_draw(true, table.now);
    assert_eq!(table.said(), "Draw by agreement");
}

#[test]
fn a_repetition_can_be_claimed_in_xxl() {
    let fen = "k13/14/14/14/14/14/14/14/14/14/14/14/13R/K13 w - - 0 1";
    let mut table = Table::of_two("xxl", fen);
    table.try_move("a1a2 a14a13 a2a1 a13a14 a1a2 a14a13 a2a1 a13a14");
    assert!(!table.session.game().is_over(), "never by itself");
    assert!(table.session.draw(table.now).is_ok());
    assert_eq!(table.said(), "Threefold repetition – draw");
}

#[test]
fn two_people_are_told_who_won() {
    let mut table = Table::of_two("standard", "");
    table.try_move("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(table.said(), "Black won by checkmate");
}
