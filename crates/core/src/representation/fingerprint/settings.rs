//! Settings of the fingerprint.

/// What the numbers of a fingerprint say about the colours of their bucket.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FingerprintValues {
    /// How many nodes have one.
    #[default]
    Counts,
    /// Whether a node has one.
    Bits,
}

crate::named!(FingerprintValues, "values");

impl FingerprintValues {
    /// Every choice.
    pub const ALL: [Self; 2] = [Self::Counts, Self::Bits];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Bits => "bits",
        }
    }

    /// The choice in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Counts => "How many nodes have a colour of the bucket",
            Self::Bits => "1 if a node has a colour of the bucket, otherwise 0",
        }
    }
}

/// Settings of the [`Fingerprint`](super::Fingerprint).
///
/// ```
/// use sgr_core::representation::FingerprintSettings;
/// let settings = FingerprintSettings::default();
/// assert_eq!((settings.dimensions, settings.depth), (2048, 3));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FingerprintSettings {
    /// Number of buckets that colours are hashed to: the length of a vector.
    pub dimensions: usize,
    /// Rounds of colour refinement. The colours of all rounds are counted, those of round 0 too.
    pub depth: usize,
    /// Counts or bits.
    pub values: FingerprintValues,
    /// Seed of the hashes: another one lets other colours share a bucket.
    pub seed: u64,
}

impl FingerprintSettings {
    /// The most buckets that a front end takes: as many as `spectrum` may have samples.
    pub const MOST_DIMENSIONS: usize = 65_536;

    /// The most rounds that a front end takes. After a few rounds nearly all colours of a collection differ.
    pub const DEEPEST: usize = 16;

    /// The same settings with another number of buckets.
    #[must_use]
    pub fn with_dimensions(mut self, dimensions: usize) -> Self {
        self.dimensions = dimensions;
        self
    }

    /// The same settings with another number of rounds.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// The same settings with counts or bits.
    #[must_use]
    pub fn with_values(mut self, values: FingerprintValues) -> Self {
        self.values = values;
        self
    }

    /// The same settings with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

impl Default for FingerprintSettings {
    fn default() -> Self {
        Self { dimensions: 2048, depth: 3, values: FingerprintValues::Counts, seed: 0 }
    }
}
