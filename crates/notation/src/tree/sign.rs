//! Annotation signs: `!?` or `±` for what files write as a number.

/// Numbers of annotation glyphs and the signs that readers know. Of several signs of a number the
/// first is the usual one; those in plain letters stand in older files.
const SIGNS: [(u16, &str); 34] = [
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, "□"),
    (10, "="),
    (13, "∞"),
    (14, "⩲"),
    (14, "+="),
    (14, "+/="),
    (15, "⩱"),
    (15, "=+"),
    (15, "=/+"),
    (16, "±"),
    (16, "+/-"),
    (17, "∓"),
    (17, "-/+"),
    (18, "+-"),
    (19, "-+"),
    (22, "⨀"),
    (23, "⨀"),
    (32, "⟳"),
    (33, "⟳"),
    (36, "→"),
    (37, "→"),
    (40, "↑"),
    (41, "↑"),
    (44, "=∞"),
    (132, "⇆"),
    (138, "⊕"),
    (140, "∆"),
    (146, "N"),
];

/// The sign of an annotation glyph: 5 is `!?`, 16 is `±`.
pub fn sign_of(nag: u16) -> Option<&'static str> {
    SIGNS.iter().find(|(number, _)| *number == nag).map(|(_, sign)| *sign)
}

/// The number of a sign: `!?` is 5, `±` and `+/-` are 16.
pub fn nag_of(sign: &str) -> Option<u16> {
    SIGNS.iter().find(|(_, known)| *known == sign).map(|(number, _)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_for_numbers() {
        for (nag, sign) in [(5, "!?"), (16, "±"), (18, "+-"), (146, "N")] {
            assert_eq!((sign_of(nag), nag_of(sign)), (Some(sign), Some(nag)));
        }
        assert_eq!((nag_of("+/-"), nag_of("e4"), sign_of(9)), (Some(16), None, None));
    }
}
