//! `xxlchess puzzles`: makes a set of puzzles from games of the computer against itself.

mod analyst;
mod finder;
mod found_puzzle;
mod games;
mod selection;
mod theme;
mod wording;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use fastrand::Rng;
use notation::fen;
use rules::Rules;
use serde::Serialize;

use crate::interrupt::Interrupt;
use crate::moves::line;
use crate::{files, input, progress, resources};
use finder::PuzzleFinder;
use found_puzzle::FoundPuzzle;
use games::Games;
use wording::PuzzleWriter;

#[derive(Args)]
#[command(after_long_help = ABOUT)]
pub struct Options {
    /// The rule set, by its id or its file.
    #[arg(long, value_name = "ID or FILE", default_value = "xxl")]
    rules: String,
    /// How many puzzles the set is to have.
    #[arg(long, value_name = "N", default_value = "12", value_parser = resources::positive::<usize>)]
    count: usize,
    /// Decides which games are played: the same seed gives the same puzzles.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games are played; a long search finds better puzzles [default: 5 for each puzzle].
    #[arg(long, value_name = "N", value_parser = resources::positive::<usize>)]
    games: Option<usize>,
    /// How many positions are looked at to be sure of a move.
    #[arg(long, value_name = "N", default_value = "300000", value_parser = resources::positive::<u64>)]
    nodes: u64,
    /// Write the set to this file instead of the terminal.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const ABOUT: &str = "\
Levels of middling strength play against each other. Wherever one move alone mates, wins, wins a
piece or saves a draw, there is a puzzle. The best are kept, easy ones first, as a config file that
`xxlchess play FILE` opens.

Ctrl-C ends the games and writes what was found so far.

Examples:
  xxlchess puzzles --rules standard --out puzzles.json
  xxlchess puzzles --count 3 --seed 7";

/// Default number of games for each puzzle.
const GAMES_FOR_EACH: usize = 5;

const BAR: &str = "{pos}/{len} games [{bar:30}] {elapsed_precise}, {eta} left, {msg} puzzles";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let rules = input::load_rules(&options.rules)?;
    if !rules.check_counts() {
        bail!("`{}` knows no mate; expected a rule set that is won by checkmate", options.rules);
    }
    options.out.as_deref().map(files::check_writable).transpose()?;
    let interrupt = Interrupt::by_signal()?;
    let finds = seek(options, &rules, &|| interrupt.is_set());
    let set = selection::select(&finds, options.count);
    report!("{} puzzles found, {} chosen", finds.len(), set.len());
    let mut writer = PuzzleWriter::new(Rng::with_seed(options.seed).u64(..));
    let levels = set.iter().map(|find| Level::new(find, &mut writer)).collect();
    let set = PuzzleSet { rules: &options.rules, clock: "none", levels };
    let text = serde_json::to_string_pretty(&set)? + "\n";
    match &options.out {
        Some(path) => files::write(path, text),
        None => Ok(output.write_all(text.as_bytes())?),
    }
}

/// Plays the games and looks for puzzles in them, until it is stopped.
fn seek(options: &Options, rules: &Arc<Rules>, is_stopped: &dyn Fn() -> bool) -> Vec<FoundPuzzle> {
    let count = options.games.unwrap_or(options.count.saturating_mul(GAMES_FOR_EACH));
    let bar = progress::bar(count as u64, BAR).with_message("0");
    let mut rng = Rng::with_seed(options.seed);
    let mut games = Games::new(rules);
    let mut seeker = PuzzleFinder::new(rules, options.nodes);
    let mut finds = Vec::new();
    for number in 0..count {
        let candidates = games.play(rng.u64(..), is_stopped);
        finds.extend(seeker.seek_all(&candidates, number, is_stopped));
        bar.set_message(finds.len().to_string());
        bar.inc(1);
    }
    bar.finish_and_clear();
    finds
}

/// A set of puzzles as the config file that the window reads.
#[derive(Serialize)]
struct PuzzleSet<'a> {
    rules: &'a str,
    clock: &'static str,
    levels: Vec<Level>,
}

#[derive(Serialize)]
struct Level {
    name: String,
    fen: String,
    goal: String,
    text: String,
    solution: String,
}

impl Level {
    fn new(find: &FoundPuzzle, writer: &mut PuzzleWriter) -> Level {
        Level {
            name: writer.name(find),
            fen: fen::format(&find.position),
            goal: find.goal.to_string(),
            text: writer.sentence(find),
            solution: line(&find.position, find.line.iter().copied()).join(" "),
        }
    }
}
