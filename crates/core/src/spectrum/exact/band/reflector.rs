//! Householder reflectors in tile-aligned rows, for bulge chasing.

use super::kernels::dot_columns;
use super::storage::tile_floor;
use pulp::Simd;

/// Smaller sums of squares count as zero: entries near `1e-145` are negligible
/// next to the other entries of the matrix, and their squares lose digits.
const NEGLIGIBLE: f64 = 1e-290;

/// A reflector `I - tau v v^T` that acts on the rows `[first, end)`.
#[derive(Debug, Default)]
pub(super) struct Reflector {
    pub(super) first: usize,
    pub(super) end: usize,
    pub(super) tau: f64,
    /// `v` from row `tile_floor(first)` on, zero outside the rows.
    pub(super) v: Vec<f64>,
}

impl Reflector {
    /// Makes this an empty reflector with room for `rows` padded rows.
    pub(super) fn prepare(&mut self, rows: usize) {
        (self.first, self.end, self.tau) = (0, 0, 0.0);
        self.v.clear();
        self.v.resize(rows, 0.0);
    }

    /// Whether the reflector has no rows: its sweep has finished.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.first >= self.end
    }

    /// The entries of `v` in its rows.
    #[inline(always)]
    pub(super) fn entries(&self) -> &[f64] {
        &self.v[self.first - tile_floor(self.first)..][..self.end - self.first]
    }

    /// Becomes the reflector that maps the rows `[first, end)` of `column`
    /// (which starts at row `tile_floor(first)`) to a multiple of the first
    /// unit vector, and applies it to them. An empty range gives the empty
    /// reflector.
    #[inline(always)]
    pub(super) fn annihilate<S: Simd>(&mut self, simd: S, column: &mut [f64], (first, end): (usize, usize)) {
        (self.first, self.end, self.tau) = (first, end, 0.0);
        self.v.fill(0.0);
        if first >= end {
            return;
        }
        let skip = first - tile_floor(first);
        let rows = skip..skip + (end - first);
        self.v[rows.clone()].copy_from_slice(&column[rows.clone()]);
        let alpha = self.v[skip];
        self.v[skip] = 0.0;
        let [squares] = dot_columns(simd, [&self.v[..]], &self.v);
        column[rows].fill(0.0);
        column[skip] = alpha;
        if squares > NEGLIGIBLE {
            let beta = -alpha.signum() * (alpha * alpha + squares).sqrt();
            let scale = 1.0 / (alpha - beta);
            self.v.iter_mut().for_each(|entry| *entry *= scale);
            self.tau = (beta - alpha) / beta;
            column[skip] = beta;
        }
        self.v[skip] = 1.0;
    }
}
