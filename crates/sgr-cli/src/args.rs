//! The command line, as help, completions and man page show it.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use sgr::input::Format;
use sgr::representation::BuiltIn;
use sgr::synthetic::{Family, Recipe};

/// Graphs in, vectors out: exact Laplacian spectra and what they tell.
///
/// sgr reads collections of graphs, computes the spectrum of each graph's normalized Laplacian exactly, passes it through a
/// perceptron that learned on synthetic graphs, and writes one vector per graph, ready for scikit-learn, FAISS or DuckDB.
/// No labels, no training on your data.
#[derive(Debug, Parser)]
#[command(name = "sgr", version, max_term_width = 100, after_long_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER_HELP: &str = "\
Formats, told by the name (or --format, never by the content):
  folder or .zip                      tu          TU collection, as distributed
  .txt .csv .tsv .edges .edgelist .el edges       one edge a line: u v [weight], # comments
  .g6 .graph6                         graph6      one graph a line
  .s6 .sparse6                        sparse6     one graph a line
  .mtx                                mtx         Matrix Market coordinate file
  .jsonl .ndjson                      jsonl       {\"id\", \"edges\": [[u,v],…], …} a line
  .json                               karateclub  {id: [[u,v],…], …}
All but tu may end in .gz or .zst as well.

Exit codes: 0 all done; 1 done, but some graphs were skipped, each named on stderr; 2 failed, nothing written.

Examples:
  sgr embed MUTAG.zip -o mutag.npz
  sgr embed proteins/*.txt.gz -o vectors.parquet --representation heat
  sgr spectrum road.mtx --explain
  sgr info IMDB-BINARY.zip --json
  sgr distance monday.csv tuesday.csv
  sgr generate block-model erdos-renyi -o synthetic.jsonl
  sgr train -o mine.safetensors --seed 7
  sgr saliency -o saliency.svg";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Embed(EmbedArgs),
    Spectrum(SpectrumArgs),
    Info(InfoArgs),
    Distance(DistanceArgs),
    Generate(GenerateArgs),
    Train(TrainArgs),
    Saliency(SaliencyArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// What to read, and how.
#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    /// Read all inputs as this format, whatever their names say; `sgr --help` lists them
    #[arg(long, value_name = "FORMAT", value_parser = parse_format, help_heading = "Reading")]
    pub(crate) format: Option<Format>,

    /// Use edge weights; without this a weight column is ignored
    #[arg(long, help_heading = "Reading")]
    pub(crate) weights: bool,

    /// What to do with directed input; without this it is an error
    #[arg(long, value_name = "WHAT", value_enum, help_heading = "Reading")]
    pub(crate) directed_as: Option<DirectedAs>,

    /// The first line of an edge list names its columns: skip it
    #[arg(long, help_heading = "Reading")]
    pub(crate) header: bool,

    /// Read all edges of a TU collection before its first graph: for files whose edge lines are not grouped by graph
    #[arg(long, help_heading = "Reading")]
    pub(crate) gather: bool,

    /// Largest number of nodes that a file may declare
    #[arg(long, value_name = "N", default_value_t = sgr::input::ReadOptions::default().max_declared_nodes, help_heading = "Reading")]
    pub(crate) max_nodes: usize,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum DirectedAs {
    /// Forget the directions
    Undirected,
}

/// How much of the machine to use.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Worker threads [default: all cores]; the result is the same to the byte
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Work")]
    pub(crate) threads: Option<u16>,

    /// Gigabytes that the matrix of one graph may take; a graph that needs more is skipped
    #[arg(long, value_name = "GB", default_value_t = 8.0, value_parser = parse_gigabytes, help_heading = "Work")]
    pub(crate) max_memory: f64,

    /// No progress on stderr (there is none anyway when it is not a terminal)
    #[arg(long, short, help_heading = "Work")]
    pub(crate) quiet: bool,
}

/// Which vector stands for a graph.
#[derive(Debug, Args)]
pub(crate) struct VectorArgs {
    /// Which vector stands for a graph
    #[arg(long, short, value_enum, default_value_t = RepresentationName::Sgr, help_heading = "Vectors")]
    pub(crate) representation: RepresentationName,

    /// The model that makes the vectors: `default`, `paper` or a file (for `sgr`)
    #[arg(long, value_name = "MODEL", default_value = "default", help_heading = "Vectors")]
    pub(crate) model: ModelName,

    /// Number of samples of the spectrum (for `spectrum`)
    #[arg(long, value_name = "M", default_value_t = 256, value_parser = clap::value_parser!(u32).range(2..=65536), help_heading = "Vectors")]
    pub(crate) samples: u32,

    /// Where the k-th of n eigenvalues sits on [0, 1] (for `spectrum`)
    #[arg(long, value_enum, default_value_t = Knots::Literal, help_heading = "Vectors")]
    pub(crate) knots: Knots,

    /// What a trace is divided by (for `heat` and `wave`)
    #[arg(long, value_enum, default_value_t = Normalization::Empty, help_heading = "Vectors")]
    pub(crate) normalization: Normalization,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum RepresentationName {
    /// The learned vector: the spectrum as a perceptron sees it that was trained on synthetic graphs
    Sgr,
    /// The spectrum, resampled by a cubic spline: the paper's Λ
    Spectrum,
    /// NetLSD's heat trace from exact eigenvalues: 250 times from 0.01 to 100
    Heat,
    /// NetLSD's wave trace from exact eigenvalues: 250 times from 0 to 2π
    Wave,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Knots {
    /// At k/n, as the paper writes it
    Literal,
    /// At (k−1)/(n−1)
    Stretched,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Normalization {
    /// The trace itself
    None,
    /// By the number of nodes
    Empty,
    /// By the trace of the complete graph
    Complete,
}

/// One vector per graph, to a file.
///
/// The vectors leave with the graphs' ids and class labels; the file's ending tells the format: .npz (arrays `vectors`,
/// `ids`, `labels`), .npy (vectors alone, ids in OUT.ids.csv beside it), .csv, .parquet, .jsonl. The file appears whole
/// or not at all.
#[derive(Debug, Args)]
pub(crate) struct EmbedArgs {
    /// Files or folders of graphs
    #[arg(required = true)]
    pub(crate) input: Vec<PathBuf>,

    /// Where the vectors go: .npy, .npz, .csv, .parquet or .jsonl
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Print what was done as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) vectors: VectorArgs,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// All eigenvalues of each graph, one JSON line per graph.
///
/// A line holds "id", "nodes", "edges", "origin" (how the eigenvalues were found), "error" (a bound on how far off each
/// can be) and "eigenvalues", ascending.
#[derive(Debug, Args)]
pub(crate) struct SpectrumArgs {
    /// Files or folders of graphs
    #[arg(required = true)]
    pub(crate) input: Vec<PathBuf>,

    /// A .jsonl file to write to instead of stdout
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Say what was done for each graph, and why: on stderr, and as "explain" in its line
    #[arg(long)]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// What is in a file: graphs, nodes, edges, classes, and what was dropped.
#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// Files or folders of graphs
    #[arg(required = true)]
    pub(crate) input: Vec<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// No progress on stderr
    #[arg(long, short)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// How far apart two graphs are.
///
/// Prints the Euclidean distance of their vectors and Mémoli's lower bound of the spectral Gromov–Wasserstein distance,
/// the supremum over t of e^(−2(t+1/t)) |h₁(t) − h₂(t)| for the heat traces h.
///
/// A graph of a collection is named by its id behind a #: MUTAG.zip#17.
#[derive(Debug, Args)]
pub(crate) struct DistanceArgs {
    /// A file with one graph, or FILE#ID
    pub(crate) a: String,

    /// Another
    pub(crate) b: String,

    /// Print {"euclidean", "bound", "time"}
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) vectors: VectorArgs,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

/// Synthetic graphs of known kinds, to a file.
///
/// Each graph draws its own size, mean degree and so on from the ranges below, and from a random stream of its own: graph
/// number 7 of a family is the same whatever the count, the threads and the other families. A graph's id is its family's
/// name and its number; its class is the family's name, or in a TU collection, which wants integers, the place of the
/// family among those given, counted from 1.
#[derive(Debug, Args)]
#[command(after_long_help = GENERATE_EXAMPLES)]
pub(crate) struct GenerateArgs {
    /// Kinds of graphs
    #[arg(required = true, value_name = "FAMILY", value_parser = family_parser())]
    pub(crate) family: Vec<Family>,

    /// Where the graphs go: .jsonl, .zip (TU collection), no ending (TU folder), or for a single graph an edge list
    /// .edges, .txt or .tsv
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// Graphs of each family
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub(crate) count: u64,

    /// Nodes of a graph: a number or A..B, both included; log-uniform
    #[arg(long, value_name = "A..B", default_value_t = Recipe::default().nodes.into(), help_heading = "Graphs")]
    pub(crate) nodes: Span<u32>,

    /// Mean degree, at most nodes − 1; log-uniform. Trees, molecules, cliques, grids, triad-formation, neighbor-chain and
    /// duplication keep their own
    #[arg(long, value_name = "A..B", default_value_t = Recipe::default().mean_degree.into(), help_heading = "Graphs")]
    pub(crate) degree: Span<f64>,

    /// Blocks of the block models; uniform
    #[arg(long, value_name = "A..B", default_value_t = Recipe::default().blocks.into(), help_heading = "Graphs")]
    pub(crate) blocks: Span<u32>,

    /// How many times denser blocks are inside than outside; log-uniform
    #[arg(long, value_name = "A..B", default_value_t = Recipe::default().ratio.into(), help_heading = "Graphs")]
    pub(crate) ratio: Span<f64>,

    /// Where the randomness starts: the same seed gives the same bytes
    #[arg(long, value_name = "S", default_value_t = 1, help_heading = "Graphs")]
    pub(crate) seed: u64,

    /// Worker threads [default: all cores]; the result is the same to the byte
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Work")]
    pub(crate) threads: Option<u16>,

    /// No progress on stderr (there is none anyway when it is not a terminal)
    #[arg(long, short, help_heading = "Work")]
    pub(crate) quiet: bool,

    /// Print what was made as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}

const GENERATE_EXAMPLES: &str = "\
Examples:
  sgr generate erdos-renyi block-model -n 1000 -o pretext.jsonl
  sgr generate ring-tree hub-tree --nodes 20..200 --seed 7 -o SYNTHETIC.zip
  sgr generate block-model -n 1 --nodes 1000000 --degree 20 --blocks 10 -o large.edges";

/// A model from nothing but synthetic graphs, to a file.
///
/// Draws the graphs of a curriculum, computes their spectra and trains a perceptron to tell their kinds apart; then shows it
/// new ones and says how well it does. The same curriculum and seed give the same bytes on one instruction set. Ctrl-C ends
/// the training and keeps the best so far; a second one ends the program.
///
/// A curriculum is a TOML file; those of the two models that are built in are printed by `--show`.
#[derive(Debug, Args)]
#[command(after_long_help = TRAIN_EXAMPLES)]
pub(crate) struct TrainArgs {
    /// Where the model goes: a .safetensors file
    #[arg(long, short, value_name = "MODEL", required_unless_present = "show")]
    pub(crate) output: Option<PathBuf>,

    /// `default`, `paper` or a TOML file
    #[arg(long, value_name = "WHAT", default_value = "default")]
    pub(crate) curriculum: String,

    /// Print the curriculum as TOML, as the other flags change it, and train nothing
    #[arg(long)]
    pub(crate) show: bool,

    /// Where the randomness starts, of graphs and weights [default: the curriculum's]
    #[arg(long, value_name = "S", help_heading = "Training")]
    pub(crate) seed: Option<u64>,

    /// Most passes over the graphs [default: the curriculum's]
    #[arg(long, value_name = "N", help_heading = "Training")]
    pub(crate) epochs: Option<usize>,

    /// Length of a vector [default: the curriculum's]
    #[arg(long, value_name = "N", help_heading = "Training")]
    pub(crate) dimensions: Option<usize>,

    /// Adam's learning rate [default: the curriculum's]
    #[arg(long, value_name = "RATE", help_heading = "Training")]
    pub(crate) learning_rate: Option<f64>,

    /// Graphs between two steps [default: the curriculum's]
    #[arg(long, value_name = "N", help_heading = "Training")]
    pub(crate) batch: Option<usize>,

    /// New graphs of each family to score the model on; 0: none
    #[arg(long, value_name = "N", default_value_t = 200, help_heading = "Training")]
    pub(crate) score: u64,

    /// Worker threads [default: all cores]; the result is the same to the byte
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Work")]
    pub(crate) threads: Option<u16>,

    /// No progress on stderr (there is none anyway when it is not a terminal)
    #[arg(long, short, help_heading = "Work")]
    pub(crate) quiet: bool,

    /// Print history and scores as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}

const TRAIN_EXAMPLES: &str = "\
Examples:
  sgr train -o mine.safetensors --seed 7
  sgr train --curriculum paper --show > paper.toml
  sgr train --curriculum paper.toml -o mine.safetensors --epochs 100
  sgr embed MUTAG.zip --model mine.safetensors -o mutag.npz";

/// Which part of the spectrum a model looks at.
///
/// Draws a strip for each kind of graphs: how much its score depends on each sample of the spectrum, on average over
/// graphs: |∂ score / ∂ λ̃|, from white (least) to dark (most). Without --input the graphs are synthetic ones of that kind,
/// as in the figure of the paper; with --input they are yours, and the kinds are those that the model takes them for.
#[derive(Debug, Args)]
#[command(after_long_help = SALIENCY_EXAMPLES)]
pub(crate) struct SaliencyArgs {
    /// Files or folders of graphs to explain instead of synthetic ones
    #[arg(long, value_name = "GRAPHS", num_args = 1..)]
    pub(crate) input: Vec<PathBuf>,

    /// Where the figure goes: .svg, .png, or .csv for its values
    #[arg(long, short, value_name = "FIGURE")]
    pub(crate) output: Vec<PathBuf>,

    /// The model: `paper`, `default` or a file
    #[arg(long, value_name = "MODEL", default_value = "paper")]
    pub(crate) model: ModelName,

    /// A kind of graphs to draw a strip for; may be given several times [default: block-model and erdos-renyi, or with
    /// --input the kinds most of the graphs are taken for]
    #[arg(long, value_name = "FAMILY")]
    pub(crate) family: Vec<String>,

    /// Synthetic graphs of each kind
    #[arg(long, short = 'n', value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) count: u64,

    /// Print the strips as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

const SALIENCY_EXAMPLES: &str = "\
Examples:
  sgr saliency -o saliency.svg -o saliency.csv
  sgr saliency --model default --family hub-tree --family ring-tree -o strips.png
  sgr saliency --input MUTAG.zip -o mutag.svg";

/// A model by name or file.
#[derive(Debug, Clone)]
pub(crate) enum ModelName {
    BuiltIn(BuiltIn),
    File(PathBuf),
}

impl FromStr for ModelName {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(BuiltIn::from_name(text).map_or_else(|| Self::File(PathBuf::from(text)), Self::BuiltIn))
    }
}

/// An inclusive range as it is typed: `10..500`, or `20` for `20..20`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Span<T> {
    low: T,
    high: T,
}

impl<T: Copy> From<RangeInclusive<T>> for Span<T> {
    fn from(range: RangeInclusive<T>) -> Self {
        Self { low: *range.start(), high: *range.end() }
    }
}

impl<T> From<Span<T>> for RangeInclusive<T> {
    fn from(span: Span<T>) -> Self {
        span.low..=span.high
    }
}

impl<T: Display> Display for Span<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}..{}", self.low, self.high)
    }
}

impl<T: FromStr> FromStr for Span<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        match (low.parse(), high.parse()) {
            (Ok(low), Ok(high)) => Ok(Self { low, high }),
            _ => Err("wanted a number or a range A..B".to_owned()),
        }
    }
}

/// Completions for your shell, on stdout.
///
/// For example: sgr completions bash > ~/.local/share/bash-completion/completions/sgr
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// The man page, on stdout or as one file per command in a folder.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// A folder to write sgr.1, sgr-embed.1 and the others to
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// The families by name, with their summaries in the help and the completions.
fn family_parser() -> impl TypedValueParser<Value = Family> {
    let values = Family::ALL.map(|family| PossibleValue::new(family.name()).help(family.summary()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Family>())
}

fn parse_format(name: &str) -> Result<Format, String> {
    name.parse()
}

fn parse_gigabytes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("wanted a positive number of gigabytes".to_owned()),
    }
}
