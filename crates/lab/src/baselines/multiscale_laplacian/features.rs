//! Features of nodes, and those of level 0.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use hashbrown::HashMap;

use super::MultiscaleLaplacianSettings;
use crate::baselines::BaselineError;
use sgr_core::graph::{Graph, Label};

/// Numbers that are added and multiplied at once, and the multiple that rows of features are filled up to: the doubles of
/// a 256-bit register.
pub(super) const CHUNK: usize = 4;

/// A row of features for each node, or class of nodes, of a graph. Filled up with zeros, which change no sum.
#[derive(Debug, Clone, Default)]
pub(super) struct Features {
    dimensions: usize,
    values: Vec<f64>,
}

impl Features {
    pub(super) fn zeros(rows: usize, dimensions: usize) -> Self {
        Self { dimensions, values: vec![0.0; rows * dimensions.next_multiple_of(CHUNK)] }
    }

    /// P, or less where the samples span less.
    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Length of a row with its padding.
    pub(super) fn width(&self) -> usize {
        self.dimensions.next_multiple_of(CHUNK)
    }

    pub(super) fn row(&self, at: usize) -> &[f64] {
        &self.values[at * self.width()..][..self.width()]
    }

    pub(super) fn row_mut(&mut self, at: usize) -> &mut [f64] {
        let width = self.width();
        &mut self.values[at * width..][..width]
    }

    /// Gives row `to` the values of row `from`.
    pub(super) fn copy_row(&mut self, from: usize, to: usize) {
        let width = self.width();
        self.values.copy_within(from * width..(from + 1) * width, to * width);
    }
}

/// The colour of each node at level 0: a number for its label, its degree, or the same for all.
pub(super) fn colors(
    graphs: &[&Graph],
    settings: &MultiscaleLaplacianSettings,
) -> Result<Vec<Vec<u32>>, BaselineError> {
    if settings.uniform && !settings.node_labels {
        return Ok(graphs.iter().map(|graph| vec![0; graph.node_count()]).collect());
    }
    if !settings.node_labels {
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
