//! What the window keeps: games that go on, the library, profiles, ratings and faults of the disk.

#[path = "../common/mod.rs"]
mod common;
mod faults;
mod kill;
mod library;
mod profiles;
mod running;
#[allow(dead_code, reason = "these tests play less than others")]
#[path = "../play/table.rs"]
mod table;
