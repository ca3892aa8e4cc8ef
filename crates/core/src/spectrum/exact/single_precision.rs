//! All eigenvalues of large components in single precision, in half of the time and memory of double precision.

use super::band::{self, BandMatrix};
use super::batched::QueuedTridiagonals;
use super::double_precision::{all_eigenvalues, parallelism};
use crate::progress::Stretch;
use crate::spectrum::plan::costs;
use crate::spectrum::plan::large::{Cost, LargeMethod, LargeProblem, LargeSolution, Request};
use crate::spectrum::{Approach, Origin, SpectrumError, SpectrumSettings};

/// Stated error of an eigenvalue, divided by √n for n rows.
///
/// The eigenvalues of I − L are in [−1, 1]. Every row goes through n/64 blocked reflections. Each rounds it with a relative
/// error of 2^−24 in no preferred direction, so errors grow at most like √n. On trees with hubs of up to 3000 rows the
/// largest error was 1.6 · 2^−24 √n, on real and other random graphs of up to 15,000 rows 0.2 of that; 12 is stated.
const ERROR_PER_ROOT: f64 = 12.0 / (1u64 << 24) as f64;

/// The dense reduction in single precision, one large component after another.
pub(crate) struct SinglePrecision;

/// Stated error of an eigenvalue of a matrix with `size` rows.
fn error(size: usize) -> f64 {
    ERROR_PER_ROOT * (size as f64).sqrt()
}

/// Bytes of the largest component.
fn memory_bytes(largest: usize) -> u64 {
    // A column is padded to whole cache lines.
    let padding = 40;
    (largest * (largest + padding) * size_of::<f32>()) as u64
}

impl LargeMethod for SinglePrecision {
    fn origin(&self) -> Origin {
        Origin::Single
    }

    fn cost(&self, problem: &LargeProblem, settings: &SpectrumSettings) -> Option<Cost> {
        if settings.approach == Approach::Auto && error(problem.matrix.size()) > settings.max_error {
            return None;
        }
        let sizes = || problem.matrix.components().map(|component| component.len());
        let seconds = sizes().map(costs::single_precision_seconds).sum();
        Some(Cost { seconds, bytes: memory_bytes(sizes().max().unwrap_or(0)) })
    }

    /// # Complexity
    /// 4/3 n³ flops, O(n²) space for a component of n rows.
    fn solve(&self, problem: &LargeProblem, request: &Request<'_>) -> Result<LargeSolution, SpectrumError> {
        let matrix = &problem.matrix;
        let par = parallelism();
        let mut queued = QueuedTridiagonals::default();
        let (mut dense, mut diagonal, mut off_diagonal) = (BandMatrix::default(), Vec::new(), Vec::new());
        let cubes = |rows: usize| (rows as f64).powi(3);
        let work: f64 = matrix.components().map(|component| cubes(component.len())).sum();
        let mut done = 0.0;
        for component in matrix.components() {
            let (first, size) = (component.start, component.len());
            dense.reset(size, size - 1);
            for row in 0..size {
                // The matrix L − I has eigenvalues half as large as L.
                dense.set(row, row, (matrix.diagonal(first + row) - 1.0) as f32);
                let entries = matrix.entries(first + row).map(|(column, value)| (column - first, value));
                entries
                    .filter(|&(column, _)| column < row)
                    .for_each(|(column, value)| dense.set(row, column, value as f32));
            }
            let progress = request.progress;
            let stretch = Stretch { whole: progress, from: done / work, to: (done + cubes(size)) / work };
            band::tridiagonalize_single(&mut dense, par, &stretch, &mut diagonal, &mut off_diagonal);
            diagonal.iter_mut().for_each(|value| *value += 1.0);
            queued.push(0, &diagonal, &off_diagonal);
            done += cubes(size);
        }
        drop(dense);
        let values = all_eigenvalues(&mut queued, matrix.size())?;
        Ok(LargeSolution { values, error: error(matrix.size()), effort: Vec::new() })
    }
}
