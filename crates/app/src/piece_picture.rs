//! A picture of how a piece moves, made from the movement itself.

use std::sync::Arc;

use board_ui::pieces::{Atlas, Look, PieceSet};
use board_ui::{BoardStyle, MiniBoard, PieceNames, Placement, TargetShape, Targets};
use egui::{Color32, Rect, Ui};
use rules::{BoardSize, Colour, Piece, PieceSpec, PieceType, Purpose, Ray, Rules, Square};

use crate::picture::{board_style, piece_names, piece_set};
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
    let mut targets = Targets::EMPTY;
    for ray in spec.movement.rays() {
        let mut square = centre;
        for _ in 0..ray.range {
            let next = size.offset(square, ray.files.into(), ray.ranks.into());
            let Some(next) = next else { break };
            square = next;
            match ray.purpose {
                Purpose::CaptureOnly => targets.captures.insert(square),
                _ => targets.moves.insert(square),
            }
        }
    }
    let pieces = [(centre, Piece::new(kind, Colour::White))].into_iter().collect();
    Some(Diagram { size, centre, pieces, targets })
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
    names: PieceNames,
    style: BoardStyle,
}

impl PiecePictures {
    /// Pictures of the pieces of a rule set.
    pub fn new(rules: &Arc<Rules>) -> PiecePictures {
        let look = Look::new(PieceSet::default(), Arc::clone(rules));
        PiecePictures {
            atlas: Atlas::new(look),
            names: piece_names(rules),
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
        if !Arc::ptr_eq(&self.atlas.look().rules, rules) {
            self.names = piece_names(rules);
        }
        let look = Look::new(piece_set(settings, theme), Arc::clone(rules));
        self.atlas.prepare(ui.ctx(), &look, (side / 7.0).floor());
        self.style = board_style(settings, theme);
        self.style.targets = TargetShape::Dots;
        // These dots are what the picture is about.
        let colours = &mut self.style.colours;
        (colours.dots, colours.rings) = (stronger(colours.dots), stronger(colours.rings));
    }

    /// Paints a board with the piece and all the squares that it can go to.
    pub fn paint(&self, ui: &Ui, rect: Rect, kind: PieceType) {
        let spec = self.atlas.look().rules.piece_spec(kind);
        let Some(diagram) = diagram(kind, spec) else { return };
        let board = MiniBoard {
            selected: Some(diagram.centre),
            targets: diagram.targets,
            ..MiniBoard::new(diagram.size, &diagram.pieces, &self.names, &self.style)
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
}
