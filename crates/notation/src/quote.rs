//! Texts in quotes, as both JSON and TOML read them.

use std::fmt::Write;

/// The text in double quotes, with escapes where they are needed.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            _ if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", letter as u32);
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Value, parse_json, parse_toml};

    #[test]
    fn both_formats_read_what_is_quoted() {
        for text in
            ["", "plain", "\"\\/'", "a\nb\r\n\tc", "\0\u{1}\u{1F}\u{7F}\u{85}", "é\u{1F600}"]
        {
            let json = parse_json(&quoted(text)).expect("a text").value;
            assert_eq!(json, Value::Text(text.to_owned()));
            let toml = parse_toml(&format!("key = {}", quoted(text))).expect("a text").value;
            let Value::Table(entries) = toml else { panic!("{text:?} gives {toml:?}") };
            assert_eq!(entries[0].1.value, Value::Text(text.to_owned()));
        }
    }
}
