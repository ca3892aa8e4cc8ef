//! Random nodes of all graphs.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Draws nodes from all graphs, each level by a stream of its own.
#[derive(Debug)]
pub(super) struct NodeSample {
    /// Number of the first node of each graph, and of all nodes.
    starts: Vec<usize>,
    seed: u64,
    count: usize,
}

impl NodeSample {
    pub(super) fn new(node_counts: impl Iterator<Item = usize>, count: usize, seed: u64) -> Self {
        let mut starts = vec![0];
        let mut total = 0;
        starts.extend(node_counts.map(|nodes| {
            total += nodes;
            total
        }));
        Self { starts, seed, count }
    }

    /// Distinct nodes as (graph, node), ascending; all of them if there are no more.
    ///
    /// Floyd's way: each of the last `count` numbers in turn is drawn from those up to it, or taken itself if that one is.
    /// Bentley & Floyd 1987, "A Sample of Brilliance".
    pub(super) fn draw(&self, level: usize) -> Vec<(usize, usize)> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(level as u64);
        let total = self.total();
        let mut drawn = BTreeSet::new();
        for last in total.saturating_sub(self.count)..total {
            let number = random.random_range(0..=last);
            if !drawn.insert(number) {
                drawn.insert(last);
            }
        }
        drawn.into_iter().map(|number| self.node(number)).collect()
    }

    /// Number of all nodes.
    pub(super) fn total(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    fn node(&self, number: usize) -> (usize, usize) {
        let graph = self.starts.partition_point(|&start| start <= number) - 1;
        (graph, number - self.starts[graph])
    }
}
