//! Settings of the spectrum solver, checked once and passed with every call that needs spectra.

use std::time::Duration;

use pyo3::prelude::*;
use sgr::embed::StreamSettings;
use sgr::spectrum::Approach;

use crate::wanted::{memory_limit, named, wanted};

/// How spectra of large graphs are found: the program's `--spectrum`, `--max-error`, `--max-memory`, `--max-seconds`,
/// and a seed.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct SpectrumSettings {
    method: Approach,
    max_error: f64,
    /// Bytes.
    max_memory: u64,
    seed: u64,
    max_seconds: Option<Duration>,
}

#[pymethods]
impl SpectrumSettings {
    /// Checks all settings.
    #[new]
    #[pyo3(signature = (method="auto", max_error=1e-3, max_memory=8.0, seed=0, max_seconds=None))]
    fn new(method: &str, max_error: f64, max_memory: f64, seed: u64, max_seconds: Option<f64>) -> PyResult<Self> {
        let method: Approach = named("method", method)?;
        // Below 1e-6 counting eigenvalues is lost in rounding errors; the library and the program refuse it likewise.
        if !(1e-6..=1.0).contains(&max_error) {
            return Err(wanted("max_error", max_error, "a number from 1e-6 to 1"));
        }
        let duration = |seconds: f64| Duration::try_from_secs_f64(seconds).ok().filter(|limit| !limit.is_zero());
        let max_seconds = max_seconds
            .map(|seconds| {
                duration(seconds).ok_or_else(|| wanted("max_seconds", seconds, "a positive number of seconds"))
            })
            .transpose()?;
        Ok(Self { method, max_error, max_memory: memory_limit(max_memory)?, seed, max_seconds })
    }
}

impl SpectrumSettings {
    /// The settings of a stream on that many threads.
    pub(crate) fn stream(&self, threads: usize) -> StreamSettings {
        let mut settings = StreamSettings::default().with_threads(threads);
        settings.spectrum.approach = self.method;
        settings.spectrum.max_error = self.max_error;
        settings.spectrum.memory_limit = self.max_memory;
        settings.spectrum.seed = self.seed;
        settings.spectrum.time_limit = self.max_seconds;
        settings
    }
}
