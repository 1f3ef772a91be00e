//! Lines for the user on standard error, which may be closed.

/// Prints a line on standard error. Unlike `eprintln!`, it does not panic if nobody reads it.
macro_rules! report {
    ($($words:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{}\n", format_args!($($words)*)));
    }};
}
