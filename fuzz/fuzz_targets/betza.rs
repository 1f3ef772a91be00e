//! Any text as a movement in Betza notation.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = rules::betza::parse(text);
});
