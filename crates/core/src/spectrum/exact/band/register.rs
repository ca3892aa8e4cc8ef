//! Kernels on blocks whose columns are `K` SIMD registers long.
//!
//! With `K` a constant the vectors that all columns share stay in registers,
//! and the short loops over a column unroll. At bandwidth 51 that takes a
//! quarter off the time of loops of run-time length. Used with AVX-512 only:
//! fewer registers do not hold the vectors.

use super::kernels::columns_mut;
use super::reduce_sum::sum_each;
use pulp::Simd;

/// Columns whose inner products are reduced together, as in `blocks`.
const GROUP: usize = 4;

/// Largest number of registers of a column: two vectors of 12 registers and parts
/// of a column fit the 32 registers of AVX-512.
pub(super) const MAX_REGISTERS: usize = 12;

/// Evaluates a call for a constant of the given value from 1 to [`MAX_REGISTERS`].
macro_rules! with_registers {
    ($count:expr, $R:ident => $call:expr) => {
        match $count {
            1 => {
                const $R: usize = 1;
                $call
            }
            2 => {
                const $R: usize = 2;
                $call
            }
            3 => {
                const $R: usize = 3;
                $call
            }
            4 => {
                const $R: usize = 4;
                $call
            }
            5 => {
                const $R: usize = 5;
                $call
            }
            6 => {
                const $R: usize = 6;
                $call
            }
            7 => {
                const $R: usize = 7;
                $call
            }
            8 => {
                const $R: usize = 8;
                $call
            }
            9 => {
                const $R: usize = 9;
                $call
            }
            10 => {
                const $R: usize = 10;
                $call
            }
            11 => {
                const $R: usize = 11;
                $call
            }
            _ => {
                const $R: usize = 12;
                $call
            }
        }
    };
}
pub(super) use with_registers;

/// The first `K` registers of `entries`.
#[inline(always)]
pub(super) fn load<S: Simd, const K: usize>(simd: S, entries: &[f64]) -> [S::f64s; K] {
    let source = &S::as_simd_f64s(entries).0[..K];
    let mut registers = [simd.splat_f64s(0.0); K];
    registers.copy_from_slice(source);
    registers
}

/// Stores `K` registers.
#[inline(always)]
pub(super) fn store<S: Simd, const K: usize>(registers: [S::f64s; K], entries: &mut [f64]) {
    S::as_mut_simd_f64s(entries).0[..K].copy_from_slice(&registers);
}

/// `x += column * factor`.
#[inline(always)]
fn add_column<S: Simd, const K: usize>(simd: S, x: &mut [S::f64s; K], column: &[f64], factor: f64) {
    let column = &S::as_simd_f64s(column).0[..K];
    let factor = simd.splat_f64s(factor);
    for i in 0..K {
        x[i] = simd.mul_add_e_f64s(column[i], factor, x[i]);
    }
}

/// `scale * B * factors` for the block `B` with columns `stride` apart.
#[inline(always)]
pub(super) fn block_product<S: Simd, const K: usize>(
    simd: S,
    block: &[f64],
    stride: usize,
    factors: &[f64],
    scale: f64,
) -> [S::f64s; K] {
    // Two sums: a single chain of additions would be limited by latency.
    let mut even = [simd.splat_f64s(0.0); K];
    let mut odd = even;
    let (pairs, last) = factors.as_chunks::<2>();
    let mut columns = block.chunks(stride);
    for &[first, second] in pairs {
        if let (Some(left), Some(right)) = (columns.next(), columns.next()) {
            add_column(simd, &mut even, left, first);
            add_column(simd, &mut odd, right, second);
        }
    }
    if let (Some(column), [factor]) = (columns.next(), last) {
        add_column(simd, &mut even, column, *factor);
    }
    let scale = simd.splat_f64s(scale);
    for i in 0..K {
        even[i] = simd.mul_f64s(simd.add_f64s(even[i], odd[i]), scale);
    }
    even
}

/// `B -= x v^T + u z^T` with `z = sigma (B^T u - overlap v)`, see
/// `Blocks::update_lower`; `v` are the `factors`.
#[inline(always)]
pub(super) fn update_block<S: Simd, const K: usize>(
    simd: S,
    block: &mut [f64],
    stride: usize,
    factors: &[f64],
    (x, u): (&[S::f64s; K], &[S::f64s; K]),
    (sigma, overlap): (f64, f64),
) {
    let rows = K * S::F64_LANES;
    let (groups, remainder) = factors.as_chunks::<GROUP>();
    let mut block = block;
    for factors in groups {
        let columns = columns_mut::<GROUP>(block, stride, rows);
        update_group(simd, columns, factors, (x, u), (sigma, overlap));
        block = &mut block[GROUP * stride..];
    }
    for factor in remainder {
        let columns = columns_mut::<1>(block, stride, rows);
        update_group(simd, columns, &[*factor], (x, u), (sigma, overlap));
        block = &mut block[stride..];
    }
}

/// [`update_block`] for a group of columns.
#[inline(always)]
fn update_group<S: Simd, const K: usize, const G: usize>(
    simd: S,
    columns: [&mut [f64]; G],
    factors: &[f64; G],
    (x, u): (&[S::f64s; K], &[S::f64s; K]),
    (sigma, overlap): (f64, f64),
) {
    let columns = columns.map(|column| &mut S::as_mut_simd_f64s(column).0[..K]);
    let mut sums = [simd.splat_f64s(0.0); G];
    for i in 0..K {
        for k in 0..G {
            sums[k] = simd.mul_add_e_f64s(columns[k][i], u[i], sums[k]);
        }
    }
    let dots = sum_each(simd, sums);
    for k in 0..G {
        let x_factor = simd.splat_f64s(-factors[k]);
        let u_factor = simd.splat_f64s(sigma * (overlap * factors[k] - dots[k]));
        for i in 0..K {
            let partial = simd.mul_add_e_f64s(x[i], x_factor, columns[k][i]);
            columns[k][i] = simd.mul_add_e_f64s(u[i], u_factor, partial);
        }
    }
}
