//! Newton's method with a Hessian; for few dimensions.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::cholesky::llt::solve::solve_in_place;
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::{Accum, Col, Mat, Par};

use super::line_search::LineSearch;

/// Ends when the objective is this close to its minimum (half the Newton decrement), of a sum over all examples, times C.
/// The step in hand is still taken, which squares the remaining error.
const TOLERANCE: f64 = 1e-7;
/// Spectra and learned vectors of four collections took 4 to 11 steps; the limit only ends searches that rounding keeps from converging.
const MOST_STEPS: usize = 100;

/// Finds the weights of one class against another by Newton's method with a search along each step.
///
/// # Formula
/// ```text
/// f(w)  = |w|²/2 + C Σ_i ln(1 + exp(−t_i x_i·w))          t_i = ±1
/// p_i   = 1 / (1 + exp(t_i x_i·w))
/// ∇f    = w − C Σ_i t_i p_i x_i
/// ∇²f   = I + C Σ_i p_i (1 − p_i) x_i x_iᵀ
/// ```
/// # Complexity
/// O(n d²) time a step, O(n d) space for n examples of d coordinates.
pub(super) struct Newton {
    /// Coordinates × examples.
    examples: Mat<f64>,
    scaled: Mat<f64>,
    hessian: Mat<f64>,
    factor: Mat<f64>,
    memory: MemBuffer,
}

/// Where a minimisation ended.
pub(super) struct Minimum {
    pub(super) weights: Col<f64>,
    /// Whether it came within the tolerance.
    pub(super) finished: bool,
}

impl Newton {
    /// For examples in columns.
    pub(super) fn new(examples: Mat<f64>) -> Self {
        let (size, count) = examples.shape();
        let scratch = cholesky_in_place_scratch::<f64>(size, Par::Seq, Default::default());
        Self {
            examples,
            scaled: Mat::zeros(size, count),
            hessian: Mat::zeros(size, size),
            factor: Mat::zeros(size, size),
            memory: MemBuffer::new(scratch),
        }
    }

    /// Minimises f for the given targets, each 1 or −1, and the given C from the given weights on.
    pub(super) fn minimize(&mut self, targets: &[f64], cost: f64, mut weights: Col<f64>) -> Minimum {
        let enough = 2.0 * TOLERANCE * cost;
        for _ in 0..MOST_STEPS {
            let margins = self.margins(&weights, targets);
            let misses: Vec<f64> = margins.iter().map(|margin| 1.0 / (1.0 + margin.exp())).collect();
            let gradient = self.gradient(&weights, targets, &misses, cost);
            self.set_hessian(&misses, cost);
            let Some(step) = self.solve(&gradient) else { break };
            let decrease = gradient.transpose() * &step;
            let step_margins = self.margins(&step, targets);
            let search = LineSearch { cost, margins: &margins, step_margins: &step_margins, decrease };
            let Some(length) = search.length(numbers(&weights), numbers(&step), decrease < enough) else {
                return Minimum { weights, finished: decrease < enough };
            };
            weights -= faer::Scale(length) * &step;
            if decrease < enough {
                return Minimum { weights, finished: true };
            }
        }
        Minimum { weights, finished: false }
    }

    /// t_i x_i·w.
    fn margins(&self, weights: &Col<f64>, targets: &[f64]) -> Vec<f64> {
        let mut scores = Col::zeros(self.examples.ncols());
        matmul(scores.as_mat_mut(), Accum::Replace, self.examples.transpose(), weights.as_mat(), 1.0, Par::Seq);
        scores.iter().zip(targets).map(|(score, target)| score * target).collect()
    }

    fn gradient(&self, weights: &Col<f64>, targets: &[f64], misses: &[f64], cost: f64) -> Col<f64> {
        let pulls = Col::from_fn(targets.len(), |at| cost * targets[at] * misses[at]);
        let mut gradient = weights.clone();
        matmul(gradient.as_mat_mut(), Accum::Add, self.examples.as_ref(), pulls.as_mat(), -1.0, Par::Seq);
        gradient
    }

    /// The lower half of ∇²f, as one product of the examples scaled by √(C p (1 − p)).
    fn set_hessian(&mut self, misses: &[f64], cost: f64) {
        for (at, miss) in misses.iter().enumerate() {
            let scale = (cost * miss * (1.0 - miss)).sqrt();
            let example = self.examples.col(at).try_as_col_major().map_or(&[][..], |column| column.as_slice());
            let scaled = self.scaled.col_as_slice_mut(at);
            scaled.iter_mut().zip(example).for_each(|(scaled, value)| *scaled = scale * value);
        }
        let (lower, full) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
        let (left, right) = (self.scaled.as_ref(), self.scaled.transpose());
        triangular::matmul(self.hessian.as_mut(), lower, Accum::Replace, left, full, right, full, 1.0, Par::Seq);
        self.hessian.diagonal_mut().column_vector_mut().iter_mut().for_each(|value| *value += 1.0);
    }

    /// The Newton step. Where examples differ by more than 10⁸ in length rounding can make a pivot negative: then the
    /// diagonal grows, from the size of the rounding on, until none is, which shortens the step along those axes only.
    fn solve(&mut self, gradient: &Col<f64>) -> Option<Col<f64>> {
        for growth in std::iter::once(0.0).chain((-14..0).map(|power| 10f64.powi(power))) {
            self.factor.copy_from(&self.hessian);
            self.factor.diagonal_mut().column_vector_mut().iter_mut().for_each(|value| *value *= 1.0 + growth);
            let stack = MemStack::new(&mut self.memory);
            let mut step = gradient.clone();
            if cholesky_in_place(self.factor.as_mut(), Default::default(), Par::Seq, stack, Default::default()).is_ok()
            {
                let stack = MemStack::new(&mut self.memory);
                solve_in_place(self.factor.as_ref(), step.as_mat_mut(), Par::Seq, stack);
                return Some(step);
            }
        }
        None
    }
}

/// The numbers of a column, which are one after another in memory.
pub(super) fn numbers(column: &Col<f64>) -> &[f64] {
    column.try_as_col_major().map_or(&[], |column| column.as_slice())
}
