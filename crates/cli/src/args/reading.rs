//! Arguments of reading and of work: formats, weights, threads, large graphs.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use sgr::input::columns::ColumnNames;
use sgr::input::{Format, HydrogenNodes};
use sgr::spectrum::Approach;

use super::names::names_of;

/// Files and folders of graphs.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// Files or folders of graphs, or patterns such as 'parts/*.parquet'; `-` for standard input, with --format
    #[arg(required_unless_present = "files_from")]
    pub(crate) input: Vec<PathBuf>,

    /// A file that lists further inputs, one path a line; `-` for standard input
    #[arg(long, value_name = "LIST", help_heading = "Reading")]
    pub(crate) files_from: Option<PathBuf>,
}

/// Format and rules of reading.
#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    /// Read all inputs as this format, whatever their names say
    #[arg(long, value_name = "FORMAT", value_parser = names_of::<Format>(), help_heading = "Reading")]
    pub(crate) format: Option<Format>,

    /// Use edge weights; without this a weight column is ignored
    #[arg(long, help_heading = "Reading")]
    pub(crate) weights: bool,

    /// Treatment of directed input; without this it is an error
    #[arg(long, value_name = "WHAT", value_enum, help_heading = "Reading")]
    pub(crate) directed_as: Option<DirectedAs>,

    /// The first line of an edge list names its columns: skip it
    #[arg(long, help_heading = "Reading", conflicts_with = "no_header")]
    pub(crate) header: bool,

    /// The first line of an edge list is an edge, even if it looks like names of columns
    #[arg(long, help_heading = "Reading")]
    pub(crate) no_header: bool,

    /// Read all edges of a TU collection before its first graph: for files whose edge lines are not grouped by graph
    #[arg(long, help_heading = "Reading")]
    pub(crate) gather: bool,

    /// Columns of tables that hold the parts of graphs, for names that are not the usual ones: edges=bonds,num_nodes=atoms
    #[arg(long, value_name = "ROLE=COLUMN,…", default_value = None, help_heading = "Reading")]
    pub(crate) columns: Option<ColumnNames>,

    /// Hydrogens of molecules that are nodes; without a value: all of them, the implied ones too
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "added", default_value_t, value_parser = names_of::<HydrogenNodes>(), help_heading = "Molecules")]
    pub(crate) hydrogens: HydrogenNodes,

    /// Let the labels of atoms tell how many hydrogens they have
    #[arg(long, help_heading = "Molecules")]
    pub(crate) hydrogen_counts: bool,

    /// Largest distance in ångström of two residues of a protein that an edge joins
    #[arg(long, value_name = "D", default_value_t = sgr::input::MoleculeOptions::default().contact_distance, value_parser = parse_distance, help_heading = "Molecules")]
    pub(crate) contact_distance: f64,

    /// Largest number of nodes that a file may declare
    #[arg(long, value_name = "N", default_value_t = sgr::input::ReadOptions::default().max_declared_nodes, help_heading = "Reading")]
    pub(crate) max_nodes: usize,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum DirectedAs {
    /// Forget the directions
    Undirected,
}

/// How much memory to use.
#[derive(Debug, Args)]
pub(crate) struct MemoryArgs {
    /// Gigabytes that reading may take, that graphs in memory may take, and that the matrix of one graph may take; a file, a
    /// recipe or a graph that needs more is refused [default: 8, or half of what the system grants if that is less]
    #[arg(long, value_name = "GB", value_parser = parse_gigabytes, help_heading = "Work")]
    pub(crate) max_memory: Option<f64>,
}

/// How much of the machine to use.
#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// Treatment of graphs that are too large for all their eigenvalues.
#[derive(Debug, Args)]
pub(crate) struct LargeArgs {
    /// How the spectrum of a large graph is found
    #[arg(long, value_parser = names_of::<Approach>(), value_name = "HOW", default_value_t, help_heading = "Large graphs")]
    pub(crate) spectrum: Approach,

    /// Largest error of the 256 samples of the spectrum, where not all eigenvalues are computed
    #[arg(long, value_name = "E", default_value_t = 1e-3, value_parser = parse_error, help_heading = "Large graphs")]
    pub(crate) max_error: f64,

    /// Seconds that one large graph may take; it then gets the best result so far, with its stated error
    #[arg(long, value_name = "S", value_parser = parse_seconds, help_heading = "Large graphs")]
    pub(crate) max_seconds: Option<Duration>,

    /// Eigenvalues at each end, for --spectrum ends and in support of density
    #[arg(long, value_name = "K", default_value_t = 150, value_parser = clap::value_parser!(u16).range(1..=2000), help_heading = "Large graphs")]
    pub(crate) ends: u16,
}

/// How many threads to use, and whether to speak.
#[derive(Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Worker threads [default: all cores that the process may use]; the result is the same to the byte
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Work")]
    pub(crate) threads: Option<u16>,

    /// No progress on stderr (there is none anyway when it is not a terminal)
    #[arg(long, short, help_heading = "Work")]
    pub(crate) quiet: bool,
}

fn parse_distance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("wanted a positive number".to_owned()),
    }
}

fn parse_error(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        // Counting loses its footing in rounding errors below that.
        Ok(value) if (1e-6..=1.0).contains(&value) => Ok(value),
        _ => Err("wanted a number from 1e-6 to 1".to_owned()),
    }
}

pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "wanted a positive number of seconds".to_owned())
}

pub(super) fn parse_gigabytes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("wanted a positive number of gigabytes".to_owned()),
    }
}
