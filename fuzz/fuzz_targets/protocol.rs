//! Any text as a message of a client or of the server; one that is read is written and read back.
#![no_main]

use protocol::{Invitation, ToClient, ToServer};

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(message) = protocol::read::<ToServer>(text) {
        let written = protocol::write(&message);
        assert_eq!(protocol::read::<ToServer>(&written).ok(), Some(message), "{written}");
    }
    if let Ok(message) = protocol::read::<ToClient>(text) {
        let written = protocol::write(&message);
        assert_eq!(protocol::read::<ToClient>(&written).ok(), Some(message), "{written}");
    }
    let _ = Invitation::parse(text);
});
