//! Reduction of the bandwidth of a symmetric matrix, band or dense, by blocked
//! Householder transformations.
//!
//! C. Bischof, B. Lang, X. Sun, "A framework for symmetric band reduction",
//! ACM Trans. Math. Softw. 26 (2000). A panel of `d` columns is made upper
//! triangular `d` rows below the diagonal by a QR factorisation with
//! `Q = I - V T^-1 V^T`, `Q` is applied to the diagonal block of its rows from
//! both sides and to the block below from the right, whose first `d` columns
//! are the next panel. A dense matrix (bandwidth `n - 1`) has no block below.
//! `6 n^2 b` operations for a band, `4/3 n^3` for a dense matrix, nearly all in
//! matrix products, where bulge chasing has matrix-vector products only. Where
//! the band is narrower, the blocks are smaller ([`Staircase`]).

use super::staircase::Staircase;
use super::storage::BandMatrix;
use super::two_sided::{PanelWorkspace, Real, apply_left, apply_right, apply_two_sided, factor_panel};
use crate::progress::Progress;
use faer::MatMut;

/// Reduces the bandwidth to `width` in place.
pub(super) fn narrow<T: Real>(
    band: &mut BandMatrix<T>,
    width: usize,
    work: &mut PanelWorkspace<T>,
    progress: &dyn Progress,
) {
    let (n, bandwidth) = (band.order(), band.bandwidth());
    if bandwidth <= width {
        return;
    }
    work.prepare(bandwidth, width);
    let stairs = Staircase::find(band, width, width);
    for start in (0..n.saturating_sub(width + 1)).step_by(width) {
        let (mut column, mut columns_end) = (start, start + width);
        let (mut first, mut end) = (start + width, stairs.end(0, start));
        for number in 1.. {
            let panel_end = (column + width).min(columns_end);
            factor_panel(block(band, first, end, column, panel_end), work);
            if panel_end < columns_end {
                apply_left(block(band, first, end, panel_end, columns_end), work);
            }
            apply_two_sided(block(band, first, end, first, end), work);
            let next = (end, stairs.end(number, start));
            if next.0 == n {
                break;
            }
            apply_right(block(band, next.0, next.1, first, end), work);
            (column, columns_end) = (first, end);
            (first, end) = next;
        }
        // The remaining work of a dense matrix is cubic. For a band the estimate is wrong, but bands take little time.
        progress.report(1.0 - (1.0 - start as f64 / n as f64).powi(3));
    }
    band.narrow(width);
}

/// The block of the rows `[first, end)` and the columns `[left, right)`.
fn block<T: Real>(band: &mut BandMatrix<T>, first: usize, end: usize, left: usize, right: usize) -> MatMut<'_, T> {
    let (entries, stride) = band.parts_mut();
    let from = first + left * stride;
    let to = end + (right - 1) * stride;
    let (rows, columns) = (end - first, right - left);
    MatMut::from_column_major_slice_with_stride_mut(&mut entries[from..to], rows, columns, stride)
}
