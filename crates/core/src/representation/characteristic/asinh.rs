//! The inverse hyperbolic sine of many numbers: the same on every machine, which the one of a system's library is not.

use pulp::{Simd, WithSimd};

/// Replaces each value x by asinh(gain · x).
pub(super) struct Asinh<'a> {
    pub(super) gain: f32,
    pub(super) values: &'a mut [f32],
}

impl WithSimd for Asinh<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for value in self.values {
            *value = asinh(self.gain * *value);
        }
    }
}

/// asinh x = ± ln(|x| + √(x² + 1)), with an error below 2e−7 (1 + |asinh x|) for |x| up to 10^6. Without branches;
/// multiplications and additions are not fused.
#[inline(always)]
fn asinh(x: f32) -> f32 {
    let size = x.abs();
    logarithm(size + (size * size + 1.0).sqrt()).copysign(x)
}

/// ln y for y from 1 to 2^100.
///
/// # Formula
/// ```text
/// y = 2^k m,  m in [√½, √2);   ln y = k ln 2 + 2 (s + s³/3 + s⁵/5 + s⁷/7 + s⁹/9),   s = (m − 1)/(m + 1)
/// ```
/// |s| is at most 0.172: the next term of the series is below 1e−9.
#[inline(always)]
fn logarithm(y: f32) -> f32 {
    // The bits of √½: what lies above them by whole exponents is k.
    const ROOT_OF_HALF: i32 = std::f32::consts::FRAC_1_SQRT_2.to_bits() as i32;
    let bits = y.to_bits() as i32;
    let k = (bits - ROOT_OF_HALF) >> 23;
    let m = f32::from_bits((bits - (k << 23)) as u32);
    let s = (m - 1.0) / (m + 1.0);
    let square = s * s;
    let series = s * (2.0 + square * (2.0 / 3.0 + square * (2.0 / 5.0 + square * (2.0 / 7.0 + square * (2.0 / 9.0)))));
    k as f32 * std::f32::consts::LN_2 + series
}

#[cfg(test)]
mod tests {
    use super::{Asinh, asinh};
    use pulp::Arch;

    #[test]
    fn values_are_those_of_the_definition() {
        let values = (0..200_000).map(|at| 1e-8 * 1.000_16f64.powi(at)).take_while(|x| *x <= 1e6);
        for x in values.chain([0.0, 1.0]) {
            for x in [x as f32, -x as f32] {
                let wanted = f64::from(x).asinh();
                let error = (f64::from(asinh(x)) - wanted).abs();
                assert!(error <= 2e-7 * (1.0 + wanted.abs()), "{x}: {} for {wanted}", asinh(x));
            }
        }
        assert_eq!((asinh(0.0), asinh(-0.0).is_sign_negative()), (0.0, true));
    }

    #[test]
    fn every_instruction_set_gives_the_same_bytes() {
        let values: Vec<f32> = (0..1000).map(|at| (at as f32 - 500.0) / 500.0).collect();
        let mut wide = values.clone();
        Arch::new().dispatch(Asinh { gain: 10.0, values: &mut wide });
        assert_eq!(wide, values.iter().map(|x| asinh(10.0 * x)).collect::<Vec<_>>());
    }
}
