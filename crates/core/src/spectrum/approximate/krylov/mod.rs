//! Krylov methods: extreme eigenvalues and Lanczos probes, for the methods for large components.
//!
//! They use a matrix only through its products with blocks of vectors.

mod basis;
mod block_product;
mod extremes;
mod neighbor_sum;
mod orthonormal;
mod probes;
mod row_tasks;

pub(crate) use block_product::BlockProduct;
pub(crate) use extremes::{Extremes, ExtremesSettings};
pub use probes::LanczosCoefficients;
pub(crate) use probes::{PROBES, Probes};
pub(crate) use row_tasks::RowTasks;
