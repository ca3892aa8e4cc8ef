//! Orthonormalization of a block of vectors, for the search for extreme eigenvalues.

use faer::Mat;
use rand::{Rng, RngExt};
use rayon::prelude::*;

use super::basis::Basis;
use super::block_product::{BLOCK, Row};
use crate::numerics::symmetric_eigen;

/// A direction of a block shorter than this is rounding error and is replaced by a random vector: products with L,
/// whose norm is at most 2, have errors of about 1e-15 for each vector of the basis.
const ZERO_LENGTH: f64 = 1e-11;

/// A direction shorter than this is projected again after scaling to length 1, which amplifies its rounding errors by
/// more than 1e4 and so leaves it less orthogonal to the basis than about 1e-11.
const SHORT_LENGTH: f64 = 1e-4;

/// Rows that one thread sums. Fixed, so that the sums do not depend on the number of threads; as many as in a part of
/// the [`Basis`].
const PART_ROWS: usize = 1024;

/// Replaces a block that is orthogonal to `basis` by orthonormal vectors Q. Returns R with block = Q R.
///
/// Each pass multiplies the block with the inverse root of its Gram matrix, computed from the eigenvectors
/// (Stathopoulos and Wu 2002, "A Block Orthogonalization Procedure with Constant Synchronization Requirements"). Random
/// vectors replace linearly dependent directions; R has rows of zeros for them.
///
/// `None` if the eigenproblem of the Gram matrix does not converge: the block has infinite or NaN entries.
pub(super) fn orthonormalize(block: &mut [Row], basis: &Basis, random: &mut impl Rng) -> Option<Mat<f64>> {
    let mut total: Mat<f64> = Mat::identity(BLOCK, BLOCK);
    // The second pass restores the orthogonality that the first loses on nearly parallel vectors; the third pass treats
    // the random vectors.
    for _ in 0..3 {
        let (squares, eigenvectors) = symmetric_eigen(gram(block).as_ref())?;
        let lengths: Row = std::array::from_fn(|at| squares[at].max(0.0).sqrt());
        block.par_iter_mut().with_min_len(PART_ROWS).for_each(|row| {
            let old = *row;
            for (at, value) in row.iter_mut().enumerate() {
                let sum: f64 = (0..BLOCK).map(|from| old[from] * eigenvectors[(from, at)]).sum();
                *value = if lengths[at] > ZERO_LENGTH { sum / lengths[at] } else { 0.0 };
            }
        });
        let scaled = Mat::from_fn(BLOCK, BLOCK, |row, column| {
            if lengths[row] > ZERO_LENGTH { lengths[row] * eigenvectors[(column, row)] } else { 0.0 }
        });
        total = scaled * total;
        for row in block.iter_mut() {
            for at in (0..BLOCK).filter(|&at| lengths[at] <= ZERO_LENGTH) {
                row[at] = random.random::<f64>() - 0.5;
            }
        }
        // Scaling has amplified the rounding errors of short directions, and random vectors are not orthogonal to the
        // basis.
        if lengths.iter().any(|&length| length <= SHORT_LENGTH) {
            basis.project_out(block);
        }
    }
    Some(total)
}

/// Inner products of all pairs of vectors.
fn gram(block: &[Row]) -> Mat<f64> {
    let parts: Vec<[Row; BLOCK]> = block
        .par_chunks(PART_ROWS)
        .map(|rows| {
            let mut sums = [[0.0; BLOCK]; BLOCK];
            for row in rows {
                for at in 0..BLOCK {
                    for with in 0..BLOCK {
                        sums[at][with] += row[at] * row[with];
                    }
                }
            }
            sums
        })
        .collect();
    let mut gram = Mat::zeros(BLOCK, BLOCK);
    for part in parts {
        for at in 0..BLOCK {
            for with in 0..BLOCK {
                gram[(at, with)] += part[at][with];
            }
        }
    }
    gram
}
