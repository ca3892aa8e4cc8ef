//! Which labels a vector sees, and how.

use serde::{Deserialize, Serialize};

use crate::representation::characteristic::{DEPTHS, LANES};

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

/// Settings of the label part; a [`Model`](crate::representation::Model) records them.
///
/// ```
/// use sgr_core::representation::LabelSettings;
/// assert_eq!(LabelSettings::default().width(), 256);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct LabelSettings {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Rounds of diffusion: 2, the only number so far.
    pub depth: usize,
    /// Number of characteristic functions: a multiple of 32.
    pub functions: usize,
    /// How many of them see the labels of edges, if nodes have labels too: a multiple of 32. On MUTAG and BBBP labels of bonds
    /// gain nothing, and cost up to a point if all functions see them; a few functions tell such graphs apart.
    pub edge_functions: usize,
    /// Number of buckets of the histogram.
    pub buckets: usize,
    /// Deviation of the signal of a label, in radians: at most 4. At 2, the cosines of large graphs with many labels are noise
    /// (D&D).
    pub scale: f64,
    /// Depth up to which the degree of a node is a signal. At 1, the label part is a function of the colours of two rounds of
    /// refinement, as without degrees; at 2, of three.
    pub degree_depth: usize,
    /// Deviation of the factors of ln(1 + degree), in radians: at most 1.5.
    pub degree_scale: f64,
    /// Factor of a mean before the inverse hyperbolic sine. It lets a regression with C = 1 use the means without scaling them.
    pub gain: f64,
}

impl Default for LabelSettings {
    /// The settings of all vectors, chosen on MUTAG, ENZYMES, PROTEINS, D&D and BBBP.
    fn default() -> Self {
        Self {
            seed: 0,
            depth: DEPTHS - 1,
            functions: 192,
            edge_functions: 32,
            buckets: 64,
            scale: 1.0,
            degree_depth: 1,
            degree_scale: 1.0,
            gain: 10.0,
        }
    }
}

impl LabelSettings {
    /// The settings of the part of `wide` that sees the degrees of nodes and no labels.
    pub(in crate::representation) fn of_degrees() -> Self {
        let degrees =
            Self { functions: 256, edge_functions: 0, buckets: 0, degree_depth: 2, gain: 4.0, ..Self::default() };
        // Other random numbers than those of the label part, which may stand behind it.
        Self { seed: 1, ..degrees }
    }

    /// Numbers in the label part.
    #[must_use]
    pub fn width(&self) -> usize {
        self.functions + self.buckets
    }

    /// The first setting that a label part cannot have, as the wanted value.
    pub(in crate::representation) fn fault(&self) -> Option<String> {
        let Self { depth, functions, edge_functions, buckets, scale, degree_depth, degree_scale, gain, .. } = *self;
        let faults = [
            (depth + 1 != DEPTHS, format!("depth {}", DEPTHS - 1)),
            (degree_depth > depth, format!("degree_depth from 0 to {depth}")),
            (!is_count_of_functions(functions), format!("functions as a multiple of {LANES} up to {MOST_NUMBERS}")),
            (
                edge_functions > functions || !edge_functions.is_multiple_of(LANES),
                format!("edge_functions as a multiple of {LANES} up to {functions}"),
            ),
            (buckets > MOST_NUMBERS, format!("buckets from 0 to {MOST_NUMBERS}")),
            (!(0.0..=LARGEST_SCALE).contains(&scale), format!("scale from 0 to {LARGEST_SCALE}")),
            (
                !(0.0..=LARGEST_DEGREE_SCALE).contains(&degree_scale),
                format!("degree_scale from 0 to {LARGEST_DEGREE_SCALE}"),
            ),
            (!(0.0..=LARGEST_GAIN).contains(&gain), format!("gain from 0 to {LARGEST_GAIN}")),
        ];
        faults.into_iter().find(|(is_fault, _)| *is_fault).map(|(_, wanted)| wanted)
    }
}

/// Most characteristic functions, and most buckets: a row of a vector stays below a megabyte.
pub(in crate::representation) const MOST_NUMBERS: usize = 1 << 16;

/// A normal number is at most 4.9 deviations: 4.9 · 4 radians are 3.2 turns. With those of the degree they are below the 30 turns
/// of a largest signal.
const LARGEST_SCALE: f64 = 4.0;

/// 4.9 · 1.5 radians · ln(2^32) are 26 turns.
const LARGEST_DEGREE_SCALE: f64 = 1.5;

/// Beyond it all means but zero have nearly the same inverse hyperbolic sine.
pub(in crate::representation) const LARGEST_GAIN: f64 = 1e6;

/// Whether a part can have this many functions.
pub(in crate::representation) fn is_count_of_functions(functions: usize) -> bool {
    functions.is_multiple_of(LANES) && (LANES..=MOST_NUMBERS).contains(&functions)
}
