//! All thresholds of the planner.

use crate::spectrum::SpectrumSettings;

/// Largest component for the batched solver: beyond, a register's worth of matrices outgrows the second-level cache, and the
/// band of an ordinary sparse graph is cheaper.
pub(crate) const SMALL_NODES: usize = 192;

/// Mean number of entries in a row up to which an order of elimination is computed for an exact solution: with more, the fill
/// is certain to be large.
pub(crate) const ELIMINATION_ROW: usize = 4;

/// A component is solved exactly if that is predicted to take at most this many seconds: a user waits that long without
/// asking for an approximation.
pub(crate) const AFFORDABLE_SECONDS: f64 = 2.0;

/// A component with more nodes is not solved exactly unless that is asked for: its dense matrix takes more than 7 GB.
pub(crate) const EXACT_NODES: usize = 30_000;

/// Predicted seconds of one core that `auto` spends on one graph of up to [`USUAL_EDGES`]. Then it returns the best result so far
/// with its stated error. Measured times are 0.7 to 1.3 times as long as predicted, so this is at most twenty seconds on two cores.
pub(crate) const PATIENCE_SECONDS: f64 = 32.0;

/// Edges up to which [`PATIENCE_SECONDS`] is the same; beyond, it grows with them.
const USUAL_EDGES: f64 = 1e6;

/// Predicted seconds of one core that a graph with this many edges may take; more if the user grants more time.
pub(crate) fn patience_seconds(edges: usize, settings: &SpectrumSettings) -> f64 {
    let usual = PATIENCE_SECONDS * (edges as f64 / USUAL_EDGES).max(1.0);
    usual.max(settings.limit_seconds_of_cores())
}

/// A density is not chosen if a method with a guaranteed error takes at most this many times as long: a density that misses
/// its error costs the time of both.
pub(crate) const DENSITY_ADVANTAGE: f64 = 3.0;

/// Fewest counts that can support a density: two at each of its worst four places. With fewer, probes are better.
pub(crate) const FEWEST_COUNTS: usize = 8;

/// Number of off-diagonal entries up to which an elimination order is computed: beyond, the fill of a graph with more than
/// [`SPARSE_ROW`] entries in a row is certain to be large, and the order itself takes seconds.
pub(crate) const MOST_ORDERED_ENTRIES: usize = 2_000_000;

/// Mean number of entries in a row up to which an elimination order is always computed: roads and trees have fewer.
pub(crate) const SPARSE_ROW: usize = 4;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn patience_grows_with_the_edges_and_with_the_time_that_a_user_grants() {
        let usual = SpectrumSettings::new().threads(2);
        assert_eq!([10, 1_000_000].map(|edges| patience_seconds(edges, &usual)), [PATIENCE_SECONDS; 2]);
        assert_eq!(patience_seconds(5_000_000, &usual), 5.0 * PATIENCE_SECONDS);
        let [short, long] = [1, 100].map(|seconds| usual.clone().time_limit(Duration::from_secs(seconds)));
        assert_eq!(patience_seconds(10, &short), PATIENCE_SECONDS);
        assert_eq!(patience_seconds(10, &long), 200.0, "two threads");
    }
}
