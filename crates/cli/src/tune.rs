//! `xxlchess tune`: better weights for the evaluation, from the engine's own games.

mod samples;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use rules::{Colour, Rules};
use training::game_file::{SelfPlayGame, half_points, replay};
use training::samples::is_quiet;
use training::tuning::{ResultSample, ResultSamples, Tuner};

use crate::files::Unfinished;
use crate::input::RuleSetsChoice;
use crate::interrupt::Interrupt;
use crate::self_play::Plan;
use crate::{files, progress, resources};

/// One of this number of games is kept apart, to see whether the weights are better for other games too.
const CHECKED_GAMES: usize = 10;
/// With fewer positions weights would follow accidents.
const FEWEST_POSITIONS: usize = 1000;

#[derive(Args)]
#[command(after_long_help = ABOUT)]
pub struct Options {
    #[command(flatten)]
    rules: RuleSetsChoice,
    #[command(flatten)]
    plan: Plan,
    /// How often the weights are made better, at most.
    #[arg(long, value_name = "N", default_value = "8", value_parser = resources::positive::<usize>)]
    rounds: usize,
    /// Write the weights to this file instead of the terminal.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the positions to this file, for `--from`.
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// Read positions from this file instead of playing games.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "games", "nodes", "seed", "samples"])]
    from: Option<PathBuf>,
}

const ABOUT: &str = "\
Several rule sets are tuned together if their boards use the same weights.

Ctrl-C ends the games or the tuning with what is reached so far.

The weights are printed as they stand in crates/engine/src/eval/weights.rs. Whether they make the
engine stronger only a match can tell: see docs/tuning.md.

Examples:
  xxlchess tune --rules standard --games 500 --out weights.rs
  xxlchess tune --rules xxl --samples positions.txt
  xxlchess tune --from positions.txt --rounds 4";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let interrupt = Interrupt::by_signal()?;
    let is_stopped = || interrupt.is_set();
    options.out.as_deref().map(files::check_writable).transpose()?;
    let games = match &options.from {
        Some(path) => samples::read(path)?,
        None => {
            let rules = options.rules.load()?;
            let file = options.samples.as_deref().map(Unfinished::create).transpose()?;
            let games = play(&options.plan, rules, &is_stopped)?;
            let has_played = games.iter().any(|set| !set.games.is_empty());
            if let Some(file) = file.filter(|_| has_played) {
                samples::write(file, &games)?;
            }
            games
        }
    };
    let (sets, checked) = divide(games);
    let count: usize = sets.iter().map(|set| set.samples.len()).sum();
    report!("{count} positions");
    if is_stopped() {
        report!("interrupted before the weights were tuned");
        return Ok(());
    }
    if count < FEWEST_POSITIONS {
        bail!(
            "{count} positions are too few to tune on; expected at least {FEWEST_POSITIONS}, which takes more `--games`"
        );
    }
    let tuner = tune(sets, options.rounds, options.plan.threads(), &is_stopped);
    report(&tuner, &checked, options, output)
}

/// The games of one rule set.
struct Games {
    /// The rule set as the user named it.
    name: String,
    rules: Arc<Rules>,
    /// The quiet positions of each game.
    games: Vec<Vec<ResultSample>>,
}

/// Plays the games of each rule set.
fn play(
    plan: &Plan,
    rules: Vec<(String, Arc<Rules>)>,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Vec<Games>> {
    let games_of = |(name, rules): (String, Arc<Rules>)| {
        let played = plan.play(&name, &rules, is_stopped)?;
        let games = played.iter().map(|game| samples(&rules, game)).collect();
        Ok(Games { name, rules, games })
    };
    rules.into_iter().map(games_of).collect()
}

/// The quiet positions of a game.
fn samples(rules: &Arc<Rules>, game: &SelfPlayGame) -> Vec<ResultSample> {
    let mut samples = Vec::new();
    let result = f64::from(half_points(game.winner, Colour::White)) / 2.0;
    let replayed = replay(rules, game, |position, game_move| {
        if is_quiet(position, game_move) {
            samples.push(ResultSample { position: position.clone(), result });
        }
    });
    debug_assert!(replayed.is_ok(), "the engine plays legal moves");
    samples
}

/// Sets games apart that are only used to check the result.
fn divide(games: Vec<Games>) -> (Vec<ResultSamples>, Vec<ResultSamples>) {
    let (mut tuned, mut checked) = (Vec::new(), Vec::new());
    for Games { rules, games, .. } in games {
        let empty = || ResultSamples { rules: Arc::clone(&rules), samples: Vec::new(), games: 0 };
        let (mut for_tuning, mut for_checking) = (empty(), empty());
        for (number, samples) in (1..).zip(games) {
            let set = if number % CHECKED_GAMES == 0 { &mut for_checking } else { &mut for_tuning };
            set.samples.extend(samples);
            set.games += 1;
        }
        tuned.push(for_tuning);
        checked.push(for_checking);
    }
    (tuned, checked)
}

/// Makes the weights better round by round.
fn tune(
    sets: Vec<ResultSamples>,
    rounds: usize,
    threads: usize,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Tuner {
    let mut tuner = Tuner::new(sets, threads);
    report!("{} weights, error {:.6}", tuner.weights(), tuner.error());
    for round in 1..=rounds {
        let bar = progress::bar(1000, "round {prefix} [{bar:30}] {percent} % {elapsed_precise}");
        bar.set_prefix(round.to_string());
        let done = std::sync::Mutex::new(0.0);
        let advance = |part: f64| {
            let mut done = done.lock().unwrap_or_else(|e| e.into_inner());
            *done += part;
            bar.set_position((*done * 1000.0) as u64);
        };
        let is_better = tuner.refine(is_stopped, &advance);
        bar.finish_and_clear();
        if is_stopped() || !is_better {
            break;
        }
        report!("round {round}: error {:.6}, {} weights moved", tuner.error(), tuner.moved());
    }
    tuner
}

fn report(
    tuner: &Tuner,
    checked: &[ResultSamples],
    options: &Options,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let text = tuner.describe();
    match &options.out {
        Some(path) => files::write(path, text + "\n")?,
        None => writeln!(output, "{text}")?,
    }
    let (before, after) = (tuner.first_error(), tuner.error());
    writeln!(output, "error {before:.6} before, {after:.6} after")?;
    if checked.iter().any(|set| !set.samples.is_empty()) {
        let (before, after) = tuner.errors_on(checked);
        writeln!(
            output,
            "error {before:.6} before, {after:.6} after, on games that were kept apart"
        )?;
    }
    Ok(())
}
