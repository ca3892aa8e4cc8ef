//! The kernels: by hand on small graphs, against slow references on random ones and against those of GraKeL and igraph
//! (stored by `data/make_graph_kernels.py`); symmetric, positive semi-definite, blind to numbering and threads.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use crate::reference::{complete, complete_bipartite, cycle, graph, path, random_graph, star, union};
use faer::{Mat, Side};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::baselines::{
    BaselineError, DeepGraphKernel, FirstLabels, GraphKernel, GraphletKernel, Graphlets, PyramidMatchKernel,
    RandomWalkKernel, ShortestPathKernel, WeisfeilerLehmanKernel, graphlet_counts,
};
use sgr::graph::{Graph, GraphBuilder};

/// Every kernel there is: a new one gets a row. Whether it looks at node labels.
fn every_kernel() -> Vec<(&'static str, bool, Box<dyn GraphKernel>)> {
    vec![
        ("shortest path", false, Box::new(ShortestPathKernel::default())),
        ("shortest path, labels", true, Box::new(ShortestPathKernel { node_labels: true })),
        ("Weisfeiler–Lehman", false, Box::new(WeisfeilerLehmanKernel::default())),
        ("Weisfeiler–Lehman, labels", true, Box::new(wl(5, true))),
        ("graphlets", false, Box::new(GraphletKernel::default())),
        ("connected graphlets", false, Box::new(GraphletKernel { graphlets: Graphlets::Connected })),
        ("pyramid match", false, Box::new(PyramidMatchKernel::default())),
        ("pyramid match, labels", true, Box::new(PyramidMatchKernel { node_labels: true, ..Default::default() })),
        ("random walk", false, Box::new(RandomWalkKernel::default())),
        ("random walk, labels", true, Box::new(RandomWalkKernel { node_labels: true, decay: None })),
        ("deep", false, Box::new(DeepGraphKernel::default())),
        ("deep, labels", true, Box::new(deep_with_labels())),
    ]
}

fn deep_with_labels() -> DeepGraphKernel {
    DeepGraphKernel { first_labels: FirstLabels::Given, ..Default::default() }
}

/// The largest difference of two cosines for another numbering of the nodes. Kernels that count are exact; sums of
/// fractions, and eigenvectors, depend on the order of the nodes by rounding.
fn numbering_tolerance(name: &str) -> f64 {
    match name.split(',').next() {
        Some("random walk") => 1e-13,
        Some("deep") => 1e-9,
        _ => 0.0,
    }
}

fn wl(iterations: usize, node_labels: bool) -> WeisfeilerLehmanKernel {
    let first_labels = if node_labels { FirstLabels::Given } else { FirstLabels::Same };
    WeisfeilerLehmanKernel { iterations, first_labels }
}

pub(crate) fn gram(kernel: &dyn GraphKernel, graphs: &[Graph]) -> Vec<f64> {
    let graphs: Vec<&Graph> = graphs.iter().collect();
    kernel.gram(&graphs, &()).unwrap().values().to_vec()
}

/// The graph with a label for each node, its weights kept or not.
pub(crate) fn labelled<L: ToString>(graph: &Graph, weighted: bool, labels: &[L]) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(graph.node_count()).unwrap();
    for (u, v, weight) in graph.edges() {
        if weighted {
            builder.add_weighted_edge(u, v, weight, 0).unwrap();
        } else {
            builder.add_edge(u, v, 0).unwrap();
        }
    }
    labels.iter().for_each(|label| builder.add_node_label(label.to_string().into()));
    builder.build().unwrap().0
}

/// Random graphs with labels: empty ones, loners, several components, twins, weights in some, dense and sparse.
pub(crate) fn random_graphs(count: u64) -> Vec<Graph> {
    let random = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let graph = random_graph(seed);
        let labels: Vec<u32> = (0..graph.node_count()).map(|_| rng.random_range(0..4)).collect();
        labelled(&graph, graph.is_weighted(), &labels)
    };
    let bare = [graph(0, std::iter::empty()), path(1), graph(7, std::iter::empty()), path(2), path(3), complete(3)];
    // More than one block of searches, and more than a register's neighbours of a node.
    let large = [star(700), complete(150), complete_bipartite(90, 3), cycle(300), union(&[&path(300), &complete(20)])];
    let with_labels = |graph: &Graph| labelled(graph, false, &vec![1; graph.node_count()]);
    bare.iter().chain(&large).map(with_labels).chain((0..count).map(random)).collect()
}

/// The same graph with its nodes, labels and all, renumbered.
pub(crate) fn renumbered(graph: &Graph, seed: u64) -> Graph {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut names: Vec<u32> = (0..graph.node_count() as u32).collect();
    for at in (1..names.len()).rev() {
        names.swap(at, rng.random_range(0..=at));
    }
    let edges: Vec<_> = graph.edges().map(|(u, v, w)| (names[u as usize], names[v as usize], w)).collect();
    let mut labels = vec![String::new(); names.len()];
    for (name, label) in names.iter().zip(graph.node_labels().into_iter().flatten()) {
        labels[*name as usize] = label.to_string();
    }
    let plain = Graph::from_weighted_edges(names.len(), &edges).unwrap();
    labelled(&plain, graph.is_weighted(), &labels)
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn every_kernel_is_symmetric_and_positive_semidefinite() {
    let graphs = random_graphs(60);
    let n = graphs.len();
    for (name, _, kernel) in every_kernel() {
        let values = gram(&*kernel, &graphs);
        assert_eq!(values.len(), n * n, "{name}");
        assert!((0..n * n).all(|at| values[at].to_bits() == values[at % n * n + at / n].to_bits()), "{name}");
        // Of length 1, so that large graphs do not hide the others.
        let length = |at: usize| match values[at * (n + 1)] {
            0.0 => 1.0,
            square => square.sqrt(),
        };
        let matrix = Mat::from_fn(n, n, |i, j| values[i * n + j] / (length(i) * length(j)));
        let smallest = matrix.self_adjoint_eigenvalues(Side::Lower).unwrap().into_iter().fold(f64::MAX, f64::min);
        assert!(smallest > -1e-12 * n as f64, "{name}: eigenvalue {smallest}");
        assert!(values.iter().any(|&value| value > 0.0), "{name}");
    }
}

#[test]
fn no_kernel_sees_the_numbering_of_nodes() {
    let graphs = random_graphs(60);
    let others: Vec<Graph> = graphs.iter().zip(0..).map(|(graph, seed)| renumbered(graph, seed)).collect();
    for (name, _, kernel) in every_kernel() {
        let [found, other] = [&graphs, &others].map(|graphs| gram(&*kernel, graphs));
        let tolerance = numbering_tolerance(name);
        let length = |at: usize| found[at * (graphs.len() + 1)].sqrt();
        for (at, (found, other)) in found.iter().zip(&other).enumerate() {
            let scale = length(at / graphs.len()) * length(at % graphs.len());
            assert!((found - other).abs() <= tolerance * scale, "{name}, entry {at}: {found} and {other}");
        }
    }
}

#[test]
fn no_kernel_sees_the_number_of_threads() {
    let graphs = random_graphs(200);
    for (name, _, kernel) in every_kernel() {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| bits(&gram(&*kernel, &graphs)))
        };
        let alone = with(1);
        assert!([2, 5].iter().all(|&threads| with(threads) == alone), "{name}");
    }
}

#[test]
fn no_graphs_give_no_rows_and_missing_labels_are_named() {
    let graphs = [labelled(&path(3), false, &[1, 1, 2]), graph(0, std::iter::empty()), path(2)];
    for (name, labels, kernel) in every_kernel() {
        assert!(gram(&*kernel, &[]).is_empty(), "{name}");
        let found = kernel.gram(&graphs.each_ref(), &());
        if labels {
            assert_eq!(found, Err(BaselineError::NoNodeLabels { graph: 2 }), "{name}");
        } else {
            assert!(found.is_ok(), "{name}");
        }
    }
}

#[test]
fn shortest_paths_by_hand() {
    // Ordered pairs at distances 1, 2, 3.
    let cases = [
        (path(3), [4.0, 2.0, 0.0]),
        (complete(3), [6.0, 0.0, 0.0]),
        (star(4), [8.0, 12.0, 0.0]),
        (cycle(4), [8.0, 4.0, 0.0]),
        (complete(4), [12.0, 0.0, 0.0]),
        (path(4), [6.0, 4.0, 2.0]),
        (union(&[&path(2), &path(2), &path(1)]), [4.0, 0.0, 0.0]),
        (path(1), [0.0; 3]),
        (graph(0, std::iter::empty()), [0.0; 3]),
    ];
    let graphs: Vec<Graph> = cases.iter().map(|(graph, _)| graph.clone()).collect();
    let exact = |(a, b): (usize, usize)| cases[a].1.iter().zip(cases[b].1).map(|(a, b)| a * b).sum();
    let all = (0..9).flat_map(|a| (0..9).map(move |b| (a, b)));
    assert_eq!(gram(&ShortestPathKernel::default(), &graphs), all.map(exact).collect::<Vec<f64>>());
    // O–C, C–O, C–C twice, O–C and C–O over two edges, against a lone C–C.
    let labels = [labelled(&path(3), false, &["O", "C", "C"]), labelled(&path(2), false, &["C", "C"])];
    assert_eq!(gram(&ShortestPathKernel { node_labels: true }, &labels), [1.0 + 1.0 + 4.0 + 1.0 + 1.0, 4.0, 4.0, 4.0]);
    // With weights the way around is shorter: 1.5 twice and 3 once, each in both directions, and 1 and 2 never.
    let weighted = Graph::from_weighted_edges(3, &[(0, 1, 1.5), (1, 2, 1.5), (0, 2, 4.0)]).unwrap();
    let hops = path(3);
    assert_eq!(gram(&ShortestPathKernel::default(), &[weighted, hops]), [16.0 + 4.0, 0.0, 0.0, 16.0 + 4.0]);
    // Three hops are the length 3.
    let weighted = Graph::from_weighted_edges(3, &[(0, 1, 1.5), (1, 2, 1.5)]).unwrap();
    assert_eq!(gram(&ShortestPathKernel::default(), &[weighted, path(4)])[1], 2.0 * 2.0);
}

#[test]
fn refinements_by_hand() {
    let graphs = [path(3), cycle(3), star(3), cycle(4), path(1)];
    // All alike; then degrees: (2, 1) of 1 and 2, (0, 3), three of 1 and one of 3, (0, 4), one of 0.
    let level0 = |a: usize, b: usize| [3.0, 3.0, 4.0, 4.0, 1.0][a] * [3.0, 3.0, 4.0, 4.0, 1.0][b];
    let degrees: [[f64; 4]; 5] =
        [[0.0, 2.0, 1.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 3.0, 0.0, 1.0], [0.0, 0.0, 4.0, 0.0], [1.0, 0.0, 0.0, 0.0]];
    let level1 = |a: usize, b: usize| -> f64 { degrees[a].iter().zip(degrees[b]).map(|(a, b)| a * b).sum() };
    let all = || (0..5).flat_map(|a| (0..5).map(move |b| (a, b)));
    assert_eq!(gram(&wl(0, false), &graphs), all().map(|(a, b)| level0(a, b)).collect::<Vec<f64>>());
    assert_eq!(gram(&wl(1, false), &graphs), all().map(|(a, b)| level0(a, b) + level1(a, b)).collect::<Vec<f64>>());
    // Cycles of any length never part; paths and cycles have nothing more in common after two refinements.
    assert_eq!(gram(&wl(5, false), &graphs)[5 + 3], 6.0 * 12.0);
    assert_eq!(gram(&wl(5, false), &graphs)[1], 9.0 + 3.0);
    // The two ends of a path stay alike, also when no node elsewhere is like them.
    assert_eq!(gram(&wl(5, false), &graphs)[0], 9.0 + 5.0 * (4.0 + 1.0));
    // From degrees: the same histograms but the first.
    let from_degrees = WeisfeilerLehmanKernel { iterations: 0, ..Default::default() };
    assert_eq!(gram(&from_degrees, &graphs), all().map(|(a, b)| level1(a, b)).collect::<Vec<f64>>());
    let from_degrees = WeisfeilerLehmanKernel { iterations: 3, ..Default::default() };
    let later = gram(&wl(4, false), &graphs).into_iter().zip(gram(&wl(0, false), &graphs)).map(|(a, b)| a - b);
    assert_eq!(gram(&from_degrees, &graphs), later.collect::<Vec<f64>>());
    // By labels: C C O against C C, then nothing in common but an end C at a C.
    let labels = [labelled(&path(3), false, &["C", "C", "O"]), labelled(&path(2), false, &["C", "C"])];
    assert_eq!(gram(&wl(1, true), &labels), [5.0 + 3.0, 4.0 + 2.0, 4.0 + 2.0, 4.0 + 4.0]);
}

#[test]
fn graphlets_by_hand() {
    let exact = |graph: Graph, counts: [u128; 11]| assert_eq!(graphlet_counts(&graph), counts, "{graph:?}");
    exact(graph(0, std::iter::empty()), [0; 11]);
    exact(complete(3), [0; 11]);
    exact(graph(6, std::iter::empty()), [15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    exact(complete(6), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15]);
    exact(star(5), [5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0]);
    exact(path(4), [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    exact(cycle(5), [0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0]);
    exact(cycle(4), [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
    exact(complete_bipartite(2, 3), [0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0]);
    exact(graph(4, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)].into_iter()), [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    exact(union(&[&path(2), &path(2), &path(1)]), [0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    exact(union(&[&complete(3), &path(2)]), [0, 0, 3, 0, 2, 0, 0, 0, 0, 0, 0]);
    // Sets of four beyond a u64.
    assert_eq!(graphlet_counts(&graph(200_000, std::iter::empty()))[0], 66_664_666_684_999_950_000);
}

#[test]
fn shares_of_graphlets_by_hand() {
    // Five of nothing and ten stars among fifteen sets; among the connected ones all are stars. A triangle has no set.
    let graphs = [star(5), graph(6, std::iter::empty()), complete(3)];
    let all = gram(&GraphletKernel::default(), &graphs);
    let exact = [5.0 / 9.0, 1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0, 0.0, 0.0, 0.0, 0.0];
    assert!(all.iter().zip(exact).all(|(found, exact): (&f64, f64)| (found - exact).abs() < 1e-15), "{all:?}");
    let connected = gram(&GraphletKernel { graphlets: Graphlets::Connected }, &graphs);
    assert_eq!(connected, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
}

/// Scalar products of counts, pair by pair.
fn products<K: Hash + Eq>(counts: &[HashMap<K, u64>]) -> Vec<f64> {
    let product = |a: &HashMap<K, u64>, b: &HashMap<K, u64>| -> u64 {
        a.iter().map(|(key, count)| count * b.get(key).unwrap_or(&0)).sum()
    };
    counts.iter().flat_map(|a| counts.iter().map(move |b| product(a, b) as f64)).collect()
}

fn label(graph: &Graph, node: usize, labels: bool) -> String {
    if labels { graph.node_labels().unwrap()[node].to_string() } else { String::new() }
}

/// Floyd and Warshall's distances, row by row; weights are made integers so that their sums are exact.
fn slow_distances(graph: &Graph) -> Vec<f64> {
    let n = graph.node_count();
    let mut distances = vec![f64::INFINITY; n * n];
    for (u, v, weight) in graph.edges() {
        distances[u as usize * n + v as usize] = weight;
        distances[v as usize * n + u as usize] = weight;
    }
    for k in 0..n {
        let from_k = distances[k * n..][..n].to_vec();
        for row in distances.chunks_exact_mut(n) {
            let to_k = row[k];
            row.iter_mut().zip(&from_k).for_each(|(distance, rest)| *distance = distance.min(to_k + rest));
        }
    }
    distances
}

fn slow_path_counts(graph: &Graph, distances: &[f64], labels: bool) -> HashMap<(String, String, u64), u64> {
    let n = graph.node_count();
    let mut counts = HashMap::new();
    for at in (0..n * n).filter(|at| at / n != at % n && distances[*at].is_finite()) {
        let key = (label(graph, at / n, labels), label(graph, at % n, labels), distances[at].to_bits());
        *counts.entry(key).or_insert(0) += 1;
    }
    counts
}

#[test]
fn shortest_paths_agree_with_all_pairs_distances() {
    let exact_weights = |graph: &Graph| {
        let edges: Vec<_> = graph.edges().map(|(u, v, weight)| (u, v, weight.ceil())).collect();
        let plain = Graph::from_weighted_edges(graph.node_count(), &edges).unwrap();
        labelled(&plain, graph.is_weighted(), graph.node_labels().unwrap_or_default())
    };
    let graphs: Vec<Graph> = random_graphs(80).iter().map(exact_weights).collect();
    let distances: Vec<Vec<f64>> = graphs.iter().map(slow_distances).collect();
    for node_labels in [false, true] {
        let counts: Vec<_> =
            graphs.iter().zip(&distances).map(|(graph, all)| slow_path_counts(graph, all, node_labels)).collect();
        assert!(gram(&ShortestPathKernel { node_labels }, &graphs) == products(&counts), "labels {node_labels}");
    }
}

/// Labels as the whole story of what was seen, never shortened to a number.
fn slow_refinements(graph: &Graph, labels: bool, iterations: usize) -> HashMap<String, u64> {
    let mut stories: Vec<String> = (0..graph.node_count()).map(|node| label(graph, node, labels)).collect();
    let mut counts = HashMap::new();
    for iteration in 0..=iterations {
        stories.iter().for_each(|story| *counts.entry(format!("{iteration}: {story}")).or_insert(0) += 1);
        let next = |node: usize| {
            let neighbors = graph.neighbors(node as u32).iter();
            let mut others: Vec<&str> = neighbors.map(|&other| stories[other as usize].as_str()).collect();
            others.sort_unstable();
            // Each with an end of its own: no neighbour is not the same as one with an empty story.
            let others: String = others.iter().map(|other| format!("{other};")).collect();
            format!("<{}|{others}>", stories[node])
        };
        stories = (0..graph.node_count()).map(next).collect();
    }
    counts
}

#[test]
fn refinements_agree_with_stories() {
    // Stories grow by the degree with each iteration: small graphs and few iterations.
    let graphs: Vec<Graph> = random_graphs(60).into_iter().filter(|graph| graph.edge_count() < 120).collect();
    assert!(graphs.len() > 20);
    for (iterations, node_labels) in [(1, false), (3, false), (2, true)] {
        let counts: Vec<_> = graphs.iter().map(|graph| slow_refinements(graph, node_labels, iterations)).collect();
        let found = gram(&wl(iterations, node_labels), &graphs);
        assert!(found == products(&counts), "{iterations} iterations, labels {node_labels}");
    }
}

/// Every set of four nodes, told apart by the number of edges and the degrees.
fn slow_graphlet_counts(graph: &Graph) -> [u128; 11] {
    let kinds: BTreeMap<[usize; 4], usize> = [
        [0, 0, 0, 0],
        [0, 0, 1, 1],
        [1, 1, 1, 1],
        [0, 1, 1, 2],
        [0, 2, 2, 2],
        [1, 1, 1, 3],
        [1, 1, 2, 2],
        [1, 2, 2, 3],
        [2, 2, 2, 2],
        [2, 2, 3, 3],
        [3, 3, 3, 3],
    ]
    .into_iter()
    .zip(0..)
    .collect();
    let n = graph.node_count() as u32;
    let mut counts = [0; 11];
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                for d in c + 1..n {
                    let set = [a, b, c, d];
                    let degree = |&u: &u32| set.iter().filter(|v| graph.neighbors(u).contains(v)).count();
                    let mut degrees = [degree(&a), degree(&b), degree(&c), degree(&d)];
                    degrees.sort_unstable();
                    counts[kinds[&degrees]] += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn graphlets_agree_with_listing_all_sets_of_four() {
    let graphs: Vec<Graph> = random_graphs(80).into_iter().filter(|graph| graph.node_count() <= 40).collect();
    assert!(graphs.len() > 40);
    for graph in &graphs {
        assert_eq!(graphlet_counts(graph), slow_graphlet_counts(graph), "{graph:?}");
    }
    // Dense enough for rows of bits, of more than one word.
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for density in [0.1, 0.5, 0.9] {
        let pairs = (0..70).flat_map(|u| (u + 1..70).map(move |v| (u, v)));
        let random = graph(70, pairs.filter(|_| rng.random_bool(density)).collect::<Vec<_>>().into_iter());
        assert_eq!(graphlet_counts(&random), slow_graphlet_counts(&random), "density {density}");
    }
}

#[test]
fn agrees_with_grakel_and_igraph() {
    let stored: serde_json::Value = serde_json::from_str(include_str!("data/graph_kernels.json")).unwrap();
    let numbers = |list: &serde_json::Value| -> Vec<f64> {
        list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let stored_graph = |graph: &serde_json::Value, weighted: bool| {
        let edge = |edge: &serde_json::Value| {
            let edge = numbers(edge);
            (edge[0] as u32, edge[1] as u32, edge[2])
        };
        let edges: Vec<_> = graph["edges"].as_array().unwrap().iter().map(edge).collect();
        let plain = Graph::from_weighted_edges(graph["nodes"].as_u64().unwrap() as usize, &edges).unwrap();
        labelled(&plain, weighted, &numbers(&graph["labels"]))
    };
    let graphs = stored["graphs"].as_array().unwrap();
    let [plain, weighted] =
        [false, true].map(|weighted| graphs.iter().map(|graph| stored_graph(graph, weighted)).collect::<Vec<_>>());
    let grams = stored["grams"].as_object().unwrap();
    assert_eq!((graphs.len(), grams.len()), (12, 9));
    for (name, rows) in grams {
        let expected: Vec<f64> = rows.as_array().unwrap().iter().flat_map(numbers).collect();
        let labels = name.ends_with("labelled");
        let found = match name.trim_end_matches(" labelled") {
            "shortest path" => gram(&ShortestPathKernel { node_labels: labels }, &plain),
            "shortest path weighted" => gram(&ShortestPathKernel { node_labels: labels }, &weighted),
            "Weisfeiler-Lehman 1" => gram(&wl(1, labels), &plain),
            "Weisfeiler-Lehman 5" => gram(&wl(5, labels), &plain),
            "graphlets" => connected_products(&plain),
            other => panic!("no kernel for {other}"),
        };
        // Integers on both sides.
        assert_eq!(found, expected, "{name}");
    }
}

/// Scalar products of the counts of connected graphlets.
fn connected_products(graphs: &[Graph]) -> Vec<f64> {
    let counts: Vec<[u128; 11]> = graphs.iter().map(graphlet_counts).collect();
    let product = |a: &[u128; 11], b: &[u128; 11]| a[5..].iter().zip(&b[5..]).map(|(a, b)| a * b).sum::<u128>() as f64;
    counts.iter().flat_map(|a| counts.iter().map(move |b| product(a, b))).collect()
}
