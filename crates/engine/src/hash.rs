//! A hash of numbers, the same on every machine.

/// The increment of SplitMix64.
pub(crate) const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The mixing function of SplitMix64.
#[inline]
pub(crate) const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(STRIDE);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
