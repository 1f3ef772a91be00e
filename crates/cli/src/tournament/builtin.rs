//! Our own engine and its levels, for matches and analyses: all that they ask of the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use engine::level::{self, Level, LevelPlayer, Thought};
use engine::{Clock, Limits};
use rules::{History, Rules};

use super::budget::Budget;
use super::player::{Choice, Failure, Player, Turn};
use super::spec::EngineSpec;

/// Is there a level of this name?
pub fn has_level(name: &str) -> bool {
    level::find(name).is_some()
}

/// The names of all levels, for messages.
pub fn level_names() -> String {
    level::ALL.iter().map(|level| level.name).collect::<Vec<_>>().join(", ")
}

/// Our engine, at full strength or at one of its levels.
pub struct Thinker(LevelPlayer);

impl Thinker {
    /// The engine at full strength.
    pub fn new(rules: &Arc<Rules>, hash_mebibytes: usize, threads: usize) -> Thinker {
        Thinker::of_level(rules, None, hash_mebibytes, threads)
    }

    fn of_level(
        rules: &Arc<Rules>,
        level: Option<&'static Level>,
        hash_mebibytes: usize,
        threads: usize,
    ) -> Thinker {
        Thinker(LevelPlayer::new(rules, level, 0).with_resources(hash_mebibytes, threads))
    }

    /// Forgets everything that it has thought.
    pub fn clear(&mut self) {
        self.0.begin(0);
    }

    /// Thinks about the last position of a game; `clock` is what is left of the player's time.
    pub fn think(&mut self, game: &History, budget: Budget, clock: Duration) -> Thought {
        self.0.signals().arm(false);
        self.0.think(game, &limits(budget, clock), &mut |_| {})
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

/// One of our levels as a player.
pub struct BuiltIn(Thinker);

impl BuiltIn {
    /// The player that a spec describes.
    pub fn new(
        spec: &EngineSpec,
        level: Option<&str>,
        rules: &Arc<Rules>,
        hash_mebibytes: usize,
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
        Ok(BuiltIn(Thinker::of_level(rules, level.and_then(level::find), hash, threads)))
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, _: &History, _: Budget, seed: u64) -> Result<(), Failure> {
        self.0.0.begin(seed);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Failure> {
        let think = || self.0.think(turn.game, turn.budget, turn.own_clock);
        let thought = catch_unwind(AssertUnwindSafe(think))
            .map_err(|_| Failure::Crash("the engine has a fault".to_owned()))?;
        let Some(chess_move) = thought.best else {
            return Err(Failure::Illegal("no move".to_owned()));
        };
        Ok(Choice { chess_move, evaluation: thought.score, depth: thought.depth })
    }
}
