//! Shortest-path distances to all nodes, or to pivots.

use super::component::Component;

/// Nodes of a component whose distances are all stored: 640 kB, and half a second for the picture.
pub(super) const ALL_PAIRS: usize = 400;

/// Pivots of a larger component.
const PIVOTS: usize = 64;

/// The distances from each pivot to each node of a component.
#[derive(Debug)]
pub(super) struct PivotDistances {
    pub(super) pivots: Vec<usize>,
    nodes: usize,
    /// One row a pivot.
    rows: Vec<u32>,
}

impl PivotDistances {
    /// To all nodes if there are few. Otherwise each pivot is the node farthest from the pivots before it, the first of several.
    pub(super) fn of(component: &Component) -> Self {
        let nodes = component.len();
        let count = if nodes <= ALL_PAIRS { nodes } else { PIVOTS };
        let mut found = Self { pivots: Vec::with_capacity(count), nodes, rows: vec![0; count * nodes] };
        let mut nearest = vec![u32::MAX; nodes];
        for number in 0..count {
            let pivot = if count == nodes { number } else { farthest(&nearest) };
            let row = &mut found.rows[number * nodes..][..nodes];
            component.distances_from(pivot, row);
            nearest.iter_mut().zip(row).for_each(|(nearest, distance)| *nearest = (*nearest).min(*distance));
            found.pivots.push(pivot);
        }
        found
    }

    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }

    /// Distances from the pivot of a number to all nodes.
    pub(super) fn row(&self, number: usize) -> &[u32] {
        &self.rows[number * self.nodes..][..self.nodes]
    }
}

fn farthest(nearest: &[u32]) -> usize {
    (0..nearest.len()).rev().max_by_key(|&node| nearest[node]).unwrap_or(0)
}
