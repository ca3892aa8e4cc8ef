//! All thresholds of the planner.

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

/// Counts or a full solution follow a density that missed its error if they are predicted to take at most this many
/// seconds on one core: the longest time for one graph that `auto` adds by itself.
pub(crate) const PATIENCE_SECONDS: f64 = 120.0;

/// A density is not chosen if a method with a guaranteed error takes at most this many times as long: a density that misses
/// its error costs the time of both.
pub(crate) const DENSITY_ADVANTAGE: f64 = 3.0;

/// Fewest counts that can support a density: below, they cannot bracket the samples of even one steep part.
pub(crate) const FEWEST_COUNTS: usize = 16;

/// Number of off-diagonal entries up to which an elimination order is computed: beyond, the fill of a graph with more than
/// [`SPARSE_ROW`] entries in a row is certain to be large, and the order itself takes seconds.
pub(crate) const MOST_ORDERED_ENTRIES: usize = 2_000_000;

/// Mean number of entries in a row up to which an elimination order is always computed: roads and trees have fewer.
pub(crate) const SPARSE_ROW: usize = 4;
