//! The store from outside: both kinds alike, damage, several windows, crashes, running games.

mod alike;
mod common;
mod damage;
mod import;
mod kill;
mod rooms;
mod running;
mod windows;
