//! The speed of the search compared with that of another engine, in the same run.

use std::io::Write;
use std::time::Duration;

use anyhow::{anyhow, bail};
use engine::{Engine, Limits};
use rules::{History, Position};
use serde_json::json;

use super::workload::Workload;
use super::{HASH, Measured};
use crate::interrupt::Interrupt;
use crate::tournament::budget::Budget;
use crate::tournament::{EngineKind, EngineSpec, Player, Turn, UciClient};

/// Number of rounds, of which the fastest counts, as nothing but disturbances makes a round slower.
const ROUNDS: usize = 3;
/// No program that works takes longer.
const TIMEOUT: Duration = Duration::from_secs(3600);

/// Measures both in turn, and tells how many times as fast as the peer we are.
pub(super) fn compare(
    workloads: &[&Workload],
    peer: &EngineSpec,
    nodes: u64,
    as_json: bool,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let interrupt = Interrupt::by_signal()?;
    let mut reports = Vec::new();
    for workload in workloads {
        let Some((own, other)) = measure(workload, peer, nodes, &interrupt)? else { return Ok(()) };
        let ratio = own.rate() / other.rate();
        if as_json {
            let (own, other) = (own.to_json(), other.to_json());
            reports.push(json!({
                "rules": workload.id, "search": own, "peer": other, "ratio": ratio,
            }));
        } else {
            writeln!(output, "{}", own.line(workload.id, "search"))?;
            writeln!(output, "{}", other.line(workload.id, "peer"))?;
            writeln!(output, "{ratio:.2} times the rate of {}", peer.name)?;
            output.flush()?;
        }
    }
    if as_json {
        let report = json!({ "peer": peer.name, "nodes": nodes, "rule_sets": reports });
        writeln!(output, "{report}")?;
    }
    Ok(())
}

/// What both needed for all positions; nothing if the user wants no more.
fn measure(
    workload: &Workload,
    peer: &EngineSpec,
    nodes: u64,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<(Measured, Measured)>> {
    let EngineKind::Uci(command) = &peer.kind else {
        bail!("`{}` is no program that speaks UCI, such as `stockfish`", peer.name);
    };
    let rules = workload.rules()?;
    let mut client = UciClient::start(peer, command, &rules, HASH, interrupt)?;
    let mut engine = Engine::new(&rules, HASH, 1);
    let mut total = [Measured { nodes: 0, seconds: 0.0 }; 2];
    for position in workload.positions(&rules)? {
        let mut fastest = [f64::INFINITY; 2];
        for _ in 0..ROUNDS {
            if interrupt.is_set() {
                return Ok(None);
            }
            let own = search(&mut engine, &position, nodes)?;
            let other = ask(&mut client, &position, nodes)?;
            for (fastest, measured) in fastest.iter_mut().zip([own, other]) {
                *fastest = fastest.min(measured.seconds);
            }
        }
        for (total, seconds) in total.iter_mut().zip(fastest) {
            total.nodes += nodes;
            total.seconds += seconds;
        }
    }
    let [own, other] = total;
    Ok(Some((own, other)))
}

fn search(engine: &mut Engine, position: &Position, nodes: u64) -> anyhow::Result<Measured> {
    engine.clear();
    Measured::of(|| Ok(engine.search(position, &[], &Limits::nodes(nodes), &mut |_| {}).nodes))
}

fn ask(client: &mut UciClient, position: &Position, nodes: u64) -> anyhow::Result<Measured> {
    let game = History::new(position.clone());
    let budget = Budget::Nodes(nodes);
    let turn = Turn {
        game: &game,
        budget,
        own_clock: TIMEOUT,
        other_clock: TIMEOUT,
        other_increment: Duration::ZERO,
        deadline: TIMEOUT,
    };
    client.begin(&game, budget, 0).map_err(|why| anyhow!("the peer failed: {why}"))?;
    Measured::of(|| {
        client.choose(&turn).map(|_| nodes).map_err(|why| anyhow!("the peer failed: {why}"))
    })
}
