//! Harmonic distances of all pairs.

use super::grounded::Grounded;
use super::hanging_trees::{Piece, pieces};
use super::triangle::Triangle;
use super::{FgsdLaplacian, SpectralDistance};
use crate::baselines::BaselineError;
use sgr_core::graph::Graph;

/// Calls `visit` with the distance of each unordered pair of different nodes.
pub(super) fn for_each_pair(
    graph: &Graph,
    distance: SpectralDistance,
    laplacian: FgsdLaplacian,
    mut visit: impl FnMut(f64),
) -> Result<(), BaselineError> {
    let (pieces, positions) = pieces(graph);
    // f(L)(x, x) of all nodes of the pieces before.
    let mut earlier: Vec<f64> = Vec::new();
    for piece in &pieces {
        let kernel = Kernel::of(graph, piece, &positions, distance, laplacian)
            .ok_or(BaselineError::TooUneven { nodes: graph.node_count() })?;
        for (row, &own) in kernel.diagonal.iter().enumerate() {
            earlier.iter().for_each(|other| visit(own + other));
            kernel.for_each_distance(row, &mut visit);
        }
        earlier.extend(&kernel.diagonal);
    }
    Ok(())
}

/// f(L) of one component, whose distances are f(L)(x, x) + f(L)(y, y) − 2 f(L)(x, y).
///
/// # Formula
/// Both Laplacians are M^(−1/2) (D − A) M^(−1/2), with masses m = 1 or m = d. With G and K of [`Grounded`],
/// W = Σ m, a = G m / W, b = mᵀ a / W:
/// ```text
/// L⁺(x, y)    = √(m_x m_y) (G(x, y) − a_x − a_y + b)
/// (L⁺)²(x, y) = √(m_x m_y) (K(x, y) − k_x − k_y + q − W (a_x − b)(a_y − b))     k = G M a,  q = aᵀ M a
/// ```
/// which is M^(1/2) G M^(1/2) with √m projected out on both sides, and its square.
struct Kernel {
    /// G or K.
    matrix: Triangle,
    /// a or k.
    offsets: Vec<f64>,
    /// b or q.
    constant: f64,
    /// Nothing or √W (a − b).
    slopes: Vec<f64>,
    /// √m.
    roots: Vec<f64>,
    /// f(L)(x, x).
    diagonal: Vec<f64>,
}

impl Kernel {
    fn of(
        graph: &Graph,
        piece: &Piece,
        positions: &[usize],
        distance: SpectralDistance,
        laplacian: FgsdLaplacian,
    ) -> Option<Self> {
        let mass = |&node: &u32| match laplacian {
            FgsdLaplacian::Combinatorial => 1.0,
            // An isolated node is a piece of its own, whose only entry is 0 with any mass.
            FgsdLaplacian::Normalized => graph.weighted_degree(node),
        };
        let masses: Vec<f64> = piece.nodes.iter().map(mass).collect();
        let squares = matches!(distance, SpectralDistance::Biharmonic).then_some(&masses[..]);
        let Grounded { inverse, square } = Grounded::of(graph, piece, positions, squares)?;
        let total = masses.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let means: Vec<f64> = inverse.times(&masses).iter().map(|sum| sum / total).collect();
        let mean = dot(&masses, &means) / total;
        let (matrix, offsets, constant, slopes) = match square {
            None => (inverse, means, mean, vec![0.0; masses.len()]),
            Some(square) => {
                let weighted: Vec<f64> = masses.iter().zip(&means).map(|(mass, mean)| mass * mean).collect();
                let slopes = means.iter().map(|value| total.sqrt() * (value - mean)).collect();
                (square, inverse.times(&weighted), dot(&weighted, &means), slopes)
            }
        };
        let roots = masses.iter().map(|mass| mass.sqrt()).collect();
        let mut kernel = Self { matrix, offsets, constant, slopes, roots, diagonal: Vec::new() };
        kernel.diagonal = (0..masses.len()).map(|row| kernel.entry(row, row, kernel.matrix.at(row, row))).collect();
        Some(kernel)
    }

    /// f(L) at a row and column where the matrix has `value`.
    #[inline]
    fn entry(&self, row: usize, column: usize, value: f64) -> f64 {
        let shifted = value - self.offsets[row] - self.offsets[column] + self.constant;
        self.roots[row] * self.roots[column] * (shifted - self.slopes[row] * self.slopes[column])
    }

    /// Calls `visit` with the distances from a node to those before it.
    fn for_each_distance(&self, row: usize, visit: &mut impl FnMut(f64)) {
        let own = self.diagonal[row];
        for (column, (&value, other)) in self.matrix.row(row)[..row].iter().zip(&self.diagonal).enumerate() {
            visit(own + other - 2.0 * self.entry(row, column, value));
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
