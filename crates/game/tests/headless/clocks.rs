//! Clocks for a whole game: counting down, increments, flags, low time, pauses and lag.

use notation::uci;
use record::{GameTerms, TimeControl};
use rules::{Colour, Position};
use xxlchess_game::PlayError;

use crate::table::{Table, apart, fischer, rules, seconds};

#[test]
fn time_counts_down_while_a_side_thinks_and_gains_the_increment_after_its_move() {
    let mut table = Table::with_clock(fischer(180.0, 2.0));
    assert_eq!(table.clocks(), [180.0, 180.0]);
    table.wait(10.0);
    assert_eq!(table.clocks(), [170.0, 180.0]);
    table.play("e2e4");
    assert_eq!(table.clocks(), [172.0, 180.0]);
    table.wait(30.0).play("e7e5");
    assert_eq!(table.clocks(), [172.0, 152.0]);
    let recorded: Vec<_> = table.turns().iter().map(|turn| turn.clock_after).collect();
    assert_eq!(recorded, [Some(seconds(172.0)), Some(seconds(152.0))]);
    assert_eq!(table.turns()[1].spent, seconds(30.0));
}

#[test]
fn the_sides_may_have_different_times() {
    let control = |time, increment| TimeControl::Fischer {
        time: seconds(time),
        increment: seconds(increment),
    };
    let mut table = Table::with_clock(Some([control(60.0, 1.0), control(30.0, 0.0)]));
    table.wait(5.0).play("e2e4").wait(5.0).play("e7e5");
    assert_eq!(table.clocks(), [56.0, 25.0]);
}

#[test]
fn a_flag_falls_at_zero_and_not_before() {
    let mut table = Table::with_clock(fischer(10.0, 5.0));
    assert_eq!(table.next_tick(), Some(table.now + seconds(7.5)), "low time comes first");
    table.wait(9.999);
    assert_eq!(table.result(), "");
    assert_eq!(table.next_tick(), Some(table.now + seconds(0.001)));
    table.wait(0.001);
    assert_eq!(table.result(), "black wins by time");
    assert_eq!(table.happened(), ["white low time", "black wins by time"]);
    assert_eq!((table.clocks(), table.next_tick()), ([0.0, 10.0], None));
}

#[test]
fn a_move_after_the_flag_is_too_late_even_if_nobody_has_looked() {
    let mut table = Table::with_clock(fischer(10.0, 0.0));
    table.wait_without_tick(10.0);
    assert_eq!(table.carry("e2e4"), Err(PlayError::Over));
    assert_eq!(table.told_result(), "black wins by time");
}

#[test]
fn low_time_is_told_once() {
    let mut table = Table::with_clock(fischer(300.0, 3.0));
    table.wait(279.0);
    assert!(table.happened().is_empty());
    table.wait(1.0).wait(1.0);
    assert_eq!(table.happened(), ["white low time"]);
    table.play("e2e4 e7e5").wait(5.0);
    assert_eq!(table.happened(), ["e2e4", "e7e5"]);
}

#[test]
fn without_clocks_nothing_runs_out_but_turns_are_timed() {
    let mut table = Table::of("standard");
    table.wait(100_000.0).play("e2e4").wait(2.0);
    assert_eq!(table.remaining(Colour::White, table.now), None);
    assert_eq!(table.turns()[0].spent, seconds(100_000.0));
    assert_eq!(table.thinking_time(table.now), seconds(2.0));
    assert_eq!((table.next_tick(), table.turns()[0].clock_after), (None, None));
}

#[test]
fn a_pause_stops_the_clock_and_nothing_else_does() {
    let mut table = Table::with_clock(fischer(60.0, 0.0));
    table.wait(5.0);
    let now = table.now;
    table.pause(now);
    table.pause(now);
    table.wait(1000.0);
    assert_eq!(table.clocks(), [55.0, 60.0]);
    assert!(!table.clock_runs());
    let now = table.now;
    table.resume(now);
    table.resume(now);
    table.wait(5.0);
    assert_eq!(table.clocks(), [50.0, 60.0]);
    assert_eq!(table.happened(), ["paused", "resumed"]);
}

#[test]
fn a_held_clock_stands_until_it_is_released_or_the_turn_ends() {
    let mut table = Table::with_clock(fischer(60.0, 0.0));
    table.wait(5.0);
    let now = table.now;
    table.hold_clock(now, true);
    table.wait(1000.0);
    assert_eq!((table.clocks(), table.clock_runs()), ([55.0, 60.0], false));
    let now = table.now;
    table.hold_clock(now, false);
    table.wait(5.0);
    let now = table.now;
    table.hold_clock(now, true);
    table.wait(1000.0).play("e2e4");
    table.wait(7.0);
    assert_eq!(table.clocks(), [50.0, 53.0]);
}

#[test]
fn a_pause_comes_too_late_for_a_flag_that_has_fallen() {
    let mut table = Table::with_clock(fischer(60.0, 0.0));
    table.wait_without_tick(61.0);
    let now = table.now;
    table.pause(now);
    assert_eq!(table.result(), "black wins by time");
}

/// A game between people elsewhere, whose moves may travel for up to half a second.
fn with_lag() -> Table {
    let terms = GameTerms { clocks: fischer(10.0, 0.0), lag_allowance: seconds(0.5), ..apart() };
    Table::new(Position::start(&rules("standard")), terms)
}

fn play_with_credit(table: &mut Table, name: &str, credit: f64) -> Result<(), PlayError> {
    let chess_move = uci::parse(table.position(), name).expect("a legal move");
    let (now, by) = (table.now, table.turn());
    table.game.play_by(now, by, chess_move, seconds(credit))
}

#[test]
fn the_journey_of_a_move_is_not_charged_up_to_a_limit() {
    let mut table = with_lag();
    table.wait(2.0);
    play_with_credit(&mut table, "e2e4", 0.25).expect("in time");
    assert_eq!(table.clocks(), [8.25, 10.0]);
    table.wait(2.0);
    play_with_credit(&mut table, "e7e5", 60.0).expect("in time");
    assert_eq!(table.clocks(), [8.25, 8.5]);
    // More credit than the turn took gives nothing.
    play_with_credit(&mut table, "d2d4", 0.5).expect("in time");
    assert_eq!(table.clocks(), [8.25, 8.5]);
}

#[test]
fn a_flag_waits_for_a_move_that_may_be_on_its_way() {
    let mut table = with_lag();
    table.wait(10.25);
    assert_eq!((table.result().as_str(), table.clocks()), ("", [0.0, 10.0]));
    play_with_credit(&mut table, "e2e4", 0.5).expect("it was sent in time");
    assert_eq!(table.clocks(), [0.25, 10.0]);
    table.wait(10.25);
    assert_eq!(play_with_credit(&mut table, "e7e5", 0.125), Err(PlayError::Over));
    assert_eq!(table.result(), "white wins by time");

    let mut table = with_lag();
    table.wait(10.5);
    assert_eq!(table.result(), "black wins by time");
}
