//! Eigenvalues of one symmetric tridiagonal matrix per lane, by the root-free QL iteration.
//!
//! Each row of a sweep depends on the division of the row before; a second register uses the waiting time. A rotation by a right
//! angle needs another formula. It is so rare that the sweep does not look for it: the lane then has numbers that are not finite,
//! and `careful` solves its matrix alone.

pub(super) mod careful;

use pulp::Simd;

/// Largest number of matrices at a time: two AVX-512 registers.
pub(super) const MAX_WIDTH: usize = 16;

/// Sweeps allowed for each eigenvalue on average. Wilkinson's shift needs fewer than 2; LAPACK allows 30.
const SWEEPS: usize = 30;

/// A squared off-diagonal below this is zero. The matrices have norm at most 2, so dropping an off-diagonal of the size
/// of the rounding unit moves no eigenvalue by more than rounding does.
const NEGLIGIBLE: f64 = f64::EPSILON * f64::EPSILON;

/// Replaces `diagonal` by the eigenvalues, unordered. Returns for each lane whether it converged; one that did not may hold
/// anything.
///
/// `G` registers make a row of `width = G · lanes` matrices: row `i` of matrix `l` is at `i · width + l`; `squared`
/// holds the squares of the off-diagonal; `sizes` has the number of rows of each matrix, which are the last ones. The rows
/// before them are padding.
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
    let mut blocks = FirstBlocks::new(rows);
    for (lane, size) in sizes.iter().enumerate() {
        blocks.low[lane] = rows - size;
        blocks.deflate(lane, diagonal, squared, width);
    }
    for _ in 0..=SWEEPS * rows {
        blocks.find_range();
        if blocks.first == rows {
            break;
        }
        sweep::<S, G>(simd, diagonal, squared, &mut blocks);
        for lane in 0..width {
            // Numbers that are not finite, too: a comparison with NaN is false.
            let stays = blocks.squared[lane] > NEGLIGIBLE;
            if !stays {
                blocks.deflate(lane, diagonal, squared, width);
            }
        }
    }
    let mut converged = [true; MAX_WIDTH];
    for (lane, &size) in sizes.iter().enumerate() {
        let has_ended = blocks.low[lane] + 1 >= rows;
        converged[lane] = has_ended && (rows - size..rows).all(|row| diagonal[row * width + lane].is_finite());
    }
    converged
}

/// The first 2×2 block of each lane that has not converged.
struct FirstBlocks {
    /// Number of rows of all matrices.
    size: usize,
    /// The first row of each lane that has not converged.
    low: [usize; MAX_WIDTH],
    /// The same as a number; infinite for a lane that is done.
    rows: [f64; MAX_WIDTH],
    diagonal: [[f64; MAX_WIDTH]; 2],
    squared: [f64; MAX_WIDTH],
    /// The smallest and the largest first row of a lane that is not done; `size` without one.
    first: usize,
    last: usize,
}

impl FirstBlocks {
    /// No lane has a block.
    #[inline(always)]
    fn new(size: usize) -> Self {
        Self {
            size,
            low: [size; MAX_WIDTH],
            rows: [f64::INFINITY; MAX_WIDTH],
            diagonal: [[0.0; MAX_WIDTH]; 2],
            squared: [1.0; MAX_WIDTH],
            first: size,
            last: size,
        }
    }

    /// Goes to the first row of a lane that has not converged. A lane is done if it has none, or if its numbers are not finite.
    #[inline]
    fn deflate(&mut self, lane: usize, diagonal: &[f64], squared: &mut [f64], width: usize) {
        let low = &mut self.low[lane];
        while *low + 1 < self.size && squared[*low * width + lane] <= NEGLIGIBLE {
            squared[*low * width + lane] = 0.0;
            *low += 1;
        }
        let at = *low * width + lane;
        // What is not finite in a sweep reaches the first row in the same sweep.
        if *low + 1 < self.size && diagonal[at].is_finite() && squared[at].is_finite() {
            self.rows[lane] = *low as f64;
            (self.diagonal[0][lane], self.diagonal[1][lane]) = (diagonal[at], diagonal[at + width]);
            self.squared[lane] = squared[at];
        } else {
            // Numbers that cause no division by zero.
            (self.diagonal[0][lane], self.diagonal[1][lane], self.squared[lane]) = (0.0, 0.0, 1.0);
            self.rows[lane] = f64::INFINITY;
        }
    }

    /// Finds the smallest and the largest first row.
    #[inline(always)]
    fn find_range(&mut self) {
        let open = |lane: &usize| self.rows[*lane].is_finite();
        let rows = || (0..MAX_WIDTH).filter(open).map(|lane| self.low[lane]);
        let (first, last) = (rows().min(), rows().max());
        (self.first, self.last) = (first.unwrap_or(self.size), last.unwrap_or(self.size));
    }

    /// For each lane the eigenvalue of its block that is closer to the first diagonal entry: Wilkinson's shift.
    #[inline(always)]
    fn shifts<S: Simd, const G: usize>(&self, simd: S) -> [S::f64s; G] {
        let [d0, d1] = self.diagonal.each_ref().map(|diagonal| S::as_simd_f64s(diagonal).0);
        let e2 = S::as_simd_f64s(&self.squared).0;
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
}

/// The rotation of one row in one register: s = sin², γ and p = γ² / cos² as in Parlett.
#[derive(Clone, Copy)]
struct Rotation<V> {
    s: V,
    gamma: V,
    p: V,
}

/// One QL sweep from the last row up to the first row of the blocks; a lane keeps the rows before its own block.
#[inline(always)]
fn sweep<S: Simd, const G: usize>(simd: S, diagonal: &mut [f64], squared: &mut [f64], blocks: &mut FirstBlocks) {
    let width = G * S::F64_LANES;
    let shifts = blocks.shifts::<S, G>(simd);
    let block_rows = S::as_simd_f64s(&blocks.rows).0;
    let d = S::as_mut_simd_f64s(diagonal).0;
    let e2 = S::as_mut_simd_f64s(squared).0;
    let last = d.len() - G;
    let zero = simd.splat_f64s(0.0);
    let mut rotations = [Rotation { s: zero, gamma: zero, p: zero }; G];
    for g in 0..G {
        let gamma = simd.sub_f64s(d[last + g], shifts[g]);
        rotations[g] = Rotation { s: zero, gamma, p: simd.mul_f64s(gamma, gamma) };
    }
    // Rows of all lanes that are not done.
    let common = blocks.last.min(last / G);
    for i in (common..last / G).rev() {
        let row = simd.splat_f64s(i as f64);
        for g in 0..G {
            let is_active = simd.less_than_or_equal_f64s(block_rows[g], row);
            let at = i * G + g;
            let (next, new_d, new_e2) = rotate(simd, rotations[g], d[at], e2[at], shifts[g]);
            d[at + G] = simd.select_f64s(is_active, new_d, d[at + G]);
            e2[at + G] = simd.select_f64s(is_active, new_e2, e2[at + G]);
            rotations[g] = next;
        }
    }
    // Rows of some lanes; the others keep their last rotation.
    for i in (blocks.first..common).rev() {
        let row = simd.splat_f64s(i as f64);
        for g in 0..G {
            let is_active = simd.less_than_or_equal_f64s(block_rows[g], row);
            let at = i * G + g;
            let (next, new_d, new_e2) = rotate(simd, rotations[g], d[at], e2[at], shifts[g]);
            d[at + G] = simd.select_f64s(is_active, new_d, d[at + G]);
            e2[at + G] = simd.select_f64s(is_active, new_e2, e2[at + G]);
            let select = |new, old| simd.select_f64s(is_active, new, old);
            let Rotation { s, gamma, p } = rotations[g];
            rotations[g] = Rotation { s: select(next.s, s), gamma: select(next.gamma, gamma), p: select(next.p, p) };
        }
    }
    let (mut first_diagonals, mut first_squares) = ([0.0; MAX_WIDTH], [0.0; MAX_WIDTH]);
    for g in 0..G {
        let Rotation { s, gamma, p } = rotations[g];
        S::as_mut_simd_f64s(&mut first_diagonals).0[g] = simd.add_f64s(shifts[g], gamma);
        S::as_mut_simd_f64s(&mut first_squares).0[g] = simd.mul_f64s(s, p);
    }
    for lane in (0..width).filter(|&lane| blocks.rows[lane].is_finite()) {
        let at = blocks.low[lane] * width + lane;
        (diagonal[at], squared[at]) = (first_diagonals[lane], first_squares[lane]);
        blocks.diagonal[0][lane] = first_diagonals[lane];
        blocks.diagonal[1][lane] = diagonal[at + width];
        blocks.squared[lane] = first_squares[lane];
    }
}

/// Rotates the row with the diagonal entry `alpha` and the squared off-diagonal `b` below it. Returns the next rotation, and the
/// new entries of the row below.
#[inline(always)]
fn rotate<S: Simd>(
    simd: S,
    rotation: Rotation<S::f64s>,
    alpha: S::f64s,
    b: S::f64s,
    shift: S::f64s,
) -> (Rotation<S::f64s>, S::f64s, S::f64s) {
    let Rotation { s, gamma, p } = rotation;
    let r = simd.add_f64s(p, b);
    // One division for both reciprocals; the independent operations run during its latency.
    let inverse = simd.div_f64s(simd.splat_f64s(1.0), simd.mul_f64s(r, p));
    let shifted = simd.sub_f64s(alpha, shift);
    let turned = simd.sub_f64s(simd.mul_f64s(p, shifted), simd.mul_f64s(b, gamma));
    let over_r = simd.mul_f64s(p, inverse);
    let next = Rotation {
        s: simd.mul_f64s(b, over_r),
        gamma: simd.mul_f64s(turned, over_r),
        // γ² / c = (t/r)² r/p with t = `turned`: the next row depends on this value only.
        p: simd.mul_f64s(simd.mul_f64s(turned, turned), inverse),
    };
    (next, simd.add_f64s(gamma, simd.sub_f64s(alpha, next.gamma)), simd.mul_f64s(s, r))
}
