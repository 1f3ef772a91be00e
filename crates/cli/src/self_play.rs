//! The engine's games against itself for `tune` and `learn`: on several threads, and always the
//! same for the same seed.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use clap::Args;
use engine::self_play::{PlayedGame, play_game};
use engine::{Engine, Rng};
use rules::Rules;

use crate::{progress, resources};

/// The table of each engine, in mebibytes: games at so few nodes need no more.
const HASH: usize = 4;

/// Which games are played.
#[derive(Args)]
pub struct Plan {
    /// How many games are played for each rule set.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = resources::positive::<usize>)]
    games: usize,
    /// How many positions are looked at for each move.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = resources::positive::<u64>)]
    nodes: u64,
    /// Decides which games are played.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many threads to use; which games are played does not depend on it [default: all].
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
}

impl Plan {
    /// How many threads there are to be.
    pub fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.unwrap_or_else(all)
    }

    /// Plays all games, or as many as there is time for, and keeps of each what is asked for.
    pub fn play<T: Send>(
        &self,
        name: &str,
        rules: &Arc<Rules>,
        is_stopped: &(dyn Fn() -> bool + Sync),
        keep: &(dyn Fn(PlayedGame) -> T + Sync),
    ) -> Vec<T> {
        let games = self.games;
        let bar = progress::bar(
            games as u64,
            "{prefix}: {pos}/{len} games [{bar:30}] {elapsed_precise}, {eta} left, {msg} positions",
        );
        bar.set_prefix(name.to_owned());
        let next = AtomicUsize::new(0);
        let finished = Mutex::new(Vec::new());
        let positions = AtomicUsize::new(0);
        let work = || {
            let mut engine = Engine::new(rules, HASH, 1);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return;
                }
                // Each game has its own seed, so that it does not matter which thread plays it.
                let seed = Rng::new(self.seed.wrapping_add((number as u64) << 32)).next_u64();
                let game = play_game(&mut engine, self.nodes, seed, &is_stopped);
                let Some(game) = game else { return };
                let count = game.quiet.len();
                let count = count + positions.fetch_add(count, Ordering::Relaxed);
                bar.set_message(count.to_string());
                bar.inc(1);
                if !game.quiet.is_empty() {
                    let kept = keep(game);
                    finished.lock().unwrap_or_else(PoisonError::into_inner).push((number, kept));
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads().min(games) {
                scope.spawn(work);
            }
            work();
        });
        bar.finish_and_clear();
        let mut finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
        finished.sort_by_key(|(number, _)| *number);
        let positions = positions.into_inner();
        eprintln!("{name}: {} games, {positions} quiet positions", finished.len());
        finished.into_iter().map(|(_, kept)| kept).collect()
    }
}
