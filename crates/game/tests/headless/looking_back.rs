//! Stepping through and replaying a game, which changes nothing in it.

use std::time::Duration;

use xxlchess_game::Cursor;

use crate::table::{Table, fischer, seconds};

const NOW: Duration = Duration::from_secs(100);

#[test]
fn the_present_moves_on_with_the_game() {
    let cursor = Cursor::live();
    assert_eq!((cursor.ply(NOW, 0), cursor.ply(NOW, 7)), (0, 7));
    assert!(cursor.is_live());
}

#[test]
fn one_steps_and_jumps_and_comes_back_to_the_present() {
    let mut cursor = Cursor::live();
    cursor.back(NOW, 5);
    assert_eq!(cursor.ply(NOW, 5), 4);
    cursor.back(NOW, 5);
    assert_eq!(cursor.ply(NOW, 9), 3, "new moves do not move what is shown");
    cursor.forward(NOW, 9);
    assert_eq!((cursor.ply(NOW, 9), cursor.is_live()), (4, false));
    cursor.first(9);
    assert_eq!(cursor.ply(NOW, 9), 0);
    cursor.back(NOW, 9);
    assert_eq!(cursor.ply(NOW, 9), 0);
    cursor.jump(8, 9);
    cursor.forward(NOW, 9);
    assert!(cursor.is_live());
    cursor.jump(3, 9);
    assert_eq!(cursor.ply(NOW, 2), 2, "moves were taken back meanwhile");
    cursor.go_live();
    assert!(cursor.is_live());
}

#[test]
fn a_replay_shows_a_turn_each_interval_at_any_speed() {
    let mut cursor = Cursor::live();
    cursor.replay(NOW, 4, seconds(2.0));
    let shown = |cursor: &Cursor, after: f64| cursor.ply(NOW + seconds(after), 4);
    assert_eq!([0.0, 1.9, 2.0, 4.5, 8.0, 100.0].map(|t| shown(&cursor, t)), [0, 0, 1, 2, 4, 4]);
    assert_eq!(cursor.next_step(NOW + seconds(4.5), 4), Some(NOW + seconds(6.0)));
    assert!(cursor.is_replaying(NOW, 4) && !cursor.is_replaying(NOW + seconds(8.0), 4));
    assert_eq!(cursor.next_step(NOW + seconds(8.0), 4), None);
    // Faster from here on.
    let now = NOW + seconds(4.5);
    cursor.replay(now, 4, seconds(0.5));
    assert_eq!(cursor.ply(now, 4), 2);
    assert_eq!(cursor.ply(now + seconds(0.5), 4), 3);
    cursor.stop(now + seconds(0.5), 4);
    assert_eq!(cursor.ply(now + seconds(60.0), 4), 3);
    // An interval of nothing is at the end at once.
    cursor.replay(now, 4, Duration::ZERO);
    assert_eq!(cursor.ply(now, 4), 4);
}

#[test]
fn earlier_positions_are_shown_while_the_clock_runs_on() {
    let mut table = Table::with_clock(fischer(60.0, 0.0));
    table.play("e2e4 e7e5 g1f3");
    let mut cursor = Cursor::live();
    cursor.jump(1, table.ply());
    let shown = table.position_at(cursor.ply(table.now, table.ply()));
    assert_eq!(
        notation::fen::format(&shown),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    table.wait(5.0);
    assert_eq!(table.clocks(), [60.0, 55.0]);
    assert_eq!(&table.position_at(99), table.position());
    assert_eq!(&table.position_at(0), table.start());
}
