//! `xxlchess analyse`: what our engine thinks of the moves of recorded games.

mod annotate;
mod json;
mod reason;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use clap::Args;
use indicatif::ProgressBar;
use notation::diagnostics::Diagnostic;
use notation::file::{self, Content, Format};
use notation::pgn::{self, Game};
use rules::{Rules, message};
use study::{Review, Reviewer};

use crate::files::Unfinished;
use crate::interrupt::Interrupt;
use crate::tournament::budget::{Budget, seconds};
use crate::tournament::builtin::Searcher;
use crate::{files, input, progress, resources};

/// The options of `xxlchess analyse`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The games: PGN or an archive; `-` is standard input.
    file: PathBuf,
    /// The rules of games that do not name theirs: an id or a rule set's file.
    #[arg(long, value_name = "ID or FILE")]
    rules: Option<String>,
    /// Only this game of the file; games are counted from 1.
    #[arg(long, value_name = "N")]
    game: Option<NonZeroUsize>,
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
    /// Write a line of JSON for each game in place of PGN.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Ctrl-C ends the analysis and keeps the games that are finished.

Examples:
  xxlchess analyse game.pgn > commented.pgn
  xxlchess analyse game.json --movetime 1 --out commented.pgn
  xxlchess analyse game.pgn --json";

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
        let Some(review) = analyst.review(&game, &progress) else { break };
        if options.json {
            let text = json::of(&game, &review);
            match &mut file {
                Some(file) => writeln!(file, "{text}")?,
                None => progress.suspend(|| writeln!(output, "{text}"))?,
            }
            written += 1;
            continue;
        }
        let commented = annotate::with_comments(game, &review);
        match &mut file {
            Some(file) => {
                pgn::write(file, &commented)?;
                file.flush()?;
                // The games are written even if the reader of the table stops early.
                told = told.and_then(|()| {
                    progress.suspend(|| annotate::table(output, &commented, &review))?;
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
        let is_other = |format: &&Format| format.content == Content::Games && **format != file::PGN;
        if let Some(format) = file::inspect(&name, &bytes).ok().filter(is_other) {
            let options = file::Options::default();
            let games = file::read_games(format, &name, &bytes, &options);
            let games = games.and_then(|games| games.map(|game| Ok(game?.0.to_pgn())).collect());
            return Ok((games.map_err(|faults| files::in_file(&self.file, &faults))?, 0));
        }
        let resolve = |name: &str| {
            input::load_rules(name).map_err(|why| {
                let why = format!("{why:#}");
                Diagnostic::error(message!("rules-not-loaded", "{why}", why))
            })
        };
        let mut reader = pgn::Reader::new(&bytes[..]).with_resolver(resolve);
        if let Some(rules) = &self.rules {
            reader = reader.with_default_rules(input::load_rules(rules)?);
        }
        let (mut games, mut faulty, mut number) = (Vec::new(), 0, 0);
        while let Some(game) = reader.next() {
            number += 1;
            if self.game.is_some_and(|wanted| wanted.get() != number) {
                continue;
            }
            reader.warnings().iter().for_each(|odd| report!("{name}: {}", odd.diagnostic()));
            match game {
                Ok(game) => games.push(game),
                Err(error) => {
                    faulty += 1;
                    report!("{name}: {}", error.diagnostic());
                }
            }
        }
        if let Some(wanted) = self.game.filter(|wanted| wanted.get() > number) {
            bail!("there is no game {wanted} in {name}; it has {number}");
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

/// Looks at one game after the other.
struct Analyst<'a> {
    options: &'a Options,
    interrupt: &'a Interrupt,
    thinker: Option<Searcher>,
}

impl Analyst<'_> {
    /// The review of a game; none if it was interrupted.
    fn review(&mut self, game: &Game, progress: &ProgressBar) -> Option<Review> {
        let budget = self.options.budget();
        let thinker = self.thinker_for(game.rules());
        thinker.clear();
        let mut reviewer = Reviewer::new(&game.tree.main_history());
        let (mut done, mut all) = reviewer.progress();
        loop {
            let (done_before, all_before) = (done, all);
            (done, all) = reviewer.progress();
            progress.inc((done - done_before) as u64);
            // Positions that prove a reason come on top.
            progress.inc_length((all - all_before) as u64);
            let Some(history) = reviewer.next_position() else { break };
            let found = thinker.think(history, budget)?;
            reviewer.insert(found.into());
        }
        reviewer.finish()
    }

    fn thinker_for(&mut self, rules: &Arc<Rules>) -> &mut Searcher {
        let known = self.thinker.take().filter(|known| known.rules() == rules);
        let (hash, threads) = (self.options.hash, self.options.threads);
        let fresh = || Searcher::new(rules, hash, threads, self.interrupt);
        self.thinker.insert(known.unwrap_or_else(fresh))
    }
}
