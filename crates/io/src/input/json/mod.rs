//! Readers of JSON formats: JSON lines and karateclub's dictionaries.

mod attributes;
mod edges;
pub(super) mod json_lines;
pub(super) mod karateclub;
mod scanner;
mod text;

#[cfg(feature = "parquet")]
pub(super) use edges::json_problem;
#[cfg(feature = "parquet")]
pub(super) use text::Text;
