//! Training a network on quiet positions: plain gradient descent with momentum (Adam), on several threads.

use std::io::{self, Write};
use std::sync::Arc;

use rules::{Colour, Rules};

use crate::eval::Evaluator;
use crate::eval::net::{self, Layout, OUTPUT_ONE, OUTPUT_SCALE, STAGES, SUM_ONE, WIDTH};
use crate::rng::Rng;
use crate::self_play::{PlayedGame, QuietPosition};

/// Positions that are looked at between two changes of the numbers.
const BATCH: usize = 8192;
/// How much of the target is the score of the search; the rest is the result of the game.
const SCORE_PART: f32 = 0.6;
/// The numbers of a new network are at most so large.
const FIRST_REACH: f32 = 0.1;
/// One game in so many is kept for checking.
const CHECK_EVERY: usize = 25;
/// No number of the network may be larger, so that sums of whole numbers hold it.
const LARGEST: f32 = 1.98;

/// A position in the form that training needs.
struct Lesson {
    /// Where its inputs begin: first as the side to move sees them, then as the other does.
    inputs: usize,
    pieces: usize,
    stage: usize,
    /// What the written evaluation says, what a search said, and how the game ended, for the side
    /// to move.
    evaluation: f32,
    score: f32,
    result: f32,
}

/// What can be learned from one game.
#[derive(Default)]
pub struct GameLessons {
    lessons: Vec<Lesson>,
    inputs: Vec<u16>,
}

/// All numbers of a network, or their gradients, in one row.
struct Shape {
    inputs: usize,
}

impl Shape {
    fn start(&self) -> usize {
        self.inputs * WIDTH
    }
    fn outputs(&self, stage: usize) -> usize {
        self.start() + WIDTH + stage * (2 * WIDTH + 1)
    }
    fn len(&self) -> usize {
        self.outputs(STAGES)
    }
}

/// A network in training.
pub struct Trainer {
    layout: Layout,
    evaluator: Evaluator,
    /// Which rule set it is for.
    fingerprint: u64,
    shape: Shape,
    games: usize,
    lessons: Vec<Lesson>,
    checks: Vec<Lesson>,
    inputs: Vec<u16>,
    numbers: Vec<f32>,
    first_moment: Vec<f32>,
    second_moment: Vec<f32>,
    steps: i32,
    /// How steeply the chance to win rises with the score: hundredths of a pawn.
    slope: f32,
    rng: Rng,
}

impl Trainer {
    /// A network with random numbers.
    pub fn new(rules: &Arc<Rules>, seed: u64) -> Trainer {
        let layout = Layout::new(rules);
        let shape = Shape { inputs: layout.inputs() };
        let mut rng = Rng::new(seed);
        let mut random = || (rng.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * FIRST_REACH;
        let numbers: Vec<f32> = (0..shape.len()).map(|_| random()).collect();
        Trainer {
            layout,
            evaluator: Evaluator::written(rules),
            fingerprint: net::fingerprint(rules),
            games: 0,
            lessons: Vec::new(),
            checks: Vec::new(),
            inputs: Vec::new(),
            first_moment: vec![0.0; shape.len()],
            second_moment: vec![0.0; shape.len()],
            shape,
            numbers,
            steps: 0,
            slope: 250.0,
            rng,
        }
    }

    /// What can be learned from a game; nothing is changed yet, so that threads can share the work.
    pub fn lessons(&self, game: &PlayedGame) -> GameLessons {
        let mut lessons = GameLessons::default();
        for quiet in &game.quiet {
            let lesson = self.lesson(quiet, game.result, &mut lessons.inputs);
            lessons.lessons.push(lesson);
        }
        lessons
    }

    fn lesson(&self, quiet: &QuietPosition, result: f64, inputs: &mut Vec<u16>) -> Lesson {
        let QuietPosition { position, score } = quiet;
        let begin = inputs.len();
        let turn = position.turn();
        for viewer in [turn, !turn] {
            let mirrored = self.layout.is_mirrored(position.king(viewer));
            let input = |(square, piece)| self.layout.input(piece, square, viewer, mirrored) as u16;
            inputs.extend(position.pieces().map(input));
        }
        let force = position.pieces().map(|(_, piece)| self.evaluator.force(piece)).sum();
        let sign = if turn == Colour::White { 1.0 } else { -1.0 };
        Lesson {
            inputs: begin,
            pieces: position.pieces().count(),
            stage: net::stage(force, self.evaluator.full_force()),
            evaluation: self.evaluator.evaluate(position) as f32,
            score: sign * *score as f32,
            result: 0.5 + sign * (result as f32 - 0.5),
        }
    }

    /// Takes the lessons of a game to heart, or keeps them for checking.
    pub fn add(&mut self, game: GameLessons) {
        let offset = self.inputs.len();
        self.inputs.extend(game.inputs);
        let is_check = self.games.is_multiple_of(CHECK_EVERY);
        let list = if is_check { &mut self.checks } else { &mut self.lessons };
        let moved = |lesson: Lesson| Lesson { inputs: offset + lesson.inputs, ..lesson };
        list.extend(game.lessons.into_iter().map(moved));
        self.games += 1;
    }

    /// Finds the slope by which scores of searches tell results best; to be called once all games
    /// are there.
    pub fn fit_slope(&mut self) -> f32 {
        let error = |slope: f32| -> f64 {
            let square =
                |lesson: &Lesson| f64::from(chance(lesson.score, slope) - lesson.result).powi(2);
            self.lessons.iter().step_by(7).map(square).sum()
        };
        let slopes = (4..40).map(|n| 20.0 * n as f32);
        self.slope = slopes.min_by(|a, b| error(*a).total_cmp(&error(*b))).unwrap_or(self.slope);
        self.slope
    }

    /// What a lesson says the chance to win is.
    fn target(&self, lesson: &Lesson) -> f32 {
        SCORE_PART * chance(lesson.score, self.slope) + (1.0 - SCORE_PART) * lesson.result
    }

    /// How many positions are trained on.
    pub fn len(&self) -> usize {
        self.lessons.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.lessons.is_empty()
    }

    /// The mean square error on games that are not trained on: without and with the network.
    pub fn error(&self) -> (f64, f64) {
        let (mut without, mut with) = (0.0, 0.0);
        for lesson in &self.checks {
            let mut work = Work::new();
            let output = work.forward(self, lesson);
            let target = self.target(lesson);
            let square = |eval: f32| f64::from(chance(eval, self.slope) - target).powi(2);
            without += square(lesson.evaluation);
            with += square(lesson.evaluation + output * OUTPUT_SCALE as f32);
        }
        let count = self.checks.len().max(1) as f64;
        (without / count, with / count)
    }

    /// Goes through all positions once, at a rate that changes evenly from one value to another.
    /// Whoever waits is told what part is done, and says whether to go on.
    pub fn epoch(&mut self, rates: (f32, f32), threads: usize, go_on: &mut dyn FnMut(f32) -> bool) {
        let mut order: Vec<u32> = (0..self.lessons.len() as u32).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, self.rng.below(last + 1));
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
        let share = batch.len().div_ceil(threads.max(1));
        let sum_up = |part: &[u32]| {
            let mut gradient = vec![0.0; self.shape.len()];
            let mut work = Work::new();
            for number in part {
                work.backward(self, &self.lessons[*number as usize], &mut gradient);
            }
            gradient
        };
        std::thread::scope(|scope| {
            let parts: Vec<_> =
                batch.chunks(share.max(1)).map(|part| scope.spawn(move || sum_up(part))).collect();
            let mut sum = vec![0.0_f32; self.shape.len()];
            for part in parts {
                let Ok(part) = part.join() else { continue };
                sum.iter_mut().zip(&part).for_each(|(sum, part)| *sum += part);
            }
            let count = batch.len() as f32;
            sum.iter_mut().for_each(|number| *number /= count);
            sum
        })
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
            let number = &mut self.numbers[index];
            *number = (*number * (1.0 - 0.01 * rate) - rate * step).clamp(-LARGEST, LARGEST);
        }
    }

    /// Writes the network in whole numbers, as the engine reads it.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.fingerprint.to_le_bytes())?;
        let mut put = |number: f32, one: i32| {
            out.write_all(&((number * one as f32).round() as i16).to_le_bytes())
        };
        for number in &self.numbers[..self.shape.outputs(0)] {
            put(*number, SUM_ONE)?;
        }
        for stage in 0..STAGES {
            let start = self.shape.outputs(stage);
            for number in &self.numbers[start..start + 2 * WIDTH] {
                put(*number, OUTPUT_ONE)?;
            }
        }
        for stage in 0..STAGES {
            let number = self.numbers[self.shape.outputs(stage) + 2 * WIDTH];
            let whole = (number * (SUM_ONE * OUTPUT_ONE) as f32).round() as i32;
            out.write_all(&whole.to_le_bytes())?;
        }
        Ok(())
    }
}

/// The chance to win with a score.
fn chance(score: f32, slope: f32) -> f32 {
    1.0 / (1.0 + (-score / slope).exp())
}

/// Room for the numbers of one position.
struct Work {
    sums: [[f32; WIDTH]; 2],
}

impl Work {
    fn new() -> Work {
        Work { sums: [[0.0; WIDTH]; 2] }
    }

    fn forward(&mut self, trainer: &Trainer, lesson: &Lesson) -> f32 {
        let Trainer { shape, numbers, inputs, .. } = trainer;
        let start = &numbers[shape.start()..shape.start() + WIDTH];
        let outputs = &numbers[shape.outputs(lesson.stage)..];
        let mut output = outputs[2 * WIDTH];
        for side in 0..2 {
            let sum = &mut self.sums[side];
            sum.copy_from_slice(start);
            let begin = lesson.inputs + side * lesson.pieces;
            for input in &inputs[begin..begin + lesson.pieces] {
                let row = &numbers[usize::from(*input) * WIDTH..][..WIDTH];
                sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
            }
            let weights = &outputs[side * WIDTH..][..WIDTH];
            let part: f32 =
                sum.iter().zip(weights).map(|(s, w)| s.clamp(0.0, 1.0).powi(2) * w).sum();
            output += part;
        }
        output
    }

    fn backward(&mut self, trainer: &Trainer, lesson: &Lesson, gradient: &mut [f32]) {
        let output = self.forward(trainer, lesson);
        let Trainer { shape, numbers, inputs, slope, .. } = trainer;
        let chance = chance(lesson.evaluation + output * OUTPUT_SCALE as f32, *slope);
        let steepness = chance * (1.0 - chance) * OUTPUT_SCALE as f32 / slope;
        let error = 2.0 * (chance - trainer.target(lesson)) * steepness;
        let place = shape.outputs(lesson.stage);
        gradient[place + 2 * WIDTH] += error;
        for side in 0..2 {
            let mut slopes = [0.0; WIDTH];
            for (unit, slope) in slopes.iter_mut().enumerate() {
                let sum = self.sums[side][unit];
                let clipped = sum.clamp(0.0, 1.0);
                gradient[place + side * WIDTH + unit] += error * clipped * clipped;
                let is_inside = sum > 0.0 && sum < 1.0;
                let weight = numbers[place + side * WIDTH + unit];
                *slope = if is_inside { error * weight * 2.0 * clipped } else { 0.0 };
            }
            let begin = lesson.inputs + side * lesson.pieces;
            let start = shape.start();
            gradient[start..start + WIDTH].iter_mut().zip(&slopes).for_each(|(g, s)| *g += s);
            for input in &inputs[begin..begin + lesson.pieces] {
                let row = &mut gradient[usize::from(*input) * WIDTH..][..WIDTH];
                row.iter_mut().zip(&slopes).for_each(|(g, s)| *g += s);
            }
        }
    }
}
