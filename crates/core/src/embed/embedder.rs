//! The builder in front of the stream.

use std::borrow::Borrow;
use std::convert::Infallible;
use std::time::Duration;

use super::{EmbedError, Embedding, Skipped, StreamSettings, Vectors, embed_stream};
use crate::graph::Graph;
use crate::names::UnknownName;
use crate::progress::SharedProgress;
use crate::representation::{
    AttributeSettings, FingerprintSettings, Labels, Model, Normalization, RepresentationName, RepresentationSettings,
    Times,
};
use crate::resampling::KnotRule;
use crate::spectrum::Approach;

/// Turns graphs into vectors; settings are set one by one, and checked when graphs are embedded.
///
/// ```
/// use sgr_core::{Embedder, graph::Graph};
/// let graphs = [Graph::from_edges(2, &[(0, 1)])?, Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)])?];
/// let heat = Embedder::new().representation("heat").max_error(1e-2).threads(8).embed(&graphs)?;
/// assert_eq!((heat.len(), heat.dimensions()), (2, 250));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Embedder {
    representation: RepresentationSettings,
    unknown: Option<UnknownName>,
    settings: StreamSettings,
}

impl Default for Embedder {
    fn default() -> Self {
        Self::new()
    }
}

impl Embedder {
    /// The learned vectors of the built-in model `default`, on all cores.
    #[must_use]
    pub fn new() -> Self {
        let representation = RepresentationSettings::new(RepresentationName::default());
        Self { representation, unknown: None, settings: StreamSettings::default() }
    }

    /// The representation, by its name: `sgr`, `spectrum`, `heat`, `wave` or `fingerprint`.
    #[must_use]
    pub fn representation(mut self, name: impl AsRef<str>) -> Self {
        match name.as_ref().parse() {
            Ok(name) => {
                self.representation = self.representation.with_name(name);
                self.unknown = None;
            }
            Err(unknown) => self.unknown = Some(unknown),
        }
        self
    }

    /// The model of the learned vectors.
    #[must_use]
    pub fn model(mut self, model: Model) -> Self {
        self.representation = self.representation.model(model);
        self
    }

    /// Number of samples of the representation `spectrum`, from 2 to 65536.
    #[must_use]
    pub fn samples(mut self, samples: usize) -> Self {
        self.representation = self.representation.samples(samples);
        self
    }

    /// Positions of the eigenvalues on [0, 1] for the representation `spectrum`.
    #[must_use]
    pub fn knots(mut self, knots: KnotRule) -> Self {
        self.representation = self.representation.knots(knots);
        self
    }

    /// Times of the representations `heat` and `wave`.
    #[must_use]
    pub fn times(mut self, times: Times) -> Self {
        self.representation = self.representation.times(times);
        self
    }

    /// Divisor of the representations `heat` and `wave`.
    #[must_use]
    pub fn normalization(mut self, normalization: Normalization) -> Self {
        self.representation = self.representation.normalization(normalization);
        self
    }

    /// Settings of the representation `fingerprint`: from 1 to 65536 dimensions, at most 16 rounds.
    ///
    /// ```
    /// use sgr_core::{Embedder, graph::Graph, representation::FingerprintSettings};
    /// let path = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
    /// let settings = FingerprintSettings::default().with_dimensions(64).with_depth(1);
    /// let vectors = Embedder::new().representation("fingerprint").fingerprint(settings).embed(&[path])?;
    /// // Three nodes of one colour, then two ends and a middle.
    /// let counts: Vec<f32> = vectors.row(0).iter().copied().filter(|&count| count > 0.0).collect();
    /// assert_eq!((vectors.dimensions(), counts.iter().sum()), (64, 6.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fingerprint(mut self, settings: FingerprintSettings) -> Self {
        self.representation = self.representation.fingerprint(settings);
        self
    }

    /// The labels that the vectors see: the colours of a fingerprint begin with them; in other vectors 256 numbers for them
    /// follow the numbers of the structure.
    ///
    /// ```
    /// use sgr_core::{Embedder, graph::Graph, representation::Labels};
    /// let bond = || Graph::from_edges(2, &[(0, 1)]);
    /// let oxygen = bond()?.with_node_labels(vec!["O".into(), "O".into()])?;
    /// let carbon_monoxide = bond()?.with_node_labels(vec!["C".into(), "O".into()])?;
    /// let vectors = Embedder::new().labels(Labels::Nodes).embed(&[oxygen, carbon_monoxide])?;
    /// assert_eq!((vectors.dimensions(), vectors.columns()[256].as_str()), (512, "label_0"));
    /// assert_eq!(vectors.row(0)[..256], vectors.row(1)[..256]);
    /// assert_ne!(vectors.row(0)[256..], vectors.row(1)[256..]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn labels(mut self, labels: Labels) -> Self {
        self.representation = self.representation.labels(Some(labels));
        self
    }

    /// How the vectors see attributes of nodes: 128 numbers for them come last.
    #[must_use]
    pub fn attributes(mut self, settings: AttributeSettings) -> Self {
        self.representation = self.representation.attributes(Some(settings));
        self
    }

    /// Worker threads; all cores unless set. The vectors do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings = self.settings.with_threads(threads);
        self
    }

    /// Largest error of a sample of the spectrum where not all eigenvalues are computed, from 1e-6 to 1.
    #[must_use]
    pub fn max_error(mut self, error: f64) -> Self {
        self.settings.spectrum.max_error = error;
        self
    }

    /// How the spectrum of a large graph is found.
    #[must_use]
    pub fn approach(mut self, approach: impl Into<Approach>) -> Self {
        self.settings.spectrum.approach = approach.into();
        self
    }

    /// Bytes that the matrix of one graph may take.
    #[must_use]
    pub fn max_memory(mut self, bytes: u64) -> Self {
        self.settings.spectrum.memory_limit = bytes;
        self
    }

    /// Time that one large graph may take: it then gets the best result so far, with its stated error.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.settings.spectrum.time_limit = Some(limit);
        self
    }

    /// Seed of the random vectors behind an estimated spectrum.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.spectrum.seed = seed;
        self
    }

    /// Receives the progress of large graphs.
    #[must_use]
    pub fn progress(mut self, progress: SharedProgress) -> Self {
        self.settings.spectrum.progress = progress;
        self
    }

    /// Embeds graphs in memory.
    ///
    /// # Errors
    /// [`EmbedError`]: a setting out of its range, or the first graph that has no spectrum.
    pub fn embed<G: Borrow<Graph> + Sync>(&self, graphs: &[G]) -> Result<Vectors, EmbedError> {
        let representation = self.checked()?.build();
        let mut vectors = Vectors::new(representation.columns(), graphs.len());
        let items = graphs.iter().map(|graph| Ok::<&Graph, Infallible>(graph.borrow()));
        embed_stream(items, representation.as_ref(), &self.settings, |outcome| match outcome {
            Ok((_, Embedding { vector, origin, error })) => {
                vectors.push(vector, origin, error);
                Ok(())
            }
            Err(Skipped::Source(never)) => match never {},
            Err(Skipped::Spectrum { error, .. }) => Err(EmbedError::Spectrum { position: vectors.len(), error }),
        })?;
        Ok(vectors)
    }

    /// Embeds graphs one after another, in bounded memory: `deliver` receives each item with its vector, or the reason why
    /// it has none, in the order of the items.
    ///
    /// # Errors
    /// A setting out of its range, or the first error of `deliver`, which ends the run.
    pub fn stream<S, R, E>(
        &self,
        items: impl Iterator<Item = Result<S, R>> + Send,
        deliver: impl FnMut(Result<(S, Embedding<'_>), Skipped<S, R>>) -> Result<(), E>,
    ) -> Result<(), E>
    where
        S: Borrow<Graph> + Send,
        R: Send,
        E: From<EmbedError>,
    {
        let representation = self.checked()?.build();
        embed_stream(items, representation.as_ref(), &self.settings, deliver)
    }

    /// The settings of the representation, if all settings are in their ranges.
    fn checked(&self) -> Result<RepresentationSettings, EmbedError> {
        if let Some(unknown) = &self.unknown {
            return Err(unknown.clone().into());
        }
        let refuse = |setting, found: String, wanted| Err(EmbedError::Setting { setting, found, wanted });
        let (samples, error) = (self.representation.sample_count(), self.settings.spectrum.max_error);
        if !(2..=65_536).contains(&samples) {
            return refuse("samples", samples.to_string(), "2 to 65536");
        }
        let FingerprintSettings { dimensions, depth, .. } = *self.representation.fingerprint_settings();
        if !(1..=FingerprintSettings::MOST_DIMENSIONS).contains(&dimensions) {
            return refuse("dimensions", dimensions.to_string(), "1 to 65536");
        }
        if depth > FingerprintSettings::DEEPEST {
            return refuse("depth", depth.to_string(), "0 to 16");
        }
        if !(1e-6..=1.0).contains(&error) {
            return refuse("max_error", error.to_string(), "1e-6 to 1");
        }
        if self.settings.threads == 0 {
            return refuse("threads", "0".to_owned(), "at least 1");
        }
        Ok(self.representation.clone())
    }
}
