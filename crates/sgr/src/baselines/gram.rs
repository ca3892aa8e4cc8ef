use super::BaselineError;

/// Bytes of the largest Gram matrix that is tried: 30,000 graphs.
const LARGEST: u64 = 8 * 30_000 * 30_000;

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
    /// [`BaselineError::TooLarge`] before anything is allocated.
    pub fn zeros(size: usize) -> Result<Self, BaselineError> {
        let bytes = 8 * (size as u64).saturating_mul(size as u64);
        if bytes > LARGEST {
            return Err(BaselineError::TooLarge { what: "Gram matrix", rows: size, bytes, limit: LARGEST });
        }
        Ok(Self { size, values: vec![0.0; size * size] })
    }

    /// A matrix by rows.
    ///
    /// # Panics
    /// If `values` is not as long as `size`².
    pub fn new(size: usize, values: Vec<f64>) -> Self {
        assert_eq!(values.len(), size * size, "found {} values, wanted {size} rows of {size}", values.len());
        Self { size, values }
    }

    /// Number of graphs.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The values of one graph with all.
    pub fn row(&self, graph: usize) -> &[f64] {
        &self.values[graph * self.size..][..self.size]
    }

    /// All rows one after another.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// All rows one after another, to be filled.
    pub(crate) fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// Copies what is below the diagonal to above it, in square blocks: a column touched entry by entry would miss the
    /// caches at each.
    pub(crate) fn mirror_lower(&mut self) {
        const BLOCK: usize = 64;
        let size = self.size;
        for rows in (0..size).step_by(BLOCK) {
            for columns in (0..=rows).step_by(BLOCK) {
                for row in rows..size.min(rows + BLOCK) {
                    for column in columns..row.min(columns + BLOCK) {
                        self.values[column * size + row] = self.values[row * size + column];
                    }
                }
            }
        }
    }

    /// The cosine of the angle between two graphs instead of their product: every graph has length 1.
    ///
    /// # Formula
    /// ```text
    /// k̂(i, j) = k(i, j) / √(k(i, i) · k(j, j))
    /// ```
    /// # Edge cases
    /// A graph of length 0 keeps its row of zeros.
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
