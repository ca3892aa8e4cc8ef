use rand::Rng;

use super::block_product::{BLOCK, BlockProduct, Row};

/// Eight random vectors, each followed through the Lanczos process on its own.
///
/// # Formula
/// ```text
/// L q_j = β_(j−1) q_(j−1) + α_j q_j + β_j q_(j+1)
/// ```
/// The tridiagonal matrix of α and β sees the spectrum of L as the first vector does (Golub and Meurant, "Matrices, Moments
/// and Quadrature", 2010). The vectors are not kept orthogonal: eigenvalues that are found more than once for it share the
/// weight that the one would have had (Greenbaum 1989).
#[derive(Debug)]
pub(in super::super) struct Probes {
    present: Vec<Row>,
    previous: Vec<Row>,
    next: Vec<Row>,
    alphas: Vec<Row>,
    betas: Vec<Row>,
}

impl Probes {
    /// Random signs, made orthogonal to what `project` takes out.
    pub(in super::super) fn new(size: usize, random: &mut impl Rng, project: impl FnOnce(&mut [Row])) -> Self {
        let sign = |bits: u32, lane: usize| if bits >> lane & 1 == 1 { 1.0 } else { -1.0 };
        let mut present: Vec<Row> = (0..size)
            .map(|_| {
                let bits = random.next_u32();
                std::array::from_fn(|lane| sign(bits, lane))
            })
            .collect();
        project(&mut present);
        let mut squares = [0.0; BLOCK];
        for row in &present {
            for (square, value) in squares.iter_mut().zip(row) {
                *square += value * value;
            }
        }
        for row in &mut present {
            for (value, square) in row.iter_mut().zip(squares) {
                *value /= square.sqrt();
            }
        }
        let empty = || vec![[0.0; BLOCK]; size];
        Self { present, previous: empty(), next: empty(), alphas: Vec::new(), betas: Vec::new() }
    }

    /// Steps that were taken.
    pub(in super::super) fn steps(&self) -> usize {
        self.alphas.len()
    }

    /// Takes a step with all eight.
    ///
    /// # Complexity
    /// One product with the matrix, O(n) beside it.
    pub(in super::super) fn advance(&mut self, product: &mut BlockProduct<'_>) {
        product.multiply(&self.present, &mut self.next);
        let beta = self.betas.last().copied().unwrap_or([0.0; BLOCK]);
        let previous = &mut self.previous;
        // The previous vector is used up here, so its place is free for what follows.
        product.sum(&mut self.next, previous, |next, previous| {
            for (next, previous) in next.iter_mut().zip(previous) {
                for lane in 0..BLOCK {
                    next[lane] -= beta[lane] * previous[lane];
                }
            }
            [0.0; BLOCK]
        });
        let alpha = product.sum(&mut self.next, &mut self.present, |next, present| dots(next, present));
        let squares = product.sum(&mut self.next, &mut self.present, |next, present| {
            for (next, present) in next.iter_mut().zip(&*present) {
                for lane in 0..BLOCK {
                    next[lane] -= alpha[lane] * present[lane];
                }
            }
            dots(next, next)
        });
        let beta = squares.map(f64::sqrt);
        // A vector that ended in an invariant subspace stays zero: its tridiagonal matrix is complete.
        let reciprocal = beta.map(|beta| if beta > INVARIANT { 1.0 / beta } else { 0.0 });
        product.sum(&mut self.next, &mut self.present, |next, _| {
            for next in next {
                for lane in 0..BLOCK {
                    next[lane] *= reciprocal[lane];
                }
            }
            [0.0; BLOCK]
        });
        std::mem::swap(&mut self.previous, &mut self.present);
        std::mem::swap(&mut self.present, &mut self.next);
        self.alphas.push(alpha);
        self.betas.push(beta.map(|beta| if beta > INVARIANT { beta } else { 0.0 }));
    }

    /// The tridiagonal matrix of one vector after `steps` steps: diagonal and off-diagonal.
    pub(in super::super) fn tridiagonal(&self, lane: usize, steps: usize) -> (Vec<f64>, Vec<f64>) {
        let diagonal = self.alphas[..steps].iter().map(|row| row[lane]).collect();
        let off_diagonal = self.betas[..steps - 1].iter().map(|row| row[lane]).collect();
        (diagonal, off_diagonal)
    }
}

/// Below this a vector is rounding error.
const INVARIANT: f64 = 1e-12;

fn dots(left: &[Row], right: &[Row]) -> Row {
    let mut sums = [0.0; BLOCK];
    for (left, right) in left.iter().zip(right) {
        for lane in 0..BLOCK {
            sums[lane] += left[lane] * right[lane];
        }
    }
    sums
}
