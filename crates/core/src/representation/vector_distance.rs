//! Names of the distances between vectors.

use serde::{Deserialize, Serialize};

/// A distance between vectors.
///
/// Some of them know how the vectors of a model are spread over its training graphs: they need the model's
/// [`VectorStatistics`](super::VectorStatistics).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Distance {
    /// The length of the difference.
    #[default]
    Euclidean,
    /// One minus the cosine of the angle between the vectors.
    Cosine,
    /// The length of the difference after each dimension was divided by its standard deviation over the training graphs.
    Standardized,
    /// The length of the difference along the principal axes of the training graphs, each divided by its standard
    /// deviation: the Mahalanobis distance, without the axes of the smallest deviations.
    Whitened,
    /// The length of the difference after each number was replaced by its rank among the training graphs, from 0 to 1.
    Ranks,
    /// One minus the sum of the smaller numbers of each dimension divided by the sum of the larger ones: for bits the share
    /// of the bits of both vectors that only one of them has. Numbers are at least 0.
    Tanimoto,
}

crate::named!(Distance, "distance");

impl Distance {
    /// All distances.
    pub const ALL: [Self; 6] =
        [Self::Euclidean, Self::Cosine, Self::Standardized, Self::Whitened, Self::Ranks, Self::Tanimoto];

    /// Those of vectors with numbers of both signs, such as the vectors of models.
    pub const OF_ANY_NUMBERS: [Self; 5] =
        [Self::Euclidean, Self::Cosine, Self::Standardized, Self::Whitened, Self::Ranks];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Euclidean => "euclidean",
            Self::Cosine => "cosine",
            Self::Standardized => "standardized",
            Self::Whitened => "whitened",
            Self::Ranks => "ranks",
            Self::Tanimoto => "tanimoto",
        }
    }

    /// The distance in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Euclidean => "Length of the difference of the vectors",
            Self::Cosine => "One minus the cosine of the angle between the vectors",
            Self::Standardized => "Each dimension divided by its standard deviation over the training graphs",
            Self::Whitened => "Each principal axis of the training graphs divided by its standard deviation",
            Self::Ranks => "Each number replaced by its rank among the training graphs",
            Self::Tanimoto => "One minus the shared part of counts or bits: sum of minima over sum of maxima",
        }
    }

    /// Whether it needs the statistics of a model.
    #[must_use]
    pub fn needs_statistics(self) -> bool {
        match self {
            Self::Euclidean | Self::Cosine | Self::Tanimoto => false,
            Self::Standardized | Self::Whitened | Self::Ranks => true,
        }
    }
}
