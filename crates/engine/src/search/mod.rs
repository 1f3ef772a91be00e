//! The search of one thread: its state, making and unmaking moves, and its limits.

mod deepening;
mod history_update;
mod moves;
mod node;
mod node_pruning;
mod ordering;
pub(crate) mod params;
mod quiescence;
mod root;
mod time;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rules::{Colour, DrawRule, Move, Position, Rules, Undo, Verdict};

use crate::engine::CurrentMoveListener;
use crate::eval::{EvalState, Evaluator, IncrementalEval};
use crate::handicap::Handicap;
use crate::history::History;
use crate::limits::Signals;
use crate::nnue::BoardChange;
use crate::score::{MAX_PLY, PERPETUAL_CHECK};
use crate::table::TranspositionTable;
pub(crate) use deepening::Reporter;
use ordering::MoveLists;
use params::Reductions;
pub(crate) use root::RootMove;
pub(crate) use time::TimeManager;

/// The clock and the stop signal are read after this much work, counted in rays that are followed:
/// in ordinary games a few hundred nodes, and fractions of a millisecond in all.
const WORK_BETWEEN_POLLS: u32 = 1 << 16;
/// The work of listing and ordering one move.
const MOVE_WORK: u32 = 4;
/// The work of a static exchange evaluation, without that of riders.
const EXCHANGE_WORK: u32 = 16;

/// A node limit does not end the first iteration before this many nodes, since without a first
/// iteration all moves look alike.
const FIRST_ITERATION_NODES: u64 = 5_000;
/// After this many nodes, quiescence returns the static evaluation until the first iteration is
/// complete. Positions in which nearly every move is a capture need it; ordinary ones take less than
/// a hundredth of it.
const MOST_FIRST_ITERATION_NODES: u64 = 100_000;

/// An entry of the search stack: one ply of the current line.
#[derive(Clone, Copy, Default)]
struct Frame {
    incremental: IncrementalEval,
    /// The corrected static evaluation; none in check.
    eval: Option<i32>,
    in_check: bool,
    /// The move played here; none for a null move.
    current: Option<Move>,
    /// Was the move played here quiet?
    is_quiet: bool,
    /// How often moves at this ply have failed high since the ply two before was entered.
    cutoffs: u32,
    /// Continuation history rows of the moves one and two plies ago, and of this one.
    rows: [usize; 2],
    row: usize,
    killers: [Option<Move>; 2],
    counter: Option<Move>,
    /// The move that a singular extension search excludes.
    excluded: Option<Move>,
    /// The number of double extensions in this line.
    extensions: i32,
}

/// State that all threads of a search share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) evaluator: Arc<Evaluator>,
    pub(crate) table: Arc<TranspositionTable>,
    pub(crate) signals: Signals,
    /// Nodes of all threads, updated at each poll.
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
    eval_state: EvalState,
    reductions: Reductions,
    lists: MoveLists,
    stack: Vec<Frame>,
    /// The principal variation from each ply on.
    pv_table: Vec<Vec<Move>>,
    /// Hashes of the earlier positions of the game and of the current line.
    hashes: Vec<u64>,
    /// The number of these hashes that belong to the game.
    game_hashes: usize,
    ply: usize,
    deepest_ply: usize,
    nodes: u64,
    /// Nodes already added to the shared counter.
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
    /// The line of a multi-PV search that is searched now: earlier root moves are excluded.
    pv_index: usize,
    root_depth: i32,
    completed_depth: i32,
    /// Null moves are forbidden before this ply, while a null move cutoff is verified.
    null_move_min_ply: usize,
    handicap: Handicap,
    listener: Option<CurrentMoveListener>,
    /// The halfmove clock at which a game is drawn.
    idle_plies_draw: Option<u16>,
    repetitions_draw: bool,
    /// Does a side lose that repeats a position by checks alone?
    perpetual_check_loses: bool,
    must_capture: bool,
    dead_positions_draw: bool,
    kings_are_taken: bool,
    /// [`Evaluator::fewer_is_better`], at hand.
    fewer_is_better: bool,
    /// In a search for mate the ply from which on a mate comes too late. Such a search prunes nothing
    /// because of its evaluation.
    mate_horizon: Option<usize>,
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
            eval_state: EvalState::new(&shared.evaluator, MAX_PLY + 3),
            reductions: Reductions::new(),
            lists: MoveLists::default(),
            stack: vec![Frame::default(); MAX_PLY + 3],
            pv_table: vec![Vec::new(); MAX_PLY + 3],
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
            pv_index: 0,
            root_depth: 0,
            completed_depth: 0,
            null_move_min_ply: 0,
            handicap: Handicap::default(),
            listener: None,
            idle_plies_draw: (rules.spec().draws.fifty_moves != DrawRule::Off)
                .then(|| rules.spec().ends.idle_moves.saturating_mul(2)),
            repetitions_draw: rules.spec().ends.repetition == Verdict::Draw,
            perpetual_check_loses: rules.spec().ends.perpetual_check == Verdict::Loss,
            must_capture: rules.spec().restrictions.must_capture,
            dead_positions_draw: rules.spec().draws.insufficient_material,
            kings_are_taken: rules.king_capture_wins(),
            fewer_is_better: shared.evaluator.fewer_is_better(),
            mate_horizon: None,
        }
    }

    /// Clears the move histories.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
    }

    /// Reports the root move that is being searched.
    pub(crate) fn set_listener(&mut self, listener: CurrentMoveListener) {
        self.listener = Some(listener);
    }

    /// Replaces the transposition table.
    pub(crate) fn set_table(&mut self, table: &Arc<TranspositionTable>) {
        self.table = Arc::clone(table);
    }

    /// Prefetches what the table holds about the position after a move that will probably be searched.
    #[inline]
    fn prefetch(&self, chess_move: Move) {
        self.table.prefetch(self.position.approximate_hash_after(chess_move));
    }

    /// Plays a legal move and prepares the next ply.
    fn play(&mut self, chess_move: Move) -> Undo {
        let piece_to = self.piece_to(chess_move);
        let turn = self.position.turn();
        let row = self.history.row(turn, piece_to);
        if let [frame, next, ..] = &mut self.stack[self.ply..] {
            frame.current = Some(chess_move);
            frame.is_quiet = false;
            frame.row = row;
            let change = BoardChange::of(&self.position, chess_move);
            next.incremental = frame.incremental.after(&self.evaluator, &change);
            self.eval_state.push(change, turn, self.position.king(turn));
            next.counter = self.history.counter(turn, piece_to);
        }
        self.hashes.push(self.position.hash());
        let undo = self.position.play_unchecked(chess_move);
        self.descend();
        self.stack[self.ply].in_check = self.position.is_in_check(self.position.turn());
        undo
    }

    fn undo(&mut self, chess_move: Move, undo: Undo) {
        self.ply -= 1;
        self.eval_state.pop();
        self.hashes.pop();
        self.position.undo(chess_move, undo);
    }

    /// Plays a null move.
    fn pass(&mut self) -> Undo {
        let row = self.history.row_of_pass();
        if let [frame, next, ..] = &mut self.stack[self.ply..] {
            frame.current = None;
            frame.is_quiet = false;
            frame.row = row;
            next.incremental = frame.incremental;
            next.in_check = false;
            next.counter = None;
            self.eval_state.push(BoardChange::default(), self.position.turn(), None);
        }
        self.hashes.push(self.position.hash());
        let undo = self.position.pass();
        self.table.prefetch(self.position.hash());
        self.descend();
        undo
    }

    fn undo_pass(&mut self, undo: Undo) {
        self.ply -= 1;
        self.eval_state.pop();
        self.hashes.pop();
        self.position.undo_pass(undo);
    }

    /// Enters the next ply, whose incremental evaluation and counter move are set.
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

    /// Is a limit reached, or was the search stopped?
    #[inline]
    fn should_stop(&mut self) -> bool {
        if self.node_limit.is_some_and(|limit| self.nodes >= limit) && self.may_end_on_nodes() {
            self.stopped = true;
        }
        self.add_work(0);
        self.stopped
    }

    /// Counts work, and polls when enough was done since the last poll.
    #[inline]
    fn add_work(&mut self, work: u32) {
        self.work += work;
        if self.work >= WORK_BETWEEN_POLLS {
            self.poll();
        }
    }

    /// Reads the clock and the stop signal; either ends the search at once.
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

    /// May a node limit end the search? Not in the first iteration, except for weak levels.
    fn may_end_on_nodes(&self) -> bool {
        self.completed_depth > 0
            || self.nodes >= FIRST_ITERATION_NODES
            || self.handicap != Handicap::default()
    }

    /// Does a mate from here on come too late for the mate that is looked for?
    #[inline]
    fn is_beyond_mate(&self) -> bool {
        self.mate_horizon.is_some_and(|horizon| self.ply >= horizon)
    }

    /// Has the first iteration exploded?
    #[inline]
    fn must_end_first_iteration(&self) -> bool {
        self.completed_depth == 0 && self.nodes > MOST_FIRST_ITERATION_NODES
    }

    /// Does a move win at least `threshold` by static exchange evaluation? Where it is good to lose
    /// pieces, every move does.
    #[inline]
    fn static_exchange_reaches(&mut self, chess_move: Move, threshold: i32) -> bool {
        self.add_work(self.exchange_work);
        self.fewer_is_better
            || self.position.static_exchange_reaches(chess_move, self.evaluator.worth(), threshold)
    }

    /// Adds the new nodes to the shared counter.
    fn count_nodes(&mut self) {
        self.all_nodes.fetch_add(self.nodes - self.counted_nodes, Ordering::Relaxed);
        self.counted_nodes = self.nodes;
    }

    /// Did the position occur before: once in the current line, or twice in the game?
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

    /// Is the position a draw by repetition or the fifty-move rule? Repetitions count in every rule
    /// set, as they win nothing.
    #[inline]
    fn is_draw(&self) -> bool {
        let clock = self.position.halfmove_clock();
        clock >= 4
            && (self.repetitions_draw && self.is_repetition()
                || self.idle_plies_draw.is_some_and(|most| clock >= most)
                    && !self.stack[self.ply].in_check)
    }

    /// The score of a position that repeats one of the current line by checks of one side alone, where
    /// such a side loses. It is no mate score: the game is lost only when the position stands often enough.
    fn perpetual_check(&self) -> Option<i32> {
        if !self.perpetual_check_loses {
            return None;
        }
        let hash = self.position.hash();
        let reach = usize::from(self.position.halfmove_clock()).min(self.ply);
        let back =
            (4..=reach).step_by(2).find(|back| self.hashes[self.hashes.len() - back] == hash)?;
        // The side to move is in check after each move of its opponent, and gave check one ply later.
        let checked = |first: usize| {
            (first..back).step_by(2).all(|plies| self.stack[self.ply - plies].in_check)
        };
        match (checked(0), checked(1)) {
            (true, false) => Some(PERPETUAL_CHECK),
            (false, true) => Some(-PERPETUAL_CHECK),
            _ => None,
        }
    }

    /// Is the position a draw by insufficient material?
    #[inline]
    fn is_dead(&self) -> bool {
        let incremental = &self.stack[self.ply].incremental;
        self.dead_positions_draw
            && !incremental.has_pawns()
            && self.position.of(Colour::White).len() + self.position.of(Colour::Black).len() <= 4
            && self.position.has_insufficient_material()
    }

    /// The static evaluation, with the errors of a weak level.
    #[inline]
    fn evaluate(&mut self) -> i32 {
        let incremental = &self.stack[self.ply].incremental;
        let eval = self.evaluator.evaluate_with(&self.position, incremental, &mut self.eval_state);
        eval + self.handicap.misjudges(&self.position)
    }

    /// Does a weak level overlook this move?
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
        let (rules, _) = notation::ruleset::parse(text, "riders", &notation::ruleset::no_files)
            .expect("sound rules");
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
