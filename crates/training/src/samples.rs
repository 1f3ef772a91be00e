//! Quiet positions of games in the form that trainers read: active features, score and result.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::Arc;

use engine::Evaluator;
use engine::nnue::{
    Description, FeatureSet, KING_BUCKETS, OUTPUT_BUCKETS, PIECE_INPUTS, PLACE_INPUTS,
    SQUARE_INPUTS, fingerprint,
};
use rules::{Colour, Position, Rules};

use crate::game_file::{GameFileError, GameMove, SelfPlayGame, half_points, replay};
use crate::in_parallel;
use crate::variations::Variations;

/// The first bytes of a file of samples.
pub const MAGIC: [u8; 4] = *b"XXLS";
/// The version of the format.
pub const VERSION: u32 = 2;
/// Stands where a position has fewer pieces than there is room for.
pub const NO_FEATURE: u16 = u16::MAX;

/// Positions in which a side is further ahead teach nothing more.
const MAX_SCORE: i16 = 2500;
/// Games that a thread turns into samples at a time.
const GAMES_AT_A_TIME: usize = 64;

/// Can anything be learned from a position in which this move was played?
pub fn is_quiet(position: &Position, game_move: GameMove) -> bool {
    let GameMove { chess_move, score } = game_move;
    score.is_some_and(|score| score.abs() < MAX_SCORE)
        && chess_move.promotion().is_none()
        && !position.is_capture(chess_move)
        && !position.is_in_check(position.turn())
}

/// A position as the trainer sees it, without its features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The score of the search in hundredths of a pawn for the side to move, or
    /// [`NO_SCORE`](crate::variations::NO_SCORE).
    pub score: i16,
    /// What the hand-written evaluation says, in the same way.
    pub base: i16,
    /// 2 for a win of the side to move, 1 for a draw, 0 for a loss.
    pub result: u8,
    /// The set of output weights.
    pub output_bucket: u8,
}

/// Samples with their features, all of the same length.
#[derive(Debug)]
pub struct SampleSet {
    /// How features are numbered.
    pub features: FeatureSet,
    fingerprint: u64,
    samples: Vec<Sample>,
    /// For each sample the features that the side to move sees, then those that the other sees,
    /// each filled up with [`NO_FEATURE`].
    active: Vec<u16>,
}

impl SampleSet {
    /// No samples yet.
    pub fn new(rules: &Rules) -> SampleSet {
        SampleSet {
            features: FeatureSet::new(rules, KING_BUCKETS),
            fingerprint: fingerprint(rules),
            samples: Vec::new(),
            active: Vec::new(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The fingerprint of the rules.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// A sample, and its features as the side to move and as the other side sees them.
    pub fn get(&self, index: usize) -> (Sample, [&[u16]; 2]) {
        let slots = self.features.start_pieces();
        let (own, other) = self.active[2 * slots * index..2 * slots * (index + 1)].split_at(slots);
        let cut = |features: &'_ [u16]| features.iter().take_while(|f| **f != NO_FEATURE).count();
        (self.samples[index], [&own[..cut(own)], &other[..cut(other)]])
    }

    /// Adds the position.
    pub(crate) fn push(
        &mut self,
        position: &Position,
        score: i16,
        base: i32,
        winner: Option<Colour>,
    ) {
        let turn = position.turn();
        let slots = self.features.start_pieces();
        for viewer in [turn, !turn] {
            let end = self.active.len() + slots;
            let active = self.features.active(position, viewer).take(slots);
            self.active.extend(active.map(|feature| feature as u16));
            self.active.resize(end, NO_FEATURE);
        }
        let result = half_points(winner, turn);
        let output_bucket = self.features.output_bucket(position.pieces().count()) as u8;
        let base = base.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        self.samples.push(Sample { score, base, result, output_bucket });
    }

    /// Adds the quiet positions of all games, or variations of them, on several threads; each
    /// position once.
    pub fn add(
        &mut self,
        rules: &Arc<Rules>,
        games: impl IntoIterator<Item = io::Result<SelfPlayGame>>,
        variations: Option<Variations>,
        threads: usize,
        seen: &mut HashSet<u64>,
    ) -> Result<(), GameFileError> {
        let make = |games: Vec<SelfPlayGame>| match variations {
            Some(variations) => variations.of(rules, &games),
            None => quiet_positions(rules, &games),
        };
        let mut games = games.into_iter();
        loop {
            let mut batches = Vec::new();
            for _ in 0..threads.max(1) {
                let batch: io::Result<Vec<SelfPlayGame>> =
                    games.by_ref().take(GAMES_AT_A_TIME).collect();
                batches.push(batch?);
            }
            if batches.iter().all(Vec::is_empty) {
                return Ok(());
            }
            for part in in_parallel(batches.into_iter(), make) {
                let (hashes, part) = part?;
                self.append(&part, &hashes, seen);
            }
        }
    }

    /// Adds those samples whose positions were not seen before.
    fn append(&mut self, other: &SampleSet, hashes: &[u64], seen: &mut HashSet<u64>) {
        let width = 2 * self.features.start_pieces();
        for (index, hash) in hashes.iter().enumerate() {
            if seen.insert(*hash) {
                self.samples.push(other.samples[index]);
                self.active.extend(&other.active[width * index..width * (index + 1)]);
            }
        }
    }

    /// Writes the description of the rules and all samples for the PyTorch trainers.
    pub fn write(&self, rules: &Rules, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&self.fingerprint.to_le_bytes())?;
        out.write_all(&(self.features.per_bucket() as u32).to_le_bytes())?;
        let slots = self.features.start_pieces();
        let (files, ranks) = self.features.size();
        let buckets = self.features.king_buckets();
        let inputs = [PIECE_INPUTS, SQUARE_INPUTS, PLACE_INPUTS];
        for number in [buckets, OUTPUT_BUCKETS, slots, files, ranks].into_iter().chain(inputs) {
            out.write_all(&(number as u16).to_le_bytes())?;
        }
        let Description { pieces, squares, places } = Description::new(rules);
        for number in [pieces, squares, places].iter().flatten() {
            out.write_all(&number.to_le_bytes())?;
        }
        for (sample, active) in self.samples.iter().zip(self.active.chunks_exact(2 * slots)) {
            out.write_all(&sample.score.to_le_bytes())?;
            out.write_all(&sample.base.to_le_bytes())?;
            out.write_all(&[sample.result, sample.output_bucket])?;
            let bytes: Vec<u8> = active.iter().flat_map(|feature| feature.to_le_bytes()).collect();
            out.write_all(&bytes)?;
        }
        Ok(())
    }
}

/// The quiet positions of some games, with their hashes.
fn quiet_positions(
    rules: &Arc<Rules>,
    games: &[SelfPlayGame],
) -> Result<(Vec<u64>, SampleSet), GameFileError> {
    let (mut hashes, mut set) = (Vec::new(), SampleSet::new(rules));
    let hand_written = Evaluator::written(rules);
    for game in games {
        replay(rules, game, |position, game_move| {
            if let Some(score) = game_move.score.filter(|_| is_quiet(position, game_move)) {
                hashes.push(position.hash());
                set.push(position, score, hand_written.evaluate(position), game.winner);
            }
        })?;
    }
    Ok((hashes, set))
}
