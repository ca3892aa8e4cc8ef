//! Progress reports of long computations, for the rooms that compute and the front ends that draw a bar.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Receives the progress of a computation, from any thread.
pub trait Progress: Sync {
    /// `fraction` of the work is done, from 0 to 1. Calls may arrive late and out of order; the largest fraction is
    /// valid.
    fn report(&self, fraction: f64);
}

/// Ignores all reports.
impl Progress for () {
    fn report(&self, _: f64) {}
}

/// A shared receiver of progress reports; the default ignores them.
#[derive(Clone, Default)]
pub struct SharedProgress(Option<Arc<dyn Progress + Send + Sync>>);

impl SharedProgress {
    /// Passes all reports on to `progress`.
    pub fn new(progress: Arc<dyn Progress + Send + Sync>) -> Self {
        Self(Some(progress))
    }

    /// The receiver.
    pub fn get(&self) -> &dyn Progress {
        match &self.0 {
            Some(progress) => progress.as_ref(),
            None => &(),
        }
    }
}

impl std::fmt::Debug for SharedProgress {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(if self.0.is_some() { "SharedProgress" } else { "SharedProgress(none)" })
    }
}

/// One stage of a longer computation: maps the fraction of the stage to the fraction of the whole.
pub struct Stretch<'a> {
    /// Receives the progress of the whole computation.
    pub whole: &'a dyn Progress,
    /// Fraction of the whole at the start of the stage.
    pub from: f64,
    /// Fraction of the whole at the end of the stage.
    pub to: f64,
}

impl Progress for Stretch<'_> {
    fn report(&self, fraction: f64) {
        self.whole.report(self.from + fraction * (self.to - self.from));
    }
}

/// Counts equal steps that many threads complete, and reports the fraction.
pub struct Steps<'a> {
    progress: &'a dyn Progress,
    done: AtomicUsize,
    total: usize,
}

impl<'a> Steps<'a> {
    /// `total` steps, reported to `progress`.
    pub fn new(progress: &'a dyn Progress, total: usize) -> Self {
        Self { progress, done: AtomicUsize::new(0), total }
    }

    /// Reports that one more step is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.progress.report(done as f64 / self.total as f64);
    }
}
