//! Prints what a client asks its owner to do until it has greeted the server.
//!
//! `cargo run -p xxlchess-client --example greeting`

use std::error::Error;
use std::time::Duration;

use protocol::PlayerName;
use xxlchess_client::Client;

fn main() -> Result<(), Box<dyn Error>> {
    let mut client = Client::new(PlayerName::new("Anna")?, None, 7);
    client.connect(Duration::ZERO);
    println!("{:?}", client.next_effect());
    // A real owner opens a WebSocket now and says so when it is open.
    client.opened(Duration::from_millis(20));
    println!("{:?}", client.next_effect());
    Ok(())
}
