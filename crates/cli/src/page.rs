//! The web page inside the program, if it was built before the program was.

use std::io::Read;

use flate2::read::GzDecoder;
use server::{PageFile, WebPage};

/// A file of the page, as the build has put it in.
struct Embedded {
    path: &'static str,
    /// Left out where it is there packed by gzip.
    plain: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
    brotli: Option<&'static [u8]>,
}

const FILES: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The names of files in this folder change with their contents.
const HASHED: &str = "static/";

/// Is the page inside?
pub fn is_there() -> bool {
    !FILES.is_empty()
}

/// The page; an empty one in a program that was built without it.
pub fn page() -> WebPage {
    WebPage::new(FILES.iter().map(|file| (file.path.to_owned(), file.unpacked())))
}

impl Embedded {
    fn unpacked(&self) -> PageFile {
        let mut plain = self.plain.unwrap_or_default().to_vec();
        if let (None, Some(gzip)) = (self.plain, self.gzip) {
            // The build has packed it; a program that was damaged since serves less.
            let _ = GzDecoder::new(gzip).read_to_end(&mut plain);
        }
        PageFile {
            content_type: content_type(self.path),
            plain: plain.into(),
            gzip: self.gzip.map(Into::into),
            brotli: self.brotli.map(Into::into),
            is_hashed: self.path.starts_with(HASHED),
        }
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("nnue") => "application/x-nnue",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_whole_and_of_a_known_kind() {
        for file in FILES {
            let page_file = file.unpacked();
            assert!(!page_file.plain.is_empty(), "{}", file.path);
            assert_ne!(page_file.content_type, "application/octet-stream", "{}", file.path);
            if file.path == "index.html" {
                assert!(page_file.plain.starts_with(b"<!doctype html>") && !page_file.is_hashed);
            }
        }
    }
}
