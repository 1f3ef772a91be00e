//! The store from outside: all kinds alike, damage, several windows, crashes, running games.

mod alike;
mod common;
mod damage;
mod import;
mod kill;
mod lease_model;
#[cfg(all(feature = "postgres", unix))]
mod postgres;
mod rooms;
mod running;
mod samples;
#[cfg(all(feature = "postgres", unix))]
mod shards;
mod windows;
