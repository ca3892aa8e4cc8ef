//! Minimization of the stress, one node after another.

use super::component::Component;
use super::direction;
use super::pivot_distances::PivotDistances;

/// How exactly the minimum is found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Sweeps over all nodes.
    sweeps: usize,
    /// A sweep that moves no node by more than this part of an edge is the last one.
    smallest_move: f64,
}

impl Effort {
    /// For pictures of a page: most graphs need fewer than a hundred sweeps.
    pub(super) const FULL: Self = Self { sweeps: 400, smallest_move: 1e-3 };

    /// For pictures of the size of a stamp, where a fiftieth of an edge is less than a pixel.
    pub(super) const SMALL: Self = Self { sweeps: 50, smallest_move: 0.02 };
}

/// Terms that all sweeps of one component may compute, about a second: larger components get fewer sweeps.
const MOST_TERMS: usize = 100_000_000;

/// Moves each node in turn to the minimum of the majorant of the stress, the others fixed.
///
/// # Formula
/// ```text
/// x_u ← Σ_p w_up (x_p + d_up (x_u − x_p) / |x_u − x_p|) / Σ_p w_up,    w_up = 1/d_up²
/// ```
/// Gansner, Koren & North 2004, section 2.3. Where not all nodes are pivots, the weights of the pivots are multiplied by nodes /
/// pivots, and the neighbours of u count as well.
pub(super) fn minimize(component: &Component, distances: &PivotDistances, positions: &mut [[f64; 2]], effort: Effort) {
    let nodes = component.len();
    let has_all = distances.pivots.len() == nodes;
    let edges: usize = component.neighbours.iter().map(Vec::len).sum();
    let terms = nodes * distances.pivots.len() + edges;
    let pivot_weight = nodes as f64 / distances.pivots.len() as f64;
    for _ in 0..effort.sweeps.min((MOST_TERMS / terms.max(1)).max(1)) {
        let mut farthest = 0.0f64;
        for node in 0..nodes {
            let mut pull = Pull::on(node, positions[node]);
            for (number, &pivot) in distances.pivots.iter().enumerate() {
                if pivot != node {
                    pull.add(pivot, positions[pivot], f64::from(distances.row(number)[node]), pivot_weight);
                }
            }
            if !has_all {
                let neighbours = &component.neighbours[node];
                neighbours.iter().for_each(|&other| pull.add(other as usize, positions[other as usize], 1.0, 1.0));
            }
            let moved = pull.target();
            farthest = farthest.max((moved[0] - positions[node][0]).hypot(moved[1] - positions[node][1]));
            positions[node] = moved;
        }
        if farthest < effort.smallest_move {
            return;
        }
    }
}

/// The sums of the formula for one node.
struct Pull {
    node: usize,
    from: [f64; 2],
    sum: [f64; 2],
    weight: f64,
}

impl Pull {
    fn on(node: usize, from: [f64; 2]) -> Self {
        Self { node, from, sum: [0.0; 2], weight: 0.0 }
    }

    fn add(&mut self, other: usize, at: [f64; 2], distance: f64, factor: f64) {
        let [x, y] = [self.from[0] - at[0], self.from[1] - at[1]];
        let length = x.hypot(y);
        // Two nodes in one place have no direction from each other: take one that differs from pair to pair.
        let [x, y] = if length > 1e-9 { [x / length, y / length] } else { direction(self.node + other) };
        let weight = factor / (distance * distance);
        self.sum[0] += weight * (at[0] + distance * x);
        self.sum[1] += weight * (at[1] + distance * y);
        self.weight += weight;
    }

    fn target(&self) -> [f64; 2] {
        if self.weight > 0.0 { self.sum.map(|sum| sum / self.weight) } else { self.from }
    }
}
