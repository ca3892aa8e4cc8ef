//! All eigenvalues of a large matrix, in single precision: where 1e-3 is asked for, 1e-5 is as good as exact, and takes half of
//! the time and memory.

use faer::Par;

use super::SpectrumError;
use super::band::{self, BandMatrix};
use super::lanes::{LaneSolver, PendingTridiagonals};
use super::remainder::Remainder;
use crate::progress::{Progress, Stretch};

/// How far off an eigenvalue can be for each √n of the rows.
///
/// The eigenvalues of I − L are in [−1, 1]. Every row goes through n/64 blocked reflections, each of which rounds it with a
/// relative error of 2^−24 in no preferred direction, so errors grow like the square root of n at most. On trees with hubs of up
/// to 3000 rows the largest error was 1.6 · 2^−24 √n, on real and other random graphs of up to 15,000 rows 0.2 of it; 12 is
/// stated.
const ERROR_PER_ROOT: f64 = 12.0 / (1u64 << 24) as f64;

/// How far off an eigenvalue of a matrix with `size` rows can be.
pub(super) fn error(size: usize) -> f64 {
    ERROR_PER_ROOT * (size as f64).sqrt()
}

/// Bytes for a matrix whose largest piece has so many rows.
pub(super) fn memory_bytes(largest: usize) -> u64 {
    // Padding of a column to whole cache lines.
    let padding = 40;
    (largest * (largest + padding) * size_of::<f32>()) as u64
}

/// The eigenvalues of all pieces of a matrix, ascending. On the threads of the current rayon pool.
///
/// # Complexity
/// 4/3 n³ flops, O(n²) space for a piece of n rows.
pub(super) fn eigenvalues(matrix: &Remainder, progress: &dyn Progress) -> Result<Vec<f64>, SpectrumError> {
    let threads = rayon::current_num_threads();
    let par = if threads > 1 { Par::rayon(threads) } else { Par::Seq };
    let mut tridiagonals = PendingTridiagonals::default();
    let (mut dense, mut diagonal, mut off_diagonal) = (BandMatrix::default(), Vec::new(), Vec::new());
    let cubes = |rows: usize| (rows as f64).powi(3);
    let work: f64 = matrix.pieces().windows(2).map(|piece| cubes(piece[1] - piece[0])).sum();
    let mut done = 0.0;
    for piece in matrix.pieces().windows(2) {
        let (first, size) = (piece[0], piece[1] - piece[0]);
        dense.reset(size, size - 1);
        for row in 0..size {
            // Of L − I, whose eigenvalues are half as large as those of L.
            dense.set(row, row, (matrix.diagonal(first + row) - 1.0) as f32);
            let before = matrix.entries(first + row).map(|(column, value)| (column - first, value));
            before.filter(|&(column, _)| column < row).for_each(|(column, value)| dense.set(row, column, value as f32));
        }
        let stretch = Stretch { whole: progress, from: done / work, to: (done + cubes(size)) / work };
        band::tridiagonalize_single(&mut dense, par, &stretch, &mut diagonal, &mut off_diagonal);
        diagonal.iter_mut().for_each(|value| *value += 1.0);
        tridiagonals.push(0, &diagonal, &off_diagonal);
        done += cubes(size);
    }
    drop(dense);
    let mut outcome = Ok(Vec::with_capacity(matrix.size()));
    LaneSolver::new().solve_tridiagonals(&mut tridiagonals, |_, solved| match (solved, &mut outcome) {
        (Ok(values), Ok(all)) => {
            // A connected piece has the eigenvalue 0 exactly once: what was found there is rounding.
            values[0] = 0.0;
            all.extend(values.iter().map(|value| value.clamp(0.0, 2.0)));
        }
        (Err(error), _) => outcome = Err(error),
        (_, Err(_)) => {}
    });
    let mut all = outcome?;
    all.sort_unstable_by(f64::total_cmp);
    Ok(all)
}
