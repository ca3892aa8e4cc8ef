//! A blocked Householder transformation `Q = I - V T^-1 V^T` and its effect on
//! the blocks of a symmetric matrix.

use crate::spectrum::matrix::precision::Precision;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::matmul::matmul;
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::linalg::qr::no_pivoting::factor::{qr_in_place, qr_in_place_scratch};
use faer::linalg::triangular_solve::solve_lower_triangular_in_place;
use faer::reborrow::{Reborrow, ReborrowMut};
use faer::traits::RealField;
use faer::{Accum, Mat, MatMut, MatRef, Par};

/// Type of the entries of matrices: `f64` or `f32`.
pub(super) trait Real: RealField + Precision + Into<f64> {}
impl<T: RealField + Precision + Into<f64>> Real for T {}

/// Symmetric blocks up to this order are multiplied as full matrices: one product of a copy of 72 KiB, which stays in the
/// second-level cache, instead of ever smaller products of halves.
const FULL_BLOCK: usize = 96;

/// Reusable memory, and the current transformation.
pub(super) struct PanelWorkspace<T> {
    /// `[V W V]`, which holds both factors of the symmetric update.
    factors: Mat<T>,
    triangle: Mat<T>,
    /// `T^-T V^T B` and other products of few rows.
    small: Mat<T>,
    /// A symmetric block with both triangles.
    full: Mat<T>,
    /// A panel and the triangle of its reflectors, in double precision.
    panel: Mat<f64>,
    panel_triangle: Mat<f64>,
    stack: Option<MemBuffer>,
    /// Parallelism of the matrix products.
    pub(super) par: Par,
    rows: usize,
    reflectors: usize,
    size: (usize, usize),
}

impl<T: Real> Default for PanelWorkspace<T> {
    fn default() -> Self {
        Self {
            factors: Mat::new(),
            triangle: Mat::new(),
            small: Mat::new(),
            full: Mat::new(),
            panel: Mat::new(),
            panel_triangle: Mat::new(),
            stack: None,
            par: Par::Seq,
            rows: 0,
            reflectors: 0,
            size: (0, 0),
        }
    }
}

impl<T: Real> PanelWorkspace<T> {
    /// Allocates memory for transformations of `rows` rows by `width` reflectors.
    pub(super) fn prepare(&mut self, rows: usize, width: usize) {
        if self.size.0 >= rows && self.size.1 == width {
            return;
        }
        self.size = (rows, width);
        self.factors = Mat::zeros(rows, 3 * width);
        self.triangle = Mat::zeros(width, width);
        self.small = Mat::zeros(width, rows);
        self.full = Mat::zeros(FULL_BLOCK, FULL_BLOCK);
        self.panel = Mat::zeros(rows, width);
        self.panel_triangle = Mat::zeros(width, width);
        let scratch = qr_in_place_scratch::<f64>(rows, width, width, Par::Seq, Default::default());
        self.stack = Some(MemBuffer::new(scratch));
    }

    /// `V`, `T^T` and a buffer of as many rows as there are reflectors.
    fn parts(&mut self, columns: usize) -> (MatRef<'_, T>, MatRef<'_, T>, MatMut<'_, T>) {
        let (rows, k) = (self.rows, self.reflectors);
        (
            self.factors.submatrix(0, 0, rows, k),
            self.triangle.submatrix(0, 0, k, k).transpose(),
            self.small.as_mut().submatrix_mut(0, 0, k, columns),
        )
    }
}

/// Factors `panel = Q R`, keeps `Q` and leaves `R` with zeros below.
///
/// Always in double precision: faer's factorisation treats a column as zero if its norm falls below `16 m ε` times its
/// original norm, which is far from negligible in single precision.
pub(super) fn factor_panel<T: Real>(mut panel: MatMut<'_, T>, work: &mut PanelWorkspace<T>) {
    let (rows, columns) = (panel.nrows(), panel.ncols());
    (work.rows, work.reflectors) = (rows, rows.min(columns));
    let k = work.reflectors;
    let mut factored = work.panel.as_mut().submatrix_mut(0, 0, rows, columns);
    for j in 0..columns {
        let entries = factored.rb_mut().col_mut(j).iter_mut().zip(panel.rb().col(j).iter());
        entries.for_each(|(entry, &value)| *entry = value.into());
    }
    let mut triangle = work.panel_triangle.as_mut().submatrix_mut(0, 0, k, k);
    if let Some(stack) = &mut work.stack {
        qr_in_place(factored.rb_mut(), triangle.rb_mut(), Par::Seq, MemStack::new(stack), Default::default());
    }
    let mut v = work.factors.as_mut().submatrix_mut(0, 0, rows, k);
    for j in 0..columns {
        let of_r = (j + 1).min(rows);
        let (r, mut below) = panel.rb_mut().col_mut(j).split_at_row_mut(of_r);
        let (factored_r, reflector) = factored.rb().col(j).split_at_row(of_r);
        r.iter_mut().zip(factored_r.iter()).for_each(|(entry, &value)| *entry = T::rounded(value));
        below.fill(T::default());
        if j < k {
            let (mut top, tail) = v.rb_mut().col_mut(j).split_at_row_mut(of_r);
            top.fill(T::default());
            top[j] = T::rounded(1.0);
            tail.iter_mut().zip(reflector.iter()).for_each(|(entry, &value)| *entry = T::rounded(value));
        }
    }
    for j in 0..k {
        for i in 0..k {
            work.triangle[(i, j)] = T::rounded(triangle[(i, j)]);
        }
    }
}

/// `B <- Q^T B`.
pub(super) fn apply_left<T: Real>(block: MatMut<'_, T>, work: &mut PanelWorkspace<T>) {
    let par = work.par;
    let (v, t, mut product) = work.parts(block.ncols());
    matmul(product.rb_mut(), Accum::Replace, v.transpose(), block.rb(), T::rounded(1.0), par);
    solve_lower_triangular_in_place(t, product.rb_mut(), Par::Seq);
    matmul(block, Accum::Add, v, product.rb(), T::rounded(-1.0), par);
}

/// `B <- B Q`.
pub(super) fn apply_right<T: Real>(block: MatMut<'_, T>, work: &mut PanelWorkspace<T>) {
    // The product is kept transposed, so that one buffer serves both sides.
    let par = work.par;
    let (v, t, mut product) = work.parts(block.nrows());
    matmul(product.rb_mut().transpose_mut(), Accum::Replace, block.rb(), v, T::rounded(1.0), par);
    solve_lower_triangular_in_place(t, product.rb_mut(), Par::Seq);
    matmul(block, Accum::Add, product.rb().transpose(), v.transpose(), T::rounded(-1.0), par);
}

/// `D <- Q^T D Q`, lower triangle: with `X = D V T^-1` and
/// `W = X - V (T^-T V^T X) / 2`, `D -= V W^T + W V^T`.
pub(super) fn apply_two_sided<T: Real>(mut block: MatMut<'_, T>, work: &mut PanelWorkspace<T>) {
    let (rows, k, par) = (work.rows, work.reflectors, work.par);
    let t = work.triangle.submatrix(0, 0, k, k).transpose();
    let (v, others) = work.factors.as_mut().submatrix_mut(0, 0, rows, 3 * k).split_at_col_mut(k);
    let (mut w, mut copy) = others.split_at_col_mut(k);
    copy.copy_from(v.rb());
    w.fill(T::default());
    symmetric_product(block.rb(), v.rb(), w.rb_mut(), &mut work.full, par);
    solve_lower_triangular_in_place(t, w.rb_mut().transpose_mut(), Par::Seq);
    let mut overlap = work.small.as_mut().submatrix_mut(0, 0, k, k);
    matmul(overlap.rb_mut(), Accum::Replace, v.rb().transpose(), w.rb(), T::rounded(1.0), Par::Seq);
    solve_lower_triangular_in_place(t, overlap.rb_mut(), Par::Seq);
    matmul(w.rb_mut(), Accum::Add, v.rb(), overlap.rb(), T::rounded(-0.5), Par::Seq);
    let left = work.factors.submatrix(0, 0, rows, 2 * k);
    let right = work.factors.submatrix(0, k, rows, 2 * k);
    let (lower, full) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
    triangular::matmul(block.rb_mut(), lower, Accum::Add, left, full, right.transpose(), full, T::rounded(-1.0), par);
}

/// `w += D v`, where only the lower triangle of `D` is stored; divides `D` into halves recursively.
fn symmetric_product<T: Real>(
    block: MatRef<'_, T>,
    v: MatRef<'_, T>,
    mut w: MatMut<'_, T>,
    full: &mut Mat<T>,
    par: Par,
) {
    let n = block.nrows();
    if n <= FULL_BLOCK {
        let mut copy = full.as_mut().submatrix_mut(0, 0, n, n);
        for j in 0..n {
            for i in j..n {
                copy[(i, j)] = block[(i, j)];
                copy[(j, i)] = block[(i, j)];
            }
        }
        matmul(w, Accum::Add, copy.rb(), v, T::rounded(1.0), Par::Seq);
        return;
    }
    let half = (n / 2).next_multiple_of(8);
    let below = block.submatrix(half, 0, n - half, half);
    let (v1, v2) = v.split_at_row(half);
    let (mut w1, mut w2) = w.rb_mut().split_at_row_mut(half);
    matmul(w1.rb_mut(), Accum::Add, below.transpose(), v2, T::rounded(1.0), par);
    matmul(w2.rb_mut(), Accum::Add, below, v1, T::rounded(1.0), par);
    symmetric_product(block.submatrix(0, 0, half, half), v1, w1, full, par);
    symmetric_product(block.submatrix(half, half, n - half, n - half), v2, w2, full, par);
}
