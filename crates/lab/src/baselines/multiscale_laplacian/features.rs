/// Numbers that are added and multiplied at once; rows of features are filled up to a multiple.
pub(super) const CHUNK: usize = 4;

/// A row of features for each node, or class of nodes, of a graph. Filled up with zeros, which change no sum.
#[derive(Debug, Clone, Default)]
pub(super) struct Features {
    dimensions: usize,
    values: Vec<f64>,
}

impl Features {
    pub(super) fn zeros(rows: usize, dimensions: usize) -> Self {
        Self { dimensions, values: vec![0.0; rows * dimensions.next_multiple_of(CHUNK)] }
    }

    /// P, or less where the samples span less.
    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Length of a row with its padding.
    pub(super) fn width(&self) -> usize {
        self.dimensions.next_multiple_of(CHUNK)
    }

    pub(super) fn row(&self, at: usize) -> &[f64] {
        &self.values[at * self.width()..][..self.width()]
    }

    pub(super) fn row_mut(&mut self, at: usize) -> &mut [f64] {
        let width = self.width();
        &mut self.values[at * width..][..width]
    }

    /// Gives row `to` the values of row `from`.
    pub(super) fn copy_row(&mut self, from: usize, to: usize) {
        let width = self.width();
        self.values.copy_within(from * width..(from + 1) * width, to * width);
    }
}
