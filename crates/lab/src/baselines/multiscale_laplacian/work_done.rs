use std::sync::atomic::{AtomicUsize, Ordering};

use sgr_core::progress::Progress;

/// Counts nodes with new features on all levels: nearly all of the work.
pub(super) struct WorkDone<'a> {
    progress: &'a dyn Progress,
    nodes: AtomicUsize,
    wanted: usize,
}

impl<'a> WorkDone<'a> {
    pub(super) fn new(progress: &'a dyn Progress, nodes: usize, levels: usize) -> Self {
        Self { progress, nodes: AtomicUsize::new(0), wanted: nodes * levels }
    }

    /// So many nodes more.
    pub(super) fn add(&self, nodes: usize) {
        let done = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.progress.report(done as f64 / self.wanted.max(1) as f64);
    }
}
