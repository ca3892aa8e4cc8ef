//! Products of distances to estimated eigenvalues: by them, the characteristic polynomial becomes a line near each one.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};

use super::pivots::rescale;
use super::scaled::Scaled;

/// Largest number of shifts at a time: the lanes of an AVX-512 register.
const MAX_WIDTH: usize = 8;

/// A distance of zero becomes this. The mantissa stays in range over [`RESCALED`] of them.
const SMALLEST_DISTANCE: f64 = 1e-20;

/// Factors between two calls of [`rescale`].
const RESCALED: usize = 8;

/// A shift, and the estimated eigenvalues that its product leaves out.
#[derive(Debug, Clone, Default)]
pub(super) struct Deflation {
    pub(super) shift: f64,
    pub(super) left_out: Range<usize>,
}

/// Replaces `products` by the product for each of `deflations`, whose ranges must ascend.
///
/// # Formula
/// ```text
/// Π (λ_k − s)      k not left out
/// ```
pub(super) fn deflate(estimates: &[f64], deflations: &[Deflation], products: &mut Vec<Scaled>) {
    products.clear();
    Arch::new().dispatch(Deflate { estimates, deflations, products });
}

struct Deflate<'a> {
    estimates: &'a [f64],
    deflations: &'a [Deflation],
    products: &'a mut Vec<Scaled>,
}

impl WithSimd for Deflate<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { estimates, deflations, products } = self;
        for group in deflations.chunks(S::F64_LANES) {
            let mut lanes = [(0.0, 0.0, 0.0); MAX_WIDTH];
            for (lane, deflation) in lanes.iter_mut().zip(group) {
                *lane = (deflation.shift, deflation.left_out.start as f64, deflation.left_out.end as f64);
            }
            let [shifts, starts, ends] = [lanes.map(|lane| lane.0), lanes.map(|lane| lane.1), lanes.map(|lane| lane.2)];
            let shift = S::as_simd_f64s(&shifts).0[0];
            let mut product = Product { mantissa: simd.splat_f64s(1.0), exponent: simd.splat_f64s(0.0) };
            let (first, last) = (&group[0].left_out, &group[group.len() - 1].left_out);
            product.multiply(simd, shift, &estimates[..first.start]);
            product.multiply(simd, shift, &estimates[last.end..]);
            let (start, end) = (S::as_simd_f64s(&starts).0[0], S::as_simd_f64s(&ends).0[0]);
            for (at, &estimate) in estimates.iter().enumerate().take(last.end).skip(first.start) {
                let number = simd.splat_f64s(at as f64);
                let is_left_out =
                    simd.and_m64s(simd.less_than_or_equal_f64s(start, number), simd.less_than_f64s(number, end));
                let factor = distance(simd, estimate, shift);
                let factor = simd.select_f64s(is_left_out, simd.splat_f64s(1.0), factor);
                product.mantissa = simd.mul_f64s(product.mantissa, factor);
                (product.mantissa, product.exponent) = rescale(simd, product.mantissa, product.exponent);
            }
            let (mut mantissas, mut exponents) = ([0.0; MAX_WIDTH], [0.0; MAX_WIDTH]);
            S::as_mut_simd_f64s(&mut mantissas).0[0] = product.mantissa;
            S::as_mut_simd_f64s(&mut exponents).0[0] = product.exponent;
            let pairs = mantissas.iter().zip(&exponents).take(group.len());
            products.extend(pairs.map(|(&mantissa, &exponent)| Scaled::new(mantissa, exponent as i32)));
        }
    }
}

struct Product<S: Simd> {
    mantissa: S::f64s,
    exponent: S::f64s,
}

impl<S: Simd> Product<S> {
    /// Multiplies by the distance to each of the estimates.
    #[inline(always)]
    fn multiply(&mut self, simd: S, shift: S::f64s, estimates: &[f64]) {
        for estimates in estimates.chunks(RESCALED) {
            // Two products: the second uses the waiting time of the first.
            let (mut even, mut odd) = (self.mantissa, simd.splat_f64s(1.0));
            for pair in estimates.chunks(2) {
                even = simd.mul_f64s(even, distance(simd, pair[0], shift));
                if let Some(&estimate) = pair.get(1) {
                    odd = simd.mul_f64s(odd, distance(simd, estimate, shift));
                }
            }
            (self.mantissa, self.exponent) = rescale(simd, simd.mul_f64s(even, odd), self.exponent);
        }
    }
}

#[inline(always)]
fn distance<S: Simd>(simd: S, estimate: f64, shift: S::f64s) -> S::f64s {
    let difference = simd.sub_f64s(simd.splat_f64s(estimate), shift);
    let is_zero = simd.less_than_f64s(simd.abs_f64s(difference), simd.splat_f64s(SMALLEST_DISTANCE));
    simd.select_f64s(is_zero, simd.splat_f64s(SMALLEST_DISTANCE), difference)
}
