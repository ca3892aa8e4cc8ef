//! Settings of the spectrum solver.

use std::sync::Arc;
use std::time::Duration;

use super::Approach;
use super::idle_threads::IdleThreads;
use super::plan::component::Solver;
use crate::progress::SharedProgress;
use crate::resampling::SampleGrid;

/// How spectra are computed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SpectrumSettings {
    /// Most threads inside one graph, when it is large.
    pub threads: usize,
    /// If set, all but one of the threads are borrowed from here, as far as some are idle.
    #[doc(hidden)]
    pub idle: Option<Arc<IdleThreads>>,
    /// Bytes that one matrix may take; a component that needs more is refused before it is tried.
    pub memory_limit: u64,
    /// Time that one large graph may take. A method that improves step by step ends then with the error that it reached;
    /// another method is not chosen if it is predicted to take longer. A result that the limit cut depends on the
    /// machine.
    pub time_limit: Option<Duration>,
    /// Remove twins and use closed forms. Off only to test the solvers.
    #[doc(hidden)]
    pub reductions: bool,
    /// Use this solver for all components. Only to test the solvers.
    #[doc(hidden)]
    pub solver: Option<Solver>,
    /// Keep an [`Explanation`](super::Explanation) for each graph.
    pub explain: bool,
    /// Which method solves a large graph.
    pub approach: Approach,
    /// Largest error of a sample to aim at, where not all eigenvalues are computed.
    pub max_error: f64,
    /// The samples that the error is stated for.
    pub grid: SampleGrid,
    /// Number of extreme eigenvalues at each end, where only those are computed or where they support a density.
    pub ends: usize,
    /// Seed of the random vectors: the same seed gives the same numbers.
    pub seed: u64,
    /// Receives the progress of a large graph.
    pub progress: SharedProgress,
}

impl Default for SpectrumSettings {
    fn default() -> Self {
        Self {
            threads: 1,
            idle: None,
            // A dense matrix of 31,000 nodes, whose eigenvalues take about a quarter of an hour.
            memory_limit: 8_000_000_000,
            time_limit: None,
            reductions: true,
            solver: None,
            explain: false,
            approach: Approach::Auto,
            max_error: 1e-3,
            grid: SampleGrid::default(),
            ends: 150,
            seed: 0,
            progress: SharedProgress::default(),
        }
    }
}

impl SpectrumSettings {
    /// The default settings: one thread, 8 GB, [`Approach::Auto`], error 1e-3.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Most threads inside one graph.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Bytes that one matrix may take.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Time that one large graph may take.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }

    /// The time limit in seconds; infinite without one.
    pub(super) fn limit_seconds(&self) -> f64 {
        self.time_limit.map_or(f64::INFINITY, |limit| limit.as_secs_f64())
    }

    /// The time limit in seconds of all cores; 0 without one.
    pub(super) fn limit_seconds_of_cores(&self) -> f64 {
        self.time_limit.map_or(0.0, |limit| limit.as_secs_f64() * self.threads.max(1) as f64)
    }

    /// Whether to keep an [`Explanation`](super::Explanation) for each graph.
    #[must_use]
    pub fn explain(mut self, explain: bool) -> Self {
        self.explain = explain;
        self
    }

    /// Which method solves a large graph.
    #[must_use]
    pub fn approach(mut self, approach: impl Into<Approach>) -> Self {
        self.approach = approach.into();
        self
    }

    /// Largest error of a sample to aim at.
    #[must_use]
    pub fn max_error(mut self, error: f64) -> Self {
        self.max_error = error;
        self
    }

    /// The samples that the error is stated for.
    #[must_use]
    pub fn grid(mut self, grid: SampleGrid) -> Self {
        self.grid = grid;
        self
    }

    /// Number of extreme eigenvalues at each end.
    #[must_use]
    pub fn ends(mut self, ends: usize) -> Self {
        self.ends = ends;
        self
    }

    /// Seed of the random vectors.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Receives the progress of a large graph.
    #[must_use]
    pub fn progress(mut self, progress: SharedProgress) -> Self {
        self.progress = progress;
        self
    }
}
