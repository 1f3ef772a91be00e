//! NNUE: an evaluation that has learned from the engine's own games.
//!
//! A feature is a piece on its square, as one side sees it. The [`Network`]'s feature transformer adds
//! up a row of weights for each; these sums, one set for each side, are the accumulator, which moves
//! keep up to date. A weighted sum of both sides' clipped squares is the output.

mod accumulator;
mod description;
mod features;
mod network;
mod networks;
mod simd;
mod universal;

use rules::{Ends, PieceType, Ray, Rules};

use crate::hash::mix;
pub(crate) use accumulator::{AccumulatorStack, BoardChange};
pub use description::{Description, PIECE_INPUTS, PLACE_INPUTS, SQUARE_INPUTS};
pub use features::{FeatureSet, KING_BUCKETS, OUTPUT_BUCKETS, Viewpoint};
pub use network::{
    HEADER_LENGTH, MAGIC, Network, NetworkError, NetworkOrigin, OUTPUT_SCALE, VERSION, WEIGHT_ONE,
};
pub use networks::missing;
#[cfg(target_arch = "wasm32")]
pub use networks::provide;
pub(crate) use networks::shipped;

/// What stands for one in an activation.
pub const ACTIVATION_ONE: i32 = simd::ACTIVATION_ONE as i32;

/// A number that tells rule sets apart in which pieces move differently or pawns promote elsewhere.
pub fn fingerprint(rules: &Rules) -> u64 {
    let order: Vec<PieceType> = rules.piece_types().collect();
    let hash = fingerprint_of_pieces(rules, &order);
    let is_usual = !rules.is_extended() && rules.spec().ends == Ends::default();
    if is_usual { hash } else { mix(hash ^ mix(u64::MAX)) }
}

/// As [`fingerprint`] for a game that is won as usual, with the piece types in this order.
fn fingerprint_of_pieces(rules: &Rules, order: &[PieceType]) -> u64 {
    let promotion = rules.spec().promotion.as_ref().map_or(0, |promotion| promotion.rank);
    let mut hash = mix(u64::from(rules.check_counts()));
    let mut add = |number: u64| hash = mix(hash ^ number);
    for number in [rules.size().files(), rules.size().ranks(), promotion] {
        add(number.into());
    }
    for kind in order {
        let piece = rules.piece_spec(*kind);
        add(piece.role as u64);
        let numbers = |ray: &Ray| {
            [ray.files as u8, ray.ranks as u8, ray.range, ray.purpose as u8].map(u64::from)
        };
        // The order in which a piece's moves are listed means nothing.
        let rays = piece.movement.rays().iter().map(numbers);
        add(rays
            .map(|ray| ray.into_iter().fold(0, |sum, n| mix(sum ^ n)))
            .fold(0, u64::wrapping_add));
    }
    hash
}
