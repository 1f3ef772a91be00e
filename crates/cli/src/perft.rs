//! `xxlchess perft`: counts sequences of legal moves, on several threads if asked to.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use notation::uci;
use rules::{Move, Position};
use serde_json::{Map, json};

use crate::input::PositionChoice;
use crate::{progress, resources};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    position: PositionChoice,
    /// How many moves deep to count.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=100))]
    depth: u32,
    /// Show the count below each move.
    #[arg(long)]
    divide: bool,
    /// How many threads to use.
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    threads: usize,
    /// Print the counts as one JSON object.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess perft --rules standard --depth 5      last line: nodes 4865609
  xxlchess perft --rules xxl --depth 3 --divide
  xxlchess perft --depth 5 --threads 4
  xxlchess perft --rules standard --moves 'e2e4 e7e5' --depth 3 --json";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let position = options.position.load()?;
    let counts = match options.depth {
        0 => Vec::new(),
        depth => count_below(&position, depth, options.threads),
    };
    let mut moves: Vec<_> =
        counts.iter().map(|(m, nodes)| (uci::format(&position, *m), *nodes)).collect();
    moves.sort_unstable();
    // The position itself is the only sequence of no moves.
    let nodes = counts.iter().map(|(_, nodes)| nodes).sum::<u64>() + u64::from(options.depth == 0);
    if options.json {
        let mut report = json!({ "depth": options.depth, "nodes": nodes });
        if options.divide {
            report["divide"] =
                moves.into_iter().map(|(m, n)| (m, n.into())).collect::<Map<_, _>>().into();
        }
        writeln!(output, "{report}")?;
        return Ok(());
    }
    if options.divide {
        moves.iter().try_for_each(|(name, nodes)| writeln!(output, "{name}: {nodes}"))?;
    }
    writeln!(output, "nodes {nodes}")?;
    Ok(())
}

/// The count below each legal move, the moves shared out among threads as they become free.
fn count_below(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(Vec::with_capacity(moves.len()));
    let bar = progress::bar(moves.len() as u64, "{pos}/{len} moves [{bar:30}] {elapsed_precise}");
    let work = || {
        let mut position = position.clone();
        while let Some(chess_move) = moves.get(next.fetch_add(1, Ordering::Relaxed)) {
            let undo = position.play_unchecked(*chess_move);
            let nodes = rules::perft(&mut position, depth - 1);
            position.undo(*chess_move, undo);
            counts.lock().unwrap_or_else(|e| e.into_inner()).push((*chess_move, nodes));
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(moves.len()) {
            scope.spawn(work);
        }
        work();
    });
    bar.finish_and_clear();
    counts.into_inner().unwrap_or_else(|e| e.into_inner())
}
