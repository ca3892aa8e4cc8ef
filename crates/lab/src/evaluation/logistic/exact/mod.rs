//! The exact minimum for vectors with many numbers.

mod curvature;
mod rows;

use faer::Col;

use self::curvature::Curvature;
use self::rows::SparseRows;
use super::line_search::LineSearch;
use super::newton::Minimum;
use crate::evaluation::VectorRows;

/// Ends when the objective is this close to its minimum (half the Newton decrement); the step in hand is still taken. A
/// tenth of the tolerance of narrow vectors: where the classes can be separated the minimum is below 0.1.
const TOLERANCE: f64 = 1e-8;
/// Counts of nine collections took up to 30 steps.
const MOST_STEPS: usize = 200;
/// Examples whose products are kept as a matrix at most: 23 billion multiplications a step.
const MOST_EXAMPLES: usize = 4096;
/// Columns whose Hessian is factored at most: 11 billion multiplications a step.
const MOST_COLUMNS: usize = 3200;

/// Examples with more numbers than [`Newton`](super::newton::Newton) should turn to principal axes, whose minimum is found
/// by Newton's method with the exact Hessian: counts that are not scaled, where conjugate gradients do not converge.
///
/// # Formula
/// With A the examples whose curvature matters, D = p (1 − p) and X their rows, a step is (I + XᵀDX)⁻¹ ∇f. If few columns are not zero,
/// the matrix is factored as it is. Otherwise the matrix of the examples is factored, which has as many rows as A:
/// ```text
/// (I + XᵀDX)⁻¹ g = g − Xᵀ D^(1/2) (I + D^(1/2) X Xᵀ D^(1/2))⁻¹ D^(1/2) X g
/// ```
/// Woodbury 1950. All products XXᵀ are computed once for all splits.
///
/// # Complexity
/// O(min(c, a)³ + z) time a step for c columns, a examples with curvature and z numbers that are not zero; O(z + n²) space.
#[derive(Debug)]
pub(super) struct ExactExamples {
    rows: SparseRows,
    curvature: Curvature,
}

impl ExactExamples {
    /// `None` where there are too many examples and columns.
    pub(super) fn of(vectors: VectorRows<'_>) -> Option<Self> {
        let rows = SparseRows::of(vectors);
        let curvature = if rows.columns() <= MOST_COLUMNS && 2 * rows.columns() <= rows.len() {
            Curvature::Columns
        } else if rows.len() <= MOST_EXAMPLES {
            Curvature::of_examples(&rows)
        } else {
            return None;
        };
        Some(Self { rows, curvature })
    }

    /// Number of examples.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// (x, 1)·w.
    pub(super) fn score(&self, example: usize, weights: &[f64]) -> f64 {
        self.rows.dot(example, weights)
    }

    /// The weights of the vectors' own numbers, the intercept last.
    pub(super) fn coefficients(&self, weights: &[f64]) -> Vec<f64> {
        self.rows.spread(weights)
    }

    /// The weights that tell `training` examples with target 1 from those with −1, from `start` or from zero. The minimum is
    /// unique: `start` decides how many steps it takes to it.
    pub(super) fn minimize(&self, training: &[usize], targets: &[f64], cost: f64, start: Option<&Col<f64>>) -> Minimum {
        let mut weights = start.map_or_else(|| vec![0.0; self.rows.columns()], |start| start.iter().copied().collect());
        let mut finished = false;
        for _ in 0..MOST_STEPS {
            let margins = self.margins(training, targets, &weights);
            let misses: Vec<f64> = margins.iter().map(|margin| 1.0 / (1.0 + margin.exp())).collect();
            let pulls: Vec<f64> = targets.iter().zip(&misses).map(|(target, miss)| -cost * target * miss).collect();
            let mut gradient = weights.clone();
            self.rows.add(training, &pulls, &mut gradient);
            let curvatures: Vec<f64> = misses.iter().map(|miss| cost * miss * (1.0 - miss)).collect();
            let Some(step) = self.curvature.step(&self.rows, training, &curvatures, &gradient) else { break };
            let decrease: f64 = gradient.iter().zip(&step).map(|(slope, step)| slope * step).sum();
            finished = decrease < 2.0 * TOLERANCE * cost;
            let step_margins = self.margins(training, targets, &step);
            let search = LineSearch { cost, margins: &margins, step_margins: &step_margins, decrease };
            let Some(length) = search.length(&weights, &step, finished) else { break };
            weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight -= length * step);
            if finished {
                break;
            }
        }
        Minimum { weights: weights.into_iter().collect(), finished }
    }

    /// t_i x_i·w.
    fn margins(&self, training: &[usize], targets: &[f64], weights: &[f64]) -> Vec<f64> {
        let margin = |(&example, target): (&usize, &f64)| target * self.rows.dot(example, weights);
        training.iter().zip(targets).map(margin).collect()
    }
}

#[cfg(test)]
mod tests;
