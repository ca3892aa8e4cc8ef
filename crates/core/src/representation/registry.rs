//! Names of representations, for every front end.

use super::attributes::AttributePart;
use super::joined::Joined;
use super::labels::LabelPart;
use super::wide::Wide;
use super::{
    AttributeSettings, BuiltIn, Fingerprint, FingerprintSettings, HeatTrace, LabelSettings, Labels, Learned, Model,
    Normalization, Representation, SpectrumVector, Times, WaveTrace,
};
use crate::resampling::{KnotRule, SAMPLES};

/// The representations that have a name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RepresentationName {
    /// The learned vector of a [`Model`].
    #[default]
    Sgr,
    /// The resampled spectrum: the paper's Λ.
    Spectrum,
    /// NetLSD's heat trace.
    Heat,
    /// NetLSD's wave trace.
    Wave,
    /// Hashed counts of the colours of colour refinement.
    Fingerprint,
    /// The learned vector, followed by characteristic functions of degrees.
    Wide,
}

crate::named!(RepresentationName, "representation");

impl RepresentationName {
    /// Every name.
    pub const ALL: [Self; 6] = [Self::Sgr, Self::Spectrum, Self::Heat, Self::Wave, Self::Fingerprint, Self::Wide];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sgr => "sgr",
            Self::Spectrum => "spectrum",
            Self::Heat => "heat",
            Self::Wave => "wave",
            Self::Fingerprint => "fingerprint",
            Self::Wide => "wide",
        }
    }

    /// The vector in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Sgr => "The learned vector: a perceptron trained on synthetic graphs reads the spectrum",
            Self::Spectrum => "The spectrum, resampled by a cubic spline: the paper's Λ",
            Self::Heat => "NetLSD's heat trace: 250 times from 0.01 to 100",
            Self::Wave => "NetLSD's wave trace: 250 times from 0 to 2π",
            Self::Fingerprint => "Weisfeiler–Lehman colours of the nodes, counted in 2048 buckets; no spectrum",
            Self::Wide => "The learned vector, followed by 256 numbers of the degrees of the nodes",
        }
    }
}

impl RepresentationName {
    /// Whether it is made by a [`Model`].
    #[must_use]
    pub fn has_model(self) -> bool {
        matches!(self, Self::Sgr | Self::Wide)
    }
}

/// Settings of the representations that have a name; each representation reads the settings that concern it.
///
/// ```
/// use sgr_core::representation::{RepresentationName, RepresentationSettings};
/// let vector = RepresentationSettings::new(RepresentationName::Spectrum).samples(64).build();
/// assert_eq!((vector.name(), vector.columns().len()), ("spectrum", 64));
/// ```
#[derive(Debug, Clone)]
pub struct RepresentationSettings {
    name: RepresentationName,
    model: Option<Model>,
    samples: usize,
    knots: KnotRule,
    times: Option<Times>,
    normalization: Normalization,
    fingerprint: FingerprintSettings,
    labels: Option<Labels>,
    attributes: Option<AttributeSettings>,
}

impl RepresentationSettings {
    /// The representation of that name with its default settings.
    #[must_use]
    pub fn new(name: RepresentationName) -> Self {
        Self {
            name,
            model: None,
            samples: SAMPLES,
            knots: KnotRule::default(),
            times: None,
            normalization: Normalization::default(),
            fingerprint: FingerprintSettings::default(),
            labels: None,
            attributes: None,
        }
    }

    /// The same settings for another representation.
    #[must_use]
    pub fn with_name(mut self, name: RepresentationName) -> Self {
        self.name = name;
        self
    }

    /// Number of samples of `spectrum`.
    #[must_use]
    pub fn sample_count(&self) -> usize {
        self.samples
    }

    /// Which representation it is.
    #[must_use]
    pub fn name(&self) -> RepresentationName {
        self.name
    }

    /// The model of `sgr`; the built-in `default` unless set.
    #[must_use]
    pub fn model(mut self, model: Model) -> Self {
        self.model = Some(model);
        self
    }

    /// Number of samples of `spectrum`.
    #[must_use]
    pub fn samples(mut self, samples: usize) -> Self {
        self.samples = samples;
        self
    }

    /// Positions of the eigenvalues on [0, 1] for `spectrum`.
    #[must_use]
    pub fn knots(mut self, knots: KnotRule) -> Self {
        self.knots = knots;
        self
    }

    /// Times of `heat` and `wave`; NetLSD's unless set.
    #[must_use]
    pub fn times(mut self, times: Times) -> Self {
        self.times = Some(times);
        self
    }

    /// Divisor of `heat` and `wave`.
    #[must_use]
    pub fn normalization(mut self, normalization: Normalization) -> Self {
        self.normalization = normalization;
        self
    }

    /// Settings of `fingerprint`.
    #[must_use]
    pub fn fingerprint(mut self, settings: FingerprintSettings) -> Self {
        self.fingerprint = settings;
        self
    }

    /// The settings of `fingerprint` so far.
    #[must_use]
    pub fn fingerprint_settings(&self) -> &FingerprintSettings {
        &self.fingerprint
    }

    /// Which labels the vector sees: the colours of `fingerprint` begin with them; in other vectors their part follows the
    /// numbers of the structure, by the settings that the model of `sgr` records. None unless set.
    #[must_use]
    pub fn labels(mut self, labels: Option<Labels>) -> Self {
        self.labels = labels;
        self
    }

    /// How the vector sees attributes: their part comes last. Not at all unless set; a model records
    /// [settings](Model::attributes).
    #[must_use]
    pub fn attributes(mut self, attributes: Option<AttributeSettings>) -> Self {
        self.attributes = attributes;
        self
    }

    /// The representation.
    ///
    /// # Panics
    /// If the number of samples is below 2, or if a fingerprint has no dimension.
    #[must_use]
    pub fn build(mut self) -> Box<dyn Representation> {
        let labels = self.labels.filter(|_| self.name != RepresentationName::Fingerprint);
        let attributes = self.attributes.take().map(AttributePart::new);
        let (structure, label_settings) = self.structure();
        let labels = labels.map(|labels| LabelPart::new(labels, label_settings));
        match (&labels, &attributes) {
            (None, None) => structure,
            _ => Box::new(Joined::new(structure, labels, attributes)),
        }
    }

    /// The representation without the parts of labels and attributes, and the settings of labels that go with it.
    fn structure(self) -> (Box<dyn Representation>, LabelSettings) {
        let structure: Box<dyn Representation> = match self.name {
            RepresentationName::Sgr => {
                let model = self.model.unwrap_or_else(|| BuiltIn::Default.model());
                return (Box::new(Learned::new(&model)), model.labels().clone());
            }
            RepresentationName::Wide => {
                let model = self.model.unwrap_or_else(|| BuiltIn::Default.model());
                return (Box::new(Wide::new(&model)), model.labels().clone());
            }
            RepresentationName::Spectrum => Box::new(SpectrumVector::new(self.samples, self.knots)),
            RepresentationName::Heat => {
                Box::new(HeatTrace::new(self.times.unwrap_or_else(Times::netlsd_heat), self.normalization))
            }
            RepresentationName::Wave => {
                Box::new(WaveTrace::new(self.times.unwrap_or_else(Times::netlsd_wave), self.normalization))
            }
            RepresentationName::Fingerprint => Box::new(Fingerprint::new(self.labels, self.fingerprint)),
        };
        (structure, LabelSettings::default())
    }
}
