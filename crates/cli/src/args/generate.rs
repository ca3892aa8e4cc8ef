//! Arguments of `generate`.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use sgr::synthetic::{Family, Recipe};

use super::names::names_of;
use super::{MemoryArgs, ThreadArgs};

/// Synthetic graphs of known kinds, to a file.
///
/// Each graph draws its own size, mean degree and so on from the ranges below, and from a random stream of its own: graph
/// number 7 of a family is the same whatever the count, the threads and the other families. A graph's id is its family's
/// name and its number; its class is the family's name, or in a TU collection, which needs integers, the place of the
/// family in the list given, counted from 1.
#[derive(Debug, Args)]
#[command(after_long_help = GENERATE_EXAMPLES)]
pub(crate) struct GenerateArgs {
    /// Kinds of graphs
    #[arg(required = true, value_name = "FAMILY", value_parser = names_of::<Family>())]
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

    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,

    /// Print a summary as JSON on stdout
    #[arg(long)]
    pub(crate) json: bool,
}

const GENERATE_EXAMPLES: &str = "\
Examples:
  sgr generate erdos-renyi block-model -n 1000 -o pretext.jsonl
  sgr generate ring-tree hub-tree --nodes 20..200 --seed 7 -o SYNTHETIC.zip
  sgr generate block-model -n 1 --nodes 1000000 --degree 20 --blocks 10 -o large.edges";

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
