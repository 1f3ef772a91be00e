//! Any text as a rule set's file; what is accepted can be played, and what can be read can be changed in place.
#![no_main]

use notation::ruleset::{edit, inspect, parse};
use rules::{Position, RuleSpec, perft};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let parent = |_: &str| Ok(text.to_owned());
    if let Some(old) = inspect(text, "fuzz", &parent).spec {
        let new = RuleSpec { fog: !old.fog, ..old.clone() };
        edit(text, &old, &new, &parent);
    }
    if let Ok((rules, _)) = parse(text, "fuzz", &parent) {
        perft(&mut Position::start(&rules), 2);
    }
});
