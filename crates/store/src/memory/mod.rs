//! A store in memory, for browsers, and for a window whose disk fails.
//!
//! It can be written as a text and read back, so that a browser keeps it in its own storage.

mod autosaves;
mod journal;
mod library;
mod meta;
mod profiles;
mod puzzles;
mod ratings;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{
    GameId, GameSummary, Owner, Profile, ProfileId, PuzzleProgress, RatingPoint, RulesKey,
    RunningGame, Store, StoreError, UnixTime,
};

pub use journal::AppendedRows;

type Result<T> = std::result::Result<T, StoreError>;

/// The layout of the text; older ones will be read as well.
const LAYOUT: u32 = 3;

/// Keeps everything in memory, and can be written as a text and read back.
#[derive(Debug)]
pub struct MemoryStore {
    contents: Contents,
    revision: u64,
    /// Which of the windows or pages that share the same text this one is.
    session: u64,
    /// Those of them that have not ended.
    others: BTreeSet<u64>,
    /// Rows that were appended since they were last taken, where they are kept one by one.
    appended: Option<Vec<AppendedRows>>,
}

/// Everything that is kept.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Contents {
    layout: u32,
    last_profile: i64,
    last_game: i64,
    /// How often the text was read.
    session: u64,
    /// The number of the last appended rows that are in the text.
    #[serde(default)]
    journal: u64,
    profiles: Vec<KeptProfile>,
    preferences: Vec<Preference>,
    games: Vec<KeptGame>,
    ratings: Vec<KeptPoint>,
    puzzles: Vec<(Owner, PuzzleProgress)>,
    running: Vec<(u64, RunningGame)>,
    meta: BTreeMap<String, String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptProfile {
    profile: Profile,
    picture: Option<(String, Vec<u8>)>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Preference {
    owner: Owner,
    key: String,
    value: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptGame {
    id: GameId,
    title: String,
    summary: GameSummary,
    archive: String,
    deleted: Option<UnixTime>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptPoint {
    profile: ProfileId,
    rules: RulesKey,
    point: RatingPoint,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::of(Contents { layout: LAYOUT, ..Contents::default() })
    }

    /// A store as [`MemoryStore::to_text`] has written it. Its running games were left by a
    /// program that has ended.
    ///
    /// # Errors
    /// If the text is something else, or from a newer version.
    pub fn from_text(text: &str) -> Result<MemoryStore> {
        let contents = Contents::from_text(text)?;
        let session = contents.session.wrapping_add(1);
        Ok(MemoryStore::of(Contents { session, ..contents }))
    }

    /// Takes over what another program has made of the text, in place of what was known.
    ///
    /// # Errors
    /// If the text is something else, or from a newer version; nothing is changed then.
    pub fn reread(&mut self, text: &str) -> Result<()> {
        self.contents = Contents::from_text(text)?;
        Ok(())
    }

    /// Sets which of the windows or pages that share the text this one is, and which others still
    /// run: their games are not abandoned.
    pub fn share(&mut self, session: u64, others: impl IntoIterator<Item = u64>) {
        self.session = session;
        self.others = others.into_iter().collect();
    }

    /// All of it as a text, to be kept somewhere.
    ///
    /// # Errors
    /// If it cannot be written, which should not happen.
    pub fn to_text(&self) -> Result<String> {
        serde_json::to_string(&self.contents).map_err(|why| StoreError::Image(why.to_string()))
    }

    /// A number that grows with every change, to tell when the text is to be kept again.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    fn of(contents: Contents) -> MemoryStore {
        MemoryStore {
            session: contents.session,
            contents,
            revision: 0,
            others: BTreeSet::new(),
            appended: None,
        }
    }

    /// Is it a program that has ended?
    fn has_ended(&self, session: u64) -> bool {
        session != self.session && !self.others.contains(&session)
    }

    /// The contents, about to be changed.
    fn change(&mut self) -> &mut Contents {
        self.revision += 1;
        &mut self.contents
    }

    /// Checks that a profile is still there; a guest always is.
    fn check_owner(&self, owner: Owner) -> Result<()> {
        let is_there = |id| self.contents.profiles.iter().any(|kept| kept.profile.id == id);
        if owner.is_none_or(is_there) { Ok(()) } else { Err(StoreError::NoProfile) }
    }
}

impl Contents {
    fn from_text(text: &str) -> Result<Contents> {
        let contents: Contents =
            serde_json::from_str(text).map_err(|why| StoreError::Image(why.to_string()))?;
        if contents.layout > LAYOUT {
            let (found, place) = (contents.layout.into(), "the browser's storage".to_owned());
            return Err(StoreError::Newer { place, found, known: LAYOUT.into() });
        }
        Ok(Contents { layout: LAYOUT, ..contents })
    }

    /// Curves of ratings do not name games that are gone.
    fn forget_lost_games(&mut self) {
        let games: BTreeSet<GameId> = self.games.iter().map(|game| game.id).collect();
        for kept in &mut self.ratings {
            kept.point.game = kept.point.game.filter(|id| games.contains(id));
        }
    }
}

impl Default for MemoryStore {
    fn default() -> MemoryStore {
        MemoryStore::new()
    }
}

impl Store for MemoryStore {
    fn place(&self) -> String {
        "memory".to_owned()
    }
}
