use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::DensitySettings;
use crate::spectrum::approximate::krylov::{Extremes, Probes, RowTasks};
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Blocks of random vectors. The first ones are kept, to go on where they stopped if their steps turn out too few.
pub(super) struct ProbeSource<'a> {
    matrix: &'a SparseLaplacian,
    tasks: RowTasks,
    ends: &'a Extremes,
    seed: u64,
    kept: Vec<Probes>,
    most_kept: usize,
}

impl<'a> ProbeSource<'a> {
    /// Vectors that are orthogonal to `ends`.
    pub(super) fn new(matrix: &'a SparseLaplacian, ends: &'a Extremes, settings: &DensitySettings<'_>) -> Self {
        let most_kept = (settings.kept_bytes / Probes::memory_bytes(matrix.size())).max(1) as usize;
        Self { matrix, tasks: RowTasks::new(matrix), ends, seed: settings.seed, kept: Vec::new(), most_kept }
    }

    pub(super) fn matrix(&self) -> &'a SparseLaplacian {
        self.matrix
    }

    /// Calls `use_probes` with a block of probes, always the same for a number, after so many steps.
    pub(super) fn with_block(
        &mut self,
        number: usize,
        steps: usize,
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
        while probes.steps() < steps {
            probes.advance(self.matrix, &self.tasks);
            report(probes.steps() as f64 / steps as f64);
        }
        use_probes(probes);
    }

    fn start(&self, number: usize) -> Probes {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number as u64);
        Probes::new(self.matrix, &mut random, |rows| self.ends.project_out(rows))
    }
}
