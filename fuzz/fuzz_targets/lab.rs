//! Any text as kept games of the laboratory; what is accepted is written and read again, and reported on.
#![no_main]

use study::lab::{Report, record};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Some(rules) = notation::ruleset::shipped("gardner") else { return };
    let games: Vec<_> = text.lines().filter_map(|line| record::parse(line, &rules)).collect();
    for game in &games {
        assert_eq!(record::parse(&record::format(game, &rules), &rules).as_ref(), Some(game));
    }
    Report::new(&rules, &games);
});
