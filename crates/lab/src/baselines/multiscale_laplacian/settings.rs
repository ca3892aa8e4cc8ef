//! The parameters of the kernel.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use crate::baselines::BaselineError;
use crate::baselines::setting_words::{number, unknown, words};

/// The parameters of the multiscale Laplacian graph kernel. Symbols are those of the paper.
///
/// As text, for a front end: words and numbers after the default or after `grakel`, separated by commas:
/// `grakel`, `levels=L`, `radius=R`, `double`, `dimensions=P`, `samples=N`, `gamma=γ`, `eta=η`, `uniform`,
/// `degrees`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MultiscaleLaplacianSettings {
    /// L: how many times features are made from those of a neighbourhood.
    pub levels: usize,
    /// Radius of the neighbourhoods of the first level.
    pub radius: usize,
    /// Whether the radius doubles from level to level; otherwise each level adds the first radius.
    pub doubling: bool,
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
    /// Whether nodes start from their labels.
    pub node_labels: bool,
    /// Whether nodes that do not start from their labels start alike; from their degrees otherwise.
    pub uniform: bool,
}

impl Default for MultiscaleLaplacianSettings {
    /// Those of the authors' program: L = 2, radii 1 and 2, P = 10, Ñ = 50, γ = 0.01, η = 0.1. It knows labels only: without
    /// them nodes start alike, as if all had the same one.
    ///
    /// Others cite the paper's search as L and the radius from 1 to 4, γ and η from 0.01, 0.1 and 1.
    fn default() -> Self {
        Self { levels: 2, eta: 0.1, uniform: true, ..Self::grakel() }
    }
}

impl MultiscaleLaplacianSettings {
    /// GraKeL's: L = 3, radii 1 to 3, P = 10, Ñ = 50, γ = η = 0.01; nodes start from their degrees.
    #[must_use]
    pub fn grakel() -> Self {
        let (node_labels, uniform, doubling) = (false, false, false);
        let (levels, radius, dimensions, samples, gamma, eta, seed) = (3, 1, 10, 50, 0.01, 0.01, 0);
        Self { levels, radius, doubling, dimensions, samples, gamma, eta, seed, node_labels, uniform }
    }

    /// Radius of the neighbourhoods of a level, from 1.
    pub(super) fn radius_of(&self, level: usize) -> usize {
        match self.doubling {
            // A radius above the number of nodes is as good as that number.
            true => self.radius.saturating_mul(1 << (level - 1).min(32)),
            false => self.radius * level,
        }
    }

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
        within("radius", self.radius as f64, (1..=100).contains(&self.radius), "1 to 100")?;
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

    /// Sets whether nodes start from their labels.
    #[must_use]
    pub fn with_node_labels(mut self, node_labels: bool) -> Self {
        self.node_labels = node_labels;
        self
    }
}

impl Display for MultiscaleLaplacianSettings {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { levels, radius, doubling, dimensions, samples, gamma, eta, uniform, .. } = self;
        write!(
            out,
            "levels={levels},radius={radius},dimensions={dimensions},samples={samples},gamma={gamma},eta={eta}"
        )?;
        out.write_str(if *doubling { ",double" } else { "" })?;
        out.write_str(if *uniform { ",uniform" } else { ",degrees" })
    }
}

impl FromStr for MultiscaleLaplacianSettings {
    type Err = BaselineError;

    fn from_str(text: &str) -> Result<Self, BaselineError> {
        let mut settings = Self::default();
        for (word, value) in words(text) {
            match (word, value) {
                ("grakel", None) => settings = Self::grakel(),
                ("double", None) => settings.doubling = true,
                ("uniform", None) => settings.uniform = true,
                ("degrees", None) => settings.uniform = false,
                ("levels", Some(value)) => settings.levels = number("levels", value)?,
                ("radius", Some(value)) => settings.radius = number("radius", value)?,
                ("dimensions", Some(value)) => settings.dimensions = number("dimensions", value)?,
                ("samples", Some(value)) => settings.samples = number("samples", value)?,
                ("gamma", Some(value)) => settings.gamma = number("gamma", value)?,
                ("eta", Some(value)) => settings.eta = number("eta", value)?,
                _ => return Err(unknown("mlg", word, WORDS)),
            }
        }
        settings.check()?;
        Ok(settings)
    }
}

/// The words of the text form.
const WORDS: &str = "grakel, levels=, radius=, double, dimensions=, samples=, gamma=, eta=, uniform or degrees";
