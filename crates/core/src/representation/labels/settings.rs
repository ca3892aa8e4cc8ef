//! Which labels a vector sees, and how.

/// Which labels a vector sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Labels {
    /// The labels of the nodes.
    Nodes,
    /// The labels of the edges.
    Edges,
    /// Both.
    All,
}

crate::named!(Labels, "labels");

impl Labels {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::Nodes, Self::Edges, Self::All];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Edges => "edges",
            Self::All => "all",
        }
    }

    /// The choice in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Nodes => "The labels of the nodes",
            Self::Edges => "The labels of the edges",
            Self::All => "The labels of nodes and edges",
        }
    }

    /// Whether the labels of nodes are seen.
    #[must_use]
    pub fn has_nodes(self) -> bool {
        self != Self::Edges
    }

    /// Whether the labels of edges are seen.
    #[must_use]
    pub fn has_edges(self) -> bool {
        self != Self::Nodes
    }
}

/// Settings of the label part.
///
/// ```
/// use sgr_core::representation::LabelSettings;
/// assert_eq!(LabelSettings::default().width(), 256);
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LabelSettings {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of characteristic functions: a multiple of 16.
    pub functions: usize,
    /// How many of them see the labels of edges, if nodes have labels too: a multiple of 16. On MUTAG and BBBP labels of bonds
    /// gain nothing, and cost up to a point if all functions see them; a few functions tell such graphs apart.
    pub edge_functions: usize,
    /// Number of buckets of the histogram.
    pub buckets: usize,
    /// Deviation of the signal of a label, in radians: at most 10. At 2, the cosines of large graphs with many labels are noise
    /// (D&D).
    pub scale: f64,
    /// Deviation of the factor of ln(1 + degree), in radians: at most 3.
    pub degree_scale: f64,
    /// Factor of a mean before the inverse hyperbolic sine. It lets a regression with C = 1 use the means without scaling them.
    pub gain: f64,
}

impl Default for LabelSettings {
    /// The settings of all vectors, chosen on MUTAG, ENZYMES, PROTEINS, D&D and BBBP.
    fn default() -> Self {
        Self { seed: 0, functions: 192, edge_functions: 32, buckets: 64, scale: 1.0, degree_scale: 1.0, gain: 10.0 }
    }
}

impl LabelSettings {
    /// Numbers in the label part.
    #[must_use]
    pub fn width(&self) -> usize {
        self.functions + self.buckets
    }
}
