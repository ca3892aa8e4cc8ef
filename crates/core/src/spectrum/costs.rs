//! What the methods for large graphs are predicted to take.
//!
//! Seconds are fits to measurements on one core, as those in [`plan`](super::plan): all of the methods share their work among
//! threads, and the choice must not depend on how many.

use super::krylov::{Ends, PROBES, Probes};
use super::remainder::Remainder;
use super::single;
use super::slicing::EliminationOrder;
use super::solver::SpectrumSettings;

/// Bytes for the eigenvectors of the ends where they only support a density.
const ENDS_BYTES: u64 = 400_000_000;

/// Bytes of probes that are kept to be continued.
const KEPT_BYTES: u64 = 256_000_000;

/// Steps of a probe where eigenvalues have no large gaps.
const USUAL_STEPS: f64 = 128.0;

/// Part of the time of the probes that exact moments may take.
const MOMENTS_SHARE: f64 = 0.5;

/// Seconds of counting: a pass through all fronts for every eight shifts.
pub(super) fn slicing_seconds(matrix: &Remainder, order: &EliminationOrder, settings: &SpectrumSettings) -> f64 {
    // Every eigenvalue to within a thousandth, the samples' as asked.
    let shifts = 2500.0 + 256.0 * (1e-3 / settings.max_error).log2().max(0.0);
    shifts * shift_seconds(matrix, order)
}

/// Seconds of a count, one of eight at a time.
pub(super) fn shift_seconds(matrix: &Remainder, order: &EliminationOrder) -> f64 {
    // Many multiplications are those of a few wide fronts.
    let in_wide_fronts = (order.multiplications - 1e8).max(0.0);
    (0.8e-9 * (order.multiplications - in_wide_fronts) + 1.0e-7 * matrix.size() as f64) / 8.0 + 6.5e-11 * in_wide_fronts
}

/// Bytes of counting: the fronts that wait are never more than the triangular factor; eight shifts at a time.
pub(super) fn slicing_bytes(order: &EliminationOrder) -> u64 {
    (order.fill * 64.0) as u64
}

/// Seconds of one product with a block of vectors; a step of a block of probes takes about as long.
pub(super) fn product_seconds(matrix: &Remainder) -> f64 {
    let (size, entries) = (matrix.size() as f64, matrix.entry_count() as f64);
    // A block lies in the second-level cache, in the third, or in memory.
    let jump = match matrix.size() {
        0..20_000 => 5.0e-9,
        20_000..300_000 => 7.0e-9,
        _ => 2.2e-8,
    };
    jump * entries + 2.0e-8 * size
}

/// Seconds of all eigenvalues in single precision.
pub(super) fn single_seconds(matrix: &Remainder) -> f64 {
    let rows = matrix.pieces().windows(2).map(|piece| (piece[1] - piece[0]) as f64);
    rows.map(|rows| 1.7e-11 * rows.powi(3) + 2.5e-8 * rows.powi(2)).sum()
}

/// Bytes of that: of one piece after another.
pub(super) fn single_bytes(matrix: &Remainder) -> u64 {
    let largest = matrix.pieces().windows(2).map(|piece| piece[1] - piece[0]).max().unwrap_or(0);
    single::memory_bytes(largest)
}

/// Seconds of both ends alone.
pub(super) fn ends_seconds(matrix: &Remainder, settings: &SpectrumSettings) -> f64 {
    let count = ends_count(matrix, settings) as f64;
    let products = 60.0 + count;
    products * (product_seconds(matrix) + 3.0e-9 * matrix.size() as f64 * 3.0 * count)
}

/// Seconds of a density that has no gaps to resolve.
pub(super) fn density_seconds(matrix: &Remainder, settings: &SpectrumSettings) -> f64 {
    let ends = supporting_ends(matrix, settings) as f64;
    let support = product_seconds(matrix) + 3.0e-9 * matrix.size() as f64 * 3.0 * ends;
    supporting_products(matrix) as f64 * support + probing_seconds(matrix, settings)
}

/// Seconds of as many probes as are wanted as a rule.
fn probing_seconds(matrix: &Remainder, settings: &SpectrumSettings) -> f64 {
    let probes = (2.5e6 * (1e-3 / settings.max_error).powi(2) / matrix.size() as f64).max(PROBES as f64);
    probes / PROBES as f64 * USUAL_STEPS * product_seconds(matrix)
}

/// Visits of entries that may be spent on exact moments: as many as take a moderate part of the time of the probes.
pub(super) fn moment_visits(matrix: &Remainder, settings: &SpectrumSettings) -> f64 {
    // What is visited lies in the second-level cache, in the third, or in memory.
    let visit_seconds = match matrix.size() {
        0..20_000 => 1e-8,
        20_000..300_000 => 2e-8,
        _ => 5e-8,
    };
    MOMENTS_SHARE * probing_seconds(matrix, settings) / visit_seconds
}

/// Bytes of a density: its probes beside the eigenvectors of the ends.
pub(super) fn density_bytes(matrix: &Remainder, settings: &SpectrumSettings) -> u64 {
    let ends = supporting_ends(matrix, settings);
    let vectors = (matrix.size() * 2 * ends * size_of::<f64>()) as u64;
    Ends::memory_bytes(matrix.size(), ends).max(vectors + Probes::memory_bytes(matrix.size()).max(kept_bytes(settings)))
}

/// Bytes of probes that are kept to be continued, beside those in hand.
pub(super) fn kept_bytes(settings: &SpectrumSettings) -> u64 {
    KEPT_BYTES.min(settings.memory_limit / 4)
}

/// Eigenvalues at each end: as asked, but not more than half of all.
pub(super) fn ends_count(matrix: &Remainder, settings: &SpectrumSettings) -> usize {
    settings.ends.min(matrix.size() / 4).max(1)
}

/// Eigenvalues at each end in support of a density: as many as fit into a moderate share of memory.
pub(super) fn supporting_ends(matrix: &Remainder, settings: &SpectrumSettings) -> usize {
    let most = ENDS_BYTES.min(settings.memory_limit / 2);
    let fits = |count: &usize| Ends::memory_bytes(matrix.size(), *count) <= most;
    let asked = ends_count(matrix, settings);
    [asked, 100, 64, 32, 16, 8].into_iter().filter(|&count| count <= asked).find(fits).unwrap_or(asked.min(4))
}

/// Products of a block with the matrix that are spent on the ends in support of a density.
pub(super) fn supporting_products(matrix: &Remainder) -> usize {
    if matrix.size() < 100_000 { 120 } else { 40 }
}
