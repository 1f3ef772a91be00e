//! What pieces do from where they stand: how far they reach, whom they attack, and whose king.

use rules::{Colour, KingZone, Piece, PieceType, Position, Rules, Square, SquareSet};

use super::king::{KingAttack, Shelters};
use super::material::{self, Material};
use super::tapered::Tapered;
use super::weights::Weights;

/// No piece is given credit for more squares than this.
const MOST_MOBILITY: usize = 96;

/// The evaluation terms of one piece type.
struct PieceTerms {
    /// By how many squares it can go to.
    mobility: [Tapered; MOST_MOBILITY],
    /// What its attack on each kind of piece is worth.
    threats: [Tapered; PieceType::MAX],
    /// What its attack on a square beside the enemy's king counts.
    king_attack: i32,
    /// What it is worth to have such pieces on both shades, where each keeps to its own.
    pair: Option<Tapered>,
}

/// What is asked of pieces, by their kind and by where the kings are.
pub(super) struct Activity {
    piece_terms: Vec<PieceTerms>,
    surroundings: Vec<KingZone>,
    shelters: Shelters,
    weights: Weights,
}

impl Activity {
    pub(super) fn new(rules: &Rules, material: &Material, weights: &Weights) -> Activity {
        let terms = |kind: PieceType| PieceTerms {
            mobility: mobility(material, kind, weights),
            threats: std::array::from_fn(|victim| threat(material, kind, victim, weights)),
            king_attack: king_attack(material, kind, weights),
            pair: material.is_shade_bound[kind.index()].then(|| pair(material, kind, weights)),
        };
        Activity {
            piece_terms: rules.piece_types().map(terms).collect(),
            surroundings: (0..=255).map(|n| KingZone::new(Square::from_index(n))).collect(),
            shelters: Shelters::new(weights),
            weights: weights.clone(),
        }
    }

    /// What the pieces of both sides do, seen from White.
    pub(super) fn of_both(&self, position: &Position) -> Tapered {
        if position.rules().is_small() {
            self.compare::<true>(position)
        } else {
            self.compare::<false>(position)
        }
    }

    #[inline(always)]
    fn compare<const SMALL: bool>(&self, position: &Position) -> Tapered {
        let pawn_attacks = Colour::BOTH.map(|colour| position.pawn_attacks(colour).clip::<SMALL>());
        self.of_side::<true, SMALL>(position, &pawn_attacks)
            - self.of_side::<false, SMALL>(position, &pawn_attacks)
    }

    /// What a side's pieces do.
    fn of_side<const WHITE: bool, const SMALL: bool>(
        &self,
        position: &Position,
        pawn_attacks: &[SquareSet; 2],
    ) -> Tapered {
        let colour = if WHITE { Colour::White } else { Colour::Black };
        let own = position.of(colour).clip::<SMALL>();
        let mut pieces = own.without(position.pawns(colour));
        let mut score = Tapered::ZERO;
        if let Some(king) = position.king(colour) {
            pieces.remove(king);
            score += self.shelters.worth::<SMALL>(king, colour, position.pawns(colour));
        }
        let besieged = position.king(!colour);
        let besieged = besieged.map_or(&KingZone::NONE, |king| &self.surroundings[king.index()]);
        let not_counted = own | pawn_attacks[(!colour).index()];
        let mut attack = KingAttack::default();
        let mut shades = [0_u8; PieceType::MAX];
        pieces.for_each::<SMALL>(|square| {
            let Some(piece) = position.piece_at(square) else { return };
            let kind = piece.kind();
            let terms = &self.piece_terms[kind.index()];
            let piece = Piece::new(kind, colour);
            let survey =
                position.mobility_info::<SMALL>(square, piece, not_counted, besieged, |victim| {
                    let victim = position.piece_at(victim).map_or(0, |piece| piece.kind().index());
                    score += terms.threats[victim];
                });
            score += terms.mobility[(survey.mobility as usize).min(MOST_MOBILITY - 1)];
            attack.add(survey.near_king, terms.king_attack);
            if let Some(pair) = terms.pair {
                shades[kind.index()] |= 1 << u8::from(square.is_dark());
                if shades[kind.index()] == 3 {
                    score += pair;
                    shades[kind.index()] = 4;
                }
            }
        });
        let enemies = position.of(!colour).without(position.pawns(!colour)).clip::<SMALL>();
        let pawn_hits = pawn_attacks[colour.index()] & enemies;
        score += self.weights.pawn_threat * pawn_hits.len() as i32;
        score + attack.worth(&self.weights)
    }
}

fn mobility(material: &Material, kind: PieceType, weights: &Weights) -> [Tapered; MOST_MOBILITY] {
    let average = material.mobility[kind.index()].sqrt();
    let part = |weight: i32, count: usize| {
        (f64::from(weight) * ((count as f64).sqrt() - average)).round() as i32
    };
    let weight = weights.mobility;
    std::array::from_fn(|count| {
        Tapered::new(part(weight.middle(), count), part(weight.end(), count))
    })
}

/// An attack of a piece on another that has to give way, or that may.
fn threat(material: &Material, attacker: PieceType, victim: usize, weights: &Weights) -> Tapered {
    match material.worth[victim] {
        material::KING_WORTH => Tapered::ZERO,
        worth if worth > material.worth[attacker.index()] + 100 => weights.lesser_threat,
        _ => weights.hit,
    }
}

fn king_attack(material: &Material, kind: PieceType, weights: &Weights) -> i32 {
    let rook = (weights.rook.middle() + weights.rook.end()) / 2;
    material.worth[kind.index()].min(3 * rook) * weights.king_attack / rook.max(1)
}

fn pair(material: &Material, kind: PieceType, weights: &Weights) -> Tapered {
    let (value, percent) = (material.values[kind.index()], weights.pair_percent);
    Tapered::new(value.middle() * percent.middle() / 100, value.end() * percent.end() / 100)
}
