//! Lower triangles of symmetric matrices.

/// The lower triangle of a symmetric matrix, row by row.
#[derive(Debug)]
pub(super) struct Triangle {
    values: Vec<f64>,
}

impl Triangle {
    /// No rows, and memory for `size` of them.
    pub(super) fn with_capacity(size: usize) -> Self {
        Self { values: Vec::with_capacity(start(size)) }
    }

    /// Appends values to the row under construction, or the next.
    pub(super) fn extend(&mut self, values: impl Iterator<Item = f64>) {
        self.values.extend(values);
    }

    /// Appends one value.
    pub(super) fn push(&mut self, value: f64) {
        self.values.push(value);
    }

    /// Puts the first `length` entries of a row of the whole matrix into `entries`.
    pub(super) fn fetch(&self, row: usize, length: usize, entries: &mut Vec<f64>) {
        entries.clear();
        entries.extend_from_slice(self.row(row));
        entries.extend((row + 1..length).map(|below| self.values[start(below) + row]));
    }

    /// A row up to the diagonal.
    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.values[start(row)..start(row + 1)]
    }

    /// An entry on either side of the diagonal.
    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.values[start(row.max(column)) + row.min(column)]
    }

    /// The product with a vector, terms in the order of the rows.
    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; vector.len()];
        for (row, &factor) in vector.iter().enumerate() {
            let (&diagonal, left) = self.row(row).split_last().unwrap_or((&0.0, &[]));
            let mut sum = diagonal * factor;
            for ((entry, value), target) in left.iter().zip(vector).zip(&mut product) {
                sum += entry * value;
                *target += entry * factor;
            }
            product[row] += sum;
        }
        product
    }
}

/// Where a row starts: 1 + 2 + … entries come before it.
fn start(row: usize) -> usize {
    row * (row + 1) / 2
}
