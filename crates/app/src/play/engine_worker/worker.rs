//! The engine worker: the kinds of requests, and how they are answered.

use std::sync::Arc;

use engine::level::{Level, LevelPlayer, Style, Thought};
use engine::{Clock, Engine, Limits, Line, MateSolver, SearchResult, Signals};
use rules::{Colour, History, Move, Rules};
use serde::{Deserialize, Serialize};
use study::lab::{Plan, record};

use super::message::level_name;

/// A request about the last position of a game.
#[derive(Debug)]
pub struct EngineRequest {
    /// Tells games apart, so that nothing is remembered from another one.
    pub game: u64,
    /// The game so far.
    pub history: History,
    /// What is to be found.
    pub task: Task,
    /// What may be used for it.
    pub limits: Limits,
    /// The clock of the side that is not to move, for programs that want to know it.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a page starts no programs"))]
    pub opponent_clock: Option<Clock>,
}

impl EngineRequest {
    /// A request in a game whose other clock does not matter.
    pub fn new(game: u64, history: History, task: Task, limits: Limits) -> EngineRequest {
        EngineRequest { game, history, task, limits, opponent_clock: None }
    }
}

/// What is to be found.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum Task {
    /// The move of a level; without one, the best there is.
    Move(#[serde(with = "level_name")] Option<&'static Level>),
    /// The best line, reported repeatedly until it is cancelled.
    Analysis,
    /// The best move with its line, found by an engine that sees the whole board, also under fog.
    Judgement,
    /// The best defence of the side that is to be mated in at most this many moves.
    Refutation(usize),
    /// A game that the engine plays against itself, by the number that it has in a plan.
    LabGame(Plan, u32),
}

/// What was found.
#[derive(Debug, Serialize, Deserialize)]
pub enum EngineReport {
    /// The move.
    Chosen(Thought),
    /// The best line so far.
    Line(Line),
    /// The reply, and whether there is still a win in time; nothing if that could not be proved.
    Reply {
        reply: Option<Move>,
        /// Can the win still be forced?
        is_lost: Option<bool>,
    },
    /// The game that was played, as a line of its record.
    LabGame(String),
    /// Something went wrong that should not; there will be no answer.
    Failed,
}

/// Positions that are looked at to prove that a win is still there.
const PROOF_NODES: u64 = 6_000_000;

/// Number of positions to search where the window waits for the answer.
const BRIEF_NODES: u64 = 20_000;

/// Memory for positions, in mebibytes: for players that look at few of them, and at many.
const HASH: [usize; 2] = [4, 64];

/// Players that search at least this many nodes get the larger table.
const MANY_NODES: u64 = 40_000;

/// Answers requests, and keeps its players and their tables for the length of a game.
pub struct EngineWorker {
    signals: Signals,
    threads: usize,
    is_brief: bool,
    game: Option<u64>,
    players: Vec<Player>,
    /// Searches what is analysed.
    analyst: Option<Engine>,
    /// Plays games of the laboratory.
    self_player: Option<Engine>,
}

struct Player {
    level: Option<&'static Level>,
    colour: Colour,
    player: LevelPlayer,
}

impl EngineWorker {
    /// A worker that these signals stop, with a number of search threads.
    pub fn new(signals: Signals, threads: usize) -> EngineWorker {
        EngineWorker {
            signals,
            threads,
            is_brief: false,
            game: None,
            players: Vec::new(),
            analyst: None,
            self_player: None,
        }
    }

    /// A worker with small budgets, for tests and where there are no threads.
    pub fn brief(signals: Signals) -> EngineWorker {
        EngineWorker { is_brief: true, ..EngineWorker::new(signals, 1) }
    }

    /// Arms the signals for the next request.
    pub fn arm(&self) {
        self.signals.arm(false);
    }

    /// Forgets all games.
    pub fn forget(&mut self) {
        self.players.clear();
        self.analyst = None;
        self.self_player = None;
    }

    /// Answers a request with one or more reports.
    pub fn answer(&mut self, request: EngineRequest, tell: &mut dyn FnMut(EngineReport)) {
        let EngineRequest { game, history, task, mut limits, .. } = request;
        if self.game != Some(game) {
            self.forget();
            self.game = Some(game);
        }
        if self.is_brief {
            limits.nodes = Some(limits.nodes.map_or(BRIEF_NODES, |nodes| nodes.min(BRIEF_NODES)));
            limits.infinite = false;
        }
        let rules = history.position().rules();
        let colour = history.position().turn();
        match task {
            Task::Move(level) => {
                let player = self.player(rules, level, colour, game);
                tell(EngineReport::Chosen(player.think(&history, &limits, &mut |_| {})));
            }
            Task::Analysis => {
                self.analyse(&history, &limits, &mut |line| tell(EngineReport::Line(line.clone())));
            }
            Task::Judgement => {
                let found = self.analyse(&history, &limits, &mut |_| {});
                let line = found.lines.into_iter().next().map(|line| line.moves);
                tell(EngineReport::Chosen(Thought {
                    best: found.best,
                    score: Some(found.score),
                    depth: Some(found.depth),
                    line: line.unwrap_or_default(),
                }));
            }
            Task::Refutation(moves) => {
                let (reply, is_lost) = self.refute(&history, game, moves, limits);
                tell(EngineReport::Reply { reply, is_lost });
            }
            Task::LabGame(plan, number) => {
                let known =
                    self.self_player.take().filter(|engine| Arc::ptr_eq(engine.rules(), rules));
                // Its searches are short and have signals of their own, so that no stop is lost between them.
                let fresh = || Engine::new(rules, HASH[0], 1);
                let engine = self.self_player.insert(known.unwrap_or_else(fresh));
                let is_stopped = || self.signals.is_stopped();
                let game = plan.play(engine, number, &is_stopped);
                let line = game.map(|game| record::format(&game, rules));
                line.into_iter().for_each(|line| tell(EngineReport::LabGame(line)));
            }
        }
    }

    /// Searches a position with open eyes.
    fn analyse(
        &mut self,
        history: &History,
        limits: &Limits,
        on_line: &mut dyn FnMut(&Line),
    ) -> SearchResult {
        let rules = history.position().rules();
        let known = self.analyst.take().filter(|engine| Arc::ptr_eq(engine.rules(), rules));
        let hash = HASH[usize::from(!self.is_brief)];
        let fresh = || Engine::with_signals(rules, hash, self.threads, self.signals.clone());
        let engine = self.analyst.insert(known.unwrap_or_else(fresh));
        let earlier: Vec<u64> = history.earlier_hashes().collect();
        engine.search_armed(history.position(), &earlier, limits, on_line)
    }

    /// The best reply, and whether it saves anything.
    fn refute(
        &mut self,
        history: &History,
        game: u64,
        moves: usize,
        mut limits: Limits,
    ) -> (Option<Move>, Option<bool>) {
        let position = history.position();
        let budget = if self.is_brief { BRIEF_NODES } else { PROOF_NODES };
        let defence = MateSolver::new(budget, self.signals.clone()).defend(position, moves);
        if let Some((reply, _)) = defence.as_ref().and_then(|defence| defence.longest)
            && defence.as_ref().is_some_and(|defence| defence.holding.is_empty())
        {
            return (Some(reply), Some(true));
        }
        let is_lost = defence.as_ref().map(|_| false);
        limits.search_moves = defence.map(|defence| defence.holding).unwrap_or_default();
        let player = self.player(position.rules(), None, position.turn(), game);
        (player.think(history, &limits, &mut |_| {}).best, is_lost)
    }

    fn player(
        &mut self,
        rules: &Arc<Rules>,
        level: Option<&'static Level>,
        colour: Colour,
        seed: u64,
    ) -> &mut LevelPlayer {
        // Under fog each side remembers what it has seen itself; in the open, the engine at full
        // strength is the same for both.
        let shares = level.is_none() && !rules.spec().fog;
        let is_same = |player: &Player| {
            player.level == level
                && (shares || player.colour == colour)
                && Arc::ptr_eq(player.player.rules(), rules)
        };
        let index = self.players.iter().position(is_same).unwrap_or_else(|| {
            let hash = HASH[usize::from(!self.is_brief && looks_at_many(level))];
            let player = LevelPlayer::new(rules, level, seed)
                .with_resources(hash, self.threads)
                .with_signals(self.signals.clone());
            self.players.push(Player { level, colour, player });
            self.players.len() - 1
        });
        &mut self.players[index].player
    }
}

fn looks_at_many(level: Option<&Level>) -> bool {
    match level.map(|level| level.style) {
        None => true,
        Some(Style::Search(strength)) => strength.nodes.is_none_or(|nodes| nodes >= MANY_NODES),
        Some(Style::Random | Style::Greedy | Style::Careful) => false,
    }
}
