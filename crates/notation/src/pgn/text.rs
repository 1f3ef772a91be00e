//! Texts of PGN files: their encoding, their blanks, and what stands for what in moves.

use std::borrow::Cow;

/// The characters of Windows-1252 from 0x80 to 0x9F; those it leaves open stay as they are.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Bytes as text: UTF-8, or Windows-1252 (which covers Latin-1) if they are not.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| from_windows_1252(*byte)).collect()),
    }
}

fn from_windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// A comment on one line: every run of blanks and line ends as one blank, none at the ends.
pub(super) fn on_one_line(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_plain = |text: &str| {
        let is_odd = |byte: u8| byte.is_ascii_control() || !byte.is_ascii();
        !text.bytes().any(is_odd) && !text.contains("  ")
    };
    match text {
        Cow::Borrowed(text) if is_plain(text) => Cow::Borrowed(text.trim_matches(' ')),
        text => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

/// Moves and results with the signs that typesetters like put into those of PGN.
pub(super) fn plain_signs(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '‐' | '‑' | '‒' | '–' | '—' | '−' => plain.push('-'),
            '½' => plain += "1/2",
            '…' => plain += "...",
            '×' => plain.push('x'),
            '\u{FEFF}' | '\u{A0}' => {}
            _ => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_files_have_old_letters() {
        let check = |bytes: &[u8], expected| assert_eq!(decode(bytes), expected);
        check("Šachový".as_bytes(), "Šachový");
        check(b"H\xFCbner", "Hübner");
        check(b"\x8Aahovi\x9E \x80", "Šahoviž €");
        check(b"", "");
    }

    #[test]
    fn comments_come_on_one_line() {
        let check = |text: &str, expected| assert_eq!(on_one_line(Cow::Borrowed(text)), expected);
        check("", "");
        check(" a b ", "a b");
        check("a\r\n  b\t c", "a b c");
        check("é\u{A0}é", "é é");
    }

    #[test]
    fn typeset_signs_become_plain() {
        assert_eq!(plain_signs("½–½"), "1/2-1/2");
        assert_eq!(plain_signs("12…e×d5\u{FEFF}"), "12...exd5");
    }
}
