//! What several tests need: folders that vanish, and games.

use std::path::{Path, PathBuf};

use notation::archive::Archive;
use notation::pgn::PlayedMove;
use rules::{Colour, Position};
use test_kit::random::{self, Random};
use xxlchess_store::{ArchivedGame, Origin, Owner, SqliteStore, UnixTime, archives};

/// An empty folder that is gone after the test.
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder.
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("xxlchess-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Opens the store in it, about which there must be nothing to tell.
    pub fn store(&self) -> SqliteStore {
        open(&self.file("store.db"))
    }

    /// The names of its files, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Opens a store about which there must be nothing to tell.
pub fn open(path: &Path) -> SqliteStore {
    let (store, notice) = SqliteStore::open(path).expect("it can be opened");
    assert_eq!(notice, None);
    store
}

/// A game of a few random moves by a rule set that ships.
pub fn archive(rules: &str, seed: u64) -> Archive {
    let rules = notation::ruleset::shipped(rules).expect("it ships");
    let mut random = Random::new(seed);
    let mut archive = Archive::new(Position::start(&rules));
    for _ in 0..random.between(4, 12) {
        let Some(step) = random::legal_move(&mut random, archive.position()) else { break };
        archive.push(PlayedMove::new(step)).expect("a legal move");
    }
    archive
}

/// Such a game as a record of an owner who played White.
pub fn played(rules: &str, seed: u64, owner: Owner) -> ArchivedGame {
    let white = Some(Colour::White);
    archives::to_record(&archive(rules, seed), owner, white, Origin::Played, UnixTime(seed as i64))
}
