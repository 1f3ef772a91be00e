//! Nodes that are killed, frozen, cut off and restarted while games are played through the proxy.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use test_kit::random::Random;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use super::Found;
use super::setting::{NODES, Setting};
use crate::faults::{self, Tally};
use crate::relay::Network;
use crate::report::percentile;

/// Interval between kills of a node.
const KILL_EVERY: Duration = Duration::from_secs(20);

/// Whatever is cut or frozen is so for longer than a lease.
const TROUBLE: Duration = Duration::from_secs(12);

/// Quiet time afterwards.
const QUIET: Duration = Duration::from_secs(8);

/// Longest permitted wait after a node was killed.
const LONGEST: Duration = Duration::from_secs(10);

/// Longest gap that nearly all clients see in a rolling upgrade.
const LONGEST_GAP: Duration = Duration::from_secs(2);

/// The program of an earlier release, for the rolling upgrade.
const EARLIER: &str = "XXLCHESS_EARLIER_PROGRAM";

/// Games that are played all the time, through the proxy.
pub struct Load {
    runtime: Runtime,
    tally: Arc<Tally>,
    is_over: Arc<AtomicBool>,
    tables: Vec<JoinHandle<Result<()>>>,
}

impl Load {
    pub fn begin(setting: &Setting, games: usize, seed: u64) -> Result<Load> {
        let runtime = crate::new_runtime()?;
        let tally = Arc::new(Tally::new(games));
        let is_over = Arc::new(AtomicBool::new(false));
        let addresses = [setting.proxied; 2];
        let table = |number| {
            let (tally, is_over) = (Arc::clone(&tally), Arc::clone(&is_over));
            runtime.spawn(faults::table(addresses, number, seed, tally, is_over))
        };
        let tables = (0..games).map(table).collect();
        sleep(QUIET);
        Ok(Load { runtime, tally, is_over, tables })
    }

    /// Lets all games end, and checks every one of them.
    pub fn end(self) -> Found {
        self.is_over.store(true, Relaxed);
        let mut wrong = Vec::new();
        for table in self.tables {
            wrong.extend(self.runtime.block_on(table)?.err().map(|error| error.to_string()));
        }
        if !wrong.is_empty() {
            bail!(wrong.join("; "));
        }
        let Tally { games, moves, cuts, .. } = &*self.tally;
        let (games, moves, cuts) = (games.load(Relaxed), moves.load(Relaxed), cuts.load(Relaxed));
        let told =
            format!("{games} games, {moves} moves, {cuts} connections of clients cut besides");
        Ok((games > 0, told))
    }

    pub fn kills(&self, setting: &mut Setting, seconds: u64, seed: u64) -> Found {
        let (begun, mut random) = (Instant::now(), Random::new(seed));
        let (mut stalls, mut count) = (Vec::new(), 0);
        while begun.elapsed() < Duration::from_secs(seconds) {
            self.tally.clear_stalls();
            let node = &mut setting.nodes[random.below(NODES)];
            node.kill();
            sleep(Duration::from_secs(1));
            node.start()?;
            count += 1;
            sleep(KILL_EVERY - Duration::from_secs(1));
            stalls.extend(self.tally.stalls());
        }
        let (holds, told) = spread(stalls, LONGEST);
        Ok((holds, format!("{count} killed; a game stood still for {told}")))
    }

    pub fn suffer(&self, setting: &Setting, trouble: Trouble) -> Found {
        self.tally.clear_stalls();
        let node = &setting.nodes[0];
        let set = |network: Network| {
            if matches!(trouble, Trouble::Broker | Trouble::Both) {
                node.broker.set(network);
            }
            if matches!(trouble, Trouble::Database | Trouble::Both) {
                node.database.set(network);
            }
        };
        if matches!(trouble, Trouble::Freeze) {
            node.signal("STOP");
        }
        set(Network::Cut);
        sleep(TROUBLE);
        set(Network::Passes);
        if matches!(trouble, Trouble::Freeze) {
            node.signal("CONT");
        }
        sleep(QUIET);
        // Clients wait as long as they are cut off; there may be no other effect.
        let (holds, told) = spread(self.tally.stalls(), TROUBLE + QUIET);
        Ok((holds, format!("{} s; a game stood still for {told}", TROUBLE.as_secs())))
    }

    pub fn rolling_restart(&self, setting: &mut Setting) -> Found {
        let (holds, told) = self.restart_all(setting, |_| {})?;
        Ok((holds, format!("a game stood still for {told}")))
    }

    /// Nodes of one version are replaced by nodes of the next, one after the other. The load goes on
    /// at the first, so that the nodes are brought back to it before.
    pub fn upgrade(&self, setting: &mut Setting) -> Found {
        let earlier = std::env::var_os(EARLIER).map(PathBuf::from);
        let what = match &earlier {
            Some(_) => "from the earlier program to this one",
            None => "from this version of the protocol to the next",
        };
        for node in &mut setting.nodes {
            node.stop();
            node.program.clone_from(&earlier);
            node.start()?;
            sleep(QUIET);
        }
        let next = (protocol::VERSION + 1).to_string();
        let (holds, told) = self.restart_all(setting, |node| {
            node.program = None;
            if earlier.is_none() {
                node.variables = vec![(super::NEWEST_VERSION, next.clone())];
            }
        })?;
        setting.nodes.iter_mut().for_each(|node| node.variables.clear());
        Ok((holds, format!("{what}; a game stood still for {told}")))
    }

    /// Restarts one node after the other, each changed before it starts again.
    fn restart_all(
        &self,
        setting: &mut Setting,
        mut change: impl FnMut(&mut super::setting::Node),
    ) -> Found {
        let mut stalls = Vec::new();
        self.tally.cuts_allowed.store(false, Relaxed);
        for node in &mut setting.nodes {
            sleep(QUIET);
            self.tally.clear_stalls();
            node.stop();
            change(node);
            node.start()?;
            sleep(QUIET);
            stalls.extend(self.tally.stalls());
        }
        self.tally.cuts_allowed.store(true, Relaxed);
        let (_, told) = spread(stalls.clone(), Duration::ZERO);
        Ok((percentile(&mut stalls, 0.99) <= LONGEST_GAP, told))
    }
}

#[derive(Clone, Copy)]
pub enum Trouble {
    Freeze,
    Broker,
    Database,
    Both,
}

/// How long games stood still: for half of them, for nearly all, at most; and is that short enough?
fn spread(mut stalls: Vec<Duration>, longest: Duration) -> (bool, String) {
    let [half, nearly_all, most] = [0.5, 0.99, 1.0].map(|part| percentile(&mut stalls, part));
    let [p50, p99, max] = [half, nearly_all, most].map(|time| time.as_secs_f64());
    (most <= longest, format!("p50 {p50:.1} s, p99 {p99:.1} s, at most {max:.1} s"))
}
