//! The channel `degrees`.

use super::quantiles::{append_quantiles, quantile_names};
use super::{Channel, CycleCounts, SolvedGraph};

/// Quantiles of the channel. Part of the format of model files: a change makes all models useless.
const QUANTILES: usize = 16;

/// How the degrees are distributed.
///
/// # Formula
/// ```text
/// 16 quantiles of ln(1 + d),  fractions of nodes with d = 0, 1, 2, 3, 4, ≥ 5,  ln(1 + max d),  ln(1 + s)
/// ```
/// d = number of neighbours (weights do not count), s = √(mean d² − (mean d)²). Sums are of integers: the numbering of the
/// nodes leaves no trace.
///
/// # Complexity
/// O(n log n) time, O(n) space.
#[derive(Debug, Default)]
pub(super) struct DegreesChannel {
    degrees: Vec<usize>,
}

impl Channel for DegreesChannel {
    fn columns(&self) -> Vec<String> {
        let fractions = ["0", "1", "2", "3", "4", "5_or_more"].map(|degree| format!("degrees_fraction_{degree}"));
        let rest = ["degrees_ln_largest", "degrees_ln_deviation"].map(String::from);
        quantile_names("degrees", QUANTILES).chain(fractions).chain(rest).collect()
    }

    fn append(&mut self, solved: SolvedGraph<'_>, _: CycleCounts<'_>, row: &mut Vec<f32>) {
        let degrees = &mut self.degrees;
        degrees.clear();
        degrees.extend(solved.graph.offsets().windows(2).map(|row| row[1] - row[0]));
        degrees.sort_unstable();
        append_quantiles(degrees, QUANTILES, |degree| (degree as f64).ln_1p(), row);

        let nodes = degrees.len() as f64;
        let mut counts = [0usize; 6];
        degrees.iter().for_each(|&degree| counts[degree.min(5)] += 1);
        row.extend(counts.map(|count| (count as f64 / nodes) as f32));

        let largest = degrees.last().map_or(0, |&degree| degree);
        let deviation = variance(degrees).sqrt();
        row.extend([largest as f64, deviation].map(|value| value.ln_1p() as f32));
    }
}

/// (n Σd² − (Σd)²) / n²: exact up to the division, and 0 for a regular graph.
fn variance(degrees: &[usize]) -> f64 {
    // n Σd² reaches 2⁹⁸ for the largest graphs there are.
    let (mut sum, mut squares) = (0u128, 0u128);
    for &degree in degrees {
        sum += degree as u128;
        squares += (degree as u128).pow(2);
    }
    let nodes = degrees.len() as u128;
    (nodes * squares - sum * sum) as f64 / (nodes as f64).powi(2)
}
