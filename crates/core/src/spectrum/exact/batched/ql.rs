//! Eigenvalues of one symmetric tridiagonal matrix per lane, by the root-free QL iteration.
//!
//! Each row of a sweep depends on the division of the row before; a second register uses the waiting time.

use pulp::Simd;

/// Largest number of matrices at a time: two AVX-512 registers.
pub(super) const MAX_WIDTH: usize = 16;

/// Sweeps allowed for each eigenvalue on average. Wilkinson's shift needs fewer than 2; LAPACK allows 30.
const SWEEPS: usize = 30;

/// A squared off-diagonal below this is zero. The matrices have norm at most 2, so dropping an off-diagonal of the size
/// of the rounding unit moves no eigenvalue by more than rounding does.
const NEGLIGIBLE: f64 = f64::EPSILON * f64::EPSILON;

/// A smaller pivot is zero: it is the square of a value far below rounding error. The reciprocal of the square of a
/// larger pivot is finite.
const ZERO_PIVOT: f64 = 1e-150;

/// Replaces `diagonal` by the eigenvalues, unordered. Returns for each lane whether it converged.
///
/// `G` registers make a row of `width = G · lanes` matrices: row `i` of matrix `l` is at `i · width + l`; `squared`
/// holds the first_squares of the off-diagonal; `sizes` has the number of rows of each matrix. Further rows are padding
/// and must be decoupled.
///
/// Pal, Walker and Kahan's variant of QL (Parlett, "The Symmetric Eigenvalue Problem", §8.15; LAPACK's `dsterf`). Each
/// lane deflates at its own pace: `low[lane]` is its first row that has not converged, and a sweep runs through all
/// rows that any lane needs. No multiplication is fused with an addition, so the bytes are the same in registers of any
/// width. The iteration does not search for splits in the middle: a sweep handles a zero off-diagonal correctly.
///
/// # Complexity
/// About 0.9 n² steps of one division each, for all lanes of a register together.
#[inline(always)]
pub(super) fn eigenvalues<S: Simd, const G: usize>(
    simd: S,
    diagonal: &mut [f64],
    squared: &mut [f64],
    sizes: &[usize],
) -> [bool; MAX_WIDTH] {
    let width = G * S::F64_LANES;
    let rows = diagonal.len() / width;
    let mut low = [0usize; MAX_WIDTH];
    for _ in 0..=SWEEPS * rows {
        let mut first = rows;
        let mut thresholds = [f64::INFINITY; MAX_WIDTH];
        for (lane, &size) in sizes.iter().enumerate() {
            let low = &mut low[lane];
            while *low + 1 < size && squared[*low * width + lane] <= NEGLIGIBLE {
                squared[*low * width + lane] = 0.0;
                *low += 1;
            }
            if *low + 1 < size {
                thresholds[lane] = *low as f64;
                first = first.min(*low);
            }
        }
        if first == rows {
            break;
        }
        let shifts = wilkinson_shifts::<S, G>(simd, diagonal, squared, &low, &thresholds);
        if width == 1 {
            let mut shift = [0.0; MAX_WIDTH];
            S::as_mut_simd_f64s(&mut shift).0[0] = shifts[0];
            sweep_single(diagonal, squared, first, shift[0]);
        } else {
            sweep::<S, G>(simd, diagonal, squared, first, &low, &thresholds, shifts);
        }
    }
    let mut converged = [true; MAX_WIDTH];
    for (lane, &size) in sizes.iter().enumerate() {
        converged[lane] = low[lane] + 1 >= size && (0..size).all(|row| diagonal[row * width + lane].is_finite());
    }
    converged
}

/// For each lane the eigenvalue of its first unconverged 2×2 block that is closer to the first diagonal entry.
#[inline(always)]
fn wilkinson_shifts<S: Simd, const G: usize>(
    simd: S,
    diagonal: &[f64],
    squared: &[f64],
    low: &[usize; MAX_WIDTH],
    thresholds: &[f64; MAX_WIDTH],
) -> [S::f64s; G] {
    let width = G * S::F64_LANES;
    // A converged lane gets a block without zero divisions.
    let (mut d0, mut d1, mut e2) = ([0.0; MAX_WIDTH], [0.0; MAX_WIDTH], [1.0; MAX_WIDTH]);
    for lane in (0..width).filter(|&lane| thresholds[lane].is_finite()) {
        let at = low[lane] * width + lane;
        (d0[lane], d1[lane], e2[lane]) = (diagonal[at], diagonal[at + width], squared[at]);
    }
    let (d0, d1, e2) = (S::as_simd_f64s(&d0).0, S::as_simd_f64s(&d1).0, S::as_simd_f64s(&e2).0);
    let (zero, one) = (simd.splat_f64s(0.0), simd.splat_f64s(1.0));
    let mut shifts = [zero; G];
    for g in 0..G {
        let root = simd.sqrt_f64s(e2[g]);
        let ratio = simd.div_f64s(simd.sub_f64s(d1[g], d0[g]), simd.add_f64s(root, root));
        let hypotenuse = simd.sqrt_f64s(simd.add_f64s(simd.mul_f64s(ratio, ratio), one));
        let is_negative = simd.less_than_f64s(ratio, zero);
        let signed = simd.select_f64s(is_negative, simd.neg_f64s(hypotenuse), hypotenuse);
        shifts[g] = simd.sub_f64s(d0[g], simd.div_f64s(root, simd.add_f64s(ratio, signed)));
    }
    shifts
}

/// One QL sweep from the last row up to row `first`; a lane skips the rows below its threshold.
#[inline(always)]
fn sweep<S: Simd, const G: usize>(
    simd: S,
    diagonal: &mut [f64],
    squared: &mut [f64],
    first: usize,
    low: &[usize; MAX_WIDTH],
    thresholds: &[f64; MAX_WIDTH],
    shifts: [S::f64s; G],
) {
    let width = G * S::F64_LANES;
    let threshold = S::as_simd_f64s(thresholds).0;
    let (zero, one) = (simd.splat_f64s(0.0), simd.splat_f64s(1.0));
    let tiny = simd.splat_f64s(ZERO_PIVOT);
    let d = S::as_mut_simd_f64s(diagonal).0;
    let e2 = S::as_mut_simd_f64s(squared).0;
    let last = d.len() - G;
    let (mut c, mut s, mut gamma, mut p) = ([one; G], [zero; G], [zero; G], [zero; G]);
    for g in 0..G {
        gamma[g] = simd.sub_f64s(d[last + g], shifts[g]);
        p[g] = simd.mul_f64s(gamma[g], gamma[g]);
    }
    for i in (first..last / G).rev() {
        let row = simd.splat_f64s(i as f64);
        for g in 0..G {
            let at = i * G + g;
            let active = simd.less_than_or_equal_f64s(threshold[g], row);
            let b = e2[at];
            let r = simd.add_f64s(p[g], b);
            // One division for both reciprocals; the independent operations run during its latency.
            let inverse = simd.div_f64s(one, simd.mul_f64s(r, p[g]));
            // At a split the next block starts with exact values: p · (1/p) need not be 1.
            let is_split = simd.less_than_or_equal_f64s(b, tiny);
            let p_is_zero = simd.less_than_or_equal_f64s(p[g], tiny);
            let alpha = d[at];
            let shifted = simd.sub_f64s(alpha, shifts[g]);
            let turned = simd.sub_f64s(simd.mul_f64s(p[g], shifted), simd.mul_f64s(b, gamma[g]));
            let over_r = simd.mul_f64s(p[g], inverse);
            // p = 0 is a rotation by a right angle: c = 0, s = 1.
            let new_c = simd.select_f64s(p_is_zero, zero, simd.mul_f64s(p[g], over_r));
            let new_c = simd.select_f64s(is_split, one, new_c);
            let new_s = simd.select_f64s(p_is_zero, one, simd.mul_f64s(b, over_r));
            let new_s = simd.select_f64s(is_split, zero, new_s);
            let new_gamma = simd.select_f64s(p_is_zero, simd.neg_f64s(gamma[g]), simd.mul_f64s(turned, over_r));
            let new_gamma = simd.select_f64s(is_split, shifted, new_gamma);
            // γ² / c = (t/r)² r/p with t = `turned`: the next row depends on this value only.
            let new_p = simd.mul_f64s(simd.mul_f64s(turned, turned), inverse);
            let new_p = simd.select_f64s(p_is_zero, simd.mul_f64s(c[g], b), new_p);
            let new_p = simd.select_f64s(is_split, simd.mul_f64s(shifted, shifted), new_p);
            let new_d = simd.add_f64s(gamma[g], simd.sub_f64s(alpha, new_gamma));
            e2[at + G] = simd.select_f64s(active, simd.mul_f64s(s[g], r), e2[at + G]);
            d[at + G] = simd.select_f64s(active, new_d, d[at + G]);
            c[g] = simd.select_f64s(active, new_c, c[g]);
            s[g] = simd.select_f64s(active, new_s, s[g]);
            p[g] = simd.select_f64s(active, new_p, p[g]);
            gamma[g] = simd.select_f64s(active, new_gamma, gamma[g]);
        }
    }
    let (mut first_diagonals, mut first_squares) = ([0.0; MAX_WIDTH], [0.0; MAX_WIDTH]);
    for g in 0..G {
        S::as_mut_simd_f64s(&mut first_diagonals).0[g] = simd.add_f64s(shifts[g], gamma[g]);
        S::as_mut_simd_f64s(&mut first_squares).0[g] = simd.mul_f64s(s[g], p[g]);
    }
    for lane in (0..width).filter(|&lane| thresholds[lane].is_finite()) {
        let at = low[lane] * width + lane;
        diagonal[at] = first_diagonals[lane];
        squared[at] = first_squares[lane];
    }
}

/// [`sweep`] for one matrix, with the same bytes. Rare cases are branches, which cost less here than selections.
fn sweep_single(diagonal: &mut [f64], squared: &mut [f64], first: usize, shift: f64) {
    let last = diagonal.len() - 1;
    let (mut c, mut s) = (1.0, 0.0);
    let mut gamma = diagonal[last] - shift;
    let mut p = gamma * gamma;
    for i in (first..last).rev() {
        let (b, alpha) = (squared[i], diagonal[i]);
        let (r, shifted, before) = (p + b, alpha - shift, gamma);
        squared[i + 1] = s * r;
        if b <= ZERO_PIVOT {
            (c, s, gamma, p) = (1.0, 0.0, shifted, shifted * shifted);
        } else if p <= ZERO_PIVOT {
            (c, s, gamma, p) = (0.0, 1.0, -gamma, c * b);
        } else {
            let inverse = 1.0 / (r * p);
            let turned = p * shifted - b * gamma;
            let over_r = p * inverse;
            (c, s, gamma, p) = (p * over_r, b * over_r, turned * over_r, turned * turned * inverse);
        }
        diagonal[i + 1] = before + (alpha - gamma);
    }
    diagonal[first] = shift + gamma;
    squared[first] = s * p;
}
