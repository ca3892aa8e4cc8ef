//! The heat kernel of one graph.

use faer::{Mat, Side};

use super::{InvalidTime, Times};
use crate::graph::Graph;
use crate::laplacian::Laplacian;

/// Most nodes: a handful of dense matrices of this size take about 10 GB.
const LARGEST: usize = 16_384;

/// Why a graph has no heat kernel here.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HeatKernelError {
    /// A graph without nodes.
    #[error("the graph has no nodes, so no heat kernel")]
    EmptyGraph,
    /// The matrices would not fit.
    #[error("found {nodes} nodes, wanted at most {LARGEST} for a heat kernel")]
    TooLarge {
        /// Nodes of the graph.
        nodes: usize,
    },
    /// The eigendecomposition did not converge.
    #[error("the eigendecomposition of {nodes} nodes did not converge")]
    NoConvergence {
        /// Nodes of the graph.
        nodes: usize,
    },
}

/// The heat kernel of one graph at any time, from its eigenvectors.
///
/// # Formula
/// ```text
/// H_t = e^(−tL) = Σ_k e^(−t λ_k) φ_k φ_kᵀ
/// ```
/// Tsitsulin et al., "SGR", eq. (2). Element (i, j) is the heat that came from node i to node j by time t.
///
/// # Complexity
/// O(n³) time once, then O(n³) for a matrix and O(n²) for a diagonal; O(n²) space.
///
/// ```
/// use sgr_core::{graph::Graph, representation::HeatKernel};
/// let edge = HeatKernel::of(&Graph::from_edges(2, &[(0, 1)]).unwrap()).unwrap();
/// let stays = edge.auto_diffusivity(1.0).unwrap()[0];
/// assert!((stays - (1.0 + (-2.0f64).exp()) / 2.0).abs() < 1e-15);
/// ```
#[derive(Debug, Clone)]
pub struct HeatKernel {
    eigenvalues: Vec<f64>,
    /// Column k is φ_k.
    eigenvectors: Mat<f64>,
}

impl HeatKernel {
    /// Decomposes the normalized Laplacian of `graph`.
    ///
    /// # Errors
    /// [`HeatKernelError`].
    pub fn of(graph: &Graph) -> Result<Self, HeatKernelError> {
        let nodes = graph.node_count();
        if nodes == 0 {
            return Err(HeatKernelError::EmptyGraph);
        }
        if nodes > LARGEST {
            return Err(HeatKernelError::TooLarge { nodes });
        }
        let dense = Laplacian::of(graph).to_dense();
        let matrix = Mat::from_fn(nodes, nodes, |row, column| dense[row * nodes + column]);
        let decomposition =
            matrix.self_adjoint_eigen(Side::Lower).map_err(|_| HeatKernelError::NoConvergence { nodes })?;
        let eigenvalues = decomposition.S().column_vector().iter().map(|value| value.clamp(0.0, 2.0)).collect();
        Ok(Self { eigenvalues, eigenvectors: decomposition.U().to_owned() })
    }

    /// Number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.eigenvalues.len()
    }

    /// The kernel at a time, row by row.
    ///
    /// # Errors
    /// [`InvalidTime`] if `time` is negative or not finite.
    pub fn matrix(&self, time: f64) -> Result<Vec<f64>, InvalidTime> {
        let decays = self.decays(time)?;
        let n = self.node_count();
        let scaled = Mat::from_fn(n, n, |node, k| self.eigenvectors[(node, k)] * decays[k]);
        let kernel = &scaled * self.eigenvectors.transpose();
        Ok((0..n * n).map(|at| kernel[(at / n, at % n)]).collect())
    }

    /// The diagonal of the kernel at a time: the heat that is still, or again, at the node it came from.
    ///
    /// # Errors
    /// [`InvalidTime`] if `time` is negative or not finite.
    pub fn auto_diffusivity(&self, time: f64) -> Result<Vec<f64>, InvalidTime> {
        let decays = self.decays(time)?;
        let at_node = |node: usize| {
            decays.iter().enumerate().map(|(k, decay)| decay * self.eigenvectors[(node, k)].powi(2)).sum()
        };
        Ok((0..self.node_count()).map(at_node).collect())
    }

    fn decays(&self, time: f64) -> Result<Vec<f64>, InvalidTime> {
        Times::new(vec![time])?;
        Ok(self.eigenvalues.iter().map(|value| (-time * value).exp()).collect())
    }
}
