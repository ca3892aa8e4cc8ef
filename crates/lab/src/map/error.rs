//! Reasons why there is no map.

use crate::evaluation::clustering::ClusteringError;
use crate::experiment::DescribeError;
use sgr_core::text::shown;
use sgr_io::output::OutputError;
use sgr_search::SearchError;

/// What keeps a map from its result: what was found, and what was wanted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// A number of graphs that no page can show.
    #[error("found {graphs} graphs, wanted 1 to {most}: draw a sample of them")]
    Graphs {
        /// Number of graphs.
        graphs: usize,
        /// Most of them.
        most: usize,
    },
    /// Coordinates of the user's own that do not fit.
    #[error("found {found} pairs of coordinates, wanted {graphs}: one for each graph")]
    Coordinates {
        /// Number of pairs.
        found: usize,
        /// Number of graphs.
        graphs: usize,
    },
    /// Clusters that are not those of the graphs.
    #[error("found clusters of {found} graphs, wanted those of {graphs}")]
    Clusters {
        /// Graphs that have clusters.
        found: usize,
        /// Number of graphs.
        graphs: usize,
    },
    /// A table that holds no coordinates.
    #[error("line {line} of the coordinates: found \"{}\", wanted {wanted}", shown(found))]
    Table {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        found: String,
        /// What should.
        wanted: &'static str,
    },
    /// A graph without coordinates.
    #[error("found no coordinates of graph \"{}\", wanted two numbers", shown(id))]
    NoCoordinates {
        /// The graph's id.
        id: String,
    },
    /// Coordinates that are no place.
    #[error("graph \"{}\": found the coordinates {x} and {y}, wanted finite numbers", shown(id))]
    NotFinite {
        /// The graph's id.
        id: String,
        /// The first coordinate.
        x: f64,
        /// The second.
        y: f64,
    },
    /// A graph without a vector.
    #[error(transparent)]
    Describe(#[from] DescribeError),
    /// Vectors without distances.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// Clusters that cannot be found.
    #[error(transparent)]
    Clustering(#[from] ClusteringError),
    /// A file that cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
}
