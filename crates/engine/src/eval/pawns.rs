//! Pawn structure: weak, connected and passed pawns, remembered from node to node.

use rules::{BoardSize, Colour, Position, Rules, Square, SquareSet};

use super::tapered::Tapered;
use super::weights::Weights;

/// What the pawns of a position amount to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PawnStructure {
    /// Seen from White.
    pub(crate) score: Tapered,
    /// The passed pawns of either side.
    pub(crate) passed: [SquareSet; 2],
}

/// Remembers pawn structures by their key.
pub(crate) struct PawnCache {
    entries: Vec<(u64, PawnStructure)>,
}

impl PawnCache {
    /// A cache with so many entries, a power of two.
    pub(crate) fn new(size: usize) -> PawnCache {
        debug_assert!(size.is_power_of_two());
        PawnCache { entries: vec![(0, PawnStructure::default()); size] }
    }

    /// The structure of a position's pawns, which have this key.
    #[inline]
    pub(crate) fn structure(
        &mut self,
        model: &PawnModel,
        position: &Position,
        key: u64,
    ) -> &PawnStructure {
        let index = key as usize & (self.entries.len() - 1);
        let entry = &mut self.entries[index];
        if entry.0 != key {
            *entry = (key, model.assess(position));
        }
        &entry.1
    }
}

/// How pawns of a rule set are judged.
pub(crate) struct PawnModel {
    size: BoardSize,
    /// The own rank, from 0, at which pawns promote.
    promotion: Option<u8>,
    weights: Weights,
}

/// The ranks that a side's pawns hold on each file, as that side counts them. File `n` of the
/// board is entry `n + 1`, so that every file has a neighbour on both sides.
type Files = [u16; 18];

impl PawnModel {
    pub(crate) fn new(rules: &Rules, weights: &Weights) -> PawnModel {
        let promotion = rules.spec().promotion.as_ref().map(|promotion| promotion.rank - 1);
        PawnModel { size: rules.size(), promotion, weights: weights.clone() }
    }

    /// How many steps a pawn has to go until it promotes; nothing where pawns stay pawns.
    #[inline]
    pub(crate) fn steps_left(&self, pawn: Square, colour: Colour) -> Option<usize> {
        let rank = pawn.rank_for(colour, self.size);
        self.promotion.map(|last| usize::from(last.saturating_sub(rank)))
    }

    fn assess(&self, position: &Position) -> PawnStructure {
        let mut structure = PawnStructure::default();
        for colour in Colour::BOTH {
            let own = self.files(position.pawns(colour), colour);
            let enemy = self.files(position.pawns(!colour), colour);
            for pawn in position.pawns(colour) {
                let (score, is_passed) = self.assess_pawn(pawn, colour, &own, &enemy);
                match colour {
                    Colour::White => structure.score += score,
                    Colour::Black => structure.score -= score,
                }
                if is_passed {
                    structure.passed[colour.index()].insert(pawn);
                }
            }
        }
        structure
    }

    fn files(&self, pawns: SquareSet, colour: Colour) -> Files {
        let mut files = [0; 18];
        for pawn in pawns {
            files[pawn.file() as usize + 1] |= 1 << pawn.rank_for(colour, self.size);
        }
        files
    }

    fn assess_pawn(
        &self,
        pawn: Square,
        colour: Colour,
        own: &Files,
        enemy: &Files,
    ) -> (Tapered, bool) {
        let weights = &self.weights;
        let file = pawn.file() as usize + 1;
        let rank = u32::from(pawn.rank_for(colour, self.size));
        let ahead = !((2_u16 << rank).wrapping_sub(1));
        let beside_own = own[file - 1] | own[file + 1];
        let beside_enemy = enemy[file - 1] | enemy[file + 1];
        let level = 1_u16 << rank;
        let supported = beside_own & (level | level >> 1) != 0;

        let mut score = Tapered::ZERO;
        if own[file] & ahead != 0 {
            score += weights.doubled;
        }
        if supported {
            score += weights.connected;
        } else if beside_own == 0 {
            score += weights.isolated;
        } else if beside_own & !ahead == 0 && beside_enemy & level << 2 != 0 {
            score += weights.backward;
        }

        let Some(promotion) = self.promotion else { return (score, false) };
        // Enemies beyond the promotion rank can neither stop the pawn nor take it.
        let up_to = |rank: u8| (2_u32 << rank).wrapping_sub(1) as u16;
        let in_the_way = enemy[file] & ahead & up_to(promotion);
        let guards = beside_enemy & ahead & up_to((promotion + 1).min(15));
        let is_passed = in_the_way == 0 && guards == 0 && own[file] & ahead == 0;
        if is_passed {
            let steps = usize::from(promotion).saturating_sub(rank as usize);
            score += weights.passed[steps.min(weights.passed.len() - 1)];
        }
        (score, is_passed)
    }
}
