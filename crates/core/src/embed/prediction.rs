//! Predicted seconds of graphs, for sharing work out before it is done.

use crate::graph::Graph;
use crate::spectrum::{Planner, SpectrumError, SpectrumSettings};

/// Seconds for each graph and each edge: reading a row of a table, reductions, resampling, channels and network of the built-in
/// model `default`, and writing the vector.
///
/// These constants are fits to processor seconds on one core of a 2.8 GHz Ice Lake server, of six collections and two families
/// from 20 to 500 nodes, all within 30 %; a constant for each node came out as 0. `benchmarks/capacity.py` shows measured
/// seconds next to predicted ones on any machine.
const GRAPH_SECONDS: f64 = 8.3e-6;
const EDGE_SECONDS: f64 = 6.2e-8;

/// Measured seconds of the solvers as a part of those that the planner expects, whose constants come from single solvers
/// in a loop of their own: only their ratios decide there.
const SOLVER_PART: f64 = 0.67;

/// Predicts how long graph after graph takes from a row of a table to its vector, on one core.
///
/// Takes a part of that time, from 3 % for graphs of some hundred nodes to 45 % for molecules: a graph is reduced and its solvers
/// are planned, and nothing is solved.
///
/// ```
/// use sgr_core::{embed::CostPredictor, graph::Graph, spectrum::SpectrumSettings};
/// let ladder = |rungs: u32| {
///     let sides = (0..2 * rungs - 2).map(|node| (node, node + 2));
///     Graph::from_edges(2 * rungs as usize, &sides.chain((0..rungs).map(|rung| (2 * rung, 2 * rung + 1))).collect::<Vec<_>>())
/// };
/// let mut predictor = CostPredictor::new(SpectrumSettings::new());
/// assert!(predictor.seconds(&ladder(1000)?)? > 100.0 * predictor.seconds(&ladder(10)?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CostPredictor {
    planner: Planner,
}

impl CostPredictor {
    /// For vectors whose spectra are computed with these settings.
    #[must_use]
    pub fn new(settings: SpectrumSettings) -> Self {
        Self { planner: Planner::new(settings) }
    }

    /// Predicted seconds of a graph on one core.
    ///
    /// # Formula
    /// ```text
    /// s = a + b·m + c · Σ seconds of the chosen solver of each component
    /// ```
    /// m = edges; a = `GRAPH_SECONDS`, b = `EDGE_SECONDS`, c = `SOLVER_PART`.
    ///
    /// # Errors
    /// A graph that would have no vector, because it has no nodes, or is too large or too slow for the settings.
    pub fn seconds(&mut self, graph: &Graph) -> Result<f64, SpectrumError> {
        let solvers = self.planner.predicted_seconds(graph)?;
        Ok(GRAPH_SECONDS + EDGE_SECONDS * graph.edge_count() as f64 + SOLVER_PART * solvers)
    }
}
