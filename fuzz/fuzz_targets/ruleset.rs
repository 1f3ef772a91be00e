//! Any text as a rule set's file; what is accepted can be played.
#![no_main]

use rules::{Position, perft};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let parent = |_: &str| Ok(text.to_owned());
    if let Ok((rules, _)) = notation::ruleset::parse(text, "fuzz", &parent) {
        perft(&mut Position::start(&rules), 2);
    }
});
