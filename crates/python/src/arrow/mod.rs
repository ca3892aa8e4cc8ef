//! Arrow tables of graphs in, the same tables with vectors out, without copies of the columns.

mod capsule;
mod files;
mod prediction;
mod table;
mod vectors;

pub(crate) use files::start_files;
pub(crate) use prediction::start_predictions;
pub(crate) use table::{ArrowTable, TableReading, output_schema, start_table};
