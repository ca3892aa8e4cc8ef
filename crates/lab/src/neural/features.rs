//! Features of nodes as numbers, one a node.

use std::collections::BTreeMap;

use super::layers::NO_FEATURE;
use crate::baselines::BaselineError;
use sgr_core::graph::Graph;

/// What a network sees of a node if it sees no node labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeFeatures {
    /// Its degree.
    #[default]
    Degrees,
    /// Nothing: all nodes are the same.
    Constant,
}

sgr_core::named!(NodeFeatures, "node features");

impl NodeFeatures {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Degrees, Self::Constant];

    /// The name in files and front ends.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Degrees => "degrees",
            Self::Constant => "constant",
        }
    }

    /// The features in a few words, for help texts.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Degrees => "The degree of each node: exact below 8, then within a fifth",
            Self::Constant => "The same for all nodes",
        }
    }
}

/// Degrees below this one have a bucket each.
const EXACT_DEGREES: usize = 8;

/// Buckets of an octave of larger degrees: degrees in one differ by less than a fifth, as 2^(1/4) = 1.19.
const BUCKETS_PER_OCTAVE: f64 = 4.0;

/// The feature of each node of many graphs: a number below `count`, which stands for a one-hot row.
///
/// With labels: their place in the alphabet of the collection, in the order of their texts. Degrees: the buckets of
/// [`degree_bucket`]. The numbers do not depend on the numbering of nodes.
#[derive(Debug)]
pub(super) struct FeatureCodes {
    offsets: Vec<usize>,
    codes: Vec<u16>,
    count: usize,
}

impl FeatureCodes {
    /// Node labels, or else `features`.
    ///
    /// # Errors
    /// [`BaselineError::NoNodeLabels`] for the first graph that has none; [`BaselineError::TooLarge`] beyond 65,535
    /// different labels.
    pub(super) fn of(graphs: &[&Graph], node_labels: bool, features: NodeFeatures) -> Result<Self, BaselineError> {
        let mut offsets = vec![0];
        offsets.extend(graphs.iter().scan(0, |end, graph| {
            *end += graph.node_count();
            Some(*end)
        }));
        let codes = match (node_labels, features) {
            (true, _) => label_codes(graphs)?,
            (false, NodeFeatures::Degrees) => {
                let degrees =
                    graphs.iter().flat_map(|graph| (0..graph.node_count() as u32).map(|node| degree(graph, node)));
                degrees.map(degree_bucket).collect()
            }
            (false, NodeFeatures::Constant) => vec![0; offsets[graphs.len()]],
        };
        let count = codes.iter().max().map_or(1, |&largest| usize::from(largest) + 1);
        Ok(Self { offsets, codes, count })
    }

    /// The codes of one graph's nodes.
    pub(super) fn of_graph(&self, graph: usize) -> &[u16] {
        &self.codes[self.offsets[graph]..self.offsets[graph + 1]]
    }

    /// One more than the largest code.
    pub(super) fn count(&self) -> usize {
        self.count
    }
}

/// Number of neighbours.
pub(super) fn degree(graph: &Graph, node: u32) -> usize {
    graph.neighbors(node).len()
}

/// The bucket of a degree.
///
/// # Formula
/// ```text
/// d             d < 8
/// 8 + ⌊4 log₂(d / 8)⌋    otherwise
/// ```
fn degree_bucket(degree: usize) -> u16 {
    if degree < EXACT_DEGREES {
        return degree as u16;
    }
    // A graph has less than 2³² nodes: at most 124 buckets.
    let octaves = (degree as f64 / EXACT_DEGREES as f64).log2();
    EXACT_DEGREES as u16 + (BUCKETS_PER_OCTAVE * octaves) as u16
}

/// The place of each node's label in the alphabet of all graphs.
fn label_codes(graphs: &[&Graph]) -> Result<Vec<u16>, BaselineError> {
    let mut alphabet: BTreeMap<&str, u16> = BTreeMap::new();
    for (at, graph) in graphs.iter().enumerate().filter(|(_, graph)| graph.node_count() > 0) {
        let labels = graph.node_labels().ok_or(BaselineError::NoNodeLabels { graph: at })?;
        alphabet.extend(labels.iter().map(|label| (&**label, 0)));
    }
    let (rows, most) = (alphabet.len(), usize::from(NO_FEATURE));
    if rows > most {
        let [bytes, limit] = [rows, most].map(|count| 2 * count as u64);
        return Err(BaselineError::TooLarge { what: "alphabet of node labels", rows, bytes, limit });
    }
    alphabet.values_mut().zip(0..).for_each(|(code, place)| *code = place);
    let labels = graphs.iter().flat_map(|graph| graph.node_labels().unwrap_or_default());
    Ok(labels.map(|label| alphabet[&**label]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_exact_below_8_and_narrow_above() {
        assert_eq!((0..9).map(degree_bucket).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        // 8 · 2^(1/4) = 9.51, 8 · 2^(1/2) = 11.3, 8 · 2^(3/4) = 13.5.
        assert_eq!([9, 10, 11, 12, 13, 14, 15, 16, 4096].map(degree_bucket), [8, 9, 9, 10, 10, 11, 11, 12, 44]);
    }
}
