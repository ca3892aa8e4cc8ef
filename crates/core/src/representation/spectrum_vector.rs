//! The representation `spectrum`: the resampled eigenvalues.

use super::{Representation, SolvedGraph};
use crate::resampling::{KnotRule, Resampler, SAMPLES};

/// The resampled spectrum itself: the paper's baseline Λ.
#[derive(Debug)]
pub struct SpectrumVector {
    samples: usize,
    rule: KnotRule,
    resampler: Resampler,
}

impl SpectrumVector {
    /// `samples` samples by the given rule.
    ///
    /// # Panics
    /// If `samples` is below 2.
    #[must_use]
    pub fn new(samples: usize, rule: KnotRule) -> Self {
        Self { samples, rule, resampler: Resampler::new(samples, rule) }
    }
}

impl Default for SpectrumVector {
    /// 256 samples, literal rule.
    fn default() -> Self {
        Self::new(SAMPLES, KnotRule::default())
    }
}

impl Representation for SpectrumVector {
    fn name(&self) -> &'static str {
        "spectrum"
    }

    fn columns(&self) -> Vec<String> {
        (0..self.samples).map(|at| format!("lambda_{at}")).collect()
    }

    fn append(&mut self, graphs: &[SolvedGraph<'_>], rows: &mut Vec<f32>) {
        for solved in graphs {
            let resampled = self.resampler.resample(solved.spectrum.eigenvalues());
            rows.extend(resampled.samples().iter().map(|&sample| sample as f32));
        }
    }

    fn clone_boxed(&self) -> Box<dyn Representation> {
        Box::new(Self::new(self.samples, self.rule))
    }
}
