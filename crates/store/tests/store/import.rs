//! PGN files into the library.

use notation::pgn::Reader;
use xxlchess_store::{GameQuery, Library, MemoryStore, Origin, RulesKey, UnixTime, import};

use crate::common::Folder;

const FILE: &str = "\
[Event \"World Championship\"]\n[Site \"Reykjavik\"]\n[Date \"1972.07.11\"]\n[White \"Spassky, Boris\"]\n\
[Black \"Fischer, Robert\"]\n[Result \"1-0\"]\n\n1. d4 Nf6 2. c4 1-0\n\n\
[White \"Nobody\"]\n\n1. e5 *\n\n\
[Variant \"xxl\"]\n[Fog \"1\"]\n[Date \"1999.??.??\"]\n\n1. a4 {[%emt 0:00:07.5]} -- 2. b3 1/2-1/2\n";

#[test]
fn sound_games_are_added_and_faults_told() {
    let mut store = MemoryStore::new();
    let reader = Reader::new(FILE.as_bytes());
    let done = import::pgn(&mut store, reader, None, UnixTime(9), |_| true).expect("kept");
    assert_eq!((done.added, done.faulty, done.is_broken_off), (2, 1, false));
    assert_eq!(
        done.faults[0].to_string(),
        "game 2, line 12, column 4: move 1 of White: `e5` is not legal: no pawn can go to e5"
    );
    let page = store.games(&GameQuery::of(None)).expect("read");
    let [second, first] = page.games.as_slice() else { panic!("two games") };
    assert_eq!(first.summary.players, ["Spassky, Boris", "Fischer, Robert"]);
    assert_eq!(first.summary.began.expect("a date").to_string(), "1972-07-11T00:00:00Z");
    assert_eq!(first.summary.remarks, "World Championship Reykjavik");
    assert_eq!((first.summary.turns, first.summary.origin), (3, Origin::Imported));
    assert_eq!(second.summary.rules, RulesKey::from_text("xxl+fog"));
    assert_eq!(second.summary.time_played.as_millis(), 7500);
    let (_, text) = store.game(second.id).expect("read").expect("there");
    let (archive, _) = notation::archive::parse(&text).expect("an archive");
    assert_eq!(archive.moves().len(), 3);
    let words = GameQuery { search: "FISCHER reyk".to_owned(), ..GameQuery::of(None) };
    assert_eq!(store.games(&words).expect("read").total, 1);
    assert_eq!(store.statistics(None, 0).expect("read").total.games, 0, "nobody played them here");
}

#[test]
fn a_long_import_can_be_broken_off() {
    let folder = Folder::new("import");
    let mut store = folder.store();
    let file = "[White \"a\"]\n\n1. e4 *\n\n".repeat(1300);
    let mut told = Vec::new();
    let reader = Reader::new(file.as_bytes());
    let done = import::pgn(&mut store, reader, None, UnixTime(9), |added| {
        told.push(added);
        added < 1000
    });
    let done = done.expect("kept");
    assert_eq!((done.added, done.is_broken_off, told), (1000, true, vec![500, 1000]));
    assert_eq!(store.games(&GameQuery::of(None)).expect("read").total, 1000);
}
