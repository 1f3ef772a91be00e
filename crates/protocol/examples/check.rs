//! Reads messages of a client, one a line, and prints each as the server understands it.
//!
//! `echo '"ask-ranking"' | cargo run -p xxlchess-protocol --example check`

use std::io;

use xxlchess_protocol::ToServer;

fn main() -> io::Result<()> {
    for line in io::stdin().lines() {
        match xxlchess_protocol::read::<ToServer>(&line?) {
            Ok(message) => println!("{message:?}"),
            Err(error) => println!("refused: {error}"),
        }
    }
    Ok(())
}
