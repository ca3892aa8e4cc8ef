//! Methods that look at a matrix only through its products with vectors, many at a time.

mod basis;
mod block_product;
mod ends;
mod neighbor_sum;
mod orthonormal;
mod probes;
mod row_tasks;

pub(super) use block_product::BlockProduct;
pub(super) use ends::{Ends, EndsSettings};
pub(super) use probes::{PROBES, Probes};
pub(super) use row_tasks::RowTasks;
