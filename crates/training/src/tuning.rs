//! Tuning the weights of the evaluation on positions from the engine's own games.
//!
//! Texel's method: the weights are best when the evaluation predicts the results of games best.
//! Games are played quickly ([`crate::self_play`]) and their quiet positions kept with the result. The
//! evaluation is nearly linear in its weights, so each round measures once how every score answers
//! to every weight, finds the best weights of that linear model, and then asks the real evaluation
//! how good they are.

mod model;

use std::ops::Range;
use std::sync::Arc;

use engine::{Evaluator, Weights};
use rules::{Colour, Position, Rules};

use crate::in_parallel;
use model::{Model, expected};

/// How many positions are evaluated with one set of weights before the next set has its turn: few
/// enough to stay in the processor's cache.
const CHUNK: usize = 256;
/// How far a better prediction must be better, so that rounds come to an end.
const WORTH_WHILE: f64 = 1e-7;

/// A position and how its game ended: 1 for White's win, 0 for Black's, a half for a draw.
#[derive(Clone, Debug)]
pub struct ResultSample {
    /// A quiet position.
    pub position: Position,
    /// The result for White.
    pub result: f64,
}

/// Positions of one rule set.
#[derive(Clone, Debug)]
pub struct ResultSamples {
    /// The rule set.
    pub rules: Arc<Rules>,
    /// Its positions.
    pub samples: Vec<ResultSample>,
    /// From how many games they are.
    pub games: usize,
}

/// Moves weights so that they predict results better.
pub struct Tuner {
    sets: Vec<ResultSamples>,
    threads: usize,
    numbers: Vec<i32>,
    /// The weights as they were at first.
    before: Vec<i32>,
    /// How steeply the chance to win rises with the score.
    slope: f64,
    first_error: f64,
    error: f64,
}

impl Tuner {
    /// Starts from the weights that are in use for the board of the first set.
    pub fn new(sets: Vec<ResultSamples>, threads: usize) -> Tuner {
        let size = sets.first().map(|set| set.rules.size());
        let numbers = size.map_or_else(Vec::new, |size| Weights::for_board(size).to_numbers());
        let before = numbers.clone();
        let mut tuner = Tuner {
            sets,
            threads: threads.max(1),
            numbers,
            before,
            slope: 0.0,
            first_error: 0.0,
            error: 0.0,
        };
        tuner.fit_slope();
        tuner
    }

    /// Finds the slope that fits the weights as they are. It sets the scale of all scores, so it
    /// is not changed later.
    fn fit_slope(&mut self) {
        let scores = self.scores(&self.sets, &self.numbers);
        let results: Vec<f64> = results(&self.sets).collect();
        let error = |slope: f64| mean_error(&scores, &results, slope);
        let candidates = (20..400).map(|n| 1.0 / (2.0 * f64::from(n)));
        let best = candidates.min_by(|a, b| error(*a).total_cmp(&error(*b)));
        self.slope = best.unwrap_or(1.0 / 250.0);
        self.error = error(self.slope);
        self.first_error = self.error;
    }

    /// How many weights there are.
    pub fn weights(&self) -> usize {
        self.numbers.len()
    }

    /// How many weights differ from those that are in use.
    pub fn moved(&self) -> usize {
        self.numbers.iter().zip(&self.before).filter(|(now, before)| now != before).count()
    }

    /// The mean square error of the predictions with the weights that are in use.
    pub fn first_error(&self) -> f64 {
        self.first_error
    }

    /// The mean square error of the predictions with the tuned weights.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The mean square error on other positions, with the weights in use and with the tuned ones.
    pub fn errors_on(&self, sets: &[ResultSamples]) -> (f64, f64) {
        let results: Vec<f64> = results(sets).collect();
        let error = |numbers: &[i32]| mean_error(&self.scores(sets, numbers), &results, self.slope);
        (error(&self.before), error(&self.numbers))
    }

    /// One round: true if it made the predictions better, and another may be worth while. `advance` is
    /// told of each further part of the work, 0 to 1, that is done.
    pub fn refine(
        &mut self,
        is_stopped: &(dyn Fn() -> bool + Sync),
        advance: &(dyn Fn(f64) + Sync),
    ) -> bool {
        let Some(model) = self.model(is_stopped, advance) else { return false };
        let wanted = model.best(&self.numbers, &self.before, is_stopped);
        // Where the model reaches too far from what it was made for, half the way may be better.
        for part in [1.0, 0.5, 0.25] {
            let moved = |(now, wanted): (&i32, &f64)| {
                (f64::from(*now) + part * (wanted - f64::from(*now))).round() as i32
            };
            let numbers: Vec<i32> = self.numbers.iter().zip(&wanted).map(moved).collect();
            let results: Vec<f64> = results(&self.sets).collect();
            let error = mean_error(&self.scores(&self.sets, &numbers), &results, self.slope);
            if error < self.error - WORTH_WHILE {
                (self.numbers, self.error) = (numbers, error);
                return true;
            }
        }
        false
    }

    /// The tuned weights as they stand in the source.
    pub fn describe(&self) -> String {
        let text = format!("{:#?}", Weights::from_numbers(&self.numbers));
        text.replace('(', "Tapered::new(")
    }

    /// How every score answers to every weight; nothing if it was stopped.
    fn model(
        &self,
        is_stopped: &(dyn Fn() -> bool + Sync),
        advance: &(dyn Fn(f64) + Sync),
    ) -> Option<Model> {
        let scores = self.scores(&self.sets, &self.numbers);
        let steps: Vec<i32> = self.numbers.iter().map(|number| (number.abs() / 4).max(8)).collect();
        let games = self.sets.iter().map(|set| set.games).sum();
        let results = results(&self.sets).collect();
        let mut model = Model::new(&scores, results, &steps, self.slope, games);
        let total = scores.len() as f64;
        let mut first = 0;
        for set in &self.sets {
            let evaluators: Vec<Evaluator> = (0..steps.len())
                .map(|weight| {
                    let mut numbers = self.numbers.clone();
                    numbers[weight] += steps[weight];
                    Evaluator::with_weights(&set.rules, Weights::from_numbers(&numbers))
                })
                .collect();
            let parts = self.in_parts(&set.samples, |samples, range| {
                let mut answers: Vec<Vec<i16>> = vec![Vec::new(); evaluators.len()];
                let before = &scores[first + range.start..first + range.end];
                for (samples, before) in samples.chunks(CHUNK).zip(before.chunks(CHUNK)) {
                    if is_stopped() {
                        return None;
                    }
                    for (evaluator, answers) in evaluators.iter().zip(&mut answers) {
                        let after = scores_of(evaluator, samples);
                        let rise = |(after, before): (i32, &i32)| {
                            (after - before).clamp(i16::MIN.into(), i16::MAX.into()) as i16
                        };
                        answers.extend(after.zip(before).map(rise));
                    }
                    advance(samples.len() as f64 / total);
                }
                Some(answers)
            });
            for part in parts {
                model.extend(part?);
            }
            first += set.samples.len();
        }
        Some(model)
    }

    /// The scores of all positions for White with these weights.
    fn scores(&self, sets: &[ResultSamples], numbers: &[i32]) -> Vec<i32> {
        let mut scores = Vec::new();
        for set in sets {
            let weights = Weights::from_numbers(numbers);
            let evaluator = Evaluator::with_weights(&set.rules, weights);
            let parts = self.in_parts(&set.samples, |samples, _| {
                samples.chunks(CHUNK).flat_map(|chunk| scores_of(&evaluator, chunk)).collect()
            });
            scores.extend(parts.into_iter().flat_map(|part: Vec<i32>| part));
        }
        scores
    }

    /// Lets each thread work on a part of the samples; the results are in order.
    fn in_parts<T: Send>(
        &self,
        samples: &[ResultSample],
        work: impl Fn(&[ResultSample], Range<usize>) -> T + Sync,
    ) -> Vec<T> {
        let size = samples.len().div_ceil(self.threads).max(1);
        let ranges = (0..samples.len()).step_by(size).map(|n| n..(n + size).min(samples.len()));
        in_parallel(ranges, |range| work(&samples[range.clone()], range))
    }
}

/// The scores of a chunk of positions for White.
fn scores_of<'a>(
    evaluator: &'a Evaluator,
    samples: &'a [ResultSample],
) -> impl Iterator<Item = i32> + 'a {
    let positions = || samples.iter().map(|sample| &sample.position);
    let for_white = |(position, score): (&Position, i32)| {
        if position.turn() == Colour::White { score } else { -score }
    };
    positions().zip(evaluator.evaluate_all(positions())).map(for_white)
}

fn results(sets: &[ResultSamples]) -> impl Iterator<Item = f64> + '_ {
    sets.iter().flat_map(|set| set.samples.iter().map(|sample| sample.result))
}

fn mean_error(scores: &[i32], results: &[f64], slope: f64) -> f64 {
    let square = |(score, result): (&i32, &f64)| {
        let miss = result - expected(f64::from(*score), slope);
        miss * miss
    };
    let sum: f64 = scores.iter().zip(results).map(square).sum();
    sum / scores.len().max(1) as f64
}
