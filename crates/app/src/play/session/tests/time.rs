//! Clocks, and how seldom the window must look at them.

use std::time::Duration;

use rules::Colour;
use sound::Cue;

use super::table::{Table, computer, fischer, per_turn, position};
use crate::new_game::{NewGame, PlayerChoice};

fn game(seats: [PlayerChoice; 2]) -> NewGame {
    NewGame::new(position("standard", ""), seats)
}

#[test]
fn fischer_clocks_run_and_gain_the_increment() {
    let mut start = game([PlayerChoice::Human, PlayerChoice::Human]);
    start.clocks = fischer(60, 2);
    let mut table = Table::new(&start);
    table.wait(5.0);
    assert_eq!((table.clock(Colour::White), table.clock(Colour::Black)), (55.0, 60.0));
    table.try_move_now("e2e4");
    assert_eq!(table.clock(Colour::White), 57.0);
}

#[test]
fn a_turn_that_is_up_passes_and_says_so() {
    let mut start = game([PlayerChoice::Human, PlayerChoice::Human]);
    start.clocks = per_turn(5);
    let mut table = Table::new(&start);
    table.wait(5.1);
    assert_eq!(table.said(), "Time is up – White's turn passed");
    assert_eq!(table.session.game().turn(), Colour::Black);
    assert_eq!(table.session.sheet().entries()[0].text, "–");
    // A record of it can be saved, and the game goes on from there.
    let again = Table::new(&NewGame::from_archive(table.archive()));
    assert_eq!((again.ply(), again.session.game().turn()), (1, Colour::Black));
    let check = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1";
    let mut start =
        NewGame::new(position("standard", check), [PlayerChoice::Human, PlayerChoice::Human]);
    start.clocks = per_turn(5);
    let mut table = Table::new(&start);
    table.wait(5.1);
    assert_eq!(table.said(), "White won on time");
}

#[test]
fn without_clocks_nothing_runs() {
    let mut table = Table::new(&game([PlayerChoice::Human, PlayerChoice::Human]));
    table.wait(100.0);
    assert_eq!(table.session.game().remaining(Colour::White, table.now), None);
    assert_eq!(table.session.next_change(table.now), None, "nothing to wait for");
}

#[test]
fn little_time_is_heard() {
    let mut start = game([PlayerChoice::Human, computer("random")]);
    start.clocks = fischer(100, 0);
    let mut table = Table::new(&start);
    table.wait(89.0);
    assert!(!table.cues.contains(&Cue::LowTime));
    table.wait(2.0);
    assert!(table.cues.contains(&Cue::LowTime));
}

#[test]
fn the_clock_asks_for_a_frame_a_second_and_ten_at_the_end() {
    let mut start = game([PlayerChoice::Human, PlayerChoice::Human]);
    start.clocks = fischer(60, 0);
    let mut table = Table::new(&start);
    let mut frames = 0;
    let until = |table: &Table, left: f64| table.clock(Colour::White) > left;
    while until(&table, 10.5) {
        table.now = table.session.next_change(table.now).expect("a frame");
        table.session.poll(table.now, true);
        frames += 1;
    }
    assert!((45..=60).contains(&frames), "{frames} frames in 49 seconds");
    let mut frames = 0;
    while until(&table, 1.0) {
        table.now = table.session.next_change(table.now).expect("a frame");
        table.session.poll(table.now, true);
        frames += 1;
    }
    assert!((85..=110).contains(&frames), "{frames} frames in 9 seconds");
}

#[test]
fn the_clocks_stand_while_the_user_is_elsewhere() {
    let mut start = game([PlayerChoice::Human, computer("random")]);
    start.clocks = fischer(60, 0);
    let mut table = Table::new(&start);
    table.session.pause(table.now);
    table.now += Duration::from_secs(1000);
    table.session.resume(table.now);
    table.wait(1.0);
    assert_eq!(table.clock(Colour::White), 59.0);
}

#[test]
fn a_computer_in_a_hurry_does_not_wait_for_the_board() {
    let mut start = game([computer("random"), PlayerChoice::Human]);
    start.clocks = fischer(1, 0);
    let mut table = Table::new(&start);
    table.session.poll(table.now, false);
    table.session.poll(table.now, false);
    assert_eq!(table.ply(), 1);
}

#[test]
fn a_game_from_the_menu_waits_for_the_first_move() {
    let mut start = game([PlayerChoice::Human, PlayerChoice::Human]);
    start.clocks = fischer(60, 0);
    start.clock_waits = true;
    let mut table = Table::new(&start);
    table.wait(30.0);
    table.session.pause(table.now);
    table.session.resume(table.now);
    table.wait(30.0);
    assert_eq!(table.clock(Colour::White), 60.0);
    table.try_move_now("e2e4");
    table.wait(5.0);
    assert_eq!((table.clock(Colour::White), table.clock(Colour::Black)), (60.0, 55.0));
    table.session.restart(table.now);
    table.wait(5.0);
    assert_eq!(table.clock(Colour::White), 60.0, "and so does the next");
}
