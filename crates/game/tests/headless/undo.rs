//! Taking back, playing again and starting over, with the clocks of that moment.

use record::GameTerms;
use rules::{Colour, Position};
use xxlchess_game::UndoError;

use crate::table::{Table, against_computer, apart, fischer, rules};

fn start() -> Position {
    Position::start(&rules("standard"))
}

#[test]
fn any_number_of_turns_is_taken_back_and_played_again() {
    let mut table = Table::of("standard");
    table.play("e2e4 e7e5 g1f3 b8c6 f1b5");
    let (now, end) = (table.now, table.fen());
    table.undo(now, 3).expect("three turns");
    assert_eq!(table.ply(), 2);
    table.undo(now, 99).expect("the other two");
    assert_eq!((table.ply(), table.position()), (0, &start()));
    assert_eq!(table.undo(now, 1), Err(UndoError::Nothing));
    table.redo(now, 1).expect("one turn");
    assert_eq!(table.ply(), 1);
    table.redo(now, 99).expect("the rest");
    assert_eq!(table.fen(), end);
    assert_eq!(table.redo(now, 1), Err(UndoError::Nothing));
    let happened = table.happened();
    assert_eq!(happened[5..], ["undone 3", "undone 2", "redone 1", "redone 4"]);
}

#[test]
fn a_new_move_forgets_what_was_taken_back() {
    let mut table = Table::of("standard");
    table.play("e2e4 e7e5");
    let now = table.now;
    table.undo(now, 1).expect("one turn");
    assert!(table.can_put_back());
    table.play("c7c5");
    assert!(!table.can_put_back());
}

#[test]
fn clocks_show_again_what_they_did_at_that_moment() {
    let mut table = Table::with_clock(fischer(60.0, 1.0));
    table.wait(10.0).play("e2e4").wait(20.0).play("e7e5").wait(5.0).play("g1f3").wait(7.0);
    assert_eq!(table.clocks(), [47.0, 34.0]);
    let now = table.now;
    table.undo(now, 1).expect("one turn");
    assert_eq!(table.clocks(), [51.0, 41.0]);
    table.wait(2.0);
    assert_eq!(table.clocks(), [49.0, 41.0], "the clock runs on from there");
    let now = table.now;
    table.undo(now, 1).expect("one turn");
    assert_eq!(table.clocks(), [51.0, 60.0]);
    table.undo(now, 1).expect("one turn");
    assert_eq!(table.clocks(), [60.0, 60.0]);
    table.redo(now, 3).expect("three turns");
    assert_eq!(table.clocks(), [47.0, 41.0]);
}

#[test]
fn against_the_computer_one_takes_back_to_ones_own_last_turn() {
    let mut table = Table::new(start(), against_computer(Colour::White));
    assert!(!table.can_take_back());
    table.play("e2e4 e7e5 g1f3");
    let now = table.now;
    // The computer is thinking: only the own move goes back.
    table.take_back(now).expect("a move");
    assert_eq!(table.ply(), 2);
    // Now its answer goes with it.
    table.take_back(now).expect("a move");
    assert_eq!((table.ply(), table.turn()), (0, Colour::White));
    assert_eq!(table.take_back(now), Err(UndoError::Nothing));
    table.put_back(now).expect("two turns");
    assert_eq!((table.ply(), table.turn()), (2, Colour::White));
    table.put_back(now).expect("one turn");
    assert_eq!(table.ply(), 3);
}

#[test]
fn a_black_player_cannot_take_back_the_computers_first_move() {
    let mut table = Table::new(start(), against_computer(Colour::Black));
    table.play("e2e4");
    assert!(!table.can_take_back());
    let now = table.now;
    assert_eq!(table.take_back(now), Err(UndoError::Nothing));
    table.play("e7e5 g1f3");
    let now = table.now;
    table.take_back(now).expect("two turns");
    assert_eq!((table.ply(), table.turn()), (1, Colour::Black));
}

#[test]
fn two_people_take_back_one_turn_at_a_time() {
    let mut table = Table::of("standard");
    table.play("e2e4 e7e5");
    let now = table.now;
    table.take_back(now).expect("a turn");
    assert_eq!(table.ply(), 1);
    table.put_back(now).expect("a turn");
    assert_eq!(table.ply(), 2);
}

#[test]
fn a_game_that_was_over_goes_on() {
    let mut table = Table::with_clock(fischer(60.0, 0.0));
    table.play("f2f3 e7e5 g2g4 d8h4");
    assert!(table.is_over());
    let now = table.now;
    table.undo(now, 1).expect("the mate");
    assert!(!table.is_over() && table.clock_runs());
    table.redo(now, 1).expect("the mate");
    assert_eq!(table.result(), "black wins by checkmate");
    assert!(!table.clock_runs());
    // A flag is no turn; what it ended goes on from the last one, with the time of then.
    let mut table = Table::with_clock(fischer(60.0, 0.0));
    table.wait(5.0).play("e2e4").wait(61.0);
    assert_eq!(table.result(), "white wins by time");
    let now = table.now;
    table.undo(now, 1).expect("a turn");
    assert_eq!((table.result().as_str(), table.clocks()), ("", [60.0, 60.0]));
}

#[test]
fn somebody_elsewhere_must_be_asked() {
    let mut table = Table::new(start(), GameTerms { ..apart() });
    table.play("e2e4");
    let now = table.now;
    assert_eq!(table.undo(now, 1), Err(UndoError::NeedsConsent));
    assert_eq!(table.take_back(now), Err(UndoError::NeedsConsent));
    assert_eq!(table.redo(now, 1), Err(UndoError::NeedsConsent));
    assert!(!table.can_take_back() && table.ply() == 1);
}

#[test]
fn special_moves_are_taken_back_whole() {
    let text = "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
    for moves in ["e5d6", "e1g1", "e1c1", "b7a8q", "b7b8n", "a1a8"] {
        let mut table = Table::from_fen("standard", text);
        table.play(moves);
        let (now, end) = (table.now, table.fen());
        table.undo(now, 1).expect("a move");
        assert_eq!(table.fen(), text, "{moves}");
        table.redo(now, 1).expect("a move");
        assert_eq!(table.fen(), end, "{moves}");
    }
}
