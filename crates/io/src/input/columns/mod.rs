//! Which columns of an Arrow table hold graphs, and which graph does a row hold?
//!
//! A [`GraphLayout`] is found in the schema of a table, by the names and types of its columns. [`GraphRows`] then reads the
//! graphs of one batch, row by row, from the columns as they lie in memory. A row that holds no graph gives a
//! [`Problem`](super::Problem) and costs that row only.
//!
//! | columns | types |
//! |---|---|
//! | `edge_index` | two lists of node numbers: `list<list<int>>` or `fixed_size_list<list<int>, 2>` |
//! | `edges` | `list<struct<u, v[, weight, label]>>`, `list<fixed_size_list<int, 2>>` or `list<list<int>>` of pairs |
//! | `src` and `dst` | a list of node numbers each |
//! | `graph6` | text |
//! | `smiles` | text |
//!
//! Nodes are numbered from 0. `num_nodes` tells how many there are; without it, the largest number does. An edge may stand
//! once or in both directions. Integers have any width; lists have 32-bit or 64-bit offsets.

mod edges;
mod error;
mod kept;
mod layout;
mod lists;
mod numbers;
mod role;
mod rows;

pub use error::LayoutError;
pub use kept::{KeptColumns, KeptRow};
pub use layout::{GraphLayout, Parts};
pub use role::{ColumnNames, ColumnNamesError, Role};
pub use rows::{BatchColumns, GraphRows};

pub(super) use kept::ColumnsInUse;
pub(super) use layout::{EDGE_LABEL, EDGE_WEIGHT, ENDS};
pub(super) use lists::{Lists, item_of};
pub(crate) use numbers::{Scalar, scalar_at};
