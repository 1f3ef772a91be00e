//! Learning from the engine's own games: a small network is trained to say where the written
//! evaluation is wrong.

mod trainer;

pub use trainer::{GameLessons, Trainer};
