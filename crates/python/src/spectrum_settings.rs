//! Settings of the spectrum solver, checked once and passed with every call that needs spectra.

use pyo3::prelude::*;
use sgr::embed::StreamSettings;
use sgr::spectrum::Approach;

use crate::wanted::{memory_limit, named, wanted};

/// How spectra of large graphs are found: the program's `--spectrum`, `--max-error`, `--max-memory`, and a seed.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct SpectrumSettings {
    method: Approach,
    max_error: f64,
    /// Bytes.
    max_memory: u64,
    seed: u64,
}

#[pymethods]
impl SpectrumSettings {
    /// Checks all settings.
    #[new]
    #[pyo3(signature = (method="auto", max_error=1e-3, max_memory=8.0, seed=0))]
    fn new(method: &str, max_error: f64, max_memory: f64, seed: u64) -> PyResult<Self> {
        let method: Approach = named("method", method)?;
        // Below 1e-6 counting eigenvalues is lost in rounding errors; the library and the program refuse it likewise.
        if !(1e-6..=1.0).contains(&max_error) {
            return Err(wanted("max_error", max_error, "a number from 1e-6 to 1"));
        }
        Ok(Self { method, max_error, max_memory: memory_limit(max_memory)?, seed })
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
        settings
    }
}
