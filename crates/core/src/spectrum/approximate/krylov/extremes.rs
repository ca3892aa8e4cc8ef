//! Extreme eigenvalues of a sparse Laplacian, for the density and for graphs of which only they are computed.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, Par};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::basis::Basis;
use super::block_product::{BLOCK, BlockProduct, Row};
use super::orthonormal::orthonormalize;
use crate::numerics::symmetric_eigen;
use crate::progress::Progress;
use crate::resampling::sensitivity::EXTRAPOLATED_RANKS;
use crate::spectrum::deadline::Deadline;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Further Ritz vectors that a restart keeps at each end: convergence depends on the gap to the first discarded Ritz
/// value, and a full block of them keeps this gap open for eigenvalues of multiplicity up to [`BLOCK`].
const SPARE: usize = BLOCK;

/// Fewest products, however late it is: Ritz values need a basis of several blocks.
const FEWEST_PRODUCTS: usize = 4;

/// Limits of the search for extreme eigenvalues.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExtremesSettings {
    /// Number of eigenvalues at each end of the spectrum.
    pub(crate) count: usize,
    /// Largest residual |L x − λ x| for x of length 1. It bounds the error of λ, which is usually far smaller.
    pub(crate) tolerance: f64,
    /// The search stops after this many products of the matrix with a block, with the eigenvalues found so far.
    pub(crate) most_products: usize,
    /// The search stops at this moment, with the eigenvalues found so far.
    pub(crate) deadline: Deadline,
    /// Whether to verify the result with new random vectors, which find missed eigenvalues.
    pub(crate) verify: bool,
    /// Seed of the starting vectors.
    pub(crate) seed: u64,
}

/// The lowest and highest eigenvalues of a matrix, consecutive from each end of the spectrum, and their eigenvectors.
#[derive(Debug)]
pub(crate) struct Extremes {
    /// Lowest eigenvalues, ascending, zeros included.
    pub(crate) low: Vec<f64>,
    /// Highest eigenvalues, ascending.
    pub(crate) high: Vec<f64>,
    /// Largest residual.
    pub(crate) residual: f64,
    /// Largest residual of the lowest [`EXTRAPOLATED_RANKS`] eigenvalues, on which the sample at 0 depends.
    pub(crate) lowest_residual: f64,
    /// Number of products of the matrix with a block.
    pub(crate) products: usize,
    basis: Basis,
}

impl Extremes {
    /// Bytes for `count` eigenvalues at each end of a matrix of `size` rows.
    pub(crate) fn memory_bytes(size: usize, count: usize) -> u64 {
        ((capacity(count) + 4 * BLOCK) * size * size_of::<f64>()) as u64
    }

    /// Finds the extreme eigenvalues by a block Lanczos process with thick restarts (Wu and Simon 2000, "Thick-Restart
    /// Lanczos Method for Large Symmetric Eigenvalue Problems").
    ///
    /// The basis grows by the product of the matrix with its newest block, orthogonalized against the basis. When the
    /// basis is full, a restart keeps the Ritz vectors of the extreme Ritz values. The basis contains the eigenvectors
    /// √d of the zero eigenvalues from the start. A block of eight vectors finds eigenvalues of multiplicity up to
    /// eight; the second start finds further copies.
    ///
    /// `None` if infinite or NaN entries occur.
    ///
    /// # Complexity
    /// O((m + n k) · products) time, O(n k) space.
    pub(crate) fn find(
        product: &mut BlockProduct<'_>,
        settings: ExtremesSettings,
        progress: &dyn Progress,
    ) -> Option<Self> {
        Search::new(product.matrix(), settings)?.run(product, progress)
    }

    /// Eigenvalues that another process computed, which keeps the eigenvectors: nothing is projected out here.
    pub(crate) fn without_vectors(low: Vec<f64>, high: Vec<f64>, residual: f64, lowest_residual: f64) -> Self {
        Self { low, high, residual, lowest_residual, products: 0, basis: Basis::new(0, 0) }
    }

    /// Number of eigenvalues.
    pub(crate) fn len(&self) -> usize {
        self.low.len() + self.high.len()
    }

    /// Number of these eigenvalues below a position; `None` if one of them is too near to tell its side.
    pub(crate) fn count_below(&self, position: f64) -> Option<usize> {
        let below = |position: f64| {
            [&self.low, &self.high].map(|values| values.partition_point(|&value| value < position)).iter().sum()
        };
        let count: usize = below(position - self.uncertainty());
        (count == below(position + self.uncertainty())).then_some(count)
    }

    /// Distance within which a computed eigenvalue may be on either side of a position.
    pub(crate) fn uncertainty(&self) -> f64 {
        self.residual.max(ROUNDING)
    }

    /// Makes a block of vectors orthogonal to the eigenvectors.
    pub(crate) fn project_out(&self, block: &mut [Row]) {
        self.basis.project_out(block);
    }
}

/// Number of vectors in a full basis: room for half as many new vectors as a restart keeps. Fewer need more restarts,
/// more need more memory and a larger dense eigenproblem.
fn capacity(count: usize) -> usize {
    let kept = 2 * (count + SPARE);
    kept + (kept / 2).next_multiple_of(BLOCK).max(3 * BLOCK)
}

/// State of the search.
struct Search {
    settings: ExtremesSettings,
    random: ChaCha8Rng,
    basis: Basis,
    /// The projection of the matrix onto the basis.
    projected: Mat<f64>,
    /// The newest block of the basis, not yet multiplied with the matrix.
    newest: Vec<Row>,
    next: Vec<Row>,
    products: usize,
}

/// Ritz values and vectors of a full basis.
struct Ritz {
    values: Vec<f64>,
    vectors: Mat<f64>,
    residuals: Vec<f64>,
}

impl Search {
    /// A basis of the zero eigenvectors and a random block.
    fn new(matrix: &SparseLaplacian, settings: ExtremesSettings) -> Option<Self> {
        let size = matrix.size();
        let room = capacity(settings.count) + matrix.component_count() + 1;
        let mut search = Self {
            settings,
            random: ChaCha8Rng::seed_from_u64(settings.seed),
            basis: Basis::new(size, room + BLOCK),
            projected: Mat::zeros(room + BLOCK, room + BLOCK),
            newest: vec![[0.0; BLOCK]; size],
            next: vec![[0.0; BLOCK]; size],
            products: 0,
        };
        for rows in matrix.components() {
            let roots = &matrix.roots()[rows.clone()];
            let length = roots.iter().map(|root| root * root).sum::<f64>().sqrt();
            search.next.fill([0.0; BLOCK]);
            for (row, root) in search.next[rows].iter_mut().zip(roots) {
                row[0] = root / length;
            }
            search.basis.push(&search.next, 1);
        }
        search.start()?;
        Some(search)
    }

    /// Appends a random block to the basis.
    fn start(&mut self) -> Option<()> {
        for row in &mut self.newest {
            *row = std::array::from_fn(|_| self.random.random::<f64>() - 0.5);
        }
        self.basis.project_out(&mut self.newest);
        orthonormalize(&mut self.newest, &self.basis, &mut self.random)?;
        self.basis.push(&self.newest, BLOCK);
        Some(())
    }

    /// Restarts until the extreme eigenvalues have converged and are verified, or a limit is reached.
    fn run(mut self, product: &mut BlockProduct<'_>, progress: &dyn Progress) -> Option<Extremes> {
        let mut verified = None;
        loop {
            let coupling = self.fill(product, progress)?;
            let ritz = self.ritz(&coupling)?;
            let (low, high) = self.converged(&ritz);
            let count = self.settings.count.min(ritz.values.len() / 2);
            let is_done = low >= count && high >= count;
            let extremes = ritz.extremes(low.min(count), high.min(count));
            let is_verified = !self.settings.verify || verified.as_ref().is_some_and(|before| agree(before, &extremes));
            let is_full = self.basis.len() - BLOCK >= product.matrix().size();
            let is_over = self.products >= self.settings.most_products || self.settings.deadline.is_past();
            if is_over || is_done && is_verified || is_full {
                return Some(self.finish(product, &ritz, low.min(count), high.min(count)));
            }
            self.restart(&ritz);
            if is_done {
                verified = Some(extremes);
                self.start()?;
            } else {
                verified = None;
                self.basis.push(&self.newest, BLOCK);
            }
        }
    }

    /// Extends the basis until it is full. Returns the coupling of its last two blocks: the R of the newest block.
    fn fill(&mut self, product: &mut BlockProduct<'_>, progress: &dyn Progress) -> Option<Mat<f64>> {
        let mut coupling = Mat::zeros(BLOCK, BLOCK);
        let most = self.basis.capacity().min(product.matrix().size() + BLOCK);
        let is_late = |products: usize| products >= FEWEST_PRODUCTS && self.settings.deadline.is_past();
        while self.basis.len() + BLOCK <= most && !is_late(self.products) {
            product.multiply(&self.newest, &mut self.next);
            self.products += 1;
            progress.report(self.products as f64 / self.settings.most_products as f64);
            let coefficients = self.basis.project_out(&mut self.next);
            let len = self.basis.len();
            for lane in 0..BLOCK {
                let column = len - BLOCK + lane;
                for row in 0..len {
                    self.projected[(row, column)] = coefficients[(row, lane)];
                    self.projected[(column, row)] = coefficients[(row, lane)];
                }
            }
            coupling = orthonormalize(&mut self.next, &self.basis, &mut self.random)?;
            self.basis.push(&self.next, BLOCK);
            std::mem::swap(&mut self.newest, &mut self.next);
        }
        Some(coupling)
    }

    /// Ritz values and vectors of the basis without its newest block.
    fn ritz(&self, coupling: &Mat<f64>) -> Option<Ritz> {
        let size = self.basis.len() - BLOCK;
        let (values, vectors) = symmetric_eigen(self.projected.get(..size, ..size))?;
        let mut last = Mat::zeros(BLOCK, size);
        matmul(last.as_mut(), Accum::Replace, coupling, vectors.get(size - BLOCK..size, ..), 1.0, Par::Seq);
        let residuals = (0..size).map(|at| last.col(at).norm_l2()).collect();
        Some(Ritz { values, vectors, residuals })
    }

    /// Number of consecutive converged Ritz values from each end.
    fn converged(&self, ritz: &Ritz) -> (usize, usize) {
        let has_converged = |residual: &&f64| **residual <= self.settings.tolerance;
        (
            ritz.residuals.iter().take_while(has_converged).count(),
            ritz.residuals.iter().rev().take_while(has_converged).count(),
        )
    }

    /// Reduces the basis to the Ritz vectors of the extreme Ritz values.
    fn restart(&mut self, ritz: &Ritz) {
        let size = ritz.values.len();
        let keep = (self.settings.count + SPARE).min(size / 2);
        let kept: Vec<usize> = (0..keep).chain(size - keep..size).collect();
        self.basis.combine(ritz.combinations(&kept).as_ref());
        self.projected.fill(0.0);
        for (at, &from) in kept.iter().enumerate() {
            self.projected[(at, at)] = ritz.values[from];
        }
    }

    /// Keeps only the vectors of the extreme eigenvalues and computes their residuals anew: after a second start the
    /// projected matrix no longer contains them.
    fn finish(mut self, product: &mut BlockProduct<'_>, ritz: &Ritz, low: usize, high: usize) -> Extremes {
        let size = ritz.values.len();
        let kept: Vec<usize> = (0..low).chain(size - high..size).collect();
        self.basis.combine(ritz.combinations(&kept).as_ref());
        self.basis.shrink();
        let (mut residual, mut lowest_residual) = (0f64, 0f64);
        for (at, values) in kept.chunks(BLOCK).enumerate() {
            self.basis.copy_block(at * BLOCK, &mut self.newest);
            product.multiply(&self.newest, &mut self.next);
            for (lane, &value) in values.iter().enumerate() {
                let differences =
                    self.next.iter().zip(&self.newest).map(|(next, row)| next[lane] - ritz.values[value] * row[lane]);
                let norm = differences.map(|difference| difference * difference).sum::<f64>().sqrt();
                residual = residual.max(norm);
                if value < EXTRAPOLATED_RANKS {
                    lowest_residual = lowest_residual.max(norm);
                }
            }
        }
        let (mut low, high) = ritz.extremes(low, high);
        // Zero by theory; the computed values are rounding errors.
        low.iter_mut().take(product.matrix().component_count()).for_each(|zero| *zero = 0.0);
        Extremes { low, high, residual, lowest_residual, products: self.products, basis: self.basis }
    }
}

impl Ritz {
    /// The columns of the Ritz vectors with the given indices.
    fn combinations(&self, kept: &[usize]) -> Mat<f64> {
        Mat::from_fn(self.values.len(), kept.len(), |row, at| self.vectors[(row, kept[at])])
    }

    /// The `low` lowest and the `high` highest Ritz values.
    fn extremes(&self, low: usize, high: usize) -> (Vec<f64>, Vec<f64>) {
        (self.values[..low].to_vec(), self.values[self.values.len() - high..].to_vec())
    }
}

/// Whether a second start found the same eigenvalues.
fn agree(before: &(Vec<f64>, Vec<f64>), after: &(Vec<f64>, Vec<f64>)) -> bool {
    let same =
        |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= SAME_EIGENVALUE);
    same(&before.0, &after.0) && same(&before.1, &after.1)
}

/// Distance of a shift from an eigenvalue at which an inertia count is reliable: far above its rounding errors, far below
/// every error that can be asked for.
const ROUNDING: f64 = 1e-9;

/// Eigenvalues of two starts that differ by less are the same eigenvalue: the error of a Ritz value is of the
/// order of its squared residual, below this for residuals up to 3e-4.
const SAME_EIGENVALUE: f64 = 1e-7;
