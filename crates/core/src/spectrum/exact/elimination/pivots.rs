//! The pivots of L − sI for many shifts at a time: one shift per SIMD lane.

use pulp::{Arch, Simd, WithSimd};

use super::lane_numbers::{Double, LaneNumbers, TwiceDouble};
use super::program::{BLOCK, Column, Program};
use super::scaled::Scaled;
use crate::spectrum::matrix::aligned::AlignedVec;

/// Largest number of shifts at a time: two AVX-512 registers.
const MAX_WIDTH: usize = 16;

/// A smaller pivot is replaced by this: its column would overflow. It is a perturbation of the diagonal far below rounding.
const SMALLEST_PIVOT: f64 = 1e-30;

/// Columns between two calls of [`rescale`], at least; a block may add a few. Pivots are seldom tiny, and then the next one is
/// huge; a product that leaves the range all the same is not used.
const RESCALED_COLUMNS: usize = 12;

/// The mantissa of a product is kept above this, and below its reciprocal.
const SMALL: f64 = 1.0 / LARGE;
const LARGE: f64 = f64::from_bits((1023 + 300) << 52);

/// Factor that [`rescale`] takes from a mantissa, as a power of two.
const STEP: i32 = 500;

/// The elimination of L − sI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Elimination {
    /// Number of negative pivots: of eigenvalues below the shift.
    pub(super) below: usize,
    /// Product of the pivots: the value of the characteristic polynomial Π(λ − s).
    pub(super) determinant: Scaled,
    /// Largest number that was subtracted from an entry in a column with several entries. The counts are those of a matrix
    /// that differs from L by about this number times the rounding unit. Columns with one entry have no part in it: their
    /// error is a small relative change of entries of the matrix, whatever the pivot (Demmel and Gragg 1993, "On Computing
    /// Accurate Singular Values and Eigenvalues of Acyclic Matrices").
    pub(super) growth: f64,
}

/// Buffers of the elimination.
#[derive(Debug)]
pub(super) struct PivotLanes {
    arch: Arch,
    slots: AlignedVec,
}

impl PivotLanes {
    pub(super) fn new() -> Self {
        Self { arch: Arch::new(), slots: AlignedVec::default() }
    }

    /// Appends the eliminations for each shift to `results`. In twice double precision the error of a count is that of an
    /// elimination without growth, as long as the growth is below 1e16.
    pub(super) fn eliminate(
        &mut self,
        program: &Program,
        shifts: &[f64],
        is_precise: bool,
        results: &mut Vec<Elimination>,
    ) {
        self.arch.dispatch(Eliminate { slots: &mut self.slots, program, shifts, is_precise, results });
    }
}

struct Eliminate<'a> {
    slots: &'a mut AlignedVec,
    program: &'a Program,
    shifts: &'a [f64],
    is_precise: bool,
    results: &'a mut Vec<Elimination>,
}

impl WithSimd for Eliminate<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { slots, program, shifts, is_precise, results } = self;
        if is_precise {
            for shifts in shifts.chunks(S::F64_LANES) {
                eliminate_group::<S, TwiceDouble<S>>(simd, slots, program, shifts, results);
            }
            return;
        }
        for shifts in shifts.chunks(2 * S::F64_LANES) {
            if shifts.len() > S::F64_LANES {
                eliminate_group::<S, Double<2>>(simd, slots, program, shifts, results);
            } else {
                eliminate_group::<S, Double<1>>(simd, slots, program, shifts, results);
            }
        }
    }
}

/// Eliminates for as many shifts as `N` has lanes.
#[inline(always)]
fn eliminate_group<S: Simd, N: LaneNumbers<S>>(
    simd: S,
    slots: &mut AlignedVec,
    program: &Program,
    shifts: &[f64],
    results: &mut Vec<Elimination>,
) {
    let mut lanes = [shifts[0]; MAX_WIDTH];
    lanes[..shifts.len()].copy_from_slice(shifts);
    let (shift, one) = (N::load(&lanes), N::splat(simd, 1.0));
    slots.resize(program.initial.len() * size_of::<N::Value>() / size_of::<f64>());
    let slots = N::slots(slots.as_mut_slice());
    let leaf = N::away_from_zero(simd, N::subtract_product(simd, one, shift, one), SMALLEST_PIVOT);
    let inverse_leaf = N::reciprocal(simd, leaf);
    for column in &program.columns {
        let pivot = column.pivot as usize;
        let shifted = N::subtract_product(simd, N::splat(simd, column.diagonal), shift, one);
        slots[pivot] = N::subtract_product(simd, shifted, N::splat(simd, column.leaves), inverse_leaf);
        if column.products.is_none() || !N::IS_DOUBLE {
            let entries = pivot + 1..pivot + 1 + column.entries as usize;
            for (slot, &value) in slots[entries.clone()].iter_mut().zip(&program.initial[entries]) {
                *slot = N::splat(simd, value);
            }
        }
    }
    let mut state = State::new(simd);
    let (mut columns, mut waiting) = (program.columns.as_slice(), 0);
    for &size in &program.blocks {
        match columns.first_chunk::<BLOCK>() {
            Some(block) if size == BLOCK => {
                eliminate_block::<S, N, BLOCK>(simd, slots, &program.targets, block, &mut state);
            }
            _ => eliminate_column::<S, N>(simd, slots, program, &columns[0], &mut state),
        }
        columns = &columns[size..];
        waiting += size;
        if waiting >= RESCALED_COLUMNS {
            state.rescale(simd);
            waiting = 0;
        }
    }
    state.rescale(simd);
    let mut leaves = [0.0; MAX_WIDTH];
    N::store(leaf, &mut leaves);
    let [below, mantissas, exponents, growth] =
        [state.below, state.product, state.exponent, state.growth].map(|registers| {
            let mut lanes = [0.0; MAX_WIDTH];
            for (lanes, register) in S::as_mut_simd_f64s(&mut lanes).0.iter_mut().zip(registers) {
                *lanes = register;
            }
            lanes
        });
    for lane in 0..shifts.len() {
        let negative_leaves = if leaves[lane] < 0.0 { program.leaves } else { 0 };
        let determinant = Scaled::new(mantissas[lane], exponents[lane] as i32);
        results.push(Elimination {
            below: below[lane] as usize + negative_leaves,
            determinant: determinant.times(Scaled::power(leaves[lane], program.leaves)),
            growth: growth[lane],
        });
    }
}

/// What the pivots so far say about their lanes, in at most two registers.
struct State<S: Simd> {
    below: [S::f64s; 2],
    product: [S::f64s; 2],
    exponent: [S::f64s; 2],
    growth: [S::f64s; 2],
}

impl<S: Simd> State<S> {
    #[inline(always)]
    fn new(simd: S) -> Self {
        let zero = [simd.splat_f64s(0.0); 2];
        Self { below: zero, product: [simd.splat_f64s(1.0); 2], exponent: zero, growth: zero }
    }

    /// Counts and multiplies a pivot. Returns it, away from zero.
    #[inline(always)]
    fn add_pivot<N: LaneNumbers<S>>(&mut self, simd: S, pivot: N::Value) -> N::Value {
        let pivot = N::away_from_zero(simd, pivot, SMALLEST_PIVOT);
        N::fold(simd, &mut self.below, pivot, |simd, below, pivot| {
            let (zero, one) = (simd.splat_f64s(0.0), simd.splat_f64s(1.0));
            simd.add_f64s(below, simd.select_f64s(simd.less_than_f64s(pivot, zero), one, zero))
        });
        N::fold(simd, &mut self.product, pivot, |simd, product, pivot| simd.mul_f64s(product, pivot));
        pivot
    }

    /// Adds a number that is subtracted.
    #[inline(always)]
    fn add_growth<N: LaneNumbers<S>>(&mut self, simd: S, subtracted: N::Value) {
        N::fold(simd, &mut self.growth, subtracted, |simd, growth, subtracted| {
            simd.max_f64s(growth, simd.abs_f64s(subtracted))
        });
    }

    #[inline(always)]
    fn rescale(&mut self, simd: S) {
        for g in 0..2 {
            (self.product[g], self.exponent[g]) = rescale(simd, self.product[g], self.exponent[g]);
        }
    }
}

/// Eliminates one column.
#[inline(always)]
fn eliminate_column<S: Simd, N: LaneNumbers<S>>(
    simd: S,
    slots: &mut [N::Value],
    program: &Program,
    column: &Column,
    state: &mut State<S>,
) {
    let (at, entries, target) = (column.pivot as usize, column.entries as usize, column.target as usize);
    let pivot = state.add_pivot::<N>(simd, slots[at]);
    if entries == 0 {
        return;
    }
    let inverse = N::reciprocal(simd, pivot);
    let targets = &program.targets[target..target + column.updates()];
    if let (Some(products), true) = (column.products, N::IS_DOUBLE) {
        state.add_growth::<N>(simd, N::multiply(simd, N::splat(simd, column.largest), inverse));
        for (&target, &product) in targets.iter().zip(&program.products[products as usize..]) {
            let target = target as usize;
            slots[target] = N::subtract_product(simd, slots[target], N::splat(simd, product), inverse);
        }
        return;
    }
    if entries == 1 {
        let (factor, target) = (N::multiply(simd, slots[at + 1], inverse), targets[0] as usize);
        slots[target] = N::subtract_product(simd, slots[target], factor, slots[at + 1]);
        return;
    }
    let mut targets = targets.iter();
    for row in at + 1..=at + entries {
        let values = slots[row];
        let factor = N::multiply(simd, values, inverse);
        state.add_growth::<N>(simd, N::multiply(simd, factor, values));
        for (other, &target) in (row..=at + entries).zip(&mut targets) {
            let target = target as usize;
            slots[target] = N::subtract_product(simd, slots[target], factor, slots[other]);
        }
    }
}

/// Eliminates `K` columns, each of which has the next ones and their entries as its own: every number is the same as if they
/// were eliminated one after the other.
#[inline(always)]
fn eliminate_block<S: Simd, N: LaneNumbers<S>, const K: usize>(
    simd: S,
    slots: &mut [N::Value],
    targets: &[u32],
    columns: &[Column; K],
    state: &mut State<S>,
) {
    let rows = columns[K - 1].entries as usize;
    let at = columns.map(|column| column.pivot as usize);
    let mut inverses = [N::splat(simd, 1.0); K];
    for i in 0..K {
        inverses[i] = N::reciprocal(simd, state.add_pivot::<N>(simd, slots[at[i]]));
        for j in i + 1..K {
            let start = at[i] + (j - i);
            let factor = N::multiply(simd, slots[start], inverses[i]);
            state.add_growth::<N>(simd, N::multiply(simd, factor, slots[start]));
            for row in 0..K - j + rows {
                slots[at[j] + row] = N::subtract_product(simd, slots[at[j] + row], factor, slots[start + row]);
            }
        }
    }
    // The first entry of each column that is not in the block.
    let below: [usize; K] = std::array::from_fn(|i| at[i] + (K - i));
    let mut targets = targets[columns[K - 1].target as usize..].iter();
    for row in 0..rows {
        let mut factors = inverses;
        for i in 0..K {
            let value = slots[below[i] + row];
            factors[i] = N::multiply(simd, value, factors[i]);
            state.add_growth::<N>(simd, N::multiply(simd, factors[i], value));
        }
        for (other, &target) in (row..rows).zip(&mut targets) {
            let mut value = slots[target as usize];
            for i in 0..K {
                value = N::subtract_product(simd, value, factors[i], slots[below[i] + other]);
            }
            slots[target as usize] = value;
        }
    }
}

/// Moves a factor from a mantissa that leaves the range to the exponent.
#[inline(always)]
pub(super) fn rescale<S: Simd>(simd: S, mantissa: S::f64s, exponent: S::f64s) -> (S::f64s, S::f64s) {
    let (down, up) = (f64::from_bits(((1023 - STEP) as u64) << 52), f64::from_bits(((1023 + STEP) as u64) << 52));
    let size = simd.abs_f64s(mantissa);
    let is_large = simd.less_than_f64s(simd.splat_f64s(LARGE), size);
    let is_small = simd.less_than_f64s(size, simd.splat_f64s(SMALL));
    let one = simd.splat_f64s(1.0);
    let factor = simd.select_f64s(is_small, simd.splat_f64s(up), one);
    let factor = simd.select_f64s(is_large, simd.splat_f64s(down), factor);
    let step = simd.select_f64s(is_small, simd.splat_f64s(f64::from(-STEP)), simd.splat_f64s(0.0));
    let step = simd.select_f64s(is_large, simd.splat_f64s(f64::from(STEP)), step);
    (simd.mul_f64s(mantissa, factor), simd.add_f64s(exponent, step))
}
