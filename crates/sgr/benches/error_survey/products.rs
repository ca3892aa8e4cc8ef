//! Regular graphs whose eigenvalues have a formula, and their Cartesian products.

use std::f64::consts::TAU;

use sgr::graph::Graph;

/// A regular graph with all eigenvalues of its normalized Laplacian.
#[derive(Clone)]
pub(crate) struct Regular {
    nodes: usize,
    degree: usize,
    pub(crate) edges: Vec<(u32, u32)>,
    eigenvalues: Vec<f64>,
}

impl Regular {
    /// The complete graph: 0, and n − 1 times n/(n − 1).
    pub(crate) fn complete(nodes: usize) -> Self {
        let edges = (0..nodes as u32).flat_map(|a| (0..a).map(move |b| (b, a))).collect();
        let other = nodes as f64 / (nodes - 1) as f64;
        let eigenvalues = (0..nodes).map(|at| if at == 0 { 0.0 } else { other }).collect();
        Self { nodes, degree: nodes - 1, edges, eigenvalues }
    }

    pub(crate) fn cycle(nodes: usize) -> Self {
        Self::circulant(nodes, &[1])
    }

    /// Every node is joined to those at the given offsets: λ_j = 1 − mean over the offsets of cos(2πj·offset/n).
    pub(crate) fn circulant(nodes: usize, offsets: &[usize]) -> Self {
        let edge = |node: usize, offset: usize| (node as u32, ((node + offset) % nodes) as u32);
        let edges = (0..nodes).flat_map(|node| offsets.iter().map(move |&offset| edge(node, offset))).collect();
        // The product modulo n keeps the angle exact.
        let cosine = |at: usize, offset: usize| (TAU * (at * offset % nodes) as f64 / nodes as f64).cos();
        let mean = |at: usize| offsets.iter().map(|&offset| cosine(at, offset)).sum::<f64>() / offsets.len() as f64;
        let eigenvalues = (0..nodes).map(|at| 1.0 - mean(at)).collect();
        Self { nodes, degree: 2 * offsets.len(), edges, eigenvalues }
    }

    /// The Cartesian product: λ = (d₁ λ₁ + d₂ λ₂)/(d₁ + d₂).
    pub(crate) fn product(&self, other: &Self) -> Self {
        let (m, degree) = (other.nodes as u32, self.degree + other.degree);
        let first = self.edges.iter().flat_map(|&(a, b)| (0..m).map(move |c| (a * m + c, b * m + c)));
        let second = (0..self.nodes as u32).flat_map(|a| other.edges.iter().map(move |&(c, d)| (a * m + c, a * m + d)));
        let weigh = |a: f64, b: f64| (self.degree as f64 * a + other.degree as f64 * b) / degree as f64;
        let eigenvalues =
            self.eigenvalues.iter().flat_map(|&a| other.eigenvalues.iter().map(move |&b| weigh(a, b))).collect();
        Self { nodes: self.nodes * other.nodes, degree, edges: first.chain(second).collect(), eigenvalues }
    }

    pub(crate) fn power(&self, exponent: usize) -> Self {
        (1..exponent).fold(self.clone(), |product, _| product.product(self))
    }

    /// The graph and its eigenvalues, ascending.
    pub(crate) fn into_parts(mut self) -> (Graph, Vec<f64>) {
        self.eigenvalues.sort_unstable_by(f64::total_cmp);
        self.eigenvalues.iter_mut().for_each(|value| *value = value.clamp(0.0, 2.0));
        (Graph::from_edges(self.nodes, &self.edges).expect("edges within the nodes"), self.eigenvalues)
    }
}
