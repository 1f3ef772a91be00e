//! The one interface to what is kept, by topic.
//!
//! Every operation is atomic, also when the program or the computer stops in its midst; when it
//! returns, its changes are durable. Errors can be shown to users, and leave the store unchanged.

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

/// Profiles of players.
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

    /// The preferences of an owner: names and values that the program interprets.
    ///
    /// # Errors
    /// If they cannot be read.
    fn preferences(&self, owner: Owner) -> Result<BTreeMap<String, String>>;

    /// Sets or removes one preference of an owner.
    ///
    /// # Errors
    /// If the profile is gone, or it cannot be kept.
    fn set_preference(&mut self, owner: Owner, key: &str, value: Option<&str>) -> Result<()>;
}

/// The games of all owners.
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

    /// A page of an owner's games.
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

    /// Permanently deletes what was put into the bin before a time; returns the number of games.
    ///
    /// # Errors
    /// If they cannot be deleted.
    fn empty_bin(&mut self, before: UnixTime) -> Result<u64>;

    /// The statistics of an owner. Days begin at local midnight; the offset from UTC is in seconds.
    ///
    /// # Errors
    /// If they cannot be read.
    fn statistics(&self, owner: Owner, utc_offset: i32) -> Result<Statistics>;
}

/// Ratings of players, by rule set.
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

/// Progress with the puzzles.
pub trait Puzzles {
    /// Notes a try at a puzzle, and gives what came of it so far.
    ///
    /// # Errors
    /// If the profile is gone, or it cannot be kept.
    fn note_puzzle(&mut self, owner: Owner, attempt: &PuzzleAttempt) -> Result<PuzzleProgress>;

    /// All puzzles that an owner has tried, in the order of their names.
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

    /// Archives a game that has ended or was left: adds it to the library, removes it from the
    /// running games, and rates it if it counts. A game between profiles that are gone is not rated.
    ///
    /// # Errors
    /// If it cannot be kept; the game is then still among those that are going on.
    fn archive_game(&mut self, game: &FinishedGame) -> Result<ArchiveOutcome>;

    /// Games that were going on in programs that have ended, newest first, to be offered again.
    ///
    /// # Errors
    /// If they cannot be read.
    fn abandoned(&self) -> Result<Vec<RunningGame>>;

    /// Takes an abandoned game over, so that no other window offers it. True if it was still
    /// there to be taken.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn claim(&mut self, slot: &SlotId) -> Result<bool>;
}

/// Small values that belong to no profile, such as the last player.
pub trait Meta {
    /// The value of a key.
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
