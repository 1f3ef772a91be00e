//! `xxlchess learn`: trains the network of a rule set on the engine's own games.

use std::collections::HashSet;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::{ArgGroup, Args};
use rules::Rules;
use training::game_file::GameReader;
use training::samples::SampleSet;
use training::trainer::Trainer;
use training::variations::Variations;

use crate::interrupt::Interrupt;
use crate::self_play::Plan;
use crate::{files, input, progress, resources};

/// With fewer positions a network would learn accidents by heart.
const FEWEST_POSITIONS: usize = 1000;
/// How fast the network learns at first; at the end hardly any more.
const FIRST_RATE: f32 = 0.0012;
const LAST_RATE: f32 = 0.00001;
/// The accumulator's width is a multiple of this.
const WIDTH_STEP: usize = 32;

#[derive(Args)]
#[command(after_long_help = ABOUT)]
#[command(group = ArgGroup::new("result").required(true).args(["out", "samples"]))]
pub struct Options {
    /// The rule set, by its id or its file.
    #[arg(long, value_name = "ID or FILE", default_value = "xxl")]
    rules: String,
    #[command(flatten)]
    plan: Plan,
    /// Read games from these files of `self-play` instead of playing.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["games", "nodes"])]
    from: Vec<PathBuf>,
    /// How often all positions are gone through.
    #[arg(long, value_name = "N", default_value = "2", value_parser = resources::positive::<usize>)]
    epochs: usize,
    /// Numbers in the accumulator of each side, a multiple of 32.
    #[arg(long, value_name = "N", default_value = "64", value_parser = width)]
    width: usize,
    /// Train a correction of the hand-written evaluation instead of a whole one.
    #[arg(long)]
    correction: bool,
    /// Where the network is written to.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the samples for training/train.py to this file instead of training.
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// Write positions a random move or two away from those of the games instead, trying so many for
    /// each; they have no score, and training/distill.py labels them.
    #[arg(long, value_name = "N", requires = "samples", conflicts_with = "out", value_parser = resources::positive::<usize>)]
    variations: Option<usize>,
}

const ABOUT: &str = "\
The networks that ship lie in crates/engine/networks. Whether a new one makes the engine stronger only
a match can tell: see docs/tuning.md.

Ctrl-C ends the games with what is reached so far, and the training without a result.

Examples:
  xxlchess learn --rules xxl --games 5000 --out xxl.nnue
  xxlchess learn --rules xxl --from games/xxl.games --samples xxl.samples";

fn width(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    let number = number.filter(|n: &usize| n.is_multiple_of(WIDTH_STEP) && (1..=2048).contains(n));
    number.ok_or_else(|| format!("expected a multiple of {WIDTH_STEP} up to 2048"))
}

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let rules = input::load_rules(&options.rules)?;
    let interrupt = Interrupt::by_signal()?;
    for path in options.out.iter().chain(&options.samples) {
        files::check_writable(path)?;
    }
    let samples = samples(options, &rules, &|| interrupt.is_set())?;
    if samples.len() < FEWEST_POSITIONS {
        bail!(
            "{} positions are too few to learn from; expected at least {FEWEST_POSITIONS}, which takes more `--games`",
            samples.len()
        );
    }
    if let Some(path) = &options.samples {
        let mut file = BufWriter::new(files::create(path)?);
        let written = samples.write(&rules, &mut file).and_then(|()| file.flush());
        written.with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(output, "{} samples", samples.len())?;
    }
    let Some(path) = &options.out else { return Ok(()) };
    interrupt.reset();
    let mut trainer = Trainer::new(samples, options.width, options.correction, options.plan.seed);
    report!("{} positions, slope {}", trainer.training_samples(), trainer.slope());
    train(&mut trainer, options, &|| interrupt.is_set());
    if interrupt.is_set() {
        bail!("interrupted before the network was trained");
    }
    let mut network = Vec::new();
    trainer.write(&mut network)?;
    files::write(path, network)?;
    let (without, with) = trainer.validate();
    writeln!(output, "error {without:.6} without the network, {with:.6} with it")?;
    Ok(())
}

/// The quiet positions of the games that are named, or of new ones.
fn samples(
    options: &Options,
    rules: &Arc<Rules>,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<SampleSet> {
    let (mut samples, mut seen) = (SampleSet::new(rules), HashSet::new());
    let threads = options.plan.threads();
    let variations = options.variations.map(|tries| Variations { tries, seed: options.plan.seed });
    if options.from.is_empty() {
        let games = options.plan.play(&options.rules, rules, is_stopped)?.into_iter().map(Ok);
        samples.add(rules, games, variations, threads, &mut seen)?;
    }
    for path in &options.from {
        let place = || format!("cannot use {}", path.display());
        let games = GameReader::open(path, rules).with_context(place)?;
        samples.add(rules, games, variations, threads, &mut seen).with_context(place)?;
    }
    Ok(samples)
}

/// Goes through all positions several times, more and more slowly.
fn train(trainer: &mut Trainer, options: &Options, is_stopped: &dyn Fn() -> bool) {
    let epochs = options.epochs;
    let rate = |epoch: usize| FIRST_RATE + (LAST_RATE - FIRST_RATE) * epoch as f32 / epochs as f32;
    for epoch in 0..epochs {
        let bar = progress::bar(1000, "epoch {prefix} [{bar:30}] {percent} % {elapsed_precise}");
        bar.set_prefix((epoch + 1).to_string());
        trainer.epoch((rate(epoch), rate(epoch + 1)), options.plan.threads(), &mut |part| {
            bar.set_position((part * 1000.0) as u64);
            !is_stopped()
        });
        bar.finish_and_clear();
        if is_stopped() {
            return;
        }
        let (_, with) = trainer.validate();
        report!("epoch {}: error {with:.6} on games that were kept apart", epoch + 1);
    }
}
