//! Arguments of `train` and `saliency`.

use std::path::{Path, PathBuf};

use clap::Args;
use sgr::learning::Curriculum;
use sgr::representation::{Distance, Labels};

use super::names::{names_of, names_where};
use super::{MemoryArgs, ModelName, ReadArgs, ThreadArgs, WorkArgs};

/// A model from nothing but synthetic graphs, to a file.
///
/// Draws the graphs of a curriculum, computes their spectra and trains a perceptron to tell their kinds apart; then shows it
/// new ones and says how well it does. The same curriculum and seed give the same bytes on one instruction set. Ctrl-C ends
/// the training and keeps the best so far; a second one ends the program.
///
/// A curriculum is a TOML file; `--show` prints the curricula of the two built-in models.
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

    /// Default distance of the model's vectors; the training does not depend on it [default: the curriculum's]
    #[arg(long, value_name = "DISTANCE", value_parser = names_where(|distance: Distance| Distance::OF_ANY_NUMBERS.contains(&distance)), help_heading = "Training")]
    pub(crate) distance: Option<Distance>,

    /// Train nothing: write this model with the statistics that distances need, computed on the graphs of its curriculum
    #[arg(long, value_name = "MODEL", conflicts_with_all = ["curriculum", "show", "seed", "epochs", "dimensions", "learning_rate", "batch"], help_heading = "Training")]
    pub(crate) statistics: Option<ModelName>,

    /// New graphs of each family to score the model on; 0: none
    #[arg(long, value_name = "N", default_value_t = 200, help_heading = "Training")]
    pub(crate) score: u64,

    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Print history and scores as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}

impl TrainArgs {
    /// The file of the curriculum, unless it is a built-in one.
    pub(crate) fn curriculum_file(&self) -> Option<&Path> {
        let is_built_in = Curriculum::BUILT_IN.contains(&self.curriculum.as_str());
        (!is_built_in).then_some(Path::new(&self.curriculum))
    }
}

const TRAIN_EXAMPLES: &str = "\
Examples:
  sgr train -o mine.safetensors --seed 7
  sgr train --curriculum paper --show > paper.toml
  sgr train --curriculum paper.toml -o mine.safetensors --epochs 100
  sgr embed MUTAG.zip --model mine.safetensors -o mutag.npz";

/// Which part of the spectrum a model looks at; with --labels, which labels and nodes matter.
///
/// Draws a strip for each kind of graphs: how much its score depends on each sample of the spectrum, on average over
/// graphs: |∂ score / ∂ λ̃|, from white (least) to dark (most). Without --input the graphs are synthetic ones of that kind,
/// as in the figure of the paper; with --input they are yours, and the kinds are the model's predictions for them.
///
/// With --labels it leaves out each label of the graphs in turn, in all graphs that have it, and tells how the probabilities of
/// the classes change, by a logistic regression (C = 1, as `sgr evaluate` uses it) that learns the classes of all graphs from
/// their vectors, and how far the vectors move; without classes, the movement alone. --graph does so for the label of each node
/// and edge of one graph, --against for its distance to another. Above zero a label speaks for the class, or sets the graphs
/// apart.
#[derive(Debug, Args)]
#[command(after_long_help = SALIENCY_EXAMPLES)]
pub(crate) struct SaliencyArgs {
    /// Files or folders of graphs to explain instead of synthetic ones
    #[arg(long, value_name = "GRAPHS", num_args = 1..)]
    pub(crate) input: Vec<PathBuf>,

    /// Where the figure goes: .svg, .png, or .csv for its values
    #[arg(long, short, value_name = "FIGURE")]
    pub(crate) output: Vec<PathBuf>,

    /// The model: `paper`, `default` or a file [default: paper, with --labels default]
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<ModelName>,

    /// A kind of graphs to draw a strip for; may be given several times [default: block-model and erdos-renyi, or with
    /// --input the kinds most of the graphs are taken for]
    #[arg(long, value_name = "FAMILY")]
    pub(crate) family: Vec<String>,

    /// Synthetic graphs of each kind
    #[arg(long, short = 'n', value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) count: u64,

    /// Print the strips, or the influences, as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,

    /// Explain labels instead of the spectrum
    #[arg(long, value_name = "OF", value_parser = names_of::<Labels>(), requires = "input", conflicts_with_all = ["family", "count"], help_heading = "Labels")]
    pub(crate) labels: Option<Labels>,

    /// Explain the nodes and edges of the graph with this id
    #[arg(long, value_name = "ID", requires = "labels", help_heading = "Labels")]
    pub(crate) graph: Option<String>,

    /// Explain its distance to the graph with this id
    #[arg(long, value_name = "ID", requires = "graph", help_heading = "Labels")]
    pub(crate) against: Option<String>,

    /// Most labels to leave out, the most frequent ones, or most nodes of --graph, those nearest to the node with the most
    /// neighbours [default: 64 labels; 2000 nodes, fewer in graphs of more than 50,000 nodes and edges]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "labels", help_heading = "Labels")]
    pub(crate) limit: Option<u32>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

const SALIENCY_EXAMPLES: &str = "\
Examples:
  sgr saliency -o saliency.svg -o saliency.csv
  sgr saliency --model default --family hub-tree --family ring-tree -o strips.png
  sgr saliency --input MUTAG.zip -o mutag.svg
  sgr saliency --input MUTAG.zip --labels nodes -o labels.svg -o labels.csv
  sgr saliency --input MUTAG.zip --labels nodes --graph 17 -o graph.svg
  sgr saliency --input MUTAG.zip --labels all --graph 17 --against 18 -o pair.svg";
