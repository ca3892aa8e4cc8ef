//! Examples without their zeros.

use crate::evaluation::VectorRows;

/// Examples, each with a 1 after its numbers for the intercept; zeros are left out, and so are columns of zeros.
#[derive(Debug)]
pub(super) struct SparseRows {
    /// Where each example begins, and the end of the last.
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f32>,
    /// The vectors' column behind each column that is kept, ascending; the last is the intercept.
    kept: Vec<usize>,
    /// Numbers of an example and the 1.
    width: usize,
}

impl SparseRows {
    pub(super) fn of(vectors: VectorRows<'_>) -> Self {
        let width = vectors.width() + 1;
        let mut is_kept = vec![false; width];
        is_kept[width - 1] = true;
        for example in 0..vectors.len() {
            is_kept.iter_mut().zip(vectors.row(example)).for_each(|(kept, &value)| *kept |= value != 0.0);
        }
        let kept: Vec<usize> = (0..width).filter(|&column| is_kept[column]).collect();
        let (mut starts, mut columns, mut values) = (vec![0], vec![], vec![]);
        for example in 0..vectors.len() {
            let row = vectors.row(example);
            for (column, &of) in (0..).zip(&kept) {
                let value = row.get(of).copied().unwrap_or(1.0);
                if value != 0.0 {
                    columns.push(column);
                    values.push(value);
                }
            }
            starts.push(columns.len());
        }
        Self { starts, columns, values, kept, width }
    }

    /// Number of examples.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Columns that are kept, with that of the intercept.
    pub(super) fn columns(&self) -> usize {
        self.kept.len()
    }

    /// The columns and values of an example.
    pub(super) fn row(&self, example: usize) -> (&[u32], &[f32]) {
        let range = self.starts[example]..self.starts[example + 1];
        (&self.columns[range.clone()], &self.values[range])
    }

    /// x·v.
    pub(super) fn dot(&self, example: usize, vector: &[f64]) -> f64 {
        let (columns, values) = self.row(example);
        // Two sums, so that a sum does not wait for the one before it.
        let mut sums = [0.0; 2];
        let pairs = columns.chunks(2).zip(values.chunks(2));
        for (columns, values) in pairs {
            for (sum, (&column, &value)) in sums.iter_mut().zip(columns.iter().zip(values)) {
                *sum += f64::from(value) * vector[column as usize];
            }
        }
        sums[0] + sums[1]
    }

    /// sum += Σ factor · x over the examples.
    pub(super) fn add(&self, examples: &[usize], factors: &[f64], sum: &mut [f64]) {
        for (&example, &factor) in examples.iter().zip(factors) {
            let (columns, values) = self.row(example);
            for (&column, &value) in columns.iter().zip(values) {
                sum[column as usize] += factor * f64::from(value);
            }
        }
    }

    /// The numbers of all of the vectors' columns: 0 for those that are left out.
    pub(super) fn spread(&self, numbers: &[f64]) -> Vec<f64> {
        let mut spread = vec![0.0; self.width];
        self.kept.iter().zip(numbers).for_each(|(&column, &number)| spread[column] = number);
        spread
    }
}
