//! How the evaluation learns: self-play games, training samples, the CPU trainer and the tuner.

pub mod game_file;
pub mod samples;
pub mod self_play;
pub mod trainer;
pub mod tuning;
pub mod variations;
