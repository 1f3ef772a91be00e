//! Plays games in the window by mouse and keyboard, finding everything by its accessible name.

mod anything;
#[path = "../common/mod.rs"]
mod common;
mod files;
mod frames;
mod games;
mod modes;
mod moves;
mod study;
mod table;
mod workshop;
