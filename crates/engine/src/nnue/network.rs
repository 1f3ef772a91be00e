//! A trained network and its file.
//!
//! The file begins with [`MAGIC`], the format's version, the rule set's fingerprint, the number of
//! features of one king bucket, then king buckets, output buckets, width, pieces at the start, whether
//! it is a correction, and an unused number. Weights follow: a row for each feature, the bias, two
//! rows for each output bucket, all `i16`; then an `i32` for each output bucket. Numbers are
//! little-endian.

use rules::{Colour, PieceType, Rules};

use super::features::{FeatureSet, FeatureTable, KING_BUCKETS, OUTPUT_BUCKETS};
use super::simd::{ACTIVATION_ONE, LANES, Lanes, Simd};
use super::{feature_order, fingerprint, universal};

/// The first bytes of a network's file.
pub const MAGIC: [u8; 4] = *b"XXLN";
/// The version of the format.
pub const VERSION: u32 = 2;
/// One, in an output weight.
pub const WEIGHT_ONE: i32 = 512;
/// No weight is larger than this times one: the trainers keep to it.
pub const LARGEST_WEIGHT: f32 = 2.0;
/// What an output of one means, in hundredths of a pawn.
pub const OUTPUT_SCALE: i32 = 400;
/// The length of the header in bytes.
pub const HEADER_LENGTH: usize = 32;

/// The widest accumulator that is read.
const MAX_WIDTH: usize = 2048;

/// Why a network cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// It is something else.
    WrongMagic,
    /// An earlier or a later program has written it.
    WrongVersion(u32),
    /// It was trained for other pieces or another board.
    WrongRules,
    /// Its header does not fit together.
    WrongShape,
    /// It has fewer or more bytes than its header says.
    WrongLength {
        /// How long the header says that it is.
        expected: usize,
        /// How long it is.
        found: usize,
    },
    /// Its output weights are so large that sums could overflow.
    LargeWeights,
}

impl std::fmt::Display for NetworkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NetworkError::WrongMagic => f.write_str("it is no network"),
            NetworkError::WrongVersion(found) => {
                write!(f, "it has version {found} of the format; expected {VERSION}")
            }
            NetworkError::WrongRules => f.write_str("it was trained for other rules"),
            NetworkError::WrongShape => f.write_str("its header does not fit together"),
            NetworkError::WrongLength { expected, found } => {
                write!(f, "it has {found} bytes; expected {expected}")
            }
            NetworkError::LargeWeights => f.write_str("its output weights are too large"),
        }
    }
}

impl std::error::Error for NetworkError {}

/// What a network was trained for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkOrigin {
    /// The rule set that it serves.
    OwnRules,
    /// Many rule sets; its rows are made for the one that it serves.
    Universal,
}

/// Feature transformer and output weights of a trained network.
pub struct Network {
    pub(super) features: FeatureSet,
    pub(super) table: FeatureTable,
    pub(super) simd: Simd,
    /// Lines of an accumulator.
    pub(super) width: usize,
    is_correction: bool,
    origin: NetworkOrigin,
    rows: Vec<Lanes>,
    pub(super) bias: Vec<Lanes>,
    /// For each output bucket the weights of the side to move, then those of the other.
    outputs: Vec<Lanes>,
    output_bias: [i32; OUTPUT_BUCKETS],
}

impl Network {
    /// Reads a network that was trained for these rules, or the universal one, which serves all.
    pub fn read(rules: &Rules, bytes: &[u8]) -> Result<Network, NetworkError> {
        let header = bytes.first_chunk::<HEADER_LENGTH>().ok_or(NetworkError::WrongMagic)?;
        if header[..4] == universal::MAGIC {
            return universal::read(rules, bytes);
        }
        Network::read_in_order(rules, &feature_order(rules), fingerprint(rules), bytes)
    }

    /// Reads a network that was trained for rules of this fingerprint, with the piece types in this
    /// order.
    pub(super) fn read_in_order(
        rules: &Rules,
        order: &[PieceType],
        expected: u64,
        bytes: &[u8],
    ) -> Result<Network, NetworkError> {
        let header = bytes.first_chunk::<HEADER_LENGTH>().ok_or(NetworkError::WrongMagic)?;
        if header[..4] != MAGIC {
            return Err(NetworkError::WrongMagic);
        }
        let short = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let long = |at: usize| (short(at) | short(at + 2) << 16) as u32;
        if long(4) != VERSION {
            return Err(NetworkError::WrongVersion(long(4)));
        }
        if header_fingerprint(bytes) != Some(expected) {
            return Err(NetworkError::WrongRules);
        }
        let (king_buckets, output_buckets, width) = (short(20), short(22), short(24));
        let (start_pieces, is_correction) = (short(26), short(28));
        let features =
            FeatureSet::new(rules, king_buckets).with_start_pieces(start_pieces).with_order(order);
        let fits = [1, KING_BUCKETS].contains(&king_buckets)
            && output_buckets == OUTPUT_BUCKETS
            && width.is_multiple_of(LANES)
            && (LANES..=MAX_WIDTH).contains(&width)
            && start_pieces >= 2
            && is_correction <= 1
            && long(16) as usize == features.per_bucket();
        if !fits {
            return Err(NetworkError::WrongShape);
        }
        let shorts = (features.count() + 1 + 2 * OUTPUT_BUCKETS) * width;
        let expected = HEADER_LENGTH + 2 * shorts + 4 * OUTPUT_BUCKETS;
        if bytes.len() != expected {
            return Err(NetworkError::WrongLength { expected, found: bytes.len() });
        }
        let weights = Weights::read(&bytes[HEADER_LENGTH..], features.count(), width);
        Network::new(features, is_correction == 1, NetworkOrigin::OwnRules, weights)
    }

    /// A network of these weights, unless they are too large.
    pub(super) fn new(
        features: FeatureSet,
        is_correction: bool,
        origin: NetworkOrigin,
        weights: Weights,
    ) -> Result<Network, NetworkError> {
        let Weights { rows, bias, outputs, output_bias } = weights;
        let width = bias.len();
        if !outputs.chunks_exact(2 * width).zip(output_bias).all(are_small) {
            return Err(NetworkError::LargeWeights);
        }
        Ok(Network {
            table: FeatureTable::new(features),
            simd: Simd::best(),
            features,
            width,
            is_correction,
            origin,
            rows,
            bias,
            outputs,
            output_bias,
        })
    }

    /// Is its output added to the hand-written evaluation? Otherwise it is the whole evaluation.
    pub fn is_correction(&self) -> bool {
        self.is_correction
    }

    /// What it was trained for.
    pub fn origin(&self) -> NetworkOrigin {
        self.origin
    }

    /// The row of the feature transformer for a feature.
    #[inline(always)]
    pub(super) fn row(&self, feature: usize) -> &[Lanes] {
        &self.rows[feature * self.width..(feature + 1) * self.width]
    }

    /// The output in hundredths of a pawn for the side to move, from both sides' accumulators.
    #[inline]
    pub(super) fn output(&self, sums: [&[Lanes]; 2], turn: Colour, pieces: usize) -> i32 {
        let bucket = self.features.output_bucket(pieces);
        let weights = &self.outputs[2 * self.width * bucket..2 * self.width * (bucket + 1)];
        let (own, other) = weights.split_at(self.width);
        let sum = self.simd.activate(sums[turn.index()], own)
            + self.simd.activate(sums[(!turn).index()], other);
        // Activations are halves of squares, so one more division by one is due.
        let activation_one = i64::from(ACTIVATION_ONE);
        let output = 2 * i64::from(sum) / activation_one + i64::from(self.output_bias[bucket]);
        (output * i64::from(OUTPUT_SCALE) / (activation_one * i64::from(WEIGHT_ONE))) as i32
    }
}

/// The weights of a network, in lines.
pub(super) struct Weights {
    rows: Vec<Lanes>,
    bias: Vec<Lanes>,
    outputs: Vec<Lanes>,
    output_bias: [i32; OUTPUT_BUCKETS],
}

impl Weights {
    /// Reads the rows of so many features, then bias and output weights of this width.
    fn read(bytes: &[u8], features: usize, width: usize) -> Weights {
        let shorts = (features + 1 + 2 * OUTPUT_BUCKETS) * width;
        let (weights, output_bias) = bytes.split_at(2 * shorts);
        let mut rows: Vec<Lanes> = lanes(weights).collect();
        let width = width / LANES;
        let outputs = rows.split_off((features + 1) * width);
        let bias = rows.split_off(features * width);
        let mut output_bias = output_bias.chunks_exact(4);
        let output_bias = std::array::from_fn(|_| {
            let bytes = output_bias.next().and_then(|bytes| bytes.first_chunk());
            bytes.map_or(0, |bytes| i32::from_le_bytes(*bytes))
        });
        Weights { rows, bias, outputs, output_bias }
    }

    /// Weights for which the turn makes no difference: what counts for a side counts as much against the
    /// other. `outputs` are those of one side, for each output bucket.
    pub(super) fn balanced(rows: Vec<Lanes>, bias: Vec<Lanes>, outputs: &[Lanes]) -> Weights {
        let negated = |line: &Lanes| Lanes(line.0.map(i16::saturating_neg));
        let outputs = outputs
            .chunks_exact(bias.len())
            .flat_map(|own| own.iter().copied().chain(own.iter().map(negated)))
            .collect();
        Weights { rows, bias, outputs, output_bias: [0; OUTPUT_BUCKETS] }
    }
}

/// Weights of a file, in lines.
pub(super) fn lanes(bytes: &[u8]) -> impl Iterator<Item = Lanes> {
    bytes.chunks_exact(2 * LANES).map(|bytes| {
        Lanes(std::array::from_fn(|n| i16::from_le_bytes([bytes[2 * n], bytes[2 * n + 1]])))
    })
}

/// The fingerprint of the rules that a network's file was trained for.
pub(super) fn header_fingerprint(bytes: &[u8]) -> Option<u64> {
    bytes.get(8..16)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// Can the sum of an output bucket never overflow?
fn are_small((weights, bias): (&[Lanes], i32)) -> bool {
    let sum: i64 =
        weights.iter().flat_map(|line| line.0).map(|weight| i64::from(weight.unsigned_abs())).sum();
    let one = i64::from(ACTIVATION_ONE);
    sum * (one * one / 2) <= i64::from(i32::MAX) && bias.unsigned_abs() < 1 << 30
}
