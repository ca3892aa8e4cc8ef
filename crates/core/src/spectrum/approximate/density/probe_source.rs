//! Supplies blocks of probes for `estimate`: makes them from the seed and keeps the first ones, so that a later round
//! with more Lanczos steps continues them.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::DensitySettings;
use crate::spectrum::approximate::krylov::{Extremes, Probes, RowTasks};
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Fewest Lanczos steps of a probe, however late it is: with fewer a quadrature shows nothing but the first moments.
const FEWEST_STEPS: usize = 8;

/// Blocks of probes of one matrix.
pub(super) struct ProbeSource<'a> {
    matrix: &'a SparseLaplacian,
    tasks: RowTasks,
    extremes: &'a Extremes,
    seed: u64,
    /// The first blocks, with the Lanczos steps they have taken.
    kept: Vec<Probes>,
    /// Number of blocks that fit in the memory for kept probes.
    most_kept: usize,
}

impl<'a> ProbeSource<'a> {
    /// Probes that are orthogonal to the eigenvectors of `extremes`.
    pub(super) fn new(matrix: &'a SparseLaplacian, extremes: &'a Extremes, settings: &DensitySettings<'_>) -> Self {
        let most_kept = (settings.kept_bytes / Probes::memory_bytes(matrix.size())).max(1) as usize;
        Self { matrix, tasks: RowTasks::new(matrix), extremes, seed: settings.seed, kept: Vec::new(), most_kept }
    }

    pub(super) fn matrix(&self) -> &'a SparseLaplacian {
        self.matrix
    }

    /// Calls `use_probes` with block `number` after at least `steps` Lanczos steps, or fewer if `is_late`. The block depends on the seed and
    /// on its number only.
    pub(super) fn with_block(
        &mut self,
        number: usize,
        steps: usize,
        is_late: impl Fn() -> bool,
        report: impl Fn(f64),
        use_probes: impl FnOnce(&Probes),
    ) {
        let mut fresh = None;
        let probes = if self.kept.len() > number {
            &mut self.kept[number]
        } else if number < self.most_kept {
            self.kept.push(self.start(number));
            let last = self.kept.len() - 1;
            &mut self.kept[last]
        } else {
            fresh.insert(self.start(number))
        };
        while probes.steps() < steps && (probes.steps() < FEWEST_STEPS || !is_late()) {
            probes.advance(self.matrix, &self.tasks);
            report(probes.steps() as f64 / steps as f64);
        }
        use_probes(probes);
    }

    fn start(&self, number: usize) -> Probes {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number as u64);
        Probes::new(self.matrix, &mut random, |rows| self.extremes.project_out(rows))
    }
}
