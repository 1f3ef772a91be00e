//! `xxlchess lab`: measures a game by self-play: what pieces are worth, who moves first, openings.

mod page;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context, bail};
use clap::Args;
use engine::Engine;
use rules::Rules;
use study::lab::{LabGame, Plan, Report, record};

use crate::input::load_rules;
use crate::interrupt::Interrupt;
use crate::{files, progress, resources};

/// The transposition table of each engine, in mebibytes: games at so few nodes need no more.
const HASH: usize = 4;

#[derive(Args)]
#[command(after_long_help = ABOUT)]
pub struct Options {
    /// The rule set, by its id or its file.
    #[arg(value_name = "RULES")]
    rules: String,
    /// How many games there are to be in all.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = resources::positive::<u32>)]
    games: u32,
    /// About how many positions are looked at for each move.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = resources::positive::<u64>)]
    nodes: u64,
    /// Decides which games are played.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads to use; which games are played does not depend on it [default: all].
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
    /// The folder of the results; games that are there are not played again [default: lab-RULES].
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print the results as one JSON object.
    #[arg(long)]
    json: bool,
}

const ABOUT: &str = "\
The folder gets games.jsonl with one line a game, and report.json, report.svg, openings.svg and report.html,
made from all games so far. Ctrl-C ends the games; the same command goes on with them. The first move of
either side is random. Of four games two are even; in one the armies differ by chance, which tells what
pieces are worth, and in one a side looks at twice as many positions.

Examples:
  xxlchess lab makruk --games 2000
  xxlchess lab my-game.toml --games 200 --nodes 300 --out results";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let interrupt = Interrupt::by_signal()?;
    let rules = load_rules(&options.rules)?;
    let folder = options.out.clone().unwrap_or_else(|| format!("lab-{}", rules.id()).into());
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let plan = Plan { nodes: options.nodes, seed: options.seed };
    let path = folder.join("games.jsonl");
    let (played, file) = open(&path, &rules, &plan)?;
    let games = play(options, &rules, &plan, played, file, &interrupt)
        .with_context(|| format!("cannot write {}", path.display()))?;
    let report = Report::new(&rules, &games);
    let json = page::json(&rules, &plan, &report);
    let chart = page::chart(&rules, &report);
    files::write(&folder.join("report.json"), format!("{json:#}\n"))?;
    files::write(&folder.join("report.svg"), &chart)?;
    files::write(&folder.join("openings.svg"), page::openings_chart(&rules, &report))?;
    files::write(&folder.join("report.html"), page::html(&rules, &plan, &report, &chart))?;
    match options.json {
        true => writeln!(output, "{json}")?,
        false => write!(output, "{}", page::text(&rules, &report))?,
    }
    Ok(())
}

/// The games that a file has, and the file to add more to; a new one begins with the plan.
fn open(
    path: &std::path::Path,
    rules: &Arc<Rules>,
    plan: &Plan,
) -> anyhow::Result<(BTreeMap<u32, LabGame>, File)> {
    let head = record::head(rules, plan);
    let text = match path.exists() {
        true => files::read_text(path)?,
        false => String::new(),
    };
    let mut lines = text.lines();
    match lines.next() {
        Some(first) if first != head => bail!(
            "{} has games by other rules, nodes or another seed; expected another folder",
            path.display()
        ),
        _ => {}
    }
    // A line that an interrupted write has cut short is played again.
    let games = lines.filter_map(|line| record::parse(line, rules));
    let games: BTreeMap<u32, LabGame> = games.map(|game| (game.number, game)).collect();
    let mut all = head + "\n";
    for game in games.values() {
        all += &record::format(game, rules);
        all.push('\n');
    }
    files::write(path, all)?;
    let file = OpenOptions::new().append(true).open(path);
    Ok((games, file.with_context(|| format!("cannot write {}", path.display()))?))
}

/// Plays the games that are missing, on all threads, until an end is asked for.
fn play(
    options: &Options,
    rules: &Arc<Rules>,
    plan: &Plan,
    mut played: BTreeMap<u32, LabGame>,
    mut file: File,
    interrupt: &Interrupt,
) -> io::Result<Vec<LabGame>> {
    let bar = progress::bar(
        options.games.into(),
        "{prefix}: {pos}/{len} games [{bar:30}] {elapsed_precise}, {eta} left",
    );
    bar.set_prefix(rules.id().to_owned());
    bar.set_position(played.len() as u64);
    let missing: Vec<u32> =
        (0..options.games).filter(|number| !played.contains_key(number)).collect();
    let numbers = Mutex::new(missing.into_iter());
    let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
    let is_stopped = || interrupt.is_set();
    let work = |sender: Sender<LabGame>| {
        let mut engine = Engine::new(rules, HASH, 1);
        while let Some(number) = next()
            && let Some(game) = plan.play(&mut engine, number, &is_stopped)
            && sender.send(game).is_ok()
        {}
    };
    let (sender, finished) = channel();
    let written = thread::scope(|scope| {
        for _ in 0..resources::threads_or_all(options.threads) {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(sender));
        }
        drop(sender);
        finished.into_iter().try_for_each(|game| {
            file.write_all((record::format(&game, rules) + "\n").as_bytes())?;
            played.insert(game.number, game);
            bar.inc(1);
            Ok(())
        })
    });
    bar.finish_and_clear();
    written.map(|()| played.into_values().collect())
}
