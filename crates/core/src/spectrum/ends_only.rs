use super::krylov::Ends;

/// Eigenvalues next to the gap that tell its slopes.
const NEIGHBORS: usize = 8;

/// All eigenvalues where only those at the ends are known: a cubic between, ascending; and a bound on the error.
///
/// # Formula
/// ```text
/// λ(x) = a (1 + 2x)(1 − x)² + s_a x (1 − x)² + b x² (3 − 2x) − s_b x² (1 − x)          0 < x < 1
/// ```
/// a, b: the innermost known eigenvalues; s: the slopes there, cut so that nothing descends (Fritsch and Carlson 1980,
/// "Monotone Piecewise Cubic Interpolation"). An eigenvalue between the ends may be anywhere between a and b, so that is
/// how far off it can be.
pub(super) fn between_ends(ends: &Ends, size: usize) -> (Vec<f64>, f64) {
    let (low, high) = (&ends.low, &ends.high);
    let count = size - low.len() - high.len();
    let mut all = Vec::with_capacity(size);
    all.extend_from_slice(low);
    let (a, b) = (low.last().copied().unwrap_or(0.0), high.first().copied().unwrap_or(2.0));
    let steps = (count + 1) as f64;
    let steepest = 3.0 * (b - a);
    let low_slope = mean_step(&low[low.len().saturating_sub(NEIGHBORS)..]) * steps;
    let high_slope = mean_step(&high[..high.len().min(NEIGHBORS)]) * steps;
    let (low_slope, high_slope) = (low_slope.min(steepest), high_slope.min(steepest));
    all.extend((1..=count).map(|at| {
        let x = at as f64 / steps;
        let rest = 1.0 - x;
        let ends = a * (1.0 + 2.0 * x) * rest * rest + b * x * x * (3.0 - 2.0 * x);
        ends + low_slope * x * rest * rest - high_slope * x * x * rest
    }));
    let middle = &all[low.len()..];
    let error = middle.iter().map(|value| (value - a).max(b - value)).fold(ends.residual, f64::max);
    all.extend_from_slice(high);
    (all, error)
}

/// Mean distance of neighbours.
fn mean_step(values: &[f64]) -> f64 {
    match values {
        [first, .., last] => (last - first) / (values.len() - 1) as f64,
        _ => 0.0,
    }
}
