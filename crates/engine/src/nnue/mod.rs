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

use rules::{
    Colour, Ends, Movement, Path, Piece, PieceType, Ray, Restrictions, RuleSpec, Rules, SquareSet,
    Zones,
};

use crate::hash::mix;
pub(crate) use accumulator::{AccumulatorStack, BoardChange};
pub use description::{Description, PIECE_INPUTS, PLACE_INPUTS, SQUARE_INPUTS};
pub use features::{FeatureSet, KING_BUCKETS, OUTPUT_BUCKETS, Viewpoint};
pub use network::{
    HEADER_LENGTH, LARGEST_WEIGHT, MAGIC, Network, NetworkError, NetworkOrigin, OUTPUT_SCALE,
    VERSION, WEIGHT_ONE,
};
pub use networks::missing;
#[cfg(target_arch = "wasm32")]
pub use networks::provide;
pub(crate) use networks::shipped;

/// What stands for one in an activation.
pub const ACTIVATION_ONE: i32 = simd::ACTIVATION_ONE as i32;

/// A number that tells rule sets apart in which pieces move differently, pawns promote elsewhere, or a
/// game is won otherwise.
pub fn fingerprint(rules: &Rules) -> u64 {
    let hash = fingerprint_of_pieces(rules, &feature_order(rules));
    if is_usual(rules) { hash } else { mix(hash ^ fingerprint_of_special_rules(rules)) }
}

/// The piece types in the order of a network's features: as the rules name them. Where games have
/// special rules, it is the same whatever order a file names them in.
pub(crate) fn feature_order(rules: &Rules) -> Vec<PieceType> {
    let mut order: Vec<PieceType> = rules.piece_types().collect();
    if !is_usual(rules) {
        order.sort_by_cached_key(|kind| fingerprint_of_piece(rules, *kind));
    }
    order
}

/// Are there plain pieces alone, and does mate or the capture of a king win?
fn is_usual(rules: &Rules) -> bool {
    !rules.is_extended() && rules.spec().ends == Ends::default()
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
        add(fingerprint_of_rays(&piece.movement));
    }
    hash
}

/// The order in which a piece's moves are listed means nothing.
fn fingerprint_of_rays(movement: &Movement) -> u64 {
    let numbers =
        |ray: &Ray| [ray.files as u8, ray.ranks as u8, ray.range, ray.purpose as u8].map(u64::from);
    let rays = movement.rays().iter().map(numbers);
    rays.map(|ray| ray.into_iter().fold(0, |sum, n| mix(sum ^ n))).fold(0, u64::wrapping_add)
}

/// How a piece moves, where it may stand, and where it stands at the start.
fn fingerprint_of_piece(rules: &Rules, kind: PieceType) -> u64 {
    let piece = rules.piece_spec(kind);
    let of_path = |path: &Path| {
        let bend = path.bend.map_or([0; 2], |(files, ranks)| [files as u8, ranks as u8]);
        let ray = [path.ray.files as u8, path.ray.ranks as u8, path.ray.range];
        let kinds = [path.ray.purpose as u8, path.hurdle as u8, path.initial.into()];
        let numbers = ray.into_iter().chain(kinds).chain(bend);
        numbers.fold(0, |sum, n| mix(sum ^ u64::from(n)))
    };
    let of_movement = |movement: &Movement| {
        let paths = movement.paths().iter().map(of_path).fold(0, u64::wrapping_add);
        mix(fingerprint_of_rays(movement) ^ mix(paths))
    };
    let later = piece.later.as_ref();
    let start = Colour::BOTH.map(|side| rules.spec().start.squares_of(Piece::new(kind, side)));
    let numbers = [
        piece.role as u64,
        of_movement(&piece.movement),
        later.map_or(0, |later| mix(u64::from(later.rank) ^ of_movement(&later.movement))),
        piece.becomes.map_or(0, |other| of_movement(&rules.piece_spec(other).movement)),
        piece.region.map_or(0, fingerprint_of_zones),
        fingerprint_of_zones(start),
    ];
    numbers.into_iter().fold(0, |sum, n| mix(sum ^ n))
}

fn fingerprint_of_zones(zones: Zones) -> u64 {
    let of_squares = |squares: SquareSet| {
        squares.iter().map(|square| mix(square.index() as u64)).fold(0, u64::wrapping_add)
    };
    mix(of_squares(zones[0])) ^ of_squares(zones[1])
}

/// What sets games with special rules apart besides their board: all that decides them but repetitions
/// and counts of moves.
fn fingerprint_of_special_rules(rules: &Rules) -> u64 {
    let RuleSpec { restrictions, ends, royals, promotion, fog, .. } = rules.spec();
    let of_kind = |kind: PieceType| fingerprint_of_piece(rules, kind);
    let mut hash = mix(*royals as u64 ^ mix(u64::from(*fog)));
    let mut add = |number: u64| hash = mix(hash ^ number);
    for kind in feature_order(rules) {
        add(of_kind(kind));
    }
    let Restrictions { must_capture, no_check, kings_apart, no_dead_ends } = *restrictions;
    for number in [must_capture, no_check, kings_apart, no_dead_ends] {
        add(number.into());
    }
    add(ends.stalemate as u64);
    add(ends.checkmate as u64);
    add(ends.checks.unwrap_or(0).into());
    add(ends.row.unwrap_or(0).into());
    if let Some(goal) = &ends.goal {
        add(fingerprint_of_zones(goal.zones));
        goal.kinds.iter().for_each(|kind| add(kind.map_or(0, of_kind)));
        add(goal.count.into());
        add(goal.time as u64);
    }
    if let Some(extinction) = &ends.extinction {
        add(extinction.kinds.iter().map(|kind| of_kind(*kind)).fold(0, u64::wrapping_add));
        add(u64::from(extinction.left) << 8 | u64::from(extinction.opponent));
        add(extinction.verdict as u64);
    }
    if let Some(promotion) = promotion {
        let choices = rules.promotion_choices().iter();
        add(choices.map(|kind| of_kind(*kind)).fold(promotion.rank.into(), u64::wrapping_add));
    }
    hash
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use notation::{fairy, ruleset};

    use super::*;

    fn shipped() -> impl Iterator<Item = std::sync::Arc<Rules>> {
        ruleset::variant_ids().map(|(_, id)| ruleset::shipped(id).expect("it ships"))
    }

    /// Fairy-Stockfish's own file names the pieces in another order.
    #[test]
    fn special_rules_are_recognised_whatever_order_their_pieces_have() {
        let variants = fairy::Variants::built_in();
        let mut compared = 0;
        for rules in shipped().filter(|rules| !is_usual(rules)) {
            let Ok(spec) = variants.rule_set(rules.id()) else { continue };
            let other = Rules::compile(spec).expect("it is sound");
            assert_eq!(fingerprint(&rules), fingerprint(&other), "{}", rules.id());
            compared += 1;
        }
        assert!(compared >= 5, "{compared}");
    }

    #[test]
    fn special_rules_differ() {
        let mut ids = HashMap::new();
        for rules in shipped().filter(|rules| !is_usual(rules)) {
            let id = rules.id().to_owned();
            let clash = ids.insert(fingerprint(&rules), id.clone());
            assert_eq!(clash, None, "{id}");
        }
    }
}
