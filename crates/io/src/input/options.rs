//! Settings of the readers, the same for all formats.

use super::MoleculeOptions;

/// Whether a reader keeps a part of the graphs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// It does not.
    #[default]
    No,
    /// It does, where a graph has it.
    IfThere,
    /// It does; a graph without it is an error.
    Required,
}

impl Keep {
    /// [`Keep::Required`] if a caller asks for it, otherwise [`Keep::No`].
    #[must_use]
    pub fn required_if(is_asked_for: bool) -> Self {
        if is_asked_for { Self::Required } else { Self::No }
    }
}

/// Settings of the readers.
///
/// ```
/// use sgr_io::input::ReadOptions;
/// let options = ReadOptions::new().weights(true).header(Some(true));
/// assert!(options.weights && !options.gather);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Use edge weights. Off by default: a weight column is ignored unless asked for.
    pub weights: bool,
    /// Keep node labels.
    pub node_labels: bool,
    /// Keep edge labels.
    pub edge_labels: bool,
    /// Keep attributes of nodes.
    pub attributes: Keep,
    /// Accept directed input and forget the directions. Otherwise directed input is an error.
    pub directed_as_undirected: bool,
    /// Whether the first line of an edge list names its columns. Without a statement, a first line that plainly does,
    /// such as `source,target`, is an error.
    pub header: Option<bool>,
    /// Gather all edges of a TU collection before the first graph is built, for files whose edge lines are not grouped
    /// by graph. Costs memory for the whole file.
    pub gather: bool,
    /// Largest number of nodes that a file may declare without naming them: a header of a few bytes must not allocate
    /// gigabytes.
    pub max_declared_nodes: usize,
    /// How molecules and proteins become graphs.
    pub molecules: MoleculeOptions,
    /// Columns of tables that hold the parts of graphs; the others are found by convention.
    #[cfg(feature = "parquet")]
    pub columns: super::columns::ColumnNames,
    /// Columns of tables that go to the output as they are.
    #[cfg(feature = "parquet")]
    pub keep: Vec<String>,
    /// Bytes that reading may take: names, labels, and the edges of one graph while it is built. A file that needs more is
    /// an error.
    pub max_memory: u64,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            weights: false,
            node_labels: false,
            edge_labels: false,
            attributes: Keep::No,
            directed_as_undirected: false,
            header: None,
            gather: false,
            // About 130 MB of row offsets: far above any declared size seen in practice, far below a machine's memory.
            max_declared_nodes: 1 << 24,
            molecules: MoleculeOptions::new(),
            #[cfg(feature = "parquet")]
            columns: Default::default(),
            #[cfg(feature = "parquet")]
            keep: Vec::new(),
            // As much as the matrix of one graph may take by default: a graph of 200 million edges can be built.
            max_memory: 8_000_000_000,
        }
    }
}

impl ReadOptions {
    /// The default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets [`weights`](Self#structfield.weights).
    #[must_use]
    pub fn weights(mut self, weights: bool) -> Self {
        self.weights = weights;
        self
    }

    /// Sets [`node_labels`](Self#structfield.node_labels).
    #[must_use]
    pub fn node_labels(mut self, node_labels: bool) -> Self {
        self.node_labels = node_labels;
        self
    }

    /// Sets [`edge_labels`](Self#structfield.edge_labels).
    #[must_use]
    pub fn edge_labels(mut self, edge_labels: bool) -> Self {
        self.edge_labels = edge_labels;
        self
    }

    /// Sets [`attributes`](Self#structfield.attributes).
    #[must_use]
    pub fn attributes(mut self, attributes: Keep) -> Self {
        self.attributes = attributes;
        self
    }

    /// Sets [`directed_as_undirected`](Self#structfield.directed_as_undirected).
    #[must_use]
    pub fn directed_as_undirected(mut self, directed_as_undirected: bool) -> Self {
        self.directed_as_undirected = directed_as_undirected;
        self
    }

    /// Sets [`header`](Self#structfield.header).
    #[must_use]
    pub fn header(mut self, header: Option<bool>) -> Self {
        self.header = header;
        self
    }

    /// Sets [`gather`](Self#structfield.gather).
    #[must_use]
    pub fn gather(mut self, gather: bool) -> Self {
        self.gather = gather;
        self
    }

    /// Sets [`molecules`](Self#structfield.molecules).
    #[must_use]
    pub fn molecules(mut self, molecules: MoleculeOptions) -> Self {
        self.molecules = molecules;
        self
    }

    /// Sets [`columns`](Self#structfield.columns).
    #[cfg(feature = "parquet")]
    #[must_use]
    pub fn columns(mut self, columns: super::columns::ColumnNames) -> Self {
        self.columns = columns;
        self
    }

    /// Sets [`keep`](Self#structfield.keep).
    #[cfg(feature = "parquet")]
    #[must_use]
    pub fn keep(mut self, keep: Vec<String>) -> Self {
        self.keep = keep;
        self
    }

    /// Sets [`max_memory`](Self#structfield.max_memory).
    #[must_use]
    pub fn max_memory(mut self, bytes: u64) -> Self {
        self.max_memory = bytes;
        self
    }

    /// Sets [`max_declared_nodes`](Self#structfield.max_declared_nodes).
    #[must_use]
    pub fn max_declared_nodes(mut self, max_declared_nodes: usize) -> Self {
        self.max_declared_nodes = max_declared_nodes;
        self
    }
}
