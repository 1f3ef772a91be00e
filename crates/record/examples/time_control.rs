//! Prints a time control as JSON and reads it again.
//!
//! `cargo run -p xxlchess-record --example time_control`

use std::error::Error;
use std::time::Duration;

use xxlchess_record::TimeControl;

fn main() -> Result<(), Box<dyn Error>> {
    let (time, increment) = (Duration::from_secs(180), Duration::from_secs(2));
    let text = serde_json::to_string(&TimeControl::Fischer { time, increment })?;
    let read: TimeControl = serde_json::from_str(&text)?;
    println!("{text} is {read:?}");
    Ok(())
}
