//! Statistics of an owner's games.

use std::time::Duration;

use crate::rating::GameScore;

/// A count of games and what they brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that have ended.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// How long was thought about them.
    pub time_played: Duration,
}

impl Tally {
    /// Adds a game that has ended; without a score if both sides were the owner's.
    pub(crate) fn add(&mut self, score: Option<GameScore>, time_played: Duration) {
        self.games += 1;
        self.time_played += time_played;
        match score {
            Some(GameScore::Win) => self.wins += 1,
            Some(GameScore::Draw) => self.draws += 1,
            Some(GameScore::Loss) => self.losses += 1,
            None => {}
        }
    }

    /// The points per game, from 0 to 1, if there were games with a score.
    pub fn rate(&self) -> Option<f64> {
        let scored = self.wins + self.draws + self.losses;
        (scored > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / scored as f64)
    }
}

/// The games of one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayTally {
    /// The number of the day since the beginning of 1970.
    pub day: i64,
    /// Its games.
    pub tally: Tally,
}

/// The statistics of an owner. Games count that were played here, have ended, and are not
/// in the bin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// All games.
    pub total: Tally,
    /// Games that were left before their end.
    pub unfinished: u64,
    /// By rule set, most played first.
    pub by_rules: Vec<(crate::RulesKey, Tally)>,
    /// By the level of the computer, most played first; games against people are not here.
    pub by_level: Vec<(String, Tally)>,
    /// By day, oldest first; days without games are left out.
    pub days: Vec<DayTally>,
    /// The most wins in a row.
    pub longest_streak: u64,
    /// How many games in a row were won until now.
    pub current_streak: u64,
}
