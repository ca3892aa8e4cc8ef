//! Tanimoto distances: sums over the dimensions where both vectors are above 0.

use std::sync::atomic::{AtomicUsize, Ordering};

use sgr_core::representation::distance::tanimoto_of_sums;

use super::best::Best;
use super::{NearestSettings, Neighbor, on_threads};
use crate::rows::Rows;

/// Rows of a block: the sums of one query fit into the nearest cache.
const BLOCK: usize = 2048;

/// The nearest rows of each query.
///
/// The sums are those of [`tanimoto`](sgr_core::representation::distance::tanimoto), to the last digit: in the order of the
/// dimensions, without those that add 0.
///
/// # Complexity
/// O(n · d + Σ over pairs of the dimensions that both have) time; each thread holds the numbers above 0 of 2048 rows.
pub(super) fn search(rows: Rows<'_>, queries: Rows<'_>, settings: &NearestSettings<'_>) -> Vec<Vec<Neighbor>> {
    let queries: Vec<Query> = (0..queries.len()).map(|query| Query::of(queries.row(query))).collect();
    let next = AtomicUsize::new(0);
    on_threads(settings, || {
        let mut best = vec![Best::new(settings.count); queries.len()];
        let (mut block, mut shared) = (Block::default(), Vec::new());
        loop {
            let first = next.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= rows.len() {
                return best.into_iter().map(Best::finish).collect();
            }
            block.load(rows.range(first..(first + BLOCK).min(rows.len())));
            for (query, best) in queries.iter().zip(&mut best) {
                block.shared_with(query, &mut shared);
                for (row, (&shared, &sum)) in (first..).zip(shared.iter().zip(&block.sums)) {
                    if settings.among.is_none_or(|among| among[row]) {
                        best.add(Neighbor { row, distance: tanimoto_of_sums(shared, query.sum, sum) });
                    }
                }
            }
        }
    })
}

/// The numbers of a query that are above 0, with their dimensions.
struct Query {
    numbers: Vec<(usize, f32)>,
    sum: f64,
}

impl Query {
    fn of(row: &[f32]) -> Self {
        let numbers: Vec<(usize, f32)> = row.iter().copied().enumerate().filter(|&(_, value)| value > 0.0).collect();
        let sum = numbers.iter().fold(0.0, |sum, &(_, value)| sum + f64::from(value));
        Self { numbers, sum }
    }
}

/// Rows by their dimensions.
#[derive(Default)]
struct Block {
    /// The sum of each row.
    sums: Vec<f64>,
    /// Where the numbers of each dimension begin, and where the last ones end.
    starts: Vec<usize>,
    /// The numbers above 0, dimension after dimension, each with its row in the block.
    numbers: Vec<(u32, f32)>,
}

impl Block {
    fn load(&mut self, rows: Rows<'_>) {
        let each_row = || rows.values().chunks_exact(rows.dimensions()).zip(0u32..);
        self.sums.clear();
        self.sums.extend(each_row().map(|(row, _)| row.iter().fold(0.0, |sum, &value| sum + f64::from(value))));
        // Counts at the place after next become ends of the dimension before, then starts: each number moves its start on.
        self.starts.clear();
        self.starts.resize(rows.dimensions() + 2, 0);
        for (row, _) in each_row() {
            self.starts[2..].iter_mut().zip(row).for_each(|(count, &value)| *count += usize::from(value > 0.0));
        }
        for dimension in 2..self.starts.len() {
            self.starts[dimension] += self.starts[dimension - 1];
        }
        self.numbers.clear();
        self.numbers.resize(self.starts[rows.dimensions() + 1], (0, 0.0));
        for (row, number) in each_row() {
            for (start, &value) in self.starts[1..].iter_mut().zip(row).filter(|&(_, &value)| value > 0.0) {
                self.numbers[*start] = (number, value);
                *start += 1;
            }
        }
    }

    /// For each row the sum of the smaller numbers of it and a query.
    fn shared_with(&self, query: &Query, shared: &mut Vec<f64>) {
        shared.clear();
        shared.resize(self.sums.len(), 0.0);
        for &(dimension, wanted) in &query.numbers {
            for &(row, value) in &self.numbers[self.starts[dimension]..self.starts[dimension + 1]] {
                shared[row as usize] += f64::from(value.min(wanted));
            }
        }
    }
}
