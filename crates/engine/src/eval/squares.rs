//! What a piece's square is worth, for any piece on any board.

use rules::{Colour, Piece, PieceType, Role, Rules, Square};

use super::material::{Material, is_decisive};
use super::tapered::Tapered;
use super::weights::Weights;

/// The worth of each piece on each square, material included; Black's is negative.
pub(crate) type PieceSquares = Vec<[Tapered; 256]>;

/// Builds the table of a rule set.
pub(crate) fn piece_squares(rules: &Rules, material: &Material, weights: &Weights) -> PieceSquares {
    let mut table = vec![[Tapered::ZERO; 256]; 2 * rules.piece_types().len()];
    for kind in rules.piece_types() {
        for square in rules.size().squares() {
            let value = material.values[kind.index()];
            let bonus = square_bonus(rules, material, weights, kind, square);
            let flipped = flip(rules, square);
            let white = Piece::new(kind, Colour::White).index();
            let black = Piece::new(kind, Colour::Black).index();
            table[white][square.index()] = value + bonus;
            table[black][flipped.index()] = -(value + bonus);
        }
    }
    table
}

/// The square that is to Black what this one is to White.
pub(crate) fn flip(rules: &Rules, square: Square) -> Square {
    Square::new(square.file(), rules.size().ranks() - 1 - square.rank())
}

/// How central a square is: 1 in the middle, 0 in the corners.
pub(crate) fn centrality(rules: &Rules, square: Square) -> f64 {
    let off = |place: u8, count: u8| {
        let middle = f64::from(count - 1) / 2.0;
        (f64::from(place) - middle).abs() / middle
    };
    let size = rules.size();
    1.0 - (off(square.file(), size.files()) + off(square.rank(), size.ranks())) / 2.0
}

/// A pawn's way to promotion: how many steps it has made and has to make from its first square.
fn pawn_way(rules: &Rules, square: Square) -> (f64, f64) {
    let spec = rules.spec();
    let first = spec.double_step.unwrap_or(2);
    let last = spec.promotion.as_ref().map_or(spec.size.ranks(), |promotion| promotion.rank);
    let made = f64::from(square.rank()) + 1.0 - f64::from(first);
    let all = (f64::from(last) - f64::from(first)).max(1.0);
    (made.clamp(0.0, all), all)
}

/// What a square adds to a white piece's worth.
fn square_bonus(
    rules: &Rules,
    material: &Material,
    weights: &Weights,
    kind: PieceType,
    square: Square,
) -> Tapered {
    let spec = rules.piece_spec(kind);
    if spec.role == Role::Pawn {
        return pawn_bonus(rules, weights, square);
    }
    let centre = centrality(rules, square) - 0.5;
    if is_decisive(rules, kind) {
        let rank = f64::from(square.rank().min(4));
        return scaled(weights.king_centre, centre * 2.0) + scaled(weights.king_rank, rank);
    }
    // Pieces that the edge robs of most of their moves care most about the centre.
    let reach = material.reach(rules, &spec.movement, square);
    let average = material.mobility[kind.index()].max(0.1);
    let relative = (reach - average) / average;
    scaled(weights.centre, centre * 2.0 + relative)
}

fn pawn_bonus(rules: &Rules, weights: &Weights, square: Square) -> Tapered {
    if rules.spec().promotion.is_none() {
        return Tapered::ZERO;
    }
    let (made, all) = pawn_way(rules, square);
    let progress = made / all;
    let files = f64::from(rules.size().files());
    let off_centre = (f64::from(square.file()) - (files - 1.0) / 2.0).abs() / (files / 2.0);
    // Full at a third of the way, nothing at the start, less again further on.
    let forward = (progress * 3.0).min(1.0);
    scaled(weights.pawn_progress, progress * progress)
        + scaled(weights.pawn_centre, forward * (1.0 - 2.0 * off_centre).max(-0.5))
}

fn scaled(weight: Tapered, by: f64) -> Tapered {
    let part = |weight: i32| (f64::from(weight) * by).round() as i32;
    Tapered::new(part(weight.middle()), part(weight.end()))
}
