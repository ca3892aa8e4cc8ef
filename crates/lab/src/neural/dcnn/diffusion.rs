//! Means of diffused features.

use std::fmt;

use rayon::prelude::*;

use crate::baselines::BaselineError;
use crate::neural::check_bytes;
use crate::neural::features::FeatureCodes;
use sgr_core::graph::Graph;
use sgr_core::progress::{Progress, Steps};

/// Powers of P besides the zeroth: the paper's H.
pub(super) const HOPS: usize = 3;

/// The tensors of DCNN: for each graph a row of (H + 1) · features numbers.
///
/// # Formula
/// ```text
/// x_hf = (1/n) Σ_u (P^h X)_uf = (1/n) Σ_{v: code(v) = f} r_h(v),     r_0 = 1,   r_{h+1}(v) = Σ_u A_uv r_h(u) / (d_u + 1)
/// ```
/// r_h = (Pᵀ)^h 1: one vector a hop instead of a matrix.
pub(super) struct Diffusions {
    width: usize,
    rows: Vec<f32>,
}

impl fmt::Debug for Diffusions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Diffusions of {} graphs, {} numbers each", self.len(), self.width)
    }
}

impl Diffusions {
    /// The rows of all graphs, on the threads of the current pool.
    pub(super) fn of(graphs: &[&Graph], codes: &FeatureCodes, progress: &dyn Progress) -> Result<Self, BaselineError> {
        let width = (HOPS + 1) * codes.count();
        check_bytes("table of diffused features", graphs.len(), width * size_of::<f32>())?;
        let steps = Steps::new(progress, graphs.len());
        let mut rows = vec![0.0; graphs.len() * width];
        let graphs = rows.par_chunks_exact_mut(width).zip(graphs).enumerate();
        graphs.for_each(|(at, (row, graph))| {
            diffuse(graph, codes.of_graph(at), row);
            steps.step();
        });
        Ok(Self { width, rows })
    }

    /// Number of graphs.
    pub(super) fn len(&self) -> usize {
        self.rows.len() / self.width
    }

    /// Numbers in a row.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The numbers of a graph.
    pub(super) fn of_graph(&self, graph: usize) -> &[f32] {
        &self.rows[graph * self.width..][..self.width]
    }
}

/// Fills the row of one graph.
fn diffuse(graph: &Graph, codes: &[u16], row: &mut [f32]) {
    let nodes = graph.node_count();
    let mut reach = vec![1.0; nodes];
    for hop in row.chunks_exact_mut(row.len() / (HOPS + 1)) {
        let mut sums = vec![0.0; hop.len()];
        codes.iter().zip(&reach).for_each(|(&code, value)| sums[usize::from(code)] += value);
        hop.iter_mut().zip(sums).for_each(|(mean, sum)| *mean = (sum / nodes.max(1) as f64) as f32);
        let shares: Vec<f64> =
            (0..nodes as u32).map(|node| reach[node as usize] / (graph.weighted_degree(node) + 1.0)).collect();
        for node in 0..nodes as u32 {
            let around = graph.neighbors(node).iter().map(|&other| shares[other as usize]);
            reach[node as usize] = match graph.weights(node) {
                Some(weights) => around.zip(weights).map(|(share, weight)| share * weight).sum(),
                None => around.sum(),
            };
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::neural::NodeFeatures;

    /// Dense powers of P times one-hot rows, column means.
    fn reference(graph: &Graph, codes: &[u16], count: usize) -> Vec<f64> {
        let nodes = graph.node_count();
        let mut p = vec![vec![0.0; nodes]; nodes];
        for (a, b, weight) in graph.edges() {
            p[a as usize][b as usize] = weight / (graph.weighted_degree(a) + 1.0);
            p[b as usize][a as usize] = weight / (graph.weighted_degree(b) + 1.0);
        }
        let one_hot =
            |node: usize| (0..count).map(|code| f64::from(u8::from(usize::from(codes[node]) == code))).collect();
        let mut x: Vec<Vec<f64>> = (0..nodes).map(one_hot).collect();
        let mut means = Vec::new();
        for _ in 0..=HOPS {
            means.extend((0..count).map(|code| x.iter().map(|row| row[code]).sum::<f64>() / nodes as f64));
            let entry = |row: &[f64], code: usize| row.iter().zip(&x).map(|(p, x)| p * x[code]).sum::<f64>();
            x = p.iter().map(|row| (0..count).map(|code| entry(row, code)).collect()).collect();
        }
        means
    }

    #[test]
    fn rows_are_those_of_dense_powers() {
        let bare = Graph::from_edges(7, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5)]).unwrap();
        let weighted = Graph::from_weighted_edges(4, &[(0, 1, 0.5), (1, 2, 3.0), (2, 3, 1.5)]).unwrap();
        let graphs = [&bare, &weighted];
        let codes = FeatureCodes::of(&graphs, false, NodeFeatures::Degrees).unwrap();
        let found = Diffusions::of(&graphs, &codes, &()).unwrap();
        for (at, graph) in graphs.iter().enumerate() {
            let exact = reference(graph, codes.of_graph(at), codes.count());
            for (found, exact) in found.of_graph(at).iter().zip(&exact) {
                assert!((f64::from(*found) - exact).abs() < 1e-6, "{found} {exact}");
            }
            assert_eq!(found.of_graph(at).len(), exact.len());
        }
    }

    /// By hand: a path of three with constant features. r_1 = (1/3, 1, 1/3), r_2 = (1/3, 1/3, 1/3).
    #[test]
    fn constant_features_by_hand() {
        let path = Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
        let codes = FeatureCodes::of(&[&path], false, NodeFeatures::Constant).unwrap();
        let found = Diffusions::of(&[&path], &codes, &()).unwrap();
        let wanted = [1.0, 5.0 / 9.0, 1.0 / 3.0, 5.0 / 27.0];
        for (found, wanted) in found.of_graph(0).iter().zip(wanted) {
            assert!((f64::from(*found) - wanted).abs() < 1e-7, "{found} {wanted}");
        }
    }
}
