//! Arithmetic in the lanes of registers, in double precision and in twice that.

use std::marker::PhantomData;

use pulp::Simd;

/// Numbers in lanes; each value takes one register or more.
pub(super) trait LaneNumbers<S: Simd> {
    /// The registers of one value.
    type Value: Copy;

    /// Whether products of two numbers in double precision are rounded as finely as needed.
    const IS_DOUBLE: bool;

    /// The value in each lane.
    fn splat(simd: S, value: f64) -> Self::Value;

    /// Different values in the lanes.
    fn load(values: &[f64]) -> Self::Value;

    /// The values, rounded to double precision.
    fn store(value: Self::Value, lanes: &mut [f64]);

    /// `from − a · b`.
    fn subtract_product(simd: S, from: Self::Value, a: Self::Value, b: Self::Value) -> Self::Value;

    /// `a · b`.
    fn multiply(simd: S, a: Self::Value, b: Self::Value) -> Self::Value;

    /// `1 / value`.
    fn reciprocal(simd: S, value: Self::Value) -> Self::Value;

    /// The value, or `limit` where it is smaller than that.
    fn away_from_zero(simd: S, value: Self::Value, limit: f64) -> Self::Value;

    /// A function of the values in double precision, for each register.
    fn fold(simd: S, state: &mut [S::f64s; 2], value: Self::Value, function: impl Fn(S, S::f64s, S::f64s) -> S::f64s);

    /// The slots as values.
    fn slots(slots: &mut [f64]) -> &mut [Self::Value];
}

/// Double precision in `G` registers: those after the first use the waiting time of the first.
pub(super) struct Double<const G: usize>;

impl<S: Simd, const G: usize> LaneNumbers<S> for Double<G> {
    type Value = [S::f64s; G];
    const IS_DOUBLE: bool = true;

    #[inline(always)]
    fn splat(simd: S, value: f64) -> Self::Value {
        [simd.splat_f64s(value); G]
    }

    #[inline(always)]
    fn load(values: &[f64]) -> Self::Value {
        std::array::from_fn(|g| S::as_simd_f64s(values).0[g])
    }

    #[inline(always)]
    fn store(value: Self::Value, lanes: &mut [f64]) {
        S::as_mut_simd_f64s(lanes).0[..G].copy_from_slice(&value);
    }

    #[inline(always)]
    fn subtract_product(simd: S, mut from: Self::Value, a: Self::Value, b: Self::Value) -> Self::Value {
        for g in 0..G {
            from[g] = simd.negate_mul_add_f64s(a[g], b[g], from[g]);
        }
        from
    }

    #[inline(always)]
    fn multiply(simd: S, mut a: Self::Value, b: Self::Value) -> Self::Value {
        for g in 0..G {
            a[g] = simd.mul_f64s(a[g], b[g]);
        }
        a
    }

    #[inline(always)]
    fn reciprocal(simd: S, mut value: Self::Value) -> Self::Value {
        for value in &mut value {
            *value = simd.div_f64s(simd.splat_f64s(1.0), *value);
        }
        value
    }

    #[inline(always)]
    fn away_from_zero(simd: S, mut value: Self::Value, limit: f64) -> Self::Value {
        let limit = simd.splat_f64s(limit);
        for value in &mut value {
            let is_small = simd.less_than_f64s(simd.abs_f64s(*value), limit);
            *value = simd.select_f64s(is_small, limit, *value);
        }
        value
    }

    #[inline(always)]
    fn fold(simd: S, state: &mut [S::f64s; 2], value: Self::Value, function: impl Fn(S, S::f64s, S::f64s) -> S::f64s) {
        for g in 0..G {
            state[g] = function(simd, state[g], value[g]);
        }
    }

    #[inline(always)]
    fn slots(slots: &mut [f64]) -> &mut [Self::Value] {
        S::as_mut_simd_f64s(slots).0.as_chunks_mut::<G>().0
    }
}

/// Twice double precision: the sum of a number and a much smaller one.
///
/// Dekker 1971, "A Floating-Point Technique for Extending the Available Precision".
pub(super) struct TwiceDouble<S>(PhantomData<S>);

impl<S: Simd> TwiceDouble<S> {
    /// `a + b` without an error, for |a| ≥ |b|.
    #[inline(always)]
    fn fast_sum(simd: S, a: S::f64s, b: S::f64s) -> [S::f64s; 2] {
        let sum = simd.add_f64s(a, b);
        [sum, simd.sub_f64s(b, simd.sub_f64s(sum, a))]
    }

    /// The product as a sum.
    #[inline(always)]
    fn product(simd: S, a: [S::f64s; 2], b: [S::f64s; 2]) -> [S::f64s; 2] {
        let high = simd.mul_f64s(a[0], b[0]);
        let low = simd.mul_add_f64s(a[0], b[0], simd.neg_f64s(high));
        let low = simd.mul_add_f64s(a[0], b[1], low);
        [high, simd.mul_add_f64s(a[1], b[0], low)]
    }
}

impl<S: Simd> LaneNumbers<S> for TwiceDouble<S> {
    type Value = [S::f64s; 2];
    const IS_DOUBLE: bool = false;

    #[inline(always)]
    fn splat(simd: S, value: f64) -> Self::Value {
        [simd.splat_f64s(value), simd.splat_f64s(0.0)]
    }

    #[inline(always)]
    fn load(values: &[f64]) -> Self::Value {
        let zeros = [0.0; 8];
        [S::as_simd_f64s(values).0[0], S::as_simd_f64s(&zeros).0[0]]
    }

    #[inline(always)]
    fn store(value: Self::Value, lanes: &mut [f64]) {
        S::as_mut_simd_f64s(lanes).0[0] = value[0];
    }

    #[inline(always)]
    fn subtract_product(simd: S, from: Self::Value, a: Self::Value, b: Self::Value) -> Self::Value {
        let [high, low] = Self::product(simd, a, b);
        // Knuth's sum: the error of a difference, whichever number is larger.
        let sum = simd.sub_f64s(from[0], high);
        let back = simd.sub_f64s(sum, from[0]);
        let error = simd.sub_f64s(simd.sub_f64s(from[0], simd.sub_f64s(sum, back)), simd.add_f64s(high, back));
        Self::fast_sum(simd, sum, simd.add_f64s(error, simd.sub_f64s(from[1], low)))
    }

    #[inline(always)]
    fn multiply(simd: S, a: Self::Value, b: Self::Value) -> Self::Value {
        let [high, low] = Self::product(simd, a, b);
        Self::fast_sum(simd, high, low)
    }

    #[inline(always)]
    fn reciprocal(simd: S, value: Self::Value) -> Self::Value {
        let one = simd.splat_f64s(1.0);
        let first = simd.div_f64s(one, value[0]);
        let missing = simd.negate_mul_add_f64s(value[0], first, one);
        let missing = simd.negate_mul_add_f64s(value[1], first, missing);
        Self::fast_sum(simd, first, simd.mul_f64s(first, missing))
    }

    #[inline(always)]
    fn away_from_zero(simd: S, value: Self::Value, limit: f64) -> Self::Value {
        let limit = simd.splat_f64s(limit);
        let is_small = simd.less_than_f64s(simd.abs_f64s(value[0]), limit);
        let low = simd.select_f64s(is_small, simd.splat_f64s(0.0), value[1]);
        [simd.select_f64s(is_small, limit, value[0]), low]
    }

    #[inline(always)]
    fn fold(simd: S, state: &mut [S::f64s; 2], value: Self::Value, function: impl Fn(S, S::f64s, S::f64s) -> S::f64s) {
        state[0] = function(simd, state[0], value[0]);
    }

    #[inline(always)]
    fn slots(slots: &mut [f64]) -> &mut [Self::Value] {
        S::as_mut_simd_f64s(slots).0.as_chunks_mut::<2>().0
    }
}
