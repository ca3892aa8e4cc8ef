//! Division of the rows of a sparse matrix into tasks of equal work.

use rayon::prelude::*;

use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Work of a task, in entries of the matrix: takes far longer than starting a task, and divides even a graph of a few
/// ten thousand edges.
const TASK_WORK: usize = 1 << 14;

/// Ranges of rows, each processed by one thread.
///
/// The ranges depend on the matrix alone, so sums taken in their order are the same bytes on any number of threads.
#[derive(Debug)]
pub(crate) struct RowTasks {
    /// First row of each task, and the number of rows.
    bounds: Vec<usize>,
}

impl RowTasks {
    /// Ranges of about equal work.
    pub(crate) fn new(matrix: &SparseLaplacian) -> Self {
        let mut bounds = vec![0];
        let mut work = 0;
        for row in 0..matrix.size() {
            // Eight for the row itself, whose own entries are read and written.
            work += 8 + matrix.columns(row).len();
            if work >= TASK_WORK {
                bounds.push(row + 1);
                work = 0;
            }
        }
        if bounds.last() != Some(&matrix.size()) {
            bounds.push(matrix.size());
        }
        Self { bounds }
    }

    /// Calls `work` with the index of the first row and the rows of each task, on the threads of the current rayon
    /// pool. Returns the results in the order of the rows.
    pub(super) fn map<Row: Send, Sum: Send>(
        &self,
        block: &mut [Row],
        work: impl Fn(usize, &mut [Row]) -> Sum + Sync,
    ) -> Vec<Sum> {
        let mut remaining = block;
        let mut tasks = Vec::with_capacity(self.bounds.len());
        for bounds in self.bounds.windows(2) {
            let (rows, tail) = std::mem::take(&mut remaining).split_at_mut(bounds[1] - bounds[0]);
            remaining = tail;
            tasks.push((bounds[0], rows));
        }
        tasks.into_par_iter().map(|(first, rows)| work(first, rows)).collect()
    }
}
