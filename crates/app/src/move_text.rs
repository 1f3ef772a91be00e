//! Written moves as the user wants them: with figurines, with letters, or with the letters of their language.

use std::sync::Arc;

use egui::emath::GuiRounding as _;
use egui::{Color32, FontId, Painter, Pos2, Rect, Vec2, pos2};
use rules::{PieceType, Rules};

use crate::play::PieceAtlases;
use crate::settings::Notation;
use crate::style::text;
use crate::texts::Texts;

/// A part of a written move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Words(String),
    Figurine(PieceType),
}

/// Turns moves in standard notation into what is shown, whatever stands between them.
#[derive(Clone)]
pub struct MoveText<'a> {
    pub rules: Arc<Rules>,
    pub notation: Notation,
    pub texts: &'a Texts,
}

impl MoveText<'_> {
    /// The parts of a move, or of several with spaces between them.
    pub fn parts(&self, words: &str) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut is_castling = false;
        let mut last = ' ';
        for letter in words.chars() {
            if last == ' ' {
                is_castling = letter == 'O';
            }
            last = letter;
            match self.piece(letter).filter(|_| !is_castling) {
                None => plain.push(letter),
                Some(kind) if self.notation == Notation::Figurines => {
                    if !plain.is_empty() {
                        parts.push(Part::Words(std::mem::take(&mut plain)));
                    }
                    parts.push(Part::Figurine(kind));
                }
                Some(kind) => plain.push(self.letter(kind)),
            }
        }
        if !plain.is_empty() {
            parts.push(Part::Words(plain));
        }
        parts
    }

    /// The move in letters, for those who cannot see figurines.
    pub fn plain(&self, words: &str) -> String {
        let notation = match self.notation {
            Notation::Figurines => Notation::Language,
            other => other,
        };
        let parts = MoveText { notation, ..self.clone() }.parts(words);
        parts
            .into_iter()
            .map(|part| if let Part::Words(words) = part { words } else { String::new() })
            .collect()
    }

    /// The piece that a capital letter stands for.
    fn piece(&self, letter: char) -> Option<PieceType> {
        letter.is_ascii_uppercase().then(|| self.rules.piece_type(letter.to_ascii_lowercase()))?
    }

    fn letter(&self, kind: PieceType) -> char {
        let spec = self.rules.piece_spec(kind);
        let own = spec.letter.to_ascii_uppercase();
        match self.notation {
            Notation::Language => self.texts.piece_letter(&spec.name).unwrap_or(own),
            Notation::Figurines | Notation::Letters => own,
        }
    }
}

/// Paints written moves in one line.
pub struct MovePainter<'a> {
    pub painter: &'a Painter,
    pub pieces: &'a PieceAtlases,
    /// The size of the letters.
    pub size: f32,
    pub colour: Color32,
}

impl MovePainter<'_> {
    /// The width of the parts.
    pub fn width(&self, parts: &[Part]) -> f32 {
        parts.iter().map(|part| self.part_width(part)).sum()
    }

    /// Paints the parts from a point on; the point is at half their height.
    pub fn paint(&self, at: Pos2, parts: &[Part]) {
        let mut left = at.x;
        for part in parts {
            match part {
                Part::Words(words) => {
                    let galley =
                        self.painter.layout_no_wrap(words.clone(), self.font(), self.colour);
                    let top = at.y - galley.size().y / 2.0;
                    self.painter.galley(pos2(left, top), galley, self.colour);
                }
                Part::Figurine(kind) => {
                    let side = self.figurine();
                    let centre = pos2(left + self.part_width(part) / 2.0, at.y - 0.08 * self.size);
                    let rect = Rect::from_center_size(centre, Vec2::splat(side));
                    let rect = rect.round_to_pixels(self.painter.pixels_per_point());
                    self.pieces.paint_figurine(self.painter, *kind, rect, self.colour);
                }
            }
            left += self.part_width(part);
        }
    }

    /// Paints the parts so that they fit into a width, smaller if they must be.
    pub fn paint_within(&self, at: Pos2, parts: &[Part], width: f32) {
        let shrink = (width / self.width(parts)).min(1.0);
        MovePainter { size: (self.size * shrink).max(7.0), ..*self }.paint(at, parts);
    }

    fn part_width(&self, part: &Part) -> f32 {
        match part {
            Part::Words(words) => {
                let galley = self.painter.layout_no_wrap(words.clone(), self.font(), self.colour);
                galley.size().x
            }
            // Pieces do not fill the width of their pictures.
            Part::Figurine(_) => 0.92 * self.figurine(),
        }
    }

    fn figurine(&self) -> f32 {
        (1.3 * self.size).round()
    }

    fn font(&self) -> FontId {
        FontId { size: self.size, ..text::strong_font() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    fn parts(words: &str, notation: Notation, language: &str) -> Vec<Part> {
        let rules = notation::ruleset::shipped("xxl").expect("it ships");
        let texts = Language::find(language).expect("it ships").texts();
        MoveText { rules, notation, texts }.parts(words)
    }

    fn words(words: &str) -> Part {
        Part::Words(words.to_owned())
    }

    #[test]
    fn letters_of_pieces_become_figurines() {
        let rules = notation::ruleset::shipped("xxl").expect("it ships");
        let figurine = |letter| Part::Figurine(rules.piece_type(letter).expect("a piece"));
        let check = |text, expected: &[Part]| {
            assert_eq!(parts(text, Notation::Figurines, "de"), expected, "{text}");
        };
        check("e4", &[words("e4")]);
        check("Nf3+", &[figurine('n'), words("f3+")]);
        check("O-O-O", &[words("O-O-O")]);
        check("bxa8=Q#", &[words("bxa8="), figurine('q'), words("#")]);
        check(
            "1. O-O Hc6 2. Ed4",
            &[words("1. O-O "), figurine('h'), words("c6 2. "), figurine('e'), words("d4")],
        );
    }

    #[test]
    fn letters_can_be_those_of_the_language() {
        assert_eq!(parts("Nxf3+", Notation::Letters, "de"), [words("Nxf3+")]);
        assert_eq!(parts("Nxf3+", Notation::Language, "de"), [words("Sxf3+")]);
        assert_eq!(parts("Nxf3+", Notation::Language, "en"), [words("Nxf3+")]);
        assert_eq!(parts("1. O-O b8=Q", Notation::Language, "de"), [words("1. O-O b8=D")]);
    }

    #[test]
    fn those_who_hear_a_move_hear_letters() {
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let texts = Language::find("de").expect("it ships").texts();
        let text = MoveText { rules, notation: Notation::Figurines, texts };
        assert_eq!(text.plain("Qxe5"), "Dxe5");
    }

    #[test]
    fn no_two_pieces_have_one_letter() {
        for language in Language::all() {
            for id in notation::ruleset::all_ids() {
                let rules = notation::ruleset::shipped(id).expect("it ships");
                let text = MoveText {
                    rules: Arc::clone(&rules),
                    notation: Notation::Language,
                    texts: language.texts(),
                };
                let mut letters: Vec<char> =
                    rules.piece_types().map(|kind| text.letter(kind)).collect();
                letters.sort_unstable();
                let count = letters.len();
                letters.dedup();
                assert_eq!(letters.len(), count, "{language:?} {id}");
            }
        }
    }
}
