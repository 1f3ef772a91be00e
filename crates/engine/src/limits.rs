//! What a search is allowed to use, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::Move;

use crate::handicap::Handicap;
use crate::search::TimeManager;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// Moves until more time is added; nothing when the time must do for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most iterations.
    pub depth: Option<u32>,
    /// The most positions looked at; with one thread the result is then always the same.
    pub nodes: Option<u64>,
    /// Stop when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock to play by.
    pub clock: Option<Clock>,
    /// Look only at these moves; at all when empty.
    pub search_moves: Vec<Move>,
    /// How many of the best moves are wanted, at least 1.
    pub lines: usize,
    /// Go on until stopped, even when there is nothing more to find.
    pub infinite: bool,
    /// Think on the opponent's time: go on until [`Signals::ponder_hit`] or [`Signals::stop`].
    pub ponder: bool,
    /// What is overlooked and misjudged; nothing by default.
    pub handicap: Handicap,
}

impl Limits {
    /// At most so many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// At most so many iterations.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// May a move be chosen?
    pub(crate) fn allow(&self, chess_move: Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&chess_move)
    }

    /// So much time for the move.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// Tells players when to give up thinking: the time is over, or they were told to stop.
pub(crate) struct StopCheck {
    pub(crate) time: TimeManager,
    pub(crate) signals: Signals,
}

impl StopCheck {
    /// A check of these limits and signals, whose time begins now.
    pub(crate) fn new(limits: &Limits, signals: Signals) -> StopCheck {
        StopCheck { time: TimeManager::new(limits), signals }
    }

    pub(crate) fn should_stop(&self) -> bool {
        self.signals.is_stopped() || !self.signals.is_pondering() && self.time.is_up()
    }
}

/// The wires by which a running search is told what happens outside.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    flags: Arc<Flags>,
}

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Signals {
    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.flags.stop.store(true, Ordering::Release);
    }

    /// The expected move was played: from now on the clock counts.
    pub fn ponder_hit(&self) {
        self.flags.pondering.store(false, Ordering::Release);
    }

    /// Makes ready for the next search. Call this before handing the search to another thread, so
    /// that a stop which comes at once is not lost.
    pub fn arm(&self, pondering: bool) {
        self.flags.stop.store(false, Ordering::Release);
        self.flags.pondering.store(pondering, Ordering::Release);
    }

    /// Was the search told to stop?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.flags.stop.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn is_pondering(&self) -> bool {
        self.flags.pondering.load(Ordering::Relaxed)
    }

    /// Waits as long as a search has to go on though it has nothing more to find: one without end
    /// gives its answer only when it is asked for.
    pub(crate) fn wait_while_asked(&self, limits: &Limits) {
        while !cfg!(target_arch = "wasm32")
            && !self.is_stopped()
            && (limits.infinite || self.is_pondering())
        {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
