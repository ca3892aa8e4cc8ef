//! Which algorithms do several rooms share?
//!
//! Matrix products and activations of small networks, eigenvectors of small symmetric matrices. Shared by the crates of
//! this workspace; not part of the public interface.

pub mod affine;
pub mod panels;
pub mod product;
pub mod selu;
mod symmetric_eigen;

pub use symmetric_eigen::symmetric_eigen;
