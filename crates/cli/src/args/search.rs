//! Arguments of searching.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use sgr::representation::Distance;
use sgr::search::index::Filter;

use super::names::names_of;
use super::{LargeArgs, ReadArgs, VectorArgs, WorkArgs};

/// The graphs that are most like other graphs.
///
/// Prints for each query the nearest graphs of a collection by the distance of their vectors, most alike first; of graphs at
/// the same distance those that come first in the collection. The search is exact, unless --approximate allows another.
///
/// The collection is a file of graphs, which are embedded now; vectors that `sgr embed` wrote (.npz, .npy, .parquet), or an
/// index file (.sgri), which --save writes. Queries are files of graphs, FILE#ID for one graph of a file, or vectors.
/// Queries and collection need the same flags under "Vectors".
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Files of graphs or vectors; FILE#ID is one graph
    #[arg(required_unless_present_any = ["duplicates", "save"])]
    pub(crate) query: Vec<String>,

    /// Where to search: a file or folder of graphs, vectors, or an index file
    #[arg(long = "in", value_name = "COLLECTION")]
    pub(crate) collection: PathBuf,

    /// Number of graphs to find for each query
    #[arg(long, short, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) k: u32,

    /// Search among graphs with this text in this column only; `label` is the class. Several texts of one column: any of them
    #[arg(long = "where", value_name = "COLUMN=TEXT")]
    pub(crate) filters: Vec<Filter>,

    /// How far apart two vectors are [default: that of the index file, or of --model for its vectors; tanimoto for `fingerprint`; otherwise euclidean]
    #[arg(long, value_name = "DISTANCE", value_parser = names_of::<Distance>())]
    pub(crate) distance: Option<Distance>,

    /// Search by cells of the index file, which --save with --approximate builds: nearly all of the nearest, without a look at most
    /// vectors. The recall to expect is printed on stderr. Exact where cells do not pay: then that is said
    #[arg(long, conflicts_with = "duplicates")]
    pub(crate) approximate: bool,

    /// The part of the nearest graphs that an approximate search has to find, from 0 to 1
    #[arg(long, value_name = "PART", default_value_t = 0.99, value_parser = recall, requires = "approximate")]
    pub(crate) recall: f64,

    /// List the groups of graphs at distance 0 instead, and which of these are isomorphic
    #[arg(long, conflicts_with_all = ["query", "filters", "k"])]
    pub(crate) duplicates: bool,

    /// Write the collection to this index file, which later searches open at once
    #[arg(long, value_name = "FILE.sgri")]
    pub(crate) save: Option<PathBuf>,

    /// A file for the result instead of stdout: .csv, .json or .txt
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Write this format, whatever the name of OUT says
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) to: Option<HitFormat>,

    /// Print JSON: [{"query", "hits": [{"id", "distance"}]}]; with --approximate "recall" next to "hits"
    #[arg(long, conflicts_with = "to")]
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

/// A recall as it is typed.
fn recall(text: &str) -> Result<f64, String> {
    let recall = text.parse().ok().filter(|recall| (0.0..=1.0).contains(recall));
    recall.ok_or_else(|| "wanted a number from 0 to 1".to_owned())
}

/// A format of what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum HitFormat {
    /// A table to read
    Txt,
    /// Comma-separated text under a header line
    Csv,
    /// JSON
    Json,
}
