//! Parameters of the search: margins, reductions and bonuses, in hundredths of a pawn and plies.
//!
//! They were chosen together: many games between random choices of two values for each, and a
//! regression (docs/tuning.md).

/// The size of the reduction table in depth and in moves.
const SIZE: usize = 64;

/// Reductions by depth and number of the move, in 1024ths of a ply.
pub(crate) struct Reductions([[i32; SIZE]; SIZE]);

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let log = |n: usize| (n.max(1) as f64).ln();
        let entry = |depth, number| (1024.0 * (0.55 + log(depth) * log(number) / 2.1)) as i32;
        Reductions(std::array::from_fn(|depth| std::array::from_fn(|n| entry(depth, n))))
    }

    /// The reduction of a late move, in 1024ths of a ply.
    #[inline]
    pub(crate) fn of(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(1) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }
}

/// Changes of a late move's reduction, in 1024ths of a ply.
pub(crate) mod reduction {
    pub(crate) const WAS_PV: i32 = -1024;
    pub(crate) const CUT_NODE: i32 = 1024;
    /// In a cut node without a move of the table, besides.
    pub(crate) const BLIND_CUT_NODE: i32 = 900;
    pub(crate) const NOT_IMPROVING: i32 = 768;
    pub(crate) const GIVES_CHECK: i32 = -1536;
    pub(crate) const AT_ROOT: i32 = -1024;
    pub(crate) const MATE_SEARCH: i32 = -1024;
    /// Where moves at the next ply failed high more than [`MANY_CUTOFFS`] times.
    pub(crate) const CUTOFFS: i32 = 900;
    pub(crate) const MANY_CUTOFFS: u32 = 3;
    /// History for which a move is reduced by a ply less.
    pub(crate) const HISTORY: i32 = 9000;
}

/// The aspiration window's first margin.
pub(crate) const ASPIRATION: i32 = 11;

/// Internal iterative reduction: from this depth on, nodes without a move of the table are searched
/// less deeply.
pub(crate) const MIN_IIR_DEPTH: i32 = 3;

/// Singular extensions are tried from this depth on.
pub(crate) const MIN_SINGULAR_DEPTH: i32 = 6;
/// How far all other moves fall short for an extension by two and by three plies.
pub(crate) const DOUBLE_EXTENSION: i32 = 12;
pub(crate) const TRIPLE_EXTENSION: i32 = 90;
/// The most double extensions in a line.
pub(crate) const MAX_DOUBLE_EXTENSIONS: i32 = 8;

/// A quiescence node searches this many captures, then only recaptures and checks.
pub(crate) const MAX_QUIESCENCE_CAPTURES: usize = 3;

/// Reverse futility pruning, razoring and pruning of single moves end above these depths.
pub(crate) const MAX_REVERSE_FUTILITY_DEPTH: i32 = 8;
pub(crate) const MAX_RAZORING_DEPTH: i32 = 4;
pub(crate) const MAX_FUTILITY_DEPTH: i32 = 8;
pub(crate) const MAX_CAPTURE_FUTILITY_DEPTH: i32 = 6;
pub(crate) const MAX_HISTORY_DEPTH: i32 = 5;
pub(crate) const MAX_SEE_DEPTH: i32 = 10;

/// History pruning: quiet moves with less history than this for each ply are pruned.
pub(crate) const PRUNED_HISTORY: i32 = -3500;

/// Null moves are tried from this depth on, and their cutoffs verified from that on.
pub(crate) const MIN_NULL_MOVE_DEPTH: i32 = 3;
pub(crate) const VERIFIED_NULL_MOVE_DEPTH: i32 = 12;

/// ProbCut is tried from this depth on; by so much beta is raised, and by so much less when improving.
pub(crate) const MIN_PROBCUT_DEPTH: i32 = 5;
pub(crate) const PROBCUT: i32 = 180;
pub(crate) const PROBCUT_IMPROVING: i32 = 50;
/// By so much the table's score has to beat beta for a cutoff without search.
pub(crate) const SMALL_PROBCUT: i32 = 400;

/// The most that a change of evaluation adds to the history of the move before.
const MAX_EVAL_BONUS: i32 = 1200;

/// Reverse futility: a node whose evaluation is this far above beta fails high.
#[inline]
pub(crate) const fn reverse_futility_margin(depth: i32, improving: bool) -> i32 {
    65 * (depth - improving as i32)
}

/// Razoring: a node whose evaluation is this far below alpha drops into quiescence.
#[inline]
pub(crate) const fn razoring_margin(depth: i32) -> i32 {
    280 + 240 * depth * depth
}

/// The depth reduction after a null move.
#[inline]
pub(crate) fn null_move_reduction(depth: i32, above_beta: i32) -> i32 {
    5 + depth / 3 + (above_beta / 130).min(4)
}

/// A null move is tried where the static evaluation is this far above beta.
#[inline]
pub(crate) const fn null_move_margin(depth: i32) -> i32 {
    150 - 20 * depth
}

/// Late move pruning: the number of moves after which quiet moves are pruned.
#[inline]
pub(crate) const fn late_move_count(depth: i32, improving: bool) -> usize {
    let full = 4 + depth * depth;
    (if improving { full } else { full / 2 }) as usize
}

/// Futility: quiet moves are pruned where the evaluation is this far below alpha.
#[inline]
pub(crate) const fn futility_margin(depth: i32) -> i32 {
    90 + 78 * depth
}

/// The same for captures, besides what they take.
#[inline]
pub(crate) const fn capture_futility_margin(depth: i32, history: i32) -> i32 {
    230 + 210 * depth + history / 8
}

/// Moves that lose more than this by static exchange evaluation are pruned.
#[inline]
pub(crate) const fn see_margin(depth: i32, is_capture: bool) -> i32 {
    if is_capture { -95 * depth } else { -28 * depth * depth }
}

/// The history bonus of a move that fails high, and the malus of those tried before it.
#[inline]
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (300 * depth - 60).min(2900)
}

/// The history bonus of a quiet move after which the evaluation has changed by this for its side.
#[inline]
pub(crate) fn eval_bonus(change: i32) -> i32 {
    (8 * change).clamp(-MAX_EVAL_BONUS, MAX_EVAL_BONUS)
}
