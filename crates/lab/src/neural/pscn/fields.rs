//! Nodes in order, each with the field of nodes around it.

use std::fmt;

use rayon::prelude::*;

use super::FIELD;
use super::betweenness::{Betweenness, descending_ranks};
use crate::baselines::BaselineError;
use crate::neural::check_bytes;
use crate::neural::features::{FeatureCodes, degree};
use crate::neural::layers::NO_FEATURE;
use sgr_core::graph::Graph;
use sgr_core::progress::{Progress, Steps};

/// The features of the nodes of one field.
type Field = [u16; FIELD];

/// The tensors of PSCN: for each graph `roots` fields of [`FIELD`] features, [`NO_FEATURE`] where there is no node.
pub(super) struct Fields {
    roots: usize,
    features: usize,
    fields: Vec<Field>,
}

impl fmt::Debug for Fields {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (roots, features) = (self.roots, self.features);
        write!(formatter, "Fields of {} graphs, {roots} roots, {features} features", self.len())
    }
}

impl Fields {
    /// The fields of all graphs, on the threads of the current pool.
    pub(super) fn of(graphs: &[&Graph], codes: &FeatureCodes, progress: &dyn Progress) -> Result<Self, BaselineError> {
        let nodes: usize = graphs.iter().map(|graph| graph.node_count()).sum();
        let roots = ((nodes as f64 / graphs.len().max(1) as f64).round() as usize).max(1);
        check_bytes("table of fields", graphs.len(), roots * size_of::<Field>())?;
        let steps = Steps::new(progress, graphs.len());
        let fields = |search: &mut FieldSearch, (at, graph): (usize, &&Graph)| {
            let fields = search.fields(graph, codes.of_graph(at), roots);
            steps.step();
            fields
        };
        // One graph at a time: they take unequally long.
        let graphs = graphs.par_iter().enumerate().with_max_len(1);
        let fields: Vec<Vec<Field>> = graphs.map_init(FieldSearch::default, fields).collect();
        Ok(Self { roots, features: codes.count(), fields: fields.concat() })
    }

    /// Number of graphs.
    pub(super) fn len(&self) -> usize {
        self.fields.len() / self.roots
    }

    /// Fields of a graph: the paper's w.
    pub(super) fn roots(&self) -> usize {
        self.roots
    }

    /// Number of features.
    pub(super) fn features(&self) -> usize {
        self.features
    }

    /// The features of a graph, field after field.
    pub(super) fn of_graph(&self, graph: usize) -> &[u16] {
        self.fields[graph * self.roots..][..self.roots].as_flattened()
    }
}

/// Finds fields; keeps its buffers.
#[derive(Debug, Default)]
struct FieldSearch {
    betweenness: Betweenness,
    /// The last root from which a node was met; its number plus one.
    met: Vec<u32>,
    /// Nodes at one distance from the root, and those at the next.
    level: Vec<u32>,
    next: Vec<u32>,
    /// Ranks of the nodes of a level.
    ranks: Vec<u32>,
}

impl FieldSearch {
    /// As many fields of a graph as `roots`, in order.
    ///
    /// Roots of the same rank are sorted by their fields. So all roots of the last rank are needed, to find which ones
    /// come first.
    fn fields(&mut self, graph: &Graph, codes: &[u16], roots: usize) -> Vec<Field> {
        let Ranks { ranks, codes: rank_codes } = Ranks::of(graph, codes, self.betweenness.of(graph));
        let mut order: Vec<u32> = (0..graph.node_count() as u32).collect();
        order.sort_unstable_by_key(|&node| ranks[node as usize]);
        if let Some(&last) = order.get(roots.saturating_sub(1)) {
            order.truncate(order.partition_point(|&node| ranks[node as usize] <= ranks[last as usize]));
        }
        self.met.clear();
        self.met.resize(graph.node_count(), 0);
        let field = |&root: &u32| (ranks[root as usize], self.field(graph, root, &ranks, &rank_codes));
        let mut fields: Vec<(u32, Field)> = order.iter().map(field).collect();
        fields.sort_unstable();
        let mut fields: Vec<Field> = fields.into_iter().map(|(_, field)| field).collect();
        fields.resize(roots, [NO_FEATURE; FIELD]);
        fields
    }

    /// The features of the nodes around a root: by distance, then by rank.
    fn field(&mut self, graph: &Graph, root: u32, ranks: &[u32], rank_codes: &[u16]) -> Field {
        let mut field = [NO_FEATURE; FIELD];
        let mut filled = 0;
        self.met[root as usize] = root + 1;
        self.level.clear();
        self.level.push(root);
        while filled < FIELD && !self.level.is_empty() {
            self.ranks.clear();
            self.ranks.extend(self.level.iter().map(|&node| ranks[node as usize]));
            let free = FIELD - filled;
            if self.ranks.len() > free {
                self.ranks.select_nth_unstable(free - 1);
                self.ranks.truncate(free);
            }
            self.ranks.sort_unstable();
            for &rank in &self.ranks {
                field[filled] = rank_codes[rank as usize];
                filled += 1;
            }
            if filled < FIELD {
                self.advance(graph, root);
            }
        }
        field
    }

    /// Replaces the level by the nodes one step farther from the root.
    fn advance(&mut self, graph: &Graph, root: u32) {
        let Self { met, level, next, .. } = self;
        next.clear();
        for &node in level.iter() {
            for &other in graph.neighbors(node) {
                if met[other as usize] != root + 1 {
                    met[other as usize] = root + 1;
                    next.push(other);
                }
            }
        }
        std::mem::swap(level, next);
    }
}

/// The place of each node in the order, the same for nodes that are equal, and the feature of each place.
struct Ranks {
    ranks: Vec<u32>,
    codes: Vec<u16>,
}

impl Ranks {
    /// Betweenness, descending; then degree, descending; then feature.
    fn of(graph: &Graph, codes: &[u16], betweenness: &[f64]) -> Self {
        let central = descending_ranks(betweenness);
        let key = |node: u32| (central[node as usize], usize::MAX - degree(graph, node), codes[node as usize]);
        let mut order: Vec<_> = (0..graph.node_count() as u32).map(|node| (key(node), node)).collect();
        order.sort_unstable();
        let mut found = Self { ranks: vec![0; order.len()], codes: Vec::new() };
        let mut last = None;
        for (key, node) in order {
            if last != Some(key) {
                found.codes.push(key.2);
                last = Some(key);
            }
            found.ranks[node as usize] = found.codes.len() as u32 - 1;
        }
        found
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use crate::neural::NodeFeatures;

    const NONE: u16 = NO_FEATURE;

    fn fields(graphs: &[&Graph]) -> Fields {
        let codes = FeatureCodes::of(graphs, false, NodeFeatures::Degrees).unwrap();
        Fields::of(graphs, &codes, &()).unwrap()
    }

    /// A path of five: the middle first, then its neighbours, then the ends; each field by distance, then by the order.
    #[test]
    fn fields_by_hand() {
        let path = Graph::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]).unwrap();
        let wanted = |codes: [u16; 5]| [&codes[..], &[NONE; 5]].concat();
        let found = fields(&[&path]);
        assert_eq!((found.roots(), found.features()), (5, 3));
        // From node 1: itself; 2 and 0, of which 2 is more central; 3; 4.
        let rows = [[2, 2, 2, 1, 1], [2, 2, 1, 2, 1], [2, 2, 1, 2, 1], [1, 2, 2, 2, 1], [1, 2, 2, 2, 1]];
        assert_eq!(found.of_graph(0), rows.map(wanted).concat());
        // With a single node, w = 3: the ends of the path are cut, the node is followed by fields without nodes.
        let single = Graph::from_edges(1, &[]).unwrap();
        let found = fields(&[&path, &single]);
        assert_eq!(found.of_graph(0), rows[..3].iter().flat_map(|&row| wanted(row)).collect::<Vec<_>>());
        assert_eq!(found.of_graph(1), [&[0][..], &[NONE; 29]].concat());
    }

    /// A cycle of six next to two triangles: betweenness tells them apart; next to a cycle of four with its feature alike
    /// too. Every numbering gives the same fields.
    #[test]
    fn numbering_does_not_matter() {
        let mut edges: Vec<(u32, u32)> = (0..6).map(|node| (node, (node + 1) % 6)).collect();
        edges.extend([
            (6, 7),
            (7, 8),
            (8, 6),
            (9, 10),
            (10, 11),
            (11, 9),
            (0, 12),
            (12, 13),
            (3, 14),
            (14, 15),
            (15, 16),
        ]);
        let graph = Graph::from_edges(18, &edges).unwrap();
        let small = Graph::from_edges(2, &[(0, 1)]).unwrap();
        let usual = fields(&[&graph, &small]);
        for shift in 1..18 {
            let place = |node: u32| (5 * node + shift) % 18;
            let moved: Vec<(u32, u32)> = edges.iter().rev().map(|&(a, b)| (place(b), place(a))).collect();
            let moved = Graph::from_edges(18, &moved).unwrap();
            assert_eq!(fields(&[&moved, &small]).fields, usual.fields, "{shift}");
        }
    }
}
