//! Ways to find clusters.

/// A way to find clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum ClusterMethod {
    /// Clusters around their means: every graph is in one.
    #[default]
    KMeans,
    /// Clusters where graphs are dense; the others are noise.
    Hdbscan,
}

sgr_core::named!(ClusterMethod, "method");

impl ClusterMethod {
    /// All methods.
    pub const ALL: [Self; 2] = [Self::KMeans, Self::Hdbscan];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::KMeans => "kmeans",
            Self::Hdbscan => "hdbscan",
        }
    }

    /// The method in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::KMeans => "k clusters around their means (spectral clustering for kernels); every graph is in one",
            Self::Hdbscan => "as many clusters as there are dense places; graphs elsewhere are noise",
        }
    }
}
