//! Which matrix describes a graph?
//!
//! The normalized Laplacian, sparse and symmetric. This room computes no eigenvalue.

use crate::graph::Graph;

/// The normalized Laplacian of a graph in compressed rows.
///
/// # Formula
/// ```text
/// L = I − D^(−1/2) A D^(−1/2)
/// ```
/// A = weights, D = diagonal of weighted degrees. An isolated node has a zero row, so its eigenvalue is 0 and the
/// number of zero eigenvalues is the number of components.
///
/// ```
/// use sgr_core::{graph::Graph, laplacian::Laplacian};
/// let edge = Graph::from_edges(3, &[(0, 1)]).unwrap();
/// let dense = Laplacian::of(&edge).to_dense();
/// assert_eq!(dense, [1.0, -1.0, 0.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Laplacian {
    offsets: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f64>,
    diagonal: Vec<f64>,
}

impl Laplacian {
    /// The normalized Laplacian of `graph`.
    ///
    /// # Complexity
    /// O(n + m) time and space.
    pub fn of(graph: &Graph) -> Self {
        let nodes = 0..graph.node_count() as u32;
        let degrees: Vec<f64> = nodes.clone().map(|node| graph.weighted_degree(node)).collect();
        let mut values = Vec::with_capacity(graph.columns().len());
        for node in nodes {
            let degree = degrees[node as usize];
            let value = |(at, &other): (usize, &u32)| {
                let weight = graph.weights(node).map_or(1.0, |weights| weights[at]);
                entry(weight, degree, degrees[other as usize])
            };
            values.extend(graph.neighbors(node).iter().enumerate().map(value));
        }
        Self {
            offsets: graph.offsets().to_vec(),
            columns: graph.columns().to_vec(),
            values,
            diagonal: degrees.iter().map(|&degree| if degree > 0.0 { 1.0 } else { 0.0 }).collect(),
        }
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.diagonal.len()
    }

    /// The diagonal.
    pub fn diagonal(&self) -> &[f64] {
        &self.diagonal
    }

    /// Columns and values of the off-diagonal entries of a row, ascending by column.
    ///
    /// # Panics
    /// If `row` is not below [`size`](Self::size).
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.offsets[row]..self.offsets[row + 1];
        range.map(|at| (self.columns[at] as usize, self.values[at]))
    }

    /// The dense matrix, row by row.
    ///
    /// # Complexity
    /// O(n²) space.
    pub fn to_dense(&self) -> Vec<f64> {
        let size = self.size();
        let mut dense = vec![0.0; size * size];
        for row in 0..size {
            dense[row * size + row] = self.diagonal[row];
            for (column, value) in self.row(row) {
                dense[row * size + column] = value;
            }
        }
        dense
    }
}

/// Off-diagonal entry of the normalized Laplacian for an edge of the given weight between nodes of the given degrees.
///
/// # Formula
/// ```text
/// −a / √(d_u d_v)
/// ```
pub(crate) fn entry(weight: f64, degree: f64, other_degree: f64) -> f64 {
    let product = degree * other_degree;
    if product.is_normal() {
        // One root of the product instead of two roots: equal degrees then give exactly 1/d.
        -weight / product.sqrt()
    } else {
        // Weights around 1e±200: the product of the degrees overflows or underflows, the quotient does not.
        -(weight / degree.sqrt()) / other_degree.sqrt()
    }
}
