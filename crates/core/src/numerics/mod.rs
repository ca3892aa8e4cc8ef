//! Which algorithms do several rooms share?
//!
//! Matrix products and activations of small networks, products of sparse rows, eigenvectors of small symmetric matrices and leading ones of
//! large ones, elimination orders of sparse matrices, hashes, normal random numbers, distributions of test statistics.
//! Shared by the crates of this workspace; not part of the public interface.

pub mod affine;
pub mod distributions;
pub mod equal_rows;
mod leading_eigenvectors;
mod minimum_degree;
mod normal;
pub mod panels;
pub mod product;
pub mod selu;
mod sparse_product;
mod split_mix;
mod symmetric_eigen;

pub use leading_eigenvectors::{Leading, LeadingEigenvectors, LeadingSettings, leading_eigenvectors};
pub use minimum_degree::MinimumDegree;
pub use normal::standard_normal;
pub use sparse_product::SparseRows;
pub use split_mix::scramble;
pub use symmetric_eigen::symmetric_eigen;
