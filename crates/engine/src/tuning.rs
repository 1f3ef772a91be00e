//! Tuning the weights of the evaluation on positions from the engine's own games.
//!
//! Texel's method: the weights are best when the evaluation predicts the results of games best.
//! Games are played quickly, quiet positions are kept with the result of their game, and each
//! weight is moved as long as that makes the prediction better.

use std::sync::Arc;

use rules::{Colour, Position, Rules};

use crate::dice::Dice;
use crate::engine::Engine;
use crate::eval::{Evaluator, PawnCache, Running, Weights};
use crate::limits::Limits;
use crate::score::Score;

/// Games that are longer are no use.
const MOST_PLIES: usize = 300;
/// Moves at random at the beginning of each game.
const OPENING_PLIES: usize = 8;
/// A side that is so far ahead for some moves has won.
const DECIDED: i32 = 1200;

/// What it costs to move a weight away from where it was by half its size and a bit: without this
/// weights that matter in few positions run away.
const CAUTION: f64 = 5e-5;

/// A position and how its game ended: 1 for White's win, 0 for Black's, a half for a draw.
#[derive(Clone, Debug)]
pub struct Sample {
    position: Position,
    result: f64,
}

/// Plays a game against itself and keeps its quiet positions.
pub fn play_samples(engine: &mut Engine, nodes: u64, dice: &mut Dice) -> Vec<Sample> {
    let mut position = Position::start(engine.rules());
    let mut earlier = Vec::new();
    let mut quiet = Vec::new();
    let mut lead = 0;
    engine.clear();
    let result = loop {
        if earlier.len() >= MOST_PLIES || position.halfmove_clock() >= 100 {
            break 0.5;
        }
        if earlier.len() < OPENING_PLIES {
            let Some(chess_move) = dice.pick(&position.legal_moves()).copied() else { break 0.5 };
            earlier.push(position.hash());
            position.play_unchecked(chess_move);
            continue;
        }
        let outcome = engine.search(&position, &earlier, &Limits::nodes(nodes), &mut |_| {});
        let white = if position.turn() == Colour::White { 1 } else { -1 };
        let (Some(best), score) = (outcome.best, outcome.score.rank() * white) else {
            let is_mate = outcome.score == Score::MateIn(0);
            break if !is_mate { 0.5 } else { f64::from(1 - white) / 2.0 };
        };
        lead = if score.abs() < DECIDED { 0 } else { lead + score.signum() };
        if lead.abs() >= 6 {
            break f64::from(1 + lead.signum()) / 2.0;
        }
        let is_quiet = !position.is_capture(best)
            && best.promotion().is_none()
            && !position.is_in_check(position.turn())
            && score.abs() < DECIDED;
        if is_quiet {
            quiet.push(position.clone());
        }
        earlier.push(position.hash());
        position.play_unchecked(best);
        if earlier.iter().rev().take(40).filter(|hash| **hash == position.hash()).count() >= 2 {
            break 0.5;
        }
    };
    quiet.into_iter().map(|position| Sample { position, result }).collect()
}

/// Moves weights so that they predict results better.
pub struct Tuner {
    /// Samples by rule set.
    groups: Vec<(Arc<Rules>, Vec<Sample>)>,
    numbers: Vec<i32>,
    /// The weights as they were at first.
    before: Vec<i32>,
    steps: Vec<i32>,
    /// How steeply the chance to win rises with the score.
    slope: f64,
    error: f64,
}

impl Tuner {
    /// Starts from the weights that are in use for the first of the rule sets.
    pub fn new(groups: Vec<(Arc<Rules>, Vec<Sample>)>) -> Tuner {
        let size = groups.first().map(|(rules, _)| rules.size());
        let numbers = size.map_or_else(Vec::new, |s| Weights::for_board(s).to_numbers());
        let before = numbers.clone();
        let steps = numbers.iter().map(|number| (number.abs() / 8).max(2)).collect();
        let mut tuner = Tuner { groups, numbers, steps, slope: 1.0 / 250.0, error: 0.0, before };
        tuner.fit_slope();
        tuner
    }

    /// Finds the slope that fits the weights as they are.
    fn fit_slope(&mut self) {
        let candidates = (4..40).map(|n| 1.0 / (20.0 * f64::from(n)));
        let mut best = (f64::INFINITY, self.slope);
        for slope in candidates {
            self.slope = slope;
            let error = self.error_with(&self.numbers);
            if error < best.0 {
                best = (error, slope);
            }
        }
        (self.error, self.slope) = best;
    }

    /// The mean square error of the predictions, and what caution adds to it.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// How many weights there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Is there nothing to tune?
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Moves one weight as long as that makes the predictions better; true if it was moved.
    pub fn tune(&mut self, weight: usize) -> bool {
        let before = self.numbers[weight];
        for direction in [1, -1] {
            while self.try_step(weight, direction * self.steps[weight]) {}
            if self.numbers[weight] != before {
                break;
            }
        }
        if self.numbers[weight] == before {
            self.steps[weight] = (self.steps[weight] / 2).max(1);
        }
        self.numbers[weight] != before
    }

    fn try_step(&mut self, weight: usize, step: i32) -> bool {
        let mut numbers = self.numbers.clone();
        numbers[weight] += step;
        let error = self.error_with(&numbers);
        let is_better = error < self.error - 1e-9;
        if is_better {
            (self.numbers, self.error) = (numbers, error);
        }
        is_better
    }

    fn error_with(&self, numbers: &[i32]) -> f64 {
        let weights = Weights::from_numbers(numbers);
        let (mut sum, mut count) = (0.0, 0);
        for (rules, samples) in &self.groups {
            let evaluator = Evaluator::with_weights(rules, weights.clone());
            let mut cache = PawnCache::new(1 << 12);
            for sample in samples {
                let running = Running::of(&evaluator, &sample.position);
                let score = evaluator.evaluate_running(&sample.position, &running, &mut cache);
                let white = if sample.position.turn() == Colour::White { score } else { -score };
                let expected = 1.0 / (1.0 + (-f64::from(white) * self.slope).exp());
                sum += (sample.result - expected).powi(2);
            }
            count += samples.len();
        }
        sum / count.max(1) as f64 + self.caution(numbers)
    }

    /// What the distance from the weights in use costs.
    fn caution(&self, numbers: &[i32]) -> f64 {
        let cost = |(now, before): (&i32, &i32)| {
            let moved = f64::from(now - before) / (f64::from(before.abs()) / 2.0 + 8.0);
            CAUTION * moved * moved
        };
        numbers.iter().zip(&self.before).map(cost).sum()
    }

    /// The weights as they are now, to be read by people.
    pub fn describe(&self) -> String {
        format!("{:#?}", Weights::from_numbers(&self.numbers))
    }
}
