//! What moves and spectators cost the nodes.

use std::cell::Cell;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;

use anyhow::Result;
use std::time::{Duration, Instant};

use super::Found;
use super::setting::{Alone, Node, Setting, cpu};
use crate::faults::{self, Tally};
use crate::games;
use crate::report::percentile;

/// For how long moves are counted.
const LONG_ENOUGH: Duration = Duration::from_secs(15);

/// How many times more than on a server alone a move may cost: in a room of the players' own node,
/// and in one of another.
const MOST_LOCAL: f64 = 1.3;
const MOST_REMOTE: f64 = 2.0;

/// Spectators see a move within this time.
const LONGEST: Duration = Duration::from_millis(500);

/// The CPU time of a move on a server alone and on one, two and three nodes.
pub fn cpu_time(setting: &mut Setting, games: usize) -> Found {
    let alone = Alone::start(setting)?;
    let mut told = Vec::new();
    let mut holds = true;
    let single = a_move(setting, Some(&alone.0), [alone.address(); 2], games)?;
    told.push(format!("a server alone {single:.0} µs"));
    for node in &mut setting.nodes[1..] {
        node.stop();
    }
    for count in 1..=setting.nodes.len() {
        if count > 1 {
            setting.nodes[count - 1].start()?;
        }
        // All have their share of the shards by then.
        sleep(Duration::from_secs(5));
        let own = |index: usize| setting.nodes[index].address();
        let local = a_move(setting, None, [own(0); 2], games)? / single;
        holds &= local <= MOST_LOCAL;
        let nodes = if count == 1 { "one node".to_owned() } else { format!("{count} nodes") };
        let mut row = format!("{nodes} {local:.2} times");
        if count > 1 {
            let remote = a_move(setting, None, [own(0), own(1)], games)? / single;
            holds &= remote <= MOST_REMOTE;
            row.push_str(&format!(", remote {remote:.2}"));
        }
        told.push(row);
    }
    Ok((holds, told.join("; ")))
}

/// The CPU time of a move, in microseconds, without what idle nodes use.
fn a_move(
    setting: &Setting,
    alone: Option<&Node>,
    addresses: [SocketAddr; 2],
    games: usize,
) -> Result<f64> {
    let processes: Vec<u32> = match alone {
        Some(alone) => vec![alone.id()],
        None => setting.nodes.iter().map(Node::id).collect(),
    };
    let used = || processes.iter().map(|process| cpu(*process)).sum::<f64>();
    let idle = {
        let before = used();
        sleep(Duration::from_secs(4));
        (used() - before) / 4.0
    };
    let (before, begun) = (used(), Instant::now());
    let moves = play_for(addresses, games, LONG_ENOUGH)?;
    let time = used() - before - idle * begun.elapsed().as_secs_f64();
    Ok(time / moves as f64 * 1e6)
}

/// One game whose players are at different nodes, before a crowd at all of them.
pub fn crowd(setting: &Setting, spectators: usize) -> Found {
    let addresses: Vec<SocketAddr> = setting.nodes.iter().map(Node::address).collect();
    let used = || setting.nodes.iter().map(|node| cpu(node.id())).sum::<f64>();
    let before = Cell::new(0.0);
    let turns = 20;
    let mut times = games::play_before(&addresses, spectators, turns, || before.set(used()))?;
    let time = used() - before.get();
    let [p50, p99] = [0.5, 0.99].map(|part| percentile(&mut times, part));
    let delivery = time / times.len().max(1) as f64;
    let told = format!(
        "{spectators} spectators: p50 {:.0} ms, p99 {:.0} ms; {:.1} µs of CPU time a delivery, so \
         that 100,000 spectators cost {:.1} s of CPU time a move",
        p50.as_secs_f64() * 1e3,
        p99.as_secs_f64() * 1e3,
        delivery * 1e6,
        delivery * 1e5
    );
    Ok((p99 <= LONGEST, told))
}

/// Plays for a while without faults, and returns the number of moves.
fn play_for(addresses: [SocketAddr; 2], games: usize, time: Duration) -> Result<usize> {
    let runtime = crate::new_runtime()?;
    let tally = Arc::new(Tally::new(games));
    tally.cuts_allowed.store(false, Relaxed);
    let is_over = Arc::new(AtomicBool::new(false));
    let tables: Vec<_> = (0..games)
        .map(|number| {
            let (tally, is_over) = (Arc::clone(&tally), Arc::clone(&is_over));
            runtime.spawn(faults::table(addresses, number, 7, tally, is_over))
        })
        .collect();
    sleep(time);
    is_over.store(true, Relaxed);
    for table in tables {
        runtime.block_on(table)??;
    }
    Ok(tally.moves.load(Relaxed))
}
