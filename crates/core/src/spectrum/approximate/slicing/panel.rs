//! Elimination inside one front, a panel of pivots at a time, one shift per lane.
//!
//! The entries of all shifts are adjacent in memory, so every operation uses a full register for a front of any shape.
//! Tiles of 4 × 4 entries keep the operands of large fronts in registers.

use pulp::Simd;

use super::assembly_tree::triangle;
use super::inertia::MAX_WIDTH;

/// A pivot of smaller absolute value is replaced by this value with the same sign. That moves the eigenvalues by at
/// most 1e-8, which is also the order of the rounding errors that division by such a pivot causes.
pub(super) const SMALLEST_PIVOT: f64 = 1e-8;

/// Largest number of pivots that update the trailing block together: the columns and multipliers of a tile, 2 · 4 · 32
/// registers of 64 bytes, then take 16 KiB, half of a first-level cache.
const PANEL: usize = 32;

/// Rows and columns of a tile: its 16 sums and 4 column entries fit the 32 registers of AVX-512.
const TILE: usize = 4;

/// Entries of the buffer for fronts of up to `size` rows, for one shift.
pub(super) fn buffer_size(size: usize) -> usize {
    (2 * size + 1) * PANEL
}

/// Eliminates the first `pivots` rows of a front of `size` rows, given by its lower triangle row by row; adds the
/// negative pivots of each lane to `counts`.
#[inline(always)]
pub(super) fn eliminate<S: Simd>(
    simd: S,
    front: &mut [S::f64s],
    size: usize,
    pivots: usize,
    buffer: &mut [S::f64s],
    counts: &mut [usize; MAX_WIDTH],
) {
    let (reciprocals, buffer) = buffer.split_at_mut(PANEL);
    let (columns, multipliers) = buffer.split_at_mut(buffer.len() / 2);
    for first in (0..pivots).step_by(PANEL) {
        let width = (pivots - first).min(PANEL);
        let reciprocals = &mut reciprocals[..width];
        let columns = &mut columns[..(size - first) * width];
        let multipliers = &mut multipliers[..(size - first) * width];
        let (top, below) = columns.split_at_mut(width * width);
        factor_top(simd, front, first, reciprocals, top, counts);
        let rows = below.chunks_exact_mut(width).zip(multipliers[width * width..].chunks_exact_mut(width));
        for (row, (columns, multipliers)) in rows.enumerate() {
            let start = triangle(first + width + row) + first;
            columns.copy_from_slice(&front[start..start + width]);
            divide_row(simd, top, reciprocals, columns, multipliers);
        }
        let panel = Panel::<S> { width, columns: below, multipliers: &multipliers[width * width..] };
        update(simd, front, first + width, size, panel);
    }
}

/// Factors the triangle of the panel's own rows. `top` receives its columns before division, row by row.
#[inline(always)]
fn factor_top<S: Simd>(
    simd: S,
    front: &[S::f64s],
    first: usize,
    reciprocals: &mut [S::f64s],
    top: &mut [S::f64s],
    counts: &mut [usize; MAX_WIDTH],
) {
    let width = reciprocals.len();
    for row in 0..width {
        let start = triangle(first + row) + first;
        top[row * width..row * width + row + 1].copy_from_slice(&front[start..=start + row]);
    }
    for pivot in 0..width {
        let value = count_pivot(simd, top[pivot * width + pivot], counts);
        reciprocals[pivot] = simd.div_f64s(simd.splat_f64s(1.0), value);
        for row in pivot + 1..width {
            let multiplier = simd.neg_f64s(simd.mul_f64s(top[row * width + pivot], reciprocals[pivot]));
            for column in pivot + 1..=row {
                let entry = top[row * width + column];
                top[row * width + column] = simd.mul_add_e_f64s(multiplier, top[column * width + pivot], entry);
            }
        }
    }
}

/// Updates a row below the panel and finds the multipliers of the pivot rows that eliminate it.
#[inline(always)]
fn divide_row<S: Simd>(
    simd: S,
    top: &[S::f64s],
    reciprocals: &[S::f64s],
    columns: &mut [S::f64s],
    multipliers: &mut [S::f64s],
) {
    let width = reciprocals.len();
    for pivot in 0..width {
        let multiplier = simd.neg_f64s(simd.mul_f64s(columns[pivot], reciprocals[pivot]));
        multipliers[pivot] = multiplier;
        for column in pivot + 1..width {
            columns[column] = simd.mul_add_e_f64s(multiplier, top[column * width + pivot], columns[column]);
        }
    }
}

/// The part of a panel below its own rows: the pivot columns, and the multipliers of the pivot rows.
struct Panel<'a, S: Simd> {
    width: usize,
    columns: &'a [S::f64s],
    multipliers: &'a [S::f64s],
}

impl<'a, S: Simd> Panel<'a, S> {
    /// The columns in `count` rows from `row` on.
    #[inline(always)]
    fn columns(&self, row: usize, count: usize) -> &'a [S::f64s] {
        &self.columns[row * self.width..][..count * self.width]
    }

    #[inline(always)]
    fn multipliers(&self, row: usize, count: usize) -> &'a [S::f64s] {
        &self.multipliers[row * self.width..][..count * self.width]
    }
}

/// Updates the trailing block, the rows from `start` on.
#[inline(always)]
fn update<S: Simd>(simd: S, front: &mut [S::f64s], start: usize, size: usize, panel: Panel<'_, S>) {
    let trailing = size - start;
    let tiled = trailing / TILE * TILE;
    for row in (0..tiled).step_by(TILE) {
        for column in (0..row).step_by(TILE) {
            update_tile(simd, front, start, [row, column], &panel);
        }
        for at in row..row + TILE {
            update_row(simd, front, start, [at, row], &panel);
        }
    }
    for row in tiled..trailing {
        update_row(simd, front, start, [row, 0], &panel);
    }
}

/// One tile of the trailing block.
#[inline(always)]
fn update_tile<S: Simd>(simd: S, front: &mut [S::f64s], start: usize, [row, column]: [usize; 2], panel: &Panel<'_, S>) {
    let width = panel.width;
    let (multipliers, columns) = (panel.multipliers(row, TILE), panel.columns(column, TILE));
    let mut sums = [[simd.splat_f64s(0.0); TILE]; TILE];
    for pivot in 0..width {
        let mut column_entries = [simd.splat_f64s(0.0); TILE];
        for at in 0..TILE {
            column_entries[at] = columns[at * width + pivot];
        }
        for at in 0..TILE {
            let multiplier = multipliers[at * width + pivot];
            for to in 0..TILE {
                sums[at][to] = simd.mul_add_e_f64s(multiplier, column_entries[to], sums[at][to]);
            }
        }
    }
    for at in 0..TILE {
        let entries = &mut front[triangle(start + row + at) + start + column..][..TILE];
        for to in 0..TILE {
            entries[to] = simd.add_f64s(entries[to], sums[at][to]);
        }
    }
}

/// One row of the trailing block from column `from` to the diagonal.
#[inline(always)]
fn update_row<S: Simd>(simd: S, front: &mut [S::f64s], start: usize, [row, from]: [usize; 2], panel: &Panel<'_, S>) {
    let multipliers = panel.multipliers(row, 1);
    let columns = panel.columns(from, row + 1 - from).chunks_exact(panel.width);
    let entries = &mut front[triangle(start + row) + start..][from..=row];
    for (entry, columns) in entries.iter_mut().zip(columns) {
        let mut sum = *entry;
        for (&multiplier, &column) in multipliers.iter().zip(columns) {
            sum = simd.mul_add_e_f64s(multiplier, column, sum);
        }
        *entry = sum;
    }
}

/// Counts the negative lanes of a pivot and replaces lanes that are too close to zero.
#[inline(always)]
fn count_pivot<S: Simd>(_: S, pivot: S::f64s, counts: &mut [usize; MAX_WIDTH]) -> S::f64s {
    let mut lanes = [0.0; MAX_WIDTH];
    S::as_mut_simd_f64s(&mut lanes).0[0] = pivot;
    for (lane, count) in lanes.iter_mut().zip(counts) {
        *count += usize::from(*lane < 0.0);
        if lane.abs() < SMALLEST_PIVOT {
            *lane = SMALLEST_PIVOT.copysign(*lane);
        }
    }
    S::as_simd_f64s(&lanes).0[0]
}
