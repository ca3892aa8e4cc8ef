//! Arguments of `evaluate` and `gram`.

use std::path::PathBuf;

use clap::Args;
use sgr::baselines::{Fgsd, MultiscaleLaplacianSettings};
use sgr::evaluation::Protocol;
use sgr::experiment::{Method, Section, VectorClassifier};
use sgr::names::UnknownName;
use sgr::neural::NodeFeatures;
use sgr::resampling::KnotRule;

use super::names::{names_of, names_where};
use super::{InputArgs, ModelName, ReadArgs, WorkArgs};

/// How well vectors and kernels tell the classes of labelled collections apart: the paper's experiment.
///
/// Each input is a collection. Every method describes its graphs; a classifier learns from 80 % of them and is tested on
/// the rest, over and over. Vectors go to a logistic regression (C = 1, L2, one-vs-rest, no scaling) or to another
/// --classifier, kernels, normalised to cosines, to a support vector machine (C = 1); the networks pscn and dcnn are trained
/// on each split. Besides, clusters are found without the classes and compared with them. Accuracies are per cent; ± is the
/// standard deviation over the runs.
///
/// The JSON has the accuracy of each run and a 95 % confidence interval that is corrected for the overlap of the splits. The
/// pages have the differences from `sgr` with the probabilities of a corrected paired t-test, and with two collections or
/// more the mean ranks of the methods with the critical difference.
///
/// Results are kept in a file as they come: a run that was interrupted goes on where it stopped, and asking again costs
/// nothing.
#[derive(Debug, Args)]
pub(crate) struct EvaluateArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', default_value = "all", value_parser = parse_methods)]
    #[arg(help = format!("Methods: {}, or all", methods_where(|_| true)))]
    pub(crate) method: Vec<Methods>,

    /// How often to split, learn and test: with cv10, 10 is one cross-validation and 100 are ten (10 × cv10)
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

    #[arg(long, help = format!("Let methods that can ({}) see node labels", methods_where(Method::sees_labels)))]
    pub(crate) labels: bool,

    /// Features of nodes that the networks pscn and dcnn see without --labels
    #[arg(long, value_parser = names_of::<NodeFeatures>(), default_value_t)]
    pub(crate) node_features: NodeFeatures,

    /// Let the methods sgr and wide see attributes of nodes
    #[arg(long)]
    pub(crate) attributes: bool,

    /// Standardize vectors for the classifier, by the training part of each split
    #[arg(long)]
    pub(crate) standardize: bool,

    /// Choose C for each split, of 0.001, 0.01, …, 1000, by a five-fold cross-validation of its training part (logistic, svm, kernels)
    #[arg(long)]
    pub(crate) choose_c: bool,

    /// Keep one graph of each group of isomorphic ones, with the group's most frequent class: no copy of a test graph is learned
    /// from. Labels and attributes count if methods see them
    #[arg(long)]
    pub(crate) without_duplicates: bool,

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

    /// Position of the k-th of n eigenvalues on [0, 1], for the method spectrum
    #[arg(long, value_parser = names_of::<KnotRule>(), default_value_t)]
    pub(crate) knots: KnotRule,

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

    /// Draw the mean ranks of the methods over the collections, with the critical difference: .svg, .png or .csv
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub(crate) ranks: Option<PathBuf>,

    /// A TOML file of remarks on differences from the paper: "method[:variant]" or "method[:variant]/collection" = "why"
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

/// Tables and pages of results that `sgr evaluate --json` wrote; nothing is computed again.
///
/// Prints Markdown. The file may hold the results of several evaluations: {"tables": {NAME: {"results": […]}}}.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// A file that `sgr evaluate --json` wrote
    pub(crate) results: PathBuf,

    /// The table, if the file has several
    #[arg(long, value_name = "NAME")]
    pub(crate) table: Option<String>,

    /// Sections, parted by commas, without a title [default: a whole page]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = names_of::<Section>())]
    pub(crate) section: Vec<Section>,

    /// Methods, parted by commas; a variant follows a colon, as in sgr:paper [default: all]
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) method: Vec<String>,

    /// A TOML file of remarks on differences from the paper: "method[:variant]" or "method[:variant]/collection" = "why"
    #[arg(long, value_name = "FILE")]
    pub(crate) remarks: Option<PathBuf>,

    /// Also draw the mean ranks of the methods and the critical difference: .svg or .png, or .csv
    #[arg(long, value_name = "FILE")]
    pub(crate) ranks: Option<PathBuf>,

    /// A .md or .html file to write to instead of stdout
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
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

    #[arg(long, help = format!("Let the kernel see node labels ({})", methods_where(is_labelled_kernel)))]
    pub(crate) labels: bool,

    /// Let wl and dgk start from one label for all nodes instead of their degrees
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

/// The names of some methods, for help texts.
pub(super) fn methods_where(fits: impl Fn(Method) -> bool) -> String {
    let names = Method::ALL.into_iter().filter(|&method| fits(method)).map(Method::name);
    names.collect::<Vec<_>>().join(", ")
}

fn is_labelled_kernel(method: Method) -> bool {
    method.is_kernel() && method.sees_labels()
}
