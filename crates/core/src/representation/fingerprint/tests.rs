//! Fingerprints against exact colour refinement, by tables of all colours.

use std::collections::{BTreeMap, HashMap};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Fingerprint, FingerprintSettings, FingerprintValues, Refinement};
use crate::graph::{Graph, GraphBuilder};
use crate::representation::{Labels, WithoutSpectrum};

/// Which labels may be seen.
const SEEN: [Option<Labels>; 4] = [None, Some(Labels::Nodes), Some(Labels::Edges), Some(Labels::All)];

const DEPTH: usize = 3;

/// A graph as lists: edges with their labels, labels of the nodes.
#[derive(Clone)]
struct Lists {
    nodes: Vec<&'static str>,
    edges: Vec<(u32, u32, &'static str)>,
}

impl Lists {
    fn random(random: &mut ChaCha8Rng) -> Self {
        let nodes: Vec<_> =
            (0..random.random_range(1..14)).map(|_| ["C", "N", "O"][random.random_range(0..3)]).collect();
        let pairs = (0..nodes.len() as u32).flat_map(|v| (0..v).map(move |u| (u, v)));
        let kept: Vec<_> = pairs.filter(|_| random.random_bool(0.3)).collect();
        let edges = kept.into_iter().map(|(u, v)| (u, v, ["1", "2"][random.random_range(0..2)])).collect();
        Self { nodes, edges }
    }

    /// The same graph with other numbers for its nodes.
    fn renumbered(&self, random: &mut ChaCha8Rng) -> Self {
        let mut numbers: Vec<u32> = (0..self.nodes.len() as u32).collect();
        for at in (1..numbers.len()).rev() {
            numbers.swap(at, random.random_range(0..=at));
        }
        let mut nodes = self.nodes.clone();
        numbers.iter().zip(&self.nodes).for_each(|(&number, label)| nodes[number as usize] = label);
        let place = |node: u32| numbers[node as usize];
        let edges = self.edges.iter().rev().map(|&(u, v, label)| (place(v), place(u), label)).collect();
        Self { nodes, edges }
    }

    fn graph(&self) -> Graph {
        let mut builder = GraphBuilder::new();
        builder.reserve_nodes(self.nodes.len()).unwrap();
        for &(u, v, label) in &self.edges {
            builder.add_labelled_edge(u, v, label.into(), None, 0).unwrap();
        }
        self.nodes.iter().for_each(|&label| builder.add_node_label(label.into()));
        builder.build().unwrap().0
    }
}

/// Exact refinement: a colour is the number of a text that has not occurred before.
#[derive(Default)]
struct Exact {
    table: BTreeMap<String, usize>,
}

impl Exact {
    fn number(&mut self, text: String) -> usize {
        let next = self.table.len();
        *self.table.entry(text).or_insert(next)
    }

    /// The colours of all rounds, those of round 0 first.
    fn rounds(&mut self, lists: &Lists, labels: Option<Labels>) -> Vec<Vec<usize>> {
        let (nodes, edges) = (labels.is_some_and(Labels::has_nodes), labels.is_some_and(Labels::has_edges));
        let first = lists.nodes.iter().map(|label| self.number(format!("0 {}", if nodes { label } else { "" })));
        let mut rounds: Vec<Vec<usize>> = vec![first.collect()];
        for round in 1..=DEPTH {
            let before = &rounds[round - 1];
            let mut around = vec![Vec::new(); lists.nodes.len()];
            for &(u, v, label) in &lists.edges {
                let label = if edges { label } else { "" };
                around[u as usize].push(format!("{label}-{}", before[v as usize]));
                around[v as usize].push(format!("{label}-{}", before[u as usize]));
            }
            around.iter_mut().for_each(|neighbors| neighbors.sort());
            let texts = before.iter().zip(&around).map(|(own, around)| format!("{round} {own} {}", around.join(" ")));
            let texts: Vec<String> = texts.collect();
            rounds.push(texts.into_iter().map(|text| self.number(text)).collect());
        }
        rounds
    }
}

fn vector(lists: &Lists, labels: Option<Labels>, settings: &FingerprintSettings) -> Vec<f32> {
    let mut row = Vec::new();
    Fingerprint::new(labels, settings.clone()).append_graph(&lists.graph(), &mut row);
    row
}

/// One hash for each exact colour of a thousand graphs and one colour for each hash; and counts of the exact colours in the
/// buckets of those hashes.
#[test]
fn colours_and_counts_are_those_of_exact_refinement() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let collection: Vec<Lists> = (0..1000).map(|_| Lists::random(&mut random)).collect();
    let settings = FingerprintSettings::default().with_dimensions(101).with_seed(9);
    for labels in SEEN {
        let mut exact = Exact::default();
        let (mut hash_of, mut colour_of) = (HashMap::new(), HashMap::new());
        for lists in &collection {
            let (graph, rounds) = (lists.graph(), exact.rounds(lists, labels));
            let mut refinement = Refinement::new(labels, settings.seed);
            let mut wanted = vec![0f32; settings.dimensions];
            for (round, colours) in rounds.iter().enumerate() {
                let hashes = if round == 0 { refinement.start(&graph) } else { refinement.refine(&graph) };
                assert_eq!(hashes.len(), colours.len());
                for (&colour, &hash) in colours.iter().zip(hashes) {
                    assert_eq!(*hash_of.entry(colour).or_insert(hash), hash, "{labels:?}: one colour, two hashes");
                    assert_eq!(*colour_of.entry(hash).or_insert(colour), colour, "{labels:?}: one hash, two colours");
                    wanted[(hash % settings.dimensions as u64) as usize] += 1.0;
                }
            }
            assert_eq!(vector(lists, labels, &settings), wanted, "{labels:?}");
            let bits = settings.clone().with_values(FingerprintValues::Bits);
            let wanted: Vec<f32> = wanted.iter().map(|&count| f32::from(count > 0.0)).collect();
            assert_eq!(vector(lists, labels, &bits), wanted, "{labels:?}");
        }
        assert!(hash_of.len() > 500, "{labels:?}: {} colours", hash_of.len());
    }
}

#[test]
fn the_numbering_of_the_nodes_leaves_no_trace() {
    let (mut random, settings) = (ChaCha8Rng::seed_from_u64(6), FingerprintSettings::default());
    for _ in 0..50 {
        let lists = Lists::random(&mut random);
        let other = lists.renumbered(&mut random);
        for labels in SEEN {
            assert_eq!(vector(&lists, labels, &settings), vector(&other, labels, &settings), "{labels:?}");
        }
    }
}

#[test]
fn depth_is_the_number_of_rounds() {
    let path = |n: u32| Lists { nodes: vec![""; n as usize], edges: (1..n).map(|v| (v - 1, v, "")).collect() };
    for depth in 0..=4 {
        let settings = FingerprintSettings::default().with_dimensions(65_536).with_depth(depth);
        let mut counts = vector(&path(9), None, &settings);
        assert_eq!(counts.iter().sum::<f32>(), 9.0 * (depth + 1) as f32);
        counts.retain(|&count| count > 0.0);
        counts.sort_by(f32::total_cmp);
        // Round k: k pairs of nodes at distances 0 to k − 1 from an end, and the others.
        let rounds = (0..=depth).flat_map(|k| std::iter::repeat_n(2.0, k).chain([9.0 - 2.0 * k as f32]));
        let mut wanted: Vec<f32> = rounds.collect();
        wanted.sort_by(f32::total_cmp);
        assert_eq!(counts, wanted, "depth {depth}");
    }
}

#[test]
fn labels_are_seen_only_if_asked_for() {
    let one = Lists { nodes: vec!["C", "O"], edges: vec![(0, 1, "1")] };
    let other_node = Lists { nodes: vec!["C", "N"], ..one.clone() };
    let other_edge = Lists { edges: vec![(0, 1, "2")], ..one.clone() };
    let settings = FingerprintSettings::default();
    for labels in SEEN {
        let same = |other: &Lists| vector(&one, labels, &settings) == vector(other, labels, &settings);
        assert_eq!(same(&other_node), !labels.is_some_and(Labels::has_nodes), "{labels:?}");
        assert_eq!(same(&other_edge), !labels.is_some_and(Labels::has_edges), "{labels:?}");
    }
}

#[test]
fn a_graph_without_labels_is_one_whose_nodes_and_edges_carry_the_empty_one() {
    let settings = FingerprintSettings::default();
    let bare = Graph::from_edges(3, &[(0, 1), (1, 2)]).unwrap();
    let empty = Lists { nodes: vec![""; 3], edges: vec![(0, 1, ""), (1, 2, "")] };
    for labels in SEEN {
        let mut row = Vec::new();
        Fingerprint::new(labels, settings.clone()).append_graph(&bare, &mut row);
        assert_eq!(row, vector(&empty, labels, &settings), "{labels:?}");
    }
}

/// Stored vectors stay comparable: the buckets of a molecule of three atoms, in every version and on every machine.
#[test]
fn buckets_do_not_change_from_version_to_version() {
    let molecule = Lists { nodes: vec!["C", "C", "O"], edges: vec![(0, 1, "1"), (1, 2, "2")] };
    let row = vector(&molecule, Some(Labels::All), &FingerprintSettings::default());
    let buckets: Vec<(usize, f32)> = row.into_iter().enumerate().filter(|&(_, count)| count > 0.0).collect();
    let of_carbon = (661, 2.0);
    let others = [135, 789, 1018, 1023, 1333, 1388, 1517, 1574, 1575, 1655].map(|bucket| (bucket, 1.0));
    let mut wanted = [&[of_carbon][..], &others].concat();
    wanted.sort_by_key(|&(bucket, _)| bucket);
    assert_eq!(buckets, wanted);
}

#[test]
fn other_seeds_have_other_buckets() {
    let molecule = Lists { nodes: vec!["C", "C", "O"], edges: vec![(0, 1, "1"), (1, 2, "2")] };
    let settings = FingerprintSettings::default();
    let seeded = settings.clone().with_seed(1);
    assert_ne!(vector(&molecule, None, &settings), vector(&molecule, None, &seeded));
}
