//! A level as the player of whole games: it thinks about the last position of a game, and under
//! fog about nothing but what its side has seen.

use std::sync::Arc;

use rules::{Colour, History, Move, Rules, Turn};

use super::{Level, Style};
use crate::engine::{Engine, Line};
use crate::fog::FogPlayer;
use crate::limits::{Limits, Signals};
use crate::score::Score;

/// About as many positions as a slow machine looks at in a second.
const NODES_PER_SECOND: f64 = 150_000.0;

/// Under fog, so many positions are looked at where nothing else sets a limit.
const USUAL_FOG_NODES: u64 = 300_000;

/// What a player found out about a position.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// The best move; none where there is none.
    pub best: Option<Move>,
    /// How good the position is for the side to move; levels that do not search cannot tell.
    pub score: Option<Score>,
    /// How far ahead it has looked.
    pub depth: Option<u32>,
    /// The moves that it expects, beginning with the best.
    pub line: Vec<Move>,
}

/// One of the levels, or the engine at full strength, as the player of whole games.
pub struct LevelPlayer {
    rules: Arc<Rules>,
    level: Option<&'static Level>,
    seed: u64,
    hash_mebibytes: usize,
    threads: usize,
    signals: Signals,
    /// Made when it is first needed: most levels need none.
    engine: Option<Engine>,
    fog: Option<Memory>,
}

/// What the player under fog has followed of a game.
struct Memory {
    player: FogPlayer,
    colour: Colour,
    start: u64,
    turns: Vec<Turn>,
}

impl LevelPlayer {
    /// A player of a level; at full strength if there is none.
    pub fn new(rules: &Arc<Rules>, level: Option<&'static Level>, seed: u64) -> LevelPlayer {
        LevelPlayer {
            rules: Arc::clone(rules),
            level,
            seed,
            hash_mebibytes: 16,
            threads: 1,
            signals: Signals::default(),
            engine: None,
            fog: None,
        }
    }

    /// With a transposition table of so many mebibytes and so many threads.
    pub fn with_resources(mut self, hash_mebibytes: usize, threads: usize) -> LevelPlayer {
        (self.hash_mebibytes, self.threads, self.engine) = (hash_mebibytes, threads, None);
        self
    }

    /// Stopped by these wires, which may be shared with other players that take turns with it.
    pub fn with_signals(mut self, signals: Signals) -> LevelPlayer {
        (self.signals, self.engine, self.fog) = (signals, None, None);
        self
    }

    /// The rules it plays by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The wires by which it is stopped. They must be armed before each [`LevelPlayer::think`].
    pub fn signals(&self) -> Signals {
        self.signals.clone()
    }

    /// Begins another game: forgets everything that was thought and seen.
    pub fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.fog = None;
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// Thinks about the last position of a game, within limits and until it is stopped.
    pub fn think(
        &mut self,
        game: &History,
        limits: &Limits,
        on_line: &mut dyn FnMut(&Line),
    ) -> Thought {
        if self.rules.spec().fog && !self.needs_no_sight() {
            return self.think_in_fog(game, limits);
        }
        let earlier: Vec<u64> = game.earlier_hashes().collect();
        let mut thought = Thought::default();
        let mut listen = |line: &Line| {
            if line.rank == 0 {
                thought.score = Some(line.score);
                thought.depth = Some(line.depth);
                thought.line.clone_from(&line.moves);
            }
            on_line(line);
        };
        let (hash, threads) = (self.hash_mebibytes, self.threads);
        let engine = self.engine.get_or_insert_with(|| {
            Engine::with_signals(&self.rules, hash, threads, self.signals.clone())
        });
        let position = game.position();
        let best = match self.level {
            None => engine.search_armed(position, &earlier, limits, &mut listen).best,
            Some(level) => level.choose(engine, position, &earlier, limits, self.seed, &mut listen),
        };
        if best != thought.line.first().copied() {
            thought.line = best.into_iter().collect();
        }
        thought.best = best;
        thought
    }

    /// Chooses by its own moves alone, so that fog hides nothing from it.
    fn needs_no_sight(&self) -> bool {
        self.level.is_some_and(|level| matches!(level.style, Style::Random | Style::Greedy))
    }

    /// Thinks about what its side sees and has seen, and nothing else.
    fn think_in_fog(&mut self, game: &History, limits: &Limits) -> Thought {
        let most = match self.level.map(|level| level.style) {
            Some(Style::Search(strength)) => strength.nodes.unwrap_or(u64::MAX),
            _ => u64::MAX,
        };
        let nodes = most.min(nodes_within(limits));
        let memory = self.follow(game);
        let best = memory.player.choose(&game.position().view(memory.colour), nodes);
        memory.turns.extend(best.map(Turn::Move));
        Thought { best, line: best.into_iter().collect(), ..Thought::default() }
    }

    /// Looks at all turns of a game that it has not followed yet. After a move was taken back, or
    /// in a game that was loaded, it remembers exactly what it would have seen by itself.
    fn follow(&mut self, game: &History) -> &mut Memory {
        let (colour, start) = (game.position().turn(), game.start().hash());
        let is_this_game = |memory: &Memory| {
            (memory.colour, memory.start) == (colour, start)
                && memory.turns.len() <= game.len()
                && memory.turns.iter().copied().eq(game.turns().take(memory.turns.len()))
        };
        let known = self.fog.take().filter(is_this_game);
        let mut memory = known.unwrap_or_else(|| Memory {
            player: FogPlayer::new(&self.rules, colour, &game.start().to_setup(), self.seed)
                .with_signals(self.signals.clone()),
            colour,
            start,
            turns: Vec::new(),
        });
        let mut position = game.start().clone();
        for (number, turn) in game.turns().enumerate() {
            let is_new = number >= memory.turns.len() && position.turn() == colour;
            if let Some(played) = turn.chess_move().filter(|_| is_new) {
                memory.player.remember(&position.view(colour), played);
            }
            position.play_turn_unchecked(turn);
        }
        memory.turns = game.turns().collect();
        self.fog.insert(memory)
    }
}

/// About as many positions as fit into limits that are given in other terms.
fn nodes_within(limits: &Limits) -> u64 {
    let in_time = |seconds: f64| ((seconds * NODES_PER_SECOND) as u64).max(200);
    let by_clock = limits.clock.map(|clock| {
        in_time(clock.remaining.as_secs_f64() / 40.0 + clock.increment.as_secs_f64() / 2.0)
    });
    let by_time = limits.move_time.map(|time| in_time(time.as_secs_f64()));
    let by_depth = limits.depth.map(|depth| 2_000 << depth.min(16));
    let least = [limits.nodes, by_clock, by_time, by_depth].into_iter().flatten().min();
    least.unwrap_or(USUAL_FOG_NODES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level;
    use notation::ruleset;
    use rules::Position;

    fn fog_player(seed: u64) -> LevelPlayer {
        let rules = ruleset::shipped("standard").expect("it ships").with_fog(true);
        LevelPlayer::new(&rules, level::find("5"), seed)
    }

    fn answer(player: &mut LevelPlayer, game: &History) -> Move {
        player.signals().arm(false);
        player.think(game, &Limits::nodes(2_000), &mut |_| {}).best.expect("a move")
    }

    #[test]
    fn every_level_plays_a_legal_move_with_and_without_fog() {
        let open = ruleset::shipped("xxl").expect("it ships");
        for rules in [open.with_fog(true), open] {
            let game = History::new(Position::start(&rules));
            for level in &level::ALL {
                let mut player = LevelPlayer::new(&rules, Some(level), 1).with_resources(1, 1);
                player.signals().arm(false);
                let thought = player.think(&game, &Limits::nodes(1_000), &mut |_| {});
                let best = thought.best.expect("a move");
                assert!(game.position().is_legal(best), "{} in {}", level.name, rules.id());
            }
        }
    }

    #[test]
    fn under_fog_a_taken_back_turn_is_forgotten() {
        let mut game = History::new(Position::start(fog_player(7).rules()));
        let opening = notation::uci::parse(game.position(), "e2e4").expect("legal");
        game.play(opening).expect("legal");
        let mut player = fog_player(7);
        let first = answer(&mut player, &game);
        game.play(first).expect("legal");
        let next = notation::uci::parse(game.position(), "d2d4").expect("legal");
        game.play(next).expect("legal");
        answer(&mut player, &game);
        game.undo();
        game.undo();
        // It has followed another line meanwhile; what it remembers now is this game again.
        answer(&mut player, &game);
        let memory = player.fog.expect("a memory");
        assert_eq!(memory.turns.len(), game.len() + 1);
    }

    #[test]
    fn a_player_that_is_stopped_gives_up_at_once() {
        let mut player = fog_player(3);
        let game = History::new(Position::start(player.rules()));
        player.signals().arm(false);
        player.signals().stop();
        // Without the stop this would take minutes.
        let thought = player.think(&game, &Limits::nodes(u64::MAX / 2), &mut |_| {});
        assert!(thought.best.is_some());
    }
}
