//! Clocks with a limit for each turn: the turn passes, but a side in check loses.

use record::GameTerms;
use rules::{Colour, Position, Turn};
use xxlchess_game::PlayError;

use crate::table::{Table, against_computer, fog, per_turn, position, rules};

#[test]
fn the_turn_passes_when_its_time_is_up() {
    let mut table = Table::with_clock(per_turn(30.0));
    table.wait(29.0);
    assert_eq!((table.turn(), table.clocks()), (Colour::White, [1.0, 30.0]));
    table.wait(1.0);
    assert_eq!((table.turn(), table.clocks()), (Colour::Black, [30.0, 30.0]));
    assert_eq!(table.happened(), ["white low time", "white passed"]);
    assert_eq!(table.turns()[0].turn, Turn::Pass);
    table.wait(10.0).play("e7e5");
    assert_eq!(table.fen(), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!(table.clocks(), [30.0, 30.0]);
    let left = table.turns()[1].clock_after.expect("a clock");
    assert_eq!(left.as_secs(), 20);
}

#[test]
fn each_turn_is_warned_of() {
    let mut table = Table::with_clock(per_turn(30.0));
    table.wait(28.0).play("e2e4").wait(28.0).play("e7e5").wait(28.0);
    assert_eq!(
        table.happened(),
        ["white low time", "e2e4", "black low time", "e7e5", "white low time"]
    );
}

#[test]
fn a_side_in_check_loses_instead() {
    let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    for id in ["standard", "king-capture"] {
        let terms = GameTerms { clocks: per_turn(5.0), ..GameTerms::default() };
        let mut table = Table::new(position(&rules(id), check), terms);
        table.wait(5.0);
        assert_eq!(table.result(), "black wins by time", "{id}");
    }
}

#[test]
fn under_fog_a_check_does_nothing_that_could_tell_of_it() {
    let start = position(&fog("standard"), "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let terms = GameTerms { clocks: per_turn(5.0), ..against_computer(Colour::White) };
    let mut table = Table::new(start, terms);
    table.wait(5.0);
    assert_eq!((table.result().as_str(), table.turn()), ("", Colour::Black));
}

#[test]
fn however_long_nobody_looks_one_turn_passes_at_a_time() {
    let mut table = Table::with_clock(per_turn(5.0));
    table.wait(3600.0);
    assert_eq!((table.turn(), table.ply()), (Colour::Black, 1));
    assert_eq!(table.clocks(), [5.0, 5.0]);
}

#[test]
fn a_move_that_comes_after_its_turn_is_refused() {
    let mut table = Table::with_clock(per_turn(5.0));
    table.wait_without_tick(6.0);
    assert_eq!(table.carry("e2e4"), Err(PlayError::NotYourTurn { turn: Colour::Black }));
    assert_eq!(table.happened(), ["white passed"]);
}

#[test]
fn passed_turns_are_taken_back_and_played_again_like_moves() {
    let mut table = Table::with_clock(per_turn(5.0));
    table.play("e2e4").wait(5.0).play("d2d4");
    let end = table.fen();
    let now = table.now;
    table.undo(now, 2).expect("two turns");
    assert_eq!(table.turn(), Colour::Black);
    table.redo(now, 2).expect("two turns");
    assert_eq!(table.fen(), end);
    let (two, three) = (table.position_at(2), table.position_at(3));
    assert_eq!((two.turn(), &three), (Colour::White, table.position()));
}

#[test]
fn a_pass_ends_the_right_to_take_in_passing() {
    let terms = GameTerms { clocks: per_turn(5.0), ..GameTerms::default() };
    let start = position(&rules("standard"), "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    let mut table = Table::new(start, terms);
    table.play("e2e4").wait(5.0).play("e1d1");
    assert_eq!(table.position().en_passant_square(), None);
}

#[test]
fn a_pass_can_stalemate_the_other_side() {
    let terms = GameTerms { clocks: per_turn(5.0), ..GameTerms::default() };
    let start = position(&rules("standard"), "k7/2Q5/2K5/8/8/8/8/8 w - - 0 1");
    let mut table = Table::new(start, terms);
    table.wait(5.0);
    assert_eq!(table.result(), "draw by stalemate");
}

#[test]
fn positions_repeat_over_passed_turns() {
    let terms = GameTerms { clocks: per_turn(5.0), ..GameTerms::default() };
    let mut table = Table::new(Position::start(&rules("standard")), terms);
    table.wait(5.0).wait(5.0).wait(5.0);
    assert_eq!(table.result(), "");
    table.wait(5.0);
    assert_eq!(table.result(), "draw by threefold-repetition");
}
