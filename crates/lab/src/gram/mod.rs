//! How alike are all pairs of graphs?
//!
//! A [`GramMatrix`] holds one kernel value for each pair: made by baselines, used by the evaluation and by files.
//! This room does not depend on graphs.

use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;
use sgr_io::output::{OutputError, save_matrix};

/// Bytes of the largest Gram matrix that is allocated: 7.2 GB, 30,000 graphs.
const LARGEST: u64 = 8 * 30_000 * 30_000;

/// Entries of one task, 512 kB: filling them takes far longer than waking a thread.
const TOUCHED: usize = 1 << 16;

/// A Gram matrix that would not fit.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("a Gram matrix of {rows} rows takes {} MB, wanted at most {} MB", bytes / 1_000_000, limit / 1_000_000)]
pub struct GramTooLarge {
    /// Its rows.
    pub rows: usize,
    /// Its bytes.
    pub bytes: u64,
    /// The largest size that is tried, in bytes.
    pub limit: u64,
}

/// The kernel values of all pairs of graphs: symmetric, by rows.
#[derive(Debug, Clone, PartialEq)]
pub struct GramMatrix {
    size: usize,
    values: Vec<f64>,
}

impl GramMatrix {
    /// A matrix of zeros.
    ///
    /// # Errors
    /// [`GramTooLarge`] before anything is allocated.
    pub fn zeros(size: usize) -> Result<Self, GramTooLarge> {
        Self::check_size(size)?;
        // Write zeros instead of using zeroed pages: a copy-on-write fault after the first read costs a TLB shootdown on all
        // threads. It took a third of the time of a kernel of sparse counts.
        let values = (0..size * size).into_par_iter().with_min_len(TOUCHED).map(|_| 0.0).collect();
        Ok(Self { size, values })
    }

    /// Whether a matrix of that many rows may be allocated.
    ///
    /// # Errors
    /// [`GramTooLarge`] if not.
    pub fn check_size(size: usize) -> Result<(), GramTooLarge> {
        let bytes = 8 * (size as u64).saturating_mul(size as u64);
        if bytes > LARGEST { Err(GramTooLarge { rows: size, bytes, limit: LARGEST }) } else { Ok(()) }
    }

    /// A matrix by rows.
    ///
    /// # Panics
    /// If `values` is not as long as `size`².
    #[must_use]
    pub fn new(size: usize, values: Vec<f64>) -> Self {
        assert_eq!(values.len(), size * size, "found {} values, wanted {size} rows of {size}", values.len());
        Self { size, values }
    }

    /// Number of graphs.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The values of one graph with all.
    #[must_use]
    pub fn row(&self, graph: usize) -> &[f64] {
        &self.values[graph * self.size..][..self.size]
    }

    /// All rows one after another.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// All rows one after another, to be filled.
    pub(crate) fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// Copies the lower triangle to the upper one.
    pub(crate) fn mirror_lower(&mut self) {
        mirror(&mut self.values, self.size, 0..self.size);
    }

    /// Writes the matrix as a NumPy array of f64, and the graphs' ids and class labels to `OUT.ids.csv` next to it. Both
    /// files appear whole or not at all.
    ///
    /// # Errors
    /// As for [`save_matrix`].
    pub fn save<'a>(
        &self,
        path: impl AsRef<Path>,
        names: impl Iterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Result<(), OutputError> {
        save_matrix(path, self.size, &self.values, names)
    }

    /// The cosine of the angle between two graphs instead of their product: every graph has length 1.
    ///
    /// # Formula
    /// ```text
    /// k̂(i, j) = k(i, j) / √(k(i, i) · k(j, j))
    /// ```
    /// # Edge cases
    /// A graph of length 0 keeps its row of zeros.
    #[must_use]
    pub fn normalized(mut self) -> Self {
        let inverse_length = |at: usize| match self.values[at * (self.size + 1)] {
            square if square > 0.0 => 1.0 / square.sqrt(),
            _ => 0.0,
        };
        let scales: Vec<f64> = (0..self.size).map(inverse_length).collect();
        for (row, &scale) in self.values.chunks_exact_mut(self.size.max(1)).zip(&scales) {
            row.iter_mut().zip(&scales).for_each(|(value, other)| *value *= scale * other);
        }
        self
    }
}

/// Mirrors the square of rows and columns `range` of a matrix with that many columns, whose `rows` of that range are given.
///
/// The rectangle next to the two squares of half the size is copied from one half of the rows to the other, which threads can do
/// at once, in square blocks: a column touched entry by entry would miss the caches at each.
fn mirror(rows: &mut [f64], columns: usize, range: Range<usize>) {
    const BLOCK: usize = 64;
    if range.len() <= BLOCK {
        for row in 0..range.len() {
            for column in 0..row {
                rows[column * columns + range.start + row] = rows[row * columns + range.start + column];
            }
        }
        return;
    }
    let middle = range.start + range.len() / 2;
    let (upper, lower) = rows.split_at_mut((middle - range.start) * columns);
    upper.par_chunks_mut(BLOCK * columns).enumerate().for_each(|(band, upper)| {
        for (block, lower) in lower.chunks(BLOCK * columns).enumerate() {
            for (row, upper) in upper.chunks_mut(columns).enumerate() {
                let column = range.start + band * BLOCK + row;
                let above = &mut upper[middle + block * BLOCK..];
                above.iter_mut().zip(lower.chunks(columns)).for_each(|(above, below)| *above = below[column]);
            }
        }
    });
    rayon::join(|| mirror(upper, columns, range.start..middle), || mirror(lower, columns, middle..range.end));
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_mirror_of_the_lower_half_is_the_upper_half() {
        // Around the size of a block, where halves differ, and with blocks that are not full.
        for size in [0, 1, 2, 63, 64, 65, 129, 300] {
            let lower = |row: usize, column: usize| (row * size + column) as f64;
            let value = |at: usize| if at % size <= at / size { lower(at / size, at % size) } else { -1.0 };
            let mut gram = GramMatrix::new(size, (0..size * size).map(value).collect());
            gram.mirror_lower();
            for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
                assert_eq!(gram.row(row)[column], lower(row.max(column), row.min(column)), "{size}: {row}, {column}");
            }
        }
    }

    #[test]
    fn zeros_are_zero() {
        assert_eq!(GramMatrix::zeros(0).unwrap(), GramMatrix::new(0, vec![]));
        assert_eq!(GramMatrix::zeros(300).unwrap(), GramMatrix::new(300, vec![0.0; 90_000]));
        assert!(matches!(GramMatrix::zeros(30_001), Err(GramTooLarge { rows: 30_001, .. })));
    }
}
