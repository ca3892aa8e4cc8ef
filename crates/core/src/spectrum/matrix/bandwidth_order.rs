//! An order of the nodes with a narrow band, for the band solver: Cuthill–McKee from peripheral nodes, or its reverse.

use crate::spectrum::matrix::graph_view::GraphView;

/// Rounds of the search for a peripheral start: George and Liu's search ends after two or three.
const START_ROUNDS: usize = 4;

/// How wide the band is that an order leaves.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BandProfile {
    /// The largest distance between neighbours in the order.
    pub(crate) bandwidth: usize,
    /// The mean width of the rows as the band solver meets them, first rows most often.
    pub(crate) mean_width: f64,
}

/// Buffers of the ordering, which all components reuse.
#[derive(Debug, Default)]
pub(crate) struct BandwidthOrder {
    /// The best order so far.
    order: Vec<u32>,
    /// The order that was made last.
    candidate: Vec<u32>,
    level: Vec<u32>,
    neighbors: Vec<u32>,
}

impl BandwidthOrder {
    /// Orders a connected component. Returns the profile of the band.
    ///
    /// `nodes` are the nodes of the component, `positions` holds the position of each node in `nodes`. The
    /// [`order`](Self::order) lists positions in `nodes`.
    ///
    /// Cuthill and McKee 1969, George and Liu 1979 for the starts. Of the orders from all starts and their reverses the one
    /// with the least mean width.
    ///
    /// # Complexity
    /// O(m log d) time for m edges and largest degree d.
    pub(crate) fn find(&mut self, rows: GraphView<'_>, nodes: &[u32], positions: &[u32]) -> BandProfile {
        let mut start = (0..nodes.len() as u32).min_by_key(|&at| rows.columns(nodes[at as usize]).len()).unwrap_or(0);
        let mut depth = 0;
        let mut best = BandProfile { bandwidth: 0, mean_width: f64::INFINITY };
        for _ in 0..START_ROUNDS {
            self.breadth_first(rows, nodes, positions, start);
            let Some(&last) = self.candidate.last() else { return BandProfile::default() };
            let reached = self.level[last as usize];
            let level = &self.level;
            let farthest = self.candidate.iter().rev().take_while(|&&at| level[at as usize] == reached);
            start = farthest.copied().min_by_key(|&at| rows.columns(nodes[at as usize]).len()).unwrap_or(start);
            self.keep_better(rows, nodes, positions, &mut best);
            if reached <= depth {
                break;
            }
            depth = reached;
        }
        best
    }

    /// Keeps the order that was made last, or its reverse, if its mean width is less than that of the best one so far.
    fn keep_better(&mut self, rows: GraphView<'_>, nodes: &[u32], positions: &[u32], best: &mut BandProfile) {
        let (profile, is_reversed) = self.profile(rows, nodes, positions);
        if profile.mean_width < best.mean_width {
            *best = profile;
            core::mem::swap(&mut self.candidate, &mut self.order);
            if is_reversed {
                self.order.reverse();
            }
        }
    }

    /// The order found last.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Fills `candidate` breadth first from `start`, neighbours of one node by ascending degree, and `level`.
    fn breadth_first(&mut self, rows: GraphView<'_>, nodes: &[u32], positions: &[u32], start: u32) {
        self.level.clear();
        self.level.resize(nodes.len(), u32::MAX);
        self.candidate.clear();
        self.candidate.push(start);
        self.level[start as usize] = 0;
        let mut next = 0;
        while let Some(&at) = self.candidate.get(next) {
            next += 1;
            self.neighbors.clear();
            let level = &mut self.level;
            let below = level[at as usize] + 1;
            let neighbor_positions = rows.columns(nodes[at as usize]).iter().map(|&node| positions[node as usize]);
            self.neighbors.extend(neighbor_positions.filter(|&position| {
                let is_new = level[position as usize] == u32::MAX;
                if is_new {
                    level[position as usize] = below;
                }
                is_new
            }));
            self.neighbors.sort_by_key(|&position| rows.columns(nodes[position as usize]).len());
            self.candidate.extend_from_slice(&self.neighbors);
        }
    }

    /// The profile of the order or of its reverse, and whether it is of the reverse.
    fn profile(&mut self, rows: GraphView<'_>, nodes: &[u32], positions: &[u32]) -> (BandProfile, bool) {
        // The levels are no longer needed: `level` now holds the position of each node in the order.
        for (position, &at) in self.candidate.iter().enumerate() {
            self.level[at as usize] = position as u32;
        }
        let (order, level) = (&self.candidate, &self.level);
        let neighbors = |position: usize| {
            let columns = rows.columns(nodes[order[position] as usize]).iter();
            columns.map(|&node| level[positions[node as usize] as usize] as usize).chain([position])
        };
        let size = nodes.len();
        let forward = BandProfile::of((0..size).map(|position| neighbors(position).max().unwrap_or(position)));
        let farthest_back = |position| size - 1 - neighbors(position).min().unwrap_or(position);
        let backward = BandProfile::of((0..size).rev().map(farthest_back));
        if backward.mean_width < forward.mean_width { (backward, true) } else { (forward, false) }
    }
}

impl BandProfile {
    /// The profile, from the farthest position that the nodes of each position have an edge to.
    fn of(reaches: impl ExactSizeIterator<Item = usize>) -> Self {
        let size = reaches.len();
        let (mut bandwidth, mut sum, mut reach) = (0, 0.0, 0);
        for (position, farthest) in reaches.enumerate() {
            reach = farthest.max(reach);
            bandwidth = bandwidth.max(farthest - position);
            sum += (reach - position) as f64 * (size - position) as f64;
        }
        Self { bandwidth, mean_width: 2.0 * sum / (size as f64).powi(2) }
    }

    /// A band of this bandwidth and no zeros is as much work. It is 1 for a path only.
    pub(crate) fn effective_bandwidth(self) -> usize {
        (self.mean_width.round() as usize).clamp(self.bandwidth.min(2), self.bandwidth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::spectrum::matrix::graph_view::fill_degrees;

    fn order(edges: &[(u32, u32)], size: u32) -> (Vec<u32>, BandProfile) {
        let graph = Graph::from_edges(size as usize, edges).expect("edges within the nodes");
        let mut degrees = Vec::new();
        fill_degrees(&graph, &mut degrees);
        let nodes: Vec<u32> = (0..size).collect();
        let mut order = BandwidthOrder::default();
        let profile = order.find(GraphView::of_graph(&graph, &degrees), &nodes, &nodes);
        (order.order().to_vec(), profile)
    }

    #[test]
    fn a_path_has_width_one() {
        let edges: Vec<(u32, u32)> = (1..50).map(|node| (node - 1, node)).collect();
        let (_, profile) = order(&edges, 50);
        assert_eq!((profile.bandwidth, profile.effective_bandwidth()), (1, 1));
    }

    /// A path that ends in a complete graph of ten nodes, whichever end of the path has the smaller numbers.
    #[test]
    fn the_wide_part_comes_last() {
        for flip in [false, true] {
            let number = |node: u32| if flip { 49 - node } else { node };
            let path = (1..40).map(|node| (node - 1, node));
            let complete = (40..50).flat_map(|node| (39..node).map(move |other| (other, node)));
            let edges: Vec<(u32, u32)> = path.chain(complete).map(|(a, b)| (number(a), number(b))).collect();
            let (order, profile) = order(&edges, 50);
            assert!(order[40..].iter().all(|&node| (40..50).contains(&number(node))), "{order:?}");
            assert_eq!((profile.bandwidth, profile.effective_bandwidth()), (10, 2), "only a path counts as one");
        }
    }

    /// The slow way: the farthest position that any of the rows so far has an entry at.
    #[test]
    fn the_profile_is_that_of_the_order() {
        for size in [40, 77, 150] {
            let links = (1..size).flat_map(|node| [(node / 2, node), (node * node % 31 % node, node)]);
            let edges: Vec<(u32, u32)> = links.filter(|(a, b)| a != b).collect();
            let (order, profile) = order(&edges, size);
            let position = |node: u32| order.iter().position(|&other| other == node).expect("every node has a place");
            let (mut bandwidth, mut reaches) = (0, vec![0; order.len()]);
            for &(a, b) in &edges {
                let (first, last) = (position(a).min(position(b)), position(a).max(position(b)));
                bandwidth = bandwidth.max(last - first);
                reaches[first] = last.max(reaches[first]);
            }
            let width = |row: usize| reaches[..=row].iter().max().map_or(0, |reach| reach.saturating_sub(row));
            let sum: usize = (0..order.len()).map(|row| width(row) * (order.len() - row)).sum();
            let mean_width = 2.0 * sum as f64 / f64::from(size * size);
            assert_eq!((profile.bandwidth, profile.mean_width), (bandwidth, mean_width));
        }
    }

    /// Rows 0 to 3 reach to 2, 1, 3 and 3: widths 2, 1, 1 and 0, met 4, 3, 2 and 1 times.
    #[test]
    fn the_mean_width_counts_the_first_rows_most() {
        let profile = BandProfile::of([2, 1, 3, 3].into_iter());
        assert_eq!((profile.bandwidth, profile.mean_width), (2, 13.0 / 8.0));
        let profile = BandProfile::of([0, 1, 3, 3].into_iter());
        assert_eq!((profile.bandwidth, profile.mean_width), (1, 2.0 / 8.0));
    }
}
