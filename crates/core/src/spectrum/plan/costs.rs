//! Predicted seconds of the elementary operations, on one core.
//!
//! The constants are fits to measurements on one core of a 2.8 GHz Ice Lake server;
//! `cargo bench -p sgr-graphs --features lab --bench solver_costs` shows measured seconds next to them on any machine. Only
//! their ratios decide. All methods share their work among threads, and the choice must not depend on how many.

use crate::spectrum::matrix::elimination_order::EliminationOrder;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Bandwidths up to this are reduced by bulge chasing alone. A block of this width still fits the second-level cache, where bulge
/// chasing is faster than matrix products of narrow panels; and the panels lose most of their speed where the width of the band
/// varies.
const DIRECT_BANDWIDTH: usize = 240;

/// Matrices of at most this many entries too: they fit the second-level cache, where bulge chasing is as fast as matrix
/// products on narrow panels.
const DIRECT_ENTRIES: usize = 180_000;

/// Whether a band matrix is reduced by bulge chasing alone.
pub(crate) fn is_direct(size: usize, bandwidth: usize) -> bool {
    bandwidth <= DIRECT_BANDWIDTH || size * size.min(2 * bandwidth) <= DIRECT_ENTRIES
}

/// One matrix of the batched solver, which shares its register with others.
pub(crate) fn batched_seconds(nodes: usize) -> f64 {
    let n = nodes as f64;
    5.5e-11 * n.powi(3) + 2.4e-9 * n.powi(2) + 1.5e-7 * n
}

/// The reduction of a band matrix to tridiagonal form, by chasing alone or in two stages.
pub(crate) fn tridiagonalization_seconds(nodes: usize, bandwidth: usize) -> f64 {
    let (n, b) = (nodes as f64, bandwidth.max(1) as f64);
    let flops = 6.0 * n * n * b - 8.0 * n * b * b + 10.0 / 3.0 * b.powi(3);
    match (is_direct(nodes, bandwidth), bandwidth + 1 < nodes) {
        (true, _) => 4.89e-11 * flops + 2.55e-9 * n * n + 1.08e-7 * n * n / b,
        (false, true) => 4.4e-11 * flops + 1.05e-8 * n * n,
        (false, false) => 3.07e-11 * n.powi(3) + 2.23e-8 * n * n,
    }
}

/// The QL iteration of a matrix that shares its register with others of similar size.
pub(crate) fn ql_seconds(nodes: usize) -> f64 {
    let n = nodes as f64;
    2e-9 * n * n
}

/// The QL iteration of a matrix that has no other in its register: for matrices that are tridiagonal as they are, such as
/// those of weighted paths, where it is all of the work.
pub(crate) fn lone_ql_seconds(nodes: usize) -> f64 {
    let n = nodes as f64;
    5e-9 * n * n
}

/// All eigenvalues from sparse eliminations of `multiplications` each, and from products of distances.
pub(crate) fn elimination_seconds(nodes: usize, multiplications: usize) -> f64 {
    let n = nodes as f64;
    n * (ELIMINATED_ROW * n + ELIMINATED_ENTRY * multiplications as f64)
}

/// The most multiplications with which [`elimination_seconds`] does not exceed `seconds`.
pub(crate) fn affordable_multiplications(nodes: usize, seconds: f64) -> usize {
    let n = nodes as f64;
    ((seconds / n - ELIMINATED_ROW * n) / ELIMINATED_ENTRY).max(0.0) as usize
}

/// Seconds for a row, and for a multiplication, of all eliminations that one eigenvalue takes.
const ELIMINATED_ROW: f64 = 1.1e-8;
const ELIMINATED_ENTRY: f64 = 3.5e-10;

/// All eigenvalues of a component of `rows` rows in single precision.
pub(crate) fn single_precision_seconds(rows: usize) -> f64 {
    let rows = rows as f64;
    1.7e-11 * rows.powi(3) + 2.5e-8 * rows.powi(2)
}

/// One count of the eigenvalues below a shift, one of eight at a time.
pub(crate) fn shift_seconds(matrix: &SparseLaplacian, order: &EliminationOrder) -> f64 {
    // Where multiplications are many, most of them are in a few wide fronts.
    let in_wide_fronts = (order.multiplications - 1e8).max(0.0);
    (0.8e-9 * (order.multiplications - in_wide_fronts) + 1.0e-7 * matrix.size() as f64) / 8.0 + 6.5e-11 * in_wide_fronts
}

/// One product of the matrix with a block of vectors; a Lanczos step of a block of probes takes about as long.
pub(crate) fn product_seconds(matrix: &SparseLaplacian) -> f64 {
    let (size, entries) = (matrix.size() as f64, matrix.entry_count() as f64);
    // A block is in the second-level cache, in the third, or in memory.
    let access = match matrix.size() {
        0..20_000 => 5.0e-9,
        20_000..300_000 => 7.0e-9,
        _ => 2.2e-8,
    };
    access * entries + 2.0e-8 * size
}

/// One block of `probes` probes: its Lanczos steps, the quadratures after all and after half of them, and three sums over
/// the probes at each of `positions` positions. The constants of quadratures and sums are estimates from their operations,
/// not measured on their own.
pub(crate) fn probe_block_seconds(matrix: &SparseLaplacian, probes: usize, steps: usize, positions: usize) -> f64 {
    let (probes, steps) = (probes as f64, steps as f64);
    let quadratures = 1.25 * 1.4e-8 * steps * steps;
    let sums = 3.0 * 4e-9 * positions as f64;
    steps * product_seconds(matrix) + probes * (quadratures + sums)
}

/// One round of counts: three distributions from the quadratures of all probes at each of `positions` positions.
pub(crate) fn count_round_seconds(probes: usize, positions: usize) -> f64 {
    3.0 * 6e-9 * probes as f64 * positions as f64
}

/// One step of the block Krylov process that keeps `count` extreme eigenvectors at each end: a product, and the
/// orthogonalization against the basis.
pub(crate) fn extremes_step_seconds(matrix: &SparseLaplacian, count: usize) -> f64 {
    product_seconds(matrix) + 3.0e-9 * matrix.size() as f64 * 3.0 * count as f64
}

/// One visit of an entry in the traces of exact moments.
pub(crate) fn visit_seconds(matrix: &SparseLaplacian) -> f64 {
    // The visited rows are in the second-level cache, in the third, or in memory.
    match matrix.size() {
        0..20_000 => 1e-8,
        20_000..300_000 => 2e-8,
        _ => 5e-8,
    }
}
