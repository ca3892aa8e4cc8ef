//! SIMD kernels on groups of columns of a skewed column-major matrix.
//!
//! For the block updates of bulge chasing. Every kernel processes whole tiles of
//! rows. Its vectors are zero in the rows of the first and last tile that are
//! outside the block, so the entries there are read but never changed.

use super::reduce_sum::sum_each;
use super::storage::TILE;
use pulp::Simd;

/// The rows `[0, rows)` of `G` columns that are `stride` apart.
#[inline(always)]
pub(super) fn columns_mut<const G: usize>(entries: &mut [f64], stride: usize, rows: usize) -> [&mut [f64]; G] {
    let mut remaining = entries;
    core::array::from_fn(|_| {
        let at = stride.min(remaining.len());
        let (column, tail) = core::mem::take(&mut remaining).split_at_mut(at);
        remaining = tail;
        &mut column[..rows]
    })
}

/// The rows `[0, rows)` of `G` columns that are `stride` apart.
#[inline(always)]
pub(super) fn columns<const G: usize>(entries: &[f64], stride: usize, rows: usize) -> [&[f64]; G] {
    core::array::from_fn(|k| &entries[k * stride..k * stride + rows])
}

/// The entries `[at, at + G)`.
#[inline(always)]
pub(super) fn group_of<const G: usize>(entries: &[f64], at: usize) -> [f64; G] {
    let mut group = [0.0; G];
    group.copy_from_slice(&entries[at..at + G]);
    group
}

/// A register filled with `sign * factor` for each factor.
// A loop, because SIMD instructions in a closure would not be inlined.
#[inline(always)]
pub(super) fn splat_each<S: Simd, const G: usize>(simd: S, factors: [f64; G], sign: f64) -> [S::f64s; G] {
    let mut registers = [simd.splat_f64s(0.0); G];
    for k in 0..G {
        registers[k] = simd.splat_f64s(sign * factors[k]);
    }
    registers
}

/// `x += sum_k columns[k] * factors[k]`.
#[inline(always)]
pub(super) fn add_columns<S: Simd, const G: usize>(simd: S, columns: [&[f64]; G], factors: [f64; G], x: &mut [f64]) {
    let x = S::as_mut_simd_f64s(x).0;
    let columns = columns.map(|column| &S::as_simd_f64s(column).0[..x.len()]);
    let factors = splat_each(simd, factors, 1.0);
    for i in 0..x.len() {
        let mut sum = x[i];
        for k in 0..G {
            sum = simd.mul_add_e_f64s(columns[k][i], factors[k], sum);
        }
        x[i] = sum;
    }
}

/// The inner products of `u` and each column.
#[inline(always)]
pub(super) fn dot_columns<S: Simd, const G: usize>(simd: S, columns: [&[f64]; G], u: &[f64]) -> [f64; G] {
    let u = S::as_simd_f64s(u).0;
    let columns = columns.map(|column| &S::as_simd_f64s(column).0[..u.len()]);
    let mut sums = [simd.splat_f64s(0.0); G];
    for i in 0..u.len() {
        for k in 0..G {
            sums[k] = simd.mul_add_e_f64s(columns[k][i], u[i], sums[k]);
        }
    }
    sum_each(simd, sums)
}

/// `columns[k] -= x * x_factors[k] + u * u_factors[k]`.
#[inline(always)]
pub(super) fn subtract_rank_two<S: Simd, const G: usize>(
    simd: S,
    columns: [&mut [f64]; G],
    (x, x_factors): (&[f64], [f64; G]),
    (u, u_factors): (&[f64], [f64; G]),
) {
    let x = S::as_simd_f64s(x).0;
    let u = &S::as_simd_f64s(u).0[..x.len()];
    let columns = columns.map(|column| &mut S::as_mut_simd_f64s(column).0[..x.len()]);
    let x_factors = splat_each(simd, x_factors, -1.0);
    let u_factors = splat_each(simd, u_factors, -1.0);
    for i in 0..x.len() {
        let (x, u) = (x[i], u[i]);
        for k in 0..G {
            let partial = simd.mul_add_e_f64s(x, x_factors[k], columns[k][i]);
            columns[k][i] = simd.mul_add_e_f64s(u, u_factors[k], partial);
        }
    }
}

/// For each lane, the mask of this lane and all higher lanes of a register.
#[derive(Clone, Copy)]
pub(super) struct LaneMasks<S: Simd>([S::m64s; TILE + 1]);

impl<S: Simd> LaneMasks<S> {
    #[inline(always)]
    pub(super) fn new(simd: S) -> Self {
        const NUMBERS: [f64; TILE] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        let numbers = S::as_simd_f64s(&NUMBERS).0[0];
        let mut masks = [simd.greater_than_or_equal_f64s(numbers, numbers); TILE + 1];
        for (lane, mask) in masks.iter_mut().enumerate() {
            *mask = simd.greater_than_or_equal_f64s(numbers, simd.splat_f64s(lane as f64));
        }
        Self(masks)
    }

    /// Mask of the rows of a tile from `row` on, in its register number `register`.
    #[inline(always)]
    pub(super) fn rows_from(&self, register: usize, row: usize) -> S::m64s {
        self.0[row.saturating_sub(register * S::F64_LANES).min(TILE)]
    }
}

/// One group of columns of a symmetric matrix-vector product.
///
/// The columns start with the tile that holds their diagonal entries, column
/// `k` in row `row + k` of that tile. With `L` the strict lower
/// triangle, adds `L v` to `y` and returns `(L + D)^T v` for the group.
#[inline(always)]
pub(super) fn symmetric_product<S: Simd, const G: usize>(
    (simd, masks): (S, &LaneMasks<S>),
    columns: [&[f64]; G],
    row: usize,
    v: &[f64],
    y: &mut [f64],
) -> [f64; G] {
    let lanes = S::F64_LANES;
    let zero = simd.splat_f64s(0.0);
    let factors = splat_each(simd, group_of::<G>(v, row), 1.0);
    let y = S::as_mut_simd_f64s(y).0;
    let v = &S::as_simd_f64s(v).0[..y.len()];
    let columns = columns.map(|column| &S::as_simd_f64s(column).0[..y.len()]);
    let mut sums = [zero; G];
    let head = (TILE / lanes).min(y.len());
    for i in 0..head {
        let mut sum = y[i];
        for k in 0..G {
            let from_diagonal = masks.rows_from(i, row + k);
            let below_diagonal = masks.rows_from(i, row + k + 1);
            let lower = simd.select_f64s(from_diagonal, columns[k][i], zero);
            let strict = simd.select_f64s(below_diagonal, columns[k][i], zero);
            sums[k] = simd.mul_add_e_f64s(lower, v[i], sums[k]);
            sum = simd.mul_add_e_f64s(strict, factors[k], sum);
        }
        y[i] = sum;
    }
    for i in head..y.len() {
        let mut sum = y[i];
        for k in 0..G {
            sums[k] = simd.mul_add_e_f64s(columns[k][i], v[i], sums[k]);
            sum = simd.mul_add_e_f64s(columns[k][i], factors[k], sum);
        }
        y[i] = sum;
    }
    sum_each(simd, sums)
}

/// One group of columns of `A -= v w^T + w v^T`, lower triangle only; the
/// columns lie as in [`symmetric_product`].
#[inline(always)]
pub(super) fn symmetric_rank_two<S: Simd, const G: usize>(
    (simd, masks): (S, &LaneMasks<S>),
    columns: [&mut [f64]; G],
    row: usize,
    v: &[f64],
    w: &[f64],
) {
    let lanes = S::F64_LANES;
    let v_factors = splat_each(simd, group_of::<G>(v, row), -1.0);
    let w_factors = splat_each(simd, group_of::<G>(w, row), -1.0);
    let v = S::as_simd_f64s(v).0;
    let w = &S::as_simd_f64s(w).0[..v.len()];
    let columns = columns.map(|column| &mut S::as_mut_simd_f64s(column).0[..v.len()]);
    let head = (TILE / lanes).min(v.len());
    for i in 0..head {
        for k in 0..G {
            let old = columns[k][i];
            let partial = simd.mul_add_e_f64s(v[i], w_factors[k], old);
            let new = simd.mul_add_e_f64s(w[i], v_factors[k], partial);
            let from_diagonal = masks.rows_from(i, row + k);
            columns[k][i] = simd.select_f64s(from_diagonal, new, old);
        }
    }
    for i in head..v.len() {
        let (v, w) = (v[i], w[i]);
        for k in 0..G {
            let partial = simd.mul_add_e_f64s(v, w_factors[k], columns[k][i]);
            columns[k][i] = simd.mul_add_e_f64s(w, v_factors[k], partial);
        }
    }
}
