//! Limits of a search, and the signals that stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::Move;

use crate::handicap::Handicap;
use crate::search::TimeManager;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// Moves until more time is added; nothing when the time must do for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends. Without any limit it goes on until it is stopped.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The maximum depth.
    pub depth: Option<u32>,
    /// The maximum number of nodes; with one thread the result is then reproducible.
    pub nodes: Option<u64>,
    /// End when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Stop after this time, as `movetime` of UCI asks for.
    pub move_time: Option<Duration>,
    /// The clock to play by.
    pub clock: Option<Clock>,
    /// The root moves to search; all when empty.
    pub search_moves: Vec<Move>,
    /// The number of lines (multi-PV), at least 1.
    pub lines: usize,
    /// Do not end before a stop.
    pub infinite: bool,
    /// Ponder: do not end before [`Signals::ponder_hit`] or [`Signals::stop`].
    pub ponder: bool,
    /// The errors of a weak level; none by default.
    pub handicap: Handicap,
}

impl Limits {
    /// A limit of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Is there any limit of depth, nodes or time?
    pub fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.clock.is_some()
    }

    /// Is the move among those to search?
    pub(crate) fn allows(&self, chess_move: Move) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&chess_move)
    }

    /// A limit of time.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// Checks whether the time is over or a stop was signalled, outside of the search.
pub(crate) struct StopCheck {
    pub(crate) time: TimeManager,
    pub(crate) signals: Signals,
}

impl StopCheck {
    /// Starts the time of these limits.
    pub(crate) fn new(limits: &Limits, signals: Signals) -> StopCheck {
        StopCheck { time: TimeManager::new(limits), signals }
    }

    pub(crate) fn should_stop(&self) -> bool {
        self.signals.is_stopped() || !self.signals.is_pondering() && self.time.is_up()
    }
}

/// Signals from other threads to a running search; clones share their state.
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
    /// Stops the search.
    pub fn stop(&self) {
        self.flags.stop.store(true, Ordering::Release);
    }

    /// The expected move was played: the time limit applies from now on.
    pub fn ponder_hit(&self) {
        self.flags.pondering.store(false, Ordering::Release);
    }

    /// Resets the signals for the next search. Call it before the search is handed to another thread,
    /// so that an early stop is not lost.
    pub fn arm(&self, pondering: bool) {
        self.flags.stop.store(false, Ordering::Release);
        self.flags.pondering.store(pondering, Ordering::Release);
    }

    /// Was a stop signalled?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.flags.stop.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn is_pondering(&self) -> bool {
        self.flags.pondering.load(Ordering::Relaxed)
    }

    /// Waits for a stop, or a ponder hit, where an infinite or pondering search has already ended.
    pub(crate) fn wait_until_wanted(&self, limits: &Limits) {
        while !cfg!(target_arch = "wasm32")
            && !self.is_stopped()
            && (limits.infinite || self.is_pondering())
        {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
