//! Parameters of the search: margins, reductions and bonuses, in hundredths of a pawn and plies.
//!
//! They are one table of constants. With the feature `tuning` they can be changed while the program
//! runs, by [`set`](parameter::set): `cargo xtask spsa` looks for better values with it.

/// The table of parameters, for programs that tune them.
pub mod parameter {
    /// A parameter of the search.
    #[derive(Clone, Copy, Debug)]
    pub struct Parameter {
        /// Its name, as in the source.
        pub name: &'static str,
        /// The value that the engine plays with.
        pub value: i32,
        /// The least value that makes sense.
        pub least: i32,
        /// The greatest value that makes sense.
        pub most: i32,
    }

    /// Every parameter, in the order of the source.
    pub fn all() -> &'static [Parameter] {
        super::TABLE
    }

    /// Changes a parameter for all searches that begin later, if there is one of this name and the
    /// value lies in its range.
    #[cfg(feature = "tuning")]
    pub fn set(name: &str, value: i32) -> bool {
        let index = all().iter().position(|parameter| parameter.name.eq_ignore_ascii_case(name));
        let Some(index) = index.filter(|i| (all()[*i].least..=all()[*i].most).contains(&value))
        else {
            return false;
        };
        super::VALUES[index].store(value, std::sync::atomic::Ordering::Relaxed);
        true
    }
}

/// Declares a function for each parameter, and the table of all.
macro_rules! parameters {
    ($($(#[$doc:meta])+ $name:ident = $value:literal, $least:literal..=$most:literal;)+) => {
        const TABLE: &[parameter::Parameter] = &[$(parameter::Parameter {
            name: stringify!($name), value: $value, least: $least, most: $most,
        }),+];

        #[cfg(feature = "tuning")]
        static VALUES: [std::sync::atomic::AtomicI32; TABLE.len()] =
            [$(std::sync::atomic::AtomicI32::new($value)),+];

        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy)]
        enum Index { $($name),+ }

        $($(#[$doc])+
        #[inline(always)]
        pub(crate) fn $name() -> i32 {
            current(Index::$name)
        })+
    };
}

#[cfg(not(feature = "tuning"))]
#[inline(always)]
const fn current(index: Index) -> i32 {
    TABLE[index as usize].value
}

#[cfg(feature = "tuning")]
fn current(index: Index) -> i32 {
    VALUES[index as usize].load(std::sync::atomic::Ordering::Relaxed)
}

parameters! {
    /// Late move reductions: the part that does not depend on depth and number, in hundredths of a ply.
    lmr_base = 55, 0..=150;
    /// Late move reductions: what the product of the logarithms is divided by, in hundredths.
    lmr_divisor = 210, 120..=350;
    /// Captures are reduced by this many thirds of what quiet moves are, ...
    lmr_capture_thirds = 2, 0..=3;
    /// ... and by this less. These and all below are 1024ths of a ply.
    lmr_capture_less = 512, 0..=2048;
    /// Less reduction in nodes that were in a principal variation.
    lmr_was_pv = 1024, 0..=3072;
    /// More reduction in cut nodes.
    lmr_cut_node = 1024, 0..=3072;
    /// In a cut node without a move of the table, besides.
    lmr_blind_cut_node = 900, 0..=3072;
    /// More where the evaluation does not improve.
    lmr_not_improving = 768, 0..=2048;
    /// Less for moves that give check.
    lmr_gives_check = 1536, 0..=3072;
    /// Less at the root.
    lmr_at_root = 1024, 0..=3072;
    /// Less when a mate is looked for.
    lmr_mate_search = 1024, 0..=3072;
    /// More where moves at the next ply failed high more than `many_cutoffs` times.
    lmr_cutoffs = 900, 0..=2048;
    /// See [`lmr_cutoffs`].
    many_cutoffs = 3, 0..=8;
    /// The history for which a move is reduced by a ply less.
    lmr_history = 9000, 3000..=20000;

    /// The first margin of the aspiration window.
    aspiration = 11, 4..=40;
    /// The margin is wider by the absolute score divided by this.
    aspiration_score_divisor = 100, 20..=400;
    /// The most of the score that widens it.
    aspiration_score_most = 2000, 500..=5000;

    /// Internal iterative reduction: from this depth on, nodes without a move of the table are searched
    /// less deeply.
    min_iir_depth = 3, 2..=8;

    /// Singular extensions are tried from this depth on.
    min_singular_depth = 6, 4..=10;
    /// By how much all other moves have to be worse, for each ply of depth.
    singular_margin = 2, 1..=5;
    /// How far all other moves fall short for an extension by two plies.
    double_extension = 12, 0..=60;
    /// The same by three plies.
    triple_extension = 90, 30..=250;
    /// The most double extensions in a line.
    max_double_extensions = 8, 2..=16;
    /// By how much a move is reduced that is not singular in a node that fails high without it.
    negative_extension = 2, 0..=3;

    /// A quiescence node searches this many captures, then only recaptures and checks.
    max_quiescence_captures = 3, 1..=10;
    /// Delta pruning: what a capture gains beside what it takes.
    delta_margin = 130, 40..=300;

    /// Reverse futility pruning ends above this depth.
    max_reverse_futility_depth = 8, 4..=12;
    /// Reverse futility: how far the evaluation is above beta, for each ply of depth.
    reverse_futility = 65, 30..=150;
    /// Razoring ends above this depth.
    max_razoring_depth = 4, 1..=8;
    /// Razoring: how far the evaluation is below alpha; ...
    razoring_base = 280, 100..=600;
    /// ... and this times the square of the depth.
    razoring_slope = 240, 80..=500;

    /// Futility pruning of quiet moves ends above this depth.
    max_futility_depth = 8, 4..=12;
    /// Futility: how far the evaluation is below alpha; ...
    futility_base = 90, 20..=250;
    /// ... and this for each ply.
    futility_slope = 78, 30..=200;
    /// Futility pruning of captures ends above this depth.
    max_capture_futility_depth = 6, 3..=10;
    /// The same for captures, besides what they take; ...
    capture_futility_base = 230, 80..=500;
    /// ... this for each ply; ...
    capture_futility_slope = 210, 80..=450;
    /// ... and their history divided by this.
    capture_futility_history = 8, 3..=32;
    /// Late move pruning: the number of moves at depth 0, above which quiet moves are pruned.
    late_move_base = 4, 1..=10;
    /// History pruning ends above this depth.
    max_history_depth = 5, 2..=10;
    /// History pruning: quiet moves with less history than this for each ply are pruned.
    pruned_history = -3500, -8000..=-1000;
    /// Pruning of losing exchanges ends above this depth.
    max_see_depth = 10, 5..=14;
    /// Captures that lose more than this for each ply are pruned.
    see_capture = 95, 30..=200;
    /// Quiet moves that lose more than this times the square of the depth are pruned.
    see_quiet = 28, 8..=70;

    /// Null moves are tried from this depth on.
    min_null_move_depth = 3, 2..=5;
    /// Their cutoffs are verified from this depth on.
    verified_null_move_depth = 12, 8..=20;
    /// The depth reduction after a null move; ...
    null_move_base = 5, 2..=7;
    /// ... the depth divided by this; ...
    null_move_depth_divisor = 3, 2..=6;
    /// ... and how far the evaluation is above beta, divided by this, ...
    null_move_eval_divisor = 130, 60..=350;
    /// ... but no more than this.
    null_move_eval_most = 4, 1..=7;
    /// A null move is tried where the static evaluation is this far above beta, ...
    null_move_margin_base = 150, 0..=400;
    /// ... less this for each ply.
    null_move_margin_slope = 20, 0..=50;

    /// ProbCut is tried from this depth on.
    min_probcut_depth = 5, 3..=8;
    /// By how much ProbCut raises beta, ...
    probcut = 180, 80..=400;
    /// ... and how much less when improving.
    probcut_improving = 50, 0..=150;
    /// By how much the table's score has to beat beta for a cutoff without search.
    small_probcut = 400, 150..=800;

    /// Scores of killer moves when quiet moves are ordered.
    killer_order = 60000, 10000..=120000;
    /// The score of the counter move.
    counter_order = 40000, 5000..=120000;
    /// Added to the score of quiet moves that give check and lose no more than `check_cost`.
    check_order = 8000, 0..=40000;
    /// See [`check_order`].
    check_cost = 75, 0..=200;
    /// Captures may lose their score divided by this and still come before quiet moves.
    capture_slack = 100, 30..=1000;
    /// How often what a capture takes counts, beside half its history.
    capture_gain = 16, 4..=64;

    /// The history bonus of a move that fails high, and the malus of those tried before it, for each ply.
    history_slope = 300, 100..=500;
    /// What is taken from that bonus.
    history_less = 60, 0..=300;
    /// The highest history bonus.
    history_most = 2900, 1000..=4500;
    /// A score so far above beta counts as one ply more.
    history_deeper = 100, 30..=300;
    /// How often a change of evaluation is added to the history of the quiet move before.
    eval_history = 8, 2..=20;
    /// The most that it adds.
    eval_history_most = 1200, 400..=2500;
    /// Correction history by pawns, in 520ths of what was measured.
    correction_pawns = 64, 20..=160;
    /// Correction history by pieces and by moves, likewise.
    correction_others = 48, 15..=120;
}

/// The size of the reduction table in depth and in moves.
const SIZE: usize = 64;

/// Reductions by depth and number of the move, in 1024ths of a ply.
pub(crate) struct Reductions([[i32; SIZE]; SIZE]);

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let log = |n: usize| (n.max(1) as f64).ln();
        let (base, divisor) = (f64::from(lmr_base()) / 100.0, f64::from(lmr_divisor()) / 100.0);
        let entry = |depth, number| (1024.0 * (base + log(depth) * log(number) / divisor)) as i32;
        Reductions(std::array::from_fn(|depth| std::array::from_fn(|n| entry(depth, n))))
    }

    /// The reduction of a late move, in 1024ths of a ply.
    #[inline]
    pub(crate) fn of(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(1) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }
}

/// Reverse futility: a node whose evaluation is this far above beta fails high.
#[inline]
pub(crate) fn reverse_futility_margin(depth: i32, improving: bool) -> i32 {
    reverse_futility() * (depth - i32::from(improving))
}

/// Razoring: a node whose evaluation is this far below alpha drops into quiescence.
#[inline]
pub(crate) fn razoring_margin(depth: i32) -> i32 {
    razoring_base() + razoring_slope() * depth * depth
}

/// The depth reduction after a null move.
#[inline]
pub(crate) fn null_move_reduction(depth: i32, above_beta: i32) -> i32 {
    let by_eval = (above_beta / null_move_eval_divisor()).min(null_move_eval_most());
    null_move_base() + depth / null_move_depth_divisor() + by_eval
}

/// A null move is tried where the static evaluation is this far above beta.
#[inline]
pub(crate) fn null_move_margin(depth: i32) -> i32 {
    null_move_margin_base() - null_move_margin_slope() * depth
}

/// Late move pruning: the number of moves after which quiet moves are pruned.
#[inline]
pub(crate) fn late_move_count(depth: i32, improving: bool) -> usize {
    let full = late_move_base() + depth * depth;
    (if improving { full } else { full / 2 }) as usize
}

/// Futility: quiet moves are pruned where the evaluation is this far below alpha.
#[inline]
pub(crate) fn futility_margin(depth: i32) -> i32 {
    futility_base() + futility_slope() * depth
}

/// The same for captures, besides what they take.
#[inline]
pub(crate) fn capture_futility_margin(depth: i32, history: i32) -> i32 {
    capture_futility_base()
        + capture_futility_slope() * depth
        + history / capture_futility_history()
}

/// Moves that lose more than this by static exchange evaluation are pruned.
#[inline]
pub(crate) fn see_margin(depth: i32, is_capture: bool) -> i32 {
    if is_capture { -see_capture() * depth } else { -see_quiet() * depth * depth }
}

/// The history bonus of a move that fails high, and the malus of those tried before it.
#[inline]
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (history_slope() * depth - history_less()).min(history_most())
}

/// The history bonus of a quiet move after which the evaluation has changed by this for its side.
#[inline]
pub(crate) fn eval_bonus(change: i32) -> i32 {
    (eval_history() * change).clamp(-eval_history_most(), eval_history_most())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_lies_in_its_range() {
        for parameter in parameter::all() {
            assert!((parameter.least..=parameter.most).contains(&parameter.value), "{parameter:?}");
        }
    }
}
