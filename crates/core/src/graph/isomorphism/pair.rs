//! Two graphs whose nodes are sorted into the same cells, step by step.

use super::super::Graph;
use super::codes::{edge_codes, node_codes};
use super::partition::Partition;
use crate::numerics::scramble;

/// One of the two graphs, with the sums of the splitter at hand.
struct Side<'a> {
    graph: &'a Graph,
    edges: Option<Vec<u64>>,
    partition: Partition,
    /// Of each node, the sum of the codes of its edges into the splitter, and whether there is one.
    sums: Vec<u64>,
    is_touched: Vec<bool>,
    touched: Vec<u32>,
}

/// Two graphs and one structure of cells. An isomorphism that respects the cells so far respects all that refinement finds.
///
/// # Invariants
/// Both partitions have cells at the same positions, of the same lengths.
pub(super) struct Pair<'a> {
    sides: [Side<'a>; 2],
    /// Nodes of the cell that starts at a position.
    lengths: Vec<u32>,
    /// Cells that may still tell nodes apart.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// Cells in the order in which they were split off, with the cell they were part of.
    splits: Vec<(u32, u32)>,
    /// Entries of rows that were looked at.
    pub(super) visited: u64,
}

impl<'a> Side<'a> {
    fn new(graph: &'a Graph, codes: &[u64]) -> Self {
        let mut order: Vec<u32> = (0..graph.node_count() as u32).collect();
        order.sort_by_key(|&node| codes[node as usize]);
        let nodes = order.len();
        Self {
            graph,
            edges: edge_codes(graph),
            partition: Partition::new(order),
            sums: vec![0; nodes],
            is_touched: vec![false; nodes],
            touched: Vec::new(),
        }
    }

    /// Adds up the codes of the edges into the nodes of a cell; returns the number of these edges.
    fn add_up(&mut self, start: usize, end: usize) -> u64 {
        let mut visited = 0;
        for &node in &self.partition.order[start..end] {
            let row = self.graph.offsets()[node as usize]..self.graph.offsets()[node as usize + 1];
            visited += row.len() as u64;
            for at in row {
                let other = self.graph.columns()[at];
                if !std::mem::replace(&mut self.is_touched[other as usize], true) {
                    self.touched.push(other);
                }
                // A sum of hashes tells multisets of codes apart; a sum of ones counts.
                let code = self.edges.as_ref().map_or(1, |edges| scramble(edges[at]));
                self.sums[other as usize] = self.sums[other as usize].wrapping_add(code);
            }
        }
        let Self { partition, sums, touched, .. } = self;
        touched.sort_unstable_by_key(|&node| (partition.cell(node), sums[node as usize]));
        visited
    }

    /// The cell and the sum of a touched node.
    fn key(&self, at: usize) -> (u32, u64) {
        let node = self.touched[at];
        (self.partition.cell(node), self.sums[node as usize])
    }

    fn forget(&mut self) {
        for &node in &self.touched {
            (self.sums[node as usize], self.is_touched[node as usize]) = (0, false);
        }
        self.touched.clear();
    }
}

impl<'a> Pair<'a> {
    /// Both graphs with their nodes in cells by what they carry; nothing if that differs.
    pub(super) fn new(graphs: [&'a Graph; 2]) -> Option<Self> {
        let codes = graphs.map(node_codes);
        let nodes = codes[0].len();
        let mut sides = [Side::new(graphs[0], &codes[0]), Side::new(graphs[1], &codes[1])];
        let code =
            |side: usize, sides: &[Side<'_>; 2], at: usize| codes[side][sides[side].partition.order[at] as usize];
        if nodes != codes[1].len() || (0..nodes).any(|at| code(0, &sides, at) != code(1, &sides, at)) {
            return None;
        }
        let starts: Vec<usize> =
            (0..nodes).filter(|&at| at == 0 || code(0, &sides, at) != code(0, &sides, at - 1)).collect();
        let mut lengths = vec![0; nodes];
        let mut is_queued = vec![false; nodes];
        for (&start, end) in starts.iter().zip(starts.iter().skip(1).copied().chain([nodes])) {
            sides.iter_mut().for_each(|side| side.partition.set_cell(start, end));
            lengths[start] = (end - start) as u32;
            is_queued[start] = true;
        }
        let queue = starts.iter().rev().map(|&start| start as u32).collect();
        Some(Self { sides, lengths, queue, is_queued, splits: Vec::new(), visited: 0 })
    }

    /// Splits cells until the nodes of each cell have the same edges into each cell; false if the graphs need different
    /// splits: then no isomorphism respects the cells.
    ///
    /// Paige & Tarjan 1987, "Three Partition Refinement Algorithms": a cell that was split is a splitter again but for its
    /// largest part.
    ///
    /// # Complexity
    /// O((n + m) log n) time from the first cells to the end of all refinements without a step back.
    pub(super) fn refine(&mut self) -> bool {
        while let Some(splitter) = self.queue.pop() {
            self.is_queued[splitter as usize] = false;
            let (start, end) = self.bounds(splitter);
            for side in &mut self.sides {
                self.visited += side.add_up(start, end);
            }
            let is_same = self.sides[0].touched.len() == self.sides[1].touched.len()
                && (0..self.sides[0].touched.len()).all(|at| self.sides[0].key(at) == self.sides[1].key(at));
            if is_same {
                self.split_touched();
            }
            self.sides.iter_mut().for_each(Side::forget);
            if !is_same {
                self.queue.drain(..).for_each(|cell| self.is_queued[cell as usize] = false);
                return false;
            }
        }
        true
    }

    /// Splits each touched cell by the sums of its nodes, those without a sum first.
    fn split_touched(&mut self) {
        let mut from = 0;
        while from < self.sides[0].touched.len() {
            let cell = self.sides[0].key(from).0;
            let keys = (from..self.sides[0].touched.len()).map(|at| self.sides[0].key(at));
            let sums: Vec<u64> = keys.take_while(|&(other, _)| other == cell).map(|(_, sum)| sum).collect();
            let to = from + sums.len();
            let (start, end) = self.bounds(cell);
            // Where a sum begins that the node before it does not have.
            let first = end - sums.len();
            let mut starts: Vec<usize> =
                (0..sums.len()).filter(|&at| at == 0 || sums[at] != sums[at - 1]).map(|at| first + at).collect();
            starts.retain(|&at| at > start);
            if !starts.is_empty() {
                for Side { partition, touched, .. } in &mut self.sides {
                    partition.move_to_end(end, &touched[from..to]);
                }
                self.cut(cell, &starts, end);
            }
            from = to;
        }
    }

    /// Cuts a cell at some positions and queues its parts; all but the largest, if the cell itself is not queued.
    fn cut(&mut self, cell: u32, starts: &[usize], end: usize) {
        self.lengths[cell as usize] = starts[0] as u32 - cell;
        for (&start, end) in starts.iter().zip(starts.iter().skip(1).copied().chain([end])) {
            self.sides.iter_mut().for_each(|side| side.partition.set_cell(start, end));
            self.lengths[start] = (end - start) as u32;
            self.splits.push((start as u32, cell));
        }
        let parts = || std::iter::once(cell).chain(starts.iter().map(|&start| start as u32));
        let largest = parts().max_by_key(|&part| self.lengths[part as usize]);
        let spared = largest.filter(|_| !self.is_queued[cell as usize]);
        for part in parts().filter(|&part| Some(part) != spared) {
            if !std::mem::replace(&mut self.is_queued[part as usize], true) {
                self.queue.push(part);
            }
        }
    }

    /// Gives a node of each graph, of the same cell, a cell of its own.
    pub(super) fn map(&mut self, nodes: [u32; 2]) {
        let cell = self.sides[0].partition.cell(nodes[0]);
        let (_, end) = self.bounds(cell);
        for (side, node) in self.sides.iter_mut().zip(nodes) {
            side.partition.move_to_end(end, &[node]);
        }
        self.cut(cell, &[end - 1], end);
    }

    /// The number of splits so far.
    pub(super) fn mark(&self) -> usize {
        self.splits.len()
    }

    /// Takes back all splits after a mark.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.splits.len() > mark {
            let Some((start, cell)) = self.splits.pop() else { return };
            let (from, to) = self.bounds(start);
            self.sides.iter_mut().for_each(|side| side.partition.merge(from, to, cell));
            self.lengths[cell as usize] += self.lengths[start as usize];
        }
    }

    /// The smallest cell whose nodes are told apart by a choice; none if any map that respects the cells is as good as
    /// any other: each pair of cells is joined by all possible edges, of one code, or by none.
    pub(super) fn target(&self) -> Option<u32> {
        let mut counts = vec![0u32; self.lengths.len()];
        let mut start = 0;
        let mut best: Option<u32> = None;
        while start < self.lengths.len() {
            let length = self.lengths[start];
            let is_better = best.is_none_or(|best| length < self.lengths[best as usize]);
            if length > 1 && is_better && self.is_told_apart(start as u32, &mut counts) {
                best = Some(start as u32);
            }
            start += length as usize;
        }
        best
    }

    /// Whether the first node of a cell has some, but not all, nodes of a cell as neighbours, or by different codes.
    fn is_told_apart(&self, cell: u32, counts: &mut [u32]) -> bool {
        let Side { graph, edges, partition, .. } = &self.sides[0];
        let node = partition.order[cell as usize] as usize;
        let row = graph.offsets()[node]..graph.offsets()[node + 1];
        let cells = || row.clone().map(|at| partition.cell(graph.columns()[at]) as usize);
        cells().for_each(|other| counts[other] += 1);
        let possible = |other: usize| self.lengths[other] - u32::from(other == cell as usize);
        let mut is_told_apart = cells().any(|other| counts[other] != possible(other));
        cells().for_each(|other| counts[other] = 0);
        if let Some(edges) = edges {
            let mut codes: Vec<(usize, u64)> =
                cells().zip(&edges[row.clone()]).map(|(cell, &code)| (cell, code)).collect();
            codes.sort_unstable();
            is_told_apart |= codes.windows(2).any(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1);
        }
        is_told_apart
    }

    /// The nodes of a cell in one of the graphs.
    pub(super) fn nodes(&self, side: usize, cell: u32) -> &[u32] {
        let (start, end) = self.bounds(cell);
        &self.sides[side].partition.order[start..end]
    }

    /// Whether the map of the nodes in their order is an isomorphism: checked on the graphs themselves.
    pub(super) fn is_isomorphism(&self) -> bool {
        let [one, other] = &self.sides;
        let mut image = vec![0; one.partition.order.len()];
        for (&from, &to) in one.partition.order.iter().zip(&other.partition.order) {
            image[from as usize] = to;
        }
        super::search::is_isomorphism([one.graph, other.graph], &image)
    }

    fn bounds(&self, cell: u32) -> (usize, usize) {
        (cell as usize, (cell + self.lengths[cell as usize]) as usize)
    }
}
