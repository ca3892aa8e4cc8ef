//! Arguments of `retrieval`.

use std::path::PathBuf;

use clap::Args;
use sgr::experiment::Method;
use sgr::learning::Curriculum;
use sgr::representation::Distance;

use super::names::{names_of, names_where};
use super::{InputArgs, ModelName, ReadArgs, WorkArgs};

/// How often the graphs nearest to a graph are of its class, for each distance.
///
/// Each input is a labelled collection. Each of its graphs in turn is the query, all others are ranked by their distance; the
/// mean average precision and the precisions among the first and the first ten say how many are of the query's class. Of
/// graphs at the same distance no order is better than another. Kernels have one distance, that of their cosines.
#[derive(Debug, Args)]
pub(crate) struct RetrievalArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Methods that describe graphs
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', default_value = "spectrum,heat,sgr,wl", value_parser = names_where(|method: Method| !method.is_network()))]
    pub(crate) method: Vec<Method>,

    /// Distances of vectors [default: all but tanimoto]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = names_of::<Distance>())]
    pub(crate) distance: Vec<Distance>,

    /// Models of the methods sgr and wide: `default`, `paper` or files
    #[arg(long, value_name = "MODELS", value_delimiter = ',', default_value = "default")]
    pub(crate) model: Vec<ModelName>,

    #[arg(long, value_name = "NAME", default_value = "default", value_parser = Curriculum::BUILT_IN)]
    #[arg(help = "Curriculum whose graphs the distances of vectors without a model take their statistics from")]
    pub(crate) curriculum: String,

    /// Write the scores as JSON, which `sgr report` makes tables of
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}
