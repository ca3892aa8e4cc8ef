//! How far is it?

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
pub(crate) struct Steps<'a> {
    progress: &'a dyn Progress,
    done: AtomicUsize,
    total: usize,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(progress: &'a dyn Progress, total: usize) -> Self {
        Self { progress, done: AtomicUsize::new(0), total }
    }

    /// Another step is done.
    pub(crate) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.progress.report(done as f64 / self.total as f64);
    }
}
