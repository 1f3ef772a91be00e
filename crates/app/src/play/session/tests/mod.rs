//! Every numbered line of section 4 that is about playing, without a window.

mod ends;
mod hints;
mod playing;
mod puzzles;
mod table;
mod time;
