//! The pictures of the pieces: drawn ones, generated ones, and the texture that holds them.

mod atlas;
mod classic;
mod discs;
mod drawing;
mod icon;
mod letters;
mod marks;
mod medallion;
mod palette;
mod shape;

pub use atlas::{Atlas, PictureFault, PieceSprite, PieceStyle};
pub use classic::{MEDALLION, names as drawing_names};
pub use drawing::{MOST_PIXELS, SpriteError};
pub use icon::icon;

use rules::{Colour, Piece, PieceSpec, Rules};

/// A way of drawing all pieces of every rule set.
#[derive(Clone, Copy, Debug)]
pub struct PieceSet {
    /// The short name used in settings and themes.
    pub id: &'static str,
    /// The name shown to people.
    pub name: &'static str,
    draw: fn(&Subject) -> String,
}

impl PieceSet {
    /// Silhouettes in the tradition of printed chess, with a medallion for unknown pieces.
    pub const CLASSIC: PieceSet = PieceSet { id: "classic", name: "Classic", draw: classic::draw };
    /// The same, with the symbols that players of fairy chess know.
    pub const FAIRY: PieceSet =
        PieceSet { id: "fairy", name: "Fairy symbols", draw: classic::draw_fairy };
    /// Letters on discs, with marks that show how the piece moves.
    pub const DISCS: PieceSet = PieceSet { id: "discs", name: "Letters", draw: discs::draw };

    /// All sets, the usual one first.
    pub const ALL: [PieceSet; 3] = [PieceSet::CLASSIC, PieceSet::FAIRY, PieceSet::DISCS];

    /// The set with this short name.
    pub fn by_id(id: &str) -> Option<PieceSet> {
        PieceSet::ALL.into_iter().find(|set| set.id == id)
    }
}

impl Default for PieceSet {
    fn default() -> PieceSet {
        PieceSet::CLASSIC
    }
}

impl PartialEq for PieceSet {
    fn eq(&self, other: &PieceSet) -> bool {
        self.id == other.id
    }
}

impl Eq for PieceSet {}

/// How pieces are filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finish {
    /// With the colours of their sides.
    #[default]
    Coloured,
    /// In white with cut-outs, so that a tint gives them any colour: figurines in texts and lists.
    Stencil,
}

/// What is to be drawn, and for whom.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    /// The rule set that the piece belongs to.
    pub rules: &'a Rules,
    /// Its type and colour select the drawing.
    pub piece: Piece,
    /// The side that sits at the bottom of the board: its pieces go up the screen.
    pub bottom: Colour,
    /// How the piece is filled.
    pub finish: Finish,
}

impl Subject<'_> {
    /// What the rule set says about the piece.
    fn spec(&self) -> &PieceSpec {
        self.rules.piece_spec(self.piece.kind())
    }

    /// The colours of the drawing.
    fn style_sheet(&self) -> &'static str {
        palette::style_sheet(self.finish, self.piece.colour())
    }

    /// Does the piece go down the screen?
    fn is_turned(&self) -> bool {
        self.piece.colour() != self.bottom
    }
}

/// The picture of a piece as an SVG document that stands on its own.
pub(crate) fn svg_for(set: PieceSet, subject: &Subject) -> String {
    (set.draw)(subject)
}

#[cfg(test)]
mod tests;
