//! The command line from outside: every command as a user calls it.

mod board;
mod docs;
mod files;
mod hint;
mod inspect;
mod measuring;
mod moves;
mod outcome;
mod perft;
mod program;
mod puzzles;
mod rules;
mod uci;
mod window;
