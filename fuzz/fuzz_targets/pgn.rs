//! Any bytes as PGN; games that are read are written and read back.
#![no_main]

use notation::pgn;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for game in pgn::Reader::new(bytes).take(20).flatten() {
        let written = pgn::format(&game).expect("no variation is deeper than when it was read");
        let again = pgn::Reader::new(written.as_bytes()).next();
        let again = again.expect("a game").expect("what we write we read");
        assert_eq!(game.tree, again.tree);
    }
});
