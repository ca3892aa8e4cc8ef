//! Numbers replaced by their ranks.

use crate::rows::Rows;

/// Each number as its rank among the training graphs. `quantiles` has as many for each dimension, ascending.
pub(super) fn ranks(rows: Rows<'_>, quantiles: &[f32]) -> Vec<f32> {
    let levels = quantiles.len() / rows.dimensions();
    let ranked = |row: &'_ [f32]| -> Vec<f32> {
        row.iter().zip(quantiles.chunks_exact(levels)).map(|(&value, quantiles)| rank(value, quantiles)).collect()
    };
    rows.values().chunks_exact(rows.dimensions()).flat_map(ranked).collect()
}

/// The share of values that are below `value`, those that are equal counted half, by ascending quantiles at even levels from
/// 0 to 1.
///
/// # Formula
/// ```text
/// r(x) = (i + (x − q_i) / (q_{i+1} − q_i)) / (Q − 1)        q_i < x < q_{i+1}
/// r(x) = (i + j) / 2 (Q − 1)                                x = q_i = … = q_j
/// ```
/// 0 below the lowest quantile q_0, 1 above the highest q_{Q−1}.
fn rank(value: f32, quantiles: &[f32]) -> f32 {
    let last = (quantiles.len() - 1) as f64;
    let below = quantiles.partition_point(|&quantile| quantile < value);
    let up_to = below + quantiles[below..].partition_point(|&quantile| quantile <= value);
    let position = if below < up_to {
        (below + up_to - 1) as f64 / 2.0
    } else if below == 0 {
        0.0
    } else if below == quantiles.len() {
        last
    } else {
        let [low, high, value] = [quantiles[below - 1], quantiles[below], value].map(f64::from);
        (below - 1) as f64 + (value - low) / (high - low)
    };
    (position / last) as f32
}
