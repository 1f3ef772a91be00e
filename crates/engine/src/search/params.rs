//! Parameters of the search: margins, reductions and bonuses.

/// The size of the reduction table in depth and in moves.
const SIZE: usize = 64;

/// Reductions by depth and number of the move, in 1024ths of a ply.
pub(crate) struct Reductions([[i32; SIZE]; SIZE]);

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let log = |n: usize| (n.max(1) as f64).ln();
        let entry = |depth, number| (1024.0 * (0.55 + log(depth) * log(number) / 2.3)) as i32;
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
pub(crate) const fn reverse_futility_margin(depth: i32, improving: bool) -> i32 {
    80 * (depth - improving as i32)
}

/// Razoring: a node whose evaluation is this far below alpha drops into quiescence.
#[inline]
pub(crate) const fn razoring_margin(depth: i32) -> i32 {
    280 + 240 * depth * depth
}

/// The depth reduction after a null move.
#[inline]
pub(crate) const fn null_move_reduction(depth: i32, above_beta: i32) -> i32 {
    let bonus = above_beta / 180;
    3 + depth / 3 + if bonus > 3 { 3 } else { bonus }
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
    110 + 95 * depth
}

/// Moves that lose more than this by static exchange evaluation are pruned.
#[inline]
pub(crate) const fn see_margin(depth: i32, is_capture: bool) -> i32 {
    if is_capture { -95 * depth } else { -28 * depth * depth }
}

/// The history bonus of a move that fails high, and the malus of those tried before it.
#[inline]
pub(crate) const fn history_bonus(depth: i32) -> i32 {
    let bonus = 170 * depth - 60;
    if bonus > 1700 { 1700 } else { bonus }
}
