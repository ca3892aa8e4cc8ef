//! Products of sparse rows with a block of vectors that is stored row by row.

use std::ops::{AddAssign, Mul};

/// Numbers of vectors in a block for which the loop over them is unrolled: a cache line of single or of double
/// precision.
const USUAL_LANES: [usize; 2] = [16, 8];

/// Sparse rows: the columns of row r are `columns[offsets[r]..offsets[r + 1]]`. Without weights every entry is 1.
#[derive(Debug, Clone, Copy)]
pub struct SparseRows<'a, T> {
    /// One more than rows, ascending, from 0 to the number of columns.
    pub offsets: &'a [usize],
    /// Columns of the entries of all rows.
    pub columns: &'a [u32],
    /// Weights of the entries, if they have some.
    pub weights: Option<&'a [T]>,
}

/// The products of one precision: not generic, so that they are compiled here, where they are optimised.
macro_rules! products {
    ($number:ty) => {
        impl SparseRows<'_, $number> {
            /// The product with a block of `lanes` vectors: entry v of column c is `block[c * lanes + v]`, and of row r of
            /// the result likewise. Each sum adds its terms in the order of the entries, so it does not depend on the other
            /// rows.
            ///
            /// # Panics
            /// If an offset or a column is out of range.
            ///
            /// # Complexity
            /// O(entries · lanes) time.
            #[must_use]
            pub fn product(&self, block: &[$number], lanes: usize) -> Vec<$number> {
                self.product_with(block, lanes)
            }
        }
    };
}

products!(f32);
products!(f64);

impl<T: Copy + Default + AddAssign + Mul<Output = T>> SparseRows<'_, T> {
    fn product_with(&self, block: &[T], lanes: usize) -> Vec<T> {
        let [wide, narrow] = USUAL_LANES;
        let mut result = vec![T::default(); (self.offsets.len() - 1) * lanes];
        if lanes == wide {
            self.multiply::<16>(block, &mut result);
        } else if lanes == narrow {
            self.multiply::<8>(block, &mut result);
        } else {
            for (row, sums) in result.chunks_exact_mut(lanes.max(1)).enumerate() {
                self.for_each_entry(row, |column, weight| add(sums, &block[column * lanes..][..lanes], weight));
            }
        }
        result
    }

    /// The product with a block of a number of vectors that the compiler knows.
    fn multiply<const LANES: usize>(&self, block: &[T], result: &mut [T]) {
        let (block, _) = block.as_chunks::<LANES>();
        for (row, target) in result.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
            let mut sums = [T::default(); LANES];
            self.for_each_entry(row, |column, weight| add(&mut sums, &block[column], weight));
            *target = sums;
        }
    }

    #[inline(always)]
    fn for_each_entry(&self, row: usize, mut use_entry: impl FnMut(usize, Option<T>)) {
        let entries = self.offsets[row]..self.offsets[row + 1];
        match self.weights {
            None => self.columns[entries].iter().for_each(|&column| use_entry(column as usize, None)),
            Some(weights) => {
                let pairs = self.columns[entries.clone()].iter().zip(&weights[entries]);
                pairs.for_each(|(&column, &weight)| use_entry(column as usize, Some(weight)));
            }
        }
    }
}

#[inline(always)]
fn add<T: Copy + AddAssign + Mul<Output = T>>(sums: &mut [T], values: &[T], weight: Option<T>) {
    let pairs = sums.iter_mut().zip(values);
    match weight {
        None => pairs.for_each(|(sum, &value)| *sum += value),
        Some(weight) => pairs.for_each(|(sum, &value)| *sum += weight * value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three rows, one without entries, against sums that are written out.
    #[test]
    fn products_are_the_sums_of_the_entries() {
        let (offsets, columns, weights) = ([0, 2, 2, 5], [1, 3, 0, 1, 2], [0.5, 2.0, 1.0, -1.0, 4.0]);
        for lanes in [1, 3, 8, 16] {
            let block: Vec<f64> = (0..4 * lanes).map(|at| (at * at % 17) as f64).collect();
            let entry = |column: usize, lane: usize| block[column * lanes + lane];
            let plain =
                SparseRows::<f64> { offsets: &offsets, columns: &columns, weights: None }.product(&block, lanes);
            let weighted = SparseRows::<f64> { offsets: &offsets, columns: &columns, weights: Some(&weights) }
                .product(&block, lanes);
            for lane in 0..lanes {
                let sums = [entry(1, lane) + entry(3, lane), 0.0, entry(0, lane) + entry(1, lane) + entry(2, lane)];
                let of_weights = [
                    0.5 * entry(1, lane) + 2.0 * entry(3, lane),
                    0.0,
                    entry(0, lane) - entry(1, lane) + 4.0 * entry(2, lane),
                ];
                for row in 0..3 {
                    assert_eq!(plain[row * lanes + lane], sums[row], "{lanes} lanes, row {row}");
                    assert_eq!(weighted[row * lanes + lane], of_weights[row], "{lanes} lanes, row {row}, weighted");
                }
            }
        }
    }
}
