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
use indicatif::ProgressBar;

use contest::{Contest, Finished};
pub use options::Options;
pub use player::{Player, Turn};
use records::Records;
pub use spec::{EngineKind, EngineSpec};
use standings::Standings;
pub use uci_client::UciClient;

use crate::interrupt::Interrupt;
use crate::progress;

/// Plays a match and tells its result.
pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let interrupt = Interrupt::default();
    let contest = options.contest(interrupt.clone())?;
    let sprt = options.sprt();
    if sprt.is_some() && contest.pairs.len() != 1 {
        bail!("a test (`--sprt`) is for two engines");
    }
    let mut records = Records::new(options.pgn.as_deref())?;
    interrupt.listen()?;
    let mut standings = Standings::new(&contest, sprt);
    let played = play(&contest, &mut standings, &mut records);
    // What was measured until something went wrong is worth telling.
    if played.is_ok() || !standings.is_empty() {
        match options.json {
            true => writeln!(output, "{:#}", standings.to_json())?,
            false => standings.report(output)?,
        }
        output.flush()?;
    }
    played
}

/// Plays all games, or as many as a test needs.
fn play(contest: &Contest, standings: &mut Standings, records: &mut Records) -> anyhow::Result<()> {
    let total = contest.jobs().len();
    let bar = progress::bar(total as u64, "{pos}/{len} games [{bar:20}] {elapsed_precise} {msg}");
    let played = contest.run(&mut |finished: Finished| {
        if standings.is_decided() {
            return Ok(());
        }
        standings.add(&finished);
        show(&bar, standings, &finished, total)?;
        records.add(finished.job.number, finished.played.record)?;
        if standings.is_decided() {
            contest.interrupt.set();
        }
        Ok(())
    });
    bar.finish_and_clear();
    records.finish()?;
    played
}

/// Tells how a game ended: in a terminal only if something is wrong, as a line changes there.
fn show(
    bar: &ProgressBar,
    standings: &Standings,
    finished: &Finished,
    total: usize,
) -> io::Result<()> {
    if bar.is_hidden() || finished.played.ending.is_breakdown() {
        progress::tell(bar, &standings.game_line(finished, total))?;
    }
    bar.set_message(standings.short_line(finished.job.pair));
    bar.inc(1);
    Ok(())
}
