//! How a map is made.

use super::Projection;
use sgr_search::distance::Preparation;

/// Most graphs of a map: beyond, a browser needs gigabytes.
pub const MOST_GRAPHS: usize = 100_000;

/// Clusters of the graphs of a map that were found before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenClusters {
    /// How they were found, in words.
    pub words: String,
    /// Their names.
    pub names: Vec<String>,
    /// The cluster of each graph, or none.
    pub assignments: Vec<Option<u32>>,
}

/// How a map is made.
///
/// ```
/// use sgr_lab::map::{MapSettings, Projection};
/// let settings = MapSettings::new("molecules").with_projection(Projection::Pca).with_clusters(4).with_seed(7);
/// assert_eq!(settings.seed, 7);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MapSettings {
    /// The title of the page.
    pub title: String,
    /// The projection that the page shows first; it has the plane of the largest variance besides.
    pub projection: Projection,
    /// Places of the graphs instead of a projection.
    pub coordinates: Option<Vec<[f64; 2]>>,
    /// Clusters that k-means finds; as many as there are classes, or [`default_clusters`](Self::default_clusters).
    pub clusters: Option<usize>,
    /// Clusters that were found before, which then colour the points at first.
    pub given_clusters: Option<GivenClusters>,
    /// Nearest graphs that are kept of each graph.
    pub neighbours: usize,
    /// The distance of nearest graphs, which t-SNE also goes by.
    pub preparation: Preparation,
    /// Effective number of neighbours of t-SNE; a tenth of the graphs, from 5 to 30, unless set.
    pub perplexity: Option<f64>,
    /// Whether the graphs are molecules: their atoms are drawn in the colours of their elements.
    pub molecules: bool,
    /// Seed of t-SNE and k-means.
    pub seed: u64,
}

impl MapSettings {
    /// The default settings: t-SNE, ten neighbours by the Euclidean distance, seed 0.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            projection: Projection::default(),
            coordinates: None,
            clusters: None,
            given_clusters: None,
            neighbours: 10,
            preparation: Preparation::default(),
            perplexity: None,
            molecules: false,
            seed: 0,
        }
    }

    /// The same with another projection.
    #[must_use]
    pub fn with_projection(self, projection: Projection) -> Self {
        Self { projection, ..self }
    }

    /// The same with places of the graphs, one each.
    #[must_use]
    pub fn with_coordinates(self, coordinates: Vec<[f64; 2]>) -> Self {
        Self { coordinates: Some(coordinates), ..self }
    }

    /// The same with another number of clusters.
    #[must_use]
    pub fn with_clusters(self, clusters: usize) -> Self {
        Self { clusters: Some(clusters), ..self }
    }

    /// The same with clusters that were found before, instead of those of k-means.
    #[must_use]
    pub fn with_given_clusters(self, given: GivenClusters) -> Self {
        Self { given_clusters: Some(given), ..self }
    }

    /// The same with another number of neighbours.
    #[must_use]
    pub fn with_neighbours(self, neighbours: usize) -> Self {
        Self { neighbours, ..self }
    }

    /// The same with another distance of nearest graphs.
    #[must_use]
    pub fn with_preparation(self, preparation: Preparation) -> Self {
        Self { preparation, ..self }
    }

    /// The same with another perplexity.
    #[must_use]
    pub fn with_perplexity(self, perplexity: f64) -> Self {
        Self { perplexity: Some(perplexity), ..self }
    }

    /// The same for molecules, or for other graphs.
    #[must_use]
    pub fn with_molecules(self, molecules: bool) -> Self {
        Self { molecules, ..self }
    }

    /// The same with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The perplexity for that many graphs: three times as many others are needed.
    #[must_use]
    pub fn perplexity_of(&self, graphs: usize) -> f64 {
        let wanted = self.perplexity.unwrap_or_else(|| (graphs as f64 / 10.0).clamp(5.0, 30.0));
        wanted.min(graphs.saturating_sub(1) as f64 / 3.0).max(1.0)
    }

    /// Clusters of graphs without classes: √(n / 2), a rule of thumb, and at most as many as there are colours.
    #[must_use]
    pub fn default_clusters(graphs: usize) -> usize {
        ((graphs as f64 / 2.0).sqrt().round() as usize).clamp(1, 7)
    }
}
