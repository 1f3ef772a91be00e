//! `xxlchess solve`: how many positions of a test set the engine solves.

mod task;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use engine::{Engine, Limits};
use indicatif::{ProgressBar, ProgressStyle};
use notation::diagnostics::text_of;
use notation::san;

use crate::input::{self, RulesChoice};
use crate::tournament::budget::seconds;
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
    #[arg(long, value_name = "N", group = "limit")]
    nodes: Option<u64>,
    /// How many moves the engine looks ahead.
    #[arg(long, value_name = "N", group = "limit")]
    depth: Option<u32>,
    /// How many threads the engine uses.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,
    /// Memory for positions, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64)]
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

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let rules = options.rules.load()?;
    let bytes = input::read(&options.file)?;
    let text = text_of(&bytes).map_err(|fault| input::in_file(&options.file, &fault.into()))?;
    let tasks = Task::read_all(text, &rules, &options.file.display().to_string())?;
    if tasks.is_empty() {
        bail!("{} has no positions", options.file.display());
    }
    let mut engine = Engine::new(&rules, options.hash.max(1), options.threads.get());
    let progress = Progress::new(tasks.len());
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
            progress.tell(&format!("{}: {found} ({}), not {task}", task.name, outcome.score))?;
        }
        progress.step(solved);
    }
    progress.0.finish_and_clear();
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

/// A bar in a terminal; elsewhere only what is worth telling.
struct Progress(ProgressBar);

impl Progress {
    fn new(total: usize) -> Progress {
        let bar = ProgressBar::new(total as u64);
        let template = "{pos}/{len} positions [{bar:20}] {elapsed_precise}, {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress(bar)
    }

    /// Tells of a position that was not solved; fails when nobody listens any more.
    fn tell(&self, text: &str) -> io::Result<()> {
        if self.0.is_hidden() {
            writeln!(io::stderr(), "{text}")?;
        } else {
            self.0.println(text);
        }
        Ok(())
    }

    fn step(&self, solved: i32) {
        self.0.inc(1);
        self.0.set_message(format!("{solved} solved"));
    }
}
