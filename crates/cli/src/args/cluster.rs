//! Arguments of `cluster`.

use std::path::PathBuf;

use clap::Args;
use sgr::clusters::ClusterMethod;
use sgr::evaluation::clustering::Criterion;
use sgr::experiment::Method;

use super::evaluation::methods_where;
use super::names::{names_of, names_where};
use super::{InputArgs, ModelName, ReadArgs, WorkArgs};

/// Sorts graphs into clusters of like ones, without their classes, and says what each cluster is.
///
/// Prints id and cluster of each graph as CSV, −1 for noise, and on stderr a text: the number of clusters and why, and of each its
/// sizes, what distinguishes it from the other graphs, the synthetic families whose graphs are nearest, three typical graphs and the
/// one farthest from them. With -o the CSV goes to a file and the text to stdout.
///
/// k-means (k-means++, ten starts) or hdbscan on vectors, spectral clustering on kernels. If the graphs have class labels, the text
/// says how well the clusters agree with them: adjusted Rand index (0 on average for chance, 1 for the classes) and normalised
/// mutual information.
#[derive(Debug, Args)]
pub(crate) struct ClusterArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Number of clusters for kmeans [default: chosen by --criterion]
    #[arg(long, short, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) k: Option<u32>,

    /// How to find clusters
    #[arg(long, short, value_parser = names_of::<ClusterMethod>(), default_value_t)]
    pub(crate) method: ClusterMethod,

    /// What describes a graph
    #[arg(long, value_name = "NAME", default_value = "sgr", value_parser = names_where(compares_graphs))]
    pub(crate) by: Method,

    /// What chooses the number of clusters, from the vectors of at most 2000 graphs; 1 is a possible answer
    #[arg(long, value_parser = names_of::<Criterion>(), default_value_t, conflicts_with = "k")]
    pub(crate) criterion: Criterion,

    /// Most clusters that are chosen
    #[arg(long, value_name = "K", default_value_t = 15, value_parser = clap::value_parser!(u8).range(1..=100), conflicts_with = "k")]
    pub(crate) max_k: u8,

    /// Fewest graphs of a cluster for hdbscan [default: a hundredth of the graphs, at least 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) min_cluster_size: Option<u32>,

    /// A .csv file for ids and clusters; the text then goes to stdout
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// A map of the graphs, coloured by cluster: .html or .parquet, as `sgr map` makes it. Kernels and baselines have none of their
    /// own: the graphs are then placed by their sgr vectors
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,

    /// Print all that the text says as JSON on stdout
    #[arg(long, requires = "output")]
    pub(crate) json: bool,

    /// Seed of the starts, the sample, and the map
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    #[arg(long, help = format!("Let the method of --by see node labels ({})", methods_where(Method::sees_labels)))]
    pub(crate) labels: bool,

    /// The model of --by sgr and wide: `default`, `paper` or a file
    #[arg(long, value_name = "MODEL", default_value = "default")]
    pub(crate) model: ModelName,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Whether a method says how alike graphs are without their classes.
fn compares_graphs(method: Method) -> bool {
    !method.is_network()
}
