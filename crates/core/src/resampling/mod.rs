//! How do spectra of different lengths compare?
//!
//! A [`Resampler`] evaluates a cubic spline through the eigenvalues at a fixed number of positions. A [`SampleGrid`]
//! names the samples for which an error is stated. This room does not know who uses it.

pub(crate) mod sensitivity;
mod spline;

pub use sensitivity::SampleGrid;

use pulp::Arch;
use serde::{Deserialize, Serialize};
use spline::NotAKnotSpline;

/// Number of samples in the paper.
pub const SAMPLES: usize = 256;

/// Positions of the eigenvalues of a spectrum in [0, 1].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum KnotRule {
    /// λ_k at k/n for k = 1..n, as in the paper; the first piece of the spline is extrapolated to 0. The samples below
    /// 1/n depend on the size of the graph, which raises the accuracy of classification by up to ten points.
    #[default]
    Literal,
    /// λ_k at (k−1)/(n−1): the first eigenvalue at 0, the last at 1.
    Stretched,
    /// λ_k at (k−1)/n for k = 1..n, as a count from zero has it; the last piece of the spline is extrapolated to 1. The
    /// samples above 1 − 1/n depend on the size of the graph.
    ZeroBased,
    /// λ_k at (k−2)/(n−2) for k = 2..n: the first eigenvalue, which is 0 for every graph, is left out. Of all tried readings
    /// of the paper this one comes closest to its figures.
    Nontrivial,
}

crate::named!(KnotRule, "knot rule");

impl KnotRule {
    /// Every rule.
    pub const ALL: [Self; 4] = [Self::Literal, Self::Stretched, Self::ZeroBased, Self::Nontrivial];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Stretched => "stretched",
            Self::ZeroBased => "zero-based",
            Self::Nontrivial => "nontrivial",
        }
    }

    /// The rule in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Literal => "At k/n, as the paper writes it",
            Self::Stretched => "At (k−1)/(n−1)",
            Self::ZeroBased => "At (k−1)/n",
            Self::Nontrivial => "At (k−2)/(n−2), without the first eigenvalue, which is always 0",
        }
    }

    /// Rank of the first eigenvalue that the spline passes through, from 1. A single eigenvalue is never left out.
    fn first_rank(self, size: usize) -> usize {
        match self {
            Self::Literal | Self::Stretched | Self::ZeroBased => 1,
            Self::Nontrivial => 2.min(size),
        }
    }
}

/// A spectrum sampled at evenly spaced positions in [0, 1], 0 and 1 included.
#[derive(Debug, Clone, PartialEq)]
pub struct ResampledSpectrum {
    samples: Vec<f64>,
}

impl ResampledSpectrum {
    /// The samples.
    pub fn samples(&self) -> &[f64] {
        &self.samples
    }
}

/// Resamples spectra and reuses its buffers.
///
/// # Formula
/// ```text
/// λ(k/n) = λ_k,  k = 1..n          λ: not-a-knot cubic spline; other knots by other rules
/// λ̃_j = λ((j−1)/(M−1)),  j = 1..M
/// ```
/// Tsitsulin et al., "SGR", §4.2. A spline through one eigenvalue is a constant, through two a line, through three a
/// parabola.
///
/// ```
/// use sgr_core::resampling::{KnotRule, Resampler};
/// let mut resampler = Resampler::new(3, KnotRule::Literal);
/// // Knots at 1/2 and 1: a line, extrapolated to 0.
/// assert_eq!(resampler.resample(&[0.0, 2.0]).samples(), &[-2.0, 0.0, 2.0]);
/// ```
#[derive(Debug)]
pub struct Resampler {
    rule: KnotRule,
    spline: NotAKnotSpline,
    result: ResampledSpectrum,
    arch: Arch,
}

impl Resampler {
    /// A resampler to `samples` samples.
    ///
    /// # Panics
    /// If `samples` is below 2: the samples include 0 and 1.
    pub fn new(samples: usize, rule: KnotRule) -> Self {
        assert!(samples >= 2, "found {samples} samples, wanted at least 2");
        let result = ResampledSpectrum { samples: vec![0.0; samples] };
        Self { rule, spline: NotAKnotSpline::default(), result, arch: Arch::new() }
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.result.samples.len()
    }

    /// Always `false`: there are at least two samples.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Resamples ascending eigenvalues.
    ///
    /// # Panics
    /// If `eigenvalues` is empty. The empty graph has no spectrum; the spectrum solver rejects it.
    ///
    /// # Complexity
    /// O(n + M) time, O(n) space.
    pub fn resample(&mut self, eigenvalues: &[f64]) -> &ResampledSpectrum {
        assert!(!eigenvalues.is_empty(), "found no eigenvalues, wanted at least one");
        let values = &eigenvalues[self.rule.first_rank(eigenvalues.len()) - 1..];
        self.spline.fit(values);
        let last = (self.result.samples.len() - 1) as f64;
        // Positions in units of the distance between knots, measured from the first knot.
        let (origin, scale) = match self.rule {
            KnotRule::Literal => (-1.0, values.len() as f64),
            KnotRule::ZeroBased => (0.0, values.len() as f64),
            KnotRule::Stretched | KnotRule::Nontrivial => (0.0, (values.len() - 1) as f64),
        };
        let Self { spline, result, arch, .. } = self;
        arch.dispatch(|| spline.sample(values, |at| origin + scale * at as f64 / last, &mut result.samples));
        &self.result
    }
}
