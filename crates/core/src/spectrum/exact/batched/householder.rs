//! Householder tridiagonalisation of one symmetric matrix per lane.

use pulp::Simd;

/// Number of work vectors of [`tridiagonalize`].
pub(super) const VECTORS: usize = 4;

/// A column of smaller squared norm is zero: its entries are below 1e-30, far below the rounding error of entries of
/// size 1, and division by smaller ones would overflow.
const ZERO_COLUMN: f64 = 1e-60;

/// Length of the packed lower triangle of a matrix of `size` rows.
pub(super) fn packed_len(size: usize) -> usize {
    size * (size + 1) / 2
}

/// Index of element `(row, column)`, `row ≥ column`, in the lower triangle packed column by column.
pub(super) fn packed_index(size: usize, row: usize, column: usize) -> usize {
    debug_assert!(column <= row && row < size, "({row}, {column}) is not in the lower triangle of {size} rows");
    column * (2 * size - column + 1) / 2 + (row - column)
}

/// Reduces the packed lower triangle to a diagonal and a squared off-diagonal with the same eigenvalues.
///
/// # Formula
/// ```text
/// u = x − β e₁,  β = −sign(x₁)‖x‖,  h = ‖x‖² + |x₁|‖x‖,     x: the column below the diagonal
/// p = A u / h,   q = p − (u·p / 2h) u,    A ← A − u qᵀ − q uᵀ
/// ```
/// Martin, Reinsch, Wilkinson 1968 (`tred1`). The update of one step is applied in the same pass over the matrix that
/// forms `A u` for the next: one read and one write of each element a step.
///
/// # Complexity
/// 4/3 n³ flops for each lane.
///
/// Row k of the result goes to `k · stride` of `diagonal` and `squared`.
#[inline(always)]
pub(super) fn tridiagonalize<S: Simd>(
    simd: S,
    size: usize,
    matrix: &mut [S::f64s],
    vectors: &mut [S::f64s],
    stride: usize,
    diagonal: &mut [S::f64s],
    squared: &mut [S::f64s],
) {
    let zero = simd.splat_f64s(0.0);
    let (u, vectors) = vectors.split_at_mut(size);
    let (q, vectors) = vectors.split_at_mut(size);
    let (next, vectors) = vectors.split_at_mut(size);
    let product = &mut vectors[..size];
    let mut columns = matrix;
    for k in 0..size {
        let (column, trailing) = columns.split_at_mut(size - k);
        columns = trailing;
        update_column(simd, column, &u[k..], &q[k..]);
        diagonal[k * stride] = column[0];
        if k + 1 == size {
            break;
        }
        let (norm2, inverse) = reflector(simd, &column[1..], &mut next[k + 1..]);
        squared[k * stride] = norm2;
        product[k + 1..].fill(zero);
        update_and_multiply(simd, columns, &u[k + 1..], &q[k + 1..], &next[k + 1..], &mut product[k + 1..]);
        finish_step(simd, &next[k + 1..], &product[k + 1..], inverse, &mut u[k + 1..], &mut q[k + 1..]);
    }
}

/// Applies the deferred update `A ← A − u qᵀ − q uᵀ` to one column from its diagonal down.
#[inline(always)]
fn update_column<S: Simd>(simd: S, column: &mut [S::f64s], u: &[S::f64s], q: &[S::f64s]) {
    let (u0, q0) = (u[0], q[0]);
    for ((a, &u), &q) in column.iter_mut().zip(u).zip(q) {
        *a = rank_two(simd, *a, u, q0, q, u0);
    }
}

/// `a − u q0 − q u0`.
#[inline(always)]
fn rank_two<S: Simd>(simd: S, a: S::f64s, u: S::f64s, q0: S::f64s, q: S::f64s, u0: S::f64s) -> S::f64s {
    simd.negate_mul_add_e_f64s(q, u0, simd.negate_mul_add_e_f64s(u, q0, a))
}

/// The reflector that annihilates all but the first entry of `x`: writes `u`, gives `‖x‖²` and `1/h` (0 for a zero
/// `x`).
#[inline(always)]
fn reflector<S: Simd>(simd: S, x: &[S::f64s], u: &mut [S::f64s]) -> (S::f64s, S::f64s) {
    let zero = simd.splat_f64s(0.0);
    let mut norm2 = zero;
    for (u, &x) in u.iter_mut().zip(x) {
        norm2 = simd.mul_add_e_f64s(x, x, norm2);
        *u = x;
    }
    let is_zero = simd.less_than_f64s(norm2, simd.splat_f64s(ZERO_COLUMN));
    let norm = simd.sqrt_f64s(norm2);
    let first = x[0];
    let is_negative = simd.less_than_f64s(first, zero);
    let signed_norm = simd.select_f64s(is_negative, simd.neg_f64s(norm), norm);
    let h = simd.mul_add_e_f64s(simd.abs_f64s(first), norm, norm2);
    let inverse = simd.select_f64s(is_zero, zero, simd.div_f64s(simd.splat_f64s(1.0), h));
    u[0] = simd.add_f64s(first, signed_norm);
    (simd.select_f64s(is_zero, zero, norm2), inverse)
}

/// Applies the deferred update to the trailing triangle and adds (updated triangle) · `next` to `product`, two columns
/// at a time so that the vectors are loaded half as often.
#[inline(always)]
fn update_and_multiply<S: Simd>(
    simd: S,
    mut matrix: &mut [S::f64s],
    u: &[S::f64s],
    q: &[S::f64s],
    next: &[S::f64s],
    product: &mut [S::f64s],
) {
    let size = u.len();
    let mut j = 0;
    while j + 1 < size {
        let (left, trailing) = std::mem::take(&mut matrix).split_at_mut(size - j);
        let (right, trailing) = trailing.split_at_mut(size - j - 1);
        matrix = trailing;
        two_columns(simd, left, right, &u[j..], &q[j..], &next[j..], &mut product[j..]);
        j += 2;
    }
    if j < size {
        let corner = rank_two(simd, matrix[0], u[j], q[j], q[j], u[j]);
        matrix[0] = corner;
        product[j] = simd.mul_add_e_f64s(corner, next[j], product[j]);
    }
}

/// [`update_and_multiply`] for a pair of columns. `right` starts at its own diagonal entry, all other slices at the row
/// of the left diagonal entry.
#[inline(always)]
fn two_columns<S: Simd>(
    simd: S,
    left: &mut [S::f64s],
    right: &mut [S::f64s],
    u: &[S::f64s],
    q: &[S::f64s],
    next: &[S::f64s],
    product: &mut [S::f64s],
) {
    let (u0, u1, q0, q1, x0, x1) = (u[0], u[1], q[0], q[1], next[0], next[1]);
    let top = rank_two(simd, left[0], u0, q0, q0, u0);
    let between = rank_two(simd, left[1], u1, q0, q1, u0);
    let corner = rank_two(simd, right[0], u1, q1, q1, u1);
    (left[0], left[1], right[0]) = (top, between, corner);
    let mut sum0 = simd.mul_add_e_f64s(top, x0, simd.mul_f64s(between, x1));
    let mut sum1 = simd.mul_add_e_f64s(between, x0, simd.mul_f64s(corner, x1));
    let vectors = u[2..].iter().zip(&q[2..]).zip(&next[2..]).zip(&mut product[2..]);
    for ((a, b), (((&u, &q), &x), y)) in left[2..].iter_mut().zip(&mut right[1..]).zip(vectors) {
        let new_a = rank_two(simd, *a, u, q0, q, u0);
        let new_b = rank_two(simd, *b, u, q1, q, u1);
        (*a, *b) = (new_a, new_b);
        sum0 = simd.mul_add_e_f64s(new_a, x, sum0);
        sum1 = simd.mul_add_e_f64s(new_b, x, sum1);
        *y = simd.mul_add_e_f64s(new_a, x0, simd.mul_add_e_f64s(new_b, x1, *y));
    }
    product[0] = simd.add_f64s(product[0], sum0);
    product[1] = simd.add_f64s(product[1], sum1);
}

/// Computes the deferred update of the next step from `u` and `A u`.
#[inline(always)]
fn finish_step<S: Simd>(
    simd: S,
    next: &[S::f64s],
    product: &[S::f64s],
    inverse: S::f64s,
    u: &mut [S::f64s],
    q: &mut [S::f64s],
) {
    let mut dot = simd.splat_f64s(0.0);
    for (&x, &p) in next.iter().zip(product) {
        dot = simd.mul_add_e_f64s(x, p, dot);
    }
    // u·p / 2h with p = A u / h.
    let half = simd.mul_f64s(simd.splat_f64s(0.5), simd.mul_f64s(inverse, inverse));
    let shift = simd.mul_f64s(dot, half);
    for (((u, q), &x), &p) in u.iter_mut().zip(q).zip(next).zip(product) {
        *q = simd.negate_mul_add_e_f64s(shift, x, simd.mul_f64s(p, inverse));
        *u = x;
    }
}
