//! The parameters of the kernel.

use crate::baselines::BaselineError;

/// The parameters of the multiscale Laplacian graph kernel. Symbols are those of the paper.
#[derive(Debug, Clone, PartialEq)]
pub struct MultiscaleLaplacianSettings {
    /// L: how many times features are made from those of a neighbourhood; its radius is the number of the level.
    pub levels: usize,
    /// P: most dimensions of the joint basis.
    pub dimensions: usize,
    /// Ñ: nodes that are drawn for the joint basis, again at each level.
    pub samples: usize,
    /// γ: added to the diagonal of S.
    pub gamma: f64,
    /// η: added to the diagonal of the Laplacian.
    pub eta: f64,
    /// Seed of the draws.
    pub seed: u64,
    /// Whether nodes start from their labels; from their degrees otherwise.
    pub node_labels: bool,
}

impl Default for MultiscaleLaplacianSettings {
    /// GraKeL's: L = 3, P = 10, Ñ = 50, γ = η = 0.01.
    fn default() -> Self {
        Self { levels: 3, dimensions: 10, samples: 50, gamma: 0.01, eta: 0.01, seed: 0, node_labels: false }
    }
}

impl MultiscaleLaplacianSettings {
    /// Whether every setting is in its range.
    ///
    /// # Errors
    /// [`BaselineError::Setting`] for the first that is not.
    pub fn check(&self) -> Result<(), BaselineError> {
        let within = |setting, value: f64, fits: bool, wanted| match fits {
            true => Ok(()),
            false => Err(BaselineError::Setting { setting, found: value.to_string(), wanted }),
        };
        within("levels", self.levels as f64, self.levels <= 100, "at most 100")?;
        // A pair of graphs costs P³, an eigendecomposition Ñ³.
        within("dimensions", self.dimensions as f64, (1..=1000).contains(&self.dimensions), "1 to 1000")?;
        within("samples", self.samples as f64, (1..=10_000).contains(&self.samples), "1 to 10000")?;
        // Far below, the matrices are singular in double precision; far above, the diagonal hides the graph.
        let is_diagonal = |value: f64| (1e-8..=1e8).contains(&value);
        within("gamma", self.gamma, is_diagonal(self.gamma), "1e-8 to 1e8")?;
        within("eta", self.eta, is_diagonal(self.eta), "1e-8 to 1e8")
    }

    /// Sets L, the number of levels.
    #[must_use]
    pub fn with_levels(mut self, levels: usize) -> Self {
        self.levels = levels;
        self
    }

    /// Sets P, the largest number of dimensions of the joint basis.
    #[must_use]
    pub fn with_dimensions(mut self, dimensions: usize) -> Self {
        self.dimensions = dimensions;
        self
    }

    /// Sets Ñ, the number of nodes drawn for the joint basis.
    #[must_use]
    pub fn with_samples(mut self, samples: usize) -> Self {
        self.samples = samples;
        self
    }

    /// Sets γ, which is added to the diagonal of S.
    #[must_use]
    pub fn with_gamma(mut self, gamma: f64) -> Self {
        self.gamma = gamma;
        self
    }

    /// Sets η, which is added to the diagonal of the Laplacian.
    #[must_use]
    pub fn with_eta(mut self, eta: f64) -> Self {
        self.eta = eta;
        self
    }

    /// Sets the seed of the draws.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets whether nodes start from their labels instead of their degrees.
    #[must_use]
    pub fn with_node_labels(mut self, node_labels: bool) -> Self {
        self.node_labels = node_labels;
        self
    }
}
