//! The sparse normalized Laplacian of the large components of a graph, for the approximate methods.

use std::ops::Range;

use super::graph_view::GraphView;
use crate::laplacian;

/// The normalized Laplacian of connected components of a graph, in compressed rows.
///
/// # Formula
/// ```text
/// L_uv = diagonal_u δ_uv − weight_uv unit_u unit_v
/// ```
/// Without weights, the weight of every entry is 1 and the unit 1/√d_u; with weights w, the weight is w_uv/√(d_u d_v),
/// which is at most 1 for weights of any size, and the unit is 1.
///
/// Every component has exactly one eigenvalue 0, with the eigenvector √d.
#[derive(Debug, Default)]
pub(crate) struct SparseLaplacian {
    offsets: Vec<usize>,
    columns: Vec<u32>,
    /// Empty: every weight is 1.
    weights: Vec<f64>,
    roots: Vec<f64>,
    /// Empty: every diagonal entry is 1.
    diagonal: Vec<f64>,
    /// First row of each component, and the end of the last.
    starts: Vec<usize>,
}

impl SparseLaplacian {
    /// A matrix without rows.
    pub(crate) fn new() -> Self {
        Self { offsets: vec![0], starts: vec![0], ..Self::default() }
    }

    /// Appends a connected component, given by its nodes in order; `positions` are the positions of the nodes in it.
    pub(crate) fn push(&mut self, view: GraphView<'_>, nodes: &[u32], positions: &[u32]) {
        let start = self.size() as u32;
        for &node in nodes {
            let degree = view.degree(node);
            self.roots.push(degree.sqrt());
            self.columns.extend(view.columns(node).iter().map(|&other| start + positions[other as usize]));
            if !view.is_plain() {
                let entry = |(other, weight)| -laplacian::entry(weight, degree, view.degree(other));
                self.weights.extend(view.entries(node).map(entry));
                self.diagonal.push(view.diagonal(node));
            }
            self.offsets.push(self.columns.len());
        }
        self.starts.push(self.size());
    }

    /// The matrix of one component, given by its rows.
    pub(crate) fn component(&self, Range { start: first, end }: Range<usize>) -> Self {
        let entries = self.offsets[first]..self.offsets[end];
        Self {
            offsets: self.offsets[first..=end].iter().map(|offset| offset - entries.start).collect(),
            columns: self.columns[entries.clone()].iter().map(|column| column - first as u32).collect(),
            weights: self.weights.get(entries).unwrap_or_default().to_vec(),
            roots: self.roots[first..end].to_vec(),
            diagonal: self.diagonal.get(first..end).unwrap_or_default().to_vec(),
            starts: vec![0, end - first],
        }
    }

    /// Number of rows.
    pub(crate) fn size(&self) -> usize {
        self.roots.len()
    }

    /// Number of off-diagonal entries.
    pub(crate) fn entry_count(&self) -> usize {
        self.columns.len()
    }

    /// Rows of each component.
    pub(crate) fn components(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.starts.windows(2).map(|rows| rows[0]..rows[1])
    }

    /// Number of components.
    pub(crate) fn component_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Columns of the off-diagonal entries of a row.
    #[inline]
    pub(crate) fn columns(&self, row: usize) -> &[u32] {
        &self.columns[self.offsets[row]..self.offsets[row + 1]]
    }

    /// Weights of a row's entries, unless all are 1.
    #[inline]
    pub(crate) fn weights(&self, row: usize) -> Option<&[f64]> {
        (!self.weights.is_empty()).then(|| &self.weights[self.offsets[row]..self.offsets[row + 1]])
    }

    /// √d: within a component, the eigenvector of its eigenvalue 0.
    pub(crate) fn roots(&self) -> &[f64] {
        &self.roots
    }

    /// The factor of a row and column: see the formula.
    #[inline]
    pub(crate) fn unit(&self, row: usize) -> f64 {
        if self.weights.is_empty() { 1.0 / self.roots[row] } else { 1.0 }
    }

    /// The diagonal entry of a row.
    #[inline]
    pub(crate) fn diagonal(&self, row: usize) -> f64 {
        self.diagonal.get(row).copied().unwrap_or(1.0)
    }

    /// Columns and values of the off-diagonal entries of a row.
    pub(crate) fn entries(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let (unit, weights) = (self.unit(row), self.weights(row));
        let value = move |at: usize, column: u32| {
            let weight = weights.map_or(1.0, |weights| weights[at]);
            -weight * unit * self.unit(column as usize)
        };
        self.columns(row).iter().enumerate().map(move |(at, &column)| (column as usize, value(at, column)))
    }

    /// [`entries`](Self::entries) with each value rounded once, as in [`laplacian::entry`].
    pub(crate) fn rounded_entries(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let weights = self.weights(row);
        // Without weights the degree is an integer, which its root determines.
        let degree = |row: usize| (self.roots[row] * self.roots[row]).round();
        let value = move |at: usize, column: u32| match weights {
            Some(weights) => -weights[at],
            None => laplacian::entry(1.0, degree(row), degree(column as usize)),
        };
        self.columns(row).iter().enumerate().map(move |(at, &column)| (column as usize, value(at, column)))
    }
}
