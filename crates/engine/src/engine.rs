//! The engine: a position and limits in, reports and a best move out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rules::{Move, Position, Rules, Score};

use crate::eval::Evaluator;
use crate::limits::{Limits, Signals};
use crate::nnue::Network;
use crate::score::{INFINITE, from_internal};
use crate::search::{Reporter, RootMove, Shared, TimeManager, Worker};
use crate::table::{Bound, TranspositionTable};

/// One of the best lines after an iteration.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// 0 for the best line, 1 for the second and so on.
    pub rank: usize,
    /// The depth of the iteration.
    pub depth: u32,
    /// The selective depth: the length of its longest line.
    pub selective_depth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// How the score relates to the true one; it is exact after a whole iteration.
    pub bound: Bound,
    /// The moves, beginning with the one to play.
    pub moves: Vec<Move>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Occupancy of the transposition table, in thousandths.
    pub table_permille: u32,
    /// The time since the search began.
    pub time: Duration,
}

/// The root move that is being searched; reported when a search takes long.
#[derive(Clone, Copy, Debug)]
pub struct CurrentMove {
    /// A root move, as the rules generate it.
    pub chess_move: Move,
    /// Its number in the order of search, from 1.
    pub number: usize,
    /// The depth of the iteration.
    pub depth: u32,
}

/// Receives the current root move, on the searching thread.
pub type CurrentMoveListener = Arc<dyn Fn(CurrentMove) + Send + Sync>;

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; nothing when there is no legal move.
    pub best: Option<Move>,
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth of the last complete iteration.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best lines, best first, as many as were asked for.
    pub lines: Vec<Line>,
}

/// A searching player for one rule set.
///
/// ```
/// use xxlchess_engine::{Engine, Limits};
/// use rules::Position;
///
/// let rules = notation::ruleset::shipped("xxl").expect("a rule set that ships");
/// let mut engine = Engine::new(&rules, 1, 1);
/// let outcome = engine.search(&Position::start(&rules), &[], &Limits::nodes(500), &mut |_| {});
/// assert!(outcome.best.is_some());
/// ```
pub struct Engine {
    rules: Arc<Rules>,
    shared: Shared,
    workers: Vec<Worker>,
}

impl Engine {
    /// An engine with a transposition table of so many mebibytes and so many threads.
    pub fn new(rules: &Arc<Rules>, hash_mebibytes: usize, threads: usize) -> Engine {
        Engine::with_signals(rules, hash_mebibytes, threads, Signals::default())
    }

    /// As [`Engine::new`], stopped by signals that exist already.
    pub fn with_signals(
        rules: &Arc<Rules>,
        hash_mebibytes: usize,
        threads: usize,
        signals: Signals,
    ) -> Engine {
        let shared = Shared {
            evaluator: Arc::new(Evaluator::new(rules)),
            table: Arc::new(TranspositionTable::new(hash_mebibytes)),
            signals,
            nodes: Arc::new(AtomicU64::new(0)),
        };
        let mut engine = Engine { rules: Arc::clone(rules), shared, workers: Vec::new() };
        engine.set_threads(threads);
        engine
    }

    /// Evaluates by this network, or by the one that ships for its rules; forgets earlier games.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.shared.evaluator = Arc::new(match network {
            None => Evaluator::new(&self.rules),
            network => Evaluator::with_network(&self.rules, network),
        });
        let threads = self.workers.len();
        self.workers.clear();
        self.set_threads(threads);
        self.clear();
    }

    /// The rules it plays by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The evaluation it uses.
    pub fn evaluator(&self) -> &Evaluator {
        &self.shared.evaluator
    }

    /// The signals that stop a running search.
    pub fn signals(&self) -> Signals {
        self.shared.signals.clone()
    }

    /// Sets who is told the current root move, once a search takes long.
    pub fn set_current_move_listener(&mut self, listener: CurrentMoveListener) {
        if let Some(main) = self.workers.first_mut() {
            main.set_listener(listener);
        }
    }

    /// Uses a transposition table of so many mebibytes, and never more.
    pub fn set_hash(&mut self, mebibytes: usize) {
        self.shared.table = Arc::new(TranspositionTable::new(mebibytes));
        for worker in &mut self.workers {
            worker.set_table(&self.shared.table);
        }
    }

    /// Uses so many threads, at least one; in browsers always one.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = if cfg!(target_arch = "wasm32") { 1 } else { threads.max(1) };
        self.workers.resize_with(threads, || Worker::new(&self.rules, &self.shared));
    }

    /// Clears the transposition table and all histories.
    pub fn clear(&mut self) {
        self.shared.table.clear();
        for worker in &mut self.workers {
            worker.clear();
        }
    }

    /// Searches a position, and ends when a limit is reached or it is told to stop.
    ///
    /// `earlier` are the hashes of the positions before this one in the game, oldest first; they
    /// are needed to see repetitions.
    pub fn search(
        &mut self,
        position: &Position,
        earlier: &[u64],
        limits: &Limits,
        on_line: &mut dyn FnMut(&Line),
    ) -> SearchResult {
        self.shared.signals.arm(limits.ponder);
        self.search_armed(position, earlier, limits, on_line)
    }

    /// As [`Engine::search`], after the caller has called [`Signals::arm`].
    pub fn search_armed(
        &mut self,
        position: &Position,
        earlier: &[u64],
        limits: &Limits,
        on_line: &mut dyn FnMut(&Line),
    ) -> SearchResult {
        self.search_within(position, earlier, limits, TimeManager::new(limits), on_line)
    }

    /// As [`Engine::search_armed`], with a time limit that may have started before.
    pub(crate) fn search_within(
        &mut self,
        position: &Position,
        earlier: &[u64],
        limits: &Limits,
        time: TimeManager,
        on_line: &mut dyn FnMut(&Line),
    ) -> SearchResult {
        self.shared.table.begin_search();
        self.shared.nodes.store(0, Ordering::Relaxed);
        for worker in &mut self.workers {
            worker.prepare(position, earlier, limits, Some(time));
        }
        let shared = self.shared.clone();
        let mut lines = Vec::new();
        let mut reporter = |rank: usize, depth: i32, root: &RootMove| {
            let line = line(&shared, time, rank, depth, root);
            if line.bound == Bound::Exact {
                lines.truncate(rank);
                lines.push(line.clone());
            }
            on_line(&line);
        };
        self.run(limits, &mut reporter);
        self.shared.signals.wait_until_wanted(limits);
        let last = self.last_lines(&lines, time, limits);
        last.iter().for_each(on_line);
        if last.len() >= lines.len() && !last.is_empty() {
            lines = last;
        }
        let result = self.outcome(position, lines);
        if limits.mate.is_some() {
            // Its lines end early, whatever depth their entries claim.
            self.shared.table.clear();
        }
        result
    }

    /// The lines of an incomplete last iteration, or of a helper thread with a better result.
    fn last_lines(&self, reported: &[Line], time: TimeManager, limits: &Limits) -> Vec<Line> {
        let is_reported =
            |worker: &Worker| std::ptr::eq(worker, &self.workers[0]) && !worker.was_cut_short();
        let Some(worker) = self.best_worker().filter(|worker| !is_reported(worker)) else {
            return Vec::new();
        };
        let is_known = |root: &&RootMove| root.score.max(root.previous) > -INFINITE;
        let roots = worker.root_moves().iter().take(limits.lines.max(1)).filter(is_known);
        let last_line = |(rank, root): (usize, &RootMove)| {
            let is_new = reported.get(rank).is_none_or(|l| l.moves.first() != root.line.first());
            let depth = worker.completed_depth() + i32::from(is_new && worker.was_cut_short());
            let mut root = root.clone();
            if root.score == -INFINITE {
                root.score = root.previous;
            }
            line(&self.shared, time, rank, depth, &root)
        };
        roots.enumerate().map(last_line).collect()
    }

    /// Runs all threads until the main thread ends.
    fn run(&mut self, limits: &Limits, reporter: Reporter) {
        let Some((main, helpers)) = self.workers.split_first_mut() else { return };
        if helpers.is_empty() {
            return main.deepen(limits, 0, Some(reporter));
        }
        let signals = self.shared.signals.clone();
        std::thread::scope(|scope| {
            for (number, helper) in helpers.iter_mut().enumerate() {
                let search = move || helper.deepen(limits, number + 1, None);
                // Without a helper the search is only slower.
                let _ = std::thread::Builder::new().spawn_scoped(scope, search);
            }
            main.deepen(limits, 0, Some(reporter));
            signals.wait_until_wanted(limits);
            signals.stop();
        });
    }

    fn outcome(&self, position: &Position, lines: Vec<Line>) -> SearchResult {
        let nodes = self.shared.nodes.load(Ordering::Relaxed);
        let best =
            self.best_worker().and_then(|worker| Some((worker, worker.root_moves().first()?)));
        let Some((worker, root)) = best else {
            let turn = position.turn();
            let is_lost = position.outcome().is_some_and(|outcome| outcome.winner == Some(!turn));
            let score = if is_lost { Score::MateIn(0) } else { Score::Centipawns(0) };
            return SearchResult { best: None, ponder: None, score, depth: 0, nodes, lines };
        };
        let ponder = root.line.get(1).copied().or_else(|| self.expected_reply(position, root));
        let score = match root.score {
            // It was stopped before it had searched a single move.
            score if score == -INFINITE => Score::Centipawns(self.evaluator().evaluate(position)),
            score => from_internal(score),
        };
        SearchResult {
            best: Some(root.chess_move),
            ponder,
            score,
            depth: worker.completed_depth() as u32,
            nodes,
            lines,
        }
    }

    /// The thread whose result is used: the main one, unless a helper searched deeper and found a
    /// better score.
    fn best_worker(&self) -> Option<&Worker> {
        let score = |worker: &Worker| worker.root_moves().first().map(|root| root.score);
        let first = self.workers.first()?;
        let better = |worker: &&Worker| {
            worker.completed_depth() > first.completed_depth() && score(worker) > score(first)
        };
        let best = self.workers[1..].iter().filter(better).max_by_key(|w| w.completed_depth());
        best.or(Some(first))
    }

    /// The expected reply from the transposition table.
    fn expected_reply(&self, position: &Position, root: &RootMove) -> Option<Move> {
        let mut next = position.clone();
        next.play_unchecked(root.chess_move);
        let reply = self.shared.table.probe(next.hash(), 0)?.best?;
        next.is_legal(reply).then_some(reply)
    }
}

fn line(shared: &Shared, time: TimeManager, rank: usize, depth: i32, root: &RootMove) -> Line {
    Line {
        rank,
        depth: depth as u32,
        selective_depth: root.deepest_ply as u32,
        score: from_internal(root.score),
        bound: match (root.is_lower_bound, root.is_upper_bound) {
            (true, _) => Bound::Lower,
            (_, true) => Bound::Upper,
            _ => Bound::Exact,
        },
        moves: root.line.clone(),
        nodes: shared.nodes.load(Ordering::Relaxed),
        table_permille: shared.table.permille_used(),
        time: time.elapsed(),
    }
}
