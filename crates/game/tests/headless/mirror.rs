//! A client follows a server: only the referee lets flags fall.

use record::{Authority, ClockTimes, Entry, EntryKind, GameEnd, GameTerms, Player, Players};
use rules::{Colour, Outcome, Position, Reason};
use xxlchess_game::{Game, ReplayError};

use crate::table::{Table, apart, fischer, per_turn, rules, seconds};
use Colour::{Black, White};

fn client(clocks: Option<[record::TimeControl; 2]>) -> Table {
    let players = Players { white: Player::human("Anna"), black: Player::remote("Ben") };
    let terms = GameTerms { players, clocks, referee: Authority::Elsewhere, ..apart() };
    Table::new(Position::start(&rules("standard")), terms)
}

#[test]
fn a_client_waits_for_the_referees_word_about_time() {
    let mut table = client(fischer(10.0, 0.0));
    table.wait(15.0);
    assert_eq!((table.result().as_str(), table.clocks()), ("", [0.0, 10.0]));
    assert_eq!(table.next_tick(), None);
    let (now, end) = (table.now, GameEnd::from(Outcome::won_by(Black, Reason::Time)));
    for _ in 0..2 {
        table.follow(now, 0, Entry::new(EntryKind::End(end))).expect("the referee's word");
    }
    assert_eq!(table.told_result(), "black wins by time");
    assert_eq!(table.happened(), ["white low time", "black wins by time"]);
}

#[test]
fn clocks_are_set_to_what_the_referee_says() {
    let mut table = client(fischer(10.0, 0.0));
    table.wait(2.0).play("e2e4").wait(1.0);
    let now = table.now;
    table.sync_clocks(now, [seconds(8.25), seconds(9.5)], true);
    assert_eq!(table.clocks(), [8.25, 9.5]);
    let entry = Entry { clock: Some(seconds(8.25)), ..table.turns()[0].entry(table.rules()) };
    table.follow(now, 0, entry).expect("our own move");
    assert_eq!(table.ply(), 1);
    assert_eq!(table.turns()[0].clock_after, Some(seconds(8.25)));
    table.wait(1.0);
    assert_eq!(table.clocks(), [8.25, 8.5]);
    let mut timeless = client(None);
    timeless.sync_clocks(now, [seconds(1.0), seconds(1.0)], true);
    assert_eq!(timeless.remaining(White, now), None);
}

#[test]
fn turns_pass_when_the_referee_says_so() {
    let mut table = client(per_turn(5.0));
    table.wait(6.0);
    assert_eq!(table.turn(), White);
    let now = table.now;
    let pass = Entry { spent: seconds(5.0), ..Entry::new(EntryKind::Pass) };
    let pass = Entry { clock: Some(seconds(0.0)), ..pass };
    table.follow(now, 0, pass).expect("it is White's turn");
    assert_eq!((table.turn(), table.clocks()), (Black, [5.0, 5.0]));
    let hidden = table.follow(now, 1, Entry::new(EntryKind::HiddenMove));
    assert_eq!(hidden, Err(ReplayError::Hidden { number: 2 }));
    let now = table.now;
    table.sync_clocks(now, [seconds(5.0), seconds(4.5)], true);
    assert_eq!(table.turns()[0].clock_after.map(|left| left.as_secs()), Some(0));
}

#[test]
fn a_client_that_comes_back_goes_on_from_the_record() {
    let terms = GameTerms { clocks: fischer(60.0, 2.0), ..apart() };
    let mut server = Table::new(Position::start(&rules("standard")), terms);
    server.wait(4.0).play("e2e4").wait(6.0);
    let mut record = server.record().clone();
    record.terms.players.white = Player::human("Anna");
    record.terms.referee = Authority::Elsewhere;
    let [white, black] = server.clocks().map(seconds);
    record.entries.push(Entry::new(EntryKind::SetClocks(ClockTimes { white, black })));
    let now = seconds(3.0);
    let game = Game::replay(server.start().clone(), record, now).expect("a good record");
    let mut client = Table { game, now };
    assert_eq!(client.clocks(), server.clocks());
    client.wait(1.0).play("e7e5");
    server.wait(1.0).play("e7e5");
    assert_eq!(client.clocks(), server.clocks());
    assert_eq!(client.fen(), server.fen());
}
