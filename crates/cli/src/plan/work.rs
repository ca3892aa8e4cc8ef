//! Settings of the work: threads, memory, large graphs, evaluation.

use std::time::Duration;

use sgr::embed::StreamSettings;
use sgr::experiment::EvaluationSettings;
use sgr::spectrum::SpectrumSettings;

use crate::args::{EvaluateArgs, LargeArgs, ThreadArgs, WorkArgs};

impl ThreadArgs {
    pub(crate) fn settings(&self) -> StreamSettings {
        let mut settings = StreamSettings::default();
        if let Some(threads) = self.threads {
            settings.threads = threads.into();
            settings.spectrum.threads = threads.into();
        }
        settings
    }
}

impl WorkArgs {
    pub(crate) fn settings(&self) -> StreamSettings {
        let mut settings = self.threads.settings();
        settings.spectrum.memory_limit = self.memory.bytes();
        settings
    }
}

impl LargeArgs {
    /// Adds the settings of large graphs to `settings`.
    pub(crate) fn apply(&self, settings: &mut SpectrumSettings) {
        settings.approach = self.spectrum;
        settings.max_error = self.max_error;
        settings.time_limit = self.max_seconds;
        settings.ends = self.ends.into();
    }
}

impl EvaluateArgs {
    pub(crate) fn settings(&self) -> EvaluationSettings {
        let mut settings = EvaluationSettings::default();
        settings.runs = self.runs as usize;
        settings.seed = self.seed;
        settings.raw_kernels = self.raw_kernels;
        settings.standardize = self.standardize;
        settings.choose_c = self.choose_c;
        settings.time_limit = self.max_minutes.map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
        settings.protocol = self.protocol;
        settings.classifier = self.classifier;
        settings
    }
}
