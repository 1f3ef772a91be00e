//! Damaged, foreign, newer, full and read-only files: reported, kept, never deleted.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use rusqlite::Connection;
use xxlchess_store::{Library, Notice, ProfileName, Profiles, SqliteStore, StoreError, UnixTime};

use crate::common::{Folder, open, played};

/// A store with a profile and some games.
fn fill(path: &Path) {
    let mut store = open(path);
    let name = ProfileName::new("Anna").expect("a name");
    let anna = store.create_profile(&name, UnixTime(0)).expect("kept");
    let games: Vec<_> = (0..50).map(|seed| played("standard", seed, Some(anna))).collect();
    store.add_games(&games).expect("kept");
}

fn overwrite(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = OpenOptions::new().write(true).open(path).expect("a file");
    file.seek(SeekFrom::Start(at)).expect("a place");
    file.write_all(bytes).expect("written");
}

/// Damages a store and opens it: it must be moved aside as it was, and an empty one be there.
fn check(name: &str, damage: impl FnOnce(&Path)) {
    let folder = Folder::new(name);
    let path = folder.file("store.db");
    fill(&path);
    damage(&path);
    let damaged = fs::read(&path).expect("there");
    let (mut store, notice) = SqliteStore::open(&path).expect("a new one");
    let Some(Notice::MovedAside { from, to, why }) = notice else { panic!("it is told") };
    assert_eq!(from, path);
    assert_eq!(fs::read(&to).expect("kept"), damaged);
    assert!(!why.is_empty());
    assert!(to.to_string_lossy().contains("store.db.damaged-2"), "{to:?} has the time");
    assert!(store.profiles().expect("read").is_empty());
    let name = ProfileName::new("Ben").expect("a name");
    store.create_profile(&name, UnixTime(0)).expect("kept");
    drop(store);
    assert_eq!(open(&path).profiles().expect("read").len(), 1);
}

#[test]
fn a_file_of_something_else_is_moved_aside() {
    check("no-store", |path| fs::write(path, "Dear Sir, ".repeat(1000)).expect("written"));
}

#[test]
fn a_broken_header_is_moved_aside() {
    check("header", |path| overwrite(path, 0, &[0xAB; 100]));
}

#[test]
fn broken_pages_are_moved_aside() {
    check("pages", |path| overwrite(path, 4096, &[0x5A; 3 * 4096]));
}

#[test]
fn a_file_that_was_cut_off_is_moved_aside() {
    check("cut-off", |path| {
        let file = OpenOptions::new().write(true).open(path).expect("a file");
        let size = file.metadata().expect("there").len();
        file.set_len(size / 2 + 100).expect("cut off");
    });
}

#[test]
fn the_log_goes_with_the_file() {
    let folder = Folder::new("log");
    let path = folder.file("store.db");
    fill(&path);
    fs::write(&path, "no store").expect("written");
    fs::write(folder.file("store.db-wal"), "a log").expect("written");
    let (_store, notice) = SqliteStore::open(&path).expect("a new one");
    let Some(Notice::MovedAside { to, .. }) = &notice else { panic!("it is told") };
    let log = format!("{}-wal", to.display());
    assert_eq!(fs::read(log).expect("kept"), b"a log");
    assert!(folder.names().iter().any(|name| name.ends_with("Z")), "{:?}", folder.names());
    let told = notice.as_ref().map(Notice::to_string).unwrap_or_default();
    assert!(told.contains(" is damaged (") && told.contains("It was moved to "), "{told}");
}

#[test]
fn an_empty_file_does_not_cost_its_log() {
    let folder = Folder::new("emptied");
    let path = folder.file("store.db");
    fill(&path);
    fs::write(&path, "").expect("written");
    fs::write(folder.file("store.db-wal"), "a log").expect("written");
    let (store, notice) = SqliteStore::open(&path).expect("a new one");
    let Some(Notice::MovedAside { to, why, .. }) = notice else { panic!("it is told") };
    assert_eq!(why, "it is empty, but there is a log of changes to it");
    assert_eq!(fs::read(format!("{}-wal", to.display())).expect("kept"), b"a log");
    drop(store);
    fs::write(&path, "").expect("written");
    assert!(open(&path).profiles().expect("an empty file is a new one").is_empty());
}

#[test]
fn nothing_is_moved_while_another_window_has_it_open() {
    let folder = Folder::new("in-use");
    let path = folder.file("store.db");
    fill(&path);
    let other = open(&path);
    overwrite(&path, 0, &[0xAB; 100]);
    let error = SqliteStore::open(&path).expect_err("it stays");
    let told = error.to_string();
    assert!(matches!(error, StoreError::Damaged { .. }), "{told}");
    assert!(told.contains("another window has it open"), "{told}");
    assert!(path.exists() && !folder.names().iter().any(|name| name.contains("damaged")));
    drop(other);
    let (_, notice) = SqliteStore::open(&path).expect("a new one");
    assert!(notice.is_some());
}

#[test]
fn a_newer_or_foreign_file_is_left_alone() {
    let folder = Folder::new("foreign");
    let path = folder.file("store.db");
    fill(&path);
    Connection::open(&path)
        .and_then(|tables| tables.pragma_update(None, "user_version", 99))
        .expect("changed");
    let before = fs::read(&path).expect("there");
    let error = SqliteStore::open(&path).expect_err("from the future").to_string();
    assert!(error.ends_with("(layout 99; expected 3 or less)"), "{error}");
    assert_eq!(fs::read(&path).expect("there"), before);

    let path = folder.file("other.db");
    Connection::open(&path)
        .and_then(|tables| tables.execute_batch("CREATE TABLE songs (name TEXT)"))
        .expect("made");
    let error = SqliteStore::open(&path).expect_err("another program's").to_string();
    assert!(
        error.ends_with("is the database of another program; expected one of this program or none"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_opened_is_told() {
    let folder = Folder::new("closed");
    fs::write(folder.file("file"), "x").expect("written");
    let error = SqliteStore::open(&folder.file("file/store.db")).expect_err("no folder");
    assert!(error.to_string().contains("store.db: "), "{error}");
    let error = SqliteStore::open(folder.path()).expect_err("a folder").to_string();
    assert!(error.contains("directory"), "{error}");
}
