//! The pivots of L − sI for many shifts at a time: one shift per SIMD lane.

use pulp::{Arch, Simd, WithSimd};

use super::lane_numbers::{Double, LaneNumbers, TwiceDouble};
use super::program::{Column, Program};
use super::scaled::Scaled;
use crate::spectrum::matrix::aligned::AlignedVec;

/// Largest number of shifts at a time: two AVX-512 registers.
const MAX_WIDTH: usize = 16;

/// A smaller pivot is replaced by this: its column would overflow. It is a perturbation of the diagonal far below rounding.
const SMALLEST_PIVOT: f64 = 1e-30;

/// Columns between two calls of [`rescale`]. Pivots and their reciprocals are mostly below 1e30.
const RESCALED_COLUMNS: usize = 4;

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
        if column.square.is_none() {
            let entries = pivot + 1..pivot + 1 + column.entries as usize;
            for (slot, &value) in slots[entries.clone()].iter_mut().zip(&program.initial[entries]) {
                *slot = N::splat(simd, value);
            }
        }
    }
    let mut state = State::new(simd);
    for columns in program.columns.chunks(RESCALED_COLUMNS) {
        for column in columns {
            eliminate_column::<S, N>(simd, slots, &program.targets, column, &mut state);
        }
        for g in 0..2 {
            (state.product[g], state.exponent[g]) = rescale(simd, state.product[g], state.exponent[g]);
        }
    }
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
}

/// Eliminates one column.
#[inline(always)]
fn eliminate_column<S: Simd, N: LaneNumbers<S>>(
    simd: S,
    slots: &mut [N::Value],
    targets: &[u32],
    column: &Column,
    state: &mut State<S>,
) {
    let (at, entries, target) = (column.pivot as usize, column.entries as usize, column.target as usize);
    let pivot = N::away_from_zero(simd, slots[at], SMALLEST_PIVOT);
    N::fold(simd, &mut state.below, pivot, |simd, below, pivot| {
        let (zero, one) = (simd.splat_f64s(0.0), simd.splat_f64s(1.0));
        simd.add_f64s(below, simd.select_f64s(simd.less_than_f64s(pivot, zero), one, zero))
    });
    N::fold(simd, &mut state.product, pivot, |simd, product, pivot| simd.mul_f64s(product, pivot));
    if entries == 0 {
        return;
    }
    let inverse = N::reciprocal(simd, pivot);
    if let Some(square) = column.square {
        slots[target] = N::subtract_product(simd, slots[target], N::splat(simd, square), inverse);
        return;
    }
    if entries == 1 {
        let factor = N::multiply(simd, slots[at + 1], inverse);
        slots[target] = N::subtract_product(simd, slots[target], factor, slots[at + 1]);
        return;
    }
    let mut targets = targets[target..].iter();
    for row in at + 1..=at + entries {
        let values = slots[row];
        let factor = N::multiply(simd, values, inverse);
        N::fold(simd, &mut state.growth, N::multiply(simd, factor, values), |simd, growth, square| {
            simd.max_f64s(growth, simd.abs_f64s(square))
        });
        for (other, &target) in (row..=at + entries).zip(&mut targets) {
            let target = target as usize;
            slots[target] = N::subtract_product(simd, slots[target], factor, slots[other]);
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
