//! Any bytes under any name as a file to validate.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = notation::file::inspect("a", bytes);
    for ending in notation::file::FORMATS.iter().flat_map(|format| format.endings) {
        let _ = notation::file::inspect(&format!("a.{ending}"), bytes);
    }
});
