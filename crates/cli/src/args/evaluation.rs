//! Arguments of `evaluate`, `cluster` and `gram`.

use std::path::PathBuf;

use clap::Args;
use sgr::baselines::{Fgsd, MultiscaleLaplacianSettings};
use sgr::evaluation::Protocol;
use sgr::experiment::{Method, VectorClassifier};
use sgr::names::UnknownName;

use super::names::{names_of, names_where};
use super::{InputArgs, ModelName, ReadArgs, WorkArgs};

/// How well vectors and kernels tell the classes of labelled collections apart: the paper's experiment.
///
/// Each input is a collection. Every method describes its graphs; a classifier learns from 80 % of them and is tested on
/// the rest, over and over. Vectors go to a logistic regression (C = 1, L2, one-vs-rest, no scaling), kernels, normalised
/// to cosines, to a support vector machine (C = 1). Besides, clusters are found without the classes and compared with
/// them. Accuracies are per cent; ± is the standard deviation over the runs.
///
/// Results are kept in a file as they come: a run that was interrupted goes on where it stopped, and asking again costs
/// nothing.
#[derive(Debug, Args)]
pub(crate) struct EvaluateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Methods: sp, gk4, wl, mlg, netsimile, fgsd, spectrum, heat, fingerprint, sgr, wide, or all
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', default_value = "all", value_parser = parse_methods)]
    pub(crate) method: Vec<Methods>,

    /// How often to split, learn and test
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) runs: u32,

    /// Minutes after which no further run of a method on a collection begins; the result says how many were made
    #[arg(long, value_name = "N")]
    pub(crate) max_minutes: Option<u32>,

    /// How to split
    #[arg(long, value_parser = names_of::<Protocol>(), default_value_t)]
    pub(crate) protocol: Protocol,

    /// Classifier of vectors (kernels go to a support vector machine)
    #[arg(long, value_parser = names_of::<VectorClassifier>(), default_value_t)]
    pub(crate) classifier: VectorClassifier,

    /// Seed of splits, forests and clusters
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Let methods that can (sp, wl, mlg, fingerprint, sgr, wide) see node labels
    #[arg(long)]
    pub(crate) labels: bool,

    /// Let the methods sgr and wide see attributes of nodes
    #[arg(long)]
    pub(crate) attributes: bool,

    /// Standardize vectors for the logistic regression, by the training part of each split
    #[arg(long)]
    pub(crate) standardize: bool,

    /// Rounds of colour refinement of the method fingerprint; with --labels, 0 gives the histogram of the labels
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=16))]
    pub(crate) depth: u8,

    /// Settings of fgsd, e.g. harmonic,normalized,bins=200,range=20; `authors` for those of its authors' program [default:
    /// biharmonic,combinatorial,bins=5000,range=5]
    #[arg(long, value_name = "SETTINGS", default_value_t, hide_default_value = true)]
    pub(crate) fgsd: Fgsd,

    /// Settings of mlg, e.g. levels=3,radius=1,gamma=0.01,eta=0.1,double,degrees; `grakel` for those of GraKeL
    #[arg(long, value_name = "SETTINGS", default_value_t, hide_default_value = true)]
    pub(crate) mlg: MultiscaleLaplacianSettings,

    /// Leave kernels as they are instead of normalising them to cosines
    #[arg(long)]
    pub(crate) raw_kernels: bool,

    /// The model of the methods sgr and wide: `default`, `paper` or a file
    #[arg(long, value_name = "MODEL", default_value = "default")]
    pub(crate) model: ModelName,

    /// Write the results as JSON: {"results": [{"collection", "method", "accuracy_mean", …}]}
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub(crate) json: Option<PathBuf>,

    /// Write all tables as Markdown
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub(crate) markdown: Option<PathBuf>,

    /// Write all tables and pictures as one HTML page
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub(crate) html: Option<PathBuf>,

    /// A TOML file of remarks on differences from the paper: "method" or "method/collection" = "why"
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub(crate) remarks: Option<PathBuf>,

    /// Where results are kept from run to run [default: sgr/evaluate.jsonl in the user's cache folder]
    #[arg(long, value_name = "FILE", help_heading = "Results", conflicts_with = "no_cache")]
    pub(crate) cache: Option<PathBuf>,

    /// Neither take nor keep results
    #[arg(long, help_heading = "Results")]
    pub(crate) no_cache: bool,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Sorts graphs into clusters of like ones, without their classes.
///
/// k-means (k-means++, ten starts) on vectors, spectral clustering on kernels. Prints id and cluster of each graph as CSV;
/// if the graphs have class labels, how well the clusters agree with them goes to stderr: adjusted Rand index (0 on
/// average for chance, 1 for the classes) and normalised mutual information.
#[derive(Debug, Args)]
pub(crate) struct ClusterArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Number of clusters [default: as many as there are classes]
    #[arg(long, short, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) k: Option<u32>,

    /// Method that describes a graph
    #[arg(long, short, value_name = "NAME", default_value = "sgr", value_parser = names_of::<Method>())]
    pub(crate) method: Method,

    /// A .csv file to write to instead of stdout
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Print a summary as JSON on stdout: sizes of the clusters, agreement with the classes
    #[arg(long, requires = "output")]
    pub(crate) json: bool,

    /// Seed of the starts
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Let the method see node labels (sp, wl, mlg, fingerprint, sgr, wide)
    #[arg(long)]
    pub(crate) labels: bool,

    /// The model of the methods sgr and wide: `default`, `paper` or a file
    #[arg(long, value_name = "MODEL", default_value = "default")]
    pub(crate) model: ModelName,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// The Gram matrix of a graph kernel, for an SVM of your own.
///
/// Writes the kernel values of all pairs of graphs as a NumPy array of float64, ids and class labels in OUT.ids.csv
/// next to it.
#[derive(Debug, Args)]
pub(crate) struct GramArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The kernel
    #[arg(long, short, value_name = "NAME", value_parser = names_where(Method::is_kernel))]
    pub(crate) method: Method,

    /// Where the matrix goes: .npy
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Divide each value by the lengths of the two graphs, so that the diagonal is 1
    #[arg(long)]
    pub(crate) normalize: bool,

    /// Let the kernel see node labels (sp, wl, mlg)
    #[arg(long)]
    pub(crate) labels: bool,

    /// Let wl start from one label for all nodes instead of their degrees
    #[arg(long, conflicts_with = "labels")]
    pub(crate) uniform: bool,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// One name on the command line: a method, or all of them.
#[derive(Debug, Clone)]
pub(crate) enum Methods {
    One(Method),
    All,
}

fn parse_methods(name: &str) -> Result<Methods, UnknownName> {
    if name == "all" { Ok(Methods::All) } else { name.parse().map(Methods::One) }
}
