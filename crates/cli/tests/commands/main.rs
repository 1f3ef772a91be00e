//! The command line from outside: every command as a user calls it.

mod analyse;
mod board;
mod files;
mod help;
mod hint;
mod inspect;
mod measuring;
mod moves;
mod outcome;
mod perft;
mod program;
mod puzzles;
mod referee;
mod rules;
mod serve;
mod uci;
mod window;
