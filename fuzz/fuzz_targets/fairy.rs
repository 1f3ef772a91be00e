//! Any text as a `variants.ini`, a FEN and a move; what is accepted can be played, written and read again.
#![no_main]

use notation::fairy::{Variants, parse_move, section};
use rules::{Position, Rules, perft};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let variants = Variants::parse(text);
    for name in variants.names().take(4) {
        let Ok(spec) = variants.rule_set(name) else { continue };
        let Ok(rules) = Rules::compile(spec) else { continue };
        let _ = variants.our_fen(name, text);
        let _ = parse_move(&Position::start(&rules), text);
        perft(&mut Position::start(&rules), 1);
        if let Ok(text) = section(&rules) {
            let _ = Variants::parse(&text).rule_set(rules.id());
        }
    }
});
