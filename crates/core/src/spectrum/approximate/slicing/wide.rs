//! Elimination inside a wide front, one shift after another.
//!
//! Where a front has many pivots, products of matrices are most of the work, and those are faster with one shift at a time:
//! the operands of eight shifts do not fit into the caches that those of one do.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::ldlt::factor::{
    LdltParams, LdltRegularization, cholesky_in_place, cholesky_in_place_scratch,
};
use faer::linalg::matmul::triangular::{BlockStructure, matmul};
use faer::linalg::triangular_solve::solve_unit_lower_triangular_in_place;
use faer::prelude::{IntoConst, Reborrow, ReborrowMut};
use faer::{Accum, Auto, Mat, MatMut, MatRef, Par, Spec};

use super::assembly_tree::{Front, triangle};
use super::inertia::MAX_WIDTH;
use super::panel::SMALLEST_PIVOT;

/// Pivots from which a front is wide: with fewer, to take the shifts apart and put them together again takes longer than
/// the elimination.
const WIDE: usize = 128;

/// Rows that are copied together: as many as there are numbers in a cache line.
const ROWS: usize = 8;

/// Pivots of a front that go through the rest of it together: many, because a front hardly fits the caches.
const BLOCK: usize = 256;
/// Up to this many go one after another.
const SMALL_BLOCK: usize = 32;

/// Shifts that lie together in a front, and how many of them are wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lanes {
    pub(super) all: usize,
    pub(super) used: usize,
}

/// A front of one shift at a time.
#[derive(Debug)]
pub(super) struct WideFront {
    matrix: Mat<f64>,
}

impl WideFront {
    pub(super) fn new() -> Self {
        Self { matrix: Mat::new() }
    }

    /// Whether a front is better eliminated here.
    pub(super) fn is_wide(front: &Front) -> bool {
        front.pivots >= WIDE
    }

    /// Numbers of the buffer for fronts of up to `size` rows.
    pub(super) fn buffer_size(size: usize) -> usize {
        size * size
    }

    /// Eliminates the pivots of a front, given by its lower triangle row by row; adds the negative pivots of each lane to
    /// `counts`.
    pub(super) fn eliminate(
        &mut self,
        front: &Front,
        entries: &mut [f64],
        lanes: Lanes,
        counts: &mut [usize; MAX_WIDTH],
    ) {
        let (size, pivots) = (front.size(), front.pivots);
        if self.matrix.nrows() < size {
            self.matrix = Mat::zeros(size, size);
        }
        for (lane, count) in counts.iter_mut().enumerate().take(lanes.used) {
            let mut matrix = self.matrix.get_mut(..size, ..size);
            for_lower_entries(0, size, |row, column, at| matrix[(row, column)] = entries[at * lanes.all + lane]);
            let (mut head, beside, below, mut rest) = matrix.split_at_mut(pivots, pivots);
            factor(head.rb_mut());
            let head = head.into_const();
            *count += head.diagonal().column_vector().iter().filter(|&&pivot| pivot < 0.0).count();
            take_out(head, below, beside.transpose_mut(), rest.rb_mut());
            for_lower_entries(pivots, size, |row, column, at| {
                entries[at * lanes.all + lane] = rest[(row - pivots, column - pivots)];
            });
        }
    }
}

/// L D Lᵀ of a matrix in its place, with pivots that are too near to zero moved away from it.
fn factor(matrix: MatMut<'_, f64>) {
    let regularization = LdltRegularization {
        dynamic_regularization_signs: None,
        dynamic_regularization_delta: SMALLEST_PIVOT,
        dynamic_regularization_epsilon: SMALLEST_PIVOT,
    };
    let sizes = LdltParams { recursion_threshold: SMALL_BLOCK, block_size: BLOCK, ..Auto::<f64>::auto() };
    let sizes: Spec<LdltParams, f64> = sizes.into();
    let mut memory = MemBuffer::new(cholesky_in_place_scratch::<f64>(matrix.nrows(), Par::Seq, sizes));
    // No pivot is zero, which is the one thing that it could complain about.
    let _ = cholesky_in_place(matrix, regularization, Par::Seq, MemStack::new(&mut memory), sizes);
}

/// Takes the factored `head` out of the `rest`; `below` it is what they share, `spare` is of the same shape.
fn take_out(head: MatRef<'_, f64>, mut below: MatMut<'_, f64>, mut spare: MatMut<'_, f64>, rest: MatMut<'_, f64>) {
    solve_unit_lower_triangular_in_place(head, below.rb_mut().transpose_mut(), Par::Seq);
    for (at, pivot) in head.diagonal().column_vector().iter().enumerate() {
        let columns = below.rb().col(at).iter().zip(spare.rb_mut().col_mut(at).iter_mut());
        columns.for_each(|(value, spare)| *spare = value / pivot);
    }
    let (lower, whole) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
    matmul(rest, lower, Accum::Add, spare.rb(), whole, below.rb().transpose(), whole, -1.0, Par::Seq);
}

/// Calls `visit` with row, column and number of each entry of a lower triangle from row and column `first` on, the triangle
/// being stored row by row. Rows go together, because what they are copied from or to lies column by column.
#[inline(always)]
fn for_lower_entries(first: usize, size: usize, mut visit: impl FnMut(usize, usize, usize)) {
    for start in (first..size).step_by(ROWS) {
        let end = (start + ROWS).min(size);
        for column in first..end {
            for row in start.max(column)..end {
                visit(row, column, triangle(row) + column);
            }
        }
    }
}
