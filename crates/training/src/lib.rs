//! How the evaluation learns: self-play games, training samples, the CPU trainer and the tuner; and a
//! laboratory that measures rule sets by self-play.

pub mod game_file;
pub mod lab;
pub mod samples;
pub mod self_play;
pub mod trainer;
pub mod tuning;
pub mod variations;
