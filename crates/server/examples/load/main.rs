//! Puts load on a server, or cuts its connections, and looks whether every game came out right.
//!
//! `cargo xtask load`, `faults`, `attack` and `fuzz-server` run it; `docs/scaling.md` has figures.

mod attack;
mod child;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(feature = "cluster")]
#[allow(dead_code)]
#[path = "../../tests/server/common.rs"]
mod common;
mod database;
mod faults;
#[cfg(feature = "cluster")]
#[path = "../../tests/server/fog_check.rs"]
mod fog_check;
mod fuzz;
mod games;
mod player;
mod relay;
mod report;
#[path = "../../tests/server/shared.rs"]
mod shared;
mod spectators;

use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use tokio::runtime::{Builder, Runtime};

const USAGE: &str = "usage: load games [GAMES] [SPECTATORS] [TURNS] [leaving] [postgres]
       load faults [MINUTES] [GAMES] [SEED] [postgres]
       load cluster [SECONDS] [GAMES] [SPECTATORS] [SEED] [PROOF...]
       load attack [SECONDS] [GAMES] [PART OF A NAME]
       load fuzz [SECONDS] [CLIENTS] [SEED]
With `leaving`, players hang up in the moment in which their game ends.
With `postgres`, the server keeps its games in a PostgreSQL server that is started for it.";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Vec<String>) -> Result<()> {
    let mut last_is = |wanted: &str| arguments.pop_if(|word| word == wanted).is_some();
    let wants_database = last_is("postgres");
    let leaving = last_is("leaving");
    let database = || match wants_database {
        true if cfg!(not(feature = "postgres")) => bail!("this needs the feature postgres"),
        true => database::Database::start().map(Some),
        false => Ok(None),
    };
    let mut words = arguments.iter().map(String::as_str);
    let kind = words.next();
    let mut number = |usual: usize| match words.next() {
        None => Ok(usual),
        Some(word) => word.parse().map_err(|_| anyhow!("expected a number, found `{word}`")),
    };
    match kind {
        // The server that is put under load is a process of its own.
        Some("server") => child::serve(&arguments[1..]),
        #[cfg(feature = "cluster")]
        Some("worker") => child::work(&arguments[1..]),
        Some("games") => {
            let (games, spectators, turns) = (number(1000)?, number(5000)?, number(60)?);
            games::run(games, spectators, turns, leaving, database()?.as_ref())
        }
        Some("faults") => {
            let (minutes, games, seed) = (number(10)?, number(100)?, number(1)?);
            faults::run(minutes as u64, games, seed as u64, database()?)
        }
        #[cfg(feature = "cluster")]
        Some("cluster") => {
            let is_number = |word: &&String| word.parse::<usize>().is_ok();
            let numbers = arguments[1..].iter().take_while(is_number).count();
            let given = |place: usize, usual: usize| {
                let word = arguments[1..=numbers].get(place);
                word.and_then(|word| word.parse().ok()).unwrap_or(usual)
            };
            let extent = cluster::Extent {
                seconds: given(0, 600) as u64,
                games: given(1, 30),
                spectators: given(2, 5000),
                seed: given(3, 1) as u64,
            };
            cluster::run(extent, &arguments[1 + numbers..])
        }
        Some("fuzz") => fuzz::run(number(60)?, number(20)?, number(1)? as u64),
        Some("attack") => {
            let only = arguments.get(3).map_or("", String::as_str);
            attack::run(number(30)?, number(200)?, only)
        }
        _ => bail!(USAGE),
    }
}

/// One thread for all clients, so that the server has the other.
fn new_runtime() -> Result<Runtime> {
    Ok(Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}
