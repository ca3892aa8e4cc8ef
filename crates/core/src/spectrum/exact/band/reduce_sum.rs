//! Horizontal sums of several registers at once, for the inner products of all kernels.

use pulp::Simd;
use std::any::Any;

/// The sum of the lanes of each register.
///
/// Four registers of AVX-512 share their additions, which takes 11
/// instructions instead of 28; these sums are a fifth of the whole reduction.
#[inline(always)]
pub(super) fn sum_each<S: Simd, const G: usize>(simd: S, registers: [S::f64s; G]) -> [f64; G] {
    let mut sums = [0.0; G];
    #[cfg(target_arch = "x86_64")]
    if let Some(&v4) = (&simd as &dyn Any).downcast_ref::<pulp::x86::V4>() {
        if let Some(four) = (&registers as &dyn Any).downcast_ref::<[pulp::f64x8; 4]>() {
            sums.copy_from_slice(&sum_four(v4, four));
            return sums;
        }
        if let Some([a, b, c, d, others @ ..]) = (&registers as &dyn Any).downcast_ref::<[pulp::f64x8; 8]>() {
            sums[..4].copy_from_slice(&sum_four(v4, &[*a, *b, *c, *d]));
            sums[4..].copy_from_slice(&sum_four(v4, others));
            return sums;
        }
    }
    for k in 0..G {
        sums[k] = simd.reduce_sum_f64s(registers[k]);
    }
    sums
}

/// [`sum_each`] for four registers of AVX-512.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn sum_four(simd: pulp::x86::V4, registers: &[pulp::f64x8; 4]) -> [f64; 4] {
    let [a, b, c, d] = *registers;
    let (a, b, c, d) = (pulp::cast(a), pulp::cast(b), pulp::cast(c), pulp::cast(d));
    let avx = simd.avx512f;
    let ab = avx._mm512_add_pd(avx._mm512_unpacklo_pd(a, b), avx._mm512_unpackhi_pd(a, b));
    let cd = avx._mm512_add_pd(avx._mm512_unpacklo_pd(c, d), avx._mm512_unpackhi_pd(c, d));
    // Lanes of two: [ab0 + ab1, ab2 + ab3, cd0 + cd1, cd2 + cd3].
    let halves = avx._mm512_add_pd(
        avx._mm512_shuffle_f64x2::<0b10_00_10_00>(ab, cd),
        avx._mm512_shuffle_f64x2::<0b11_01_11_01>(ab, cd),
    );
    let swapped = avx._mm512_shuffle_f64x2::<0b10_11_00_01>(halves, halves);
    let sums: pulp::f64x8 = pulp::cast(avx._mm512_add_pd(halves, swapped));
    [sums.0, sums.1, sums.4, sums.5]
}
