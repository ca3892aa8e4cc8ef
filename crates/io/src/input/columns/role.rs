//! Parts of a graph that a column can hold, and the names by which their columns are found.

use std::str::FromStr;

use sgr_core::names::{Named, UnknownName};

/// A part of a graph that a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// Two lists of node numbers.
    EdgeIndex,
    /// A list of edges.
    Edges,
    /// The first ends of the edges.
    Sources,
    /// Their second ends.
    Targets,
    /// The graph as text.
    Graph6,
    /// A molecule as text.
    Smiles,
    /// The number of nodes.
    NodeCount,
    /// Weights of the edges.
    Weights,
    /// Labels of the nodes.
    NodeLabels,
    /// Labels of the edges.
    EdgeLabels,
    /// Attributes of the nodes.
    Attributes,
    /// The name of the graph.
    Id,
    /// Its class.
    Class,
}

/// Roles with their names, the names of columns by convention, the first first, and a few words about each.
const TABLE: [(Role, &str, &[&str], &str); 13] = [
    (Role::EdgeIndex, "edge_index", &["edge_index"], "two lists of node numbers"),
    (Role::Edges, "edges", &["edges", "edge_list"], "list of edges"),
    (Role::Sources, "src", &["src", "source", "senders"], "list of the first ends of the edges"),
    (Role::Targets, "dst", &["dst", "target", "receivers"], "list of the second ends of the edges"),
    (Role::Graph6, "graph6", &["graph6", "g6"], "graph6 text"),
    (Role::Smiles, "smiles", &["smiles", "SMILES", "Smiles", "canonical_smiles"], "molecule as SMILES"),
    (Role::NodeCount, "num_nodes", &["num_nodes", "node_count", "nodes"], "number of nodes"),
    (Role::Weights, "weight", &["weight", "weights", "edge_weight"], "list of the weights of the edges"),
    (Role::NodeLabels, "node_labels", &["node_labels", "node_label"], "list of the labels of the nodes"),
    (Role::EdgeLabels, "edge_labels", &["edge_labels", "edge_label"], "list of the labels of the edges"),
    (
        Role::Attributes,
        "attributes",
        &["attributes", "node_attributes", "node_feat", "x"],
        "list of the nodes' lists of numbers",
    ),
    (Role::Id, "id", &["id", "graph_id"], "name of the graph"),
    (Role::Class, "label", &["label", "y", "class"], "class of the graph"),
];

sgr_core::named!(Role, "role");

impl Role {
    /// Every role.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::EdgeIndex; TABLE.len()];
        let mut at = 0;
        while at < TABLE.len() {
            all[at] = TABLE[at].0;
            at += 1;
        }
        all
    };

    /// The name in front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The names of columns that have this role by convention, the first first.
    #[must_use]
    pub fn conventional(self) -> &'static [&'static str] {
        TABLE[self as usize].2
    }

    /// The role in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        TABLE[self as usize].3
    }
}

/// Names of columns that a caller gives to roles; the other roles are found by convention.
///
/// ```
/// use sgr_io::input::columns::{ColumnNames, Role};
/// let names: ColumnNames = "edges=bonds,num_nodes=atoms".parse()?;
/// assert_eq!(names.of(Role::Edges), Some("bonds"));
/// assert!("bonds".parse::<ColumnNames>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ColumnNames(Vec<(Role, String)>);

impl ColumnNames {
    /// No names.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with a name for a role, in place of an earlier one.
    #[must_use]
    pub fn with(mut self, role: Role, column: impl Into<String>) -> Self {
        self.0.retain(|(known, _)| *known != role);
        self.0.push((role, column.into()));
        self
    }

    /// The name given to a role.
    #[must_use]
    pub fn of(&self, role: Role) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == role).map(|(_, column)| column.as_str())
    }

    /// The part of a graph that a column of this name holds: by the names given, otherwise by convention.
    #[must_use]
    pub fn role_of(&self, column: &str) -> Option<Role> {
        let given = self.iter().find(|(_, name)| *name == column).map(|(role, _)| role);
        let is_conventional = |role: &Role| self.of(*role).is_none() && role.conventional().contains(&column);
        given.or_else(|| Role::ALL.into_iter().find(is_conventional))
    }

    /// All roles with the names given to them.
    pub fn iter(&self) -> impl Iterator<Item = (Role, &str)> {
        self.0.iter().map(|(role, column)| (*role, column.as_str()))
    }
}

/// A text that does not give names to roles.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnNamesError {
    /// A part without an equals sign, or without a name.
    #[error("found \"{found}\", wanted ROLE=COLUMN")]
    NoPair {
        /// The part.
        found: String,
    },
    /// No role has this name.
    #[error(transparent)]
    Role(#[from] UnknownName),
    /// A role with two columns.
    #[error("found two columns for {role}, wanted one")]
    Twice {
        /// The role.
        role: Role,
    },
}

impl FromStr for ColumnNames {
    type Err = ColumnNamesError;

    /// From `ROLE=COLUMN,…`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut names = Self::new();
        for part in text.split(',') {
            let pair = part.split_once('=').filter(|(_, column)| !column.is_empty());
            let (role, column) = pair.ok_or_else(|| ColumnNamesError::NoPair { found: part.to_owned() })?;
            let role = Role::from_name(role.trim())?;
            if names.of(role).is_some() {
                return Err(ColumnNamesError::Twice { role });
            }
            names = names.with(role, column);
        }
        Ok(names)
    }
}
