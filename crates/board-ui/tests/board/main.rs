//! The board widget as a player uses it: by pointer, by keyboard and by name.

mod chooser;
mod drawing;
mod keyboard;
mod look;
mod motion;
mod pointer;
mod table;
