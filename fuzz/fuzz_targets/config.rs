//! Any text as a config file, whose other files are the same text again.
#![no_main]

use std::path::Path;

use notation::config::Config;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = Config::load(Path::new("config.json"), &|_| Ok(text.as_bytes().to_vec()));
});
