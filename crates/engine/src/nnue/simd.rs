//! The two inner loops of the network, by the widest vectors that the processor has.
//!
//! All instruction sets give the same numbers as [`Simd::Scalar`], bit for bit: sums wrap around.

#![allow(unsafe_code)]

/// Numbers in one line of a processor's cache.
pub(crate) const LANES: usize = 32;
/// Activations are clipped to this, which stands for one.
pub(crate) const ACTIVATION_ONE: i16 = 255;

/// One line of the cache. Accumulators and rows of weights are slices of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes(pub(crate) [i16; LANES]);

impl Lanes {
    pub(crate) const ZERO: Lanes = Lanes([0; LANES]);
}

/// A set of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)] // Each processor has some of them.
pub(crate) enum Simd {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Sse41,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Wasm,
}

impl Simd {
    /// All that this processor has, the widest first.
    pub(crate) fn available() -> Vec<Simd> {
        let mut found = vec![Simd::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("sse4.1") {
                found.push(Simd::Sse41);
            }
            if is_x86_feature_detected!("avx2") {
                found.push(Simd::Avx2);
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                found.push(Simd::Avx512);
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            found.push(Simd::Neon);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        found.push(Simd::Wasm);
        found.reverse();
        found
    }

    /// The widest that this processor has.
    pub(crate) fn best() -> Simd {
        Simd::available()[0]
    }

    /// Writes `before` less some rows and with others added to `sums`.
    #[inline(always)]
    pub(crate) fn update<const LESS: usize, const MORE: usize>(
        self,
        sums: &mut [Lanes],
        before: &[Lanes],
        less: [&[Lanes]; LESS],
        more: [&[Lanes]; MORE],
    ) {
        let width = sums.len();
        assert!(before.len() == width);
        assert!(less.iter().chain(&more).all(|row| row.len() == width));
        let (less, more) = (less.map(<[Lanes]>::as_ptr), more.map(<[Lanes]>::as_ptr));
        // SAFETY: all slices are `width` long.
        unsafe { self.update_at(sums.as_mut_ptr(), before.as_ptr(), width, less, more) }
    }

    /// Takes some rows away from `sums` and adds others.
    #[inline(always)]
    pub(crate) fn update_in_place<const LESS: usize, const MORE: usize>(
        self,
        sums: &mut [Lanes],
        less: [&[Lanes]; LESS],
        more: [&[Lanes]; MORE],
    ) {
        let width = sums.len();
        assert!(less.iter().chain(&more).all(|row| row.len() == width));
        let (less, more) = (less.map(<[Lanes]>::as_ptr), more.map(<[Lanes]>::as_ptr));
        let sums = sums.as_mut_ptr();
        // SAFETY: all slices are `width` long, and each vector is read before it is written.
        unsafe { self.update_at(sums, sums, width, less, more) }
    }

    /// # Safety
    /// All pointers are to `width` lines, and `sums` overlaps none of the rows.
    #[inline(always)]
    unsafe fn update_at<const LESS: usize, const MORE: usize>(
        self,
        sums: *mut Lanes,
        before: *const Lanes,
        width: usize,
        less: [*const Lanes; LESS],
        more: [*const Lanes; MORE],
    ) {
        // SAFETY: as the caller promises; `available` has found the instructions.
        unsafe {
            match self {
                Simd::Scalar => scalar::update(sums, before, width, less, more),
                #[cfg(target_arch = "x86_64")]
                Simd::Sse41 => sse41::update(sums, before, width, less, more),
                #[cfg(target_arch = "x86_64")]
                Simd::Avx2 => avx2::update(sums, before, width, less, more),
                #[cfg(target_arch = "x86_64")]
                Simd::Avx512 => avx512::update(sums, before, width, less, more),
                #[cfg(target_arch = "aarch64")]
                Simd::Neon => neon::update(sums, before, width, less, more),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                Simd::Wasm => wasm::update(sums, before, width, less, more),
            }
        }
    }

    /// The sum of all squared clipped activations, halved to fit into 16 bits, times their weights.
    #[inline(always)]
    pub(crate) fn activate(self, sums: &[Lanes], weights: &[Lanes]) -> i32 {
        assert!(sums.len() == weights.len());
        // SAFETY: both slices are equally long; `available` has found the instructions.
        unsafe {
            match self {
                Simd::Scalar => scalar::activate(sums, weights),
                #[cfg(target_arch = "x86_64")]
                Simd::Sse41 => sse41::activate(sums, weights),
                #[cfg(target_arch = "x86_64")]
                Simd::Avx2 => avx2::activate(sums, weights),
                #[cfg(target_arch = "x86_64")]
                Simd::Avx512 => avx512::activate(sums, weights),
                #[cfg(target_arch = "aarch64")]
                Simd::Neon => neon::activate(sums, weights),
                #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
                Simd::Wasm => wasm::activate(sums, weights),
            }
        }
    }
}

/// The reference.
mod scalar {
    use super::{ACTIVATION_ONE, LANES, Lanes};

    pub(super) unsafe fn update<const LESS: usize, const MORE: usize>(
        sums: *mut Lanes,
        before: *const Lanes,
        width: usize,
        less: [*const Lanes; LESS],
        more: [*const Lanes; MORE],
    ) {
        for line in 0..width {
            // SAFETY: the caller promises `width` lines behind every pointer.
            let (mut sum, less, more) = unsafe {
                (*before.add(line), less.map(|row| *row.add(line)), more.map(|row| *row.add(line)))
            };
            for lane in 0..LANES {
                let left = less.iter().fold(sum.0[lane], |sum, row| sum.wrapping_sub(row.0[lane]));
                sum.0[lane] = more.iter().fold(left, |sum, row| sum.wrapping_add(row.0[lane]));
            }
            // SAFETY: as above.
            unsafe { *sums.add(line) = sum };
        }
    }

    pub(super) unsafe fn activate(sums: &[Lanes], weights: &[Lanes]) -> i32 {
        let product = |(sum, weight): (&i16, &i16)| {
            let clipped = i32::from((*sum).clamp(0, ACTIVATION_ONE));
            (clipped * clipped / 2) * i32::from(*weight)
        };
        let of_line = |(sums, weights): (&Lanes, &Lanes)| {
            sums.0.iter().zip(&weights.0).map(product).fold(0_i32, i32::wrapping_add)
        };
        sums.iter().zip(weights).map(of_line).fold(0, i32::wrapping_add)
    }
}

/// The loops for one set of instructions, from these: the type of a vector of `i16`, reading, writing,
/// sum and difference, clipping to 0 and [`ACTIVATION_ONE`], half the squares, products of
/// `i16` added in pairs to `i32`, the sum of vectors of `i32`, and the sum of all their lanes.
#[allow(unused_macros)]
macro_rules! kernels {
    ($name:ident, $($feature:literal,)? $vector:ty, $zero:expr, $load:expr, $store:expr, $add:expr, $sub:expr,
     $clip:expr, $half_square:expr, $madd:expr, $add32:expr, $sum32:expr) => {
        mod $name {
            use super::*;

            const VECTORS: usize = size_of::<Lanes>() / size_of::<$vector>();

            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn update<const LESS: usize, const MORE: usize>(
                sums: *mut Lanes,
                before: *const Lanes,
                width: usize,
                less: [*const Lanes; LESS],
                more: [*const Lanes; MORE],
            ) {
                for n in 0..width * VECTORS {
                    // SAFETY: the caller promises `width` lines behind every pointer.
                    unsafe {
                        let mut sum = $load(before.cast::<$vector>().add(n).cast());
                        for row in less {
                            sum = $sub(sum, $load(row.cast::<$vector>().add(n).cast()));
                        }
                        for row in more {
                            sum = $add(sum, $load(row.cast::<$vector>().add(n).cast()));
                        }
                        $store(sums.cast::<$vector>().add(n).cast(), sum);
                    }
                }
            }

            $(#[target_feature(enable = $feature)])?
            pub(super) unsafe fn activate(sums: &[Lanes], weights: &[Lanes]) -> i32 {
                let mut total = $zero;
                for n in 0..sums.len() * VECTORS {
                    // SAFETY: the caller promises that both slices are equally long.
                    let (sum, weight) = unsafe {
                        (
                            $load(sums.as_ptr().cast::<$vector>().add(n).cast()),
                            $load(weights.as_ptr().cast::<$vector>().add(n).cast()),
                        )
                    };
                    let clipped = $clip(sum);
                    total = $add32(total, $madd($half_square(clipped), weight));
                }
                $sum32(total)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

#[cfg(target_arch = "x86_64")]
kernels!(
    sse41,
    "sse4.1",
    __m128i,
    _mm_setzero_si128(),
    |p| _mm_load_si128(p),
    |p, v| _mm_store_si128(p, v),
    _mm_add_epi16,
    _mm_sub_epi16,
    |v| _mm_min_epi16(_mm_max_epi16(v, _mm_setzero_si128()), _mm_set1_epi16(ACTIVATION_ONE)),
    |v| _mm_srli_epi16::<1>(_mm_mullo_epi16(v, v)),
    _mm_madd_epi16,
    _mm_add_epi32,
    |v| {
        let v = _mm_add_epi32(v, _mm_shuffle_epi32::<0b01_00_11_10>(v));
        _mm_cvtsi128_si32(_mm_add_epi32(v, _mm_shuffle_epi32::<0b10_11_00_01>(v)))
    }
);

#[cfg(target_arch = "x86_64")]
kernels!(
    avx2,
    "avx2",
    __m256i,
    _mm256_setzero_si256(),
    |p| _mm256_load_si256(p),
    |p, v| _mm256_store_si256(p, v),
    _mm256_add_epi16,
    _mm256_sub_epi16,
    |v| _mm256_min_epi16(
        _mm256_max_epi16(v, _mm256_setzero_si256()),
        _mm256_set1_epi16(ACTIVATION_ONE)
    ),
    |v| _mm256_srli_epi16::<1>(_mm256_mullo_epi16(v, v)),
    _mm256_madd_epi16,
    _mm256_add_epi32,
    |v| {
        let v = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
        let v = _mm_add_epi32(v, _mm_shuffle_epi32::<0b01_00_11_10>(v));
        _mm_cvtsi128_si32(_mm_add_epi32(v, _mm_shuffle_epi32::<0b10_11_00_01>(v)))
    }
);

#[cfg(target_arch = "x86_64")]
kernels!(
    avx512,
    "avx512f,avx512bw",
    __m512i,
    _mm512_setzero_si512(),
    |p| _mm512_load_si512(p),
    |p, v| _mm512_store_si512(p, v),
    _mm512_add_epi16,
    _mm512_sub_epi16,
    |v| _mm512_min_epi16(
        _mm512_max_epi16(v, _mm512_setzero_si512()),
        _mm512_set1_epi16(ACTIVATION_ONE)
    ),
    |v| _mm512_srli_epi16::<1>(_mm512_mullo_epi16(v, v)),
    _mm512_madd_epi16,
    _mm512_add_epi32,
    |v| _mm512_reduce_add_epi32(v)
);

#[cfg(target_arch = "aarch64")]
use std::arch::aarch64::*;

#[cfg(target_arch = "aarch64")]
kernels!(
    neon,
    "neon",
    int16x8_t,
    vdupq_n_s32(0),
    |p| vld1q_s16(p),
    |p, v| vst1q_s16(p, v),
    vaddq_s16,
    vsubq_s16,
    |v| vminq_s16(vmaxq_s16(v, vdupq_n_s16(0)), vdupq_n_s16(ACTIVATION_ONE)),
    |v| vreinterpretq_s16_u16(vshrq_n_u16::<1>(vreinterpretq_u16_s16(vmulq_s16(v, v)))),
    |a, b| vmlal_high_s16(vmull_s16(vget_low_s16(a), vget_low_s16(b)), a, b),
    vaddq_s32,
    |v| vaddvq_s32(v)
);

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use std::arch::wasm32::*;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
kernels!(
    wasm,
    v128,
    i32x4_splat(0),
    |p| v128_load(p),
    |p, v| v128_store(p, v),
    i16x8_add,
    i16x8_sub,
    |v| i16x8_min(i16x8_max(v, i16x8_splat(0)), i16x8_splat(ACTIVATION_ONE)),
    |v| u16x8_shr(i16x8_mul(v, v), 1),
    i32x4_dot_i16x8,
    i32x4_add,
    |v| i32x4_extract_lane::<0>(v)
        .wrapping_add(i32x4_extract_lane::<1>(v))
        .wrapping_add(i32x4_extract_lane::<2>(v))
        .wrapping_add(i32x4_extract_lane::<3>(v))
);

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn lines(rng: &mut Rng, width: usize, reach: usize) -> Vec<Lanes> {
        let number = |rng: &mut Rng| (rng.usize(..2 * reach + 1) as i32 - reach as i32) as i16;
        (0..width).map(|_| Lanes(std::array::from_fn(|_| number(rng)))).collect()
    }

    #[test]
    fn all_instructions_agree_with_the_scalar_reference() {
        let mut rng = Rng::with_seed(11);
        for simd in Simd::available() {
            for width in [1, 2, 4, 8, 16] {
                for reach in [40, 300, 32_767] {
                    let before = lines(&mut rng, width, reach);
                    let rows: [_; 4] = std::array::from_fn(|_| lines(&mut rng, width, reach));
                    let [a, b, c, d] = rows.each_ref().map(Vec::as_slice);
                    let updated = |simd: Simd| {
                        let mut sums =
                            [const { Vec::new() }; 3].map(|_: Vec<Lanes>| before.clone());
                        simd.update(&mut sums[0], &before, [a], [b]);
                        simd.update(&mut sums[1], &before, [a, b], [c, d]);
                        simd.update_in_place(&mut sums[2], [a, d], [c]);
                        sums
                    };
                    assert_eq!(updated(simd), updated(Simd::Scalar), "{simd:?}");
                    let weights = lines(&mut rng, width, 32_767);
                    let expected = Simd::Scalar.activate(&before, &weights);
                    assert_eq!(simd.activate(&before, &weights), expected, "{simd:?}");
                }
            }
        }
    }
}
