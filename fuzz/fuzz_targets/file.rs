//! Any bytes under any name as a file to validate.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for name in ["a.json", "a.txt", "a.toml", "a.pgn", "a.fen", "a"] {
        let _ = notation::file::inspect(name, bytes);
    }
});
