//! The random numbers from which a position's hash is made.

use crate::{Colour, Piece, Square};

/// One number for each piece on each square.
static PIECES: [[u64; 256]; Piece::COUNT] = piece_keys();

/// The sequence of SplitMix64: well mixed, and the same on every machine.
const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn piece_keys() -> [[u64; 256]; Piece::COUNT] {
    let mut keys = [[0; 256]; Piece::COUNT];
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < 256 {
            keys[piece][square] = mix((piece * 256 + square + 1) as u64);
            square += 1;
        }
        piece += 1;
    }
    keys
}

/// A piece on a square.
#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

pub(crate) const BLACK_TO_MOVE: u64 = mix(0x1_0000);

/// A pawn may be taken in passing on this square.
#[inline]
pub(crate) const fn en_passant(square: Square) -> u64 {
    mix(0x2_0000 + square.index() as u64)
}

/// The checks that a side still has to give, where they are counted.
#[inline]
pub(crate) const fn checks(colour: Colour, left: u8) -> u64 {
    mix(0x8_0000 + ((colour as u64) << 8) + left as u64)
}

/// Rooks of a side that may still castle, one bit for each file.
#[inline]
pub(crate) const fn castling(colour: Colour, files: u16) -> u64 {
    if files == 0 { 0 } else { mix(0x4_0000 + ((colour as u64) << 16) + files as u64) }
}
