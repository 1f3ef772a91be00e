//! The proofs of a cluster: three nodes, a broker, a database and a proxy as processes of this
//! machine, on which games are played while all of them get into trouble in turn. Prints a table.

mod cost;
mod setting;
mod sharing;
mod trouble;
mod workers;

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Result, bail};
use setting::Setting;
use trouble::{Load, Trouble};

/// Says to a node which version of the protocol it speaks, as if it were of another release.
pub const NEWEST_VERSION: &str = "XXLCHESS_NEWEST_VERSION";

/// Does something hold, and what was found? Or why it could not be tried.
type Found = Result<(bool, String)>;

/// How much is done.
#[derive(Clone, Copy)]
pub struct Extent {
    /// Duration of the phase in which nodes are killed.
    pub seconds: u64,
    /// Number of concurrent games.
    pub games: usize,
    pub spectators: usize,
    pub seed: u64,
}

/// What is shown by itself: its name, what it is about, and what is wanted.
const QUIET_PROOFS: [[&str; 3]; 7] = [
    ["mate", "A on node 1, B on node 2, spectators on all: `xxl` to mate", "same to everybody"],
    ["fog", "the same under fog", "same to everybody, no leak"],
    ["lobby", "lobby equal on all nodes", "within 1 s"],
    ["names", "names, limits, ratings", "global"],
    ["worker", "a worker killed while it thinks", "answered in time all the same"],
    ["cpu", "CPU time a move, one to three nodes", "at most 1.3 times, 2 for remote rooms"],
    ["crowd", "spectators of one game over three nodes", "p99 under 500 ms"],
];

/// What is shown while games are played.
const LOADED_PROOFS: [[&str; 3]; 7] = [
    ["kills", "kill -9 of a random node every 20 s", "back within 10 s"],
    ["freeze", "SIGSTOP a node, takeover, SIGCONT", "its writes are refused, no split"],
    ["broker", "network cut between a node and the broker", "no split, no loss"],
    ["database", "network cut between a node and the database", "no split, no loss"],
    ["both", "network cut between a node and both", "no split, no loss"],
    ["restart", "rolling restart under load", "p99 of the gap under 2 s"],
    ["upgrade", "rolling upgrade, two versions side by side", "p99 of the gap under 2 s"],
];

/// Tries everything, or what is named, and prints the table.
pub fn run(extent: Extent, only: &[String]) -> Result<()> {
    let all = || QUIET_PROOFS.iter().chain(&LOADED_PROOFS).map(|[name, ..]| *name);
    if let Some(unknown) = only.iter().find(|name| !all().any(|known| known == **name)) {
        let known: Vec<&str> = all().collect();
        bail!("there is no proof `{unknown}`; expected {}", known.join(", "));
    }
    let is_wanted = |name: &str| only.is_empty() || only.iter().any(|wanted| wanted == name);
    let Extent { seconds, games, spectators, seed } = extent;
    let mut setting = Setting::start()?;
    let mut failed = Vec::new();
    println!("| proof | wanted | found | holds |\n|---|---|---|---|");
    let mut row = |[name, about, wanted]: [&'static str; 3], try_it: &mut dyn FnMut() -> Found| {
        let found = catch_unwind(AssertUnwindSafe(try_it));
        let found = found.unwrap_or_else(|_| bail!("it came to a panic"));
        let (holds, told) = found.unwrap_or_else(|why| (false, why.to_string()));
        println!("| {about} | {wanted} | {told} | {} |", if holds { "yes" } else { "**no**" });
        if !holds {
            failed.push(name);
        }
    };
    for proof in QUIET_PROOFS.into_iter().filter(|[name, ..]| is_wanted(name)) {
        row(proof, &mut || match proof[0] {
            "mate" => sharing::mate(&setting, false),
            "fog" => sharing::mate(&setting, true),
            "lobby" => sharing::lobby(&setting),
            "names" => sharing::names(&setting),
            "worker" => workers::killed(&setting),
            "cpu" => cost::cpu_time(&mut setting, games),
            _ => cost::crowd(&setting, spectators),
        });
    }
    let loaded: Vec<_> = LOADED_PROOFS.into_iter().filter(|[name, ..]| is_wanted(name)).collect();
    if !loaded.is_empty() {
        let load = Load::begin(&setting, games, seed)?;
        for proof in loaded {
            row(proof, &mut || match proof[0] {
                "kills" => load.kills(&mut setting, seconds, seed),
                "freeze" => load.suffer(&setting, Trouble::Freeze),
                "broker" => load.suffer(&setting, Trouble::Broker),
                "database" => load.suffer(&setting, Trouble::Database),
                "both" => load.suffer(&setting, Trouble::Both),
                "restart" => load.rolling_restart(&mut setting),
                _ => load.upgrade(&mut setting),
            });
        }
        let wanted = "both players of each saw the same moves and end, nothing acknowledged was \
                      lost, nobody lost on time";
        let mut load = Some(load);
        row(["games", "all games during these", wanted], &mut || {
            load.take().map_or_else(|| bail!("tried twice"), Load::end)
        });
    }
    match failed.as_slice() {
        [] => Ok(()),
        failed => bail!("this does not hold: {}", failed.join(", ")),
    }
}
