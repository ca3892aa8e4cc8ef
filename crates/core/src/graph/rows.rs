//! Checks of compressed rows; for graphs that arrive in them.

use super::Graph;

impl Graph {
    /// The graph whose compressed rows these are, without sorting or copying; `None` if they break one of the invariants
    /// of [`Graph`], and then [`GraphBuilder`](super::GraphBuilder) is the one to ask.
    ///
    /// # Complexity
    /// O(nodes + entries) time, O(nodes) space besides the rows.
    ///
    /// ```
    /// use sgr_core::graph::Graph;
    /// let path = Graph::from_rows(vec![0, 1, 3, 4], vec![1, 0, 2, 1], None);
    /// assert_eq!(path, Graph::from_edges(3, &[(0, 1), (1, 2)]).ok());
    /// assert_eq!(Graph::from_rows(vec![0, 1, 1], vec![1], None), None); // not the other way round
    /// ```
    #[must_use]
    pub fn from_rows(offsets: Vec<usize>, columns: Vec<u32>, weights: Option<Vec<f64>>) -> Option<Self> {
        let is_weighted_right = weights.as_ref().is_none_or(|weights| {
            let is_positive = |weight: &f64| weight.is_finite() && *weight > 0.0;
            let total: f64 = weights.iter().sum();
            weights.len() == columns.len() && weights.iter().all(is_positive) && total.is_finite()
        });
        let fits = is_weighted_right && are_offsets(&offsets, columns.len()) && are_ascending(&offsets, &columns);
        (fits && are_mirrored(&offsets, &columns, weights.as_deref())).then_some(Self {
            offsets,
            neighbors: columns,
            weights,
            node_labels: None,
            edge_labels: None,
            attributes: None,
        })
    }
}

/// Whether these cut `entries` entries into rows, no more than 32-bit indices can name.
fn are_offsets(offsets: &[usize], entries: usize) -> bool {
    offsets.first() == Some(&0)
        && offsets.last() == Some(&entries)
        && offsets.is_sorted()
        && offsets.len() <= u32::MAX as usize
        && entries / 2 <= u32::MAX as usize
}

/// Whether each row is strictly ascending, names existing nodes only, and not its own.
fn are_ascending(offsets: &[usize], columns: &[u32]) -> bool {
    let nodes = offsets.len() - 1;
    offsets.windows(2).enumerate().all(|(node, ends)| {
        let row = &columns[ends[0]..ends[1]];
        row.is_sorted_by(|a, b| a < b)
            && row.last().is_none_or(|&last| (last as usize) < nodes)
            && row.binary_search(&(node as u32)).is_err()
    })
}

/// Whether every entry stands in the mirrored place too, with the same weight. The rows are ascending.
fn are_mirrored(offsets: &[usize], columns: &[u32], weights: Option<&[f64]>) -> bool {
    // Nodes come in ascending order, so each row is met by its neighbours in the order it lists them.
    let mut next = offsets.to_vec();
    let weight = |at: usize| weights.map(|weights| weights[at]);
    let meets = |(node, ends): (usize, &[usize])| {
        (ends[0]..ends[1]).all(|at| {
            let other = columns[at] as usize;
            let mirrored = next[other];
            next[other] += 1;
            mirrored < offsets[other + 1] && columns[mirrored] as usize == node && weight(mirrored) == weight(at)
        })
    };
    offsets.windows(2).enumerate().all(meets)
}
