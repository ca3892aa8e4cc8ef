//! Integers that stand for angles and cosines.

/// An angle of 360 degrees. The lower 16 bits of an angle are its place on the circle.
pub(in crate::representation) const TURN: i32 = 1 << 16;

/// Largest absolute value of a signal at depths 1 and 2: 30 turns. Then a mean over neighbours, of at most two depths, stays
/// below 2^22, which [`rounded`] needs, and the signals of [`BLOCK`] neighbours add up to less than 2^31.
pub(in crate::representation) const LARGEST_SIGNAL: i32 = 30 * TURN;

/// Neighbours whose signals may be added in 32 bits.
pub(super) const BLOCK: usize = 512;

const _: () = assert!(2 * LARGEST_SIGNAL < 1 << 22 && BLOCK as i64 * 2 * LARGEST_SIGNAL as i64 <= i32::MAX as i64);

/// The integer that stands for a cosine of 1. Cosines of 65535 nodes add up to less than 2^31.
pub(super) const UNIT: f64 = 32_768.0;

/// 1.5 · 2^23: a number below 2^22 that is added to it is rounded to an integer, in the lower bits of the sum.
const ROUNDING: f32 = 12_582_912.0;

/// The nearest integer, of two the even one, for absolute values below 2^22. Without branches, and the same on all processors.
#[inline(always)]
pub(in crate::representation) fn rounded(value: f32) -> i32 {
    (value + ROUNDING).to_bits() as i32 - ROUNDING.to_bits() as i32
}

/// The cosine of an angle, in units of 2^−15.
///
/// # Formula
/// ```text
/// cos 2πt = sin 2πs,   s = 1/4 − |t|,   t in [−1/2, 1/2)
/// ```
/// The sine by its odd polynomial of degree 7 that is best on [−1/4, 1/4]: the error is below 6e−7, a
/// fiftieth of a unit. Multiplications and additions are not fused: the result is the same on all processors.
#[inline(always)]
pub(super) fn cosine(angle: i32) -> i32 {
    // Multiples of 2^−16 below 1/2: exact.
    let t = f32::from(angle as i16) * (1.0 / TURN as f32);
    let s = 0.25 - t.abs();
    let square = s * s;
    let sine = s * (SINE[0] + square * (SINE[1] + square * (SINE[2] + square * SINE[3])));
    rounded(sine * UNIT as f32)
}

/// Coefficients of s, s³, s⁵, s⁷ in sin 2πs.
const SINE: [f32; 4] = [6.283_164, -41.337_142, 81.340_77, -70.993_43];

#[cfg(test)]
mod tests {
    use super::{TURN, UNIT, cosine, rounded};

    #[test]
    fn cosines_are_right_to_a_unit_at_every_angle() {
        for angle in -TURN..TURN {
            let wanted = (f64::from(angle) / f64::from(TURN) * std::f64::consts::TAU).cos() * UNIT;
            assert!((f64::from(cosine(angle)) - wanted).abs() < 0.6, "{angle}: {} for {wanted}", cosine(angle));
        }
    }

    #[test]
    fn rounds_to_the_nearest_integer_and_halves_to_even_ones() {
        for value in [0.0f32, 0.5, 1.5, 2.5, -0.5, -1.5, 0.49, -0.51, 4_194_303.0, -4_194_303.0] {
            assert_eq!(rounded(value), value.round_ties_even() as i32, "{value}");
        }
    }
}
