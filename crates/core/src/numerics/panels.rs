//! Matrices in panels of columns, for products.

/// Columns of a panel: two of the widest registers, and a whole number of any narrower ones.
pub const PANEL: usize = 32;

/// Bytes of a cache line, and of the widest register.
const ALIGNMENT: usize = 64;

/// A matrix of f32 in panels of [`PANEL`] columns: panel after panel, in a panel row after row.
///
/// A product keeps a row of a panel in registers; the row is contiguous in memory. The last panel is filled up with
/// columns of zeros. The storage starts at a cache line: a full-width load that straddles two lines costs double.
#[derive(Debug, Default)]
pub struct Panels {
    rows: usize,
    columns: usize,
    storage: Vec<f32>,
    start: usize,
}

impl Panels {
    /// A matrix of zeros.
    #[must_use]
    pub fn zeros(rows: usize, columns: usize) -> Self {
        let mut panels = Self::default();
        panels.reset(rows, columns);
        panels
    }

    /// A matrix by its elements, `element(row, column)`.
    pub fn from_fn(rows: usize, columns: usize, element: impl Fn(usize, usize) -> f32) -> Self {
        let mut panels = Self::zeros(rows, columns);
        panels.fill(element);
        panels
    }

    /// Makes it a matrix of zeros of another shape; the memory is kept if there is enough.
    pub fn reset(&mut self, rows: usize, columns: usize) {
        self.reshape(rows, columns);
        self.values_mut().fill(0.0);
    }

    /// Gives it another shape, for somebody who sets every element, padding included.
    pub fn reshape(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        let spare = ALIGNMENT / size_of::<f32>();
        let wanted = self.len() + spare;
        if self.storage.len() < wanted {
            self.storage = vec![0.0; wanted];
            self.start = self.storage.as_ptr().align_offset(ALIGNMENT).min(spare);
        }
    }

    /// Sets every element, `element(row, column)`.
    pub fn fill(&mut self, element: impl Fn(usize, usize) -> f32) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let at = self.index(row, column);
                self.storage[self.start + at] = element(row, column);
            }
        }
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns that count.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of columns with those of zeros.
    #[must_use]
    pub fn padded_columns(&self) -> usize {
        self.columns.next_multiple_of(PANEL)
    }

    /// An element.
    #[inline]
    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> f32 {
        self.storage[self.start + self.index(row, column)]
    }

    /// All elements in their order in memory, those of zeros included.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.storage[self.start..self.start + self.len()]
    }

    /// Likewise, to change.
    pub fn values_mut(&mut self) -> &mut [f32] {
        let len = self.len();
        &mut self.storage[self.start..self.start + len]
    }

    /// Appends the columns that count of the rows from the first to `rows`, row by row.
    pub fn append_rows(&self, rows: usize, to: &mut Vec<f32>) {
        let values = self.values();
        for row in 0..rows {
            for first in (0..self.columns).step_by(PANEL) {
                let at = self.index(row, first);
                to.extend_from_slice(&values[at..at + PANEL.min(self.columns - first)]);
            }
        }
    }

    #[inline]
    fn index(&self, row: usize, column: usize) -> usize {
        (column / PANEL * self.rows + row) * PANEL + column % PANEL
    }

    fn len(&self) -> usize {
        self.rows * self.padded_columns()
    }
}

impl Clone for Panels {
    /// Not derived: the copy would start wherever its memory happens to.
    fn clone(&self) -> Self {
        let mut copy = Self::zeros(self.rows, self.columns);
        copy.values_mut().copy_from_slice(self.values());
        copy
    }
}
