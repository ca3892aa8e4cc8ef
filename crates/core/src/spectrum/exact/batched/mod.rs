//! The batched solver for small components: one matrix per SIMD lane, as many matrices at once as a register has lanes.
//!
//! The latency of divisions, square roots and short loops limits small eigenproblems. Matrices in the lanes of one
//! register share every instruction: 8 matrices with AVX-512, 4 with AVX2, one elsewhere. The elements `(i, j)` of all
//! matrices are adjacent in memory.
//!
//! Lanes never mix, and a matrix smaller than its neighbours is padded with rows before its own that decouple exactly. All
//! iterations start at the last row. The eigenvalues of a matrix are therefore the same bytes for any neighbours in the
//! register.

mod householder;
mod ql;
#[cfg(test)]
mod tests;

use pulp::{Arch, Simd, WithSimd};

use crate::spectrum::SpectrumError;
use crate::spectrum::matrix::aligned::AlignedVec;

/// Largest matrices of which QL processes two registers at a time: larger matrices exceed the first-level caches, and
/// the transfers cost more than the second register saves.
const TWO_REGISTERS_LIMIT: usize = 1024;

/// Diagonal of padding rows. No result depends on it.
const PADDING: f64 = 1.0;

/// An entry of the lower triangle of a small matrix.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) row: u16,
    pub(crate) column: u16,
    pub(crate) value: f64,
}

/// Queue of small symmetric matrices in sparse form.
#[derive(Debug, Default)]
pub(crate) struct QueuedMatrices {
    entries: Vec<Entry>,
    matrices: Vec<QueuedMatrix>,
}

/// Queue of tridiagonal matrices: diagonal and squared off-diagonal.
#[derive(Debug, Default)]
pub(crate) struct QueuedTridiagonals {
    diagonal: Vec<f64>,
    squared_off_diagonal: Vec<f64>,
    matrices: Vec<QueuedMatrix>,
}

/// A matrix in a queue.
#[derive(Debug, Clone, Copy)]
struct QueuedMatrix {
    /// Identifies the matrix to the caller.
    owner: usize,
    size: usize,
    /// Range in the entries of the queue.
    start: usize,
    end: usize,
}

impl QueuedMatrices {
    /// Adds a symmetric matrix of `size` rows: `append` adds the entries of its lower triangle, each once.
    pub(crate) fn push(&mut self, owner: usize, size: usize, append: impl FnOnce(&mut Vec<Entry>)) {
        let start = self.entries.len();
        append(&mut self.entries);
        self.matrices.push(QueuedMatrix { owner, size, start, end: self.entries.len() });
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.matrices.clear();
    }
}

impl QueuedTridiagonals {
    /// Adds a tridiagonal matrix, given by its diagonal and its off-diagonal, which is one entry shorter.
    pub(crate) fn push(&mut self, owner: usize, diagonal: &[f64], off_diagonal: &[f64]) {
        let start = self.diagonal.len();
        self.diagonal.extend_from_slice(diagonal);
        self.squared_off_diagonal.extend(off_diagonal.iter().map(|value| value * value));
        self.squared_off_diagonal.push(0.0);
        self.matrices.push(QueuedMatrix { owner, size: diagonal.len(), start, end: self.diagonal.len() });
    }

    pub(crate) fn clear(&mut self) {
        self.diagonal.clear();
        self.squared_off_diagonal.clear();
        self.matrices.clear();
    }
}

/// The solver with its buffers, which all batches reuse.
#[derive(Debug)]
pub(crate) struct BatchedSolver {
    arch: Arch,
    matrix: AlignedVec,
    vectors: AlignedVec,
    diagonal: AlignedVec,
    squared: AlignedVec,
    /// Diagonals, then squared off-diagonals, as they were before the QL iteration.
    kept: Vec<f64>,
    values: Vec<f64>,
}

impl BatchedSolver {
    pub(crate) fn new() -> Self {
        Self {
            arch: Arch::new(),
            matrix: AlignedVec::default(),
            vectors: AlignedVec::default(),
            diagonal: AlignedVec::default(),
            squared: AlignedVec::default(),
            kept: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Solves all queued matrices; passes each owner and its ascending eigenvalues to `deliver`.
    pub(crate) fn solve_matrices(
        &mut self,
        queue: &mut QueuedMatrices,
        deliver: impl FnMut(usize, Result<&mut [f64], SpectrumError>),
    ) {
        // Matrices of similar size in one register need the least padding.
        queue.matrices.sort_unstable_by_key(|matrix| (matrix.size, matrix.owner, matrix.start));
        let QueuedMatrices { entries, matrices } = queue;
        let load = MatrixLoad { entries };
        self.arch.dispatch(SolveAll { solver: self, matrices, load, deliver });
    }

    /// Solves all queued tridiagonal matrices; otherwise like [`solve_matrices`](Self::solve_matrices).
    pub(crate) fn solve_tridiagonals(
        &mut self,
        queue: &mut QueuedTridiagonals,
        deliver: impl FnMut(usize, Result<&mut [f64], SpectrumError>),
    ) {
        queue.matrices.sort_unstable_by_key(|matrix| (matrix.size, matrix.owner, matrix.start));
        let QueuedTridiagonals { diagonal, squared_off_diagonal, matrices } = queue;
        let load = TridiagonalLoad { diagonal, squared_off_diagonal };
        self.arch.dispatch(SolveAll { solver: self, matrices, load, deliver });
    }

    /// Fills all lanes with decoupled padding rows.
    fn reset(&mut self, size: usize, width: usize) {
        self.diagonal.reset(size * width, PADDING);
        self.squared.reset(size * width, 0.0);
    }

    /// First row of a matrix of `size` rows in a register row of `width` matrices: all end at the last row.
    fn first_row(&self, size: usize, width: usize) -> usize {
        self.diagonal.as_slice().len() / width - size
    }

    /// Keeps the tridiagonal matrices, for lanes in which the QL iteration fails.
    fn keep_tridiagonals(&mut self) {
        let Self { diagonal, squared, kept, .. } = self;
        kept.clear();
        kept.extend_from_slice(diagonal.as_slice());
        kept.extend_from_slice(squared.as_slice());
    }

    /// Solves the kept matrix with these entries alone. Returns whether the iteration converged.
    fn solve_carefully(&mut self, entries: impl Iterator<Item = usize> + Clone) -> bool {
        let Self { diagonal, kept, .. } = self;
        let (kept_diagonal, kept_squared) = kept.split_at(kept.len() / 2);
        let mut values: Vec<f64> = entries.clone().map(|at| kept_diagonal[at]).collect();
        let mut squared: Vec<f64> = entries.clone().map(|at| kept_squared[at]).collect();
        let has_converged = ql::careful::eigenvalues(&mut values, &mut squared);
        for (at, value) in entries.zip(values) {
            diagonal.as_mut_slice()[at] = value;
        }
        has_converged
    }
}

/// Index of a register among the registers of one QL iteration.
#[derive(Clone, Copy)]
struct RegisterSlot {
    register: usize,
    registers: usize,
}

/// Loads one register of queued matrices into the lanes, as tridiagonal matrices.
trait LaneLoad {
    /// Whether the result has the same bytes without SIMD: true if no multiplication is fused with an addition. Then a
    /// single matrix is solved by scalar instructions, which have shorter latencies.
    const SAME_IN_ONE_LANE: bool;

    fn load<S: Simd>(&self, simd: S, solver: &mut BatchedSolver, matrices: &[QueuedMatrix], slot: RegisterSlot);
}

struct MatrixLoad<'a> {
    entries: &'a [Entry],
}

impl LaneLoad for MatrixLoad<'_> {
    const SAME_IN_ONE_LANE: bool = false;

    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, solver: &mut BatchedSolver, matrices: &[QueuedMatrix], slot: RegisterSlot) {
        let lanes = S::F64_LANES;
        let size = largest(matrices);
        solver.matrix.reset(householder::packed_len(size) * lanes, 0.0);
        let entry = solver.matrix.as_mut_slice();
        for (lane, matrix) in matrices.iter().enumerate() {
            let padding = size - matrix.size;
            let at = |row: usize, column: usize| householder::packed_index(size, row, column) * lanes + lane;
            for row in 0..padding {
                entry[at(row, row)] = PADDING;
            }
            for &Entry { row, column, value } in &self.entries[matrix.start..matrix.end] {
                entry[at(padding + usize::from(row), padding + usize::from(column))] = value;
            }
        }
        solver.vectors.reset(householder::VECTORS * size * lanes, 0.0);
        let first = solver.first_row(size, slot.registers * lanes) * slot.registers + slot.register;
        householder::tridiagonalize(
            simd,
            size,
            S::as_mut_simd_f64s(solver.matrix.as_mut_slice()).0,
            S::as_mut_simd_f64s(solver.vectors.as_mut_slice()).0,
            slot.registers,
            &mut S::as_mut_simd_f64s(solver.diagonal.as_mut_slice()).0[first..],
            &mut S::as_mut_simd_f64s(solver.squared.as_mut_slice()).0[first..],
        );
    }
}

struct TridiagonalLoad<'a> {
    diagonal: &'a [f64],
    squared_off_diagonal: &'a [f64],
}

impl LaneLoad for TridiagonalLoad<'_> {
    const SAME_IN_ONE_LANE: bool = true;

    #[inline(always)]
    fn load<S: Simd>(&self, _: S, solver: &mut BatchedSolver, matrices: &[QueuedMatrix], slot: RegisterSlot) {
        let width = slot.registers * S::F64_LANES;
        for (lane, matrix) in (slot.register * S::F64_LANES..).zip(matrices) {
            let first = solver.first_row(matrix.size, width);
            for row in 0..matrix.size {
                let at = (first + row) * width + lane;
                solver.diagonal.as_mut_slice()[at] = self.diagonal[matrix.start + row];
                solver.squared.as_mut_slice()[at] = self.squared_off_diagonal[matrix.start + row];
            }
        }
    }
}

/// Size of the largest of the matrices, which ascend by size.
fn largest(matrices: &[QueuedMatrix]) -> usize {
    matrices.last().map_or(0, |matrix| matrix.size)
}

struct SolveAll<'a, L, D> {
    solver: &'a mut BatchedSolver,
    matrices: &'a [QueuedMatrix],
    load: L,
    deliver: D,
}

impl<L, D> WithSimd for SolveAll<'_, L, D>
where
    L: LaneLoad,
    D: FnMut(usize, Result<&mut [f64], SpectrumError>),
{
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { solver, matrices, load, mut deliver } = self;
        // From the largest matrices down, so that the partly filled register holds the smallest.
        let mut unsolved = matrices;
        while !unsolved.is_empty() {
            let registers = if largest(unsolved) <= TWO_REGISTERS_LIMIT { 2 } else { 1 };
            let (before, group) = unsolved.split_at(unsolved.len().saturating_sub(registers * S::F64_LANES));
            unsolved = before;
            if group.len() == 1 && L::SAME_IN_ONE_LANE {
                solve_group::<pulp::Scalar, 1>(pulp::Scalar, solver, group, &load, &mut deliver);
            } else if group.len() <= S::F64_LANES {
                solve_group::<S, 1>(simd, solver, group, &load, &mut deliver);
            } else {
                solve_group::<S, 2>(simd, solver, group, &load, &mut deliver);
            }
        }
    }
}

/// Solves the matrices of at most `G` registers.
#[inline(always)]
fn solve_group<S: Simd, const G: usize>(
    simd: S,
    solver: &mut BatchedSolver,
    group: &[QueuedMatrix],
    load: &impl LaneLoad,
    deliver: &mut impl FnMut(usize, Result<&mut [f64], SpectrumError>),
) {
    let width = G * S::F64_LANES;
    solver.reset(largest(group), width);
    for (register, matrices) in group.chunks(S::F64_LANES).enumerate() {
        load.load(simd, solver, matrices, RegisterSlot { register, registers: G });
    }
    let mut sizes = [0; ql::MAX_WIDTH];
    for (slot, matrix) in sizes.iter_mut().zip(group) {
        *slot = matrix.size;
    }
    solver.keep_tridiagonals();
    let (diagonal, squared) = (solver.diagonal.as_mut_slice(), solver.squared.as_mut_slice());
    let converged = ql::eigenvalues::<S, G>(simd, diagonal, squared, &sizes[..width]);
    for (lane, matrix) in group.iter().enumerate() {
        let first = solver.first_row(matrix.size, width);
        let entries = (first..first + matrix.size).map(|row| row * width + lane);
        let has_converged = converged[lane] || solver.solve_carefully(entries.clone());
        let BatchedSolver { diagonal, values, .. } = solver;
        values.clear();
        values.extend(entries.map(|at| diagonal.as_slice()[at]));
        values.sort_unstable_by(f64::total_cmp);
        let outcome = match has_converged {
            true => Ok(&mut values[..]),
            false => Err(SpectrumError::NoConvergence { size: matrix.size }),
        };
        deliver(matrix.owner, outcome);
    }
}
