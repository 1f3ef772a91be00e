//! Playing, without a window.

mod ends;
mod hints;
mod playing;
mod puzzles;
mod table;
mod time;
