//! A vectorized exponential, for heat traces.

use pulp::{Arch, Simd, WithSimd};

/// Beyond this exponent e^−x is below 1e−304: as good as zero, and still a normal number.
const LIMIT: f64 = 700.0;

/// Lists of numbers for SIMD are padded to a multiple of this: whole registers of any width, no remainder.
pub(super) const WHOLE: usize = 8;

/// Adds `scale · e^(−rate · t)` to `sums` for each time `t ≥ 0`; `rate ≥ 0`.
///
/// The exponential is a dozen multiplications that the compiler turns into SIMD for the instruction set at hand, within
/// 4e−16 of the system's `exp` (relative).
pub(super) fn add_decay(arch: Arch, times: &[f64], rate: f64, scale: f64, sums: &mut [f64]) {
    arch.dispatch(AddDecay { times, rate, scale, sums });
}

struct AddDecay<'a> {
    times: &'a [f64],
    rate: f64,
    scale: f64,
    sums: &'a mut [f64],
}

impl WithSimd for AddDecay<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (sum, &time) in self.sums.iter_mut().zip(self.times) {
            *sum += self.scale * decay::<S>(self.rate * time);
        }
    }
}

/// e^−x for 0 ≤ x, without branches.
///
/// # Formula
/// ```text
/// e^−x = 2^k e^r,   k = round(−x / ln 2),   r = −x − k ln 2,   |r| ≤ ln 2 / 2,   e^r by its series to r¹³
/// ```
/// The first term left out is below 4e−18.
#[inline(always)]
fn decay<S: Simd>(x: f64) -> f64 {
    // Without the instruction, a fused multiply-add is a slow function.
    let fused = |a: f64, b: f64, c: f64| if S::IS_SCALAR { a * b + c } else { a.mul_add(b, c) };
    // Adding and subtracting 1.5 · 2^52 rounds to the nearest integer, and leaves that integer in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    // ln 2 in two parts: the first has trailing zeros, so that k times it is exact.
    const LN2_HIGH: f64 = f64::from_bits(0x3FE6_2E42_FEE0_0000);
    const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    let y = -x.min(LIMIT);
    let shifted = fused(y, std::f64::consts::LOG2_E, ROUND);
    let k = shifted - ROUND;
    let r = fused(-k, LN2_LOW, fused(-k, LN2_HIGH, y));
    let power = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1.0f64.to_bits()));
    const SERIES: [f64; 14] = [
        1.0 / 6_227_020_800.0,
        1.0 / 479_001_600.0,
        1.0 / 39_916_800.0,
        1.0 / 3_628_800.0,
        1.0 / 362_880.0,
        1.0 / 40_320.0,
        1.0 / 5_040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
        1.0,
    ];
    let mut series = SERIES[0];
    for coefficient in &SERIES[1..] {
        series = fused(series, r, *coefficient);
    }
    series * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_system_exponential() {
        let times: Vec<f64> = (0..200_000).map(|at| at as f64 * 1e-3).chain([0.0, 1e-300, 699.0]).collect();
        let mut sums = vec![0.0; times.len()];
        add_decay(Arch::new(), &times, 1.0, 1.0, &mut sums);
        for (&time, &sum) in times.iter().zip(&sums) {
            let exact = (-time).exp();
            assert!((sum - exact).abs() <= 4e-16 * exact, "e^-{time}: {sum} against {exact}");
        }
        let mut beyond = [0.0];
        add_decay(Arch::new(), &[1e9], 1.0, 1.0, &mut beyond);
        assert!(beyond[0] < 1e-300);
    }
}
