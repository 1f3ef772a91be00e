//! Workers as processes, one of which is killed while it thinks.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use protocol::{Opponent, RoomId, RoomOptions, RoomPhase};

use super::Found;
use super::setting::Setting;
use crate::child::Process;
use crate::common::{Tester, as_white, minutes};
use crate::report::percentile;

/// A thought of a second, a second until the worker is missed, another thought; and something more.
const LONGEST: Duration = Duration::from_secs(5);

/// Number of times that a worker is killed while another one runs, and again while none does.
const ROUNDS: usize = 4;

/// Starts a worker as a process, which is killed when it is dropped.
fn start(setting: &Setting) -> Result<Process> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["worker", &setting.broker.address()]);
    Ok(Process::start(&mut command)?.0)
}

/// Kills workers while they think, and measures when the computer's move comes all the same.
pub fn killed(setting: &Setting) -> Found {
    let runtime = crate::new_runtime()?;
    let options = RoomOptions {
        opponent: Opponent::Level("18".to_owned()),
        clock: minutes(3),
        ..as_white("standard")
    };
    let node = setting.nodes[0].address();
    let (mut tester, room) = runtime.block_on(async {
        let mut tester = Tester::connect(node, "Against workers").await;
        let room = tester.create(options).await;
        tester.until_phase(&room, RoomPhase::Playing).await;
        (tester, room)
    });
    let mut times = Vec::new();
    for round in 0..2 * ROUNDS {
        let first = start(setting)?;
        until(setting, "cluster_workers", 1.0)?;
        let begun = Instant::now();
        let ply = runtime.block_on(play(&mut tester, &room))?;
        until(setting, "cluster_worker_questions", 1.0)?;
        let second = match round < ROUNDS {
            true => Some(start(setting)?),
            false => None,
        };
        drop(first);
        runtime.block_on(tester.until_ply(&room, ply + 2));
        times.push(begun.elapsed());
        drop(second);
        until(setting, "cluster_workers", 0.0)?;
        if tester.phase(&room) == Some(RoomPhase::Over) {
            bail!("the game is over too early");
        }
    }
    let lost = setting.nodes[0].metric("cluster_worker_losses_total")?;
    let [p50, most] = [0.5, 1.0].map(|part| percentile(&mut times, part).as_secs_f64());
    let told = format!(
        "{} killed, {lost} questions asked again; answered after p50 {p50:.1} s, at most {most:.1} s",
        times.len()
    );
    Ok((lost >= times.len() as f64 && most <= LONGEST.as_secs_f64(), told))
}

/// Plays any move; returns how many turns there were before.
async fn play(tester: &mut Tester, room: &RoomId) -> Result<usize> {
    tester.until(|tester| tester.room(room).is_our_turn()).await;
    let game = tester.game(room);
    let position = game.position();
    let next = position.legal_moves().first().copied().context("no move")?;
    tester.play(room, &notation::uci::format(position, next)).await;
    Ok(game.ply())
}

/// Waits until a count of the first node reaches a value.
fn until(setting: &Setting, name: &str, expected: f64) -> Result<()> {
    let begun = Instant::now();
    while setting.nodes[0].metric(name)? != expected {
        if begun.elapsed() > Duration::from_secs(20) {
            bail!("{name} is never {expected}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}
