//! Training a network on the CPU: Adam on several threads, for small runs; `training/train.py` is for
//! large ones.

use std::io::{self, Write};
use std::ops::Range;

use engine::nnue::{
    ACTIVATION_ONE, FeatureSet, LARGEST_WEIGHT, MAGIC, OUTPUT_BUCKETS, OUTPUT_SCALE, VERSION,
    WEIGHT_ONE,
};
use fastrand::Rng;

use crate::in_parallel;
use crate::samples::{Sample, SampleSet};

/// Positions that are looked at between two changes of the weights.
const BATCH: usize = 8192;
/// How much of the target is the score of the search; the rest is the result of the game.
const SCORE_PART: f32 = 0.7;
/// Weights of a new network are at most so large.
const INITIAL_REACH: f32 = 0.1;
/// One sample in so many, at the end, is kept for validation.
const VALIDATION_PART: usize = 25;

/// Where the weights of a network lie in one row of numbers.
#[derive(Clone, Copy)]
struct Shape {
    features: usize,
    width: usize,
}

impl Shape {
    fn bias(self) -> usize {
        self.features * self.width
    }
    fn outputs(self, bucket: usize) -> usize {
        self.bias() + self.width + bucket * (2 * self.width + 1)
    }
    fn len(self) -> usize {
        self.outputs(OUTPUT_BUCKETS)
    }
}

/// A network in training.
pub struct Trainer {
    samples: SampleSet,
    shape: Shape,
    is_correction: bool,
    weights: Vec<f32>,
    first_moment: Vec<f32>,
    second_moment: Vec<f32>,
    steps: i32,
    /// How steeply the chance to win rises with the score: hundredths of a pawn.
    slope: f32,
    rng: Rng,
}

impl Trainer {
    /// A network with random weights and accumulators of this width, a multiple of 32. Its output is
    /// the evaluation, or a correction of the hand-written one.
    pub fn new(samples: SampleSet, width: usize, is_correction: bool, seed: u64) -> Trainer {
        let shape = Shape { features: samples.features.per_bucket(), width };
        let mut rng = Rng::with_seed(seed);
        let mut random = || (rng.usize(..1 << 20) as f32 / (1 << 19) as f32 - 1.0) * INITIAL_REACH;
        let weights = (0..shape.len()).map(|_| random()).collect();
        let mut trainer = Trainer {
            samples,
            shape,
            is_correction,
            weights,
            first_moment: vec![0.0; shape.len()],
            second_moment: vec![0.0; shape.len()],
            steps: 0,
            slope: 0.0,
            rng,
        };
        trainer.slope = trainer.fit_slope();
        trainer
    }

    /// The slope at which scores of searches predict results best.
    fn fit_slope(&self) -> f32 {
        let error = |slope: f32| -> f64 {
            let square = |index: usize| {
                let sample = self.samples.get(index).0;
                f64::from(chance(f32::from(sample.score), slope) - result(sample)).powi(2)
            };
            (0..self.samples.len()).step_by(7).map(square).sum()
        };
        let slopes = (4..40).map(|n| 20.0 * n as f32);
        slopes.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(250.0)
    }

    /// The scale of scores, in hundredths of a pawn, that was found in the samples.
    pub fn slope(&self) -> f32 {
        self.slope
    }

    /// How many samples are trained on; the rest is kept apart.
    pub fn training_samples(&self) -> usize {
        self.samples.len() - self.samples.len() / VALIDATION_PART
    }

    fn target(&self, sample: Sample) -> f32 {
        let score = chance(f32::from(sample.score), self.slope);
        SCORE_PART * score + (1.0 - SCORE_PART) * result(sample)
    }

    /// The mean square error on samples that are kept apart: of the hand-written evaluation, and with
    /// the network.
    pub fn validate(&self) -> (f64, f64) {
        self.errors(self.training_samples()..self.samples.len())
    }

    /// The same on the samples that the network is trained with.
    pub fn training_errors(&self) -> (f64, f64) {
        self.errors(0..self.training_samples())
    }

    fn errors(&self, indices: Range<usize>) -> (f64, f64) {
        let (mut hand_written, mut with_network) = (0.0, 0.0);
        let mut work = Work::new(self.shape.width);
        let count = indices.len().max(1) as f64;
        for index in indices {
            let evaluation = work.forward(self, index);
            let sample = self.samples.get(index).0;
            let target = self.target(sample);
            let square = |eval: f32| f64::from(chance(eval, self.slope) - target).powi(2);
            hand_written += square(f32::from(sample.base));
            with_network += square(evaluation);
        }
        (hand_written / count, with_network / count)
    }

    /// Goes through all samples once, at a rate that changes evenly from one value to another.
    /// `go_on` is told what part is done, and says whether to go on.
    pub fn epoch(&mut self, rates: (f32, f32), threads: usize, go_on: &mut dyn FnMut(f32) -> bool) {
        let mut order: Vec<u32> = (0..self.training_samples() as u32).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, self.rng.usize(..last + 1));
        }
        let batches = order.len().div_ceil(BATCH).max(1);
        for (number, batch) in order.chunks(BATCH).enumerate() {
            let part = number as f32 / batches as f32;
            if !go_on(part) {
                return;
            }
            let gradient = self.gradient(batch, threads);
            self.step(&gradient, rates.0 + (rates.1 - rates.0) * part);
        }
    }

    fn gradient(&self, batch: &[u32], threads: usize) -> Vec<f32> {
        let share = batch.len().div_ceil(threads.max(1)).max(1);
        let sum_up = |part: &[u32]| {
            let mut gradient = vec![0.0; self.shape.len()];
            let mut work = Work::new(self.shape.width);
            for index in part {
                work.backward(self, *index as usize, &mut gradient);
            }
            gradient
        };
        let mut sum = vec![0.0_f32; self.shape.len()];
        for part in in_parallel(batch.chunks(share), sum_up) {
            sum.iter_mut().zip(&part).for_each(|(sum, part)| *sum += part);
        }
        let count = batch.len() as f32;
        sum.iter_mut().for_each(|number| *number /= count);
        sum
    }

    fn step(&mut self, gradient: &[f32], rate: f32) {
        const KEEP_FIRST: f32 = 0.9;
        const KEEP_SECOND: f32 = 0.999;
        self.steps += 1;
        let first_share = 1.0 - KEEP_FIRST.powi(self.steps);
        let second_share = 1.0 - KEEP_SECOND.powi(self.steps);
        for (index, slope) in gradient.iter().enumerate() {
            let first = &mut self.first_moment[index];
            *first = KEEP_FIRST * *first + (1.0 - KEEP_FIRST) * slope;
            let second = &mut self.second_moment[index];
            *second = KEEP_SECOND * *second + (1.0 - KEEP_SECOND) * slope * slope;
            let step = *first / first_share / ((*second / second_share).sqrt() + 1e-8);
            let weight = &mut self.weights[index];
            *weight = (*weight * (1.0 - 0.01 * rate) - rate * step)
                .clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT);
        }
    }

    /// Writes the network in whole numbers, as the engine reads it.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let features: FeatureSet = self.samples.features;
        out.write_all(&MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&self.samples.fingerprint().to_le_bytes())?;
        out.write_all(&(features.per_bucket() as u32).to_le_bytes())?;
        let (width, pieces) = (self.shape.width, features.start_pieces());
        for number in [1, OUTPUT_BUCKETS, width, pieces, usize::from(self.is_correction), 0] {
            out.write_all(&(number as u16).to_le_bytes())?;
        }
        let mut put = |weights: &[f32], one: i32| {
            let whole = |weight: &f32| ((weight * one as f32).round() as i16).to_le_bytes();
            out.write_all(&weights.iter().flat_map(whole).collect::<Vec<u8>>())
        };
        put(&self.weights[..self.shape.outputs(0)], ACTIVATION_ONE)?;
        for bucket in 0..OUTPUT_BUCKETS {
            put(&self.weights[self.shape.outputs(bucket)..][..2 * width], WEIGHT_ONE)?;
        }
        for bucket in 0..OUTPUT_BUCKETS {
            let bias = self.weights[self.shape.outputs(bucket) + 2 * width];
            let whole = (bias * (ACTIVATION_ONE * WEIGHT_ONE) as f32).round() as i32;
            out.write_all(&whole.to_le_bytes())?;
        }
        Ok(())
    }
}

fn result(sample: Sample) -> f32 {
    f32::from(sample.result) / 2.0
}

/// The chance to win with a score.
fn chance(score: f32, slope: f32) -> f32 {
    1.0 / (1.0 + (-score / slope).exp())
}

/// Room for the accumulators of one position.
struct Work {
    sums: [Vec<f32>; 2],
    slopes: Vec<f32>,
}

impl Work {
    fn new(width: usize) -> Work {
        Work { sums: [vec![0.0; width], vec![0.0; width]], slopes: vec![0.0; width] }
    }

    /// The evaluation in hundredths of a pawn.
    fn forward(&mut self, trainer: &Trainer, index: usize) -> f32 {
        let Trainer { shape, weights, samples, .. } = trainer;
        let width = shape.width;
        let (sample, features) = samples.get(index);
        let bias = &weights[shape.bias()..][..width];
        let outputs = &weights[shape.outputs(sample.output_bucket.into())..];
        let mut output = outputs[2 * width];
        for (side, features) in features.into_iter().enumerate() {
            let sums = &mut self.sums[side];
            sums.copy_from_slice(bias);
            for feature in features {
                let row = &weights[usize::from(*feature) % shape.features * width..][..width];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            let weights = &outputs[side * width..][..width];
            let part = |(sum, weight): (&f32, &f32)| sum.clamp(0.0, 1.0).powi(2) * weight;
            output += sums.iter().zip(weights).map(part).sum::<f32>();
        }
        let base = if trainer.is_correction { f32::from(sample.base) } else { 0.0 };
        base + output * OUTPUT_SCALE as f32
    }

    /// Adds the gradient of one sample's error.
    fn backward(&mut self, trainer: &Trainer, index: usize, gradient: &mut [f32]) {
        let evaluation = self.forward(trainer, index);
        let Trainer { shape, weights, samples, slope, .. } = trainer;
        let width = shape.width;
        let (sample, features) = samples.get(index);
        let chance = chance(evaluation, *slope);
        let steepness = chance * (1.0 - chance) * OUTPUT_SCALE as f32 / slope;
        let error = 2.0 * (chance - trainer.target(sample)) * steepness;
        let at = shape.outputs(sample.output_bucket.into());
        gradient[at + 2 * width] += error;
        for (side, features) in features.into_iter().enumerate() {
            for (unit, slope) in self.slopes.iter_mut().enumerate() {
                let sum = self.sums[side][unit];
                let clipped = sum.clamp(0.0, 1.0);
                gradient[at + side * width + unit] += error * clipped * clipped;
                let is_inside = sum > 0.0 && sum < 1.0;
                let weight = weights[at + side * width + unit];
                *slope = if is_inside { error * weight * 2.0 * clipped } else { 0.0 };
            }
            let starts = features.iter().map(|f| usize::from(*f) % shape.features * width);
            for start in starts.chain([shape.bias()]) {
                let row = &mut gradient[start..start + width];
                row.iter_mut().zip(&self.slopes).for_each(|(g, s)| *g += s);
            }
        }
    }
}
