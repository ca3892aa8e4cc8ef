//! Molecules and proteins: SMILES, MDL files (SDF), PDB and mmCIF.
//!
//! The readers of molecules fill a `Molecule` with atoms and bonds, and `MoleculeGraphs` makes its graph, with labels that do not
//! depend on the format. The readers of proteins give places of residues, and `proteins` joins those that are near each other.

mod aromatic;
mod elements;
mod graph;
mod hydrogens;
pub(super) mod mdl;
mod molecule;
pub(super) mod proteins;
pub(super) mod smiles;

use std::path::Path;

pub use hydrogens::HydrogenNodes;
pub use smiles::SmilesGraphs;

use self::graph::MoleculeGraphs;
use super::{InputError, Problem, ReadOptions};

/// How molecules and proteins become graphs.
///
/// ```
/// use sgr_io::input::{Format, MoleculeOptions, ReadOptions, read};
/// let bare = ReadOptions::new().molecules(MoleculeOptions::new().labels(false));
/// let line = || std::io::Cursor::new("CC=O acetaldehyde");
/// let graph = |options: &ReadOptions| read(line(), "aldehydes", Format::Smiles, options)?.next().unwrap();
/// let record = graph(&ReadOptions::new())?;
/// assert_eq!(record.id, "acetaldehyde");
/// assert_eq!(record.graph.labels_of_edges().collect::<Vec<_>>(), ["single", "double"]);
/// assert!(graph(&bare)?.graph.node_labels().is_none());
/// # Ok::<(), sgr_io::input::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MoleculeOptions {
    /// Label nodes by atoms or residues, and edges by bonds. On by default: a molecule without its atoms is not one.
    pub labels: bool,
    /// Which hydrogens are nodes.
    pub hydrogen_nodes: HydrogenNodes,
    /// Let the label of an atom tell how many hydrogens it has.
    pub hydrogen_counts: bool,
    /// Largest distance of two residues of a protein that are joined by an edge, in ångström.
    pub contact_distance: f64,
}

impl Default for MoleculeOptions {
    fn default() -> Self {
        Self {
            labels: true,
            hydrogen_nodes: HydrogenNodes::Written,
            hydrogen_counts: false,
            // The usual cut-off for contacts of Cα atoms: neighbours in the chain (3.8) and across helices and sheets (5 to 7).
            contact_distance: 8.0,
        }
    }
}

impl MoleculeOptions {
    /// The default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets [`labels`](Self#structfield.labels).
    #[must_use]
    pub fn labels(mut self, labels: bool) -> Self {
        self.labels = labels;
        self
    }

    /// Sets [`hydrogen_nodes`](Self#structfield.hydrogen_nodes).
    #[must_use]
    pub fn hydrogen_nodes(mut self, hydrogen_nodes: HydrogenNodes) -> Self {
        self.hydrogen_nodes = hydrogen_nodes;
        self
    }

    /// Sets [`hydrogen_counts`](Self#structfield.hydrogen_counts).
    #[must_use]
    pub fn hydrogen_counts(mut self, hydrogen_counts: bool) -> Self {
        self.hydrogen_counts = hydrogen_counts;
        self
    }

    /// Sets [`contact_distance`](Self#structfield.contact_distance).
    #[must_use]
    pub fn contact_distance(mut self, contact_distance: f64) -> Self {
        self.contact_distance = contact_distance;
        self
    }
}

/// An error if weights are asked for, which no format of molecules has.
fn refuse_weights(path: &Path, what: &str, options: &ReadOptions) -> Result<(), InputError> {
    if !options.weights {
        return Ok(());
    }
    let missing = "the weight of the edges".to_owned();
    Err(InputError::file(path, Problem::NoWeights { missing, wanted: format!("{what} has none") }))
}
