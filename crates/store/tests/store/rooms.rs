//! The rooms of a server: all kinds of store keep them alike.

use store::{MemoryStore, RoomChange, SavedRoom, ServerStore};

use crate::common::Folder;

fn keep(room: &str, head: Option<&str>, keep: u32, turns: &[&str]) -> RoomChange {
    RoomChange::Keep {
        room: room.to_owned(),
        head: head.map(str::to_owned),
        keep,
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
    let a = SavedRoom {
        room: "a".to_owned(),
        head: "second".to_owned(),
        turns: ["one", "two", "other"].map(str::to_owned).to_vec(),
    };
    let b = SavedRoom { room: "b".to_owned(), head: "head".to_owned(), turns: Vec::new() };
    assert_eq!(rooms, [a, b.clone()]);
    store.save_rooms(&[RoomChange::Forget { room: "a".to_owned() }]).expect("forgotten");
    // All or none: the second change names a room that is not there.
    let faulty = [keep("c", Some("head"), 0, &[]), keep("d", None, 0, &["one"])];
    store.save_rooms(&faulty).expect_err("no such room");
    assert_eq!(store.rooms().expect("read"), [b]);
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
        store::SqliteStore::open_for_server(&folder.file("store.db")).expect("a store");
    assert_eq!(notice, None);
    check(&mut store);
    let other = store::SqliteStore::open_for_server(&folder.file("store.db"));
    let error = other.expect_err("there is a server");
    assert!(error.to_string().contains("store.db is in use by another server;"), "{error}");
    drop(store);
    assert_eq!(store::Rooms::rooms(&folder.store()).expect("read").len(), 1);
}
