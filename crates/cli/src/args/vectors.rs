//! Arguments that choose the vector of a graph.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use sgr::representation::{BuiltIn, FingerprintValues, Labels, Normalization, RepresentationName};
use sgr::resampling::KnotRule;

use super::names::names_of;

/// Which vector stands for a graph.
#[derive(Debug, Args)]
pub(crate) struct VectorArgs {
    /// Which vector stands for a graph
    #[arg(long, short, value_parser = names_of::<RepresentationName>(), default_value_t, help_heading = "Vectors")]
    pub(crate) representation: RepresentationName,

    /// The model that makes the vectors: `default`, `paper` or a file (for `sgr`)
    #[arg(long, value_name = "MODEL", default_value = "default", help_heading = "Vectors")]
    pub(crate) model: ModelName,

    /// Number of samples of the spectrum (for `spectrum`)
    #[arg(long, value_name = "M", default_value_t = 256, value_parser = clap::value_parser!(u32).range(2..=65536), help_heading = "Vectors")]
    pub(crate) samples: u32,

    /// Position of the k-th of n eigenvalues on [0, 1] (for `spectrum`)
    #[arg(long, value_parser = names_of::<KnotRule>(), default_value_t, help_heading = "Vectors")]
    pub(crate) knots: KnotRule,

    /// Divisor of a trace (for `heat` and `wave`)
    #[arg(long, value_parser = names_of::<Normalization>(), default_value_t, help_heading = "Vectors")]
    pub(crate) normalization: Normalization,

    /// Number of buckets that colours are counted in (for `fingerprint`)
    #[arg(long, value_name = "N", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=65536), help_heading = "Vectors")]
    pub(crate) dimensions: u32,

    /// Rounds of colour refinement (for `fingerprint`)
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=16), help_heading = "Vectors")]
    pub(crate) depth: u8,

    /// Numbers in the buckets (for `fingerprint`)
    #[arg(long, value_parser = names_of::<FingerprintValues>(), default_value_t, help_heading = "Vectors")]
    pub(crate) values: FingerprintValues,

    /// Let the vectors see labels: 256 numbers for them follow the others; in `fingerprint` the colours begin with them
    /// [default: all for molecules and proteins, otherwise none]
    #[arg(long, value_name = "OF", value_parser = names_of::<Labels>(), help_heading = "Vectors")]
    pub(crate) labels: Option<Labels>,

    /// Do not let the vectors see atoms, bonds and residues of molecules and proteins
    #[arg(long, conflicts_with = "labels", help_heading = "Vectors")]
    pub(crate) ignore_labels: bool,

    /// Let the vectors see attributes of nodes: 128 numbers for them come last
    #[arg(long, help_heading = "Vectors")]
    pub(crate) attributes: bool,
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
        Ok(text.parse().map_or_else(|_| Self::File(PathBuf::from(text)), Self::BuiltIn))
    }
}
