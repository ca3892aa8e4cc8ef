//! NetSimile and FGSD: by hand on small graphs, against their definitions on random ones, and blind to the numbering.

use std::collections::BTreeSet;

use crate::reference::{complete, cycle, graph, path, random_graph, relabelled, star, union};
use faer::{Mat, Side};
use sgr::baselines::{BaselineError, Fgsd, FgsdLaplacian, GraphFeatures, NetSimile, SpectralDistance};
use sgr::graph::Graph;

const DISTANCES: [SpectralDistance; 2] = [SpectralDistance::Harmonic, SpectralDistance::Biharmonic];
const LAPLACIANS: [FgsdLaplacian; 2] = [FgsdLaplacian::Combinatorial, FgsdLaplacian::Normalized];

fn vector(features: &dyn GraphFeatures, graph: &Graph) -> Vec<f32> {
    let mut row = Vec::new();
    features.append(graph, &mut row).unwrap();
    assert_eq!(row.len(), features.columns().len());
    assert!(row.iter().all(|value| value.is_finite()), "{row:?}");
    row
}

fn assert_close(found: &[f32], exact: &[f64], what: &str) {
    assert_eq!(found.len(), exact.len(), "{what}");
    for (at, (&found, &exact)) in found.iter().zip(exact).enumerate() {
        let gap = (f64::from(found) - exact).abs();
        assert!(gap <= 1e-6 * exact.abs().max(1.0), "{what}, number {at}: {found}, not {exact}");
    }
}

/// The aggregates of a number that is the same at all nodes.
fn constant(value: f64) -> [f64; 5] {
    [value, value, 0.0, 0.0, 0.0]
}

/// The aggregates of a number that is 1 at one node of four and `other` at three, shifted and stretched.
fn one_of_four(one: f64, other: f64) -> [f64; 5] {
    // Mean 1/4 and variance 3/16 of the indicator; skewness (1 − 2p)/√(p(1 − p)), kurtosis (1 − 6p(1 − p))/(p(1 − p)).
    let (stretch, variance) = (one - other, 3.0f64 / 16.0);
    let skewness = 0.5 / variance.sqrt() * stretch.signum();
    let kurtosis = (1.0 - 6.0 * variance) / variance;
    [other, other + stretch / 4.0, stretch.abs() * variance.sqrt(), skewness, kurtosis]
}

#[test]
fn netsimile_by_hand() {
    let rows = |features: [[f64; 5]; 7]| features.concat();
    let zeros = rows([constant(0.0); 7]);
    assert_close(&vector(&NetSimile, &graph(0, std::iter::empty())), &zeros, "no nodes");
    assert_close(&vector(&NetSimile, &path(1)), &zeros, "one node");
    assert_close(&vector(&NetSimile, &graph(5, std::iter::empty())), &zeros, "five loners");
    // K4: degree 3, three triangles at each node, 6 edges in each ego net, nothing outside.
    let complete_four = rows([3.0, 1.0, 3.0, 1.0, 6.0, 0.0, 0.0].map(constant));
    assert_close(&vector(&NetSimile, &complete(4)), &complete_four, "K4");
    // C5: the ego net is a path of three; its two ends have an edge and a neighbour outside each.
    let pentagon = rows([2.0, 0.0, 2.0, 0.0, 2.0, 2.0, 2.0].map(constant));
    assert_close(&vector(&NetSimile, &cycle(5)), &pentagon, "C5");
    // The ego net of the hub is the star, that of a leaf one edge, with two edges and two leaves beyond.
    let claw = rows([
        one_of_four(3.0, 1.0),
        constant(0.0),
        one_of_four(1.0, 3.0),
        constant(0.0),
        one_of_four(3.0, 1.0),
        one_of_four(0.0, 2.0),
        one_of_four(0.0, 2.0),
    ]);
    assert_close(&vector(&NetSimile, &star(3)), &claw, "claw");
}

/// The seven numbers of each node, word by word: ego nets as sets of nodes.
fn literal_node_features(graph: &Graph) -> Vec<[f64; 7]> {
    let neighbors = |node: u32| graph.neighbors(node).iter().copied().collect::<BTreeSet<u32>>();
    let edges: Vec<(u32, u32)> = graph.edges().map(|(u, v, _)| (u, v)).collect();
    let clustering = |node: u32| {
        let around = neighbors(node);
        let closed = edges.iter().filter(|(u, v)| around.contains(u) && around.contains(v)).count();
        let pairs = around.len() * around.len().saturating_sub(1) / 2;
        if pairs == 0 { 0.0 } else { closed as f64 / pairs as f64 }
    };
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let of_node = |node: u32| {
        let around = neighbors(node);
        let mut ego = around.clone();
        ego.insert(node);
        let ends = |&&(u, v): &&(u32, u32)| usize::from(ego.contains(&u)) + usize::from(ego.contains(&v));
        let beyond: BTreeSet<u32> = ego.iter().flat_map(|&member| neighbors(member)).collect();
        [
            around.len() as f64,
            clustering(node),
            mean(around.iter().map(|&other| neighbors(other).len() as f64).collect()),
            mean(around.iter().map(|&other| clustering(other)).collect()),
            edges.iter().filter(|edge| ends(edge) == 2).count() as f64,
            edges.iter().filter(|edge| ends(edge) == 1).count() as f64,
            beyond.difference(&ego).count() as f64,
        ]
    };
    (0..graph.node_count() as u32).map(of_node).collect()
}

/// Median, mean, deviation, skewness and kurtosis by their formulas; 0 for the last two where rounding is all there is.
fn literal_aggregates(mut values: Vec<f64>) -> [f64; 5] {
    values.sort_by(f64::total_cmp);
    let count = values.len();
    let median = if count % 2 == 1 { values[count / 2] } else { (values[count / 2 - 1] + values[count / 2]) / 2.0 };
    let mean = values.iter().sum::<f64>() / count as f64;
    let deviation = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count as f64).sqrt();
    if deviation < 1e-9 {
        return [median, mean, 0.0, 0.0, 0.0];
    }
    let standard = |power: i32| values.iter().map(|value| ((value - mean) / deviation).powi(power)).sum::<f64>();
    [median, mean, deviation, standard(3) / count as f64, standard(4) / count as f64 - 3.0]
}

#[test]
fn netsimile_is_its_definition() {
    for seed in 0..60 {
        let graph = random_graph(seed);
        let nodes = literal_node_features(&graph);
        let feature = |at: usize| literal_aggregates(nodes.iter().map(|node| node[at]).collect());
        let exact: Vec<f64> = (0..7).flat_map(feature).collect();
        assert_close(&vector(&NetSimile, &graph), &exact, &format!("seed {seed}"));
    }
}

#[test]
fn netsimile_names_every_dimension() {
    let columns = NetSimile.columns();
    assert_eq!(columns.len(), 35);
    assert_eq!((&columns[0][..], &columns[34][..]), ("degree_median", "ego_neighbors_kurtosis"));
    assert_eq!(columns.iter().collect::<BTreeSet<_>>().len(), 35);
}

#[test]
fn numbering_of_the_nodes_does_not_matter() {
    let ways = DISTANCES.into_iter().flat_map(|distance| LAPLACIANS.map(|laplacian| (distance, laplacian)));
    // Fine and coarse bins; the coarse edges are where symmetric graphs have their distances.
    let fgsd = |bins| ways.clone().map(move |(distance, laplacian)| Fgsd::new(distance, laplacian, bins, 10.0));
    let methods: Vec<Fgsd> = fgsd(10).chain(fgsd(2000)).collect();
    let symmetric = [complete(8), cycle(12), star(9), path(10), union(&[&complete(3), &star(4), &path(1)])];
    let random = (0..40).map(random_graph).chain((0..20).map(tree_with_cycles));
    for (number, graph) in symmetric.into_iter().chain(random).enumerate() {
        for seed in 0..2 {
            let other = relabelled(&graph, seed);
            assert_eq!(vector(&NetSimile, &graph), vector(&NetSimile, &other), "NetSimile, graph {number}");
            for method in &methods {
                assert_eq!(vector(method, &graph), vector(method, &other), "{method:?}, graph {number}");
            }
        }
    }
}

/// Cycles with random trees on them, unweighted or weighted.
fn tree_with_cycles(seed: u64) -> Graph {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut below = |limit: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as u32) % limit
    };
    let ring = 3 + below(4);
    let weight = |number: u32| if seed.is_multiple_of(2) { 1.0 } else { 0.5 + f64::from(number) };
    let mut edges: Vec<(u32, u32, f64)> = (0..ring).map(|v| (v, (v + 1) % ring, weight(v % 3))).collect();
    for node in ring..ring + 25 {
        edges.push((below(node), node, weight(below(4))));
    }
    Graph::from_weighted_edges(ring as usize + 25, &edges).unwrap()
}

/// S(x, y) of all pairs by the definition: eigenvectors of the dense Laplacian.
fn literal_distances(graph: &Graph, distance: SpectralDistance, laplacian: FgsdLaplacian) -> Vec<f64> {
    let n = graph.node_count();
    let degrees: Vec<f64> = (0..n as u32).map(|node| graph.weighted_degree(node)).collect();
    let mut matrix = Mat::<f64>::zeros(n, n);
    for (u, v, weight) in graph.edges() {
        let (u, v) = (u as usize, v as usize);
        let scale = match laplacian {
            FgsdLaplacian::Normalized => (degrees[u] * degrees[v]).sqrt(),
            _ => 1.0,
        };
        (matrix[(u, v)], matrix[(v, u)]) = (-weight / scale, -weight / scale);
    }
    for (node, &degree) in degrees.iter().enumerate() {
        matrix[(node, node)] = if laplacian == FgsdLaplacian::Normalized { degree.min(1.0).ceil() } else { degree };
    }
    let eigen = matrix.self_adjoint_eigen(Side::Lower).unwrap();
    let (values, vectors) = (eigen.S().column_vector(), eigen.U());
    let weight = |value: f64| match distance {
        _ if value < 1e-9 => 0.0,
        SpectralDistance::Harmonic => 1.0 / value,
        _ => 1.0 / (value * value),
    };
    let between = |x: usize, y: usize| {
        (0..n).map(|k| weight(values[k]) * (vectors[(x, k)] - vectors[(y, k)]).powi(2)).sum::<f64>()
    };
    (0..n * n).map(|pair| between(pair / n, pair % n)).collect()
}

#[test]
fn fgsd_is_its_definition() {
    let (bins, range) = (400, 20.0);
    let graphs = (0..25).map(random_graph).chain((0..20).map(tree_with_cycles)).chain([star(6), path(7), path(1)]);
    for (number, graph) in graphs.enumerate() {
        for (distance, laplacian) in DISTANCES.into_iter().flat_map(|d| LAPLACIANS.map(|l| (d, l))) {
            let found = vector(&Fgsd::new(distance, laplacian, bins, range), &graph);
            // Eigenvectors round more than the edge's tolerance: count from a little above and a little below.
            let mut distances = literal_distances(&graph, distance, laplacian);
            distances.sort_by(f64::total_cmp);
            let below = |edge: f64| distances.partition_point(|&distance| distance < edge) as f64;
            let mut total = 0.0;
            for (bin, count) in found.iter().enumerate() {
                total += f64::from(*count);
                let edge = (bin + 1) as f64 * range / bins as f64;
                let (least, most) = (below(edge * (1.0 - 1e-7)), below(edge * (1.0 + 1e-7)));
                let what = format!("{distance:?}, {laplacian:?}, graph {number}, below {edge}");
                assert!((least..=most).contains(&total), "{what}: {total}, not from {least} to {most}");
            }
        }
    }
}

#[test]
fn fgsd_by_hand() {
    let harmonic = |bins, range| Fgsd::new(SpectralDistance::Harmonic, FgsdLaplacian::Combinatorial, bins, range);
    let biharmonic = |bins, range| Fgsd::new(SpectralDistance::Biharmonic, FgsdLaplacian::Combinatorial, bins, range);
    assert_eq!(vector(&harmonic(2, 1.0), &graph(0, std::iter::empty())), [0.0, 0.0]);
    assert_eq!(vector(&harmonic(2, 1.0), &path(1)), [1.0, 0.0]);
    // Loners are at distance 0 from each other.
    assert_eq!(vector(&biharmonic(2, 1.0), &graph(3, std::iter::empty())), [9.0, 0.0]);
    // Resistances of a path are its lengths; 4 is beyond the range.
    assert_eq!(vector(&harmonic(4, 4.0), &path(5)), [5.0, 8.0, 6.0, 4.0]);
    // C4: 3/4 between neighbours, 1 across.
    assert_eq!(vector(&harmonic(5, 1.25), &cycle(4)), [4.0, 0.0, 0.0, 8.0, 4.0]);
    // K_n has the eigenvalue n only: 2/n² between any two nodes.
    assert_eq!(vector(&biharmonic(4, 1.0), &complete(4)), [16.0, 0.0, 0.0, 0.0]);
    assert_eq!(vector(&biharmonic(16, 1.0), &complete(4)), {
        let mut counts = vec![0.0; 16];
        (counts[0], counts[2]) = (4.0, 12.0);
        counts
    });
    // One edge: λ = 2, φ = (1, −1)/√2. Within: 2/λ². To the loner: 1/2 · 1/λ².
    assert_eq!(vector(&biharmonic(5, 0.625), &union(&[&path(2), &path(1)])), [3.0, 4.0, 0.0, 0.0, 2.0]);
    assert_eq!(harmonic(4, 2.0).columns(), ["0", "0.5", "1", "1.5"].map(|edge| format!("distance_from_{edge}")));
}

#[test]
fn fgsd_says_what_it_cannot_do() {
    let huge = Graph::from_edges(20_001, &[]).unwrap();
    let error = Fgsd::default().append(&huge, &mut Vec::new()).unwrap_err();
    assert!(matches!(error, BaselineError::TooLarge { rows: 20_001, .. }), "{error}");
    let uneven = Graph::from_weighted_edges(3, &[(0, 1, 1e300), (1, 2, 1e-300), (2, 0, 1e-300)]).unwrap();
    match Fgsd::default().append(&uneven, &mut Vec::new()) {
        Ok(()) | Err(BaselineError::TooUneven { nodes: 3 }) => {}
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn settings_of_fgsd_as_text() {
    let (harmonic, normalized) = (SpectralDistance::Harmonic, FgsdLaplacian::Normalized);
    let karateclub: Fgsd = "harmonic,normalized,bins=200,range=20".parse().unwrap();
    assert_eq!(karateclub, Fgsd::new(harmonic, normalized, 200, 20.0));
    assert_eq!("authors".parse::<Fgsd>().unwrap(), Fgsd::new(harmonic, FgsdLaplacian::Combinatorial, 140_000, 14.0));
    for fgsd in [karateclub, Fgsd::default()] {
        assert_eq!(fgsd.to_string().parse::<Fgsd>().unwrap(), fgsd);
    }
    for wrong in ["harmonics", "bins=0", "bins=2000000", "range=0", "range=inf", "range=nan", "bins", ""] {
        assert!(matches!(wrong.parse::<Fgsd>(), Err(BaselineError::Setting { .. })), "{wrong}");
    }
}
