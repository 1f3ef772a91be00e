//! The search of one thread: what it knows, and how it plays moves and takes them back.

mod deepening;
mod learning;
mod node;
mod ordering;
mod pruning;
mod quiescence;
mod root;
mod shortcuts;
mod time;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rules::{Colour, DrawRule, Move, Position, Rules, Undo};

use crate::engine::CurrentMoveListener;
use crate::eval::{CACHE_SIZE, Evaluator, PawnCache, Running};
use crate::handicap::Handicap;
use crate::history::History;
use crate::limits::Signals;
use crate::score::MAX_PLY;
use crate::table::TranspositionTable;
pub(crate) use deepening::Reporter;
use ordering::MoveLists;
use pruning::Reductions;
pub(crate) use root::RootMove;
pub(crate) use time::TimeManager;

/// The clock and the stop signal are read after this much work, counted in rays that are followed:
/// in ordinary games a few hundred nodes, and fractions of a millisecond in all.
const WORK_BETWEEN_POLLS: u32 = 1 << 16;
/// The work of listing and ordering one move.
const MOVE_WORK: u32 = 4;
/// The work of a static exchange evaluation, without that of crooked rays.
const EXCHANGE_WORK: u32 = 16;

/// A limit of nodes does not end the first iteration before this many: without it, any move seems
/// as good as another.
const FIRST_ITERATION_NODES: u64 = 5_000;
/// After this many nodes the first iteration plays no captures out any more, so that it ends even
/// where nearly every move is a capture. Ordinary positions need less than a hundredth of it.
const MOST_FIRST_ITERATION_NODES: u64 = 100_000;

/// What a thread remembers about one ply of the line it looks at.
#[derive(Clone, Copy, Default)]
struct Frame {
    running: Running,
    /// The corrected static evaluation; nothing in check.
    eval: Option<i32>,
    in_check: bool,
    /// The move played here, unless the turn was passed.
    current: Option<Move>,
    /// Where the history keeps replies to the moves one and two plies ago, and to this one.
    rows: [usize; 2],
    row: usize,
    killers: [Option<Move>; 2],
    counter: Option<Move>,
    /// A move that is left out, to see whether the others are much worse.
    excluded: Option<Move>,
    /// How many plies the line was extended by singular moves.
    extensions: i32,
}

/// What all threads of a search share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) evaluator: Arc<Evaluator>,
    pub(crate) table: Arc<TranspositionTable>,
    pub(crate) signals: Signals,
    /// Nodes of all threads, brought up to date now and then.
    pub(crate) nodes: Arc<AtomicU64>,
}

/// One thread's search.
pub(crate) struct Worker {
    position: Position,
    evaluator: Arc<Evaluator>,
    table: Arc<TranspositionTable>,
    signals: Signals,
    all_nodes: Arc<AtomicU64>,
    history: History,
    pawns: PawnCache,
    reductions: Reductions,
    lists: MoveLists,
    stack: Vec<Frame>,
    /// For each ply the best line from there on.
    lines: Vec<Vec<Move>>,
    /// Hashes of all earlier positions of the game and of the line.
    hashes: Vec<u64>,
    /// How many of them belong to the game.
    game_hashes: usize,
    ply: usize,
    deepest_ply: usize,
    nodes: u64,
    /// Nodes already added to those of all threads.
    counted_nodes: u64,
    /// Work since the clock and the stop signal were read, see [`WORK_BETWEEN_POLLS`].
    work: u32,
    /// The work of a node: generation and evaluation follow all rays on the board.
    node_work: u32,
    exchange_work: u32,
    #[cfg(test)]
    polls: u64,
    node_limit: Option<u64>,
    time: Option<TimeManager>,
    stopped: bool,
    root_moves: Vec<RootMove>,
    /// How many of the best root moves are settled in this iteration.
    settled: usize,
    root_depth: i32,
    completed_depth: i32,
    /// The ply up to which the turn may not be passed, while such a result is verified.
    no_pass_before: usize,
    handicap: Handicap,
    listener: Option<CurrentMoveListener>,
    fifty_moves_draw: bool,
    dead_positions_draw: bool,
    kings_are_taken: bool,
    /// Is a mate looked for, so that nothing may be left out because it looks bad?
    seeks_mate: bool,
}

impl Worker {
    pub(crate) fn new(rules: &Arc<Rules>, shared: &Shared) -> Worker {
        Worker {
            position: Position::start(rules),
            evaluator: Arc::clone(&shared.evaluator),
            table: Arc::clone(&shared.table),
            signals: shared.signals.clone(),
            all_nodes: Arc::clone(&shared.nodes),
            history: History::new(rules),
            pawns: PawnCache::new(CACHE_SIZE),
            reductions: Reductions::new(),
            lists: MoveLists::default(),
            stack: vec![Frame::default(); MAX_PLY + 3],
            lines: vec![Vec::new(); MAX_PLY + 3],
            hashes: Vec::new(),
            game_hashes: 0,
            ply: 0,
            deepest_ply: 0,
            nodes: 0,
            counted_nodes: 0,
            work: 0,
            node_work: 0,
            exchange_work: EXCHANGE_WORK + 2 * rules.rider_directions() as u32,
            #[cfg(test)]
            polls: 0,
            node_limit: None,
            time: None,
            stopped: false,
            root_moves: Vec::new(),
            settled: 0,
            root_depth: 0,
            completed_depth: 0,
            no_pass_before: 0,
            handicap: Handicap::default(),
            listener: None,
            fifty_moves_draw: rules.spec().draws.fifty_moves != DrawRule::Off,
            dead_positions_draw: rules.spec().draws.insufficient_material,
            kings_are_taken: rules.king_capture_wins(),
            seeks_mate: false,
        }
    }

    /// Forgets what was learned about moves.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
    }

    /// Tells somebody which root move is being searched.
    pub(crate) fn set_listener(&mut self, listener: CurrentMoveListener) {
        self.listener = Some(listener);
    }

    /// Uses another table from now on.
    pub(crate) fn set_table(&mut self, table: &Arc<TranspositionTable>) {
        self.table = Arc::clone(table);
    }

    /// Plays a legal move and prepares the next ply.
    fn play(&mut self, chess_move: Move) -> Undo {
        self.table.prefetch(self.position.approximate_hash_after(chess_move));
        let arrival = self.arrival(chess_move);
        let turn = self.position.turn();
        let row = self.history.row(turn, arrival);
        if let [frame, next, ..] = &mut self.stack[self.ply..] {
            frame.current = Some(chess_move);
            frame.row = row;
            next.running.follow(&frame.running, &self.evaluator, &self.position, chess_move);
            next.counter = self.history.counter(turn, arrival);
        }
        self.hashes.push(self.position.hash());
        let undo = self.position.play_unchecked(chess_move);
        self.descend();
        self.stack[self.ply].in_check = self.position.is_in_check(self.position.turn());
        undo
    }

    fn undo(&mut self, chess_move: Move, undo: Undo) {
        self.ply -= 1;
        self.hashes.pop();
        self.position.undo(chess_move, undo);
    }

    /// Lets the other side move.
    fn pass(&mut self) -> Undo {
        let row = self.history.row_of_pass();
        if let [frame, next, ..] = &mut self.stack[self.ply..] {
            frame.current = None;
            frame.row = row;
            next.running = frame.running;
            next.in_check = false;
            next.counter = None;
        }
        self.hashes.push(self.position.hash());
        let undo = self.position.pass();
        self.table.prefetch(self.position.hash());
        self.descend();
        undo
    }

    fn undo_pass(&mut self, undo: Undo) {
        self.ply -= 1;
        self.hashes.pop();
        self.position.undo_pass(undo);
    }

    /// Goes on to the next ply, whose sums and counter move are known.
    fn descend(&mut self) {
        self.nodes += 1;
        self.work += self.node_work;
        let [parent, frame, next] = &mut self.stack[self.ply..self.ply + 3] else { return };
        frame.rows = [parent.row, parent.rows[0]];
        frame.extensions = parent.extensions;
        frame.excluded = None;
        next.killers = [None; 2];
        self.ply += 1;
    }

    /// Says whether to stop: a limit is reached, or the search was told to.
    #[inline]
    fn should_stop(&mut self) -> bool {
        if self.node_limit.is_some_and(|limit| self.nodes >= limit) && self.may_end_on_nodes() {
            self.stopped = true;
        }
        self.add_work(0);
        self.stopped
    }

    /// Counts work, and reads the clock and the stop signal when there was enough of it.
    #[inline]
    fn add_work(&mut self, work: u32) {
        self.work += work;
        if self.work >= WORK_BETWEEN_POLLS {
            self.poll();
        }
    }

    /// Reads the clock and the stop signal. Either ends the search wherever it is.
    #[cold]
    fn poll(&mut self) {
        self.work = 0;
        #[cfg(test)]
        {
            self.polls += 1;
        }
        self.count_nodes();
        let time_is_up = !self.signals.is_pondering() && self.time.is_some_and(|t| t.is_up());
        self.stopped |= time_is_up || self.signals.is_stopped();
    }

    /// Is there a result? A weak player is content with any.
    fn may_end_on_nodes(&self) -> bool {
        self.completed_depth > 0
            || self.nodes >= FIRST_ITERATION_NODES
            || self.handicap != Handicap::default()
    }

    /// Has the first iteration taken so long that it has to come to an end?
    #[inline]
    fn must_end_first_iteration(&self) -> bool {
        self.completed_depth == 0 && self.nodes > MOST_FIRST_ITERATION_NODES
    }

    /// Does a move win at least `threshold` once all captures on its target are made?
    #[inline]
    fn static_exchange_reaches(&mut self, chess_move: Move, threshold: i32) -> bool {
        self.add_work(self.exchange_work);
        self.position.static_exchange_reaches(chess_move, self.evaluator.worth(), threshold)
    }

    /// Adds the nodes since the last time to those of all threads.
    fn count_nodes(&mut self) {
        self.all_nodes.fetch_add(self.nodes - self.counted_nodes, Ordering::Relaxed);
        self.counted_nodes = self.nodes;
    }

    /// Has the position stood before? In the line once is enough, in the game before it twice.
    fn is_repetition(&self) -> bool {
        let hash = self.position.hash();
        let reach = usize::from(self.position.halfmove_clock()).min(self.hashes.len());
        let mut seen_in_game = false;
        for back in (4..=reach).step_by(2) {
            let index = self.hashes.len() - back;
            if self.hashes[index] == hash {
                if index >= self.game_hashes || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
        }
        false
    }

    /// Is the position a draw whatever is played? Going round in circles wins nothing in any
    /// rule set.
    #[inline]
    fn is_draw(&self) -> bool {
        let clock = self.position.halfmove_clock();
        clock >= 4
            && (self.is_repetition()
                || self.fifty_moves_draw && clock >= 100 && !self.stack[self.ply].in_check)
    }

    /// Can neither side ever mate, in a game that ends then?
    #[inline]
    fn is_dead(&self) -> bool {
        let running = &self.stack[self.ply].running;
        self.dead_positions_draw
            && !running.has_pawns()
            && self.position.of(Colour::White).len() + self.position.of(Colour::Black).len() <= 4
            && self.position.has_insufficient_material()
    }

    /// The static evaluation of the position.
    #[inline]
    fn evaluate(&mut self) -> i32 {
        let running = &self.stack[self.ply].running;
        let eval = self.evaluator.evaluate_running(&self.position, running, &mut self.pawns);
        eval + self.handicap.misjudges(&self.position)
    }

    /// Does a weak player not see this move?
    #[inline]
    fn overlooks(&self, chess_move: Move) -> bool {
        if self.handicap.overlooked == 0 {
            return false;
        }
        let last = self.ply.checked_sub(1).and_then(|ply| self.stack[ply].current);
        self.handicap.overlooks(&self.position, chess_move, last.map(Move::to))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::limits::Limits;

    /// A board full of pieces that ride in forty directions each.
    fn riders() -> Position {
        let text = include_str!("../../benches/slow/riders.toml");
        let find = |name: &str| Err(format!("{name} is not found"));
        let (rules, _) = notation::ruleset::parse(text, "riders", &find).expect("sound rules");
        Position::start(&rules)
    }

    fn worker(position: &Position, limits: &Limits) -> Worker {
        let rules = position.rules();
        let shared = Shared {
            evaluator: Arc::new(Evaluator::new(rules)),
            table: Arc::new(TranspositionTable::new(1)),
            signals: Signals::default(),
            nodes: Arc::default(),
        };
        let mut worker = Worker::new(rules, &shared);
        worker.prepare(position, &[], limits, None);
        worker
    }

    #[test]
    fn the_clock_is_read_within_the_first_iteration() {
        let ordinary = Position::start(&notation::ruleset::shipped("xxl").expect("it ships"));
        for (position, nodes, nodes_between_polls) in [(ordinary, 20_000, 400), (riders(), 600, 25)]
        {
            let mut worker = worker(&position, &Limits::nodes(nodes));
            worker.deepen(&Limits::nodes(nodes), 0, None);
            assert!(worker.polls >= worker.nodes / nodes_between_polls, "{}", worker.polls);
        }
    }

    #[test]
    fn a_stop_ends_the_first_iteration() {
        let position = riders();
        let limits = Limits { infinite: true, ..Limits::default() };
        let mut worker = worker(&position, &limits);
        worker.signals.stop();
        worker.deepen(&limits, 0, None);
        assert_eq!(worker.completed_depth, 0);
        assert!(worker.nodes <= 25, "{} nodes", worker.nodes);
        assert!(position.is_legal(worker.root_moves()[0].chess_move));
    }

    #[test]
    fn the_first_iteration_ends_by_itself() {
        let mut worker = worker(&riders(), &Limits::depth(1));
        worker.deepen(&Limits::depth(1), 0, None);
        assert_eq!(worker.completed_depth, 1);
        assert!(worker.nodes < 2 * MOST_FIRST_ITERATION_NODES, "{} nodes", worker.nodes);
    }

    #[test]
    fn time_that_is_over_ends_the_first_iteration() {
        let position = riders();
        let limits = Limits::move_time(Duration::ZERO);
        let mut worker = worker(&position, &limits);
        let time = TimeManager::new(&limits);
        while !time.is_up() {
            std::thread::yield_now();
        }
        worker.time = Some(time);
        worker.deepen(&limits, 0, None);
        assert_eq!(worker.completed_depth, 0);
        assert!(worker.nodes <= 25, "{} nodes", worker.nodes);
    }
}
