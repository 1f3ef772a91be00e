//! A plain alphabet of strokes, so that letters need no font.

/// The height of every letter in its own units.
pub const HEIGHT: f32 = 24.0;

/// A letter as a path of strokes, and its width; nothing for what is not a letter from A to Z.
fn strokes(letter: char) -> Option<(&'static str, f32)> {
    Some(match letter.to_ascii_uppercase() {
        'A' => ("M0 24L9 0L18 24M3.2 16H14.8", 18.0),
        'B' => ("M0 0V24H8.5A6.4 6.4 0 0 0 8.5 11.2H0M8 11.2A5.6 5.6 0 0 0 8 0H0", 15.0),
        'C' => ("M18.5 4.6A11.4 12 0 1 0 18.5 19.4", 18.5),
        'D' => ("M0 0V24H6.5A12 12 0 0 0 6.5 0Z", 18.5),
        'E' => ("M14 0H0V24H14M0 11.6H12", 14.0),
        'F' => ("M14 0H0V24M0 12H11.5", 14.0),
        'G' => ("M18.5 4.4A11.4 12 0 1 0 20 13H12.5", 20.0),
        'H' => ("M0 0V24M17 0V24M0 11.8H17", 17.0),
        'I' => ("M5 0V24M0 0H10M0 24H10", 10.0),
        'J' => ("M12 0V16.5A6.3 7.5 0 0 1 0 18.5M6 0H12", 12.0),
        'K' => ("M0 0V24M16 0L0.6 14.4M6.4 9L17 24", 17.0),
        'L' => ("M0 0V24H13.5", 13.5),
        'M' => ("M0 24V0L10.5 16L21 0V24", 21.0),
        'N' => ("M0 24V0L17 24V0", 17.0),
        'O' => ("M11 0A11 12 0 1 0 11 24A11 12 0 1 0 11 0Z", 22.0),
        'P' => ("M0 24V0H8.6A6.8 6.8 0 0 1 8.6 13.6H0", 15.4),
        'Q' => ("M11 0A11 12 0 1 0 11 24A11 12 0 1 0 11 0ZM13 16.5L21 25", 22.0),
        'R' => ("M0 24V0H8.8A6.5 6.5 0 0 1 8.8 13H0M8.4 13L16 24", 16.0),
        'S' => (
            "M14.6 3.8C13 1.4 10.6 0 7.6 0C3.8 0 0.8 2.4 0.8 5.8C0.8 9.4 4 10.8 7.8 11.7\
             C12 12.7 15.4 14 15.4 17.8C15.4 21.4 12.2 24 8 24C4.6 24 1.6 22.4 0 19.6",
            15.4,
        ),
        'T' => ("M0 0H17M8.5 0V24", 17.0),
        'U' => ("M0 0V15.6A8.5 8.4 0 0 0 17 15.6V0", 17.0),
        'V' => ("M0 0L9.2 24L18.4 0", 18.4),
        'W' => ("M0 0L6.4 24L13 5.5L19.6 24L26 0", 26.0),
        'X' => ("M0 0L17 24M17 0L0 24", 17.0),
        'Y' => ("M0 0L8.8 12.4L17.6 0M8.8 12.4V24", 17.6),
        'Z' => ("M0.6 0H16.4L0 24H17", 17.0),
        _ => return None,
    })
}

/// A letter of the given height around a point, as an SVG path of the class `letter`.
pub fn letter(letter: char, x: f32, y: f32, height: f32) -> String {
    let Some((path, width)) = strokes(letter) else { return String::new() };
    // The widest letters are set a little smaller, so that all of them fit into one circle.
    let scale = height / HEIGHT * (21.0 / width).min(1.0);
    let left = x - width * scale / 2.0;
    let top = y - HEIGHT * scale / 2.0;
    format!(
        "<path class=\"letter\" transform=\"translate({left:.2} {top:.2}) scale({scale:.3})\" \
         d=\"{path}\"/>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_a_shape_of_its_own() {
        let shapes: Vec<_> = ('a'..='z').filter_map(strokes).map(|(path, _)| path).collect();
        assert_eq!(shapes.len(), 26);
        for (index, shape) in shapes.iter().enumerate() {
            assert!(!shapes[..index].contains(shape), "{shape}");
        }
    }

    #[test]
    fn what_is_not_a_letter_draws_nothing() {
        assert_eq!(letter('é', 0.0, 0.0, 24.0), "");
    }
}
