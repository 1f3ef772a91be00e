//! Any bytes as a game archive; one that is read is written and read back, also by way of PGN.
#![no_main]

use notation::archive::{self, Archive, ResumeState};
use notation::pgn::{self, Reader};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok((game, _)) = archive::parse(text) else { return };
    let written = archive::format(&game);
    let (again, _) = archive::parse(&written).expect("what we write we read");
    assert_eq!(archive::format(&again), written);
    assert_eq!(again.moves(), game.moves());

    let text = pgn::format(&game.to_pgn()).expect("no variation is too deep");
    let reader = Reader::new(text.as_bytes()).with_default_rules(game.rules().clone());
    let Some(Ok(record)) = { reader }.next() else { return };
    let back = Archive::from_pgn(record);
    assert_eq!(back.moves().len(), game.moves().len());
    assert_eq!(back.resume_state, ResumeState::default());
});
