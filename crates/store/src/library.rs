//! The library of games: what is known of each without opening it, and how to ask for some.

use std::time::Duration;

use record::GameEnd;
use rules::{Colour, named};
use serde::{Deserialize, Serialize};

use crate::codec;
use crate::profile::folded;
use crate::rating::GameScore;
use crate::{Owner, RulesKey, UnixTime};

/// The number of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub(crate) i64);

impl GameId {
    /// The number, for those who keep it elsewhere.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// The game with this number; whether there is one shows when it is asked for.
    pub const fn from_number(number: i64) -> GameId {
        GameId(number)
    }
}

named! {
    /// Where a game comes from. Only those that were played here count in statistics.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Origin {
        /// Played with this program.
        Played = "played",
        /// It was taken over from a file.
        Imported = "imported",
    }
}

/// The data of a game that lists and searches use; [`crate::archives::summary`] extracts it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The owner of the game.
    pub owner: Owner,
    /// The side that the owner played, if it was one of them.
    #[serde(with = "record::names::name_or_not")]
    pub side: Option<Colour>,
    /// Where it comes from.
    pub origin: Origin,
    /// The names of White and Black.
    pub players: [String; 2],
    /// The rule set and whether it was played under fog.
    pub rules: RulesKey,
    /// When it began, if that is known.
    pub began: Option<UnixTime>,
    /// When it was last saved.
    pub saved: UnixTime,
    /// How it ended, if it has.
    #[serde(with = "codec::ending_text")]
    pub ending: Option<GameEnd>,
    /// The level of the computer that the owner played against.
    pub level: Option<String>,
    /// The clocks, such as `180+2` or `turn 20`, if there were any.
    pub clock: Option<String>,
    /// How many turns of either side were played.
    pub turns: u32,
    /// How long was thought about them.
    pub time_played: Duration,
    /// Where it stands, as FEN, for a small picture of the board.
    pub fen: String,
    /// The event, the site and other searchable tags.
    pub remarks: String,
}

impl GameSummary {
    /// The other player's name, or both names if the owner played neither side.
    pub fn opponent(&self) -> String {
        let [white, black] = &self.players;
        match self.side {
            Some(Colour::White) => black.clone(),
            Some(Colour::Black) => white.clone(),
            None => format!("{white} \u{2013} {black}"),
        }
    }

    /// The owner's score, if they played and the game has ended.
    pub fn score(&self) -> Option<GameScore> {
        let (side, ending) = (self.side?, self.ending?);
        Some(GameScore::of(side, ending.winner()))
    }

    /// The searchable text without the title: names, rules, result, date and remarks.
    pub(crate) fn search_text(&self) -> String {
        let [white, black] = &self.players;
        let result = self.ending.map(codec::result_name).unwrap_or_default();
        let reason = self.ending.and_then(codec::reason_name).unwrap_or_default();
        let date = self.began.map(|time| time.to_string()).unwrap_or_default();
        let level = self.level.as_ref().map(|level| format!("level {level}")).unwrap_or_default();
        let clock = self.clock.as_deref().unwrap_or_default();
        let parts = [
            white,
            black,
            self.rules.as_str(),
            result,
            reason,
            &date,
            &level,
            clock,
            &self.remarks,
        ];
        folded(&parts.join(" "))
    }

    /// The name by which games are put in the order of opponents.
    pub(crate) fn opponent_key(&self) -> String {
        folded(&self.opponent())
    }
}

/// A game to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedGame {
    /// The data for lists and searches.
    pub summary: GameSummary,
    /// The owner's title for the game; may be empty.
    pub title: String,
    /// All of it, as [`notation::archive`] writes it.
    pub archive: String,
}

/// A finished or imported game with its archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryGame {
    /// Its number.
    pub id: GameId,
    /// The owner's title for the game; may be empty.
    pub title: String,
    /// The data for lists and searches.
    pub summary: GameSummary,
    /// Since when it is in the bin, if it is.
    pub deleted: Option<UnixTime>,
}

/// The order of a list of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SortBy {
    /// By when they began, or were saved if that is not known.
    #[default]
    Date,
    /// By their titles.
    Title,
    /// By the other player's name.
    Opponent,
    /// By rule set.
    Rules,
    /// By what the owner got: losses, draws, wins; games without a score first.
    Result,
    /// By the number of turns.
    Turns,
}

impl SortBy {
    /// All orders.
    pub const ALL: [SortBy; 6] = [
        SortBy::Date,
        SortBy::Title,
        SortBy::Opponent,
        SortBy::Rules,
        SortBy::Result,
        SortBy::Turns,
    ];
}

/// Which games are asked for, and in which order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameQuery {
    /// The owner of the games.
    pub owner: Owner,
    /// Words that must all be found somewhere in title, names, rules, result, date or remarks, in
    /// any case.
    pub search: String,
    /// Only games by these rules.
    pub rules: Option<RulesKey>,
    /// The games in the bin instead of the others.
    pub in_bin: bool,
    /// The order. Games that are equal in it follow by date, newest first.
    pub sort: SortBy,
    /// The last of the order first.
    pub descending: bool,
    /// Number of games to skip.
    pub offset: u64,
    /// Maximum number of games returned.
    pub limit: u64,
}

impl GameQuery {
    /// The first hundred games of an owner, newest first.
    pub fn of(owner: Owner) -> GameQuery {
        GameQuery {
            owner,
            search: String::new(),
            rules: None,
            in_bin: false,
            sort: SortBy::Date,
            descending: true,
            offset: 0,
            limit: 100,
        }
    }

    /// The words that are looked for.
    pub(crate) fn words(&self) -> Vec<String> {
        self.search.split_whitespace().take(MOST_WORDS).map(folded).collect()
    }
}

/// Maximum number of search words.
const MOST_WORDS: usize = 16;

/// A part of a list of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The games that were asked for.
    pub games: Vec<LibraryGame>,
    /// How many there are on all pages.
    pub total: u64,
}
