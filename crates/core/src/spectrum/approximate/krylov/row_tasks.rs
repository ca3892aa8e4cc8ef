use rayon::prelude::*;

use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Numbers in a task: large against what it takes to hand one out, small enough to share a graph of some thousand edges.
const TASK: usize = 1 << 14;

/// Rows that one thread works on at a time.
///
/// They depend on the matrix alone, so sums that are taken in their order are the same to the bit on any number of threads.
#[derive(Debug)]
pub(crate) struct RowTasks {
    /// First row of each task, and the number of rows.
    bounds: Vec<usize>,
}

impl RowTasks {
    pub(crate) fn new(matrix: &SparseLaplacian) -> Self {
        let mut bounds = vec![0];
        let mut work = 0;
        for row in 0..matrix.size() {
            work += 8 + matrix.columns(row).len();
            if work >= TASK {
                bounds.push(row + 1);
                work = 0;
            }
        }
        if bounds.last() != Some(&matrix.size()) {
            bounds.push(matrix.size());
        }
        Self { bounds }
    }

    /// Calls `work` with the rows of each task and the number of the first of them, on the threads of the current rayon
    /// pool; gives what comes back, in the order of the rows.
    pub(super) fn map<Row: Send, Sum: Send>(
        &self,
        block: &mut [Row],
        work: impl Fn(usize, &mut [Row]) -> Sum + Sync,
    ) -> Vec<Sum> {
        let mut rest = block;
        let mut tasks = Vec::with_capacity(self.bounds.len());
        for bounds in self.bounds.windows(2) {
            let (rows, tail) = std::mem::take(&mut rest).split_at_mut(bounds[1] - bounds[0]);
            rest = tail;
            tasks.push((bounds[0], rows));
        }
        tasks.into_par_iter().map(|(first, rows)| work(first, rows)).collect()
    }
}
