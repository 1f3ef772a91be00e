//! `xxlchess analyse`: what our engine thinks of the moves of recorded games.

mod verdict;
mod written;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use engine::{Line, Score};
use indicatif::ProgressBar;
use notation::archive;
use notation::diagnostics::text_of;
use notation::file::{self, Kind};
use notation::pgn::{self, Game};
use rules::{History, Move, Outcome, Rules};

use crate::files::Unfinished;
use crate::interrupt::Interrupt;
use crate::tournament::budget::{Budget, seconds};
use crate::tournament::builtin::Thinker;
use crate::{files, input, progress, resources};

/// The options of `xxlchess analyse`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The games: PGN or an archive.
    file: PathBuf,
    /// The rules of games that do not name theirs: an id or a rule set's file.
    #[arg(long, value_name = "ID or FILE")]
    rules: Option<String>,
    /// Positions looked at for each move [default: 100000].
    #[arg(long, value_name = "N", group = "budget", value_parser = resources::positive::<u64>)]
    nodes: Option<u64>,
    /// How many moves to look ahead.
    #[arg(long, value_name = "N", group = "budget", value_parser = resources::positive::<u32>)]
    depth: Option<u32>,
    /// Time for each move, in seconds.
    #[arg(long, value_name = "SECONDS", group = "budget", value_parser = seconds)]
    movetime: Option<Duration>,
    /// How many threads think.
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// Memory for positions, in MiB.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = resources::hash)]
    hash: usize,
    /// Write the games with comments to this file, and a table to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Ctrl-C ends the analysis and keeps the games that are finished.

Examples:
  xxlchess analyse game.pgn > commented.pgn
  xxlchess analyse game.json --movetime 1 --out commented.pgn";

/// How much is thought about each move, if nothing else is said.
const USUAL: Budget = Budget::Nodes(100_000);

/// Analyses all games of a file, or as many as there are before an interrupt.
pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let (games, faulty) = options.read()?;
    let count = games.len();
    let name = options.file.display();
    match (count, faulty) {
        (0, 0) => bail!("{name} has no games; expected at least one"),
        (0, _) => bail!("{name} has no sound game"),
        _ => {}
    }
    options.check_out()?;
    let interrupt = Interrupt::by_signal()?;
    let written = write(options, games, &interrupt, output)?;
    if written < count {
        bail!("interrupted; {written} of {count} games are analysed and written");
    }
    if faulty > 0 {
        bail!("{faulty} of {} games are faulty and left out", count + faulty);
    }
    Ok(())
}

/// Writes each game when it is analysed, and tells how many there were before an interrupt.
fn write(
    options: &Options,
    games: Vec<Game>,
    interrupt: &Interrupt,
    output: &mut dyn Write,
) -> anyhow::Result<usize> {
    let mut file = options.out.as_deref().map(Unfinished::create).transpose()?;
    let positions: usize = games.iter().map(|game| game.tree.main_line().count() + 1).sum();
    let progress = progress::bar(positions as u64, BAR);
    let mut analyst = Analyst { options, interrupt, thinker: None };
    let (mut written, mut told) = (0, Ok(()));
    for game in games {
        let Some(insights) = analyst.analyse(&game, &progress) else { break };
        let judged = verdict::judge(&game, &insights);
        let commented = written::with_comments(game, &insights, &judged);
        match &mut file {
            Some(file) => {
                pgn::write(file, &commented)?;
                file.flush()?;
                // The games are written even if the reader of the table stops early.
                told = told.and_then(|()| {
                    progress.suspend(|| written::table(output, &commented, &insights, &judged))?;
                    output.flush()
                });
            }
            None => {
                let text = pgn::format(&commented)?;
                progress.suspend(|| writeln!(output, "{text}").and_then(|()| output.flush()))?;
            }
        }
        written += 1;
    }
    progress.finish_and_clear();
    // An old file is worth more than an empty one.
    if let Some(file) = file.filter(|_| written > 0) {
        file.finish()?;
    }
    told?;
    Ok(written)
}

impl Options {
    /// The sound games, and how many there are besides; those are told.
    fn read(&self) -> anyhow::Result<(Vec<Game>, usize)> {
        let bytes = files::read(&self.file)?;
        let name = self.file.to_string_lossy();
        if file::inspect(&name, &bytes) == Ok(Kind::Archive) {
            let text = text_of(&bytes).map_err(|why| files::in_file(&self.file, &why.into()))?;
            let archive = archive::parse(text);
            let (archive, _) = archive.map_err(|faults| files::in_file(&self.file, &faults))?;
            return Ok((vec![archive.to_pgn()], 0));
        }
        let resolve = |name: &str| input::load_rules(name).map_err(|why| format!("{why:#}"));
        let mut reader = pgn::Reader::new(&bytes[..]).with_resolver(resolve);
        if let Some(rules) = &self.rules {
            reader = reader.with_default_rules(input::load_rules(rules)?);
        }
        let (mut games, mut faulty) = (Vec::new(), 0);
        while let Some(game) = reader.next() {
            reader.warnings().iter().for_each(|odd| report!("{name}: {}", odd.diagnostic()));
            match game {
                Ok(game) => games.push(game),
                Err(error) => {
                    faulty += 1;
                    report!("{name}: {}", error.diagnostic());
                }
            }
        }
        Ok((games, faulty))
    }

    /// An analysis that is broken off must not cost the games themselves.
    fn check_out(&self) -> anyhow::Result<()> {
        let Some(out) = &self.out else { return Ok(()) };
        match (out.canonicalize(), self.file.canonicalize()) {
            (Ok(out), Ok(file)) if out == file => {
                bail!("--out is the file that is read, {}; expected another one", out.display())
            }
            _ => Ok(()),
        }
    }

    fn budget(&self) -> Budget {
        None.or(self.nodes.map(Budget::Nodes))
            .or(self.depth.map(Budget::Depth))
            .or(self.movetime.map(Budget::MoveTime))
            .unwrap_or(USUAL)
    }
}

const BAR: &str = "{pos}/{len} positions [{bar:30}] {elapsed_precise}, {eta} left";

/// What is known about a position of a game.
#[derive(Clone, Debug)]
enum Insight {
    /// The game is over.
    Over(Outcome),
    /// It goes on.
    Open(Thought),
}

/// What the engine thinks of a position.
#[derive(Clone, Debug)]
struct Thought {
    /// How good it is for the side to move.
    evaluation: Score,
    /// How far ahead the engine has looked.
    depth: u32,
    /// The best moves, first the one to play.
    line: Vec<Move>,
}

/// Looks at one game after the other.
struct Analyst<'a> {
    options: &'a Options,
    interrupt: &'a Interrupt,
    thinker: Option<(Arc<Rules>, Thinker)>,
}

impl Analyst<'_> {
    /// What there is to know about each position of a game, from the start to the end; nothing if
    /// it was interrupted.
    fn analyse(&mut self, game: &Game, progress: &ProgressBar) -> Option<Vec<Insight>> {
        let budget = self.options.budget();
        let thinker = self.thinker_for(game.rules());
        thinker.clear();
        let mut history = History::new(game.start().clone());
        let mut insights = Vec::new();
        insights.push(look(thinker, &history, budget)?);
        progress.inc(1);
        for played in game.tree.main_moves() {
            // The reader has seen that the moves are legal.
            let _ = history.play_turn(played.turn);
            insights.push(look(thinker, &history, budget)?);
            progress.inc(1);
        }
        Some(insights)
    }

    fn thinker_for(&mut self, rules: &Arc<Rules>) -> &mut Thinker {
        let known = self.thinker.take().filter(|(known, _)| known == rules);
        let (hash, threads) = (self.options.hash, self.options.threads);
        let fresh = || (Arc::clone(rules), Thinker::new(rules, hash, threads, self.interrupt));
        &mut self.thinker.insert(known.unwrap_or_else(fresh)).1
    }
}

/// Looks at the last position of a game; nothing if that was interrupted.
fn look(thinker: &mut Thinker, game: &History, budget: Budget) -> Option<Insight> {
    if let Some(outcome) = game.outcome() {
        return Some(Insight::Over(outcome));
    }
    let found = thinker.think(game, budget)?;
    let is_best = |line: &&Line| line.moves.first().copied() == found.best;
    Some(Insight::Open(match found.lines.first().filter(is_best) {
        Some(line) => {
            Thought { evaluation: line.score, depth: line.depth, line: line.moves.clone() }
        }
        None => Thought {
            evaluation: found.score,
            depth: found.depth,
            line: found.best.into_iter().collect(),
        },
    }))
}
