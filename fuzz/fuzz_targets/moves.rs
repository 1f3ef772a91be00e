//! Any text as moves in UCI form and in SAN, played as long as they are legal.
#![no_main]

use notation::{ruleset, san, uci};
use rules::Position;

libfuzzer_sys::fuzz_target!(|text: &str| {
    for id in ruleset::shipped_ids() {
        let mut position = Position::start(&ruleset::shipped(id).expect("it ships"));
        for word in text.split_whitespace() {
            let found = uci::parse(&position, word).ok().or_else(|| san::parse(&position, word).ok());
            if let Some(chess_move) = found {
                let written = san::format(&position, chess_move);
                assert_eq!(san::parse(&position, &written), Ok(chess_move), "{written}");
                position.play(chess_move).expect("a parsed move is legal");
            }
        }
    }
});
