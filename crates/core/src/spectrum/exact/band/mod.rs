//! From a symmetric matrix, band or dense, to a tridiagonal one with the same eigenvalues.
//!
//! A dense matrix is a band of width n − 1, so there is one mechanism: narrow bands are reduced by Householder bulge
//! chasing ([`chase`], matrix–vector work that lives in the cache), wide ones are first narrowed by blocked reflections
//! ([`narrow`], matrix–matrix work).

mod blocks;
mod chase;
mod kernels;
mod narrow;
mod reduce_sum;
mod reflector;
mod register;
mod register_diagonal;
mod storage;
#[cfg(test)]
mod tests;
mod two_sided;

use crate::progress::Progress;
use crate::spectrum::plan::costs::is_direct;
use faer::Par;
pub(crate) use storage::BandMatrix;

/// The bandwidth in between for all others; anything from 24 to 48 is as good,
const WIDTH: usize = 32;
/// but for the widest: products of more columns read the matrix less often.
const LARGE_WIDTH: usize = 64;
const LARGE: usize = 4000;

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

/// Reduces a symmetric band matrix to a tridiagonal one with the same eigenvalues, and destroys it. `diagonal` receives n
/// entries, `off_diagonal` n − 1.
///
/// `par` is for the matrix products. They are split by rows and columns of the result, never inside a sum, so the bytes
/// of the result do not depend on it.
///
/// # Complexity
/// 6 n² b − 8 n b² + 10/3 b³ flops for bandwidth b, which is 4/3 n³ for a dense matrix; O(n b) space.
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
        LARGE.. => LARGE_WIDTH,
        _ => WIDTH,
    };
    tridiagonalize_by(band, workspace, par, width, diagonal, off_diagonal);
}

/// [`tridiagonalize`] by way of bandwidth `width`, which must not be 0 unless the matrix is diagonal.
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
    // Columns close together: the wide ones would waste most of each page.
    workspace.narrowed.copy_band(band);
    chase::chase(&mut workspace.narrowed, &mut workspace.chase);
    workspace.narrowed.copy_tridiagonal(diagonal, off_diagonal);
}

/// The same for a matrix in single precision, which takes half of the time and memory; what is left of it by matrix products is
/// reduced in double precision.
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
