//! Positions of the nodes of a graph in a picture: stress of shortest-path distances, component by component.

mod component;
mod orientation;
mod packing;
mod pivot_distances;
mod scaling;
mod separation;
mod stress;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

use self::component::Component;
use self::pivot_distances::PivotDistances;
use self::stress::Effort;
use sgr_core::graph::Graph;

/// Where the nodes of a graph stand in a picture; the ideal length of an edge is 1.
///
/// Each component minimizes the stress of its shortest-path distances, is turned so that its longest axis lies level, and the
/// components stand side by side in rows. Nothing is random: the same graph gives the same positions.
///
/// # Formula
/// ```text
/// stress = Σ_{u,p} (|x_u − x_p| − d(u, p))² / d(u, p)²
/// ```
/// Gansner, Koren & North 2004, "Graph Drawing by Stress Majorization". p runs over all nodes of a component of at most 400
/// nodes. In larger ones p runs over 64 pivots and the neighbours of u, as in the sparse stress model of Ortmann, Klimenta &
/// Brandes 2016.
///
/// # Complexity
/// O(n² · sweeps) time and O(n²) space up to 400 nodes a component; beyond, O((64 n + m) · sweeps) time and O(64 n + m) space.
///
/// ```
/// use sgr_core::graph::Graph;
/// use sgr_lab::figure::NodePlacement;
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
/// let placement = NodePlacement::of(&path);
/// assert!((placement.width() - 2.0).abs() < 0.01 && placement.height() < 0.01);
/// # Ok::<(), sgr_core::graph::GraphError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct NodePlacement {
    positions: Vec<[f64; 2]>,
    width: f64,
    height: f64,
}

impl NodePlacement {
    /// The positions of the nodes of a graph. Edge weights and labels have no part in it.
    #[must_use]
    pub fn of(graph: &Graph) -> Self {
        Self::with(graph, Effort::FULL)
    }

    /// As [`of`](Self::of), for a picture of the size of a stamp: in a fraction of the time, with a stress that is a little
    /// larger.
    #[must_use]
    pub fn small(graph: &Graph) -> Self {
        Self::with(graph, Effort::SMALL)
    }

    fn with(graph: &Graph, effort: Effort) -> Self {
        let components = Component::all_of(graph);
        let placed: Vec<Vec<[f64; 2]>> = components.iter().map(|component| placed(component, effort)).collect();
        let boxes: Vec<[f64; 2]> = placed.iter().map(|positions| orientation::extent(positions)).collect();
        let (corners, [width, height]) = packing::packed(&boxes);
        let mut positions = vec![[0.0; 2]; graph.node_count()];
        for ((component, placed), [left, top]) in components.iter().zip(placed).zip(corners) {
            for (&node, [x, y]) in component.nodes.iter().zip(placed) {
                positions[node as usize] = [left + x, top + y];
            }
        }
        Self { positions, width, height }
    }

    /// The position of each node: from the left edge, and from the upper edge down.
    #[must_use]
    pub fn positions(&self) -> &[[f64; 2]] {
        &self.positions
    }

    /// From the leftmost node to the rightmost.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// From the uppermost node to the lowest.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.height
    }
}

/// Positions of the nodes of one component, from its upper left corner.
fn placed(component: &Component, effort: Effort) -> Vec<[f64; 2]> {
    let distances = PivotDistances::of(component);
    let mut positions = scaling::start(&distances);
    separation::part_coincident(&mut positions);
    stress::minimize(component, &distances, &mut positions, effort);
    separation::keep_apart(&mut positions);
    orientation::turn_level(&mut positions);
    positions
}

/// A direction for each whole number, far from those of the numbers next to it: steps of the golden angle.
fn direction(number: usize) -> [f64; 2] {
    const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
    let (sine, cosine) = (number as f64 * GOLDEN_ANGLE).sin_cos();
    [cosine, sine]
}
