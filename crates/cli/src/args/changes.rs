//! Arguments of `changes`.

use std::path::PathBuf;

use clap::Args;

use super::{HitFormat, InputArgs, LargeArgs, ReadArgs, VectorArgs, WorkArgs};

/// When a series of graphs changed.
///
/// The snapshots are the graphs of the inputs in their order: files in the order given, files of a folder in the natural order of
/// their names (day2 before day10), graphs of a collection as they come. Prints for each snapshot its distance to the recent
/// past (the median of the last vectors) and a robust z-score of that distance, and the change points: where a part of the series
/// differs from the rest more than a random order of the snapshots allows, by the energy distance of ranks.
///
/// A snapshot that cannot be read is a gap: it keeps its line, is named on stderr, and nothing is computed from it.
#[derive(Debug, Args)]
pub(crate) struct ChangesArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Snapshots before one that are its recent past
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) window: u32,

    /// Probability of any change point in a series whose snapshots come in random order
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub(crate) false_alarms: f64,

    /// Random orders that a series is compared with
    #[arg(long, value_name = "N", default_value_t = 999, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) permutations: u32,

    /// Fewest snapshots between two change points, and at both ends
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) min_segment: u32,

    /// Seed of the random orders
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    /// A file for the table instead of stdout: .csv, .json or .txt
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Write this format, whatever the name of OUT says
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) to: Option<HitFormat>,

    /// Print JSON: {"snapshots": [{"id", "distance", "score", "segment"}], "change_points": [{"position", "id", "p_value", "shift"}]}
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,

    /// A picture of distances, scores and change points: .svg, .png, or its numbers as .csv
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) vectors: VectorArgs,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) large: LargeArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}
