//! What the results of a match say about strength: rating difference, its error, and certainty.
//!
//! The two games of an opening belong together: an opening that favours White gives one win each,
//! and that says nothing about the players. So errors are taken from pairs of games.

use std::fmt;

use serde_json::{Value, json};
use store::GameScore;

/// How many standard errors lie around 95 of 100 measurements.
const NINETY_FIVE_PERCENT: f64 = 1.959_963_984_540_054;

/// With fewer games, errors are not spread normally, and what was observed says little about how far
/// results vary.
const FEW_GAMES: u64 = 30;

/// The results of one player against another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    /// The number of pairs of games in which the player scored 0, 1, 2, 3 or 4 half points.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, score: GameScore) {
        match score {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Win => self.wins += 1,
        }
    }

    /// Counts two games with the same opening as a pair; each game is added by itself too.
    pub fn add_pair(&mut self, first: GameScore, second: GameScore) {
        let halves = |score| match score {
            GameScore::Loss => 0,
            GameScore::Draw => 1,
            GameScore::Win => 2,
        };
        self.pairs[halves(first) + halves(second)] += 1;
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The share of all points that the player scored; a half when nothing was played.
    pub fn points(&self) -> f64 {
        mean(&[self.losses, self.draws, self.wins])
    }

    /// The standard error of [`Tally::points`].
    fn standard_error(&self) -> f64 {
        let pairs: u64 = self.pairs.iter().sum();
        let by_pairs = spread(&self.pairs);
        if by_pairs > 0.0 {
            return (by_pairs / pairs as f64).sqrt();
        }
        let games = spread(&[self.losses, self.draws, self.wins]);
        (games / self.games().max(1) as f64).sqrt()
    }

    /// The rating difference that the points mean, and how far it may be off (95 %).
    pub fn elo(&self) -> Elo {
        let (points, games) = (self.points(), self.games());
        if games == 0 {
            return Elo::Unknown;
        }
        // With nothing but wins, at least this part would be won in 95 of 100 such worlds.
        let bound = 0.05_f64.powf(1.0 / games as f64);
        if points >= 1.0 {
            return Elo::AtLeast(elo_of(bound));
        }
        if points <= 0.0 {
            return Elo::AtMost(-elo_of(bound));
        }
        let error = NINETY_FIVE_PERCENT * self.standard_error();
        let (low, high) = match points - error > 0.0 && points + error < 1.0 {
            true if games >= FEW_GAMES => (points - error, points + error),
            _ => wilson_interval(points, games),
        };
        Elo::Measured { elo: elo_of(points), error: (elo_of(high) - elo_of(low)) / 2.0 }
    }

    /// How likely it is that the first player is the stronger one, given no other knowledge.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let error = self.standard_error();
        if self.games() >= FEW_GAMES && error > 0.0 {
            return normal((self.points() - 0.5) / error);
        }
        superiority_of_few(self.wins, self.losses)
    }
}

/// A rating difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Elo {
    /// Nothing was played.
    Unknown,
    /// A difference and its error.
    Measured {
        /// The difference.
        elo: f64,
        /// Half of the range in which it lies in 95 of 100 matches.
        error: f64,
    },
    /// All games were won: the difference is more than this.
    AtLeast(f64),
    /// All games were lost: the difference is less than this.
    AtMost(f64),
}

impl Elo {
    /// The difference and the bounds of its 95 % interval, as far as they are known.
    pub fn to_json(self) -> Value {
        let (elo, low, high) = match self {
            Elo::Unknown => (None, None, None),
            Elo::Measured { elo, error } => (Some(elo), Some(elo - error), Some(elo + error)),
            Elo::AtLeast(low) => (None, Some(low), None),
            Elo::AtMost(high) => (None, None, Some(high)),
        };
        json!({ "value": elo, "low": low, "high": high })
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elo::Unknown => f.write_str("unknown"),
            Elo::Measured { elo, error } => write!(f, "{elo:+.1} ± {error:.1}"),
            Elo::AtLeast(elo) => write!(f, "above {elo:+.1}"),
            Elo::AtMost(elo) => write!(f, "below {elo:+.1}"),
        }
    }
}

/// The rating difference at which this part of all points is expected.
pub fn elo_of(points: f64) -> f64 {
    400.0 * (points / (1.0 - points)).log10()
}

/// The part of all points that is expected at a rating difference.
pub fn points_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The mean of outcomes that are spread evenly from 0 to 1, each with its count.
fn mean(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    let steps = counts.len().saturating_sub(1) as f64;
    let sum: f64 = counts.iter().enumerate().map(|(i, n)| i as f64 / steps * *n as f64).sum();
    if total == 0 { 0.5 } else { sum / total as f64 }
}

/// The variance of such outcomes.
fn spread(counts: &[u64]) -> f64 {
    let total: u64 = counts.iter().sum();
    if total == 0 {
        return 0.0;
    }
    let mean = mean(counts);
    let steps = (counts.len() - 1) as f64;
    let square = |(i, n): (usize, &u64)| (i as f64 / steps - mean).powi(2) * *n as f64;
    counts.iter().enumerate().map(square).sum::<f64>() / total as f64
}

/// The 95 % interval of a part of which so many trials were made, as Wilson found it: within its
/// bounds for few trials and extreme parts too. Draws make results vary less, so it is rather too wide.
fn wilson_interval(points: f64, games: u64) -> (f64, f64) {
    let (n, z2) = (games as f64, NINETY_FIVE_PERCENT.powi(2));
    let middle = (points + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = NINETY_FIVE_PERCENT / (1.0 + z2 / n)
        * (points * (1.0 - points) / n + z2 / (4.0 * n * n)).sqrt();
    (middle - half, middle + half)
}

/// How likely it is that the first player wins more than half of the decided games, if every part
/// was equally likely before: the chance that of one coin more than there are games, no more show
/// heads than there were wins.
fn superiority_of_few(wins: u64, losses: u64) -> f64 {
    let coins = wins + losses + 1;
    let mut term = 0.5_f64.powf(coins as f64);
    let mut tail = 0.0;
    for heads in 0..=wins.min(losses) {
        tail += term;
        term *= (coins - heads) as f64 / (heads + 1) as f64;
    }
    if wins >= losses { 1.0 - tail } else { tail }
}

/// The part of a normal distribution that lies below.
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}
