//! The rooms of a server: all kinds of store keep them alike.

use xxlchess_store::{
    EndedGame, EndedRecord, GameQuery, MemoryStore, PutAway, RoomChange, SavedRoom, ServerStore,
};

use crate::common::{Folder, played};

fn keep(room: &str, head: Option<&str>, keep: u32, turns: &[&str]) -> RoomChange {
    RoomChange::Keep {
        room: room.to_owned(),
        head: head.map(str::to_owned),
        keep,
        turns: turns.iter().map(|turn| (*turn).to_owned()).collect(),
    }
}

fn saved(room: &str, head: &str, turns: &[&str]) -> SavedRoom {
    SavedRoom {
        room: room.to_owned(),
        head: head.to_owned(),
        turns: turns.iter().map(|turn| (*turn).to_owned()).collect(),
    }
}

/// Keeps rooms in a store that has none.
pub fn check(store: &mut dyn ServerStore) {
    let changes = [keep("b", Some("head"), 0, &[]), keep("a", Some("first"), 0, &["one"])];
    store.save_rooms(&changes).expect("kept");
    store.save_rooms(&[keep("a", None, 1, &["two", "three"])]).expect("kept");
    store.save_rooms(&[keep("a", Some("second"), 2, &["other"])]).expect("taken back");
    let rooms = store.rooms().expect("read");
    let b = saved("b", "head", &[]);
    assert_eq!(rooms, [saved("a", "second", &["one", "two", "other"]), b.clone()]);
    store.save_rooms(&[RoomChange::Forget { room: "a".to_owned() }]).expect("forgotten");
    // All or none: the second change names a room that is not there.
    let faulty = [keep("c", Some("head"), 0, &[]), keep("d", None, 0, &["one"])];
    store.save_rooms(&faulty).expect_err("no such room");
    assert_eq!(store.rooms().expect("read"), std::slice::from_ref(&b));
    // The order counts, also for a room that changes twice.
    let changes = [
        keep("e", Some("first"), 0, &["one", "two"]),
        keep("f", Some("head"), 0, &[]),
        keep("e", None, 2, &["three"]),
        keep("e", Some("second"), 1, &["other"]),
        RoomChange::Forget { room: "f".to_owned() },
        keep("g", Some("head"), 0, &["one"]),
        RoomChange::Forget { room: "g".to_owned() },
        keep("g", Some("again"), 0, &[]),
    ];
    store.save_rooms(&changes).expect("kept");
    let expected = [b, saved("e", "second", &["one", "other"]), saved("g", "again", &[])];
    assert_eq!(store.rooms().expect("read"), expected);
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
