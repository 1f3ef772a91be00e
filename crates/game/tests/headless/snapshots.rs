//! Saving and going on: snapshots are exact, and nonsense is refused.

use rules::{Colour, Move, MoveKind, Outcome, Piece, Position, Reason, Setup, Turn};
use xxlchess_game::{Game, GameEnd, GameTerms, Offers, SavedTurn, Snapshot, SnapshotError};

use crate::table::{Table, apart, fischer, fog, per_turn, position, rules, seconds, square};
use Colour::{Black, White};

/// Saves, loads a thousand seconds later, and compares.
fn reload(table: &Table) -> Table {
    let saved = table.snapshot(table.now);
    let now = table.now + seconds(1000.0);
    let game = Game::from_snapshot(table.rules(), saved.clone(), now).expect("a good snapshot");
    assert_eq!(game.snapshot(now), saved);
    assert_eq!(game.position(), table.position());
    assert_eq!(game.turns(), table.turns());
    assert_eq!(game.phase(), table.phase());
    Table { game, now }
}

#[test]
fn a_game_goes_on_exactly_as_it_was() {
    let terms = GameTerms { clocks: fischer(60.0, 1.0), ..apart() };
    let mut table = Table::new(Position::start(&rules("standard")), terms);
    table.wait(5.0).play("e2e4").wait(3.0).play("e7e5 g1f3").wait(2.0);
    let now = table.now;
    table.offer_draw(now, White).expect("an offer");
    let mut again = reload(&table);
    assert_eq!(again.clocks(), [57.0, 56.0]);
    let now = again.now;
    assert_eq!(again.offer_draw(now, White), Err(xxlchess_game::OfferError::AskedAlready));
    again.wait(1.0);
    assert_eq!((again.clocks(), again.thinking_time(again.now)), ([57.0, 55.0], seconds(3.0)));
    assert!(again.happened().is_empty());
    again.play("b8c6");
    let turn = again.last_turn().expect("a turn");
    assert_eq!((turn.spent, turn.clock_after), (seconds(3.0), Some(seconds(56.0))));
}

#[test]
fn pauses_passes_and_ends_are_kept() {
    let mut table = Table::with_clock(per_turn(5.0));
    table.wait(5.0).play("e7e5").wait(1.0);
    let now = table.now;
    table.pause(now);
    let mut again = reload(&table);
    again.wait(100.0);
    assert_eq!(again.clocks(), [4.0, 5.0]);
    let now = again.now;
    again.resume(now);
    again.wait(4.0);
    assert_eq!(again.turn(), Black);

    let now = again.now;
    again.resign(now, Black).expect("a resignation");
    assert_eq!(reload(&again).result(), "white wins by resignation");
    let mut aborted = Table::of("xxl");
    let now = aborted.now;
    aborted.abort(now).expect("in time");
    assert_eq!(reload(&aborted).result(), "aborted");
    let mut mate = Table::of("standard");
    mate.play("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(reload(&mate).result(), "black wins by checkmate");
}

#[test]
fn a_start_that_no_fen_can_tell_is_kept() {
    let table = Table::from_fen("xxl", "k13/14/14/14/14/14/14/14/14/14/14/14/P13/K12P w - - 0 1");
    let mut moved = Table { game: table.game.clone(), now: table.now };
    // A pawn that comes to the second rank from below may not go two squares from there.
    moved.play("n1n2 a14b14");
    let terms = GameTerms::default();
    let middle = Table::new(moved.position().clone(), terms);
    let again = reload(&middle);
    assert_eq!(again.moves_from("n2").len(), 1);
    assert_eq!(again.moves_from("a2").len(), 2);
}

#[test]
fn under_fog_the_board_is_handed_over_again() {
    let mut table = Table::new(Position::start(&fog("standard")), GameTerms::default());
    let now = table.now;
    table.confirm_hand_over(now);
    table.play("e2e4");
    reload(&table);
}

/// A game as an archive gives it: moves and clocks, but nothing about the moment it was saved.
fn from_archive(
    turns: &[(&str, &str, Option<f64>)],
    clocks: Option<[xxlchess_game::TimeControl; 2]>,
) -> Snapshot {
    let saved = |(from, to, clock): &(&str, &str, Option<f64>)| SavedTurn {
        turn: Turn::Move(Move::new(square(from), square(to), MoveKind::Plain)),
        spent: seconds(0.0),
        clock_after: clock.map(seconds),
    };
    Snapshot {
        start: Position::start(&rules("standard")).to_setup(),
        turns: turns.iter().map(saved).collect(),
        terms: GameTerms { clocks, ..GameTerms::default() },
        remaining: None,
        thinking_time: seconds(0.0),
        is_paused: false,
        offers: Offers::default(),
        end: None,
    }
}

#[test]
fn clocks_follow_from_the_record_where_nothing_else_is_known() {
    let now = seconds(5.0);
    let turns = [("e2", "e3", Some(50.0)), ("e7", "e6", None), ("a2", "a3", Some(40.0))];
    let snapshot = from_archive(&turns, fischer(60.0, 0.0));
    let game = Game::from_snapshot(&rules("standard"), snapshot, now).expect("a game");
    let table = Table { game, now };
    assert_eq!(table.clocks(), [40.0, 60.0]);
}

#[test]
fn nonsense_is_refused_with_its_place() {
    let load = |snapshot: Snapshot| {
        let loaded = Game::from_snapshot(&rules("standard"), snapshot, seconds(0.0));
        loaded.map(|_| ()).expect_err("nonsense")
    };
    let good = || from_archive(&[("e2", "e3", None)], None);

    let illegal = from_archive(&[("e2", "e3", None), ("e7", "e3", None)], None);
    let error = load(illegal);
    assert!(matches!(error, SnapshotError::Illegal { number: 2, .. }));
    assert_eq!(error.to_string(), "turn 2 is e7e3, which is not legal");

    let mut no_kings = good();
    no_kings.start = Setup::default();
    assert!(matches!(load(no_kings), SnapshotError::Start(faults) if faults.len() == 2));

    let mut times = good();
    times.remaining = Some([seconds(1.0), seconds(2.0)]);
    assert_eq!(load(times), SnapshotError::TimesWithoutClocks);

    let mut mate = good();
    let outcome = Outcome::won_by(White, Reason::Checkmate);
    mate.end = Some(GameEnd::from(outcome));
    assert_eq!(load(mate), SnapshotError::End(outcome));

    let mut pass = good();
    pass.start = position(&rules("standard"), "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").to_setup();
    pass.turns[0].turn = Turn::Pass;
    assert_eq!(load(pass), SnapshotError::PassInCheck { number: 1 });

    // Squares and pieces of another board.
    let mut off_board = good();
    let pawn = rules("standard").piece_named("pawn").expect("a pawn");
    off_board.start.put(square("n14"), Piece::new(pawn, White));
    assert!(matches!(load(off_board), SnapshotError::Start(_)));
    let mut foreign = good();
    let queen = rules("xxl").piece_named("queen").expect("a queen");
    foreign.start.put(square("e4"), Piece::new(queen, White));
    assert_eq!(load(foreign), SnapshotError::ForeignPiece { square: square("e4") });
}

#[test]
fn a_game_that_is_over_on_the_board_is_over_even_if_it_is_not_said() {
    let mut table = Table::of("standard");
    table.play("f2f3 e7e5 g2g4 d8h4");
    let mut snapshot = table.snapshot(table.now);
    snapshot.end = None;
    let game = Game::from_snapshot(table.rules(), snapshot, table.now).expect("a game");
    assert!(game.is_over() && !game.clock_runs());
}
