//! Exact traces of Chebyshev polynomials of the matrix, by short walks from every node. `moments` turns them into exact
//! moments.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::moments::MOMENTS;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Largest number of vectors T_1 e_u, T_2 e_u, … per row: each gives two traces.
const MOST_LEVELS: usize = MOMENTS / 2;

/// Number of parts that the rows are cut into for the threads. It does not depend on the number of threads, so the
/// order of the sums does not either. Fewer parts would leave threads idle where a few rows have most of the walks;
/// more would only add overhead.
const PARTS: usize = 256;

/// Exact traces of T_1(I − L), T_2(I − L), …, where T_k are the Chebyshev polynomials. Their number is the largest that
/// takes about `most_visits` visits of entries of the matrix, but at least two.
///
/// # Formula
/// ```text
/// tr T_2k   = 2 Σ_u |T_k e_u|² − n
/// tr T_2k+1 = 2 Σ_u (T_k e_u)·(T_k+1 e_u) − tr T_1        T_k+1 e_u = 2 (I − L) T_k e_u − T_k−1 e_u
/// ```
/// The vectors T_k e_u are sparse as long as few nodes are within k steps of u. They are in single precision: the sums
/// over all nodes are still far more exact than the moments of the probes, which they correct.
///
/// # Complexity
/// For 2k traces, as many visits as there are walks of up to k steps in the graph, but at most n m for each number of
/// steps. O(n) space for each thread.
pub(super) fn chebyshev_traces(matrix: &SparseLaplacian, most_visits: f64) -> Vec<f64> {
    let (levels, size) = (affordable_levels(matrix, most_visits), matrix.size());
    let idle = Mutex::new(Vec::new());
    let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    let sums: Vec<Products> = (0..PARTS)
        .into_par_iter()
        .map(|part| {
            let mut expansion = idle().pop().unwrap_or_else(|| Expansion::new(size));
            let mut sums = Products::default();
            for row in part * size / PARTS..(part + 1) * size / PARTS {
                expansion.add_products(matrix, row as u32, levels, &mut sums);
            }
            idle().push(expansion);
            sums
        })
        .collect();
    let total = |level: usize, with: usize| sums.iter().map(|sums| sums[level][with]).sum::<f64>();
    let first = total(0, NEXT);
    let odd = |level| if level == 0 { first } else { 2.0 * total(level, NEXT) - first };
    (0..levels).flat_map(|level| [odd(level), 2.0 * total(level + 1, ITSELF) - size as f64]).collect()
}

/// Number of vectors per row that take at most `most_visits` visits of entries, but at least one.
fn affordable_levels(matrix: &SparseLaplacian, most_visits: f64) -> usize {
    let rows = 0..matrix.size();
    // Number of walks from each row; each round makes them one step longer.
    let mut walks: Vec<f64> = rows.clone().map(|row| matrix.columns(row).len() as f64).collect();
    let all = matrix.size() as f64 * matrix.entry_count() as f64;
    let mut visits = 0.0;
    for level in 1..=MOST_LEVELS {
        visits += walks.iter().sum::<f64>().min(all);
        if visits > most_visits {
            return (level - 1).max(1);
        }
        walks =
            rows.clone().map(|row| matrix.columns(row).iter().map(|&column| walks[column as usize]).sum()).collect();
    }
    MOST_LEVELS
}

/// For each level k, the products of T_k e_u with itself and with T_k+1 e_u, summed over u.
type Products = [[f64; 2]; MOST_LEVELS + 1];
const ITSELF: usize = 0;
const NEXT: usize = 1;

/// Computes the vectors T_k e_u of one row u after another, and reuses their memory.
struct Expansion {
    previous: SparseVector,
    present: SparseVector,
    next: SparseVector,
}

impl Expansion {
    fn new(size: usize) -> Self {
        let empty = || SparseVector { cells: vec![Cell::default(); size], stamp: 0, rows: Vec::new() };
        Self { previous: empty(), present: empty(), next: empty() }
    }

    /// Adds the products of the vectors of one row to `sums`.
    fn add_products(&mut self, matrix: &SparseLaplacian, row: u32, levels: usize, sums: &mut Products) {
        self.previous.clear();
        self.present.clear();
        *self.present.at(row) = 1.0;
        sums[0][ITSELF] += 1.0;
        for level in 1..=levels {
            self.advance(matrix, level == 1);
            sums[level][ITSELF] += self.present.dot(&self.present);
            sums[level - 1][NEXT] += self.previous.dot(&self.present);
        }
    }

    /// Computes `next = 2 (I − L) present − previous`, or `(I − L) present` in the first step; then `present` becomes
    /// `previous` and `next` becomes `present`.
    fn advance(&mut self, matrix: &SparseLaplacian, is_first: bool) {
        let Self { previous, present, next } = self;
        next.clear();
        for &row in &present.rows {
            let value = present.cells[row as usize].value * matrix.unit(row as usize) as f32;
            let columns = matrix.columns(row as usize);
            match matrix.weights(row as usize) {
                None => columns.iter().for_each(|&column| *next.at(column) += value),
                Some(weights) => {
                    let entries = columns.iter().zip(weights);
                    entries.for_each(|(&column, &weight)| *next.at(column) += value * weight as f32);
                }
            }
            // A loop leads a walk back to its row, so the row itself belongs to the next vector.
            next.at(row);
        }
        let factor = if is_first { 1.0 } else { 2.0 };
        for &row in &next.rows {
            let loops = 1.0 - matrix.diagonal(row as usize) as f32;
            let cell = &mut next.cells[row as usize].value;
            *cell = factor * (matrix.unit(row as usize) as f32 * *cell + loops * present.get(row)) - previous.get(row);
        }
        std::mem::swap(previous, present);
        std::mem::swap(present, next);
    }
}

/// A vector with few entries that are not zero. Clearing it takes constant time: cells with an old stamp count as zero.
struct SparseVector {
    cells: Vec<Cell>,
    /// Stamp of the cells in use.
    stamp: u32,
    /// Rows of the cells in use.
    rows: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Cell {
    value: f32,
    stamp: u32,
}

impl SparseVector {
    /// Sets all entries to zero.
    fn clear(&mut self) {
        self.rows.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.cells.fill(Cell::default());
            self.stamp = 1;
        }
    }

    /// The entry of a row, to be changed; it is in use from now on.
    #[inline]
    fn at(&mut self, row: u32) -> &mut f32 {
        let cell = &mut self.cells[row as usize];
        if cell.stamp != self.stamp {
            *cell = Cell { value: 0.0, stamp: self.stamp };
            self.rows.push(row);
        }
        &mut cell.value
    }

    #[inline]
    fn get(&self, row: u32) -> f32 {
        let cell = self.cells[row as usize];
        if cell.stamp == self.stamp { cell.value } else { 0.0 }
    }

    fn dot(&self, other: &Self) -> f64 {
        self.rows.iter().map(|&row| f64::from(self.cells[row as usize].value * other.get(row))).sum()
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::graph::Graph;
    use crate::spectrum::approximate::density::moments::chebyshev;
    use crate::spectrum::testing::{matrix_and_eigenvalues, reduced_matrix_and_eigenvalues};

    fn assert_traces_match(matrix: &SparseLaplacian, eigenvalues: &[f64], most_visits: f64, wanted: usize) {
        let traces = chebyshev_traces(matrix, most_visits);
        assert_eq!(traces.len(), wanted);
        for (at, trace) in traces.iter().enumerate() {
            let sum: f64 = eigenvalues.iter().map(|&value| chebyshev(value)[at]).sum();
            let size = matrix.size() as f64;
            assert!((trace - sum).abs() < 1e-6 * size, "{size} rows, trace {}: {trace}, wanted {sum}", at + 1);
        }
    }

    #[test]
    fn traces_are_those_of_the_eigenvalues() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for nodes in [3u32, 40, 300] {
            let mut edges: Vec<(u32, u32, f64)> = (1..nodes).map(|v| (random.random_range(0..v), v, 1.0)).collect();
            // Triangles and squares make the odd traces nonzero.
            edges.extend((2..nodes).map(|v| (v - 2, v, 1.0)));
            edges.sort_by_key(|&(u, v, _)| (u, v));
            edges.dedup();
            let plain: Vec<(u32, u32)> = edges.iter().map(|&(u, v, _)| (u, v)).collect();
            let graph = Graph::from_edges(nodes as usize, &plain).expect("edges within the nodes");
            let (matrix, eigenvalues) = matrix_and_eigenvalues(&graph);
            assert_traces_match(&matrix, &eigenvalues, f64::INFINITY, MOMENTS);
            assert_traces_match(&matrix, &eigenvalues, 0.0, 2);
            edges.iter_mut().for_each(|edge| edge.2 = random.random_range(0.1..10.0));
            let graph = Graph::from_weighted_edges(nodes as usize, &edges).expect("edges within the nodes");
            let (matrix, eigenvalues) = matrix_and_eigenvalues(&graph);
            assert_traces_match(&matrix, &eigenvalues, f64::INFINITY, MOMENTS);
        }
    }

    /// The reduction of twins leaves loops: a complete graph without one of its edges.
    #[test]
    fn loops_are_part_of_the_traces() {
        let edges: Vec<(u32, u32)> = (0..9u32).flat_map(|u| (0..u).map(move |v| (v, u))).skip(1).collect();
        let graph = Graph::from_edges(9, &edges).expect("edges within the nodes");
        let (matrix, eigenvalues) = reduced_matrix_and_eigenvalues(&graph);
        assert!((0..matrix.size()).any(|row| matrix.diagonal(row) != 1.0), "the reduced matrix has no loops");
        assert_traces_match(&matrix, &eigenvalues, f64::INFINITY, MOMENTS);
    }

    #[test]
    fn number_of_levels_follows_the_visits() {
        // A ring of 100 rows with two entries each: the number of walks doubles with each step.
        let edges: Vec<(u32, u32)> = (0..100).map(|v| (v, (v + 1) % 100)).collect();
        let (matrix, _) = matrix_and_eigenvalues(&Graph::from_edges(100, &edges).expect("edges within the nodes"));
        let levels = [0.0, 599.0, 600.0, 1399.0, 1400.0, 1e9].map(|visits| affordable_levels(&matrix, visits));
        assert_eq!(levels, [1, 1, 2, 2, 3, 4]);
    }
}
