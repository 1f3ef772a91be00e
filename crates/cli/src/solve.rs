//! `xxlchess solve`: how many positions of a test set the engine solves.

mod task;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use engine::{Engine, Limits};
use notation::san;

use crate::input::RulesChoice;
use crate::tournament::budget::seconds;
use crate::{files, progress, resources};
use task::Task;

#[derive(Args)]
#[command(after_long_help = ABOUT)]
pub struct Options {
    /// The positions, one a line, as EPD.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    rules: RulesChoice,
    /// Time for each position, in seconds [default: 1].
    #[arg(long, value_name = "SECONDS", group = "limit", value_parser = seconds)]
    movetime: Option<Duration>,
    /// How many positions are looked at for each: the result is then always the same.
    #[arg(long, value_name = "N", group = "limit", value_parser = resources::positive::<u64>)]
    nodes: Option<u64>,
    /// How many moves the engine looks ahead.
    #[arg(long, value_name = "N", group = "limit", value_parser = resources::positive::<u32>)]
    depth: Option<u32>,
    /// How many threads the engine uses.
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// Memory for positions, in MiB.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = resources::hash)]
    hash: usize,
}

const ABOUT: &str = "\
A line is a FEN, with or without its two counters, and what is asked for:

  bm MOVE ...;   one of these moves is to be found
  am MOVE ...;   none of these moves is to be played
  dm N;          mate in N moves is to be found
  id \"NAME\";     what the position is called

Lines that are empty or begin with # do not count.

Examples:
  xxlchess solve --rules standard positions.epd --movetime 1
  xxlchess solve --rules standard positions.epd --nodes 200000";

const BAR: &str = "{pos}/{len} positions [{bar:20}] {elapsed_precise}, {msg}";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let rules = options.rules.load()?;
    let text = files::read_text(&options.file)?;
    let tasks = Task::read_all(&text, &rules, &options.file.display().to_string())?;
    if tasks.is_empty() {
        bail!("{} has no positions", options.file.display());
    }
    let mut engine = Engine::new(&rules, options.hash, options.threads);
    let bar = progress::bar(tasks.len() as u64, BAR);
    let (mut solved, mut nodes) = (0, 0);
    let begin = Instant::now();
    for task in &tasks {
        engine.clear();
        let outcome = engine.search(&task.position, &[], &options.limits(task), &mut |_| {});
        nodes += outcome.nodes;
        if task.is_solved_by(&outcome) {
            solved += 1;
        } else {
            let found = outcome
                .best
                .map_or_else(|| "nothing".to_owned(), |best| san::format(&task.position, best));
            let told = format!("{}: {found} ({}), not {task}", task.name, outcome.score);
            progress::tell(&bar, &told)?;
        }
        bar.inc(1);
        bar.set_message(format!("{solved} solved"));
    }
    bar.finish_and_clear();
    let (time, count) = (begin.elapsed().as_secs_f64(), tasks.len());
    let percent = 100.0 * f64::from(solved) / count as f64;
    writeln!(output, "nodes {nodes}, {time:.1} s, {:.0} nodes/s", nodes as f64 / time)?;
    writeln!(output, "solved {solved} of {count} ({percent:.1} %)")?;
    Ok(())
}

impl Options {
    fn limits(&self, task: &Task) -> Limits {
        let limits = match (self.nodes, self.depth, self.movetime) {
            (Some(nodes), ..) => Limits::nodes(nodes),
            (_, Some(depth), _) => Limits::depth(depth),
            (.., time) => Limits::move_time(time.unwrap_or(Duration::from_secs(1))),
        };
        Limits { mate: task.mate, ..limits }
    }
}
