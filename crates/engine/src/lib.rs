//! The computer player: hints, levels, search and evaluation.
//!
//! [`Engine`] searches any position of any rule set. It knows neither a protocol nor a window: a
//! position and [`Limits`] go in, [`Line`]s come out while it thinks, and an [`SearchResult`] at the end.

#![warn(missing_docs)]

mod clock;
mod engine;
mod eval;
mod fog;
mod handicap;
mod hash;
pub mod hint;
mod history;
pub mod level;
mod limits;
mod mate_solver;
pub mod nnue;
mod score;
mod search;
mod table;

pub use engine::{CurrentMove, CurrentMoveListener, Engine, Line, SearchResult};
pub use eval::{Evaluator, Weights};
pub use handicap::Handicap;
pub use limits::{Clock, Limits, Signals};
pub use mate_solver::{Defence, MateSolver};
pub use rules::Score;
pub use score::win_chance;
pub use search::params::parameter;
pub use table::Bound;
