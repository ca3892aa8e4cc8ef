//! The inverse of a grounded Laplacian.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{cholesky_in_place, cholesky_in_place_scratch};
use faer::linalg::matmul::triangular::{BlockStructure, matmul};
use faer::linalg::triangular_inverse::invert_lower_triangular;
use faer::{Accum, Mat, Par};

use super::hanging_trees::Piece;
use super::triangle::Triangle;
use sgr_core::graph::Graph;

/// The inverse of a component's Laplacian with one node grounded, and its square.
///
/// # Formula
/// ```text
/// G = inverse of L = D − A without row and column of the grounded node, which gets zeros
/// K(x, y) = Σ_z m_z G(x, z) G(z, y)        m = `masses`
/// ```
/// G(x, y) is the voltage at x when a unit of current enters at y and leaves at the ground. On the core, G and K are dense
/// algebra, where a node's mass includes that of the trees that hang on it. For a node x that hangs on p by weight w, with
/// mass μ of x and all that hangs on it, and y that is not beyond x:
/// ```text
/// G(x, y) = G(p, y),                     G(x, x) = G(p, p) + 1/w
/// K(x, y) = K(p, y) + (μ/w) G(p, y),     K(x, x) = K(p, x) + (μ/w) G(x, x)
/// ```
/// because the row of x in G is that of p plus 1/w at x and all beyond.
///
/// # Complexity
/// O(c³ + n²) time for a core of c nodes among n; O(n²) space.
#[derive(Debug)]
pub(super) struct Grounded {
    pub(super) inverse: Triangle,
    /// K, if asked for.
    pub(super) square: Option<Triangle>,
}

impl Grounded {
    /// Of a piece; `masses` by position, if the square is wanted. `None` if the weights are so uneven that rounding makes the
    /// matrix singular.
    pub(super) fn of(graph: &Graph, piece: &Piece, positions: &[usize], masses: Option<&[f64]>) -> Option<Self> {
        let size = piece.nodes.len();
        let beyond = masses.map(|masses| masses_beyond(piece, masses));
        let mut core = grounded_core(graph, piece, positions);
        if !invert(&mut core) {
            return None;
        }
        let mut inverse = Triangle::with_capacity(size);
        push_core(&mut inverse, &core);
        let mut square = beyond.as_ref().map(|beyond| {
            let mut square = Triangle::with_capacity(size);
            push_core(&mut square, &squared(core, &beyond[1..piece.core]));
            square
        });
        hang_rows(&mut inverse, square.as_mut().zip(beyond.as_deref()), piece);
        Some(Self { inverse, square })
    }
}

/// Appends the rows of the nodes that hang, by the formulas of [`Grounded`].
fn hang_rows(inverse: &mut Triangle, mut square: Option<(&mut Triangle, &[f64])>, piece: &Piece) {
    // The parent's whole rows, fetched once for all nodes that hang on it: down a column, entries are far apart.
    let (mut parent, mut inverse_row, mut square_row) = (usize::MAX, Vec::new(), Vec::new());
    for (row, link) in (piece.core..).zip(&piece.links) {
        if link.parent != parent {
            parent = link.parent;
            inverse.fetch(parent, row, &mut inverse_row);
            if let Some((square, _)) = &square {
                square.fetch(parent, row, &mut square_row);
            }
        }
        let own = inverse_row[parent] + 1.0 / link.weight;
        if let Some((square, beyond)) = &mut square {
            let share = beyond[row] / link.weight;
            let with_parent = square_row[parent] + share * inverse_row[parent];
            square.extend(square_row.iter().zip(&inverse_row).map(|(square, inverse)| square + share * inverse));
            square.push(with_parent + share * own);
            square_row.push(with_parent);
        }
        inverse.extend(inverse_row.iter().copied());
        inverse.push(own);
        inverse_row.push(inverse_row[parent]);
    }
}

/// The mass of each node and all that hangs on it.
fn masses_beyond(piece: &Piece, masses: &[f64]) -> Vec<f64> {
    let mut beyond = masses.to_vec();
    for (at, link) in piece.links.iter().enumerate().rev() {
        beyond[link.parent] += beyond[piece.core + at];
    }
    beyond
}

/// The Laplacian of the core without its first node; lower triangle.
fn grounded_core(graph: &Graph, piece: &Piece, positions: &[usize]) -> Mat<f64> {
    let mut laplacian = Mat::zeros(piece.core - 1, piece.core - 1);
    for (row, &node) in piece.nodes[..piece.core].iter().enumerate().skip(1) {
        let weights = graph.weights(node);
        for (at, &neighbor) in graph.neighbors(node).iter().enumerate() {
            let (column, weight) = (positions[neighbor as usize], weights.map_or(1.0, |weights| weights[at]));
            if column < piece.core {
                laplacian[(row - 1, row - 1)] += weight;
            }
            if (1..row).contains(&column) {
                laplacian[(row - 1, column - 1)] = -weight;
            }
        }
    }
    laplacian
}

/// Inverts a positive definite matrix of which the lower triangle is given. Returns whether it could.
fn invert(matrix: &mut Mat<f64>) -> bool {
    let size = matrix.nrows();
    let mut memory = MemBuffer::new(cholesky_in_place_scratch::<f64>(size, Par::Seq, Default::default()));
    let stack = MemStack::new(&mut memory);
    if cholesky_in_place(matrix.as_mut(), Default::default(), Par::Seq, stack, Default::default()).is_err() {
        return false;
    }
    let mut factor = Mat::zeros(size, size);
    invert_lower_triangular(factor.as_mut(), matrix.as_ref(), Par::Seq);
    let (lower, upper) = (BlockStructure::TriangularLower, BlockStructure::TriangularUpper);
    matmul(matrix.as_mut(), lower, Accum::Replace, factor.transpose(), upper, &factor, lower, 1.0, Par::Seq);
    true
}

/// The lower triangle of G diag(masses) G, of a symmetric G whose lower triangle is given.
fn squared(mut inverse: Mat<f64>, masses: &[f64]) -> Mat<f64> {
    let size = inverse.nrows();
    let scaled =
        Mat::from_fn(size, size, |row, column| inverse[(row.max(column), row.min(column))] * masses[column].sqrt());
    let (lower, full) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
    matmul(inverse.as_mut(), lower, Accum::Replace, &scaled, full, scaled.transpose(), full, 1.0, Par::Seq);
    inverse
}

/// The rows of the core: zeros for the grounded node, then the lower triangle of `core`.
fn push_core(triangle: &mut Triangle, core: &Mat<f64>) {
    triangle.push(0.0);
    for row in 0..core.nrows() {
        triangle.push(0.0);
        triangle.extend((0..=row).map(|column| core[(row, column)]));
    }
}
