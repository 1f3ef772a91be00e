//! `xxlchess bench`: a fixed, repeatable workload for each rule set.
//!
//! Moves are counted from the start, and fixed positions are searched to a fixed depth on one
//! thread with a table of a fixed size. The nodes are the same every time and on every machine, so
//! they tell whether a change to the program changes what it does; the time tells how fast it is.

mod peer;
mod workload;

use std::io::Write;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use engine::{Engine, Limits};
use indicatif::ProgressBar;
use notation::ruleset;
use rules::{Position, perft};
use serde_json::{Value, json};

use crate::progress;
use crate::tournament::EngineSpec;
use workload::{WORKLOADS, Workload};

/// The size of the table in mebibytes.
const HASH: usize = 16;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only this rule set.
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
    /// How many moves the engine looks ahead in each position.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Compare the speed of the search with that of another engine, in the same run.
    ///
    /// A program that speaks UCI, as `match` takes it. Both look at the same number of positions from
    /// each place in turn, with one thread; of three rounds the fastest counts.
    #[arg(long, value_name = "ENGINE")]
    peer: Option<String>,
    /// How many positions each looks at from each place, with `--peer`.
    #[arg(long, value_name = "N", default_value_t = 2_000_000, requires = "peer", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print everything as one JSON object.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess bench
  xxlchess bench --rules xxl --json
  xxlchess bench --peer \"stockfish 'option.Use NNUE=false'\"";

/// How much was done in which time.
#[derive(Clone, Copy)]
struct Measured {
    nodes: u64,
    seconds: f64,
}

impl Measured {
    /// Measures something that counts nodes.
    fn of<E>(work: impl FnOnce() -> Result<u64, E>) -> Result<Measured, E> {
        let begin = Instant::now();
        let nodes = work()?;
        Ok(Measured { nodes, seconds: begin.elapsed().as_secs_f64() })
    }

    fn rate(self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9)
    }

    fn line(self, id: &str, part: &str) -> String {
        let Measured { nodes, seconds } = self;
        format!(
            "{id:<14} {part:<7}{nodes:>12} nodes {seconds:>8.3} s {:>11.0} nodes/s",
            self.rate()
        )
    }

    fn to_json(self) -> Value {
        json!({ "nodes": self.nodes, "seconds": self.seconds, "nodes_per_second": self.rate() })
    }
}

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    // Most engines play nothing but chess.
    let usual = options.peer.is_some().then_some("standard");
    let wanted = options.rules.as_deref().or(usual);
    let wanted = wanted.map(ruleset::id_of);
    let is_chosen = |id: &str| wanted.is_none_or(|chosen| chosen == id);
    let chosen: Vec<&Workload> = WORKLOADS.iter().filter(|w| is_chosen(w.id)).collect();
    if let (Some(id), true) = (&options.rules, chosen.is_empty()) {
        let known = WORKLOADS.map(|workload| workload.id).join(", ");
        bail!("there is no workload for the rule set `{id}`; expected one of {known}");
    }
    if let Some(peer) = &options.peer {
        let peer = EngineSpec::parse(peer)?;
        return peer::compare(&chosen, &peer, options.nodes, options.json, output);
    }
    let steps = chosen.iter().map(|workload| workload.positions.len() as u64 + 1).sum();
    let bar = progress::bar(steps, "{pos}/{len} [{bar:30}] {elapsed_precise} {msg}");
    let mut show = |measured: Measured, id: &str, part: &str| match options.json {
        true => Ok(()),
        false => bar.suspend(|| {
            writeln!(output, "{}", measured.line(id, part)).and_then(|()| output.flush())
        }),
    };
    let mut measured = Vec::new();
    for workload in chosen {
        bar.set_message(workload.id);
        let count = count_moves(workload, &bar)?;
        show(count, workload.id, "moves")?;
        let search = search(workload, options.depth, &bar)?;
        show(search, workload.id, "search")?;
        measured.push((workload.id, count, search));
    }
    bar.finish_and_clear();
    let total: u64 = measured.iter().map(|(_, _, search)| search.nodes).sum();
    let rate = |id: &str| Some(measured.iter().find(|entry| entry.0 == id)?.2.rate());
    let ratio = rate("xxl").zip(rate("standard")).map(|(xxl, standard)| xxl / standard);
    if options.json {
        let sets = measured.iter().map(|(id, count, search)| {
            json!({ "rules": id, "moves": count.to_json(), "search": search.to_json() })
        });
        let report = json!({
            "depth": options.depth,
            "rule_sets": sets.collect::<Vec<_>>(),
            "xxl_to_standard": ratio,
            "nodes": total,
        });
        writeln!(output, "{report}")?;
        return Ok(());
    }
    if let Some(ratio) = ratio {
        writeln!(output, "xxl is searched at {ratio:.2} times the rate of standard")?;
    }
    writeln!(output, "nodes {total}")?;
    Ok(())
}

/// Counts sequences of moves from the start.
fn count_moves(workload: &Workload, bar: &ProgressBar) -> anyhow::Result<Measured> {
    let mut position = Position::start(&workload.rules()?);
    let measured = Measured::of(|| Ok(perft(&mut position, workload.count_depth)));
    bar.inc(1);
    measured
}

/// Searches each position as if it were the first.
fn search(workload: &Workload, depth: u32, bar: &ProgressBar) -> anyhow::Result<Measured> {
    let rules = workload.rules()?;
    let mut engine = Engine::new(&rules, HASH, 1);
    let positions = workload.positions(&rules)?;
    Measured::of(|| {
        let nodes = positions.iter().map(|position| {
            engine.clear();
            let nodes = engine.search(position, &[], &Limits::depth(depth), &mut |_| {}).nodes;
            bar.inc(1);
            nodes
        });
        Ok(nodes.sum())
    })
}
