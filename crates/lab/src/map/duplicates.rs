//! Graphs with equal vectors.

use std::collections::HashMap;

use rayon::prelude::*;
use sgr_core::graph::{GraphRecord, IsomorphismGroups};

/// Graphs at distance 0 from each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateGroup {
    /// Positions of the graphs, ascending; at least two.
    pub members: Vec<usize>,
    /// Whether all of them are isomorphic, with all labels and attributes that they carry.
    pub is_isomorphic: bool,
}

impl DuplicateGroup {
    /// All groups of equal rows, in the order of their first members. On the threads of the current rayon pool.
    pub(super) fn all_of(records: &[GraphRecord], rows: &[f32], width: usize) -> Vec<Self> {
        let mut members: HashMap<Vec<u32>, Vec<usize>> = HashMap::new();
        for (position, row) in rows.chunks_exact(width).enumerate() {
            // −0 and 0 are at distance 0.
            let bits = row.iter().map(|&value| if value == 0.0 { 0 } else { value.to_bits() }).collect();
            members.entry(bits).or_default().push(position);
        }
        let mut members: Vec<Vec<usize>> = members.into_values().filter(|members| members.len() > 1).collect();
        members.sort_unstable();
        let group = |members: Vec<usize>| {
            let graphs: Vec<_> = members.iter().map(|&member| &records[member].graph).collect();
            let groups = IsomorphismGroups::of(&graphs);
            Self { is_isomorphic: groups.groups().len() == 1 && groups.undecided() == 0, members }
        };
        members.into_par_iter().map(group).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use sgr_core::graph::Graph;

    #[test]
    fn equal_rows_are_groups_and_isomorphism_is_a_second_look() {
        let path = Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
        let turned = Graph::from_edges(3, &[(0, 2), (2, 1)]).unwrap();
        let triangle = Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)]).unwrap();
        let record = |graph: &Graph| GraphRecord {
            id: String::new(),
            label: None,
            graph: graph.clone(),
            dropped: Default::default(),
        };
        let records: Vec<_> = [&path, &triangle, &turned, &triangle, &path].map(record).into();
        // The last two have the same row, and are different graphs.
        let found = DuplicateGroup::all_of(&records, &[1.0, 0.0, 2.0, 2.0, 1.0, -0.0, 5.0, 5.0, 5.0, 5.0], 2);
        let group = |members: &[usize], is_isomorphic| DuplicateGroup { members: members.to_vec(), is_isomorphic };
        assert_eq!(found, [group(&[0, 2], true), group(&[3, 4], false)]);
    }
}
