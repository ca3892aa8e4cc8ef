//! How far is it?

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Told, from any thread, how much of a computation is done.
pub trait Progress: Sync {
    /// `fraction` of the work is done, from 0 to 1. A call may come late and out of order; the largest counts.
    fn report(&self, fraction: f64);
}

/// Nobody asks.
impl Progress for () {
    fn report(&self, _: f64) {}
}

/// Somebody who may be told from anywhere; nobody, unless set.
#[derive(Clone, Default)]
pub struct SharedProgress(Option<Arc<dyn Progress + Send + Sync>>);

impl SharedProgress {
    /// Tells `progress`.
    pub fn new(progress: Arc<dyn Progress + Send + Sync>) -> Self {
        Self(Some(progress))
    }

    /// Who is told.
    pub fn get(&self) -> &dyn Progress {
        match &self.0 {
            Some(progress) => progress.as_ref(),
            None => &(),
        }
    }
}

impl std::fmt::Debug for SharedProgress {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(if self.0.is_some() { "SharedProgress" } else { "nobody" })
    }
}

/// A stretch of a longer computation.
pub struct Stretch<'a> {
    /// Told of the whole.
    pub whole: &'a dyn Progress,
    /// How much was done when the stretch began.
    pub from: f64,
    /// How much will be done when it ends.
    pub to: f64,
}

impl Progress for Stretch<'_> {
    fn report(&self, fraction: f64) {
        self.whole.report(self.from + fraction * (self.to - self.from));
    }
}

/// Work of a known number of equal steps, done by many threads.
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

    /// Another step is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.progress.report(done as f64 / self.total as f64);
    }
}
