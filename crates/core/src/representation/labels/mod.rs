//! The label part of a vector: characteristic functions of diffused labels, and a hashed histogram.

mod degree_term;
mod left_out;
mod settings;
mod signals;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

pub use left_out::LeftOut;
pub(super) use settings::{LARGEST_GAIN, MOST_NUMBERS, is_count_of_functions};
pub use settings::{LabelSettings, Labels};

use std::f64::consts::TAU;

use self::degree_term::DegreeTerm;
use self::signals::LabelSignals;
use super::characteristic::{CharacteristicFunctions, LANES, Row, Signals, TURN, text_hash};
use crate::graph::Graph;
use crate::numerics::scramble;

/// The label of a carrier that has none.
pub(super) const NO_LABEL: &str = "";

/// Separates the random numbers of edge labels from those of node labels: a bond and an atom of the same name are different.
const EDGE: u64 = 0x6564_6765;

/// Separates the buckets of the histogram from the signals.
const BUCKET: u64 = 0x6275_636B;

/// Makes the label part of one graph after another; keeps its buffers.
///
/// # Formula
/// ```text
/// z_j  = (1/n) Σ_v cos [ s₀ + P (s₁ + P s₂) + b ]_j (v),     s_k(v) = g_k(v) + w_k ln(1 + d_v)
/// part = asinh(gain · z_j);   ln(1 + number of nodes whose label has bucket i)
/// ```
/// g_k(v): normal numbers that the text of v's label and the seed determine; w₀ and w₁ normal, w₂ zero, b a uniform angle. P is
/// the mean over the neighbours; where edges have labels, some functions multiply a neighbour's number first by the sign that the text of the
/// edge's label determines for j and k. Edge weights have no part in it. If only edges are seen, all functions and the
/// histogram see them.
///
/// The part is a function of the colours that two rounds of colour refinement give to the nodes, with labels of nodes and
/// edges, and integers are added before anything else: graphs with the same colours have the same bytes.
///
/// # Complexity
/// O((n + m) · functions) time, O(n) space.
///
/// ```
/// use sgr_core::graph::GraphBuilder;
/// use sgr_core::representation::{LabelPart, LabelSettings, Labels, LeftOut};
/// let mut builder = GraphBuilder::new();
/// builder.reserve_nodes(2)?;
/// builder.add_edge(0, 1, 0)?;
/// ["C", "O"].into_iter().for_each(|label| builder.add_node_label(label.into()));
/// let (methanol, _) = builder.build()?;
///
/// let (mut with, mut without) = (Vec::new(), Vec::new());
/// let mut part = LabelPart::new(Labels::Nodes, LabelSettings::default());
/// part.append(&methanol, &mut with);
/// part.append_without(&methanol, LeftOut::NodeLabel("O"), &mut without);
/// assert_eq!(with.len(), LabelSettings::default().width());
/// assert_ne!(with, without);
/// # Ok::<(), sgr_core::graph::GraphError>(())
/// ```
#[derive(Debug)]
pub struct LabelPart {
    labels: Labels,
    settings: LabelSettings,
    characteristic: CharacteristicFunctions,
    nodes: LabelSignals,
    edges: LabelSignals,
    degrees: DegreeTerm,
    counts: Vec<u32>,
}

impl LabelPart {
    /// The part that follows the numbers of the structure in a vector that sees these labels; the settings of a learned vector
    /// are those of its [`Model`](super::Model).
    ///
    /// # Panics
    /// If a setting is out of its range.
    #[must_use]
    pub fn new(labels: Labels, settings: LabelSettings) -> Self {
        let fault = settings.fault();
        assert!(fault.is_none(), "found {settings:?}, wanted {}", fault.unwrap_or_default());
        let LabelSettings { seed, functions, buckets, .. } = settings;
        let units = |radians: f64| radians / TAU * f64::from(TURN);
        Self {
            labels,
            characteristic: CharacteristicFunctions::new(),
            nodes: LabelSignals::new(seed, units(settings.scale), functions),
            // Only the signs of these count.
            edges: LabelSignals::new(seed ^ EDGE, f64::from(TURN), functions),
            degrees: DegreeTerm::new(seed, units(settings.degree_scale), functions, settings.degree_depth),
            counts: vec![0; buckets],
            settings,
        }
    }

    /// A copy with buffers of its own.
    pub(super) fn copy(&self) -> Self {
        Self::new(self.labels, self.settings.clone())
    }

    /// Names of the numbers.
    pub(super) fn columns(&self) -> impl Iterator<Item = String> {
        let functions = (0..self.settings.functions).map(|at| format!("label_{at}"));
        functions.chain((0..self.settings.buckets).map(|at| format!("label_count_{at}")))
    }

    /// Appends the part of one graph.
    pub fn append(&mut self, graph: &Graph, row: &mut Vec<f32>) {
        self.append_without(graph, LeftOut::Nothing, row);
    }

    /// Appends the part of one graph as if it had no labels.
    pub(super) fn append_unlabelled(&mut self, graph: &Graph, row: &mut Vec<f32>) {
        let absent = text_hash(NO_LABEL);
        self.nodes.read((0..graph.node_count()).map(|_| absent));
        self.degrees.read(graph);
        let diffused = Diffused { nodes: &self.nodes, degrees: &self.degrees };
        self.characteristic.compute(graph, &diffused, 0..self.settings.functions);
        self.characteristic.append(self.settings.gain, row);
        self.append_histogram(false, row);
    }

    /// Appends the part of one graph as if the labels that are left out were empty texts. The spectrum does not depend on labels,
    /// so this part is all of the vector that changes.
    pub fn append_without(&mut self, graph: &Graph, left_out: LeftOut<'_>, row: &mut Vec<f32>) {
        let nodes = graph.node_labels().filter(|_| self.labels.has_nodes());
        let absent = text_hash(NO_LABEL);
        match nodes {
            Some(labels) => self.nodes.read(
                labels.iter().enumerate().map(
                    |(node, label)| {
                        if left_out.has_node(node, label) { absent } else { text_hash(label) }
                    },
                ),
            ),
            None => self.nodes.read((0..graph.node_count()).map(|_| absent)),
        }
        let edges = graph.all_edge_labels().filter(|_| self.labels.has_edges());
        if let Some(labels) = edges {
            let [first, second] = left_out.entries(graph);
            self.edges.read(labels.iter().enumerate().map(|(entry, label)| {
                let is_left_out = Some(entry) == first || Some(entry) == second || left_out.has_edge_label(label);
                if is_left_out { absent } else { text_hash(label) }
            }));
        }
        self.degrees.read(graph);
        let functions = self.settings.functions;
        let signed = match (edges, self.labels) {
            (None, _) => functions..functions,
            (Some(_), Labels::Edges) => 0..functions,
            (Some(_), _) => functions - self.settings.edge_functions..functions,
        };
        let diffused = Diffused { nodes: &self.nodes, degrees: &self.degrees };
        self.characteristic.compute(graph, &diffused, 0..signed.start);
        let edge_signed = EdgeSigned { unsigned: diffused, edges: &self.edges };
        self.characteristic.compute(graph, &edge_signed, signed);
        self.characteristic.append(self.settings.gain, row);
        self.append_histogram(edges.is_some(), row);
    }

    fn append_histogram(&mut self, has_edges: bool, row: &mut Vec<f32>) {
        // An edge has two entries in the compressed rows.
        let (hashes, entries) = match (self.labels, has_edges) {
            (Labels::Edges, true) => (self.edges.hashes(), 2),
            (Labels::Edges, false) => (&[][..], 1),
            _ => (self.nodes.hashes(), 1),
        };
        self.counts.fill(0);
        // Without buckets nothing is counted.
        let buckets = self.counts.len() as u64;
        for hash in hashes.iter().filter(|_| buckets > 0) {
            self.counts[(scramble(hash ^ BUCKET ^ self.settings.seed) % buckets) as usize] += 1;
        }
        let logarithm = |&count: &u32| if count == 0 { 0.0 } else { f64::from(count / entries).ln_1p() as f32 };
        row.extend(self.counts.iter().map(logarithm));
    }
}

/// Signals of node labels, and of degrees.
struct Diffused<'a> {
    nodes: &'a LabelSignals,
    degrees: &'a DegreeTerm,
}

impl Signals for Diffused<'_> {
    #[inline(always)]
    fn add(&self, node: usize, depth: usize, strip: usize, row: &mut Row) {
        self.nodes.add(node, depth, strip, row);
        self.degrees.add(node, depth, strip, row);
    }
}

/// The same on edges that have labels.
struct EdgeSigned<'a> {
    unsigned: Diffused<'a>,
    edges: &'a LabelSignals,
}

impl Signals for EdgeSigned<'_> {
    #[inline(always)]
    fn add(&self, node: usize, depth: usize, strip: usize, row: &mut Row) {
        self.unsigned.add(node, depth, strip, row);
    }

    #[inline(always)]
    fn add_through_edge(&self, entry: usize, depth: usize, strip: usize, signal: &Row, sums: &mut Row) {
        let mut signs = [0; LANES];
        self.edges.add(entry, depth, strip, &mut signs);
        for lane in 0..LANES {
            // −1 for a negative sign, 0 otherwise: two's complement changes the sign without a branch.
            let mask = signs[lane] >> 31;
            sums[lane] += (signal[lane] ^ mask) - mask;
        }
    }
}
