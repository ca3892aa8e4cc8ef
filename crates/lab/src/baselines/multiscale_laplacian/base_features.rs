use std::cmp::Reverse;
use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::features::Features;
use crate::baselines::BaselineError;
use sgr_core::graph::{Graph, Label};

/// What a node is before anything is known of its neighbourhood: a number for its label or for its degree.
pub(super) fn colors(graphs: &[&Graph], node_labels: bool) -> Result<Vec<Vec<u32>>, BaselineError> {
    if !node_labels {
        let degrees = |graph: &&Graph| graph.offsets().windows(2).map(|row| (row[1] - row[0]) as u32).collect();
        return Ok(graphs.iter().map(degrees).collect());
    }
    let labels: Vec<&[Label]> = graphs
        .iter()
        .enumerate()
        .map(|(number, graph)| graph.node_labels().ok_or(BaselineError::NoNodeLabels { graph: number }))
        .collect::<Result<_, _>>()?;
    // Numbered in the order of their texts, so that ties are broken the same way whatever the order of the graphs.
    let mut texts: Vec<&str> = Vec::new();
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    for label in labels.iter().copied().flatten() {
        if numbers.insert(label, 0).is_none() {
            texts.push(label);
        }
    }
    texts.sort_unstable();
    numbers.extend(texts.into_iter().zip(0..));
    Ok(labels.iter().map(|labels| labels.iter().map(|label| numbers[label.as_ref()]).collect()).collect())
}

/// The joint basis of level 0: one dimension for each of the colours that are drawn most often.
///
/// The Gram matrix of one-hot features is 1 where two nodes have the same colour. Its eigenvectors are the indicators of
/// the colours and its eigenvalues how often they were drawn; the projection of a node is one-hot again, or zero if its
/// colour is not in the basis. So there is nothing to decompose. Equal eigenvalues are the rule here: of colours drawn
/// equally often, those that more nodes have come first, then those with the smaller number.
#[derive(Debug)]
pub(super) struct BaseBasis {
    dimensions: HashMap<u32, usize>,
}

impl BaseBasis {
    /// At most `most` dimensions, from the colours of the nodes that were drawn.
    pub(super) fn new(drawn: impl Iterator<Item = u32>, colors: &[Vec<u32>], most: usize) -> Self {
        let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        drawn.for_each(|color| counts.entry(color).or_default().0 += 1);
        for color in colors.iter().flatten() {
            if let Some((_, everywhere)) = counts.get_mut(color) {
                *everywhere += 1;
            }
        }
        let mut ranked: Vec<u32> = counts.keys().copied().collect();
        ranked.sort_by_key(|color| Reverse(counts[color]));
        ranked.truncate(most);
        Self { dimensions: ranked.into_iter().zip(0..).collect() }
    }

    /// The features of nodes with these colours.
    pub(super) fn features(&self, colors: impl ExactSizeIterator<Item = u32>) -> Features {
        let mut features = Features::zeros(colors.len(), self.dimensions.len());
        for (node, color) in colors.enumerate() {
            if let Some(&dimension) = self.dimensions.get(&color) {
                features.row_mut(node)[dimension] = 1.0;
            }
        }
        features
    }
}
