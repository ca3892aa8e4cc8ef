//! Many graphs in groups of isomorphic ones.

use std::borrow::Borrow;
use std::collections::HashMap;

use rayon::prelude::*;

use super::super::Graph;
use super::{Isomorphism, are_isomorphic, refinement_digest};

/// Graphs in groups of isomorphic ones.
///
/// ```
/// use sgr_core::graph::{Graph, IsomorphismGroups};
/// let path = Graph::from_edges(3, &[(0, 1), (1, 2)])?;
/// let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)])?;
/// let same = Graph::from_edges(3, &[(0, 1), (0, 2)])?;
/// let groups = IsomorphismGroups::of(&[path, triangle, same]);
/// assert_eq!(groups.groups(), [vec![0, 2], vec![1]]);
/// # Ok::<(), sgr_core::graph::GraphError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IsomorphismGroups {
    groups: Vec<Vec<usize>>,
    undecided: usize,
}

impl IsomorphismGroups {
    /// Sorts graphs, with all that they carry. A pair that the search cannot decide counts as isomorphic: graphs of
    /// different groups are certainly different.
    ///
    /// On the threads of the current rayon pool; the result does not depend on their number.
    ///
    /// # Complexity
    /// O(n + m) time a graph, and a search for each graph that shares its digest with another.
    #[must_use]
    pub fn of<G: Borrow<Graph> + Sync>(graphs: &[G]) -> Self {
        let digests: Vec<u64> = graphs.par_iter().map(|graph| refinement_digest(graph.borrow())).collect();
        let mut by_digest: HashMap<u64, Vec<usize>> = HashMap::new();
        for (graph, &digest) in digests.iter().enumerate() {
            by_digest.entry(digest).or_default().push(graph);
        }
        let alike: Vec<Vec<usize>> = by_digest.into_values().collect();
        let sorted: Vec<(Vec<Vec<usize>>, usize)> =
            alike.into_par_iter().map(|members| sort(graphs, &members)).collect();
        let undecided = sorted.iter().map(|(_, undecided)| undecided).sum();
        let mut groups: Vec<Vec<usize>> = sorted.into_iter().flat_map(|(groups, _)| groups).collect();
        groups.sort_unstable();
        Self { groups, undecided }
    }

    /// The positions of the graphs of each group, ascending; the groups in the order of their first graphs.
    #[must_use]
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Graphs that are in a group because the search could not tell them from its first graph.
    #[must_use]
    pub fn undecided(&self) -> usize {
        self.undecided
    }

    /// Graphs that have an earlier graph in their group.
    #[must_use]
    pub fn duplicates(&self) -> usize {
        self.groups.iter().map(|group| group.len() - 1).sum()
    }
}

/// Groups of graphs with one digest, and how many graphs were not decided.
fn sort<G: Borrow<Graph>>(graphs: &[G], members: &[usize]) -> (Vec<Vec<usize>>, usize) {
    let (mut groups, mut undecided) = (Vec::<Vec<usize>>::new(), 0);
    for &member in members {
        let outcome = |group: &Vec<usize>| are_isomorphic(graphs[group[0]].borrow(), graphs[member].borrow());
        let found =
            groups.iter_mut().map(|group| (outcome(group), group)).find(|(outcome, _)| *outcome != Isomorphism::No);
        match found {
            Some((outcome, group)) => {
                undecided += usize::from(outcome == Isomorphism::Undecided);
                group.push(member);
            }
            None => groups.push(vec![member]),
        }
    }
    (groups, undecided)
}
