//! The `xxlchess` program.
fn main() {}
