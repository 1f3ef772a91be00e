//! `xxlchess bench`: a fixed, repeatable workload for each rule set.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use notation::ruleset;
use rules::{Position, perft};

#[derive(Args)]
pub struct Options {
    /// Only this rule set.
    #[arg(long, value_name = "ID")]
    rules: Option<String>,
}

/// How deep moves are counted from each rule set's start position.
const DEPTHS: [(&str, u32); 5] =
    [("xxl", 4), ("standard", 5), ("king-capture", 5), ("casual", 5), ("capablanca", 4)];

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(id) = &options.rules {
        ruleset::shipped_or_error(id)?;
    }
    let chosen = |id: &str| options.rules.as_deref().is_none_or(|chosen| chosen == id);
    for (id, depth) in DEPTHS.into_iter().filter(|(id, _)| chosen(id)) {
        let mut position = Position::start(&ruleset::shipped_or_error(id)?);
        let start = Instant::now();
        let nodes = perft(&mut position, depth);
        let rate = nodes as f64 / start.elapsed().as_secs_f64();
        writeln!(output, "{id:<14} moves   {nodes:>12} nodes {rate:>12.0} nodes/s")?;
        output.flush()?;
    }
    Ok(())
}
