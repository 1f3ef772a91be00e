//! The one interface to what is kept, by topic.
//!
//! An operation is done whole or not at all, also when the program or the computer stops in its
//! midst; when it returns, what it was given is kept. Errors can be shown as they are, and leave
//! everything as it was.

use std::collections::BTreeMap;

use record::Entry;

use crate::{
    ArchiveOutcome, ArchivedGame, Competitor, FinishedGame, GameId, GameQuery, LibraryGame, Owner,
    Page, Picture, Profile, ProfileId, ProfileName, PuzzleAttempt, PuzzleProgress, RankingRow,
    RatedGame, Rating, RatingChange, RatingPoint, RulesKey, RunningGame, SlotId, Statistics,
    StoreError, UnixTime,
};

type Result<T> = std::result::Result<T, StoreError>;

/// Everything that is kept. Each part is a trait of its own.
pub trait Store: Profiles + Library + Ratings + Puzzles + Autosaves + Meta + Send {
    /// Where it is kept, for messages.
    fn place(&self) -> String;
}

/// Who plays.
pub trait Profiles {
    /// Makes a profile.
    ///
    /// # Errors
    /// If the name is taken, or it cannot be kept.
    fn create_profile(&mut self, name: &ProfileName, now: UnixTime) -> Result<ProfileId>;

    /// All profiles, in the order of their names.
    ///
    /// # Errors
    /// If they cannot be read.
    fn profiles(&self) -> Result<Vec<Profile>>;

    /// The profile of a name, in any case.
    ///
    /// # Errors
    /// If it cannot be read.
    fn profile_named(&self, name: &ProfileName) -> Result<Option<ProfileId>>;

    /// Gives a profile another name.
    ///
    /// # Errors
    /// If the name is taken, the profile is gone, or it cannot be kept.
    fn rename_profile(&mut self, profile: ProfileId, name: &ProfileName) -> Result<()>;

    /// Deletes a profile with its games, ratings, puzzles and preferences. A game that is going on
    /// becomes a guest's.
    ///
    /// # Errors
    /// If the profile is gone, or cannot be deleted.
    fn delete_profile(&mut self, profile: ProfileId) -> Result<()>;

    /// The profiles that were made before a time and have no game, or whose last game was before
    /// another time.
    ///
    /// # Errors
    /// If they cannot be read.
    fn idle_profiles(&self, unplayed: UnixTime, idle: UnixTime) -> Result<Vec<Profile>>;

    /// A profile's picture, if it has one.
    ///
    /// # Errors
    /// If it cannot be read.
    fn picture(&self, profile: ProfileId) -> Result<Option<Picture>>;

    /// Gives a profile a picture, or takes it away.
    ///
    /// # Errors
    /// If the profile is gone, or it cannot be kept.
    fn set_picture(&mut self, profile: ProfileId, picture: Option<&Picture>) -> Result<()>;

    /// Somebody's preferences: names and values that mean something to the program.
    ///
    /// # Errors
    /// If they cannot be read.
    fn preferences(&self, owner: Owner) -> Result<BTreeMap<String, String>>;

    /// Sets one of somebody's preferences, or forgets it.
    ///
    /// # Errors
    /// If the profile is gone, or it cannot be kept.
    fn set_preference(&mut self, owner: Owner, key: &str, value: Option<&str>) -> Result<()>;
}

/// Everybody's games.
pub trait Library {
    /// Adds games, all or none of them, and gives their numbers.
    ///
    /// # Errors
    /// If an owner is gone, or they cannot be kept.
    fn add_games(&mut self, games: &[ArchivedGame]) -> Result<Vec<GameId>>;

    /// Keeps a game in place of an older state of it.
    ///
    /// # Errors
    /// If the game or its owner is gone, or it cannot be kept.
    fn replace_game(&mut self, id: GameId, game: &ArchivedGame) -> Result<()>;

    /// A page of somebody's games.
    ///
    /// # Errors
    /// If they cannot be read.
    fn games(&self, query: &GameQuery) -> Result<Page>;

    /// A game, also from the bin, with its archive.
    ///
    /// # Errors
    /// If it cannot be read.
    fn game(&self, id: GameId) -> Result<Option<(LibraryGame, String)>>;

    /// Gives a game another title.
    ///
    /// # Errors
    /// If the game is gone, or it cannot be kept.
    fn rename_game(&mut self, id: GameId, title: &str) -> Result<()>;

    /// Puts a game into the bin, where statistics and lists do not see it.
    ///
    /// # Errors
    /// If the game is gone, or it cannot be kept.
    fn delete_game(&mut self, id: GameId, now: UnixTime) -> Result<()>;

    /// Takes a game out of the bin.
    ///
    /// # Errors
    /// If the game is gone, or it cannot be kept.
    fn restore_game(&mut self, id: GameId) -> Result<()>;

    /// Deletes for good what was put into the bin before a time, and tells how many games it was.
    ///
    /// # Errors
    /// If they cannot be deleted.
    fn empty_bin(&mut self, before: UnixTime) -> Result<u64>;

    /// What somebody's games amount to. Days begin at midnight where one is, so many seconds east
    /// of universal time.
    ///
    /// # Errors
    /// If they cannot be read.
    fn statistics(&self, owner: Owner, utc_offset: i32) -> Result<Statistics>;
}

/// How strong everybody is, by rule set.
pub trait Ratings {
    /// Rates a game, and gives the changes for White and Black; nothing for those whose rating is
    /// not kept here.
    ///
    /// # Errors
    /// If both are the same profile, a profile is gone, or it cannot be kept.
    fn record_result(&mut self, game: &RatedGame) -> Result<[Option<RatingChange>; 2]>;

    /// A profile's rating after its last game; nothing before the first.
    ///
    /// # Errors
    /// If it cannot be read.
    fn rating(&self, profile: ProfileId, rules: &RulesKey) -> Result<Option<Rating>>;

    /// How many rated games a profile has played.
    ///
    /// # Errors
    /// If it cannot be read.
    fn rated_games(&self, profile: ProfileId, rules: &RulesKey) -> Result<u64>;

    /// How many of a profile's last thousand rated games were played against an opponent since a time,
    /// whatever the opponent was called then.
    ///
    /// # Errors
    /// If it cannot be read.
    fn encounters(
        &self,
        profile: ProfileId,
        opponent: &Competitor,
        rules: &RulesKey,
        since: UnixTime,
    ) -> Result<u64>;

    /// All who have a rating, best first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn ranking(&self, rules: &RulesKey) -> Result<Vec<RankingRow>>;

    /// How a rating changed, oldest first.
    ///
    /// # Errors
    /// If it cannot be read.
    fn rating_history(&self, profile: ProfileId, rules: &RulesKey) -> Result<Vec<RatingPoint>>;

    /// The rule sets by which rated games were played, in the order of their names.
    ///
    /// # Errors
    /// If they cannot be read.
    fn rated_rules(&self) -> Result<Vec<RulesKey>>;
}

/// How far everybody has come with the puzzles.
pub trait Puzzles {
    /// Notes a try at a puzzle, and gives what came of it so far.
    ///
    /// # Errors
    /// If the profile is gone, or it cannot be kept.
    fn note_puzzle(&mut self, owner: Owner, attempt: &PuzzleAttempt) -> Result<PuzzleProgress>;

    /// All puzzles that somebody has tried, in the order of their names.
    ///
    /// # Errors
    /// If they cannot be read.
    fn puzzles(&self, owner: Owner) -> Result<Vec<PuzzleProgress>>;
}

/// Games that are going on.
pub trait Autosaves {
    /// Keeps games as they stand now, each in place of its older state, all or none of them.
    ///
    /// # Errors
    /// If they cannot be kept.
    fn autosave(&mut self, games: &[RunningGame]) -> Result<()>;

    /// Appends entries to a game that is kept, from a number on: a move is one short row, however
    /// long the game is.
    ///
    /// # Errors
    /// If they cannot be kept, or the game is not there.
    fn append_entries(
        &mut self,
        slot: &SlotId,
        from: u32,
        entries: &[Entry],
        at: UnixTime,
    ) -> Result<()>;

    /// Forgets a game that has ended or was put into the library.
    ///
    /// # Errors
    /// If it cannot be forgotten.
    fn forget_autosave(&mut self, slot: &SlotId) -> Result<()>;

    /// Puts a game away that has ended or was left: into the library, out of the games that are
    /// going on, and rated if it counts. A game between profiles that are gone is not rated.
    ///
    /// # Errors
    /// If it cannot be kept; the game is then still among those that are going on.
    fn archive_game(&mut self, game: &FinishedGame) -> Result<ArchiveOutcome>;

    /// Games that were going on in programs that have ended, newest first, to be offered again.
    ///
    /// # Errors
    /// If they cannot be read.
    fn abandoned(&self) -> Result<Vec<RunningGame>>;

    /// Takes an abandoned game over, so that nobody else is offered it. Tells whether it was still
    /// there to be taken.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn claim(&mut self, slot: &SlotId) -> Result<bool>;
}

/// Small things that belong to nobody, such as who played last.
pub trait Meta {
    /// What is kept under a key.
    ///
    /// # Errors
    /// If it cannot be read.
    fn meta(&self, key: &str) -> Result<Option<String>>;

    /// All keys that begin with a text, in order, with what is kept under them.
    ///
    /// # Errors
    /// If they cannot be read.
    fn metas(&self, prefix: &str) -> Result<Vec<(String, String)>>;

    /// Keeps something under a key, or forgets it.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn set_meta(&mut self, key: &str, value: Option<&str>) -> Result<()>;

    /// Forgets what is kept under a key, and gives it; only one of several who ask gets it.
    ///
    /// # Errors
    /// If it cannot be forgotten.
    fn take_meta(&mut self, key: &str) -> Result<Option<String>>;
}
