//! How good are the vectors?
//!
//! This room knows numbers and class labels; it never learns what a graph is.

mod cell;
mod published;
mod result_table;

pub use cell::{Cell, ClusterScore};
pub use published::{Published, collection_title, method_title};
pub use result_table::ResultTable;
