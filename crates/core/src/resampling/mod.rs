//! How do spectra of different lengths compare?
//!
//! A cubic spline through the eigenvalues, evaluated at a fixed number of positions: a [`Resampler`]. A [`SampleGrid`] says
//! which samples an error is stated for. This room does not know who uses it.

pub(crate) mod sensitivity;
mod spline;

pub use sensitivity::SampleGrid;

use serde::{Deserialize, Serialize};
use spline::NotAKnotSpline;

/// Number of samples in the paper.
pub const SAMPLES: usize = 256;

/// Where the eigenvalues of a spectrum sit on [0, 1].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum KnotRule {
    /// λ_k at k/n for k = 1..n, as the paper writes it; the first piece of the spline is continued down to 0. The stretch
    /// below 1/n is where the size of the graph shows, and classification gains up to ten points by it.
    #[default]
    Literal,
    /// λ_k at (k−1)/(n−1): the first eigenvalue at 0, the last at 1.
    Stretched,
}

crate::named!(KnotRule, "knot rule");

impl KnotRule {
    /// Every rule.
    pub const ALL: [Self; 2] = [Self::Literal, Self::Stretched];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Stretched => "stretched",
        }
    }

    /// The rule in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Literal => "At k/n, as the paper writes it",
            Self::Stretched => "At (k−1)/(n−1)",
        }
    }
}

/// A spectrum sampled at evenly spaced places of [0, 1], both ends included.
#[derive(Debug, Clone, PartialEq)]
pub struct ResampledSpectrum {
    samples: Vec<f64>,
}

impl ResampledSpectrum {
    /// The samples, as many as were asked for.
    pub fn samples(&self) -> &[f64] {
        &self.samples
    }
}

/// Resamples spectra, keeping its buffers.
///
/// # Formula
/// ```text
/// λ(k/n) = λ_k,  k = 1..n          λ: not-a-knot cubic spline
/// λ̃_j = λ((j−1)/(M−1)),  j = 1..M
/// ```
/// Tsitsulin et al., "SGR", §4.2. One eigenvalue gives a constant, two a line, three a parabola.
///
/// ```
/// use sgr_core::resampling::{KnotRule, Resampler};
/// let mut resampler = Resampler::new(3, KnotRule::Literal);
/// // Knots at 1/2 and 1: a line, continued down to 0.
/// assert_eq!(resampler.resample(&[0.0, 2.0]).samples(), &[-2.0, 0.0, 2.0]);
/// ```
#[derive(Debug)]
pub struct Resampler {
    rule: KnotRule,
    spline: NotAKnotSpline,
    result: ResampledSpectrum,
}

impl Resampler {
    /// A resampler to `samples` samples.
    ///
    /// # Panics
    /// If `samples` is below 2: both ends are sampled.
    pub fn new(samples: usize, rule: KnotRule) -> Self {
        assert!(samples >= 2, "found {samples} samples, wanted at least 2");
        let result = ResampledSpectrum { samples: vec![0.0; samples] };
        Self { rule, spline: NotAKnotSpline::default(), result }
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.result.samples.len()
    }

    /// Never: there are at least two samples.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Resamples ascending eigenvalues.
    ///
    /// # Panics
    /// If there are none: the empty graph has no spectrum, and its reader says so.
    ///
    /// # Complexity
    /// O(n + M) time, O(n) space.
    pub fn resample(&mut self, eigenvalues: &[f64]) -> &ResampledSpectrum {
        assert!(!eigenvalues.is_empty(), "found no eigenvalues, wanted at least one");
        self.spline.fit(eigenvalues);
        let last = (self.result.samples.len() - 1) as f64;
        // In units of the distance between knots, from the first knot.
        let (origin, scale) = match self.rule {
            KnotRule::Literal => (-1.0, eigenvalues.len() as f64),
            KnotRule::Stretched => (0.0, (eigenvalues.len() - 1) as f64),
        };
        for (at, sample) in self.result.samples.iter_mut().enumerate() {
            *sample = self.spline.at(eigenvalues, origin + scale * at as f64 / last);
        }
        &self.result
    }
}
