//! The rooms of a server: all kinds of store keep them alike.

use record::{Entry, EntryKind};
use xxlchess_store::{
    EndedGame, EndedRecord, GameQuery, MemoryStore, PutAway, RoomChange, SavedRoom, ServerStore,
    UnixTime,
};

use crate::common::{Folder, played};

fn entries(moves: &[&str]) -> Vec<Entry> {
    let entry = |text: &&str| Entry::new(EntryKind::Move(text.parse().expect("a move")));
    moves.iter().map(entry).collect()
}

fn keep(room: &str, head: Option<&str>, keep: u32, moves: &[&str]) -> RoomChange {
    RoomChange::Keep {
        room: room.to_owned(),
        head: head.map(str::to_owned),
        keep,
        entries: entries(moves),
        at: UnixTime(7),
    }
}

type Kept = (String, String, Vec<Entry>);

fn saved(room: &str, head: &str, moves: &[&str]) -> Kept {
    (room.to_owned(), head.to_owned(), entries(moves))
}

fn rooms(store: &dyn ServerStore) -> Vec<Kept> {
    let rooms = store.rooms().expect("read").into_iter();
    let kept = |room: SavedRoom| {
        let entries = room.entries().expect("rows");
        (room.room, room.head, entries)
    };
    rooms.map(kept).collect()
}

/// Keeps rooms in a store that has none.
pub fn check(store: &mut dyn ServerStore) {
    let changes = [keep("b", Some("head"), 0, &[]), keep("a", Some("first"), 0, &["a2a3"])];
    store.save_rooms(&changes).expect("kept");
    store.save_rooms(&[keep("a", None, 1, &["a3a4", "a4a5"])]).expect("kept");
    store.save_rooms(&[keep("a", Some("second"), 2, &["b2b3"])]).expect("taken back");
    let kept = rooms(store);
    let b = saved("b", "head", &[]);
    assert_eq!(kept, [saved("a", "second", &["a2a3", "a3a4", "b2b3"]), b.clone()]);
    store.save_rooms(&[RoomChange::Forget { room: "a".to_owned() }]).expect("forgotten");
    // All or none: the second change names a room that is not there.
    let faulty = [keep("c", Some("head"), 0, &[]), keep("d", None, 0, &["a2a3"])];
    store.save_rooms(&faulty).expect_err("no such room");
    assert_eq!(rooms(store), std::slice::from_ref(&b));
    // The order counts, also for a room that changes twice.
    let changes = [
        keep("e", Some("first"), 0, &["a2a3", "a3a4"]),
        keep("f", Some("head"), 0, &[]),
        keep("e", None, 2, &["a4a5"]),
        keep("e", Some("second"), 1, &["b2b3"]),
        RoomChange::Forget { room: "f".to_owned() },
        keep("g", Some("head"), 0, &["a2a3"]),
        RoomChange::Forget { room: "g".to_owned() },
        keep("g", Some("again"), 0, &[]),
    ];
    store.save_rooms(&changes).expect("kept");
    let expected = [b, saved("e", "second", &["a2a3", "b2b3"]), saved("g", "again", &[])];
    assert_eq!(rooms(store), expected);
    let gone = ["e", "g"].map(|room| RoomChange::Forget { room: room.to_owned() });
    store.save_rooms(&gone).expect("forgotten");
    check_put_away(store);
}

/// The game of a room is put away once.
fn check_put_away(store: &mut dyn ServerStore) {
    let records = vec![EndedRecord { replaces: None, record: played("standard", 1, None) }];
    let game = EndedGame { slot: None, records, rated: None };
    assert_eq!(store.game_of_room("b").expect("read"), None);
    let done = store.put_away_room("b", &game).expect("put away");
    assert_eq!(done.games.len(), 1);
    assert_eq!(store.put_away_room("b", &game).expect("known"), PutAway::default());
    assert_eq!(store.game_of_room("b").expect("read"), done.games.first().copied());
    assert_eq!(store.games(&GameQuery::of(None)).expect("read").total, 1);
}

#[test]
fn rooms_are_kept_turn_by_turn() {
    check(&mut MemoryStore::new());
    check(&mut Folder::new("rooms").store());
}

#[test]
fn a_servers_store_is_an_ordinary_one() {
    let folder = Folder::new("server-rooms");
    let (mut store, notice) =
        xxlchess_store::SqliteStore::open_for_server(&folder.file("store.db")).expect("a store");
    assert_eq!(notice, None);
    check(&mut store);
    let other = xxlchess_store::SqliteStore::open_for_server(&folder.file("store.db"));
    let error = other.expect_err("there is a server");
    assert!(error.to_string().contains("store.db is in use by another server;"), "{error}");
    drop(store);
    assert_eq!(xxlchess_store::Rooms::rooms(&folder.store()).expect("read").len(), 1);
}
