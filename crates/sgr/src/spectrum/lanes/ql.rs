//! Eigenvalues of one symmetric tridiagonal matrix per lane, by the root-free QL iteration.

use pulp::Simd;

/// Widest register in use, in numbers.
pub(super) const MAX_LANES: usize = 16;

/// Sweeps allowed for each eigenvalue on average. Wilkinson's shift needs fewer than 2; LAPACK allows 30.
const SWEEPS: usize = 30;

/// A squared off-diagonal below this is zero. The matrices have norm at most 2, so dropping an off-diagonal of the size
/// of the rounding unit moves no eigenvalue by more than rounding does.
const NEGLIGIBLE: f64 = f64::EPSILON * f64::EPSILON;

/// Below this a pivot is zero: it is the square of something far below rounding, and the reciprocal of its own square is
/// still finite.
const ZERO_PIVOT: f64 = 1e-150;

/// Replaces `diagonal` by the eigenvalues, unordered; tells for each lane whether it converged.
///
/// Row `i` of lane `l` is at `i · lanes + l`; `squared` holds the squares of the off-diagonal; `sizes` has the number of
/// rows of each lane. Rows beyond are padding and must be decoupled.
///
/// Pal, Walker and Kahan's variant of QL (Parlett, "The Symmetric Eigenvalue Problem", §8.15; LAPACK's `dsterf`). Each
/// lane deflates at its own pace: `low[lane]` is its first row that has not converged, and a sweep runs through all rows
/// that any lane needs. No multiplication is fused with an addition, so the bytes are the same in registers of any width.
/// Splits in the middle are not looked for: a zero off-diagonal passes a sweep unharmed.
///
/// # Complexity
/// About 0.9 n² steps of two divisions each, for all lanes together.
#[inline(always)]
pub(super) fn eigenvalues<S: Simd>(
    simd: S,
    diagonal: &mut [f64],
    squared: &mut [f64],
    sizes: &[usize],
) -> [bool; MAX_LANES] {
    let lanes = S::F64_LANES;
    let rows = diagonal.len() / lanes;
    let mut low = [0usize; MAX_LANES];
    for _ in 0..=SWEEPS * rows {
        let mut first = rows;
        let mut thresholds = [f64::INFINITY; MAX_LANES];
        for (lane, &size) in sizes.iter().enumerate() {
            let low = &mut low[lane];
            while *low + 1 < size && squared[*low * lanes + lane] <= NEGLIGIBLE {
                squared[*low * lanes + lane] = 0.0;
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
        let shifts = wilkinson_shifts(simd, diagonal, squared, &low, &thresholds);
        sweep(simd, diagonal, squared, first, &low, &thresholds, shifts);
    }
    let mut converged = [true; MAX_LANES];
    for (lane, &size) in sizes.iter().enumerate() {
        converged[lane] = low[lane] + 1 >= size && (0..size).all(|row| diagonal[row * lanes + lane].is_finite());
    }
    converged
}

/// For each lane the eigenvalue of its first unconverged 2×2 block that is closer to the first diagonal entry.
#[inline(always)]
fn wilkinson_shifts<S: Simd>(
    simd: S,
    diagonal: &[f64],
    squared: &[f64],
    low: &[usize; MAX_LANES],
    thresholds: &[f64; MAX_LANES],
) -> S::f64s {
    let lanes = S::F64_LANES;
    // A lane that is done gets a harmless block.
    let (mut d0, mut d1, mut e2) = ([0.0; MAX_LANES], [0.0; MAX_LANES], [1.0; MAX_LANES]);
    for lane in (0..lanes).filter(|&lane| thresholds[lane].is_finite()) {
        let at = low[lane] * lanes + lane;
        (d0[lane], d1[lane], e2[lane]) = (diagonal[at], diagonal[at + lanes], squared[at]);
    }
    let d0 = simd.partial_load_f64s(&d0[..lanes]);
    let d1 = simd.partial_load_f64s(&d1[..lanes]);
    let root = simd.sqrt_f64s(simd.partial_load_f64s(&e2[..lanes]));
    let one = simd.splat_f64s(1.0);
    let ratio = simd.div_f64s(simd.sub_f64s(d1, d0), simd.add_f64s(root, root));
    let hypotenuse = simd.sqrt_f64s(simd.add_f64s(simd.mul_f64s(ratio, ratio), one));
    let is_negative = simd.less_than_f64s(ratio, simd.splat_f64s(0.0));
    let signed = simd.select_f64s(is_negative, simd.neg_f64s(hypotenuse), hypotenuse);
    simd.sub_f64s(d0, simd.div_f64s(root, simd.add_f64s(ratio, signed)))
}

/// One QL sweep from the last row up to row `first`; a lane whose threshold is above a row sits that row out.
#[inline(always)]
fn sweep<S: Simd>(
    simd: S,
    diagonal: &mut [f64],
    squared: &mut [f64],
    first: usize,
    low: &[usize; MAX_LANES],
    thresholds: &[f64; MAX_LANES],
    shift: S::f64s,
) {
    let lanes = S::F64_LANES;
    let threshold = simd.partial_load_f64s(&thresholds[..lanes]);
    let (zero, one) = (simd.splat_f64s(0.0), simd.splat_f64s(1.0));
    let tiny = simd.splat_f64s(ZERO_PIVOT);
    let d = S::as_mut_simd_f64s(diagonal).0;
    let e2 = S::as_mut_simd_f64s(squared).0;
    let last = d.len() - 1;
    let (mut c, mut s) = (one, zero);
    let mut gamma = simd.sub_f64s(d[last], shift);
    let mut p = simd.mul_f64s(gamma, gamma);
    for i in (first..last).rev() {
        let active = simd.less_than_or_equal_f64s(threshold, simd.splat_f64s(i as f64));
        let b = e2[i];
        let r = simd.add_f64s(p, b);
        // One division for both reciprocals; what does not wait for it is worked out meanwhile.
        let inverse = simd.div_f64s(one, simd.mul_f64s(r, p));
        // Where the matrix falls apart, the next block starts afresh: exactly, because p · (1/p) need not be 1.
        let is_split = simd.less_than_or_equal_f64s(b, tiny);
        let p_is_zero = simd.less_than_or_equal_f64s(p, tiny);
        let alpha = d[i];
        let shifted = simd.sub_f64s(alpha, shift);
        let turned = simd.sub_f64s(simd.mul_f64s(p, shifted), simd.mul_f64s(b, gamma));
        let over_r = simd.mul_f64s(p, inverse);
        // p = 0 turns by a right angle: c = 0, s = 1.
        let new_c = simd.select_f64s(p_is_zero, zero, simd.mul_f64s(p, over_r));
        let new_c = simd.select_f64s(is_split, one, new_c);
        let new_s = simd.select_f64s(p_is_zero, one, simd.mul_f64s(b, over_r));
        let new_s = simd.select_f64s(is_split, zero, new_s);
        let new_gamma = simd.select_f64s(p_is_zero, simd.neg_f64s(gamma), simd.mul_f64s(turned, over_r));
        let new_gamma = simd.select_f64s(is_split, shifted, new_gamma);
        let square = simd.mul_f64s(new_gamma, new_gamma);
        let over_c = simd.mul_f64s(r, simd.mul_f64s(r, inverse));
        let new_p = simd.select_f64s(p_is_zero, simd.mul_f64s(c, b), simd.mul_f64s(square, over_c));
        let new_p = simd.select_f64s(is_split, square, new_p);
        let new_d = simd.add_f64s(gamma, simd.sub_f64s(alpha, new_gamma));
        e2[i + 1] = simd.select_f64s(active, simd.mul_f64s(s, r), e2[i + 1]);
        d[i + 1] = simd.select_f64s(active, new_d, d[i + 1]);
        c = simd.select_f64s(active, new_c, c);
        s = simd.select_f64s(active, new_s, s);
        p = simd.select_f64s(active, new_p, p);
        gamma = simd.select_f64s(active, new_gamma, gamma);
    }
    let (mut ends, mut squares) = ([0.0; MAX_LANES], [0.0; MAX_LANES]);
    simd.partial_store_f64s(&mut ends[..lanes], simd.add_f64s(shift, gamma));
    simd.partial_store_f64s(&mut squares[..lanes], simd.mul_f64s(s, p));
    for lane in (0..lanes).filter(|&lane| thresholds[lane].is_finite()) {
        let at = low[lane] * lanes + lane;
        diagonal[at] = ends[lane];
        squared[at] = squares[lane];
    }
}
