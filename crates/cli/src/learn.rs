//! `xxlchess learn`: trains the network that corrects the evaluation, on the engine's own games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use engine::learning::Trainer;

use crate::interrupt::Interrupt;
use crate::self_play::Plan;
use crate::{files, input, progress, resources};

/// With fewer positions a network would learn accidents by heart.
const FEWEST_POSITIONS: usize = 1000;
/// How fast the network learns at first; at the end hardly any more.
const FIRST_RATE: f32 = 0.0012;
const LAST_RATE: f32 = 0.00001;

#[derive(Args)]
#[command(after_long_help = ABOUT)]
pub struct Options {
    /// The rule set, by its id or its file.
    #[arg(long, value_name = "ID or FILE", default_value = "xxl")]
    rules: String,
    #[command(flatten)]
    plan: Plan,
    /// How often all positions are gone through.
    #[arg(long, value_name = "N", default_value = "2", value_parser = resources::positive::<usize>)]
    epochs: usize,
    /// Where the network is written to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

const ABOUT: &str = "\
The networks that ship lie in crates/engine/nets. Whether a new one makes the engine stronger only a
match can tell: see docs/tuning.md.

Ctrl-C ends the games with what is reached so far, and the training without a result.

Examples:
  xxlchess learn --rules xxl --games 5000 --out xxl.net";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let rules = input::load_rules(&options.rules)?;
    let interrupt = Interrupt::by_signal()?;
    let is_stopped = || interrupt.is_set();
    files::check_writable(&options.out)?;
    let mut trainer = Trainer::new(&rules, options.plan.seed);
    let games =
        options.plan.play(&options.rules, &rules, &is_stopped, &|game| trainer.lessons(&game));
    games.into_iter().for_each(|game| trainer.add(game));
    if trainer.len() < FEWEST_POSITIONS {
        bail!(
            "{} positions are too few to learn from; expected at least {FEWEST_POSITIONS}, which takes more `--games`",
            trainer.len()
        );
    }
    interrupt.reset();
    eprintln!("{} positions, slope {}", trainer.len(), trainer.fit_slope());
    train(&mut trainer, options, &is_stopped);
    if is_stopped() {
        bail!("interrupted before the network was trained");
    }
    let mut network = Vec::new();
    trainer.write(&mut network)?;
    files::write(&options.out, network)?;
    let (without, with) = trainer.error();
    writeln!(output, "error {without:.6} without the network, {with:.6} with it")?;
    Ok(())
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
        let (_, with) = trainer.error();
        eprintln!("epoch {}: error {with:.6} on games that were kept apart", epoch + 1);
    }
}
