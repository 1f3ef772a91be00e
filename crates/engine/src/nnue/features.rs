//! The input features: a piece on a square, as one side sees it, for one bucket of that side's king.

use rules::{Colour, Piece, PieceType, Position, Rules, Square};

use super::feature_order;

/// Sets of feature rows by where the viewer's king stands.
pub const KING_BUCKETS: usize = 4;
/// Sets of output weights by how many pieces are left.
pub const OUTPUT_BUCKETS: usize = 8;

/// How the features of a rule set are numbered.
///
/// A side sees its own first rank at the bottom, and the board mirrored where that brings its king
/// to the right half. A feature's index is `bucket * per_bucket + plane * squares + square`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureSet {
    files: u8,
    ranks: u8,
    kinds: u8,
    king_buckets: u8,
    start_pieces: u16,
    /// The place of each piece type among the planes.
    places: [u8; PieceType::MAX],
}

/// From where a side looks at the board; features change wholly when this changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Viewpoint {
    /// Is the board seen mirrored?
    pub mirrored: bool,
    /// The bucket of the viewer's king.
    pub bucket: u8,
}

impl Viewpoint {
    /// A number below twice the number of king buckets.
    #[inline]
    pub fn index(self) -> usize {
        2 * usize::from(self.bucket) + usize::from(self.mirrored)
    }
}

impl FeatureSet {
    /// The features of a rule set with one or [`KING_BUCKETS`] buckets.
    pub fn new(rules: &Rules, king_buckets: usize) -> FeatureSet {
        let features = FeatureSet {
            files: rules.size().files(),
            ranks: rules.size().ranks(),
            kinds: rules.piece_types().len() as u8,
            king_buckets: if king_buckets > 1 { KING_BUCKETS as u8 } else { 1 },
            start_pieces: rules.spec().start.pieces().count().max(2) as u16,
            places: [0; PieceType::MAX],
        };
        features.with_order(&feature_order(rules))
    }

    /// The same with the piece types in this order, which names each of them once.
    pub(super) fn with_order(mut self, order: &[PieceType]) -> FeatureSet {
        for (kind, place) in order.iter().zip(0..) {
            self.places[kind.index()] = place;
        }
        self
    }

    /// The same with output buckets for games that begin with so many pieces.
    pub(crate) fn with_start_pieces(self, count: usize) -> FeatureSet {
        FeatureSet { start_pieces: count.max(2) as u16, ..self }
    }

    /// How many features there are in one bucket.
    pub fn per_bucket(self) -> usize {
        2 * usize::from(self.kinds) * self.squares()
    }

    /// How many features there are.
    pub fn count(self) -> usize {
        usize::from(self.king_buckets) * self.per_bucket()
    }

    /// How many buckets of kings there are.
    pub fn king_buckets(self) -> usize {
        self.king_buckets.into()
    }

    /// Files and ranks of the board.
    pub fn size(self) -> (usize, usize) {
        (self.files.into(), self.ranks.into())
    }

    /// How many pieces there are at the start.
    pub fn start_pieces(self) -> usize {
        self.start_pieces.into()
    }

    fn squares(self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// The viewpoint of a side with its king on this square.
    #[inline]
    pub fn viewpoint(self, viewer: Colour, king: Option<Square>) -> Viewpoint {
        let Some(king) = king else { return Viewpoint::default() };
        let mirrored = king.file() < self.files / 2;
        let bucket =
            if self.king_buckets > 1 { self.king_bucket(viewer, king, mirrored) } else { 0 };
        Viewpoint { mirrored, bucket }
    }

    /// On the first rank near the corner or near the middle, on the second rank, or further up.
    fn king_bucket(self, viewer: Colour, king: Square, mirrored: bool) -> u8 {
        let (file, rank) = self.seen(king, viewer, mirrored);
        let from_corner = self.files - 1 - file;
        match rank {
            0 if from_corner < self.files / 4 => 0,
            0 => 1,
            1 => 2,
            _ => 3,
        }
    }

    /// File and rank of a square as a side sees it.
    fn seen(self, square: Square, viewer: Colour, mirrored: bool) -> (u8, u8) {
        let file = if mirrored { self.files - 1 - square.file() } else { square.file() };
        let rank = match viewer {
            Colour::White => square.rank(),
            Colour::Black => self.ranks - 1 - square.rank(),
        };
        (file, rank)
    }

    /// The first feature of a piece, as a side sees it, in the first bucket.
    fn plane(self, piece: Piece, viewer: Colour) -> usize {
        let side = usize::from(piece.colour() != viewer);
        let place = usize::from(self.places[piece.kind().index()]);
        (side * usize::from(self.kinds) + place) * self.squares()
    }

    /// The number of a square as a side sees it.
    fn square(self, square: Square, viewer: Colour, mirrored: bool) -> usize {
        let (file, rank) = self.seen(square, viewer, mirrored);
        usize::from(rank) * usize::from(self.files) + usize::from(file)
    }

    /// The feature of a piece on a square.
    pub fn index(self, viewer: Colour, from: Viewpoint, piece: Piece, square: Square) -> usize {
        usize::from(from.bucket) * self.per_bucket()
            + self.plane(piece, viewer)
            + self.square(square, viewer, from.mirrored)
    }

    /// All features of a position as a side sees it.
    pub fn active(self, position: &Position, viewer: Colour) -> impl Iterator<Item = usize> {
        let from = self.viewpoint(viewer, position.king(viewer));
        position.pieces().map(move |(square, piece)| self.index(viewer, from, piece, square))
    }

    /// The set of output weights for a position with so many pieces.
    #[inline]
    pub fn output_bucket(self, pieces: usize) -> usize {
        let bucket = pieces.saturating_sub(1) * OUTPUT_BUCKETS / usize::from(self.start_pieces);
        bucket.min(OUTPUT_BUCKETS - 1)
    }
}

/// The parts of [`FeatureSet::index`], looked up instead of worked out.
pub(crate) struct FeatureTable {
    per_bucket: usize,
    planes: [[u16; Piece::COUNT]; 2],
    /// By viewer, whether the board is mirrored, and square.
    squares: [[[u16; 256]; 2]; 2],
}

impl FeatureTable {
    pub(crate) fn new(features: FeatureSet) -> FeatureTable {
        let mut table = FeatureTable {
            per_bucket: features.per_bucket(),
            planes: [[0; Piece::COUNT]; 2],
            squares: [[[0; 256]; 2]; 2],
        };
        for viewer in Colour::BOTH {
            let planes = &mut table.planes[viewer.index()];
            for kind in (0..features.kinds.into()).filter_map(PieceType::from_index) {
                for piece in Colour::BOTH.map(|colour| Piece::new(kind, colour)) {
                    planes[piece.index()] = features.plane(piece, viewer) as u16;
                }
            }
            for mirrored in [false, true] {
                let squares = &mut table.squares[viewer.index()][usize::from(mirrored)];
                for square in (0..=255).map(Square::from_index) {
                    if square.file() >= features.files || square.rank() >= features.ranks {
                        continue;
                    }
                    squares[square.index()] = features.square(square, viewer, mirrored) as u16;
                }
            }
        }
        table
    }

    #[inline(always)]
    pub(crate) fn index(
        &self,
        viewer: Colour,
        from: Viewpoint,
        piece: Piece,
        square: Square,
    ) -> usize {
        let squares = &self.squares[viewer.index()][usize::from(from.mirrored)];
        usize::from(from.bucket) * self.per_bucket
            + usize::from(self.planes[viewer.index()][piece.index()])
            + usize::from(squares[square.index()])
    }
}
