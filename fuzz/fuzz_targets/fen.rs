//! Any text as FEN in every shipped rule set; what is accepted is written and read back the same.
#![no_main]

use notation::{fen, ruleset};

libfuzzer_sys::fuzz_target!(|text: &str| {
    for id in ruleset::shipped_ids() {
        let rules = ruleset::shipped(id).expect("it ships");
        if let Ok((position, _)) = fen::parse(&rules, text) {
            let written = fen::format(&position);
            let (again, _) = fen::parse(&rules, &written).expect("what we write we read");
            assert_eq!(written, fen::format(&again));
            assert_eq!(position.legal_moves().len() as u64, position.count_legal_moves());
        }
    }
});
