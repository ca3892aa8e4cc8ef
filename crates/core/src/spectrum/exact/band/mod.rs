//! Reduction of a symmetric matrix, band or dense, to a tridiagonal one with the same eigenvalues, for the exact
//! solvers.
//!
//! A dense matrix is a band of bandwidth n − 1. Householder bulge chasing reduces narrow bands ([`chase`],
//! matrix–vector products in the cache); blocked reflections first narrow wide bands ([`narrow`], matrix–matrix
//! products).

mod blocks;
mod chase;
mod kernels;
mod narrow;
mod reduce_sum;
mod reflector;
mod register;
mod staircase;
mod storage;
#[cfg(test)]
mod tests;
mod two_sided;

use crate::progress::Progress;
use crate::spectrum::plan::costs::is_direct;
use faer::Par;
pub(crate) use storage::BandMatrix;

/// Bandwidth between the two reductions: values from 24 to 48 are equally fast.
const INTERMEDIATE_WIDTH: usize = 32;

/// Bandwidth between the two reductions of very wide matrices: panels of more columns read the matrix less often.
const LARGE_WIDTH: usize = 64;

/// Smallest bandwidth for [`LARGE_WIDTH`]. It depends on the bandwidth and not on the number of rows: a narrow band of
/// many rows is slower with wide panels.
const LARGE_BANDWIDTH: usize = 4000;

/// Reusable memory of [`tridiagonalize`].
#[derive(Default)]
pub(crate) struct BandWorkspace {
    chase: chase::ChaseWorkspace,
    panel: two_sided::PanelWorkspace<f64>,
    narrowed: BandMatrix,
}

impl std::fmt::Debug for BandWorkspace {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("BandWorkspace").finish_non_exhaustive()
    }
}

/// Reduces a symmetric band matrix to a tridiagonal one with the same eigenvalues and overwrites it. `diagonal`
/// receives n entries, `off_diagonal` n − 1.
///
/// `par` is the parallelism of the matrix products. They are divided by rows and columns of the result, never inside a
/// sum, so the bytes of the result do not depend on it.
///
/// # Complexity
/// 6 n² b − 8 n b² + 10/3 b³ flops for bandwidth b, which is 4/3 n³ for a dense matrix; O(n b) space. Of a band whose width
/// varies, b is the mean width (`BandProfile::mean_width`).
pub(crate) fn tridiagonalize(
    band: &mut BandMatrix,
    workspace: &mut BandWorkspace,
    par: Par,
    diagonal: &mut Vec<f64>,
    off_diagonal: &mut Vec<f64>,
) {
    let bandwidth = band.bandwidth();
    let width = match bandwidth {
        _ if is_direct(band.order(), bandwidth) => bandwidth,
        LARGE_BANDWIDTH.. => LARGE_WIDTH,
        _ => INTERMEDIATE_WIDTH,
    };
    tridiagonalize_by(band, workspace, par, width, diagonal, off_diagonal);
}

/// [`tridiagonalize`] via bandwidth `width`, which must not be 0 unless the matrix is diagonal.
fn tridiagonalize_by(
    band: &mut BandMatrix,
    workspace: &mut BandWorkspace,
    par: Par,
    width: usize,
    diagonal: &mut Vec<f64>,
    off_diagonal: &mut Vec<f64>,
) {
    if band.bandwidth() <= width {
        chase::chase(band, &mut workspace.chase);
        band.copy_tridiagonal(diagonal, off_diagonal);
        return;
    }
    workspace.panel.par = par;
    narrow::narrow(band, width, &mut workspace.panel, &());
    // A copy with a small stride: with the stride of the wide band most of each memory page would be unused.
    workspace.narrowed.copy_band(band);
    chase::chase(&mut workspace.narrowed, &mut workspace.chase);
    workspace.narrowed.copy_tridiagonal(diagonal, off_diagonal);
}

/// [`tridiagonalize`] for a matrix in single precision, in half the time and memory. Single precision covers the
/// reduction to bandwidth [`LARGE_WIDTH`]; bulge chasing uses double precision.
pub(crate) fn tridiagonalize_single(
    band: &mut BandMatrix<f32>,
    par: Par,
    progress: &dyn Progress,
    diagonal: &mut Vec<f64>,
    off_diagonal: &mut Vec<f64>,
) {
    let mut panel = two_sided::PanelWorkspace::default();
    panel.par = par;
    narrow::narrow(band, LARGE_WIDTH, &mut panel, progress);
    let mut narrowed = BandMatrix::default();
    narrowed.copy_band(band);
    chase::chase(&mut narrowed, &mut chase::ChaseWorkspace::default());
    narrowed.copy_tridiagonal(diagonal, off_diagonal);
}
