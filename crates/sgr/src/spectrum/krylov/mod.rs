//! Methods that look at a matrix only through its products with vectors, eight at a time.

mod basis;
mod block_product;
mod ends;
mod orthonormal;
mod probes;

pub(super) use block_product::{BLOCK, BlockProduct};
pub(super) use ends::{Ends, EndsSettings};
pub(super) use probes::Probes;
