//! Synthetic graphs have the statistics their models promise, and cost no more random draws than nodes and edges.
//!
//! All seeds are fixed. Bounds are five standard deviations: a right model fails one such check for about one seed in two million.

mod after_collections;
mod growing;

use std::collections::HashMap;
use std::ops::RangeInclusive;

use sgr::graph::Graph;
use sgr::synthetic::{
    BarabasiAlbert, BlockModel, CliqueEgo, CompactWalk, DegreeCorrected, Duplication, ErdosRenyi, Family, FixedEdges,
    HubTree, Lattice, NeighborChain, ProximityChain, RandomGeometric, RandomRegular, RandomTree, Recipe, RingTree,
    SyntheticError, TriadFormation, WattsStrogatz, generator,
};

fn degrees(graph: &Graph) -> Vec<usize> {
    (0..graph.node_count() as u32).map(|node| graph.neighbors(node).len()).collect()
}

/// Nodes that can be reached from node 0.
fn reached(graph: &Graph) -> usize {
    distances(graph, 0, None).len()
}

/// Distances from `start` to all nodes that can be reached without the edge `avoided`.
fn distances(graph: &Graph, start: u32, avoided: Option<(u32, u32)>) -> HashMap<u32, usize> {
    let mut distances = HashMap::from([(start, 0)]);
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for &next in graph.neighbors(node) {
            let edge = (node.min(next), node.max(next));
            if avoided != Some(edge) && !distances.contains_key(&next) {
                distances.insert(next, distances[&node] + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

fn apart<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Asserts that a sum of independent tosses, `found`, is what their number and probability make likely.
fn assert_binomial(found: usize, tosses: f64, probability: f64, what: &str) {
    let mean = tosses * probability;
    let deviation = (mean * (1.0 - probability)).sqrt();
    // Half a toss, so that a certain result is no division of nothing.
    assert!(
        (found as f64 - mean).abs() <= 5.0 * deviation + 0.5,
        "{what}: found {found}, wanted {mean} ± 5·{deviation}"
    );
}

#[test]
fn every_family_keeps_the_promises_of_all() {
    let recipe = Recipe { nodes: 3..=120, ..Recipe::default() };
    for (place, family) in Family::ALL.into_iter().enumerate() {
        assert_eq!((family as usize, family.name().parse()), (place, Ok(family)));
        assert!(!family.summary().is_empty() && family.to_string() == family.name());
        let graphs: Vec<Graph> =
            (0..200).map(|index| recipe.draw(family, &mut family.generator(7, index)).unwrap()).collect();
        let sizes: Vec<usize> = graphs.iter().map(Graph::node_count).collect();
        assert!(sizes.iter().all(|size| (3..=120).contains(size)), "{family}: {sizes:?}");
        // Log-uniform over 3.69 e-foldings: 40 % are below 13, 35 % are above 33.
        let [small, large] = [sizes.iter().filter(|&&n| n < 13).count(), sizes.iter().filter(|&&n| n > 33).count()];
        assert!((45..=115).contains(&small) && (35..=105).contains(&large), "{family}: {small} small, {large} large");
        for (index, graph) in graphs.iter().enumerate() {
            let again = recipe.draw(family, &mut family.generator(7, index as u64)).unwrap();
            assert!(*graph == again, "{family} {index}: the same seed gave another graph");
            assert!(!graph.is_weighted() && graph.node_labels().is_none());
            // Simple: what the builder makes of the edges again is the same.
            let edges: Vec<(u32, u32)> = graph.edges().map(|(u, v, _)| (u, v)).collect();
            assert!(Graph::from_edges(graph.node_count(), &edges).unwrap() == *graph, "{family} {index} is not simple");
        }
        let others: Vec<Graph> =
            (0..200).map(|index| recipe.draw(family, &mut family.generator(8, index)).unwrap()).collect();
        assert!(graphs != others && graphs[0] != graphs[1], "{family}: another seed gave the same graphs");
    }
}

#[test]
fn families_without_structural_degree_have_the_mean_degree_asked_for() {
    let recipe = Recipe { nodes: 400..=400, mean_degree: 7.0..=7.0, ..Recipe::default() };
    for family in Family::ALL {
        let graphs = (0..400).map(|index| recipe.draw(family, &mut family.generator(3, index)).unwrap());
        let mean = graphs.map(|graph| graph.edge_count() as f64 / 200.0).sum::<f64>() / 400.0;
        let wanted = match family {
            // Their structure has a degree of its own: about the mean over their draws, as other seeds had it.
            Family::HubTree => 2.0..2.5,
            Family::CliqueEgo => 130.0..210.0,
            Family::RingTree => 2.0..2.4,
            Family::TriadFormation => 8.0..10.0,
            Family::NeighborChain => 3.6..4.5,
            Family::RandomTree => 1.99..2.0,
            Family::Grid => 3.7..4.5,
            Family::Duplication => 5.0..11.0,
            Family::ProximityChain => 6.0..8.5,
            // Hubs that are certain of their neighbours miss some of what their weight asks for.
            Family::DegreeCorrected => 6.5..7.1,
            _ => 6.85..7.15,
        };
        assert!(wanted.contains(&mean), "{family}: found mean degree {mean}, wanted one in {wanted:?}");
    }
}

#[test]
fn tiny_graphs_and_dense_graphs_are_drawn_too() {
    for family in Family::ALL {
        for nodes in 1..=7 {
            let recipe = Recipe { nodes: nodes..=nodes, mean_degree: 1.0..=50.0, ..Recipe::default() };
            for index in 0..60 {
                let graph = recipe.draw(family, &mut family.generator(2, index)).unwrap();
                assert_eq!(graph.node_count(), nodes as usize, "{family}");
            }
        }
        let dense = Recipe { nodes: 60..=60, mean_degree: 40.0..=59.0, ..Recipe::default() };
        for index in 0..20 {
            assert_eq!(dense.draw(family, &mut family.generator(2, index)).unwrap().node_count(), 60);
        }
    }
}

#[test]
fn a_sparse_graph_costs_draws_for_nodes_and_edges_only() {
    // Pairs of nodes would be five thousand million.
    for family in Family::ALL {
        // A few cliques of a hundred thousand would have as many edges as pairs.
        let nodes = if family == Family::CliqueEgo { 2000 } else { 100_000 };
        let recipe = Recipe { nodes: nodes..=nodes, mean_degree: 6.0..=6.0, ..Recipe::default() };
        let mut rng = generator(1, 0);
        let graph = recipe.draw(family, &mut rng).unwrap();
        let size = (graph.node_count() + graph.edge_count()) as u128;
        // A chain in space tries up to sixteen directions of four words for each step; all others need far less.
        let limit = if matches!(family, Family::ProximityChain | Family::NeighborChain) { 40 } else { 10 };
        assert!(rng.words_drawn() <= limit * size, "{family}: {} words for {size} nodes and edges", rng.words_drawn());
    }
    let mut rng = generator(1, 0);
    FixedEdges::new(100_000, 300_000).unwrap().sample(&mut rng);
    assert!(rng.words_drawn() <= 3 * 300_000, "{} words", rng.words_drawn());
}

#[test]
fn graph_number_seven_is_the_same_alone_and_among_others() {
    let recipe = Recipe::default();
    let alone = recipe.draw(Family::RingTree, &mut generator(5, 7)).unwrap();
    let among: Vec<Graph> = (0..10).map(|i| recipe.draw(Family::RingTree, &mut generator(5, i)).unwrap()).collect();
    assert_eq!(alone, among[7]);
    assert_ne!(alone, among[6]);
    // Streams of different families never meet.
    assert_ne!(Family::RingTree.generator(5, 7), Family::HubTree.generator(5, 7));
}

#[test]
fn erdos_renyi_joins_every_pair_with_the_density() {
    let (nodes, runs) = (12u32, 4000);
    let model = ErdosRenyi::new(nodes, 0.3).unwrap();
    let mut counts: HashMap<(u32, u32), usize> = HashMap::new();
    for index in 0..runs {
        for (u, v, _) in model.sample(&mut generator(1, index)).edges() {
            *counts.entry((u, v)).or_default() += 1;
        }
    }
    assert_binomial(counts.values().sum(), 66.0 * runs as f64, 0.3, "edges");
    for u in 0..nodes {
        for v in u + 1..nodes {
            assert_binomial(counts.get(&(u, v)).copied().unwrap_or(0), runs as f64, 0.3, "one pair");
        }
    }
    for (nodes, density) in [(3000u32, 1e-3), (20_000, 1e-9), (200_000, 2e-5), (300, 0.97), (50, 1.0), (50, 0.0)] {
        let edges = ErdosRenyi::new(nodes, density).unwrap().sample(&mut generator(1, 1)).edge_count();
        let pairs = f64::from(nodes) * f64::from(nodes - 1) / 2.0;
        assert_binomial(edges, pairs, density, &format!("{nodes} nodes of density {density}"));
    }
}

#[test]
fn fixed_edges_are_exact_and_uniform_over_pairs() {
    for (nodes, edges) in [(0, 0), (1, 0), (2, 1), (40, 0), (40, 7), (40, 390), (40, 391), (40, 779), (40, 780)] {
        let graph = FixedEdges::new(nodes, edges).unwrap().sample(&mut generator(1, 0));
        assert_eq!((graph.node_count(), graph.edge_count()), (nodes as usize, edges as usize));
    }
    // 28 pairs; few edges are drawn as they are, many through those left out.
    for edges in [5, 22] {
        let runs = 5600;
        let model = FixedEdges::new(8, edges).unwrap();
        let mut counts = [[0usize; 8]; 8];
        for index in 0..runs {
            for (u, v, _) in model.sample(&mut generator(2, index)).edges() {
                counts[u as usize][v as usize] += 1;
            }
        }
        let share = edges as f64 / 28.0;
        let mean = runs as f64 * share;
        let pairs = (0..8).flat_map(|u| (u + 1..8).map(move |v| (u, v)));
        let squares: f64 = pairs.map(|(u, v)| (counts[u][v] as f64 - mean).powi(2)).sum();
        // Draws without replacement: this has the law of χ² with 27 degrees of freedom, mean 27, variance 54.
        let chi_square = squares / (mean * (1.0 - share)) * 27.0 / 28.0;
        assert!((27.0 - 3.0 * 7.35..27.0 + 5.0 * 7.35).contains(&chi_square), "{edges} edges: χ² = {chi_square}");
    }
}

#[test]
fn block_model_has_the_density_of_each_pair_of_blocks() {
    let sizes = [40u32, 60, 0, 25];
    let densities =
        vec![vec![0.5, 0.02, 0.9, 0.1], vec![0.02, 0.3, 0.9, 0.0], vec![0.9, 0.9, 0.9, 0.9], vec![0.1, 0.0, 0.9, 1.0]];
    let model = BlockModel::new(&sizes, densities.clone()).unwrap();
    let block_of = |node: u32| [40, 100, 100, 125].iter().position(|&end| node < end).unwrap();
    let mut counts = [[0usize; 4]; 4];
    let runs = 50;
    for index in 0..runs {
        let graph = model.sample(&mut generator(1, index));
        assert_eq!(graph.node_count(), 125);
        for (u, v, _) in graph.edges() {
            counts[block_of(u)][block_of(v)] += 1;
        }
    }
    for r in 0..4 {
        for s in r..4 {
            let (a, b) = (f64::from(sizes[r]), f64::from(sizes[s]));
            let pairs = if r == s { a * (a - 1.0).max(0.0) / 2.0 } else { a * b };
            assert_binomial(counts[r][s], pairs * runs as f64, densities[r][s], &format!("blocks {r} and {s}"));
        }
    }
}

#[test]
fn degree_corrected_blocks_join_pairs_by_their_weights() {
    // Two blocks; weights over three powers of two, one node without any, one hub that is certain of some neighbours.
    let sizes = [30u32, 20];
    let mut weights: Vec<f64> = (0..50).map(|node| 1.0 + f64::from(node % 7)).collect();
    (weights[3], weights[35]) = (0.0, 40.0);
    let densities = vec![vec![0.2, 0.05], vec![0.05, 0.3]];
    let model = DegreeCorrected::new(&sizes, weights, densities.clone()).unwrap();
    let theta = model.weights();
    let (first, second) = theta.split_at(30);
    assert!((first.iter().sum::<f64>() - 30.0).abs() < 1e-9 && (second.iter().sum::<f64>() - 20.0).abs() < 1e-9);
    let runs = 4000;
    let mut counts = vec![[0usize; 50]; 50];
    for index in 0..runs {
        for (u, v, _) in model.sample(&mut generator(1, index)).edges() {
            counts[u as usize][v as usize] += 1;
        }
    }
    let mut certain = 0;
    for u in 0..50 {
        for v in u + 1..50 {
            let density = densities[usize::from(u >= 30)][usize::from(v >= 30)];
            let probability = (theta[u] * theta[v] * density).min(1.0);
            certain += usize::from(probability == 1.0);
            assert_binomial(counts[u][v], runs as f64, probability, &format!("pair {u}–{v}"));
        }
    }
    assert!(certain > 0, "the hub was to be certain of a neighbour");
}

#[test]
fn expected_degrees_are_proportional_to_the_weights() {
    // A large block, so that what a node loses by not being joined to itself is below one in a thousand.
    let weights: Vec<f64> = (0..3000).map(|node| [1.0, 3.0, 10.0][node % 3]).collect();
    let model = DegreeCorrected::new(&[3000], weights, vec![vec![0.004]]).unwrap();
    let mut sums = [0usize; 3];
    for index in 0..20 {
        for (node, degree) in degrees(&model.sample(&mut generator(1, index))).into_iter().enumerate() {
            sums[node % 3] += degree;
        }
    }
    for (sum, weight) in sums.into_iter().zip([1.0, 3.0, 10.0]) {
        let mean = sum as f64 / 20_000.0;
        let wanted = 0.004 * 3000.0 * weight / (14.0 / 3.0);
        assert!((mean / wanted - 1.0).abs() < 0.02, "weight {weight}: mean degree {mean}, wanted {wanted}");
    }
}

#[test]
fn equal_weights_give_the_plain_block_model() {
    let densities = vec![vec![0.2, 0.01], vec![0.01, 0.1]];
    let plain = BlockModel::new(&[50, 70], densities.clone()).unwrap();
    let weighted = DegreeCorrected::new(&[50, 70], vec![2.5; 120], densities).unwrap();
    assert!(plain.sample(&mut generator(1, 0)) == weighted.sample(&mut generator(1, 0)));
}

#[test]
fn barabasi_albert_has_its_edges_and_its_tail() {
    for (nodes, links) in [(1u32, 0u32), (2, 1), (6, 5), (50, 1), (200, 7)] {
        let graph = BarabasiAlbert::new(nodes, links).unwrap().sample(&mut generator(1, 0));
        let clique = (links * (links + 1) / 2) as usize;
        assert_eq!(graph.edge_count(), clique + (links * (nodes - links - 1)) as usize, "{nodes} nodes, {links} links");
        assert_eq!(reached(&graph), nodes as usize);
        assert!(degrees(&graph).iter().all(|&degree| degree >= links as usize));
    }
    // Bollobás et al. 2001: the share of nodes of degree k or more is m(m + 1)/(k(k + 1)).
    let graph = BarabasiAlbert::new(100_000, 3).unwrap().sample(&mut generator(1, 1));
    let degrees = degrees(&graph);
    for least in [4usize, 6, 10, 20, 50] {
        let found = degrees.iter().filter(|&&degree| degree >= least).count();
        let share = 12.0 / (least * (least + 1)) as f64;
        // Twice the binomial bound: degrees are not independent.
        let bound = 10.0 * (1e5 * share).sqrt();
        assert!((found as f64 - 1e5 * share).abs() < bound, "degree {least}: found {found}, wanted {}", 1e5 * share);
    }
}

#[test]
fn watts_strogatz_keeps_its_edges_and_throws_the_share_it_should() {
    let (nodes, neighbors, runs) = (200u32, 6u32, 50);
    let model = WattsStrogatz::new(nodes, neighbors, 0.2).unwrap();
    let mut moved = 0;
    for index in 0..runs {
        let graph = model.sample(&mut generator(1, index));
        assert_eq!(graph.edge_count(), 600);
        // Each node keeps the ends it threw from: half of the lattice's degree at least.
        assert!(degrees(&graph).iter().all(|&degree| degree >= 3));
        let is_lattice = |u: u32, v: u32| (v - u).min(nodes - (v - u)) <= neighbors / 2;
        moved += graph.edges().filter(|&(u, v, _)| !is_lattice(u, v)).count();
    }
    // A thrown edge may land on a place of the lattice that another one has left: at most 6 of its 193 possible ends.
    let share = moved as f64 / (600.0 * runs as f64);
    assert!((0.2 * 187.0 / 193.0 - 0.012..0.2 + 0.012).contains(&share), "found {share}, wanted 0.2");
    let lattice = WattsStrogatz::new(11, 4, 0.0).unwrap().sample(&mut generator(1, 0));
    assert!(degrees(&lattice).iter().all(|&degree| degree == 4) && lattice.neighbors(0) == [1, 2, 9, 10]);
    // A complete ring has nowhere to throw to.
    assert_eq!(WattsStrogatz::new(9, 8, 1.0).unwrap().sample(&mut generator(1, 0)).edge_count(), 36);
}

#[test]
fn geometric_graphs_join_exactly_the_near_points() {
    geometric_graphs_of::<2>(|r| std::f64::consts::PI * r.powi(2) - 8.0 / 3.0 * r.powi(3) + r.powi(4) / 2.0);
    geometric_graphs_of::<3>(|r| {
        let pi = std::f64::consts::PI;
        4.0 / 3.0 * pi * r.powi(3) - 1.5 * pi * r.powi(4) + 1.6 * r.powi(5) - r.powi(6) / 6.0
    });
}

fn geometric_graphs_of<const D: usize>(joined_share: impl Fn(f64) -> f64) {
    for (nodes, radius) in [(0u32, 0.1), (1, 0.1), (300, 0.0), (300, 0.04), (300, 0.33), (300, 0.7), (100, 1.8)] {
        let model = RandomGeometric::<D>::new(nodes, radius).unwrap();
        let points = model.sample_points(&mut generator(1, 0));
        let mut near = Vec::new();
        for u in 0..points.len() {
            for v in u + 1..points.len() {
                if apart(&points[u], &points[v]) <= radius {
                    near.push((u as u32, v as u32));
                }
            }
        }
        assert_eq!(model.join(&points), Graph::from_edges(points.len(), &near).unwrap(), "{nodes} nodes, {radius}");
        assert_eq!(model.sample(&mut generator(1, 0)), model.join(&points));
    }
    let (radius, runs) = (0.3f64, 60);
    let model = RandomGeometric::<D>::new(100, radius).unwrap();
    let edges: usize = (0..runs).map(|index| model.sample(&mut generator(2, index)).edge_count()).sum();
    let mean = runs as f64 * 4950.0 * joined_share(radius);
    // Pairs with a point in common are not independent: the deviation is up to 2 √mean, as 400 other graphs had it.
    assert!((edges as f64 - mean).abs() < 10.0 * mean.sqrt(), "{D} axes: found {edges}, wanted {mean}");
}

#[test]
fn regular_graphs_are_regular_and_reach_every_pair_alike() {
    for (nodes, degree) in [(1u32, 0u32), (2, 1), (4, 3), (5, 2), (5, 4), (9, 4), (10, 7), (30, 14), (30, 15), (500, 3)]
    {
        for index in 0..30 {
            let graph = RandomRegular::new(nodes, degree).unwrap().sample(&mut generator(1, index));
            assert_eq!(graph.node_count(), nodes as usize);
            assert!(degrees(&graph).iter().all(|&found| found == degree as usize), "{nodes} nodes of degree {degree}");
        }
    }
    // By symmetry every pair is joined with probability d/(n − 1).
    let (model, runs) = (RandomRegular::new(10, 3).unwrap(), 3000);
    let mut counts = [[0usize; 10]; 10];
    for index in 0..runs {
        for (u, v, _) in model.sample(&mut generator(2, index)).edges() {
            counts[u as usize][v as usize] += 1;
        }
    }
    for (u, row) in counts.iter().enumerate() {
        for &count in &row[u + 1..] {
            assert_binomial(count, runs as f64, 1.0 / 3.0, "one pair");
        }
    }
}

#[test]
fn parameters_that_make_no_sense_are_refused() {
    let walk = CompactWalk::new(9, 0.0, 0.0).unwrap();
    let refused: [(SyntheticError, &str); 29] = [
        (ErdosRenyi::new(5, 1.5).unwrap_err(), "found density 1.5, wanted a probability from 0 to 1"),
        (ErdosRenyi::new(5, f64::NAN).unwrap_err(), "found density NaN"),
        (ErdosRenyi::new(4_000_000, 1.0).unwrap_err(), "expected edges, wanted at most"),
        (FixedEdges::new(5, 11).unwrap_err(), "found number of edges 11, wanted at most 10 for 5 nodes"),
        (BlockModel::new(&[1, 2], vec![vec![0.1]]).unwrap_err(), "number of densities 1, wanted 2"),
        (
            BlockModel::new(&[1, 2], vec![vec![0.1, 0.2], vec![0.3, 0.1]]).unwrap_err(),
            "found density 0.2 for blocks 0 and 1 but 0.3 for 1 and 0",
        ),
        (BlockModel::new(&[u32::MAX, 2], vec![vec![0.0; 2]; 2]).unwrap_err(), "number of nodes 4294967297"),
        (DegreeCorrected::new(&[2], vec![1.0], vec![vec![0.1]]).unwrap_err(), "number of weights 1, wanted 2"),
        (DegreeCorrected::new(&[2], vec![1.0, -1.0], vec![vec![0.1]]).unwrap_err(), "found weight -1"),
        (DegreeCorrected::new(&[2], vec![0.0, 0.0], vec![vec![0.1]]).unwrap_err(), "mean weight of a block 0"),
        (BarabasiAlbert::new(5, 5).unwrap_err(), "found links 5, wanted a number below 5"),
        (WattsStrogatz::new(9, 3, 0.1).unwrap_err(), "neighbors on the ring 3, wanted an even number below 9"),
        (RandomGeometric::<2>::new(9, -1.0).unwrap_err(), "found radius -1"),
        (RandomRegular::new(9, 3).unwrap_err(), "found degree 3, wanted an even one"),
        (HubTree::new(2, &[1.0; 3], 0.5, 0.0, 0).unwrap_err(), "number of hubs 3, wanted from 1 to 2"),
        (HubTree::new(9, &[0.0], 0.5, 0.0, 0).unwrap_err(), "found weight of a hub 0, wanted a positive finite sum"),
        (CliqueEgo::new(9, &[1.0, -1.0], 0.5, true, 0.0).unwrap_err(), "found weight of a clique -1"),
        (CliqueEgo::new(9, &[1.0], 1.0, true, 0.0).unwrap_err(), "found overlap 1, wanted a probability below 1"),
        (CliqueEgo::new(100_000, &[1.0], 0.0, true, 0.0).unwrap_err(), "expected edges, wanted at most"),
        (RingTree::new(9, 2, 0.0, 0.0, 0.0).unwrap_err(), "found largest degree 2, wanted at least 3"),
        (CompactWalk::new(9, 1.5, 0.0).unwrap_err(), "found persistence 1.5"),
        (CompactWalk::new(9, 0.5, -1.0).unwrap_err(), "found pull -1"),
        (ProximityChain::new(walk, 0.5).unwrap_err(), "found radius 0.5, wanted a finite number from 1"),
        (NeighborChain::new(walk, f64::NAN, 0.5, 1).unwrap_err(), "found jitter NaN"),
        (TriadFormation::new(5, 5, 0.5).unwrap_err(), "found links 5, wanted a number below 5"),
        (RandomTree::new(5, 2.5).unwrap_err(), "found exponent 2.5, wanted a number from -2 to 2"),
        (Lattice::new(5, 0, false, 1.0).unwrap_err(), "found width 0, wanted at least 1"),
        (Duplication::new(5, 0.5, 1.1).unwrap_err(), "link to the parent 1.1"),
        (Duplication::new(4_000_000, 1.0, 0.0).unwrap_err(), "expected edges, wanted at most"),
    ];
    for (error, message) in refused {
        assert!(error.to_string().contains(message), "{error}, wanted: {message}");
    }
    assert!("ring-trees".parse::<Family>().unwrap_err().to_string().contains("wanted one of erdos-renyi, block-model"));
    let default = Recipe::default();
    let recipes = [
        (Recipe { nodes: 0..=5, ..default.clone() }, "found range of nodes 0..5, wanted A..B with 1 ≤ A ≤ B"),
        (Recipe { nodes: RangeInclusive::new(6, 5), ..default.clone() }, "range of nodes 6..5"),
        (Recipe { mean_degree: 0.0..=5.0, ..default.clone() }, "range of degrees 0..5"),
        (Recipe { blocks: 0..=0, ..default.clone() }, "range of blocks 0..0"),
        (Recipe { ratio: 1.0..=f64::INFINITY, ..default }, "range of ratios 1..inf"),
    ];
    for (recipe, message) in recipes {
        let error = recipe.draw(Family::ErdosRenyi, &mut generator(1, 0)).unwrap_err().to_string();
        assert!(error.contains(message), "{error}, wanted: {message}");
    }
}
