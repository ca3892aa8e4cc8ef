use faer::Mat;
use rand::{Rng, RngExt};
use rayon::prelude::*;

use super::basis::Basis;
use super::block_product::{BLOCK, Row};
use crate::numerics::symmetric_eigen;

/// Directions of a block shorter than this are rounding error.
const DEAD: f64 = 1e-11;

/// Directions shorter than this have lost some of their orthogonality to the basis once they are made longer.
const SHORT: f64 = 1e-4;

/// Rows that are summed by one thread; fixed, so that the number of threads does not show.
const PART: usize = 1024;

/// Replaces a block, which is orthogonal to `basis`, by orthonormal vectors Q; gives R with block = Q R.
///
/// Each pass multiplies with the inverse root of the Gram matrix, by its eigenvectors (Stathopoulos and Wu 2002, "A Block
/// Orthogonalization Procedure with Constant Synchronization Requirements"). A block that has fewer independent directions
/// than vectors is filled up with random ones, for which R has rows of zeros. `None` if an eigenproblem of eight rows does
/// not converge, which is to say if there are numbers that are not finite.
pub(super) fn orthonormalize(block: &mut [Row], basis: &Basis, random: &mut impl Rng) -> Option<Mat<f64>> {
    let mut total: Mat<f64> = Mat::identity(BLOCK, BLOCK);
    // The second pass mends what the first one lost on nearly parallel vectors, the third what random ones bring in.
    for _ in 0..3 {
        let (squares, turn) = symmetric_eigen(gram(block).as_ref())?;
        let lengths: Row = std::array::from_fn(|at| squares[at].max(0.0).sqrt());
        block.par_iter_mut().with_min_len(PART).for_each(|row| {
            let old = *row;
            for (at, value) in row.iter_mut().enumerate() {
                let sum: f64 = (0..BLOCK).map(|from| old[from] * turn[(from, at)]).sum();
                *value = if lengths[at] > DEAD { sum / lengths[at] } else { 0.0 };
            }
        });
        let scaled =
            Mat::from_fn(
                BLOCK,
                BLOCK,
                |row, column| {
                    if lengths[row] > DEAD { lengths[row] * turn[(column, row)] } else { 0.0 }
                },
            );
        total = scaled * total;
        for row in block.iter_mut() {
            for at in (0..BLOCK).filter(|&at| lengths[at] <= DEAD) {
                row[at] = random.random::<f64>() - 0.5;
            }
        }
        // What was short is now long, and so are its rounding errors; and random vectors are orthogonal to nothing.
        if lengths.iter().any(|&length| length <= SHORT) {
            basis.project_out(block);
        }
    }
    Some(total)
}

/// Products of all pairs of vectors.
fn gram(block: &[Row]) -> Mat<f64> {
    let parts: Vec<[Row; BLOCK]> = block
        .par_chunks(PART)
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
