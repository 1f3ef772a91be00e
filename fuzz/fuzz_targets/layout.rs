//! Any text as a layout, for either player.
#![no_main]

use notation::{layout, ruleset};
use rules::Colour;

libfuzzer_sys::fuzz_target!(|text: &str| {
    for id in ["xxl", "standard", "casual"] {
        let rules = ruleset::shipped(id).expect("it ships");
        for player in Colour::BOTH {
            let _ = layout::parse(&rules, text, player);
        }
    }
});
