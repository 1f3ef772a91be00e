//! A picture of how a piece moves, made from the movement itself.

use std::sync::Arc;

use board_ui::pieces::{Atlas, PieceSet, PieceStyle};
use board_ui::{BoardStyle, BoardThumbnail, PieceLetters, Placement, TargetShape, Targets};
use egui::{Color32, Rect, Ui};
use rules::{BoardSize, Colour, Move, Piece, PieceSpec, PieceType, Position, Ray, Rules, Square};

use crate::picture::{board_style, piece_letters, piece_set};
use crate::settings::Settings;
use crate::theme::Theme;

/// Files and ranks of a picture: enough for the longest leap, at most those of the largest board.
fn side_of(spec: &PieceSpec) -> u8 {
    let leap = |ray: &Ray| ray.files.unsigned_abs().max(ray.ranks.unsigned_abs());
    let longest = spec.movement.rays().iter().map(leap).max().unwrap_or(0);
    (2 * longest + 1).clamp(7, 15)
}

/// A board with one piece and all the squares that it can go to.
fn diagram(kind: PieceType, spec: &PieceSpec) -> Option<Diagram> {
    let side = side_of(spec);
    let size = BoardSize::new(side, side)?;
    let centre = Square::new(side / 2, side / 2);
    let pieces = [(centre, Piece::new(kind, Colour::White))].into_iter().collect();
    let targets = reach(spec, Colour::White, centre, size);
    Some(Diagram { size, centre, pieces, targets })
}

/// Where a piece could go from a square of an empty board, and where it could take.
pub fn reach(spec: &PieceSpec, colour: Colour, from: Square, size: BoardSize) -> Targets {
    let sign = if colour == Colour::White { 1 } else { -1 };
    let mut targets = Targets::EMPTY;
    for ray in spec.movement.rays() {
        for step in 1..=i32::from(ray.range) {
            let (files, ranks) = (i32::from(ray.files), i32::from(ray.ranks));
            let target = size.offset(from, sign * step * files, sign * step * ranks);
            let Some(target) = target else { break };
            // Whatever moves so can be shown as a move; only what merely takes needs a ring.
            let set = match ray.purpose.moves() {
                true => &mut targets.moves,
                false => &mut targets.captures,
            };
            set.insert(target);
        }
    }
    targets
}

/// Where the piece on a square can go by these moves.
pub fn legal_targets(position: &Position, moves: &[Move], from: Square) -> Targets {
    let mut targets = Targets::EMPTY;
    for chess_move in moves.iter().filter(|chess_move| chess_move.from() == from) {
        match position.is_capture(*chess_move) {
            true => targets.captures.insert(chess_move.to()),
            false => targets.moves.insert(chess_move.to()),
        }
    }
    targets
}

/// What a picture shows.
struct Diagram {
    size: BoardSize,
    centre: Square,
    pieces: Placement,
    targets: Targets,
}

/// Pictures of one size of how the pieces of a rule set move.
pub struct PiecePictures {
    atlas: Atlas,
    letters: PieceLetters,
    style: BoardStyle,
}

impl PiecePictures {
    /// Pictures of the pieces of a rule set.
    pub fn new(rules: &Arc<Rules>) -> PiecePictures {
        let piece_style = PieceStyle::new(PieceSet::default(), Arc::clone(rules));
        PiecePictures {
            atlas: Atlas::new(piece_style),
            letters: piece_letters(rules),
            style: BoardStyle::default(),
        }
    }

    /// Makes the pictures fit the rules, the look and the size; to be called in each frame.
    pub fn prepare(
        &mut self,
        ui: &Ui,
        rules: &Arc<Rules>,
        side: f32,
        settings: &Settings,
        theme: &Theme,
    ) {
        if !Arc::ptr_eq(&self.atlas.style().rules, rules) {
            self.letters = piece_letters(rules);
        }
        let piece_style = PieceStyle::new(piece_set(settings, theme), Arc::clone(rules));
        self.atlas.prepare(ui.ctx(), &piece_style, (side / 7.0).floor());
        self.style = board_style(settings, theme);
        self.style.targets = TargetShape::Dots;
        // These dots are what the picture is about.
        let colours = &mut self.style.colours;
        (colours.dots, colours.rings) = (stronger(colours.dots), stronger(colours.rings));
    }

    /// Paints a board with the piece and all the squares that it can go to.
    pub fn paint(&self, ui: &Ui, rect: Rect, kind: PieceType) {
        let spec = self.atlas.style().rules.piece_spec(kind);
        let Some(diagram) = diagram(kind, spec) else { return };
        let board = BoardThumbnail {
            selected: Some(diagram.centre),
            targets: diagram.targets,
            ..BoardThumbnail::new(diagram.size, &diagram.pieces, &self.letters, &self.style)
        };
        board.paint(ui.painter(), rect, &self.atlas);
    }
}

/// A colour that can be seen on any square.
fn stronger(colour: Color32) -> Color32 {
    let [red, green, blue, _] = colour.to_srgba_unmultiplied();
    Color32::from_rgba_unmultiplied(red, green, blue, 190)
}

#[cfg(test)]
mod tests {
    use notation::ruleset;

    use super::*;

    #[test]
    fn the_picture_shows_every_square() {
        let rules = ruleset::shipped("xxl").expect("it ships");
        let count = |name: &str| {
            let kind = rules.piece_named(name).expect("it is there");
            let targets = diagram(kind, rules.piece_spec(kind)).expect("a picture").targets;
            (targets.moves.len(), targets.captures.len())
        };
        assert_eq!(count("pawn"), (1, 2));
        assert_eq!(count("knight"), (8, 0));
        assert_eq!(count("camel"), (8, 0));
        assert_eq!(count("rook"), (12, 0));
        assert_eq!(count("amazon"), (32, 0));
    }

    #[test]
    fn a_piece_reaches_what_its_movement_says() {
        let rules = ruleset::shipped("xxl").expect("it ships");
        let size = BoardSize::new(9, 9).expect("a valid size");
        let middle = Square::new(4, 4);
        let count = |name: &str| {
            let kind = rules.piece_named(name).expect(name);
            let targets = reach(rules.piece_spec(kind), Colour::White, middle, size);
            (targets.moves.len(), targets.captures.len())
        };
        assert_eq!(count("camel"), (8, 0));
        assert_eq!(count("rook"), (16, 0));
        assert_eq!(count("general"), (16, 0));
        assert_eq!(count("pawn"), (1, 2));
        assert_eq!(count("amazon"), (16 + 16 + 8, 0));
    }
}
