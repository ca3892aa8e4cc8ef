//! Products of distances to estimated eigenvalues: by them, the characteristic polynomial becomes a line near each one.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};

use super::pivots::rescale;
use super::scaled::Scaled;

/// Shifts at a time: two AVX-512 registers, of which each uses the waiting time of the other. The number is the same for all
/// registers, since estimates are moved between two groups of shifts.
pub(super) const GROUP: usize = 16;

/// A distance of zero becomes this.
const SMALLEST_DISTANCE: f64 = 1e-20;

/// Factors between two calls of [`rescale`]: the product of that many distances is in range unless several are tiny.
const RESCALED: usize = 16;

/// The same in a product with tiny distances: one rescaling makes up for that many of [`SMALLEST_DISTANCE`].
const CAREFULLY_RESCALED: usize = 4;

/// A mantissa below this, before it is rescaled, may have lost digits.
const LOST: f64 = 1e-290;

/// A shift, and the estimated eigenvalues that its product leaves out.
#[derive(Debug, Clone, Default)]
pub(super) struct Deflation {
    pub(super) shift: f64,
    pub(super) left_out: Range<usize>,
}

/// The product for each of at most [`GROUP`] `deflations`, whose ranges must ascend, and be equal or apart.
///
/// # Formula
/// ```text
/// Π (λ_k − s)      k not left out
/// ```
pub(super) fn deflate(estimates: &[f64], deflations: &[Deflation]) -> [Scaled; GROUP] {
    let mut products = [Scaled::new(1.0, 0); GROUP];
    Arch::new().dispatch(Deflate { estimates, deflations, products: &mut products });
    products
}

struct Deflate<'a> {
    estimates: &'a [f64],
    deflations: &'a [Deflation],
    products: &'a mut [Scaled; GROUP],
}

impl WithSimd for Deflate<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { estimates, deflations, products } = self;
        match S::F64_LANES {
            8 => multiply_group::<S, 2>(simd, estimates, deflations, products),
            4 => multiply_group::<S, 4>(simd, estimates, deflations, products),
            2 => multiply_group::<S, 8>(simd, estimates, deflations, products),
            _ => multiply_group::<S, GROUP>(simd, estimates, deflations, products),
        }
    }
}

/// Products for as many shifts as `G` registers have lanes.
#[inline(always)]
fn multiply_group<S: Simd, const G: usize>(
    simd: S,
    estimates: &[f64],
    deflations: &[Deflation],
    products: &mut [Scaled; GROUP],
) {
    let Some(last) = deflations.last() else { return };
    let lanes: [&Deflation; GROUP] = std::array::from_fn(|at| deflations.get(at).unwrap_or(last));
    let lanes = Lanes {
        shift: registers(simd, lanes.map(|deflation| deflation.shift)),
        start: registers(simd, lanes.map(|deflation| deflation.left_out.start as f64)),
        end: registers(simd, lanes.map(|deflation| deflation.left_out.end as f64)),
    };
    let quick = Product::<S, G>::of_group(simd, &lanes, estimates, deflations, RESCALED, |difference| difference);
    let smallest = in_memory::<S, G>(quick.smallest);
    quick.store(products);
    if smallest.iter().all(|&smallest| smallest >= LOST) {
        return;
    }
    let limit = simd.splat_f64s(SMALLEST_DISTANCE);
    let away_from_zero = |difference: S::f64s| {
        let is_zero = simd.less_than_f64s(simd.abs_f64s(difference), limit);
        simd.select_f64s(is_zero, limit, difference)
    };
    let mut careful = *products;
    Product::<S, G>::of_group(simd, &lanes, estimates, deflations, CAREFULLY_RESCALED, away_from_zero)
        .store(&mut careful);
    for (at, product) in products.iter_mut().enumerate() {
        // A comparison with a number that is none is false.
        let is_sound = smallest[at] >= LOST;
        *product = if is_sound { *product } else { careful[at] };
    }
}

/// Shift and range of each lane.
struct Lanes<S: Simd, const G: usize> {
    shift: [S::f64s; G],
    start: [S::f64s; G],
    end: [S::f64s; G],
}

#[inline(always)]
fn registers<S: Simd, const G: usize>(_: S, values: [f64; GROUP]) -> [S::f64s; G] {
    let registers = S::as_simd_f64s(&values).0;
    std::array::from_fn(|g| registers[g])
}

#[inline(always)]
fn in_memory<S: Simd, const G: usize>(registers: [S::f64s; G]) -> [f64; GROUP] {
    let mut values = [0.0; GROUP];
    S::as_mut_simd_f64s(&mut values).0.copy_from_slice(&registers);
    values
}

struct Product<S: Simd, const G: usize> {
    mantissa: [S::f64s; G],
    exponent: [S::f64s; G],
    /// The smallest mantissa before it was rescaled.
    smallest: [S::f64s; G],
    /// Factors since it was rescaled, where they come one at a time.
    waiting: usize,
}

impl<S: Simd, const G: usize> Product<S, G> {
    /// The products of a group. `checked` is applied to each difference.
    #[inline(always)]
    fn of_group(
        simd: S,
        lanes: &Lanes<S, G>,
        estimates: &[f64],
        deflations: &[Deflation],
        rescaled: usize,
        checked: impl Fn(S::f64s) -> S::f64s,
    ) -> Self {
        let one = [simd.splat_f64s(1.0); G];
        let mut product = Self { mantissa: one, exponent: [simd.splat_f64s(0.0); G], smallest: one, waiting: 0 };
        let mut start = 0;
        for deflation in deflations {
            let Range { start: next, end } = deflation.left_out;
            if end <= start {
                // The same range as before.
                continue;
            }
            product.multiply(simd, lanes, &estimates[start..next], rescaled, &checked);
            product.multiply_in_others(simd, lanes, next, &estimates[next..end], rescaled, &checked);
            start = end;
        }
        product.multiply(simd, lanes, &estimates[start..], rescaled, &checked);
        product.rescale(simd);
        product
    }

    /// Multiplies by the distance to each of the estimates.
    #[inline(always)]
    fn multiply(
        &mut self,
        simd: S,
        lanes: &Lanes<S, G>,
        estimates: &[f64],
        rescaled: usize,
        checked: impl Fn(S::f64s) -> S::f64s,
    ) {
        if self.waiting > 0 && !estimates.is_empty() {
            self.rescale(simd);
        }
        for estimates in estimates.chunks(rescaled) {
            // Two products: the second uses the waiting time of the first.
            let (mut even, mut odd) = (self.mantissa, [simd.splat_f64s(1.0); G]);
            let (pairs, rest) = estimates.as_chunks::<2>();
            for pair in pairs {
                let pair = pair.map(|estimate| simd.splat_f64s(estimate));
                for g in 0..G {
                    even[g] = simd.mul_f64s(even[g], checked(simd.sub_f64s(pair[0], lanes.shift[g])));
                    odd[g] = simd.mul_f64s(odd[g], checked(simd.sub_f64s(pair[1], lanes.shift[g])));
                }
            }
            for &estimate in rest {
                for (even, &shift) in even.iter_mut().zip(&lanes.shift) {
                    let difference = simd.sub_f64s(simd.splat_f64s(estimate), shift);
                    *even = simd.mul_f64s(*even, checked(difference));
                }
            }
            for g in 0..G {
                self.mantissa[g] = simd.mul_f64s(even[g], odd[g]);
            }
            self.rescale(simd);
        }
    }

    /// Multiplies by the distance to each of the estimates, of which the first has the number `first`, in the lanes that do
    /// not leave it out.
    #[inline(always)]
    fn multiply_in_others(
        &mut self,
        simd: S,
        lanes: &Lanes<S, G>,
        first: usize,
        estimates: &[f64],
        rescaled: usize,
        checked: impl Fn(S::f64s) -> S::f64s,
    ) {
        let one = simd.splat_f64s(1.0);
        for (at, &estimate) in estimates.iter().enumerate() {
            let number = simd.splat_f64s((first + at) as f64);
            for g in 0..G {
                let is_after_start = simd.less_than_or_equal_f64s(lanes.start[g], number);
                let is_left_out = simd.and_m64s(is_after_start, simd.less_than_f64s(number, lanes.end[g]));
                let difference = checked(simd.sub_f64s(simd.splat_f64s(estimate), lanes.shift[g]));
                self.mantissa[g] = simd.mul_f64s(self.mantissa[g], simd.select_f64s(is_left_out, one, difference));
            }
            self.waiting += 1;
            if self.waiting >= rescaled {
                self.rescale(simd);
            }
        }
    }

    #[inline(always)]
    fn rescale(&mut self, simd: S) {
        self.waiting = 0;
        for g in 0..G {
            self.smallest[g] = simd.min_f64s(self.smallest[g], simd.abs_f64s(self.mantissa[g]));
            (self.mantissa[g], self.exponent[g]) = rescale(simd, self.mantissa[g], self.exponent[g]);
        }
    }

    #[inline(always)]
    fn store(self, products: &mut [Scaled; GROUP]) {
        let (mantissas, exponents) = (in_memory::<S, G>(self.mantissa), in_memory::<S, G>(self.exponent));
        for (product, (mantissa, exponent)) in products.iter_mut().zip(mantissas.into_iter().zip(exponents)) {
            *product = Scaled::new(mantissa, exponent as i32);
        }
    }
}
