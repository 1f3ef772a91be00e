//! Databases, browser texts and archives that the first version of the program has written still
//! open, and the games in them go on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use notation::archive;
use rules::Colour;
use xxlchess_store::{
    GameQuery, MemoryStore, RulesKey, SavedRoom, ServerStore, SqliteStore, Store, archives,
};

use crate::common::Folder;

/// A sample.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// A copy of a sample, which is changed when it is opened.
fn copy(folder: &Folder, name: &str) -> PathBuf {
    let path = folder.file(name);
    std::fs::copy(data(name), &path).expect("copied");
    path
}

/// What both kinds of store were filled with.
fn check(store: &dyn Store) {
    let profiles = store.profiles().expect("read");
    let names: Vec<&str> = profiles.iter().map(|profile| profile.name.as_str()).collect();
    assert_eq!(names, ["Anna", "Ben"]);
    let (anna, ben) = (profiles[0].id, profiles[1].id);
    assert_eq!(store.meta("profile").expect("read"), Some(anna.number().to_string()));
    assert!(store.picture(anna).expect("read").is_some());
    let preferences = store.preferences(Some(anna)).expect("read");
    assert_eq!(preferences["settings"], r#"{"theme":"dark","premoves":false}"#);
    assert_eq!(store.puzzles(Some(anna)).expect("read").len(), 1);
    let standard = RulesKey::from_text("standard");
    assert_eq!(store.rating_history(anna, &standard).expect("read").len(), 1);

    let mut titles = Vec::new();
    let in_bin = GameQuery { in_bin: true, ..GameQuery::of(Some(ben)) };
    for query in [GameQuery::of(Some(anna)), GameQuery::of(None), in_bin] {
        for game in store.games(&query).expect("read").games {
            let (_, text) = store.game(game.id).expect("read").expect("a game");
            let (archive, warnings) = archive::parse(&text).expect("an archive");
            assert!(warnings.is_empty(), "{warnings}");
            assert_eq!(archive.ending, game.summary.ending);
            assert!(archives::to_game(&archive, Duration::ZERO).expect("a game").is_over());
            titles.push((game.title, game.summary.ending.and_then(|end| end.winner())));
        }
    }
    let (white, black) = (Some(Colour::White), Some(Colour::Black));
    let expected = [("My best", white), ("", black), ("", white), ("", white)];
    assert_eq!(titles, expected.map(|(title, winner)| (title.to_owned(), winner)));
}

#[test]
fn the_database_of_a_window_opens() {
    let folder = Folder::new("sample-window");
    let (store, notice) = SqliteStore::open(&copy(&folder, "window.db")).expect("it opens");
    assert_eq!(notice, None);
    check(&store);
    check_running(&store);
}

#[test]
fn the_text_of_a_browser_opens() {
    let text = std::fs::read_to_string(data("browser.json")).expect("a text");
    let store = MemoryStore::from_text(&text).expect("it opens");
    check(&store);
    check_running(&store);
}

/// The games that were going on.
fn check_running(store: &dyn Store) {
    let mut running = store.abandoned().expect("read");
    running.sort_by(|a, b| a.slot.cmp(&b.slot));
    let slots: Vec<&str> = running.iter().map(|game| game.slot.as_str()).collect();
    assert_eq!(slots, ["slot-fischer", "slot-fog", "slot-own-rules", "slot-turn"]);
    for game in running {
        let archive = archives::resume(&game).expect("an archive");
        let game = archives::to_game(&archive, Duration::ZERO).expect("a game");
        assert!(!game.is_over() && game.ply() >= 3);
    }
}

#[test]
fn the_database_of_a_server_opens() {
    let folder = Folder::new("sample-server");
    let (store, notice) =
        SqliteStore::open_for_server(&copy(&folder, "server.db")).expect("it opens");
    assert_eq!(notice, None);
    check_server(&store);
}

/// What the database of a server was filled with.
pub fn check_server(store: &dyn ServerStore) {
    let rooms = store.rooms().expect("read");
    let turns = |room: &SavedRoom| room.entries().expect("rows").len();
    let turns: Vec<usize> = rooms.iter().map(turns).collect();
    assert_eq!(turns, [3, 4, 0, 4, 2, 4, 0, 1]);
    assert_eq!(store.profiles().expect("read").len(), 14);
    assert!(store.game_of_room(&rooms[3].room).expect("read").is_some());
}

/// A profile that is made now.
#[cfg(all(unix, feature = "postgres"))]
pub fn new_profile(store: &mut dyn ServerStore, name: &str) -> xxlchess_store::ProfileId {
    let name = xxlchess_store::ProfileName::new(name).expect("a name");
    store.create_profile(&name, xxlchess_store::UnixTime::now()).expect("made")
}

#[test]
fn archives_are_read_as_they_were_written() {
    for entry in std::fs::read_dir(data("archives")).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let (archive, warnings) = archive::parse(&text).expect("an archive");
        assert!(warnings.is_empty(), "{warnings}");
        assert_eq!(archive::format(&archive), text, "{}", path.display());
        // What goes on comes back the same, clocks and offers included.
        let now = Duration::from_secs(9);
        let game = archives::to_game(&archive, now).expect("a game");
        let again = archives::to_archive(&game, archive.started, now);
        assert_eq!(archive::format(&again), text, "{}", path.display());
    }
}
