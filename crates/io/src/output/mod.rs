//! How do results leave?
//!
//! Through files that appear whole or not at all: [`AtomicFile`] for anything, [`TableWriter`] for one vector per
//! graph in the format that the file's name asks for ([`TableFormat`]), [`CollectionWriter`] for the graphs themselves
//! ([`CollectionFormat`]), [`save_matrix`] for values of all pairs of graphs, [`save_model`] for a model. Rows and graphs
//! go to the disk as they come, so ten million graphs need no more memory than ten.
//!
//! This room never computes: values are written as they come, NaN included.

mod collection;
mod error;
mod escape;
mod file;
mod matrix;
mod model;
#[cfg(feature = "parquet")]
mod parts;
mod table;
#[cfg(feature = "parquet")]
mod vector_table;

#[doc(hidden)]
pub use crate::input::ids_path;
pub use collection::{CollectionFormat, CollectionWriter};
pub use error::OutputError;
#[doc(hidden)]
pub use escape::escaped;
pub use file::atomic_file::AtomicFile;
pub use file::identity::FileIdentity;
pub use file::unfinished::{HeldUnfinished, discard_unfinished};
pub use matrix::save_matrix;
pub use model::save_model;
#[cfg(feature = "parquet")]
pub use parts::{PartsWriter, parts_folder};
pub use table::csv::assignments_csv;
#[doc(hidden)]
pub use table::csv::write_field;
pub use table::{TableFormat, TableWriter, VectorRow};
#[cfg(feature = "parquet")]
pub use vector_table::VectorTable;
