//! The paper's method: the extreme eigenvalues, and a curve in between.

use super::krylov::{BlockProduct, Extremes, ExtremesSettings};
use crate::progress::Stretch;
use crate::spectrum::plan::costs;
use crate::spectrum::plan::large::{Cost, LargeMethod, LargeProblem, LargeSolution, Request};
use crate::spectrum::{Origin, SpectrumError, SpectrumSettings};

/// Number of eigenvalues next to the gap that give the slope of the curve: enough to average over pairs and clusters.
const NEIGHBORS: usize = 8;

/// Residual of an extreme eigenvalue: far below every error that can be asked for.
const TOLERANCE: f64 = 1e-8;

/// Limit of the block products of one component: some extreme eigenvalues may not have converged by then, and are left out.
const MOST_PRODUCTS: usize = 1000;

/// Extreme eigenvalues and a cubic in between.
pub(crate) struct ExtremesOnly;

impl LargeMethod for ExtremesOnly {
    fn origin(&self) -> Origin {
        Origin::Ends
    }

    /// Never chosen by itself: its error is large.
    fn cost(&self, problem: &LargeProblem, settings: &SpectrumSettings) -> Option<Cost> {
        if settings.approach != Origin::Ends.into() {
            return None;
        }
        let count = count_at_each_end(problem.matrix.size(), settings);
        let products = 60.0 + count as f64;
        let seconds = products * costs::extremes_step_seconds(&problem.matrix, count);
        Some(Cost { seconds, bytes: Extremes::memory_bytes(problem.matrix.size(), count) })
    }

    /// Solves component by component: eigenvalues that several components share are then not multiple.
    fn solve(&self, problem: &LargeProblem, request: &Request<'_>) -> Result<LargeSolution, SpectrumError> {
        let matrix = &problem.matrix;
        let (mut values, mut error) = (Vec::with_capacity(matrix.size()), 0f64);
        let (mut low, mut high, mut products) = (0, 0, 0);
        for (at, rows) in matrix.components().enumerate() {
            let component = matrix.component(rows);
            let settings = ExtremesSettings {
                count: count_at_each_end(component.size(), request.settings),
                tolerance: TOLERANCE,
                most_products: MOST_PRODUCTS,
                deadline: request.deadline,
                verify: true,
                seed: request.settings.seed,
            };
            let share = |at: usize| at as f64 / matrix.component_count() as f64;
            let stretch = Stretch { whole: request.progress, from: share(at), to: share(at + 1) };
            let mut product = BlockProduct::new(&component);
            let extremes = Extremes::find(&mut product, settings, &stretch).ok_or_else(|| problem.no_convergence())?;
            let (component_values, component_error) = interpolate(&extremes, component.size());
            values.extend(component_values);
            error = error.max(component_error);
            low += extremes.low.len();
            high += extremes.high.len();
            products += extremes.products;
        }
        values.sort_unstable_by(f64::total_cmp);
        let effort = vec![("low", low), ("high", high), ("products", products)];
        Ok(LargeSolution { values, error, effort })
    }
}

/// Number of extreme eigenvalues at each end: as asked, but at most half of all eigenvalues at both ends together.
pub(super) fn count_at_each_end(size: usize, settings: &SpectrumSettings) -> usize {
    settings.ends.min(size / 4).max(1)
}

/// All values where only the extreme eigenvalues are known: a cubic between them, ascending; and a bound on the error.
///
/// # Formula
/// ```text
/// λ(x) = a (1 + 2x)(1 − x)² + s_a x (1 − x)² + b x² (3 − 2x) − s_b x² (1 − x)          0 < x < 1
/// ```
/// a, b: the innermost known eigenvalues; s: the slopes there, limited so that the curve never descends (Fritsch and Carlson
/// 1980, "Monotone Piecewise Cubic Interpolation"). An eigenvalue between a and b may be anywhere between them, so the
/// distance to the farther one bounds the error.
fn interpolate(extremes: &Extremes, size: usize) -> (Vec<f64>, f64) {
    let (low, high) = (&extremes.low, &extremes.high);
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
    let error = middle.iter().map(|value| (value - a).max(b - value)).fold(extremes.residual, f64::max);
    all.extend_from_slice(high);
    (all, error)
}

/// Mean distance between neighbours.
fn mean_step(values: &[f64]) -> f64 {
    match values {
        [first, .., last] => (last - first) / (values.len() - 1) as f64,
        _ => 0.0,
    }
}
