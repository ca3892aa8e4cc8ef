//! Storage of a symmetric band matrix for bulge chasing.

/// Rows are grouped into tiles of this many entries (one AVX-512 register).
pub(super) const TILE: usize = 8;

/// The first row of the tile that holds `row`.
#[inline(always)]
pub(super) fn tile_floor(row: usize) -> usize {
    row & !(TILE - 1)
}

/// The first tile boundary at or after `row`.
#[inline(always)]
pub(super) fn tile_ceil(row: usize) -> usize {
    tile_floor(row + TILE - 1)
}

/// A symmetric band matrix of which the lower triangle is stored, in double or single precision.
///
/// Entry `(i, j)`, `i >= j`, is at `origin + i + j * stride`: a dense
/// column-major matrix whose columns overlap outside the band. `stride` is an
/// odd multiple of [`TILE`], so that
/// * a row has the same position in its tile in every column, and one set of
///   zero-padded vectors serves all columns without unaligned access;
/// * the columns of a block spread over all sets of the caches.
///
/// A column has room for the `2 * bandwidth` rows that bulge chasing fills.
#[derive(Debug, Default)]
pub(crate) struct BandMatrix<T = f64> {
    n: usize,
    bandwidth: usize,
    stride: usize,
    origin: usize,
    entries: Vec<T>,
}

impl<T: Copy + Default> BandMatrix<T> {
    /// Makes this the zero matrix of order `n` with `bandwidth` sub-diagonals, reusing the memory.
    pub(crate) fn reset(&mut self, n: usize, bandwidth: usize) {
        self.n = n;
        self.bandwidth = bandwidth.min(n.saturating_sub(1));
        let column = (2 * self.bandwidth).min(n) + 3 * TILE;
        self.stride = TILE * (column.div_ceil(TILE) | 1);
        let length = tile_ceil(n) * (self.stride + 1) + self.bandwidth + 3 * TILE;
        self.entries.clear();
        self.entries.resize(length, T::default());
        // Start at a cache line, for speed only: any origin gives the same result.
        self.origin = self.entries.as_ptr().align_offset(64).min(TILE);
    }

    /// The order of the matrix.
    pub(crate) fn order(&self) -> usize {
        self.n
    }

    /// The number of sub-diagonals, at most `order() - 1`.
    pub(crate) fn bandwidth(&self) -> usize {
        self.bandwidth
    }

    /// Sets entry `(i, j)` and with it `(j, i)`; `j <= i <= j + bandwidth`.
    #[inline]
    pub(crate) fn set(&mut self, i: usize, j: usize, value: T) {
        debug_assert!(j <= i && i < self.n && i - j <= self.bandwidth);
        self.entries[self.origin + i + j * self.stride] = value;
    }

    /// Entry `(i, j)` of the lower triangle; `j <= i <= j + bandwidth`.
    #[inline]
    pub(crate) fn get(&self, i: usize, j: usize) -> T {
        self.entries[self.origin + i + j * self.stride]
    }

    /// The entries from `(0, 0)` on, and the distance from `(i, j)` to `(i, j + 1)`.
    pub(super) fn parts_mut(&mut self) -> (&mut [T], usize) {
        (&mut self.entries[self.origin..], self.stride)
    }

    /// Becomes a copy of `source` with the smallest stride for its bandwidth.
    pub(super) fn copy_band<U: Copy + Into<T>>(&mut self, source: &BandMatrix<U>) {
        self.reset(source.n, source.bandwidth);
        for j in 0..self.n {
            let rows = (self.bandwidth + 1).min(self.n - j);
            let (from, to) = (source.origin + j + j * source.stride, self.origin + j + j * self.stride);
            let values = source.entries[from..from + rows].iter().map(|&value| value.into());
            self.entries[to..to + rows].iter_mut().zip(values).for_each(|(entry, value)| *entry = value);
        }
    }

    /// Declares the sub-diagonals past `bandwidth` to be zero.
    pub(super) fn narrow(&mut self, bandwidth: usize) {
        self.bandwidth = self.bandwidth.min(bandwidth);
    }

    /// Copies the diagonal and the first sub-diagonal.
    pub(super) fn copy_tridiagonal(&self, diagonal: &mut Vec<T>, off_diagonal: &mut Vec<T>) {
        diagonal.clear();
        diagonal.extend((0..self.n).map(|j| self.get(j, j)));
        off_diagonal.clear();
        off_diagonal.extend((1..self.n).map(|i| self.get(i, i - 1)));
    }
}
