//! Numbers of a graph that describe it, and colour and filter the points of a map.

use rayon::prelude::*;
use sgr_core::graph::{Graph, GraphRecord, SmallCycles};

/// Graphs that are handed to a thread at once.
const GRAIN: usize = 16;

/// A number of each graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// Nodes.
    Nodes,
    /// Edges.
    Edges,
    /// Edges of all pairs of nodes.
    Density,
    /// Mean number of neighbours.
    MeanDegree,
    /// Largest number of neighbours.
    LargestDegree,
    /// Fraction of nodes with one neighbour.
    Leaves,
    /// Mean clustering coefficient.
    Clustering,
    /// Cycles of four nodes, for each node.
    Squares,
    /// Connected components.
    Components,
    /// How far the spectrum may be off.
    Error,
    /// Mean distance to the nearest graphs.
    Isolation,
}

sgr_core::named!(Quantity, "quantity");

impl Quantity {
    /// All quantities, in the order of lists and messages.
    pub const ALL: [Self; 11] = [
        Self::Nodes,
        Self::Edges,
        Self::Density,
        Self::MeanDegree,
        Self::LargestDegree,
        Self::Leaves,
        Self::Clustering,
        Self::Squares,
        Self::Components,
        Self::Error,
        Self::Isolation,
    ];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Edges => "edges",
            Self::Density => "density",
            Self::MeanDegree => "mean-degree",
            Self::LargestDegree => "largest-degree",
            Self::Leaves => "leaves",
            Self::Clustering => "clustering",
            Self::Squares => "squares",
            Self::Components => "components",
            Self::Error => "error",
            Self::Isolation => "isolation",
        }
    }

    /// The quantity in a few words, for help texts and legends.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Nodes => "number of nodes",
            Self::Edges => "number of edges",
            Self::Density => "density",
            Self::MeanDegree => "mean degree",
            Self::LargestDegree => "largest degree",
            Self::Leaves => "fraction of nodes of degree 1",
            Self::Clustering => "mean clustering coefficient",
            Self::Squares => "number of cycles of four nodes for each node",
            Self::Components => "number of connected components",
            Self::Error => "largest error of the spectrum",
            Self::Isolation => "mean distance to the nearest graphs",
        }
    }

    /// Whether its values spread over orders of magnitude: axes and colours then follow their logarithms.
    #[must_use]
    pub fn is_logarithmic(self) -> bool {
        matches!(
            self,
            Self::Nodes | Self::Edges | Self::MeanDegree | Self::LargestDegree | Self::Squares | Self::Components
        )
    }
}

/// The quantities that can be counted in a graph alone, of each graph. Runs on the threads of the current rayon pool.
pub(crate) fn counted(records: &[GraphRecord]) -> Vec<(Quantity, Vec<f32>)> {
    let rows: Vec<[f32; 9]> = records
        .par_iter()
        .with_min_len(GRAIN)
        .map_init(Counter::default, |counter, record| counter.count(&record.graph))
        .collect();
    let column = |at: usize| rows.iter().map(|row| row[at]).collect();
    Quantity::ALL.into_iter().take(9).enumerate().map(|(at, quantity)| (quantity, column(at))).collect()
}

/// Counts what can be counted in a graph alone; buffers kept from graph to graph.
#[derive(Debug, Default)]
struct Counter {
    cycles: SmallCycles,
}

impl Counter {
    /// The first quantities of [`Quantity::ALL`], those of the graph alone.
    fn count(&mut self, graph: &Graph) -> [f32; 9] {
        let (nodes, edges) = (graph.node_count() as f64, graph.edge_count() as f64);
        let degrees = || graph.offsets().windows(2).map(|row| row[1] - row[0]);
        let pairs = nodes * (nodes - 1.0) / 2.0;
        let leaves = degrees().filter(|&degree| degree == 1).count() as f64;
        let triangles = self.cycles.triangles(graph).iter().zip(degrees());
        // Two neighbours are needed for a triangle: nodes with fewer have the coefficient 0.
        let local = triangles
            .filter(|(_, degree)| *degree > 1)
            .map(|(&triangles, degree)| triangles as f64 / (degree * (degree - 1) / 2) as f64);
        let clustering = local.sum::<f64>() / nodes;
        let squares = self.cycles.squares(graph) as f64 / nodes;
        let values = [
            nodes,
            edges,
            if pairs > 0.0 { edges / pairs } else { 0.0 },
            2.0 * edges / nodes,
            degrees().max().unwrap_or(0) as f64,
            leaves / nodes,
            clustering,
            squares,
            components(graph) as f64,
        ];
        values.map(|value| value as f32)
    }
}

/// Connected components.
fn components(graph: &Graph) -> usize {
    let mut is_seen = vec![false; graph.node_count()];
    let (mut components, mut stack) = (0, Vec::new());
    for first in 0..graph.node_count() as u32 {
        if std::mem::replace(&mut is_seen[first as usize], true) {
            continue;
        }
        components += 1;
        stack.push(first);
        while let Some(node) = stack.pop() {
            for &other in graph.neighbors(node) {
                if !std::mem::replace(&mut is_seen[other as usize], true) {
                    stack.push(other);
                }
            }
        }
    }
    components
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn quantities_of_a_kite_with_a_loner() {
        // A square with one diagonal, a tail, and an isolated node.
        let graph = Graph::from_edges(6, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4)]).unwrap();
        let found = Counter::default().count(&graph);
        // Degrees 3, 2, 3, 3, 1, 0; triangles 2, 1, 2, 1, 0, 0; coefficients 2/3, 1, 2/3, 1/3.
        let wanted =
            [6.0, 6.0, 0.4, 2.0, 3.0, 1.0 / 6.0, (2.0 / 3.0 + 1.0 + 2.0 / 3.0 + 1.0 / 3.0) / 6.0, 1.0 / 6.0, 2.0];
        assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted as f32).abs() < 1e-6), "{found:?}");
        let one = Counter::default().count(&Graph::from_edges(1, &[]).unwrap());
        assert_eq!(one, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    }
}
