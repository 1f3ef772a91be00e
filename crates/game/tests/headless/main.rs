//! Games played in a plain loop, without a window: each module names the lines that it covers.

mod clocks;
mod ends;
mod fog;
mod looking_back;
mod material;
mod mirror;
mod moves;
mod offers;
mod premoves;
mod puzzles;
mod random_games;
mod replay;

mod table;
mod turn_clocks;
mod undo;
