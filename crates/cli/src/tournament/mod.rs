//! `xxlchess match`: engines against each other, and what the results say about their strength.

mod adjudication;
pub mod budget;
pub mod builtin;
mod cecp;
mod cecp_client;
mod contest;
mod elo;
mod game;
mod openings;
mod options;
mod player;
mod process;
mod records;
mod spec;
mod sprt;
mod standings;
#[cfg(test)]
mod tests;
mod uci_client;

use std::io::{self, Write};

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};

use contest::{Contest, Finished};
pub use game::evaluation_comment;
pub use options::Options;
pub use player::Evaluation;
use player::Interrupt;
use records::Records;
use standings::Standings;

/// Plays a match and tells its result.
pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let interrupt = Interrupt::default();
    let contest = options.contest(interrupt.clone())?;
    let sprt = options.sprt();
    if sprt.is_some() && contest.pairs.len() != 1 {
        bail!("a test (`--sprt`) is for two engines");
    }
    let mut records = Records::new(options.pgn.as_deref())?;
    end_on_signals(interrupt)?;
    let mut standings = Standings::new(&contest, sprt);
    let played = play(&contest, &mut standings, &mut records);
    // What was measured until something went wrong is worth telling.
    if played.is_ok() || !standings.is_empty() {
        standings.report(output)?;
    }
    played
}

/// The first signal ends the match with its result so far, a second one ends the program.
fn end_on_signals(interrupt: Interrupt) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if interrupt.is_set() {
            std::process::exit(130);
        }
        interrupt.set();
    })?;
    Ok(())
}

/// Plays all games, or as many as a test needs.
fn play(contest: &Contest, standings: &mut Standings, records: &mut Records) -> anyhow::Result<()> {
    let total = contest.jobs().len();
    let progress = Progress::new(total);
    let played = contest.run(&mut |finished: Finished| {
        if standings.is_decided() {
            return Ok(());
        }
        standings.add(&finished);
        progress.show(standings, &finished, total)?;
        records.add(finished.job.number, finished.played.record)?;
        if standings.is_decided() {
            contest.interrupt.set();
        }
        Ok(())
    });
    progress.0.finish_and_clear();
    records.finish()?;
    played
}

/// A line that changes in a terminal; a line for each game elsewhere.
struct Progress(ProgressBar);

impl Progress {
    fn new(total: usize) -> Progress {
        let bar = ProgressBar::new(total as u64);
        let template = "{pos}/{len} games [{bar:20}] {elapsed_precise} {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress(bar)
    }

    /// Tells how a game ended; fails when nobody listens any more.
    fn show(&self, standings: &Standings, finished: &Finished, total: usize) -> io::Result<()> {
        if self.0.is_hidden() {
            writeln!(io::stderr(), "{}", standings.game_line(finished, total))?;
        } else if finished.played.ending.is_breakdown() {
            self.0.println(standings.game_line(finished, total));
        }
        self.0.set_message(standings.short_line(finished.job.pair));
        self.0.inc(1);
        Ok(())
    }
}
