//! Saving and going on: a replayed record restores the game exactly, and nonsense is refused.

use record::{
    ClockTimes, Entry, EntryKind, GameEnd, GameRecord, GameTerms, OfferError, TimeControl,
};
use rules::{Colour, Outcome, Position, Reason};
use xxlchess_game::{Game, ReplayError};

use crate::table::{Table, apart, fischer, fog, per_turn, position, rules, seconds};
use Colour::{Black, White};

/// Saves, loads a thousand seconds later, and compares. The time since the last entry is lost.
fn reload(table: &Table) -> Table {
    let saved = table.record().clone();
    let now = table.now + seconds(1000.0);
    let game = Game::replay(table.start().clone(), saved.clone(), now).expect("a good record");
    assert_eq!(*game.record(), saved);
    assert_eq!(game.position(), table.position());
    assert_eq!(game.turns(), table.turns());
    assert_eq!(game.offers(), table.offers());
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
    assert_eq!(again.offer_draw(now, White), Err(OfferError::AskedAlready));
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
fn turns_that_were_taken_back_can_be_played_again_after_a_reload() {
    let mut table = Table::with_clock(fischer(60.0, 0.0));
    table.wait(2.0).play("e2e4").wait(3.0).play("e7e5");
    let now = table.now;
    table.undo(now, 2).expect("two turns");
    table.redo(now, 1).expect("one of them");
    let mut again = reload(&table);
    assert_eq!((again.ply(), again.clocks()), (1, [58.0, 60.0]));
    let now = again.now;
    again.redo(now, 1).expect("the other one");
    assert_eq!((again.ply(), again.clocks()), (2, [58.0, 57.0]));
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
fn from_archive(turns: &[(&str, Option<f64>)], clocks: Option<[TimeControl; 2]>) -> GameRecord {
    let entry = |(text, clock): &(&str, Option<f64>)| Entry {
        clock: clock.map(seconds),
        ..Entry::new(EntryKind::Move(text.parse().expect("a move")))
    };
    let terms = GameTerms { clocks, ..GameTerms::default() };
    GameRecord { terms, entries: turns.iter().map(entry).collect() }
}

#[test]
fn clocks_follow_from_the_turns_where_nothing_else_is_known() {
    let now = seconds(5.0);
    let turns = [("e2e3", Some(50.0)), ("e7e6", None), ("a2a3", Some(40.0))];
    let record = from_archive(&turns, fischer(60.0, 0.0));
    let start = Position::start(&rules("standard"));
    let game = Game::replay(start.clone(), record.clone(), now).expect("a game");
    assert_eq!(Table { game, now }.clocks(), [40.0, 60.0]);
    // They can also be set, with the time of the present turn.
    let times = ClockTimes { white: seconds(30.0), black: seconds(20.0) };
    let set = Entry { spent: seconds(7.0), ..Entry::new(EntryKind::SetClocks(times)) };
    let entries = record.entries.into_iter().chain([set]).collect();
    let game = Game::replay(start, GameRecord { entries, ..record }, now).expect("a game");
    assert_eq!(game.thinking_time(now), seconds(7.0));
    assert_eq!(Table { game, now }.clocks(), [30.0, 20.0]);
}

#[test]
fn nonsense_is_refused_with_its_place() {
    let load = |start: &str, entries: &[EntryKind]| {
        let entries = entries.iter().copied().map(Entry::new).collect();
        let record = GameRecord { entries, ..GameRecord::default() };
        let start = match start {
            "" => Position::start(&rules("standard")),
            fen => position(&rules("standard"), fen),
        };
        Game::replay(start, record, seconds(0.0)).map(|_| ()).expect_err("nonsense")
    };
    let step = |text: &str| EntryKind::Move(text.parse().expect("a move"));
    let error = load("", &[step("e2e3"), step("e7e3")]);
    assert!(matches!(error, ReplayError::Illegal { number: 2, .. }));
    assert_eq!(error.to_string(), "entry 2 plays e7e3, which is not legal");
    // Squares of another board.
    assert!(matches!(load("", &[step("n13n14")]), ReplayError::Illegal { number: 1, .. }));

    let outcome = Outcome::won_by(White, Reason::Checkmate);
    let mate = EntryKind::End(GameEnd::from(outcome));
    assert_eq!(load("", &[step("e2e3"), mate]), ReplayError::End(outcome));
    let resigned = EntryKind::End(GameEnd::from(Outcome::won_by(White, Reason::Resignation)));
    assert_eq!(load("", &[resigned, step("e2e3")]), ReplayError::AfterEnd { number: 2 });
    let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    assert_eq!(load(check, &[EntryKind::Pass]), ReplayError::PassInCheck { number: 1 });
    for plies in [0, 2, u32::MAX] {
        let entries = [step("e2e3"), EntryKind::TakeBack(plies)];
        assert_eq!(load("", &entries), ReplayError::NoSuchTurns { number: 2 });
    }
    assert_eq!(load("", &[EntryKind::PutBack(1)]), ReplayError::NoSuchTurns { number: 1 });
    assert_eq!(load("", &[EntryKind::HiddenMove]), ReplayError::Hidden { number: 1 });
}

#[test]
fn a_game_that_is_over_on_the_board_is_over_even_if_it_is_not_said() {
    let mut table = Table::of("standard");
    table.play("f2f3 e7e5 g2g4 d8h4");
    let mut record = table.record().clone();
    assert!(record.end().is_some());
    record.entries.pop();
    let game = Game::replay(table.start().clone(), record, table.now).expect("a game");
    assert!(game.is_over() && !game.clock_runs() && game.record().end().is_some());
}
