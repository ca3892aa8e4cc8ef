//! The activation SELU and its derivative, vectorized.

use pulp::{Arch, Simd, WithSimd};

/// Klambauer et al. 2017, "Self-Normalizing Neural Networks", eq. (14).
const SCALE: f32 = 1.050_701;
const ALPHA: f32 = 1.673_263_2;

/// Replaces each number by its SELU.
///
/// # Formula
/// ```text
/// SELU(x) = λ x            x > 0        λ = 1.0507009873554805
///         = λ α (e^x − 1)  otherwise    α = 1.6732632423543772
/// ```
/// Klambauer et al. 2017, "Self-Normalizing Neural Networks", eq. (2).
///
/// The compiler turns this into SIMD for the instruction set at hand. Every number goes through the same operations,
/// wherever it stands; NaN stays NaN.
pub fn selu(arch: Arch, values: &mut [f32]) {
    arch.dispatch(Selu { values });
}

/// Replaces each number x ≤ 0 by e^x, likewise.
pub fn exp_of_negative(arch: Arch, values: &mut [f32]) {
    arch.dispatch(ExpOfNegative { values });
}

/// The derivative of SELU where it has the value `selu`.
///
/// # Formula
/// ```text
/// SELU′(x) = λ             x > 0
///          = SELU(x) + λ α otherwise
/// ```
#[inline(always)]
#[must_use]
pub fn selu_slope(selu: f32) -> f32 {
    if selu > 0.0 { SCALE } else { selu + SCALE * ALPHA }
}

struct Selu<'a> {
    values: &'a mut [f32],
}

impl WithSimd for Selu<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for value in self.values {
            let negative = SCALE * ALPHA * exp_minus_one::<S>(value.min(0.0));
            *value = if *value > 0.0 || value.is_nan() { SCALE * *value } else { negative };
        }
    }
}

struct ExpOfNegative<'a> {
    values: &'a mut [f32],
}

impl WithSimd for ExpOfNegative<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for value in self.values {
            *value = 1.0 + exp_minus_one::<S>(*value);
        }
    }
}

/// e^x − 1 for x ≤ 0, without branches.
///
/// # Formula
/// ```text
/// e^x − 1 = 2^k (e^r − 1) + (2^k − 1),   k = round(x / ln 2),   r = x − k ln 2,   |r| ≤ ln 2 / 2
/// ```
/// e^r − 1 by its series to r⁷; the first term left out is below 6e−9 r. Near 0, k is 0 and nothing cancels.
#[inline(always)]
fn exp_minus_one<S: Simd>(x: f32) -> f32 {
    // Without the instruction, a fused multiply-add is a slow function.
    let fused = |a: f32, b: f32, c: f32| if S::IS_SCALAR { a * b + c } else { a.mul_add(b, c) };
    // Adding and subtracting 1.5 · 2^23 rounds to the nearest integer, and leaves that integer in the low bits.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts: the first has trailing zeros, so that k times it is exact.
    const LN2_HIGH: f32 = 0.693_145_75;
    const LN2_LOW: f32 = 1.428_606_8e-6;
    // Below, e^x is under 2e−35: lost next to 1, and 2^k is still a normal number.
    const LOWEST: f32 = -80.0;
    let x = x.max(LOWEST);
    let shifted = fused(x, std::f32::consts::LOG2_E, ROUND);
    let k = shifted - ROUND;
    let r = fused(-k, LN2_LOW, fused(-k, LN2_HIGH, x));
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0f32.to_bits()));
    const SERIES: [f32; 7] = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0];
    let mut series = SERIES[0];
    for coefficient in &SERIES[1..] {
        series = fused(series, r, *coefficient);
    }
    fused(power, series * r, power - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_definition() {
        let inputs: Vec<f32> = (-120_000..20_000)
            .map(|at| at as f32 * 1e-3)
            .chain([0.0, -0.0, -1e-30, 1e-30, -1e-6, f32::MIN, f32::MAX / 2.0])
            .collect();
        let mut outputs = inputs.clone();
        selu(Arch::new(), &mut outputs);
        for (&x, &found) in inputs.iter().zip(&outputs) {
            let exact = f64::from(x);
            let exact =
                1.050_700_987_355_480_5 * if x > 0.0 { exact } else { 1.673_263_242_354_377_2 * exact.exp_m1() };
            // A few roundings of f32, 6e−8 each.
            assert!((f64::from(found) - exact).abs() <= 4e-7 * exact.abs(), "SELU({x}): {found} against {exact}");
        }
        let mut undefined = [f32::NAN];
        selu(Arch::new(), &mut undefined);
        assert!(undefined[0].is_nan());
    }

    #[test]
    fn position_does_not_matter() {
        let inputs: Vec<f32> = (0..67).map(|at| at as f32 * 0.37 - 20.0).collect();
        let mut together = inputs.clone();
        selu(Arch::new(), &mut together);
        for (&x, found) in inputs.iter().zip(together) {
            let mut alone = [x];
            selu(Arch::new(), &mut alone);
            assert_eq!(alone[0].to_bits(), found.to_bits());
        }
    }

    #[test]
    fn slope_is_the_derivative() {
        for x in [-3.0f32, -0.5, -0.01, 0.01, 2.0] {
            let mut values = [x - 1e-2, x, x + 1e-2].map(|x: f32| if x == 0.0 { 1e-9 } else { x });
            let step = values[2] - values[0];
            selu(Arch::new(), &mut values);
            let difference = (values[2] - values[0]) / step;
            let tolerance = if x.abs() > 0.1 { 1e-3 } else { 0.5 };
            assert!((selu_slope(values[1]) - difference).abs() < tolerance, "{x}");
        }
    }
}
