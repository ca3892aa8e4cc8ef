//! Normal random numbers, for first weights of networks and noise of points.

use std::f64::consts::TAU;

use rand::{Rng, RngExt};

/// A normal number with mean 0 and variance 1.
///
/// # Formula
/// ```text
/// √(−2 ln(1 − a)) · cos(2π b)        a, b uniform on [0, 1)
/// ```
/// Box & Muller 1958, "A Note on the Generation of Random Normal Deviates". 1 − a is never 0, so the logarithm is finite.
pub fn standard_normal<R: Rng>(random: &mut R) -> f64 {
    let radius = 1.0 - random.random::<f64>();
    let angle = TAU * random.random::<f64>();
    (-2.0 * radius.ln()).sqrt() * angle.cos()
}
