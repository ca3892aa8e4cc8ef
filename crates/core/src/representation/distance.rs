//! How far apart are two graphs?

use super::{Normalization, Times, heat_trace, heat_trace_errors};
use crate::spectrum::Spectrum;

/// Euclidean distance between two vectors of the same length.
///
/// In double precision, as sixteen partial sums whatever the instruction set: the same bytes everywhere, in a quarter of the
/// time of one sum.
///
/// # Panics
/// If the lengths differ.
#[must_use]
#[inline]
pub fn euclidean(a: &[f32], b: &[f32]) -> f64 {
    assert_eq!(a.len(), b.len(), "found vectors of lengths {} and {}, wanted equal lengths", a.len(), b.len());
    let square = |a: f32, b: f32| (f64::from(a) - f64::from(b)).powi(2);
    let (a, b) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut sums = [0.0; 16];
    for (a, b) in a.0.iter().zip(b.0) {
        for (sum, (&a, &b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += square(a, b);
        }
    }
    let tail: f64 = a.1.iter().zip(b.1).map(|(&a, &b)| square(a, b)).sum();
    (sums.iter().sum::<f64>() + tail).sqrt()
}

/// Tanimoto distance between two vectors of the same length, of numbers that are at least 0.
///
/// # Formula
/// ```text
/// 1 − Σ min(a_i, b_i) / Σ max(a_i, b_i)        0 if both vectors are zero
/// ```
/// In double precision, each sum in the order of the dimensions.
///
/// # Panics
/// If the lengths differ.
#[must_use]
pub fn tanimoto(a: &[f32], b: &[f32]) -> f64 {
    assert_eq!(a.len(), b.len(), "found vectors of lengths {} and {}, wanted equal lengths", a.len(), b.len());
    let sum = |row: &[f32]| row.iter().fold(0.0, |sum, &value| sum + f64::from(value));
    let shared = a.iter().zip(b).fold(0.0, |sum, (&a, &b)| sum + f64::from(a.min(b)));
    tanimoto_of_sums(shared, sum(a), sum(b))
}

/// The same by the sum of the smaller numbers and the sums of both vectors.
#[must_use]
#[inline]
pub fn tanimoto_of_sums(shared: f64, a: f64, b: f64) -> f64 {
    // Rounded sums keep the order of their parts: neither sum is below the shared one, so the result is from 0 to 1.
    let all = a + b - shared;
    if all > 0.0 { 1.0 - shared / all } else { 0.0 }
}

/// The largest scaled gap between two heat traces, and the time where it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpectralBound {
    /// The bound.
    pub value: f64,
    /// The time at which the traces are farthest apart; 1 if they are equal.
    pub time: f64,
    /// Largest error of the bound, by the stated errors of the two spectra.
    pub error: f64,
}

/// Mémoli's lower bound of the spectral Gromov–Wasserstein distance between two graphs.
///
/// # Formula
/// ```text
/// sup_{t>0} e^(−2(t + 1/t)) |h_1(t) − h_2(t)|
/// ```
/// Tsitsulin et al., "SGR", §4.1; h = heat traces, not normalized.
///
/// The supremum is looked for on a logarithmic grid from 10^−2 to 10^2 (outside, the factor is below e^−200) and then
/// between the neighbours of the best grid point by golden section. The value is then good to rounding, the time to about
/// 1e−8, as any maximum is.
///
/// # Edge cases
/// Graphs with equal spectra have bound 0.
#[must_use]
pub fn spectral_bound(a: &Spectrum, b: &Spectrum) -> SpectralBound {
    const GRID: usize = 400;
    let exponent = |at: usize| -2.0 + 4.0 * at as f64 / (GRID - 1) as f64;
    let times: Vec<f64> = (0..GRID).map(|at| 10f64.powf(exponent(at))).collect();
    let gaps = scaled_gaps(a, b, &times);
    let error = largest_error(a, b, &times);
    let best = (0..GRID).max_by(|&i, &j| gaps[i].total_cmp(&gaps[j])).unwrap_or(GRID / 2);
    if gaps[best] == 0.0 {
        return SpectralBound { value: 0.0, time: 1.0, error };
    }
    let gap_at = |exponent: f64| scaled_gaps(a, b, &[10f64.powf(exponent)])[0];
    let (low, high) = (exponent(best.saturating_sub(1)), exponent((best + 1).min(GRID - 1)));
    let (refined, value) = golden_section_maximum(low, high, gap_at);
    if value > gaps[best] {
        SpectralBound { value, time: 10f64.powf(refined), error }
    } else {
        SpectralBound { value: gaps[best], time: times[best], error }
    }
}

fn scaled_gaps(a: &Spectrum, b: &Spectrum, times: &[f64]) -> Vec<f64> {
    // Powers of ten are finite and positive: checked times.
    let Ok(checked) = Times::new(times.to_vec()) else { return vec![0.0; times.len()] };
    let first = heat_trace(a, &checked, Normalization::None);
    let second = heat_trace(b, &checked, Normalization::None);
    times.iter().zip(first.iter().zip(second)).map(|(&time, (a, b))| scale(time) * (a - b).abs()).collect()
}

/// The factor e^(−2(t + 1/t)).
fn scale(time: f64) -> f64 {
    (-2.0 * (time + 1.0 / time)).exp()
}

/// Largest scaled error of the difference of the two heat traces at these times.
fn largest_error(a: &Spectrum, b: &Spectrum, times: &[f64]) -> f64 {
    let Ok(checked) = Times::new(times.to_vec()) else { return 0.0 };
    let errors = |spectrum| heat_trace_errors(spectrum, &checked, Normalization::None);
    let sums = errors(a).into_iter().zip(errors(b)).map(|(a, b)| a + b);
    times.iter().zip(sums).map(|(&time, sum)| scale(time) * sum).fold(0.0, f64::max)
}

/// Where a function with one peak between `low` and `high` is largest, and its value there.
fn golden_section_maximum(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> (f64, f64) {
    // Each step keeps 0.618 of the interval; a grid cell of 0.02 is below 1e−9 after 35.
    const STEPS: usize = 40;
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut left, mut right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_left, mut at_right) = (function(left), function(right));
    for _ in 0..STEPS {
        if at_left >= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - GOLDEN * (high - low);
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + GOLDEN * (high - low);
            at_right = function(right);
        }
    }
    if at_left >= at_right { (left, at_left) } else { (right, at_right) }
}
