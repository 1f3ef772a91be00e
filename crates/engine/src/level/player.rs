//! A level as the player of whole games: it thinks about the last position of a game, and under
//! fog about nothing but what its side has seen.

use std::sync::Arc;
use std::time::Duration;

use rules::{Colour, History, Move, Rules, Score, Turn};

use super::Level;
use crate::clock::Instant;
use crate::engine::{Engine, Line};
use crate::fog::FogPlayer;
use crate::limits::{Limits, Signals, StopCheck};

/// Nodes per second of a slow machine; the first estimate.
const NODES_PER_SECOND: f64 = 150_000.0;
/// The fewest nodes that count as a measurement of speed.
const TELLING_NODES: u64 = 2_000;

/// The result of thinking about a position.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Thought {
    /// The best move; none if there is no legal move.
    pub best: Option<Move>,
    /// The score for the side to move; none from levels that do not search.
    pub score: Option<Score>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// The expected line, beginning with the best move.
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
    /// Created when it is first needed.
    engine: Option<Engine>,
    fog: Option<FogMemory>,
}

/// The player under fog, and the turns that it has observed.
struct FogMemory {
    player: FogPlayer,
    colour: Colour,
    start: u64,
    turns: Vec<Turn>,
    /// Nodes per second.
    speed: f64,
}

impl FogMemory {
    /// Updates the speed with the time of the last move.
    fn note_speed(&mut self, time: Duration) {
        let nodes = self.player.nodes();
        if nodes >= TELLING_NODES {
            let seen = nodes as f64 / time.as_secs_f64().max(1e-3);
            // Slower measurements count at once, faster ones gradually.
            self.speed = seen.min((self.speed + seen) / 2.0);
        }
    }
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

    /// Stopped by these signals, which players that take turns may share.
    pub fn with_signals(mut self, signals: Signals) -> LevelPlayer {
        (self.signals, self.engine, self.fog) = (signals, None, None);
        self
    }

    /// The rules it plays by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The signals that stop it. They must be armed before each [`LevelPlayer::think`].
    pub fn signals(&self) -> Signals {
        self.signals.clone()
    }

    /// Starts a new game: clears everything that belongs to the last one.
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
        if self.rules.spec().fog {
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

    /// Thinks by what its side sees and has seen alone.
    fn think_in_fog(&mut self, game: &History, limits: &Limits) -> Thought {
        let level = self.level;
        let limits = level.map_or_else(|| limits.clone(), |level| level.limits(limits, self.seed));
        let waits = limits.ponder || limits.infinite;
        let check = StopCheck::new(&limits, self.signals());
        let memory = self.follow(game, &check);
        let (began, view) = (Instant::now(), game.position().view(memory.colour));
        let player = &mut memory.player;
        let best = match level.and_then(|level| level.style.rule()) {
            Some(rule) => player.choose_by_rule(&view, &limits, &check, rule),
            None => {
                let nodes = nodes_within(&limits, memory.speed);
                player.choose_by_search(&view, &Limits { nodes, ..limits }, &check)
            }
        };
        if !waits {
            memory.note_speed(began.elapsed());
        }
        memory.turns.extend(best.map(Turn::Move));
        Thought { best, line: best.into_iter().collect(), ..Thought::default() }
    }

    /// Observes all turns of a game that were not observed yet, or all of them after a take-back and
    /// in a loaded game.
    fn follow(&mut self, game: &History, check: &StopCheck) -> &mut FogMemory {
        let (colour, start) = (game.position().turn(), game.start().hash());
        let is_this_game = |memory: &FogMemory| {
            (memory.colour, memory.start) == (colour, start)
                && memory.turns.len() <= game.len()
                && memory.turns.iter().copied().eq(game.turns().take(memory.turns.len()))
        };
        let known = self.fog.take().filter(is_this_game);
        let mut memory = known.unwrap_or_else(|| FogMemory {
            player: FogPlayer::new(
                &self.rules,
                colour,
                game.start(),
                self.seed,
                self.signals.clone(),
            ),
            colour,
            start,
            turns: Vec::new(),
            speed: NODES_PER_SECOND,
        });
        let mut position = game.start().clone();
        for (number, turn) in game.turns().enumerate() {
            if number >= memory.turns.len() {
                let view = position.view(colour);
                match turn.chess_move() {
                    Some(played) if view.turn() == colour => {
                        memory.player.observe_own_turn(&view, played, check);
                    }
                    _ => memory.player.observe(&view),
                }
            }
            position.play_turn_unchecked(turn);
        }
        memory.turns = game.turns().collect();
        self.fog.insert(memory)
    }
}

/// The number of nodes that corresponds to the other limits, if there are any.
fn nodes_within(limits: &Limits, speed: f64) -> Option<u64> {
    let in_time = |seconds: f64| ((seconds * speed) as u64).max(200);
    let by_clock = limits.clock.map(|clock| {
        in_time(clock.remaining.as_secs_f64() / 40.0 + clock.increment.as_secs_f64() / 2.0)
    });
    // Only a part of the move time, as the machine may be busier than before.
    let by_time = limits.move_time.map(|time| in_time(time.as_secs_f64() * 0.6));
    let by_depth = limits.depth.map(|depth| 2_000 << depth.min(16));
    [limits.nodes, by_clock, by_time, by_depth].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level;
    use notation::ruleset;
    use rules::Position;

    fn foggy_standard() -> Arc<Rules> {
        let rules = ruleset::shipped("standard").expect("it ships");
        rules.with_fog(true).expect("each side has a king")
    }

    fn fog_player(seed: u64) -> LevelPlayer {
        LevelPlayer::new(&foggy_standard(), level::find("5"), seed)
    }

    fn answer(player: &mut LevelPlayer, game: &History) -> Move {
        player.signals().arm(false);
        player.think(game, &Limits::nodes(2_000), &mut |_| {}).best.expect("a move")
    }

    #[test]
    fn every_level_plays_a_legal_move_with_and_without_fog() {
        let open = ruleset::shipped("xxl").expect("it ships");
        for rules in [open.with_fog(true).expect("each side has a king"), open] {
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
        // It has observed another line meanwhile, and now observes this one again.
        answer(&mut player, &game);
        let memory = player.fog.expect("a memory");
        assert_eq!(memory.turns.len(), game.len() + 1);
    }

    /// A game by the shipped rules under fog.
    fn game_under_fog(moves: &[&str]) -> History {
        let mut game = History::new(Position::start(&foggy_standard()));
        for text in moves {
            let chess_move = notation::uci::parse(game.position(), text).expect("legal");
            game.play(chess_move).expect("legal");
        }
        game
    }

    #[test]
    fn under_fog_nobody_answers_to_what_he_cannot_see() {
        let games = [
            game_under_fog(&["a2a3", "g7g6", "h2h3", "f8g7"]),
            game_under_fog(&["a2a3", "b8c6", "h2h3", "g8f6"]),
            game_under_fog(&["a2a3", "e7e6", "h2h3", "d8e7"]),
        ];
        let view = games[0].position().view(Colour::White);
        for name in ["random", "greedy", "careful", "1", "9", "18"] {
            for seed in 0..3 {
                let answers = games.iter().map(|game| {
                    assert_eq!(game.position().view(Colour::White), view);
                    let mut player = LevelPlayer::new(view.rules(), level::find(name), seed);
                    answer(&mut player, game)
                });
                let answers: Vec<_> = answers.collect();
                assert!(answers.iter().all(|m| *m == answers[0]), "{name}: {answers:?}");
            }
        }
    }

    #[test]
    fn under_fog_careful_follows_its_guidelines() {
        // A queen can be taken for nothing; a king can be taken.
        let taking = game_under_fog(&["e2e4", "e7e5", "d2d4", "d8g5"]);
        let mating = game_under_fog(&["e2e4", "f7f6", "d1h5", "a7a6"]);
        for (game, best) in [(taking, "c1g5"), (mating, "h5e8")] {
            for seed in 0..4 {
                let mut player =
                    LevelPlayer::new(game.position().rules(), level::find("careful"), seed);
                let best = notation::uci::parse(game.position(), best).expect("legal");
                assert_eq!(answer(&mut player, &game), best);
            }
        }
    }

    #[test]
    fn under_fog_weak_levels_overlook_moves() {
        let game = game_under_fog(&["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"]);
        let choices = |name: &str| -> Vec<Move> {
            let answer_of = |seed| {
                let mut player = LevelPlayer::new(game.position().rules(), level::find(name), seed);
                player.signals().arm(false);
                player.think(&game, &Limits::nodes(500), &mut |_| {}).best.expect("a move")
            };
            (0..8).map(answer_of).collect()
        };
        // They look at equally many positions, so that only their failings tell them apart.
        assert_ne!(choices("1"), choices("18"));
    }

    #[test]
    fn a_player_that_is_stopped_gives_up_at_once() {
        let text = include_str!("../../benches/slow/riders.toml");
        let (riders, _) = ruleset::parse(text, "riders", &ruleset::no_files).expect("sound rules");
        let standard = ruleset::shipped("standard").expect("it ships");
        let foggy =
            [&riders, &standard].map(|rules| rules.with_fog(true).expect("each side has a king"));
        for rules in foggy.into_iter().chain([riders, standard]) {
            let game = History::new(Position::start(&rules));
            for name in ["greedy", "careful", "5", "18"] {
                let mut player = LevelPlayer::new(&rules, level::find(name), 3);
                player.signals().arm(false);
                player.signals().stop();
                // Without the stop this would take minutes.
                let thought = player.think(&game, &Limits::nodes(u64::MAX / 2), &mut |_| {});
                let best = thought.best.expect("any move");
                assert!(game.position().is_legal(best), "{name} by {rules:?}");
            }
        }
    }
}
