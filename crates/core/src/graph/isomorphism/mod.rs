//! Which graphs are the same but for the numbering of their nodes?
//!
//! [`are_isomorphic`] decides two graphs exactly: colour refinement of both at once (`refinement`), then a search that
//! maps one node of a colour after another (`search`). [`IsomorphismGroups`] sorts many graphs; a digest that no numbering
//! changes ([`refinement_digest`]) keeps most pairs from being compared.
//!
//! All that a graph carries counts: edge weights (1 where it has none), node labels, edge labels and attributes.

mod codes;
mod digest;
mod groups;
mod pair;
mod partition;
mod search;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

pub use digest::{copy_digest, refinement_digest};
pub use groups::IsomorphismGroups;
pub use search::{Isomorphism, are_isomorphic};
