//! Random Lanczos probes in single precision, for the density of eigenvalues.

use pulp::{Arch, Simd, WithSimd};
use rand::Rng;

use super::block_product::{BLOCK, Row};
use super::neighbor_sum::{CacheLine, neighbor_sum};
use super::row_tasks::RowTasks;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Number of probes that advance together: in single precision twice as many as in a block fit into a cache line. The
/// sampling error of the probes is far above the rounding error of single precision.
pub(crate) const PROBES: usize = 2 * BLOCK;

/// One entry for each probe.
type ProbeRow = [f32; PROBES];
/// One inner product, norm or coefficient for each probe.
type Scalars = [f64; PROBES];

/// The coefficients of the Lanczos process of one probe.
///
/// # Formula
/// ```text
/// β_k q_{k+1} = (L − α_k) q_k − β_{k−1} q_{k−1}        α_k = q_kᵀ L q_k, |q_k| = 1
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LanczosCoefficients {
    /// α_1, …, α_k: the diagonal of the tridiagonal matrix.
    pub alphas: Vec<f64>,
    /// β_1, …, β_k: its other diagonal; the last one couples the matrix to the next step.
    pub betas: Vec<f64>,
}

impl LanczosCoefficients {
    /// Number of Lanczos steps.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.alphas.len()
    }

    /// Diagonal and off-diagonal of the tridiagonal matrix after the first `steps` steps.
    pub(crate) fn tridiagonal(&self, steps: usize) -> (Vec<f64>, Vec<f64>) {
        (self.alphas[..steps].to_vec(), self.betas[..steps].to_vec())
    }
}

/// Sixteen random starting vectors, each with a Lanczos process of its own.
///
/// # Formula
/// ```text
/// L q_j = β_(j−1) q_(j−1) + α_j q_j + β_j q_(j+1)
/// ```
/// The tridiagonal matrix of α and β gives the Gauss quadrature of the spectral density that belongs to the first
/// vector (Golub and Meurant, "Matrices, Moments and Quadrature", 2010). The vectors are not reorthogonalized: copies
/// of an eigenvalue then appear, which share the weight of a single one (Greenbaum 1989).
///
/// The buffers hold z = unit · q instead of q, so that sums over neighbours need no scaling:
/// unit · L q = diagonal z − unit² Σ weight z. Norms and inner products refer to q.
#[derive(Debug)]
pub(crate) struct Probes {
    /// z_j, divided by `present_factor`.
    present: Vec<CacheLine<ProbeRow>>,
    present_factor: Scalars,
    /// z_(j−1), divided by `previous_factor`.
    previous: Vec<CacheLine<ProbeRow>>,
    previous_factor: Scalars,
    alphas: Vec<Scalars>,
    betas: Vec<Scalars>,
}

impl Probes {
    /// Bytes for a matrix of `size` rows, including the block that [`new`](Self::new) projects.
    pub(crate) fn memory_bytes(size: usize) -> u64 {
        (size * (2 * size_of::<ProbeRow>() + size_of::<Row>())) as u64
    }

    /// Vectors of random signs, after `project` has removed the known eigenvectors from them.
    pub(crate) fn new(matrix: &SparseLaplacian, random: &mut impl Rng, project: impl Fn(&mut [Row])) -> Self {
        let empty = || vec![CacheLine([0.0; PROBES]); matrix.size()];
        let (mut present, mut squares) = (empty(), [0.0; PROBES]);
        let mut block: Vec<Row> = vec![[0.0; BLOCK]; matrix.size()];
        for first in [0, BLOCK] {
            for row in &mut block {
                let bits = random.next_u32();
                *row = std::array::from_fn(|lane| if bits >> lane & 1 == 1 { 1.0 } else { -1.0 });
            }
            project(&mut block);
            for (at, (CacheLine(row), values)) in present.iter_mut().zip(&block).enumerate() {
                let unit = matrix.unit(at);
                for (lane, value) in (first..).zip(values) {
                    row[lane] = (unit * value) as f32;
                    squares[lane] += value * value;
                }
            }
        }
        let present_factor = squares.map(|square| 1.0 / square.sqrt());
        let previous_factor = [0.0; PROBES];
        Self { present, present_factor, previous: empty(), previous_factor, alphas: Vec::new(), betas: Vec::new() }
    }

    /// Number of steps so far.
    pub(crate) fn steps(&self) -> usize {
        self.alphas.len()
    }

    /// Advances all probes by one Lanczos step.
    ///
    /// # Complexity
    /// O(m) time for each probe.
    pub(crate) fn advance(&mut self, matrix: &SparseLaplacian, tasks: &RowTasks) {
        let Self { present, previous, .. } = self;
        let factor = self.present_factor.map(|factor| factor as f32);
        let beta = self.betas.last().copied().unwrap_or([0.0; PROBES]);
        let beta_factor: ProbeRow = std::array::from_fn(|lane| (beta[lane] * self.previous_factor[lane]) as f32);
        // The next vector overwrites the previous one, which is read row by row.
        let alpha = sum(tasks.map(previous, |first, rows| {
            Arch::new().dispatch(MultiplyRows {
                matrix,
                first,
                rows,
                present,
                factor: &factor,
                beta_factor: &beta_factor,
            })
        }));
        let alpha_factor: ProbeRow = std::array::from_fn(|lane| (alpha[lane] * self.present_factor[lane]) as f32);
        let squares = sum(tasks.map(previous, |first, rows| {
            Arch::new().dispatch(SubtractRows { matrix, first, rows, present, alpha_factor: &alpha_factor })
        }));
        // A vector in an invariant subspace becomes and stays zero: its tridiagonal matrix is complete.
        let beta = squares.map(|square| if square > ZERO_NORM * ZERO_NORM { square.sqrt() } else { 0.0 });
        self.previous_factor = self.present_factor;
        self.present_factor = beta.map(|beta| if beta > 0.0 { 1.0 / beta } else { 0.0 });
        std::mem::swap(&mut self.previous, &mut self.present);
        self.alphas.push(alpha);
        self.betas.push(beta);
    }

    /// The coefficients of each probe so far.
    pub(crate) fn coefficients(&self) -> Vec<LanczosCoefficients> {
        let of_probe = |rows: &[Scalars], probe: usize| rows.iter().map(|row| row[probe]).collect();
        let both =
            |probe| LanczosCoefficients { alphas: of_probe(&self.alphas, probe), betas: of_probe(&self.betas, probe) };
        (0..PROBES).map(both).collect()
    }
}

/// A vector of a smaller norm is rounding error: single precision has 6e-8, and the rounding of a step adds to it.
const ZERO_NORM: f64 = 1e-6;

/// `rows = unit · L q − beta_factor · rows`; returns the inner products of q with the result.
struct MultiplyRows<'a> {
    matrix: &'a SparseLaplacian,
    first: usize,
    rows: &'a mut [CacheLine<ProbeRow>],
    present: &'a [CacheLine<ProbeRow>],
    factor: &'a ProbeRow,
    beta_factor: &'a ProbeRow,
}

impl WithSimd for MultiplyRows<'_> {
    type Output = Scalars;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Scalars {
        let Self { matrix, first, rows, present, factor, beta_factor } = self;
        let mut products = [0.0; PROBES];
        for (at, CacheLine(row)) in (first..).zip(rows) {
            let (neighbors, own) = (neighbor_sum(matrix, at, present), &present[at].0);
            let square = matrix.unit(at) * matrix.unit(at);
            let (diagonal, square, reciprocal) = (matrix.diagonal(at) as f32, square as f32, (1.0 / square) as f32);
            // A copy of the row: the compiler does not vectorize loops over memory that may overlap.
            let mut image = *row;
            for lane in 0..PROBES {
                let product = diagonal * own[lane] - square * neighbors[lane];
                image[lane] = factor[lane] * product - beta_factor[lane] * image[lane];
            }
            *row = image;
            for lane in 0..PROBES {
                products[lane] += f64::from(reciprocal * factor[lane] * own[lane] * image[lane]);
            }
        }
        products
    }
}

/// `rows = rows − alpha_factor · present`; returns the squared norms of the result.
struct SubtractRows<'a> {
    matrix: &'a SparseLaplacian,
    first: usize,
    rows: &'a mut [CacheLine<ProbeRow>],
    present: &'a [CacheLine<ProbeRow>],
    alpha_factor: &'a ProbeRow,
}

impl WithSimd for SubtractRows<'_> {
    type Output = Scalars;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Scalars {
        let Self { matrix, first, rows, present, alpha_factor } = self;
        let mut squares = [0.0; PROBES];
        for (at, CacheLine(row)) in (first..).zip(rows) {
            let (CacheLine(own), unit) = (&present[at], matrix.unit(at));
            let reciprocal = (1.0 / (unit * unit)) as f32;
            let mut difference = *row;
            for lane in 0..PROBES {
                difference[lane] -= alpha_factor[lane] * own[lane];
            }
            *row = difference;
            for lane in 0..PROBES {
                squares[lane] += f64::from(reciprocal * difference[lane] * difference[lane]);
            }
        }
        squares
    }
}

/// Sum over the tasks, in their order.
fn sum(parts: Vec<Scalars>) -> Scalars {
    let mut total = [0.0; PROBES];
    for part in parts {
        for (total, part) in total.iter_mut().zip(part) {
            *total += part;
        }
    }
    total
}
