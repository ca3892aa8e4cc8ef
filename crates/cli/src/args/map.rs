//! Arguments of `map`.

use std::path::PathBuf;

use clap::Args;
use sgr::map::Projection;
use sgr::representation::Distance;

use super::names::names_of;
use super::{InputArgs, LargeArgs, ReadArgs, VectorArgs, WorkArgs};

/// A map of a collection: similar graphs next to each other, each drawn.
///
/// Writes one page that works without a network: points to hover, click, search, filter and draw around, the graphs drawn, the
/// nearest ones of each with their distances, what distinguishes a selection, outliers and duplicates. Drawings use the labels
/// of nodes as colours where there are some. A .parquet holds places, quantities, neighbours and drawings for embedding-atlas.
///
/// The same input, settings and seed give the same bytes.
#[derive(Debug, Args)]
pub(crate) struct MapArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Where the map goes: .html or .parquet
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Layout that is shown first; the page always has the principal components as well
    #[arg(long, value_parser = names_of::<Projection>(), default_value_t, conflicts_with = "coordinates")]
    pub(crate) projection: Projection,

    /// Places of your own: a .csv with the columns id, x and y
    #[arg(long, value_name = "FILE")]
    pub(crate) coordinates: Option<PathBuf>,

    /// Effective number of neighbours of t-SNE [default: a tenth of the graphs, from 5 to 30]
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u16).range(2..=200))]
    pub(crate) perplexity: Option<u16>,

    /// Clusters that k-means finds [default: as many as there are classes, otherwise √(n/2), at most 7]
    #[arg(long, short, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) clusters: Option<u32>,

    /// Distance of nearest graphs, which t-SNE also goes by [default: that of --model for its vectors, tanimoto for `fingerprint`, otherwise euclidean]
    #[arg(long, value_name = "DISTANCE", value_parser = names_of::<Distance>())]
    pub(crate) distance: Option<Distance>,

    /// Nearest graphs that are kept of each graph
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(crate) neighbours: u16,

    /// Title of the page [default: the name of the input]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Seed of t-SNE and k-means
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Print a summary as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) vectors: VectorArgs,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) large: LargeArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}
