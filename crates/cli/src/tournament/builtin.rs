//! Our own engine and its levels, for matches and analyses: all that they ask of the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use engine::level::{self, LevelPlayer};
use engine::{Clock, Engine, Limits, SearchResult};
use rules::{History, Rules};

use super::budget::Budget;
use super::player::{Choice, Failure, Player, Turn};
use super::spec::EngineSpec;
use crate::interrupt::Interrupt;

/// Our engine at full strength, which sees the whole board even where the players do not: for
/// adjudicators that do not play the game.
pub struct Searcher {
    engine: Engine,
    interrupt: Interrupt,
}

impl Searcher {
    /// An engine that stops at an interrupt.
    pub fn new(
        rules: &Arc<Rules>,
        hash_mebibytes: usize,
        threads: usize,
        interrupt: &Interrupt,
    ) -> Searcher {
        let engine = Engine::new(rules, hash_mebibytes, threads);
        interrupt.end_searches(&engine.signals());
        Searcher { engine, interrupt: interrupt.clone() }
    }

    /// The rules of the positions that it thinks about.
    pub fn rules(&self) -> &Arc<Rules> {
        self.engine.rules()
    }

    /// Forgets everything that it has thought.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Thinks about the last position of a game; nothing if it was interrupted.
    pub fn think(&mut self, game: &History, budget: Budget) -> Option<SearchResult> {
        if !self.interrupt.arm(&self.engine.signals()) {
            return None;
        }
        let earlier: Vec<u64> = game.earlier_hashes().collect();
        let limits = limits(budget, budget.base().unwrap_or_default());
        let outcome = self.engine.search_armed(game.position(), &earlier, &limits, &mut |_| {});
        (!self.interrupt.is_set()).then_some(outcome)
    }
}

fn limits(budget: Budget, remaining: Duration) -> Limits {
    match budget {
        Budget::Clock { increment, .. } => Limits {
            clock: Some(Clock { remaining, increment, moves_to_go: None }),
            ..Limits::default()
        },
        Budget::MoveTime(time) => Limits::move_time(time),
        Budget::Nodes(nodes) => Limits::nodes(nodes),
        Budget::Depth(depth) => Limits::depth(depth),
    }
}

/// Our engine as a player, at full strength or at one of its levels.
pub struct BuiltIn {
    player: LevelPlayer,
    interrupt: Interrupt,
}

impl BuiltIn {
    /// The player that a spec describes.
    pub fn new(
        spec: &EngineSpec,
        level: Option<&str>,
        rules: &Arc<Rules>,
        hash_mebibytes: usize,
        interrupt: &Interrupt,
    ) -> anyhow::Result<BuiltIn> {
        let (mut hash, mut threads) = (hash_mebibytes, 1);
        for (name, value) in &spec.options {
            let number = value.parse().ok().filter(|number| (1..=1 << 16).contains(number));
            let number =
                number.ok_or_else(|| anyhow::anyhow!("option `{name}`: `{value}` is no number"));
            match name.to_ascii_lowercase().as_str() {
                "hash" => hash = number?,
                "threads" => threads = number?,
                _ => anyhow::bail!("our levels have no option `{name}`; expected Hash or Threads"),
            }
        }
        let player = LevelPlayer::new(rules, level.and_then(level::find), 0);
        let player = player.with_resources(hash, threads);
        interrupt.end_searches(&player.signals());
        Ok(BuiltIn { player, interrupt: interrupt.clone() })
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, _: &History, _: Budget, seed: u64) -> Result<(), Failure> {
        self.player.begin(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Failure> {
        if !self.interrupt.arm(&self.player.signals()) {
            return Err(Failure::Interrupted);
        }
        let limits = limits(turn.budget, turn.own_clock);
        let think = || self.player.think(turn.game, &limits, &mut |_| {});
        let thought = catch_unwind(AssertUnwindSafe(think))
            .map_err(|_| Failure::Crash("the engine has a fault".to_owned()))?;
        if self.interrupt.is_set() {
            return Err(Failure::Interrupted);
        }
        let Some(chess_move) = thought.best else {
            return Err(Failure::Illegal("no move".to_owned()));
        };
        Ok(Choice { chess_move, evaluation: thought.score, depth: thought.depth })
    }
}
