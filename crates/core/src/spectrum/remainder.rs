use super::lumped::Rows;
use crate::laplacian;

/// What the exact reductions left of a graph: its large connected pieces, as one sparse matrix.
///
/// # Formula
/// ```text
/// L_uv = diagonal_u δ_uv − weight_uv unit_u unit_v
/// ```
/// Without weights, the weight of every entry is 1 and the unit 1/√d_u; with weights w, the weight is w_uv/√(d_u d_v), which
/// is at most 1 however large the weights of the graph are, and the unit 1.
///
/// Every piece is connected, so it has exactly one eigenvalue 0, with the eigenvector √d.
#[derive(Debug, Default)]
pub(super) struct Remainder {
    offsets: Vec<usize>,
    columns: Vec<u32>,
    /// Empty: every weight is 1.
    weights: Vec<f64>,
    roots: Vec<f64>,
    /// Empty: every diagonal entry is 1.
    diagonal: Vec<f64>,
    /// First row of each piece, and the end of the last.
    pieces: Vec<usize>,
}

impl Remainder {
    pub(super) fn new() -> Self {
        Self { offsets: vec![0], pieces: vec![0], ..Self::default() }
    }

    /// Appends a connected piece by its nodes; `positions` is where a node stands among them.
    pub(super) fn push(&mut self, rows: Rows<'_>, nodes: &[u32], positions: &[u32]) {
        let start = self.size() as u32;
        for &node in nodes {
            let degree = rows.degree(node);
            self.roots.push(degree.sqrt());
            self.columns.extend(rows.columns(node).iter().map(|&other| start + positions[other as usize]));
            if !rows.is_plain() {
                let entry = |(other, weight)| -laplacian::entry(weight, degree, rows.degree(other));
                self.weights.extend(rows.entries(node).map(entry));
                self.diagonal.push(rows.diagonal(node));
            }
            self.offsets.push(self.columns.len());
        }
        self.pieces.push(self.size());
    }

    /// One of the pieces alone.
    pub(super) fn piece(&self, piece: usize) -> Self {
        let (first, end) = (self.pieces[piece], self.pieces[piece + 1]);
        let entries = self.offsets[first]..self.offsets[end];
        Self {
            offsets: self.offsets[first..=end].iter().map(|offset| offset - entries.start).collect(),
            columns: self.columns[entries.clone()].iter().map(|column| column - first as u32).collect(),
            weights: self.weights.get(entries).unwrap_or_default().to_vec(),
            roots: self.roots[first..end].to_vec(),
            diagonal: self.diagonal.get(first..end).unwrap_or_default().to_vec(),
            pieces: vec![0, end - first],
        }
    }

    /// Number of rows.
    pub(super) fn size(&self) -> usize {
        self.roots.len()
    }

    /// Number of entries beside the diagonal.
    pub(super) fn entry_count(&self) -> usize {
        self.columns.len()
    }

    /// First row of each connected piece, and the end of the last.
    pub(super) fn pieces(&self) -> &[usize] {
        &self.pieces
    }

    #[inline]
    pub(super) fn columns(&self, row: usize) -> &[u32] {
        &self.columns[self.offsets[row]..self.offsets[row + 1]]
    }

    /// Weights of a row's entries, unless all are 1.
    #[inline]
    pub(super) fn weights(&self, row: usize) -> Option<&[f64]> {
        (!self.weights.is_empty()).then(|| &self.weights[self.offsets[row]..self.offsets[row + 1]])
    }

    /// √d: within a piece, the eigenvector of its eigenvalue 0.
    pub(super) fn roots(&self) -> &[f64] {
        &self.roots
    }

    #[inline]
    pub(super) fn unit(&self, row: usize) -> f64 {
        if self.weights.is_empty() { 1.0 / self.roots[row] } else { 1.0 }
    }

    #[inline]
    pub(super) fn diagonal(&self, row: usize) -> f64 {
        self.diagonal.get(row).copied().unwrap_or(1.0)
    }

    /// Columns and values of a row of the Laplacian beside the diagonal.
    pub(super) fn entries(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let (unit, weights) = (self.unit(row), self.weights(row));
        let value = move |at: usize, column: u32| {
            let weight = weights.map_or(1.0, |weights| weights[at]);
            -weight * unit * self.unit(column as usize)
        };
        self.columns(row).iter().enumerate().map(move |(at, &column)| (column as usize, value(at, column)))
    }
}
