use pulp::{Arch, Simd, WithSimd};
use rand::Rng;

use super::block_product::{BLOCK, Row};
use super::neighbor_sum::{Line, neighbor_sum};
use super::row_tasks::RowTasks;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Probes that take their steps together: in single precision, which is far finer than what they tell, twice as many fit
/// into a cache line.
pub(crate) const PROBES: usize = 2 * BLOCK;

/// One number for each probe.
type ProbeRow = [f32; PROBES];
/// What is computed for each probe from all of its numbers.
type Scalars = [f64; PROBES];

/// Sixteen random vectors, each followed through the Lanczos process on its own.
///
/// # Formula
/// ```text
/// L q_j = β_(j−1) q_(j−1) + α_j q_j + β_j q_(j+1)
/// ```
/// The tridiagonal matrix of α and β sees the spectrum of L as the first vector does (Golub and Meurant, "Matrices, Moments
/// and Quadrature", 2010). The vectors are not kept orthogonal: eigenvalues that are found more than once for it share the
/// weight that the one would have had (Greenbaum 1989).
///
/// What is kept is z = unit · q, which the neighbours add up as it stands: unit · L q = diagonal z − unit² Σ weight z.
/// Lengths are those of q.
#[derive(Debug)]
pub(crate) struct Probes {
    /// z_j, but for a factor for each probe.
    present: Vec<Line<ProbeRow>>,
    present_factor: Scalars,
    /// z_(j−1), likewise.
    previous: Vec<Line<ProbeRow>>,
    previous_factor: Scalars,
    alphas: Vec<Scalars>,
    betas: Vec<Scalars>,
}

impl Probes {
    /// Bytes for a matrix of `size` rows, those of the block that is projected included.
    pub(crate) fn memory_bytes(size: usize) -> u64 {
        (size * (2 * size_of::<ProbeRow>() + size_of::<Row>())) as u64
    }

    /// Random signs, made orthogonal to what `project` takes out.
    pub(crate) fn new(matrix: &SparseLaplacian, random: &mut impl Rng, project: impl Fn(&mut [Row])) -> Self {
        let empty = || vec![Line([0.0; PROBES]); matrix.size()];
        let (mut present, mut squares) = (empty(), [0.0; PROBES]);
        let mut block: Vec<Row> = vec![[0.0; BLOCK]; matrix.size()];
        for first in [0, BLOCK] {
            for row in &mut block {
                let bits = random.next_u32();
                *row = std::array::from_fn(|lane| if bits >> lane & 1 == 1 { 1.0 } else { -1.0 });
            }
            project(&mut block);
            for (at, (Line(row), values)) in present.iter_mut().zip(&block).enumerate() {
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

    /// Steps that were taken.
    pub(crate) fn steps(&self) -> usize {
        self.alphas.len()
    }

    /// Takes a step with all of them.
    ///
    /// # Complexity
    /// O(m) time for each.
    pub(crate) fn advance(&mut self, matrix: &SparseLaplacian, tasks: &RowTasks) {
        let Self { present, previous, .. } = self;
        let factor = self.present_factor.map(|factor| factor as f32);
        let beta = self.betas.last().copied().unwrap_or([0.0; PROBES]);
        let back: ProbeRow = std::array::from_fn(|lane| (beta[lane] * self.previous_factor[lane]) as f32);
        // The previous vector is used up row by row, so what follows takes its place.
        let alpha = sum(tasks.map(previous, |first, rows| {
            Arch::new().dispatch(MultiplyRows { matrix, first, rows, present, factor: &factor, back: &back })
        }));
        let along: ProbeRow = std::array::from_fn(|lane| (alpha[lane] * self.present_factor[lane]) as f32);
        let squares = sum(tasks.map(previous, |first, rows| {
            Arch::new().dispatch(SubtractRows { matrix, first, rows, present, along: &along })
        }));
        // A vector that ended in an invariant subspace stays zero: its tridiagonal matrix is complete.
        let beta = squares.map(|square| if square > INVARIANT * INVARIANT { square.sqrt() } else { 0.0 });
        self.previous_factor = self.present_factor;
        self.present_factor = beta.map(|beta| if beta > 0.0 { 1.0 / beta } else { 0.0 });
        std::mem::swap(&mut self.previous, &mut self.present);
        self.alphas.push(alpha);
        self.betas.push(beta);
    }

    /// The tridiagonal matrix of one probe after `steps` steps: diagonal and off-diagonal; the last number of the latter
    /// leads out of it.
    pub(crate) fn tridiagonal(&self, probe: usize, steps: usize) -> (Vec<f64>, Vec<f64>) {
        let of_probe = |rows: &[Scalars]| rows[..steps].iter().map(|row| row[probe]).collect();
        (of_probe(&self.alphas), of_probe(&self.betas))
    }
}

/// Below this a vector is rounding error.
const INVARIANT: f64 = 1e-6;

/// `rows = unit · L q − back · rows`; the products of q with it come back.
struct MultiplyRows<'a> {
    matrix: &'a SparseLaplacian,
    first: usize,
    rows: &'a mut [Line<ProbeRow>],
    present: &'a [Line<ProbeRow>],
    factor: &'a ProbeRow,
    back: &'a ProbeRow,
}

impl WithSimd for MultiplyRows<'_> {
    type Output = Scalars;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Scalars {
        let Self { matrix, first, rows, present, factor, back } = self;
        let mut products = [0.0; PROBES];
        for (at, Line(row)) in (first..).zip(rows) {
            let (neighbors, own) = (neighbor_sum(matrix, at, present), &present[at].0);
            let square = matrix.unit(at) * matrix.unit(at);
            let (diagonal, square, reciprocal) = (matrix.diagonal(at) as f32, square as f32, (1.0 / square) as f32);
            // Loops over copies: what may overlap is not done in wide instructions.
            let mut image = *row;
            for lane in 0..PROBES {
                let product = diagonal * own[lane] - square * neighbors[lane];
                image[lane] = factor[lane] * product - back[lane] * image[lane];
            }
            *row = image;
            for lane in 0..PROBES {
                products[lane] += f64::from(reciprocal * factor[lane] * own[lane] * image[lane]);
            }
        }
        products
    }
}

/// `rows = rows − along · present`; the squares of what is left come back.
struct SubtractRows<'a> {
    matrix: &'a SparseLaplacian,
    first: usize,
    rows: &'a mut [Line<ProbeRow>],
    present: &'a [Line<ProbeRow>],
    along: &'a ProbeRow,
}

impl WithSimd for SubtractRows<'_> {
    type Output = Scalars;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Scalars {
        let Self { matrix, first, rows, present, along } = self;
        let mut squares = [0.0; PROBES];
        for (at, Line(row)) in (first..).zip(rows) {
            let (Line(own), unit) = (&present[at], matrix.unit(at));
            let reciprocal = (1.0 / (unit * unit)) as f32;
            let mut rest = *row;
            for lane in 0..PROBES {
                rest[lane] -= along[lane] * own[lane];
            }
            *row = rest;
            for lane in 0..PROBES {
                squares[lane] += f64::from(reciprocal * rest[lane] * rest[lane]);
            }
        }
        squares
    }
}

fn sum(parts: Vec<Scalars>) -> Scalars {
    let mut total = [0.0; PROBES];
    for part in parts {
        for (total, part) in total.iter_mut().zip(part) {
            *total += part;
        }
    }
    total
}
