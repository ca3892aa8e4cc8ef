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
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;

/// Ritz vectors that are kept beyond those wanted, at each end: they make the wanted ones converge where eigenvalues are
/// close.
const SPARE: usize = BLOCK;

/// How far to go for the eigenvalues at both ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExtremesSettings {
    /// Eigenvalues wanted at each end.
    pub(crate) count: usize,
    /// Largest |L x − λ x| for x of length 1. The eigenvalue is then no farther from λ, as a rule far nearer.
    pub(crate) tolerance: f64,
    /// Products of a block with the matrix after which to stop with what there is.
    pub(crate) most_products: usize,
    /// Whether to start again with other vectors at the end, to find eigenvalues that were missed.
    pub(crate) verify: bool,
    /// Seed of the starting vectors.
    pub(crate) seed: u64,
}

/// The lowest and highest eigenvalues of a matrix, without gaps from the ends on, and their vectors.
#[derive(Debug)]
pub(crate) struct Extremes {
    /// Lowest eigenvalues, ascending, zeros included.
    pub(crate) low: Vec<f64>,
    /// Highest eigenvalues, ascending.
    pub(crate) high: Vec<f64>,
    /// The largest residual among them.
    pub(crate) residual: f64,
    /// Products with the matrix that it took.
    pub(crate) products: usize,
    basis: Basis,
}

impl Extremes {
    /// Bytes for `count` eigenvalues at each end of a matrix of `size` rows.
    pub(crate) fn memory_bytes(size: usize, count: usize) -> u64 {
        ((capacity(count) + 4 * BLOCK) * size * size_of::<f64>()) as u64
    }

    /// Finds both ends by a block Lanczos process with thick restarts (Wu and Simon 2000, "Thick-Restart Lanczos Method for
    /// Large Symmetric Eigenvalue Problems").
    ///
    /// The basis grows by products of its newest block with the matrix, made orthogonal to all before; when it is full, the
    /// Ritz vectors nearest to the ends stay. The eigenvectors √d of the zeros are in it from the beginning. A block of
    /// eight finds eigenvalues that are up to eightfold at once, the second start finds the rest.
    ///
    /// `None` if there are numbers that are not finite.
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

    /// Takes the eigenvectors out of a block of vectors.
    pub(crate) fn project_out(&self, block: &mut [Row]) {
        self.basis.project_out(block);
    }
}

/// Vectors of the basis when it is full.
fn capacity(count: usize) -> usize {
    let kept = 2 * (count + SPARE);
    kept + (kept / 2).next_multiple_of(BLOCK).max(3 * BLOCK)
}

struct Search {
    settings: ExtremesSettings,
    random: ChaCha8Rng,
    basis: Basis,
    /// The matrix as the basis sees it.
    projected: Mat<f64>,
    /// The newest block of the basis, whose product is not yet known.
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

    /// Appends random vectors to the basis.
    fn start(&mut self) -> Option<()> {
        for row in &mut self.newest {
            *row = std::array::from_fn(|_| self.random.random::<f64>() - 0.5);
        }
        self.basis.project_out(&mut self.newest);
        orthonormalize(&mut self.newest, &self.basis, &mut self.random)?;
        self.basis.push(&self.newest, BLOCK);
        Some(())
    }

    fn run(mut self, product: &mut BlockProduct<'_>, progress: &dyn Progress) -> Option<Extremes> {
        let mut verified = None;
        loop {
            let coupling = self.fill(product, progress)?;
            let ritz = self.ritz(&coupling)?;
            let (low, high) = self.converged(&ritz);
            let wanted = self.settings.count.min(ritz.values.len() / 2);
            let is_done = low >= wanted && high >= wanted;
            let ends = ritz.ends(low.min(wanted), high.min(wanted));
            let is_verified = !self.settings.verify || verified.as_ref().is_some_and(|before| agree(before, &ends));
            let is_full = self.basis.len() - BLOCK >= product.matrix().size();
            if self.products >= self.settings.most_products || is_done && is_verified || is_full {
                return Some(self.finish(product, &ritz, low.min(wanted), high.min(wanted)));
            }
            self.restart(&ritz);
            if is_done {
                verified = Some(ends);
                self.start()?;
            } else {
                verified = None;
                self.basis.push(&self.newest, BLOCK);
            }
        }
    }

    /// Lets the basis grow until it is full; gives how its last block hangs together with the rest of the space.
    fn fill(&mut self, product: &mut BlockProduct<'_>, progress: &dyn Progress) -> Option<Mat<f64>> {
        let mut coupling = Mat::zeros(BLOCK, BLOCK);
        let most = self.basis.capacity().min(product.matrix().size() + BLOCK);
        while self.basis.len() + BLOCK <= most {
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

    /// Ritz values of all of the basis but its newest block.
    fn ritz(&self, coupling: &Mat<f64>) -> Option<Ritz> {
        let size = self.basis.len() - BLOCK;
        let (values, vectors) = symmetric_eigen(self.projected.get(..size, ..size))?;
        let mut last = Mat::zeros(BLOCK, size);
        matmul(last.as_mut(), Accum::Replace, coupling, vectors.get(size - BLOCK..size, ..), 1.0, Par::Seq);
        let residuals = (0..size).map(|at| last.col(at).norm_l2()).collect();
        Some(Ritz { values, vectors, residuals })
    }

    /// How many Ritz values in a row are good enough, from each end.
    fn converged(&self, ritz: &Ritz) -> (usize, usize) {
        let is_good = |residual: &&f64| **residual <= self.settings.tolerance;
        (ritz.residuals.iter().take_while(is_good).count(), ritz.residuals.iter().rev().take_while(is_good).count())
    }

    /// Cuts the basis back to the Ritz vectors at the ends.
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

    /// Keeps the vectors of the ends alone, and looks at their residuals once more: a second start has lost sight of those.
    fn finish(mut self, product: &mut BlockProduct<'_>, ritz: &Ritz, low: usize, high: usize) -> Extremes {
        let size = ritz.values.len();
        let kept: Vec<usize> = (0..low).chain(size - high..size).collect();
        self.basis.combine(ritz.combinations(&kept).as_ref());
        self.basis.shrink();
        let mut residual = 0f64;
        for (at, values) in kept.chunks(BLOCK).enumerate() {
            self.basis.copy_block(at * BLOCK, &mut self.newest);
            product.multiply(&self.newest, &mut self.next);
            for (lane, &value) in values.iter().enumerate() {
                let differences =
                    self.next.iter().zip(&self.newest).map(|(next, row)| next[lane] - ritz.values[value] * row[lane]);
                residual = residual.max(differences.map(|difference| difference * difference).sum::<f64>().sqrt());
            }
        }
        let (mut low, high) = ritz.ends(low, high);
        // Known from the beginning; what is there is rounding.
        low.iter_mut().take(product.matrix().component_count()).for_each(|zero| *zero = 0.0);
        Extremes { low, high, residual, products: self.products, basis: self.basis }
    }
}

impl Ritz {
    /// The columns of the vectors with these numbers.
    fn combinations(&self, kept: &[usize]) -> Mat<f64> {
        Mat::from_fn(self.values.len(), kept.len(), |row, at| self.vectors[(row, kept[at])])
    }

    fn ends(&self, low: usize, high: usize) -> (Vec<f64>, Vec<f64>) {
        (self.values[..low].to_vec(), self.values[self.values.len() - high..].to_vec())
    }
}

/// Whether a second start found the same eigenvalues.
fn agree(before: &(Vec<f64>, Vec<f64>), after: &(Vec<f64>, Vec<f64>)) -> bool {
    let same = |a: &[f64], b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= SAME);
    same(&before.0, &after.0) && same(&before.1, &after.1)
}

/// Eigenvalues that are nearer than this are the same.
const SAME: f64 = 1e-7;
