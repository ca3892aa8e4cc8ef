use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use sgr::representation::{BuiltIn, RepresentationName};

/// Which vector stands for a graph.
#[derive(Debug, Args)]
pub(crate) struct VectorArgs {
    /// Which vector stands for a graph
    #[arg(long, short, value_parser = representation_names(), default_value_t, help_heading = "Vectors")]
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

/// The library's names of representations, with a word about each in the help.
fn representation_names() -> impl TypedValueParser<Value = RepresentationName> {
    let values = RepresentationName::ALL.map(|name| PossibleValue::new(name.name()).help(name.summary()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<RepresentationName>())
}

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
