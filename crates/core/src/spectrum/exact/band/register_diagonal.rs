//! Kernels on the tiles of a symmetric block whose columns are at most `R`
//! registers long; a tile here is as wide as a register has lanes.

use super::kernels::{LaneMasks, columns, columns_mut, group_of, splat_each};
use super::reduce_sum::sum_each;
use super::register::{load, store};
use pulp::Simd;
use std::ops::Range;

/// Columns whose inner products are reduced together; divides the lanes.
const GROUP: usize = 4;

/// The columns `in_block` of one tile of `y += L v`, `dots = (L + D)^T v` with
/// the strict lower triangle `L` and the diagonal `D`; `tile` starts at the
/// diagonal entry of the first column of the tile.
#[inline(always)]
pub(super) fn symmetric_product<S: Simd, const R: usize>(
    (simd, masks): (S, &LaneMasks<S>),
    (tile, stride): (&[f64], usize),
    in_block: Range<usize>,
    v: &[f64],
    (y, dots): (&mut [f64], &mut [f64]),
) {
    let zero = simd.splat_f64s(0.0);
    let registers = load::<S, R>(simd, v);
    let mut result = load::<S, R>(simd, y);
    let start = in_block.start & !(GROUP - 1);
    for group in (start..in_block.end).step_by(GROUP) {
        let part = columns::<GROUP>(&tile[group * stride..], stride, R * S::F64_LANES);
        let part = part.map(|column| &S::as_simd_f64s(column).0[..R]);
        let factors = splat_each(simd, group_of::<GROUP>(v, group), 1.0);
        let mut sums = [zero; GROUP];
        for k in 0..GROUP {
            let lower = masks.rows_from(0, group + k);
            let strict = masks.rows_from(0, group + k + 1);
            let head = simd.select_f64s(lower, part[k][0], zero);
            sums[k] = simd.mul_f64s(head, registers[0]);
            let head = simd.select_f64s(strict, part[k][0], zero);
            result[0] = simd.mul_add_e_f64s(head, factors[k], result[0]);
        }
        for i in 1..R {
            for k in 0..GROUP {
                let entries = part[k][i];
                sums[k] = simd.mul_add_e_f64s(entries, registers[i], sums[k]);
                result[i] = simd.mul_add_e_f64s(entries, factors[k], result[i]);
            }
        }
        dots[group..group + GROUP].copy_from_slice(&sum_each(simd, sums));
    }
    store::<S, R>(result, y);
}

/// The columns `in_block` of one tile of `A -= v w^T + w v^T`, lower triangle.
#[inline(always)]
pub(super) fn symmetric_rank_two<S: Simd, const R: usize>(
    (simd, masks): (S, &LaneMasks<S>),
    (tile, stride): (&mut [f64], usize),
    in_block: Range<usize>,
    (v, w): (&[f64], &[f64]),
) {
    let (v_rows, w_rows) = (load::<S, R>(simd, v), load::<S, R>(simd, w));
    let start = in_block.start & !(GROUP - 1);
    for group in (start..in_block.end).step_by(GROUP) {
        let part = columns_mut::<GROUP>(&mut tile[group * stride..], stride, R * S::F64_LANES);
        let v_factors = splat_each(simd, group_of::<GROUP>(v, group), -1.0);
        let w_factors = splat_each(simd, group_of::<GROUP>(w, group), -1.0);
        for (k, column) in part.into_iter().enumerate() {
            let column = &mut S::as_mut_simd_f64s(column).0[..R];
            let above = column[0];
            for i in 0..R {
                let partial = simd.mul_add_e_f64s(v_rows[i], w_factors[k], column[i]);
                column[i] = simd.mul_add_e_f64s(w_rows[i], v_factors[k], partial);
            }
            let lower = masks.rows_from(0, group + k);
            column[0] = simd.select_f64s(lower, column[0], above);
        }
    }
}
