//! What pieces are worth, from how far they move on the board at hand.

use rules::{Hurdle, Movement, Path, PieceType, PieceValues, Purpose, Ray, Role, Rules, Square};

use super::tapered::Tapered;
use super::weights::Weights;

/// The worth of a king whose capture decides the game: more than everything else together.
pub(crate) const KING_WORTH: i32 = 100_000;

/// What is known of each piece type without looking at a position.
pub(crate) struct Material {
    /// The worth in the middle game and in the endgame.
    pub(crate) values: [Tapered; PieceType::MAX],
    /// One number for both, for exchanges and move ordering.
    pub(crate) worth: PieceValues,
    /// How many squares the piece reaches on average.
    pub(crate) mobility: [f64; PieceType::MAX],
    /// Does it always stay on squares of one shade?
    pub(crate) is_shade_bound: [bool; PieceType::MAX],
    /// The chance that a square is empty in the middle of a game.
    emptiness: f64,
}

impl Material {
    pub(crate) fn new(rules: &Rules, weights: &Weights) -> Material {
        let squares = rules.size().squares().count() as f64;
        let pieces = rules.spec().start.pieces().count() as f64;
        let emptiness = (1.0 - pieces / squares * 0.65).clamp(0.5, 0.9);
        let mut material = Material {
            values: [Tapered::ZERO; PieceType::MAX],
            worth: [0; PieceType::MAX],
            mobility: [0.0; PieceType::MAX],
            is_shade_bound: [false; PieceType::MAX],
            emptiness,
        };
        let yardstick = material.average(rules, &rook());
        for kind in rules.piece_types() {
            let movement = &rules.piece_spec(kind).movement;
            let mobility = material.average(rules, movement);
            let value = value(rules, kind, mobility / yardstick, weights);
            material.mobility[kind.index()] = mobility;
            material.values[kind.index()] = value;
            material.worth[kind.index()] = (value.middle() + value.end()) / 2;
            material.is_shade_bound[kind.index()] = movement
                .rays()
                .iter()
                .all(|ray| (i32::from(ray.files) + i32::from(ray.ranks)) % 2 == 0);
            if is_decisive(rules, kind) {
                material.worth[kind.index()] = KING_WORTH;
            }
        }
        material
    }

    /// How many squares a piece reaches from a square in the middle of a game.
    pub(crate) fn reach(&self, rules: &Rules, movement: &Movement, from: Square) -> f64 {
        let size = rules.size();
        let along = |ray: &Ray| {
            let step = |s: &Square| size.offset(*s, ray.files.into(), ray.ranks.into());
            let squares = std::iter::successors(step(&from), step).take(ray.range.into());
            let chance = |n: usize| self.emptiness.powi(n as i32);
            let useful = match ray.purpose {
                Purpose::Both => 1.0,
                Purpose::MoveOnly => 0.6,
                Purpose::CaptureOnly => 0.4,
            };
            squares.enumerate().map(|(n, _)| chance(n)).sum::<f64>() * useful
        };
        let rays: f64 = movement.rays().iter().map(along).sum();
        let of_path = |path: &Path| match path.hurdle {
            _ if path.initial => 0.0,
            // Something has to stand on the way, or must not.
            Hurdle::Hop | Hurdle::Jump => along(&path.ray) * 0.5,
            Hurdle::Lame => along(&path.ray) * self.emptiness,
            Hurdle::None if path.bend.is_some() => along(&path.ray) * self.emptiness,
            Hurdle::None => along(&path.ray),
        };
        rays + movement.paths().iter().map(of_path).sum::<f64>()
    }

    fn average(&self, rules: &Rules, movement: &Movement) -> f64 {
        let squares = rules.size().squares();
        let count = squares.clone().count() as f64;
        squares.map(|square| self.reach(rules, movement, square)).sum::<f64>() / count
    }
}

/// Does the capture or mate of this piece decide the game?
pub(crate) fn is_decisive(rules: &Rules, kind: PieceType) -> bool {
    Some(kind) == rules.royal() && (rules.check_counts() || rules.king_capture_wins())
}

fn value(rules: &Rules, kind: PieceType, in_rooks: f64, weights: &Weights) -> Tapered {
    if rules.piece_spec(kind).role == Role::Pawn {
        return weights.pawn;
    }
    if is_decisive(rules, kind) {
        return Tapered::ZERO;
    }
    // Pieces that reach less than a rook are worth even less, for they come too late; those that
    // reach more are worth even more, for they do two things at once.
    let factor = if in_rooks < 1.0 {
        in_rooks.powf(f64::from(weights.slowness_percent) / 100.0)
    } else {
        let synergy = f64::from(weights.synergy_percent) / 100.0;
        in_rooks * (1.0 + synergy * ((in_rooks - 1.0) * 3.0).min(1.0))
    };
    let scaled = |rook: i32| (f64::from(rook) * factor).round() as i32;
    Tapered::new(scaled(weights.rook.middle()), scaled(weights.rook.end()))
}

/// The piece by which all others are measured.
fn rook() -> Movement {
    let ray = |files, ranks| Ray { files, ranks, range: Ray::UNLIMITED, purpose: Purpose::Both };
    Movement::new([ray(1, 0), ray(-1, 0), ray(0, 1), ray(0, -1)])
}
