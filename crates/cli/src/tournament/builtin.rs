//! Our own engine and its levels, for matches and analyses: all that they ask of the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use engine::level::{self, Level, Style};
use engine::{Clock, Engine, FogPlayer, Limits, Line, Score};
use rules::{History, Move, Rules};

use super::budget::Budget;
use super::player::{Choice, Evaluation, Failure, Player, Turn};
use super::spec::EngineSpec;

/// Is there a level of this name?
pub fn has_level(name: &str) -> bool {
    level::find(name).is_some()
}

/// The names of all levels, for messages.
pub fn level_names() -> String {
    level::ALL.iter().map(|level| level.name).collect::<Vec<_>>().join(", ")
}

/// Random numbers that are the same for the same seed.
pub use engine::Dice;

/// What the engine found out about a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The best move; none where the game is over.
    pub best: Option<Move>,
    /// How good the position is for the side to move; levels that do not search cannot tell.
    pub evaluation: Option<Evaluation>,
    /// How far ahead it has looked.
    pub depth: Option<u32>,
    /// The moves that it expects, beginning with the best.
    pub line: Vec<Move>,
}

/// Our engine, at full strength or at one of its levels.
pub struct Thinker {
    engine: Engine,
    level: Option<&'static Level>,
    seed: u64,
    /// The player under fog, who is given views only; made when the game begins.
    fog: Option<FogPlayer>,
}

impl Thinker {
    /// The engine at full strength.
    pub fn new(rules: &Arc<Rules>, hash_mebibytes: usize, threads: usize) -> Thinker {
        Thinker {
            engine: Engine::new(rules, hash_mebibytes, threads),
            level: None,
            seed: 0,
            fog: None,
        }
    }

    /// Forgets everything that it has thought.
    pub fn clear(&mut self) {
        self.engine.clear();
        self.fog = None;
    }

    /// Thinks about the last position of a game; `clock` is what is left of the player's time.
    pub fn think(&mut self, game: &History, budget: Budget, clock: Duration) -> Thought {
        if game.position().rules().spec().fog && !self.needs_no_sight() {
            return self.think_in_fog(game, budget, clock);
        }
        let limits = limits(budget, clock);
        let earlier: Vec<u64> = game.earlier_hashes().collect();
        let mut thought = Thought { best: None, evaluation: None, depth: None, line: Vec::new() };
        let mut on_line = |line: &Line| {
            if line.rank == 0 {
                thought.evaluation = Some(evaluation(line.score));
                thought.depth = Some(line.depth);
                thought.line.clone_from(&line.moves);
            }
        };
        self.engine.signals().arm(false);
        let (engine, position) = (&mut self.engine, game.position());
        let best = match self.level {
            None => engine.search_armed(position, &earlier, &limits, &mut on_line).best,
            Some(level) => {
                level.choose(engine, position, &earlier, &limits, self.seed, &mut on_line)
            }
        };
        if best != thought.line.first().copied() {
            thought.line = best.into_iter().collect();
        }
        thought.best = best;
        thought
    }
}

impl Thinker {
    /// Chooses by its own moves alone, so that fog hides nothing from it.
    fn needs_no_sight(&self) -> bool {
        self.level.is_some_and(|level| matches!(level.style, Style::Random | Style::Greedy))
    }

    /// Thinks about what its side sees and has seen, and nothing else.
    fn think_in_fog(&mut self, game: &History, budget: Budget, clock: Duration) -> Thought {
        let (position, colour) = (game.position(), game.position().turn());
        let start = game.start().to_setup();
        let seed = self.seed;
        let player =
            self.fog.get_or_insert_with(|| FogPlayer::new(position.rules(), colour, &start, seed));
        let most = match self.level.map(|level| level.style) {
            Some(Style::Search(strength)) => strength.nodes.unwrap_or(u64::MAX),
            _ => u64::MAX,
        };
        let best = player.choose(&position.view(colour), most.min(nodes_for(budget, clock)));
        Thought { best, evaluation: None, depth: None, line: best.into_iter().collect() }
    }
}

/// About as many positions as a slow machine looks at in the time that there is.
fn nodes_for(budget: Budget, remaining: Duration) -> u64 {
    const NODES_PER_SECOND: f64 = 150_000.0;
    let seconds = match budget {
        Budget::Clock { increment, .. } => {
            remaining.as_secs_f64() / 40.0 + increment.as_secs_f64() / 2.0
        }
        Budget::MoveTime(time) => time.as_secs_f64(),
        Budget::Nodes(nodes) => return nodes,
        Budget::Depth(depth) => return 2_000 << depth.min(16),
    };
    ((seconds * NODES_PER_SECOND) as u64).max(200)
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

fn evaluation(score: Score) -> Evaluation {
    match score {
        Score::Centipawns(score) => Evaluation::Centipawns(score),
        Score::MateIn(moves) => Evaluation::MateIn(moves),
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
        let mut thinker = Thinker::new(rules, hash, threads);
        thinker.level = level.and_then(level::find);
        Ok(BuiltIn(thinker))
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, _: &History, _: Budget, seed: u64) -> Result<(), Failure> {
        self.0.clear();
        self.0.seed = seed;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Failure> {
        let think = || self.0.think(turn.game, turn.budget, turn.own_clock);
        let thought = catch_unwind(AssertUnwindSafe(think))
            .map_err(|_| Failure::Crash("the engine has a fault".to_owned()))?;
        let Some(chess_move) = thought.best else {
            return Err(Failure::Illegal("no move".to_owned()));
        };
        Ok(Choice { chess_move, evaluation: thought.evaluation, depth: thought.depth })
    }
}
