//! Starts a game server that keeps its games in memory, until Ctrl+C.
//!
//! `cargo run -p xxlchess-server --example host`

use std::error::Error;

use store::SqliteStore;
use xxlchess_server::{Host, ServerConfig};

fn main() -> Result<(), Box<dyn Error>> {
    let store = SqliteStore::in_memory()?;
    let host = Host::start(ServerConfig::default(), Box::new(store))?;
    println!("serving http://{}", host.address());
    host.wait_for_signal()?;
    Ok(())
}
