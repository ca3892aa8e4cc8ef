//! The small solver: as many matrices at once as a SIMD register has lanes, one matrix per lane.
//!
//! Small eigenproblems are bound by latency (divisions, square roots, short loops). Side by side in the lanes of one
//! register they share every instruction, at full width and without remainders: 8 matrices with AVX-512, 4 with AVX2,
//! one at a time elsewhere. Element `(i, j)` of all matrices lies together in memory.
//!
//! Lanes never mix, and a smaller matrix beside a larger one is padded with rows that decouple exactly: so the
//! eigenvalues of a matrix are the same bytes whatever its neighbours in the register are.

mod householder;
mod ql;

use pulp::{Arch, Simd, WithSimd};

use crate::spectrum::SpectrumError;
use crate::spectrum::matrix::aligned::AlignedVec;

/// Largest matrices that go through QL on two registers side by side: the rows of longer ones no longer fit the caches near
/// the core, and moving them costs more than the second register saves.
const TWO_REGISTERS_LIMIT: usize = 1024;

/// Diagonal of padding rows: outside of [0, 2], so that no shift meets it and makes a zero pivot.
const PADDING: f64 = 8.0;

/// An entry of the lower triangle of a small matrix.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) row: u16,
    pub(crate) column: u16,
    pub(crate) value: f64,
}

/// Small symmetric matrices in sparse form, waiting to be solved together.
#[derive(Debug, Default)]
pub(crate) struct QueuedMatrices {
    entries: Vec<Entry>,
    pieces: Vec<Pending>,
}

/// Tridiagonal matrices (diagonal and squared off-diagonal), waiting to be solved together.
#[derive(Debug, Default)]
pub(crate) struct QueuedTridiagonals {
    diagonal: Vec<f64>,
    squared_off_diagonal: Vec<f64>,
    pieces: Vec<Pending>,
}

#[derive(Debug, Clone, Copy)]
struct Pending {
    owner: usize,
    size: usize,
    /// Range in the arena.
    start: usize,
    end: usize,
}

impl QueuedMatrices {
    /// Adds a symmetric matrix of `size` rows by the entries of its lower triangle, each given once.
    pub(crate) fn push(&mut self, owner: usize, size: usize, entries: impl Iterator<Item = Entry>) {
        let start = self.entries.len();
        self.entries.extend(entries);
        self.pieces.push(Pending { owner, size, start, end: self.entries.len() });
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.pieces.clear();
    }
}

impl QueuedTridiagonals {
    /// Adds a tridiagonal matrix by its diagonal and its off-diagonal, which is one shorter.
    pub(crate) fn push(&mut self, owner: usize, diagonal: &[f64], off_diagonal: &[f64]) {
        let start = self.diagonal.len();
        self.diagonal.extend_from_slice(diagonal);
        self.squared_off_diagonal.extend(off_diagonal.iter().map(|value| value * value));
        self.squared_off_diagonal.push(0.0);
        self.pieces.push(Pending { owner, size: diagonal.len(), start, end: self.diagonal.len() });
    }

    pub(crate) fn clear(&mut self) {
        self.diagonal.clear();
        self.squared_off_diagonal.clear();
        self.pieces.clear();
    }
}

/// Buffers of the lanes, kept from batch to batch.
#[derive(Debug)]
pub(crate) struct BatchedSolver {
    arch: Arch,
    matrix: AlignedVec,
    vectors: AlignedVec,
    diagonal: AlignedVec,
    squared: AlignedVec,
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
            values: Vec::new(),
        }
    }

    /// Solves all pending matrices; gives `deliver` each owner with its eigenvalues, ascending.
    pub(crate) fn solve_matrices(
        &mut self,
        pending: &mut QueuedMatrices,
        deliver: impl FnMut(usize, Result<&mut [f64], SpectrumError>),
    ) {
        // Matrices of like size side by side waste the least on padding.
        pending.pieces.sort_unstable_by_key(|piece| (piece.size, piece.owner, piece.start));
        let QueuedMatrices { entries, pieces } = pending;
        let load = MatrixLoad { entries };
        self.arch.dispatch(SolveAll { solver: self, pieces, load, deliver });
    }

    /// Solves all pending tridiagonal matrices, likewise.
    pub(crate) fn solve_tridiagonals(
        &mut self,
        pending: &mut QueuedTridiagonals,
        deliver: impl FnMut(usize, Result<&mut [f64], SpectrumError>),
    ) {
        pending.pieces.sort_unstable_by_key(|piece| (piece.size, piece.owner, piece.start));
        let QueuedTridiagonals { diagonal, squared_off_diagonal, pieces } = pending;
        let load = TridiagonalLoad { diagonal, squared_off_diagonal };
        self.arch.dispatch(SolveAll { solver: self, pieces, load, deliver });
    }

    /// Empties the lanes: rows of padding, decoupled.
    fn reset(&mut self, size: usize, width: usize) {
        self.diagonal.reset(size * width, PADDING);
        self.squared.reset(size * width, 0.0);
    }
}

/// A register among those that go through the QL iteration side by side.
#[derive(Clone, Copy)]
struct Place {
    register: usize,
    registers: usize,
}

/// How a register's worth of pieces gets into the lanes as tridiagonal matrices.
trait LaneLoad {
    /// Whether the bytes are the same without SIMD: true if no multiplication is fused with an addition on the way. Then
    /// a piece that is alone is solved without, which has the shorter latencies.
    const SAME_IN_ONE_LANE: bool;

    fn load<S: Simd>(&self, simd: S, solver: &mut BatchedSolver, pieces: &[Pending], place: Place);
}

struct MatrixLoad<'a> {
    entries: &'a [Entry],
}

impl LaneLoad for MatrixLoad<'_> {
    const SAME_IN_ONE_LANE: bool = false;

    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, solver: &mut BatchedSolver, pieces: &[Pending], place: Place) {
        let lanes = S::F64_LANES;
        let size = largest(pieces);
        solver.matrix.reset(householder::packed_len(size) * lanes, 0.0);
        for (lane, piece) in pieces.iter().enumerate() {
            for entry in &self.entries[piece.start..piece.end] {
                let at = householder::packed_index(size, entry.row.into(), entry.column.into());
                solver.matrix.as_mut_slice()[at * lanes + lane] = entry.value;
            }
            for row in piece.size..size {
                let at = householder::packed_index(size, row, row);
                solver.matrix.as_mut_slice()[at * lanes + lane] = PADDING;
            }
        }
        solver.vectors.reset(householder::VECTORS * size * lanes, 0.0);
        householder::tridiagonalize(
            simd,
            size,
            S::as_mut_simd_f64s(solver.matrix.as_mut_slice()).0,
            S::as_mut_simd_f64s(solver.vectors.as_mut_slice()).0,
            place.registers,
            &mut S::as_mut_simd_f64s(solver.diagonal.as_mut_slice()).0[place.register..],
            &mut S::as_mut_simd_f64s(solver.squared.as_mut_slice()).0[place.register..],
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
    fn load<S: Simd>(&self, _: S, solver: &mut BatchedSolver, pieces: &[Pending], place: Place) {
        let width = place.registers * S::F64_LANES;
        for (lane, piece) in (place.register * S::F64_LANES..).zip(pieces) {
            for row in 0..piece.size {
                solver.diagonal.as_mut_slice()[row * width + lane] = self.diagonal[piece.start + row];
                solver.squared.as_mut_slice()[row * width + lane] = self.squared_off_diagonal[piece.start + row];
            }
        }
    }
}

/// Size of the largest of pieces in ascending order.
fn largest(pieces: &[Pending]) -> usize {
    pieces.last().map_or(0, |piece| piece.size)
}

struct SolveAll<'a, L, D> {
    solver: &'a mut BatchedSolver,
    pieces: &'a [Pending],
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
        let Self { solver, pieces, load, mut deliver } = self;
        // From the large end, so that the register that is not full is one of small matrices.
        let mut rest = pieces;
        while !rest.is_empty() {
            let registers = if largest(rest) <= TWO_REGISTERS_LIMIT { 2 } else { 1 };
            let (before, group) = rest.split_at(rest.len().saturating_sub(registers * S::F64_LANES));
            rest = before;
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

/// Solves at most `G` registers' worth of pieces.
#[inline(always)]
fn solve_group<S: Simd, const G: usize>(
    simd: S,
    solver: &mut BatchedSolver,
    group: &[Pending],
    load: &impl LaneLoad,
    deliver: &mut impl FnMut(usize, Result<&mut [f64], SpectrumError>),
) {
    let width = G * S::F64_LANES;
    solver.reset(largest(group), width);
    for (register, pieces) in group.chunks(S::F64_LANES).enumerate() {
        load.load(simd, solver, pieces, Place { register, registers: G });
    }
    let mut sizes = [0; ql::MAX_WIDTH];
    for (slot, piece) in sizes.iter_mut().zip(group) {
        *slot = piece.size;
    }
    let (diagonal, squared) = (solver.diagonal.as_mut_slice(), solver.squared.as_mut_slice());
    let converged = ql::eigenvalues::<S, G>(simd, diagonal, squared, &sizes[..width]);
    for (lane, piece) in group.iter().enumerate() {
        solver.values.clear();
        let diagonal = solver.diagonal.as_slice();
        solver.values.extend((0..piece.size).map(|row| diagonal[row * width + lane]));
        solver.values.sort_unstable_by(f64::total_cmp);
        let outcome = match converged[lane] {
            true => Ok(&mut solver.values[..]),
            false => Err(SpectrumError::NoConvergence { size: piece.size }),
        };
        deliver(piece.owner, outcome);
    }
}
