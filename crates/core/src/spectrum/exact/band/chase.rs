//! Reduction of a symmetric band matrix to tridiagonal form by Householder
//! bulge chasing.
//!
//! B. Lang, "A parallel algorithm for reducing symmetric banded matrices to
//! tridiagonal form", SIAM J. Sci. Comput. 14 (1993). Sweep `j` makes column
//! `j` tridiagonal by a reflector of `b` rows and follows the fill-in down the
//! band. On each step the reflector `H = I - tau v v^T` of the rows `[r, r + b)`
//! acts from both sides on the diagonal block of these rows and from the right
//! on the block `B` below it; of the fill-in in `B` only the first column is
//! removed, by the reflector of the next step, which is sufficient for the next
//! sweep. `n` sweeps of `(n - j) / b` steps of `12 b^2` operations: `6 n^2 b`.
//! Where the band is narrower, the blocks are smaller ([`Staircase`]).

use super::blocks::Blocks;
use super::kernels::LaneMasks;
use super::reflector::Reflector;
use super::staircase::Staircase;
use super::storage::{BandMatrix, TILE, tile_ceil};
use pulp::{Arch, Simd, WithSimd};

/// Bytes for the blocks of all sweeps in progress: the second-level cache of
/// common processors.
const SWEEP_BYTES: usize = 1 << 20;

/// Largest number of sweeps in progress: with 16, a block already stays in
/// the cache for 15 of 16 sweeps.
const MAX_SWEEPS: usize = 16;

/// Least number of rows of a reflector: a step with fewer takes as much time for each row.
const LEAST_ROWS: usize = 24;

/// Reusable memory of [`chase`].
#[derive(Debug, Default)]
pub(super) struct ChaseWorkspace {
    /// The reflectors of the sweeps in progress.
    pub(super) sweeps: Vec<Reflector>,
    pub(super) next: Reflector,
    pub(super) product: Vec<f64>,
    pub(super) dots: Vec<f64>,
}

impl ChaseWorkspace {
    /// Sizes all vectors for blocks of `rows` padded rows.
    fn prepare(&mut self, sweeps: usize, rows: usize) {
        self.sweeps.resize_with(sweeps, Reflector::default);
        for reflector in self.sweeps.iter_mut().chain([&mut self.next]) {
            reflector.prepare(rows);
        }
        for vector in [&mut self.product, &mut self.dots] {
            vector.clear();
            vector.resize(rows, 0.0);
        }
    }
}

/// Reduces `band` to tridiagonal form in place.
pub(super) fn chase(band: &mut BandMatrix, workspace: &mut ChaseWorkspace) {
    if band.bandwidth() > 1 {
        Arch::new().dispatch(Chase { band, workspace });
        band.narrow(1);
    }
}

/// The arguments of [`chase`], for the dispatch on the instruction set.
struct Chase<'a> {
    band: &'a mut BandMatrix,
    workspace: &'a mut ChaseWorkspace,
}

impl WithSimd for Chase<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.run(simd);
    }
}

impl Chase<'_> {
    /// Runs all sweeps.
    ///
    /// Several sweeps are in progress at a time, each one step behind its
    /// predecessor: a block is then still in the cache when the next sweep
    /// needs it.
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (n, bandwidth) = (self.band.order(), self.band.bandwidth());
        let stairs = Staircase::find(self.band, 1, LEAST_ROWS);
        let (entries, stride) = self.band.parts_mut();
        let at_once = (SWEEP_BYTES / (12 * stairs.mean_square().max(1))).clamp(1, MAX_SWEEPS);
        let rows = tile_ceil(bandwidth + TILE - 1);
        self.workspace.prepare(at_once, rows);
        let masks = LaneMasks::new(simd);
        let mut blocks = Blocks { simd, masks, entries, stride };
        let last = n.saturating_sub(2);
        for group in (0..last).step_by(at_once) {
            let sweeps = at_once.min(last - group);
            for time in 0..stairs.blocks(group) + sweeps {
                for sweep in 0..sweeps.min(time + 1) {
                    step(&mut blocks, self.workspace, (sweep, group + sweep), time - sweep, &stairs);
                }
            }
        }
    }
}

/// Step number `block` of the sweep that starts at `column`, which is number `sweep` of those in progress.
#[inline(always)]
fn step<S: Simd>(
    blocks: &mut Blocks<'_, S>,
    work: &mut ChaseWorkspace,
    (sweep, column): (usize, usize),
    block: usize,
    stairs: &Staircase,
) {
    let ChaseWorkspace { sweeps, next, product, dots } = work;
    let current = &mut sweeps[sweep];
    if block == 0 {
        blocks.annihilate(current, column, column + 1, stairs.end(0, column));
    }
    if current.is_empty() {
        return;
    }
    blocks.update_diagonal(current, product, dots);
    let (first, end) = (current.end, stairs.end(block + 1, column));
    if first >= end {
        current.first = current.end;
        return;
    }
    blocks.update_lower(current, next, product, (first, end));
    core::mem::swap(current, next);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spectrum(n: usize, bandwidth: usize, run: impl Fn(Chase<'_>)) -> Vec<f64> {
        let mut band = BandMatrix::default();
        band.reset(n, bandwidth);
        for j in 0..n {
            for i in j..(j + bandwidth + 1).min(n) {
                band.set(i, j, ((i * 37 + j * 101) % 64) as f64 / 32.0 - 1.0);
            }
        }
        let workspace = &mut ChaseWorkspace::default();
        run(Chase { band: &mut band, workspace });
        let mut matrix = faer::Mat::<f64>::zeros(n, n);
        for j in 0..n {
            for i in j..(j + 2).min(n) {
                matrix[(i, j)] = band.get(i, j);
            }
        }
        matrix.self_adjoint_eigenvalues(faer::Side::Lower).unwrap_or_default()
    }

    /// Covers the code paths that [`Arch`] does not choose on this machine.
    #[test]
    fn all_instruction_sets_agree() {
        for (n, bandwidth) in [(9, 3), (40, 7), (90, 20), (150, 51), (120, 119), (200, 90)] {
            let best = spectrum(n, bandwidth, |chase| Arch::new().dispatch(chase));
            let plain = spectrum(n, bandwidth, |chase| pulp::Scalar.vectorize(chase));
            assert_eq!(plain.len(), n);
            let close = |other: &[f64]| best.iter().zip(other).all(|(x, y)| (x - y).abs() < 1e-11);
            assert!(close(&plain), "scalar n={n} b={bandwidth}");
            #[cfg(target_arch = "x86_64")]
            if let Some(v3) = pulp::x86::V3::try_new() {
                let narrow = spectrum(n, bandwidth, |chase| Simd::vectorize(v3, chase));
                assert!(close(&narrow), "V3 n={n} b={bandwidth}");
            }
        }
    }
}
