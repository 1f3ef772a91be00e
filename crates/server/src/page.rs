//! The web page that the server carries: files by name, compressed beforehand.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// A file of the page as it is served.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// The content type, such as `text/html; charset=utf-8`.
    pub content_type: &'static str,
    /// Its contents.
    pub plain: Bytes,
    /// The same compressed by gzip, if that is smaller.
    pub gzip: Option<Bytes>,
    /// The same compressed by Brotli, if that is smaller.
    pub brotli: Option<Bytes>,
    /// Does its name change with its contents, so that it can be cached for ever?
    pub is_hashed: bool,
}

/// The page: its files by their paths without a slash at the start, `index.html` among them.
#[derive(Clone, Debug, Default)]
pub struct WebPage {
    files: BTreeMap<String, PageFile>,
}

/// Security headers: nothing is loaded from elsewhere, but the page may connect to other game servers.
const SECURITY: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
         style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         connect-src 'self' ws: wss: http: https:; frame-ancestors 'none'; base-uri 'none'; \
         form-action 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
];

const CACHE_IMMUTABLE: &str = "public, max-age=31536000, immutable";
const CACHE_REVALIDATE: &str = "no-cache";

/// The page of a program that was built without the web page.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width\"><title>xxlchess</title>\
<body style=\"font:16px/1.5 system-ui;max-width:40em;margin:4em auto;padding:0 1em\">\
<h1>xxlchess</h1><p>The server is running, but this program was built without the web page.</p>\
<p>To build it in, run <code>cargo xtask web</code> and then <code>cargo build --release</code>. \
Until then, connect with the window: <i>Play over the network</i>, and this address.</p>";

impl WebPage {
    /// A page of these files.
    pub fn new(files: impl IntoIterator<Item = (String, PageFile)>) -> WebPage {
        WebPage { files: files.into_iter().collect() }
    }

    /// Is there no page?
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Answers a request for a path.
    pub(crate) fn answer(&self, path: &str, request: &HeaderMap) -> Response {
        let path = path.trim_start_matches('/');
        let path = if path.is_empty() { "index.html" } else { path };
        let mut response = match self.files.get(path) {
            Some(file) => file.answer(request),
            None if path == "index.html" => {
                let headers = [(CONTENT_TYPE, "text/html; charset=utf-8")];
                (headers, NO_PAGE).into_response()
            }
            None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
        };
        for (name, value) in SECURITY {
            let name = HeaderName::from_static(name);
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

impl PageFile {
    fn answer(&self, request: &HeaderMap) -> Response {
        let accepted = request.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let accepts = |wanted: &str| {
            let mut encodings = accepted.unwrap_or_default().split(',');
            encodings.any(|encoding| {
                let (name, quality) = encoding.split_once(';').unwrap_or((encoding, ""));
                name.trim().eq_ignore_ascii_case(wanted) && quality.trim() != "q=0"
            })
        };
        let (encoding, body) = match (&self.brotli, &self.gzip) {
            (Some(body), _) if accepts("br") => (Some("br"), body),
            (_, Some(body)) if accepts("gzip") => (Some("gzip"), body),
            _ => (None, &self.plain),
        };
        let caching = if self.is_hashed { CACHE_IMMUTABLE } else { CACHE_REVALIDATE };
        let mut response = body.clone().into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(encoding) = encoding {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> WebPage {
        let file = PageFile {
            content_type: "text/html; charset=utf-8",
            plain: Bytes::from_static(b"plain"),
            gzip: Some(Bytes::from_static(b"gzip")),
            brotli: Some(Bytes::from_static(b"brotli")),
            is_hashed: false,
        };
        let hashed = PageFile { is_hashed: true, brotli: None, ..file.clone() };
        WebPage::new([("index.html".to_owned(), file), ("app-1f.wasm".to_owned(), hashed)])
    }

    #[test]
    fn the_best_encoding_that_is_accepted_is_sent() {
        for (path, accepted, encoding) in [
            ("/", "gzip, deflate, br", Some("br")),
            ("/", "gzip", Some("gzip")),
            ("/", "br;q=0, identity", None),
            ("/", "", None),
            ("/app-1f.wasm", "br, gzip", Some("gzip")),
        ] {
            let mut request = HeaderMap::new();
            request.insert(ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            let response = page().answer(path, &request);
            let found = response.headers().get(CONTENT_ENCODING);
            assert_eq!(found.and_then(|value| value.to_str().ok()), encoding, "{path} {accepted}");
        }
    }

    #[test]
    fn hashed_names_are_kept_and_others_asked_for() {
        let caching = |path: &str| {
            let response = page().answer(path, &HeaderMap::new());
            response.headers().get(CACHE_CONTROL).cloned()
        };
        assert_eq!(caching("/").as_ref().map(|v| v.as_bytes()), Some(CACHE_REVALIDATE.as_bytes()));
        let hashed = caching("/app-1f.wasm");
        assert_eq!(hashed.as_ref().map(|v| v.as_bytes()), Some(CACHE_IMMUTABLE.as_bytes()));
    }

    #[test]
    fn without_a_page_it_is_told_how_to_get_one() {
        let none = WebPage::default();
        assert_eq!(none.answer("/", &HeaderMap::new()).status(), StatusCode::OK);
        let missing = none.answer("/../etc/passwd", &HeaderMap::new());
        assert_eq!(missing.status(), StatusCode::NOT_FOUND);
        assert!(missing.headers().contains_key("content-security-policy"));
    }
}
