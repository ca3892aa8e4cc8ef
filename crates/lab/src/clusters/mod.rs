//! Which graphs of a collection belong together, and what is each group?
//!
//! [`Clusters::find`] sorts the vectors or the kernel values of graphs into clusters by a [`ClusterMethod`], and chooses their
//! number where none is given. A [`ClusterReport`] also says of each cluster how large its graphs are, what distinguishes them
//! from the others, which synthetic families come nearest, and which of its graphs are typical.

mod center;
mod description;
mod families;
mod find;
mod method;
mod report;
mod settings;

pub use description::{ClusterDescription, Content, FamilyShare, Spread};
pub use families::{FAMILY_GRAPHS, FAMILY_SEED};
pub use find::{ClusterError, Clusters};
pub use method::ClusterMethod;
pub use report::ClusterReport;
pub use settings::ClusterSettings;
