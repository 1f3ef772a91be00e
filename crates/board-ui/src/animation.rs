//! Pieces on their way: how long they take, where they are, and what stays until they arrive.

use rules::{Piece, Square, SquareSet};

use crate::geometry::BoardPoint;
use crate::placement::Placement;

/// The tile that speeds are given for, in pixels.
const REFERENCE_TILE: f32 = 48.0;
/// The frames of a second that speeds are given for.
const REFERENCE_FRAMES: f32 = 60.0;
/// How long a piece takes to appear or to vanish, in seconds.
const FADE: f64 = 0.12;
/// How long a piece takes back to its square after a drop that was not a move, in seconds.
const RETURN: f64 = 0.12;
/// Positions that differ on more squares are not a move apart: nothing glides between them.
const MOST_CHANGES: u32 = 8;
/// Less than this is left of a glide: it is over. Sums of frame times are not exact.
const TOLERANCE: f64 = 1e-4;

/// How pieces glide: in a straight line and at constant speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glide {
    /// Pixels in a frame, at 60 frames a second and tiles of 48 pixels.
    pub pixels_per_frame: f32,
    /// No glide takes longer.
    pub max_seconds: f32,
}

impl Glide {
    /// How long a glide over a distance in tiles takes, in seconds.
    ///
    /// A speed that is not above 0 means that pieces jump.
    pub fn seconds(&self, tiles: f32) -> f32 {
        if self.pixels_per_frame <= 0.0 || !self.pixels_per_frame.is_finite() {
            return 0.0;
        }
        let frames = tiles * REFERENCE_TILE / self.pixels_per_frame;
        (frames / REFERENCE_FRAMES).min(self.max_seconds.max(0.0))
    }
}

impl Default for Glide {
    fn default() -> Glide {
        Glide { pixels_per_frame: 6.0, max_seconds: 1.0 }
    }
}

/// A piece on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Motion {
    piece: Piece,
    from: BoardPoint,
    to: Square,
    start: f64,
    seconds: f64,
}

impl Motion {
    fn place(&self, now: f64) -> BoardPoint {
        let part = ((now - self.start) / self.seconds.max(1e-9)).clamp(0.0, 1.0);
        self.from.towards(self.to.into(), part as f32)
    }

    fn end(&self) -> f64 {
        self.start + self.seconds
    }
}

/// A captured or vanished piece that fades out.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FadingPiece {
    piece: Piece,
    square: Square,
    fades_from: f64,
}

/// A piece that has just come into sight.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arrival {
    square: Square,
    start: f64,
}

/// A piece as it is to be painted now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ShownPiece {
    pub piece: Piece,
    pub place: BoardPoint,
    pub opacity: f32,
}

/// Finds out what moved between two frames and shows it moving.
#[derive(Clone, Debug, Default)]
pub(crate) struct Animator {
    shown: Option<Placement>,
    last_move: Option<(Square, Square)>,
    motions: Vec<Motion>,
    fading_pieces: Vec<FadingPiece>,
    arrivals: Vec<Arrival>,
    in_hand: Option<(Square, Square)>,
}

impl Animator {
    /// The piece has been carried there by hand: it need not glide.
    pub fn carried(&mut self, from: Square, to: Square) {
        self.in_hand = Some((from, to));
    }

    /// A piece that was let go somewhere returns to its square.
    pub fn return_home(&mut self, piece: Piece, from: BoardPoint, to: Square, now: f64) {
        self.motions.retain(|motion| motion.to != to);
        self.motions.push(Motion { piece, from, to, start: now, seconds: RETURN });
    }

    /// Ends every motion at once.
    pub fn finish(&mut self) {
        self.motions.clear();
        self.fading_pieces.clear();
        self.arrivals.clear();
    }

    /// Takes note of what is on the board now and begins the motions that lead there.
    pub fn update(
        &mut self,
        pieces: &Placement,
        last_move: Option<(Square, Square)>,
        glide: Option<Glide>,
        now: f64,
    ) {
        self.motions.retain(|motion| motion.end() - TOLERANCE > now);
        self.fading_pieces.retain(|fading_piece| fading_piece.fades_from + FADE - TOLERANCE > now);
        self.arrivals.retain(|arrival| arrival.start + FADE - TOLERANCE > now);
        let changed = self.shown.as_ref().map(|shown| shown.differences(pieces));
        if changed.is_some_and(|changed| changed.is_empty()) {
            self.last_move = last_move;
            return;
        }
        if let (Some(old), Some(changed), Some(glide)) = (self.shown.take(), changed, glide) {
            self.begin(&Change { old: &old, new: pieces, squares: changed }, last_move, glide, now);
        } else {
            self.finish();
        }
        self.in_hand = None;
        self.last_move = last_move;
        self.shown = Some(pieces.clone());
    }

    /// Is anything on its way?
    pub fn is_moving(&self) -> bool {
        !(self.motions.is_empty() && self.fading_pieces.is_empty() && self.arrivals.is_empty())
    }

    /// The squares whose piece is not yet there, because it is on its way.
    pub fn underway(&self) -> SquareSet {
        self.motions.iter().map(|motion| motion.to).collect()
    }

    /// How opaque the piece that stands on a square is.
    pub fn opacity(&self, square: Square, now: f64) -> f32 {
        let arrival = self.arrivals.iter().find(|arrival| arrival.square == square);
        arrival.map_or(1.0, |arrival| ((now - arrival.start) / FADE).clamp(0.0, 1.0) as f32)
    }

    /// Pieces that are no longer there; they lie under all others.
    pub fn fading_pieces(&self, now: f64) -> impl Iterator<Item = ShownPiece> + '_ {
        self.fading_pieces.iter().map(move |fading_piece| ShownPiece {
            piece: fading_piece.piece,
            place: fading_piece.square.into(),
            opacity: 1.0 - ((now - fading_piece.fades_from) / FADE).clamp(0.0, 1.0) as f32,
        })
    }

    /// Pieces on their way; they pass over all others.
    pub fn travellers(&self, now: f64) -> impl Iterator<Item = ShownPiece> + '_ {
        self.motions.iter().map(move |motion| ShownPiece {
            piece: motion.piece,
            place: motion.place(now),
            opacity: 1.0,
        })
    }

    fn begin(
        &mut self,
        change: &Change<'_>,
        last_move: Option<(Square, Square)>,
        glide: Glide,
        now: f64,
    ) {
        if change.squares.len() > MOST_CHANGES {
            self.finish();
            return;
        }
        let pairs = change.pairs(last_move, self.last_move);
        let motions = pairs.iter().filter(|pair| Some(**pair) != self.in_hand).filter_map(|pair| {
            let (from, to) = *pair;
            let piece = change.old.get(from)?;
            let start = self.motions.iter().find(|m| m.to == from && m.piece == piece);
            let place = start.map_or(from.into(), |motion| motion.place(now));
            let seconds = f64::from(glide.seconds(place.distance(to.into())));
            (seconds > 0.0).then_some(Motion { piece, from: place, to, start: now, seconds })
        });
        let motions: Vec<Motion> = motions.collect();
        self.motions.retain(|motion| !change.squares.contains(motion.to));
        self.fading_pieces.clear();
        self.arrivals.clear();

        let left = |square: Square| pairs.iter().any(|(from, _)| *from == square);
        let reached = |square: Square| pairs.iter().any(|(_, to)| *to == square);
        let longest = motions.iter().map(Motion::end).fold(now, f64::max);
        for square in change.squares {
            if let Some(piece) = change.old.get(square).filter(|_| !left(square)) {
                let over = motions.iter().find(|m| m.to == square).map_or(longest, Motion::end);
                self.fading_pieces.push(FadingPiece { piece, square, fades_from: over });
            }
            let appears = change.new.get(square).is_some() && !reached(square);
            if appears && change.old.get(square).is_none() {
                self.arrivals.push(Arrival { square, start: now });
            }
        }
        self.motions.extend(motions);
    }
}

/// Two placements of pieces and the squares on which they differ.
struct Change<'a> {
    old: &'a Placement,
    new: &'a Placement,
    squares: SquareSet,
}

impl Change<'_> {
    /// Which piece went where: first as the last move says, forward or taken back, then each
    /// piece that came from the nearest square that one of its kind has left.
    fn pairs(
        &self,
        last_move: Option<(Square, Square)>,
        previous: Option<(Square, Square)>,
    ) -> Vec<(Square, Square)> {
        let mut pairs = Vec::new();
        let forward = last_move.filter(|_| last_move != previous);
        let backward = previous.filter(|_| last_move != previous).map(|(from, to)| (to, from));
        if let Some(pair) = forward.into_iter().chain(backward).find(|pair| self.explains(*pair)) {
            pairs.push(pair);
        }
        for to in self.squares {
            let Some(piece) = self.new.get(to) else { continue };
            if pairs.iter().any(|(_, taken)| *taken == to) {
                continue;
            }
            let origins = self.squares.iter().filter(|from| {
                self.old.get(*from) == Some(piece) && !pairs.iter().any(|(used, _)| used == from)
            });
            let distance = |from: &Square| BoardPoint::from(*from).distance(to.into());
            if let Some(from) = origins.min_by(|a, b| distance(a).total_cmp(&distance(b))) {
                pairs.push((from, to));
            }
        }
        pairs
    }

    /// Did a piece go this way? It may have become another of its colour.
    fn explains(&self, (from, to): (Square, Square)) -> bool {
        let left = self.old.get(from).filter(|_| self.squares.contains(from));
        let came = self.new.get(to).filter(|_| self.squares.contains(to));
        matches!((left, came), (Some(left), Some(came)) if left.colour() == came.colour())
            && self.new.get(from) != left
    }
}

#[cfg(test)]
mod tests;
