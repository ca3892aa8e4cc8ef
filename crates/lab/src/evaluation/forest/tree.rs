//! One tree of a random forest.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::cut::{Cut, CutSearch, Sample};
use super::ranks::Ranks;

/// One decision tree, grown until every leaf is pure or cannot be cut.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Classes and their shares, leaf after leaf.
    shares: Vec<(u32, f64)>,
}

#[derive(Debug, Clone, Copy)]
enum Node {
    Cut { column: u32, rank: u32, above: u32 },
    Leaf { first: u32, end: u32 },
}

/// Grows trees; its buffers serve one after another.
#[derive(Debug)]
pub(super) struct Grower<'a> {
    ranks: &'a Ranks,
    search: CutSearch<'a>,
    counts: Vec<u64>,
    /// Every column, in an order that changes with every draw.
    columns: Vec<usize>,
}

impl<'a> Grower<'a> {
    pub(super) fn new(ranks: &'a Ranks, classes: usize) -> Self {
        let columns = (0..ranks.columns()).collect();
        Self { ranks, search: CutSearch::new(ranks, classes), counts: vec![0; classes], columns }
    }

    /// Grows a tree on the samples, which it puts in another order.
    ///
    /// The part below a cut is grown right after the cut, the part above later: a stack instead of recursion, since a tree
    /// can be as deep as there are samples.
    pub(super) fn grow(&mut self, samples: &mut [Sample], random: &mut ChaCha8Rng) -> Tree {
        self.columns.sort_unstable();
        let mut tree = Tree { nodes: Vec::new(), shares: Vec::new() };
        // Samples from, samples to, and the cut that has this part above it.
        let mut parts = vec![(0, samples.len(), None)];
        while let Some((start, end, parent)) = parts.pop() {
            let here = tree.nodes.len() as u32;
            if let Some(Node::Cut { above, .. }) = parent.and_then(|parent: u32| tree.nodes.get_mut(parent as usize)) {
                *above = here;
            }
            let part = &mut samples[start..end];
            match self.cut(part, random) {
                Some(cut) => {
                    let middle = start + self.divide(part, cut);
                    tree.nodes.push(Node::Cut { column: cut.column as u32, rank: cut.rank, above: 0 });
                    parts.push((middle, end, Some(here)));
                    parts.push((start, middle, None));
                }
                None => tree.push_leaf(&self.counts),
            }
        }
        tree
    }

    /// The purest cut by ⌊√d⌋ columns drawn at random, or by more until one of them can cut; none for a leaf.
    fn cut(&mut self, samples: &[Sample], random: &mut ChaCha8Rng) -> Option<Cut> {
        self.counts.fill(0);
        samples.iter().for_each(|sample| self.counts[sample.class as usize] += u64::from(sample.count));
        if self.counts.iter().filter(|&&count| count > 0).count() < 2 {
            return None;
        }
        let wanted = self.columns.len().isqrt().max(1);
        let mut best: Option<Cut> = None;
        for drawn in 0..self.columns.len() {
            if drawn >= wanted && best.is_some() {
                break;
            }
            let other = random.random_range(drawn..self.columns.len());
            self.columns.swap(drawn, other);
            let found = self.search.best(samples, &self.counts, self.columns[drawn]);
            if let Some(cut) = found.filter(|cut| best.is_none_or(|best| cut.purity > best.purity)) {
                best = Some(cut);
            }
        }
        best
    }

    /// Moves the samples below the cut to the front and counts them.
    fn divide(&self, samples: &mut [Sample], cut: Cut) -> usize {
        let ranks = self.ranks.column(cut.column);
        let mut below = 0;
        for at in 0..samples.len() {
            if ranks[samples[at].example as usize] <= cut.rank {
                samples.swap(at, below);
                below += 1;
            }
        }
        below
    }
}

impl Tree {
    fn push_leaf(&mut self, counts: &[u64]) {
        let (first, total) = (self.shares.len() as u32, counts.iter().sum::<u64>() as f64);
        let present = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        self.shares.extend(present.map(|(class, &count)| (class as u32, count as f64 / total)));
        self.nodes.push(Node::Leaf { first, end: self.shares.len() as u32 });
    }

    /// The classes, and their shares, of the leaf that an example falls into.
    pub(super) fn shares(&self, ranks: &Ranks, example: usize) -> &[(u32, f64)] {
        let mut at = 0;
        loop {
            match self.nodes[at] {
                Node::Leaf { first, end } => return &self.shares[first as usize..end as usize],
                Node::Cut { column, rank, .. } if ranks.column(column as usize)[example] <= rank => at += 1,
                Node::Cut { above, .. } => at = above as usize,
            }
        }
    }
}
