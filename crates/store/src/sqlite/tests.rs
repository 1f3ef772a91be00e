//! What only this module can bring about: a full disk, a file that may only be read, old layouts.

use std::path::PathBuf;
use std::time::Duration;

use super::*;
use crate::{
    ArchivedGame, Autosaves, GameQuery, GameSummary, Library, Meta, Origin, ProfileName, Profiles,
    RulesKey, RunningGame, SlotId, UnixTime,
};

/// A store in a folder of its own, which is gone after the test.
struct Table {
    store: Option<SqliteStore>,
    folder: PathBuf,
}

impl Table {
    fn new(name: &str) -> Table {
        let name = format!("xxlchess-sqlite-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let (store, notice) = SqliteStore::open(&folder.join("store.db")).expect("a store");
        assert_eq!(notice, None);
        Table { store: Some(store), folder }
    }

    fn store(&mut self) -> &mut SqliteStore {
        self.store.as_mut().expect("a store")
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.store = None;
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn game(size: usize) -> ArchivedGame {
    ArchivedGame {
        summary: GameSummary {
            owner: None,
            side: None,
            origin: Origin::Played,
            players: ["a".to_owned(), "b".to_owned()],
            rules: RulesKey::from_text("xxl"),
            began: None,
            saved: UnixTime(0),
            ending: None,
            level: None,
            clock: None,
            turns: 0,
            time_played: Duration::ZERO,
            fen: String::new(),
            remarks: String::new(),
        },
        title: String::new(),
        archive: "x".repeat(size),
    }
}

#[test]
fn a_full_disk_is_told_and_costs_nothing() {
    let mut table = Table::new("full");
    let store = table.store();
    let name = ProfileName::new("Anna").expect("a name");
    store.create_profile(&name, UnixTime(0)).expect("kept");
    store.connection.pragma_update_and_check(None, "max_page_count", 60, |_| Ok(())).expect("set");
    let games = vec![game(50_000); 10];
    let error = store.add_games(&games).expect_err("there is no room");
    assert!(matches!(error, StoreError::DiskFull { .. }), "{error}");
    assert!(error.to_string().ends_with("cannot be written: the disk is full"), "{error}");
    let page = store.games(&GameQuery::of(None)).expect("read");
    assert_eq!(page.total, 0, "all or none");
    let running = RunningGame {
        slot: SlotId::random(),
        owner: None,
        saved: UnixTime(0),
        archive: "x".repeat(500_000),
        notes: String::new(),
        rows: Vec::new(),
    };
    assert!(store.autosave(std::slice::from_ref(&running)).is_err());
    // There is room again, and everything goes on.
    store
        .connection
        .pragma_update_and_check(None, "max_page_count", 9000, |_| Ok(()))
        .expect("set");
    store.autosave(std::slice::from_ref(&running)).expect("kept");
    store.add_games(&games).expect("kept");
    assert_eq!(store.profiles().expect("read").len(), 1);
}

#[test]
fn what_may_only_be_read_is_told() {
    let mut table = Table::new("read-only");
    let store = table.store();
    store.connection.pragma_update(None, "query_only", true).expect("set");
    let error = store.set_meta("a", Some("b")).expect_err("it may only be read");
    assert!(matches!(error, StoreError::ReadOnly { .. }), "{error}");
    assert_eq!(store.meta("a").expect("read"), None);
}

#[test]
fn a_writer_that_does_not_end_is_told() {
    let mut table = Table::new("busy");
    let (mut other, _) = SqliteStore::open(&table.folder.join("store.db")).expect("open");
    other.connection.busy_timeout(Duration::from_millis(1)).expect("set");
    let store = table.store();
    store.begin(Purpose::Change).expect("begun");
    let error = other.set_meta("a", Some("b")).expect_err("somebody writes");
    assert!(matches!(error, StoreError::Busy { .. }), "{error}");
    assert_eq!(other.meta("a").expect("reading goes on"), None);
    store.commit().expect("done");
    other.set_meta("a", Some("b")).expect("kept");
}

#[test]
fn the_file_is_set_up_as_it_should_be() {
    let mut table = Table::new("set-up");
    let connection = &table.store().connection;
    let text = |pragma: &str| {
        connection.pragma_query_value(None, pragma, |row| row.get::<_, String>(0)).expect("read")
    };
    let number = |pragma: &str| {
        connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0)).expect("read")
    };
    assert_eq!(text("journal_mode"), "wal");
    assert_eq!((number("synchronous"), number("foreign_keys")), (2, 1));
    assert_eq!((number("user_version"), number("application_id")), (3, 0x5858_4C43));
    assert_eq!(text("integrity_check"), "ok");
    let missing: i64 = connection
        .query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))
        .expect("read");
    assert_eq!(missing, 0);
}

#[test]
fn the_newest_games_are_found_by_an_index() {
    let mut table = Table::new("index");
    let plan = |sql: &str| -> String {
        let tables = &table.store.as_ref().expect("a store").connection;
        let mut statement = tables.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).expect("sound");
        let rows = statement.query_map([1], |row| row.get::<_, String>(3)).expect("a plan");
        rows.collect::<rusqlite::Result<Vec<_>>>().expect("a plan").join("; ")
    };
    let sql = "SELECT * FROM games WHERE owner IS ? AND deleted IS NULL \
               ORDER BY date DESC, id DESC LIMIT 100";
    let steps = plan(sql);
    assert!(steps.contains("games_by_date") && !steps.contains("TEMP B-TREE"), "{steps}");
    drop(table.store.take());
}
