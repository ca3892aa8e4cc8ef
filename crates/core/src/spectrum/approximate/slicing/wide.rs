//! Elimination inside a wide front, one shift after another.
//!
//! In a front with many pivots most of the work is in matrix products. They are faster with one shift at a time: the
//! operands of eight shifts need eight times the cache.

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

/// Smallest number of pivots of a wide front: with fewer, separating and joining the shifts takes longer than the
/// elimination.
const WIDE: usize = 128;

/// Rows that are copied together: a cache line holds eight entries.
const ROWS: usize = 8;

/// Pivots that update the trailing block together: many, because a wide front exceeds the caches and each update reads
/// it.
const BLOCK: usize = 256;
/// Blocks of up to this many pivots are factored without recursion.
const SMALL_BLOCK: usize = 32;

/// The lanes of a front: one shift per lane.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShiftLanes {
    /// ShiftLanes of each entry.
    pub(super) total: usize,
    /// ShiftLanes that hold a shift.
    pub(super) used: usize,
}

/// Buffer for a wide front of one shift.
#[derive(Debug)]
pub(super) struct WideFront {
    matrix: Mat<f64>,
}

impl WideFront {
    /// An empty buffer.
    pub(super) fn new() -> Self {
        Self { matrix: Mat::new() }
    }

    /// Whether a front is eliminated faster one shift at a time.
    pub(super) fn is_wide(front: &Front) -> bool {
        front.pivots >= WIDE
    }

    /// Eliminates the pivots of a front, given by its lower triangle row by row; adds the negative pivots of each lane
    /// to `counts`.
    pub(super) fn eliminate(
        &mut self,
        front: &Front,
        entries: &mut [f64],
        lanes: ShiftLanes,
        par: Par,
        counts: &mut [usize; MAX_WIDTH],
    ) {
        let (size, pivots) = (front.size(), front.pivots);
        if self.matrix.nrows() < size {
            self.matrix = Mat::zeros(size, size);
        }
        for (lane, count) in counts.iter_mut().enumerate().take(lanes.used) {
            let mut matrix = self.matrix.get_mut(..size, ..size);
            for_lower_entries(0, size, |row, column, at| matrix[(row, column)] = entries[at * lanes.total + lane]);
            let (mut head, upper, below, mut trailing) = matrix.split_at_mut(pivots, pivots);
            factor(head.rb_mut(), par);
            let head = head.into_const();
            *count += head.diagonal().column_vector().iter().filter(|&&pivot| pivot < 0.0).count();
            update_trailing(head, below, upper.transpose_mut(), trailing.rb_mut(), par);
            for_lower_entries(pivots, size, |row, column, at| {
                entries[at * lanes.total + lane] = trailing[(row - pivots, column - pivots)];
            });
        }
    }
}

/// Factors a matrix into L D Lᵀ in place; pivots too close to zero are replaced as in [`SMALLEST_PIVOT`].
fn factor(matrix: MatMut<'_, f64>, par: Par) {
    let regularization = LdltRegularization {
        dynamic_regularization_signs: None,
        dynamic_regularization_delta: SMALLEST_PIVOT,
        dynamic_regularization_epsilon: SMALLEST_PIVOT,
    };
    let sizes = LdltParams { recursion_threshold: SMALL_BLOCK, block_size: BLOCK, ..Auto::<f64>::auto() };
    let sizes: Spec<LdltParams, f64> = sizes.into();
    let mut memory = MemBuffer::new(cholesky_in_place_scratch::<f64>(matrix.nrows(), par, sizes));
    // The only error is a zero pivot, which the regularization excludes.
    let _ = cholesky_in_place(matrix, regularization, par, MemStack::new(&mut memory), sizes);
}

/// Updates the `trailing` block after the factorization of the pivot block `head`. `below` is the block below `head`,
/// `spare` a buffer of the same shape.
fn update_trailing(
    head: MatRef<'_, f64>,
    mut below: MatMut<'_, f64>,
    mut spare: MatMut<'_, f64>,
    trailing: MatMut<'_, f64>,
    par: Par,
) {
    solve_unit_lower_triangular_in_place(head, below.rb_mut().transpose_mut(), par);
    for (at, pivot) in head.diagonal().column_vector().iter().enumerate() {
        let columns = below.rb().col(at).iter().zip(spare.rb_mut().col_mut(at).iter_mut());
        columns.for_each(|(value, spare)| *spare = value / pivot);
    }
    let (lower, whole) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
    matmul(trailing, lower, Accum::Add, spare.rb(), whole, below.rb().transpose(), whole, -1.0, par);
}

/// Calls `visit` with row, column and index of each entry of a lower triangle from row and column `first` on; the
/// triangle is stored row by row. [`ROWS`] rows are visited together, because the other side of the copy is stored
/// column by column.
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
