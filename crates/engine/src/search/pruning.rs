//! The numbers by which a search decides what to leave out: margins and reductions.

/// How deep and how many moves the table of reductions covers.
const SIZE: usize = 64;

/// Reductions by depth and number of the move, in 1024ths of a ply.
pub(crate) struct Reductions([[i32; SIZE]; SIZE]);

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let log = |n: usize| (n.max(1) as f64).ln();
        let entry = |depth, number| (1024.0 * (0.55 + log(depth) * log(number) / 2.3)) as i32;
        Reductions(std::array::from_fn(|depth| std::array::from_fn(|n| entry(depth, n))))
    }

    /// How much less deep a late move is searched at first.
    #[inline]
    pub(crate) fn of(&self, depth: i32, number: usize) -> i32 {
        self.0[(depth.max(1) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }
}

/// A position so far above beta is not searched.
#[inline]
pub(crate) const fn reverse_futility_margin(depth: i32, improving: bool) -> i32 {
    80 * (depth - improving as i32)
}

/// A position so far below alpha is only looked at for captures.
#[inline]
pub(crate) const fn razoring_margin(depth: i32) -> i32 {
    280 + 240 * depth * depth
}

/// How much less deep the reply to a passed turn is searched.
#[inline]
pub(crate) const fn null_move_reduction(depth: i32, above_beta: i32) -> i32 {
    let bonus = above_beta / 180;
    3 + depth / 3 + if bonus > 3 { 3 } else { bonus }
}

/// After so many quiet moves the rest is left out.
#[inline]
pub(crate) const fn late_move_count(depth: i32, improving: bool) -> usize {
    let full = 4 + depth * depth;
    (if improving { full } else { full / 2 }) as usize
}

/// A quiet move at a position so far below alpha is left out.
#[inline]
pub(crate) const fn futility_margin(depth: i32) -> i32 {
    110 + 95 * depth
}

/// Captures and quiet moves that lose more than this in exchanges are left out.
#[inline]
pub(crate) const fn exchange_margin(depth: i32, is_capture: bool) -> i32 {
    if is_capture { -95 * depth } else { -28 * depth * depth }
}

/// What a move that proved good, or failed to, is credited with in the history.
#[inline]
pub(crate) const fn history_bonus(depth: i32) -> i32 {
    let bonus = 170 * depth - 60;
    if bonus > 1700 { 1700 } else { bonus }
}
