//! Eigenvector centrality, by restarted Lanczos.

use faer::Mat;

use super::super::BaselineError;
use sgr_core::graph::Graph;
use sgr_core::numerics::symmetric_eigen;

/// Lanczos steps before a restart: bounds the basis.
const STEPS: usize = 40;

/// Most restarts: 2000 products with A. Only graphs with several nearly equal parts need as many.
const RESTARTS: usize = 50;

/// The residual |A x − ρ x| as a share of ρ at which the iteration ends: aggregates are stored with seven digits.
const TOLERANCE: f64 = 1e-8;

/// The part of (1, …, 1) in the eigenspace of the largest eigenvalue of A, of length 1.
///
/// Lanczos from (1, …, 1) stays in the space of its powers A^k 1, so the result is unique for multiple eigenvalues too, and
/// does not depend on the numbering of the nodes. It is not negative, since A is not.
///
/// # Edge cases
/// Without edges all entries are 1/√n.
pub(super) fn eigenvector_centrality(graph: &Graph) -> Result<Vec<f64>, BaselineError> {
    let nodes = graph.node_count();
    let mut vector = vec![1.0 / (nodes as f64).sqrt(); nodes];
    for _ in 0..RESTARTS {
        let lanczos = Lanczos::run(graph, vector);
        let what = BaselineError::NoConvergence { what: "tridiagonal matrix of Lanczos", rows: lanczos.basis.len() };
        let (largest, weights, residual) = lanczos.largest().ok_or(what)?;
        vector = lanczos.combine(&weights);
        if residual <= TOLERANCE * largest {
            break;
        }
    }
    // The sign is free until here, and rounding may leave −1e-20.
    let sign = if vector.iter().sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
    vector.iter_mut().for_each(|entry| *entry = (sign * *entry).max(0.0));
    Ok(vector)
}

/// An orthonormal basis of a Krylov space, and A in it.
struct Lanczos {
    basis: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
    /// One more than between the vectors of the basis: the last is that to the vector that would come next.
    off_diagonal: Vec<f64>,
}

impl Lanczos {
    fn run(graph: &Graph, start: Vec<f64>) -> Self {
        let mut lanczos = Self { basis: vec![], diagonal: vec![], off_diagonal: vec![] };
        let mut vector = start;
        for _ in 0..STEPS.min(graph.node_count()) {
            let mut next = product(graph, &vector);
            lanczos.diagonal.push(dot(&next, &vector));
            let scale = dot(&next, &next).sqrt();
            lanczos.basis.push(vector);
            // Twice, so that the basis stays orthonormal to rounding.
            for _ in 0..2 {
                for along in &lanczos.basis {
                    let part = dot(&next, along);
                    next.iter_mut().zip(along).for_each(|(entry, along)| *entry -= part * along);
                }
            }
            let length = dot(&next, &next).sqrt();
            // The space is complete: the remaining vector is rounding.
            if length <= 1e-12 * scale {
                lanczos.off_diagonal.push(0.0);
                break;
            }
            lanczos.off_diagonal.push(length);
            next.iter_mut().for_each(|entry| *entry /= length);
            vector = next;
        }
        lanczos
    }

    /// The largest Ritz value, its vector in the basis and its residual.
    fn largest(&self) -> Option<(f64, Vec<f64>, f64)> {
        let size = self.basis.len();
        let Some(&last) = self.off_diagonal.last() else { return Some((0.0, vec![], 0.0)) };
        let matrix = Mat::from_fn(size, size, |row, column| match row.abs_diff(column) {
            0 => self.diagonal[row],
            1 => self.off_diagonal[row.min(column)],
            _ => 0.0,
        });
        let (values, vectors) = symmetric_eigen(matrix.as_ref())?;
        let weights = vectors.col_as_slice(size - 1).to_vec();
        let residual = last * weights[size - 1].abs();
        Some((values[size - 1], weights, residual))
    }

    fn combine(&self, weights: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.basis.first().map_or(0, Vec::len)];
        for (vector, weight) in self.basis.iter().zip(weights) {
            sum.iter_mut().zip(vector).for_each(|(sum, entry)| *sum += weight * entry);
        }
        let length = dot(&sum, &sum).sqrt();
        sum.iter_mut().for_each(|entry| *entry /= length);
        sum
    }
}

/// A x.
fn product(graph: &Graph, vector: &[f64]) -> Vec<f64> {
    let sum = |node: u32| graph.neighbors(node).iter().map(|&other| vector[other as usize]).sum();
    (0..vector.len() as u32).map(sum).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
