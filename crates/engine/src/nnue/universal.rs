//! One network for every rule set: a generator that makes the rows of the feature transformer from the
//! [`Description`] of a rule set. Once they are made, the network runs as any other.
//!
//! A row is `R * relu(P(piece) + S(square) + L * place)`, where `P` and `S` are small networks of one
//! hidden layer. The file begins with [`MAGIC`], the format's version, then as `u16` the numbers of inputs
//! for a piece, a square and a place, the hidden widths of `P` and `S`, of a row, the accumulator's width and
//! the output buckets. Weights of the generator follow as the upper halves of `f32`, then as `i16` the bias
//! and a row for each output bucket. These rows are the weights of the side to move; those of the other side are the
//! same with the other sign. Numbers are little-endian.

use rules::Rules;

use super::description::{Description, PIECE_INPUTS, PLACE_INPUTS, SQUARE_INPUTS};
use super::features::{FeatureSet, OUTPUT_BUCKETS};
use super::network::{LARGEST_WEIGHT, Network, NetworkError, NetworkOrigin, Weights, lanes};
use super::simd::{ACTIVATION_ONE, LANES, Lanes};

/// The first bytes of a universal network's file.
pub const MAGIC: [u8; 4] = *b"XXLU";
/// The version of the format.
pub const VERSION: u32 = 2;
/// The length of the header in bytes.
pub const HEADER_LENGTH: usize = 24;

/// The widest layer that is read: it bounds the work for a rule set.
const MAX_WIDTH: usize = 512;

/// Weights and biases of one layer: a row for each input.
struct Layer {
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Layer {
    fn apply(&self, inputs: &[f32]) -> Vec<f32> {
        let mut outputs = self.bias.clone();
        for (input, row) in inputs.iter().zip(self.weights.chunks_exact(self.bias.len())) {
            add_scaled(&mut outputs, *input, row);
        }
        outputs
    }
}

/// Adds a multiple of a row. Most inputs are nothing.
fn add_scaled(sums: &mut [f32], factor: f32, row: &[f32]) {
    if factor != 0.0 {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum += factor * weight;
        }
    }
}

fn relu(numbers: &mut [f32]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}

/// Makes the rows of a rule set's feature transformer.
struct Generator {
    piece: [Layer; 2],
    square: [Layer; 2],
    place: Layer,
    row: Layer,
}

impl Generator {
    /// The rows of all features.
    fn rows(&self, description: &Description) -> Vec<Lanes> {
        let all = |inputs: &[f32], length: usize, layers: &[Layer; 2]| -> Vec<Vec<f32>> {
            let hidden = inputs.chunks_exact(length).map(|inputs| {
                let mut hidden = layers[0].apply(inputs);
                relu(&mut hidden);
                layers[1].apply(&hidden)
            });
            hidden.collect()
        };
        let pieces = all(&description.pieces, PIECE_INPUTS, &self.piece);
        let squares = all(&description.squares, SQUARE_INPUTS, &self.square);
        let mut places = description.places.chunks_exact(PLACE_INPUTS);
        let mut rows = Vec::new();
        for piece in &pieces {
            for (square, place) in squares.iter().zip(&mut places) {
                let mut hidden = self.place.apply(place);
                for ((sum, piece), square) in hidden.iter_mut().zip(piece).zip(square) {
                    *sum += piece + square;
                }
                relu(&mut hidden);
                let row = self.row.apply(&hidden);
                rows.extend(
                    row.chunks_exact(LANES)
                        .map(|part| Lanes(std::array::from_fn(|n| whole(part[n])))),
                );
            }
        }
        rows
    }
}

/// A weight of the feature transformer as a whole number.
fn whole(weight: f32) -> i16 {
    (weight.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT) * f32::from(ACTIVATION_ONE)).round() as i16
}

/// Reads a universal network and makes its rows for a rule set.
pub(super) fn read(rules: &Rules, bytes: &[u8]) -> Result<Network, NetworkError> {
    let header = bytes.first_chunk::<HEADER_LENGTH>().ok_or(NetworkError::WrongMagic)?;
    let short = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
    let version = (short(4) | short(6) << 16) as u32;
    if version != VERSION {
        return Err(NetworkError::WrongVersion(version));
    }
    let [pieces, squares, places] = [8, 10, 12].map(short);
    let [hidden, row, width, output_buckets] = [14, 16, 18, 20].map(short);
    let fits = (pieces, squares, places) == (PIECE_INPUTS, SQUARE_INPUTS, PLACE_INPUTS)
        && [hidden, row, width].iter().all(|width| (1..=MAX_WIDTH).contains(width))
        && width.is_multiple_of(LANES)
        && output_buckets == OUTPUT_BUCKETS;
    if !fits {
        return Err(NetworkError::WrongShape);
    }
    let layers = [
        (pieces, hidden),
        (hidden, row),
        (squares, hidden),
        (hidden, row),
        (places, row),
        (row, width),
    ];
    let of_generator: usize = layers.iter().map(|(inputs, outputs)| (inputs + 1) * outputs).sum();
    let expected = HEADER_LENGTH + 2 * (of_generator + (1 + OUTPUT_BUCKETS) * width);
    if bytes.len() != expected {
        return Err(NetworkError::WrongLength { expected, found: bytes.len() });
    }
    let (generator, tail) = bytes[HEADER_LENGTH..].split_at(2 * of_generator);
    let mut numbers = generator
        .chunks_exact(2)
        .map(|pair| f32::from_bits(u32::from(u16::from_le_bytes([pair[0], pair[1]])) << 16));
    let mut layer = |n: usize| {
        let (inputs, outputs) = layers[n];
        let weights = numbers.by_ref().take(inputs * outputs).collect();
        Layer { weights, bias: numbers.by_ref().take(outputs).collect() }
    };
    let generator = Generator {
        piece: [layer(0), layer(1)],
        square: [layer(2), layer(3)],
        place: layer(4),
        row: layer(5),
    };
    let features = FeatureSet::new(rules, 1);
    let description = Description::new(rules);
    let mut bias: Vec<Lanes> = lanes(tail).collect();
    let mut outputs = bias.split_off(width / LANES);
    let strength = description.strength();
    for weight in outputs.iter_mut().flat_map(|line| &mut line.0) {
        *weight = (f32::from(*weight) * strength).round() as i16;
    }
    let weights = Weights::balanced(generator.rows(&description), bias, &outputs);
    Network::new(features, true, NetworkOrigin::Universal, weights)
}
