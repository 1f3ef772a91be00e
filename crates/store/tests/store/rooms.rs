//! The rooms of a server: all kinds of store keep them alike.

use record::{Entry, EntryKind};
use xxlchess_store::{
    Competitor, FinishedGame, FinishedRecord, FinishedRoom, GameQuery, ProfileName, RatedGame,
    RatingPolicy, RoomChange, RulesKey, SavedRoom, ServerStore, SqliteStore, UnixTime,
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

/// The games of rooms are archived once, together.
fn check_put_away(store: &mut dyn ServerStore) {
    let ended = |room: &str, seed: u64| {
        let records =
            vec![FinishedRecord { replaces: None, record: played("standard", seed, None) }];
        let game = FinishedGame { slot: None, records, rated: None };
        FinishedRoom { room: room.to_owned(), game }
    };
    let uncounted: RatingPolicy<'_> = &|_, _| Ok(None);
    assert_eq!(store.game_of_room("b").expect("read"), None);
    let done = store.archive_rooms(&[ended("b", 1)], uncounted).expect("put away");
    assert_eq!(done[0].games.len(), 1);
    // One that is known, two that are new, and one of them again.
    let rooms = [ended("b", 1), ended("c", 2), ended("d", 3), ended("c", 2)];
    let more = store.archive_rooms(&rooms, uncounted).expect("put away");
    let counts: Vec<usize> = more.iter().map(|done| done.games.len()).collect();
    assert_eq!(counts, [0, 1, 1, 0]);
    assert_eq!(store.game_of_room("b").expect("read"), done[0].games.first().copied());
    assert_eq!(store.game_of_room("d").expect("read"), more[2].games.first().copied());
    assert_eq!(store.games(&GameQuery::of(None)).expect("read").total, 3);
    check_counting(store);
}

/// What counts is decided by what the games before have done, also within one batch.
fn check_counting(store: &mut dyn ServerStore) {
    let rules = RulesKey::from_text("standard");
    let mut profile = |name: &str| {
        let name = ProfileName::new(name).expect("a name");
        store.create_profile(&name, UnixTime(0)).expect("a profile")
    };
    let (anna, ben) = (profile("Anna of the room"), profile("Ben of the room"));
    let ended = |number: u32| {
        let record = |owner| FinishedRecord {
            replaces: None,
            record: played("standard", number.into(), Some(owner)),
        };
        let rated = RatedGame {
            players: [anna, ben].map(Competitor::Profile),
            winner: Some(rules::Colour::White),
            rules: rules.clone(),
            at: UnixTime(1000 + i64::from(number)),
            game: None,
        };
        let records = vec![record(anna), record(ben)];
        FinishedRoom {
            room: format!("rated {number}"),
            game: FinishedGame { slot: None, records, rated: Some(rated) },
        }
    };
    let twice: RatingPolicy<'_> = &|ratings, game| {
        let Some(rated) = &game.rated else { return Ok(None) };
        let met = ratings.encounters(anna, &rated.players[1], &rated.rules, UnixTime(0))?;
        Ok((met < 2).then(|| rated.clone()))
    };
    let rooms: Vec<FinishedRoom> = (0..4).map(ended).collect();
    let done = store.archive_rooms(&rooms, twice).expect("put away");
    let counted: Vec<bool> = done.iter().map(|done| done.changes[0].is_some()).collect();
    assert_eq!(counted, [true, true, false, false]);
    // Nothing of it happens again.
    store.archive_rooms(&rooms, twice).expect("known");
    assert_eq!(store.rated_games(anna, &rules).expect("read"), 2);
    assert_eq!(store.games(&GameQuery::of(Some(anna))).expect("read").total, 4);
    // An opponent stays the same under another name, and a game counts by its time.
    let name = ProfileName::new("Bella").expect("a name");
    store.rename_profile(ben, &name).expect("renamed");
    let named = |text: &str| store.profile_named(&ProfileName::new(text).expect("a name"));
    assert_eq!(named("BELLA").expect("read"), Some(ben));
    assert_eq!(named("Ben of the room").expect("read"), None);
    let opponent = Competitor::Profile(ben);
    for (since, met) in [(0, 2), (1000, 1), (1001, 0)] {
        let found = store.encounters(anna, &opponent, &rules, UnixTime(since)).expect("read");
        assert_eq!(found, met, "since {since}");
    }
    let level = Competitor::level("Level 5", 1639);
    assert_eq!(store.encounters(anna, &level, &rules, UnixTime(0)).expect("read"), 0);
    assert_eq!(store.rated_games(ben, &rules).expect("read"), 2);
}

#[test]
fn rooms_are_kept_turn_by_turn() {
    check(&mut SqliteStore::in_memory().expect("a store"));
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
