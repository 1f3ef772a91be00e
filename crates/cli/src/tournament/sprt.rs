//! A test that ends as soon as it is clear which of two claims about strength holds.
//!
//! The claims are two rating differences. The log-likelihood ratio compares how well they explain
//! the results; the distribution of pairs of games that fits each claim best is found as Michel
//! Van den Bergh describes it ("The generalised sequential probability ratio test").

use std::fmt;

use super::elo::points_of;

/// The two claims, and how often the test may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference if the first player is no better.
    pub elo0: f64,
    /// The difference under the alternative hypothesis.
    pub elo1: f64,
    /// How often the better claim may be accepted wrongly.
    pub alpha: f64,
    /// How often it may be rejected wrongly.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The first player is no better.
    H0,
    /// The first player is better.
    H1,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Open => "undecided",
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
        })
    }
}

/// Reads the two rating differences of a test, as `ELO0,ELO1`.
pub fn claims(text: &str) -> Result<(f64, f64), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(a, b)| Some((a.trim().parse::<f64>().ok()?, b.trim().parse::<f64>().ok()?)));
    numbers.filter(|(a, b)| a < b && a.abs() < 1000.0 && b.abs() < 1000.0).ok_or_else(|| {
        "expected two rating differences, the lower one first, such as 0,5".to_owned()
    })
}

impl Sprt {
    /// The bounds at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// How much better the higher claim explains the pairs of games, as a logarithm.
    pub fn log_likelihood_ratio(&self, pairs: &[u64; 5]) -> f64 {
        let total: u64 = pairs.iter().sum();
        if total == 0 {
            return 0.0;
        }
        // Results that have not come up yet are not impossible.
        let counts = pairs.map(|count| (count as f64).max(0.001));
        let sum: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / sum);
        let (worse, better) = (points_of(self.elo0), points_of(self.elo1));
        let (worse, better) = (closest(&observed, worse), closest(&observed, better));
        let terms = (0..5).map(|i| observed[i] * (better[i] / worse[i]).ln());
        sum * terms.sum::<f64>()
    }

    /// What the test says.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(pairs) {
            ratio if ratio <= lower => Verdict::H0,
            ratio if ratio >= upper => Verdict::H1,
            _ => Verdict::Open,
        }
    }
}

/// Of the distributions with this mean, the one that explains the observed one best.
fn closest(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    let distance = |i: usize| i as f64 / 4.0 - mean;
    let slope =
        |x: f64| (0..5).map(|i| observed[i] * distance(i) / (1.0 + x * distance(i))).sum::<f64>();
    // The slope falls from one pole to the other, and is nothing at the solution.
    let (mut low, mut high) = (-1.0 / distance(4), -1.0 / distance(0));
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|i| observed[i] / (1.0 + x * distance(i)))
}
