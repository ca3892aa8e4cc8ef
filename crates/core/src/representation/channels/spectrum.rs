//! The channel `spectrum`.

use super::{Channel, CycleCounts, SolvedGraph};
use crate::resampling::{KnotRule, Resampler};

/// λ̃: the resampled spectrum.
#[derive(Debug)]
pub(super) struct SpectrumChannel {
    resampler: Resampler,
}

impl SpectrumChannel {
    pub(super) fn new(samples: usize, rule: KnotRule) -> Self {
        Self { resampler: Resampler::new(samples, rule) }
    }
}

impl Channel for SpectrumChannel {
    fn columns(&self) -> Vec<String> {
        (0..self.resampler.len()).map(|at| format!("lambda_{at}")).collect()
    }

    fn append(&mut self, solved: SolvedGraph<'_>, _: CycleCounts<'_>, row: &mut Vec<f32>) {
        let resampled = solved.spectrum.samples(&mut self.resampler);
        row.extend(resampled.iter().map(|&sample| sample as f32));
    }
}
