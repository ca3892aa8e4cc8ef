//! The two block updates of a bulge chasing step.

use super::kernels::{
    LaneMasks, add_columns, columns, columns_mut, dot_columns, subtract_rank_two, symmetric_product, symmetric_rank_two,
};
use super::reflector::Reflector;
use super::register::{self, with_registers};
use super::storage::{TILE, tile_ceil, tile_floor};
use pulp::Simd;
use std::ops::Range;

/// Columns that share the loads of the vectors: as many as [`sum_each`](super::reduce_sum::sum_each) sums together.
const GROUP: usize = 4;

/// A band matrix as the kernels see it.
pub(super) struct Blocks<'a, S: Simd> {
    pub(super) simd: S,
    pub(super) masks: LaneMasks<S>,
    pub(super) entries: &'a mut [f64],
    pub(super) stride: usize,
}

impl<S: Simd> Blocks<'_, S> {
    /// Makes `reflector` annihilate the rows `[first + 1, end)` of `column`.
    #[inline(always)]
    pub(super) fn annihilate(&mut self, reflector: &mut Reflector, column: usize, first: usize, end: usize) {
        let part = &mut self.entries[tile_floor(first) + column * self.stride..];
        reflector.annihilate(self.simd, part, (first, end));
    }

    /// `D <- H D H` for the diagonal block of the rows of `H = I - tau v v^T`:
    /// with `y = tau D v` and `w = y - (tau / 2) (v^T y) v`, subtracts
    /// `v w^T + w v^T`.
    #[inline(always)]
    pub(super) fn update_diagonal(&mut self, reflector: &Reflector, product: &mut [f64], dots: &mut [f64]) {
        let Reflector { first, end, tau, ref v } = *reflector;
        if tau == 0.0 {
            return;
        }
        let (simd, stride, from) = (self.simd, self.stride, tile_floor(first));
        let (context, rows) = ((simd, &self.masks), tile_ceil(end) - from);
        let (v, product, dots) = (&v[..rows], &mut product[..rows], &mut dots[..rows]);
        product.fill(0.0);
        dots.fill(0.0);
        for tile in (from..end).step_by(TILE) {
            let skip = tile - from;
            let part = (&self.entries[tile + tile * stride..], stride);
            let in_block = first.max(tile) - tile..end.min(tile + TILE) - tile;
            let (v, sums) = (&v[skip..], (&mut product[skip..], &mut dots[skip..]));
            product_tile(context, part, in_block, v, sums);
        }
        for (y, dot) in product.iter_mut().zip(dots.iter()) {
            *y = (*y + dot) * tau;
        }
        // The first and last tiles contain rows outside the block: their entries must be zero.
        product[..first - from].fill(0.0);
        product[end - from..].fill(0.0);
        let [overlap] = dot_columns(simd, [&*product], v);
        add_columns(simd, [v], [-0.5 * tau * overlap], product);
        for tile in (from..end).step_by(TILE) {
            let skip = tile - from;
            let part = (&mut self.entries[tile + tile * stride..], stride);
            let in_block = first.max(tile) - tile..end.min(tile + TILE) - tile;
            rank_two_tile(context, part, in_block, (&v[skip..], &product[skip..]));
        }
    }

    /// Applies the reflector `(tau, v)` from the right to the block `B` below
    /// its diagonal block, makes the `next` reflector, `(sigma, u)`, from the
    /// first column, and applies it from the left.
    ///
    /// One pass forms `x = tau B v`. As `u^T (B - x v^T) = u^T B - (u^T x) v^T`,
    /// a second pass does both updates at once: `B -= x v^T + u z^T` with
    /// `z = sigma (B^T u - (u^T x) v)`.
    #[inline(always)]
    pub(super) fn update_lower(
        &mut self,
        current: &Reflector,
        next: &mut Reflector,
        product: &mut [f64],
        (first, end): (usize, usize),
    ) {
        let (simd, stride, from) = (self.simd, self.stride, tile_floor(first));
        let rows = tile_ceil(end) - from;
        let registers = rows / TILE;
        if S::F64_LANES == TILE && registers <= register::MAX_REGISTERS {
            return with_registers!(registers, K =>
                self.update_lower_in_registers::<K>(current, next, product, (first, end)));
        }
        let product = &mut product[..rows];
        let block = &mut self.entries[from + current.first * stride..];
        lower_product(simd, (block, stride), current.entries(), product);
        product.iter_mut().for_each(|entry| *entry *= current.tau);
        product[..first - from].fill(0.0);
        product[end - from..].fill(0.0);
        let [column] = columns_mut::<1>(block, stride, rows);
        subtract_rank_two(simd, [&mut *column], (product, [1.0]), (product, [0.0]));
        next.annihilate(simd, column, (first, end));
        let (u, sigma) = (&next.v[..rows], next.tau);
        let [overlap] = dot_columns(simd, [&*product], u);
        let (groups, remainder) = current.entries()[1..].as_chunks::<GROUP>();
        let mut part = &mut block[stride..];
        for factors in groups {
            let group = columns_mut::<GROUP>(part, stride, rows);
            update_columns(simd, group, (product, *factors), u, (sigma, overlap));
            part = &mut part[GROUP * stride..];
        }
        for factor in remainder {
            let group = columns_mut::<1>(part, stride, rows);
            update_columns(simd, group, (product, [*factor]), u, (sigma, overlap));
            part = &mut part[stride..];
        }
    }

    /// [`Self::update_lower`] for columns of `K` registers.
    #[inline(always)]
    fn update_lower_in_registers<const K: usize>(
        &mut self,
        current: &Reflector,
        next: &mut Reflector,
        product: &mut [f64],
        (first, end): (usize, usize),
    ) {
        let (simd, stride, from) = (self.simd, self.stride, tile_floor(first));
        let (v, rows) = (current.entries(), K * S::F64_LANES);
        let product = &mut product[..rows];
        let block = &mut self.entries[from + current.first * stride..];
        let x = register::block_product::<S, K>(simd, block, stride, v, current.tau);
        register::store::<S, K>(x, product);
        product[..first - from].fill(0.0);
        product[end - from..].fill(0.0);
        let [column] = columns_mut::<1>(block, stride, rows);
        subtract_rank_two(simd, [&mut *column], (product, [1.0]), (product, [0.0]));
        next.annihilate(simd, column, (first, end));
        let x = register::load::<S, K>(simd, product);
        let u = register::load::<S, K>(simd, &next.v);
        let [overlap] = dot_columns(simd, [&*product], &next.v[..rows]);
        let block = &mut block[stride..];
        register::update_block(simd, block, stride, &v[1..], (&x, &u), (next.tau, overlap));
    }
}

/// The first pass of [`Blocks::update_lower`]: `product = B v`.
#[inline(always)]
fn lower_product<S: Simd>(simd: S, (block, stride): (&[f64], usize), v: &[f64], product: &mut [f64]) {
    // Two groups at a time: this pass loads and stores `product` once for each step.
    const WIDE: usize = 2 * GROUP;
    let (mut part, rows) = (block, product.len());
    product.fill(0.0);
    let (groups, remainder) = v.as_chunks::<WIDE>();
    for factors in groups {
        add_columns(simd, columns::<WIDE>(part, stride, rows), *factors, product);
        part = &part[WIDE * stride..];
    }
    for factor in remainder {
        add_columns(simd, columns::<1>(part, stride, rows), [*factor], product);
        part = &part[stride..];
    }
}

/// One tile of columns of the product of [`Blocks::update_diagonal`].
#[inline(always)]
fn product_tile<S: Simd>(
    context: (S, &LaneMasks<S>),
    (tile, stride): (&[f64], usize),
    in_block: Range<usize>,
    v: &[f64],
    (y, dots): (&mut [f64], &mut [f64]),
) {
    if is_whole::<S>(&in_block) {
        let sums = symmetric_product(context, columns::<TILE>(tile, stride, v.len()), 0, v, y);
        dots[..TILE].copy_from_slice(&sums);
        return;
    }
    for column in (in_block.start & !(GROUP - 1)..in_block.end).step_by(GROUP) {
        let part = columns::<GROUP>(&tile[column * stride..], stride, v.len());
        let sums = symmetric_product(context, part, column, v, y);
        dots[column..column + GROUP].copy_from_slice(&sums);
    }
}

/// One tile of columns of the update of [`Blocks::update_diagonal`].
#[inline(always)]
fn rank_two_tile<S: Simd>(
    context: (S, &LaneMasks<S>),
    (tile, stride): (&mut [f64], usize),
    in_block: Range<usize>,
    (v, w): (&[f64], &[f64]),
) {
    if is_whole::<S>(&in_block) {
        return symmetric_rank_two(context, columns_mut::<TILE>(tile, stride, v.len()), 0, v, w);
    }
    for column in (in_block.start & !(GROUP - 1)..in_block.end).step_by(GROUP) {
        let part = columns_mut::<GROUP>(&mut tile[column * stride..], stride, v.len());
        symmetric_rank_two(context, part, column, v, w);
    }
}

/// Whether all columns of a tile, of which some are in a block, share the loads of the vectors: with the 32 registers of
/// AVX-512, if both groups have columns in the block.
#[inline(always)]
fn is_whole<S: Simd>(in_block: &Range<usize>) -> bool {
    S::F64_LANES == TILE && in_block.start < GROUP && in_block.end > GROUP
}

/// The second pass of [`Blocks::update_lower`] on a group of columns.
#[inline(always)]
fn update_columns<S: Simd, const G: usize>(
    simd: S,
    columns: [&mut [f64]; G],
    (x, factors): (&[f64], [f64; G]),
    u: &[f64],
    (sigma, overlap): (f64, f64),
) {
    let shared = columns.each_ref().map(|column| &**column);
    let dots = dot_columns(simd, shared, u);
    let z = core::array::from_fn(|g| sigma * (dots[g] - overlap * factors[g]));
    subtract_rank_two(simd, columns, (x, factors), (u, z));
}

const _: () = assert!(TILE.is_multiple_of(GROUP));
