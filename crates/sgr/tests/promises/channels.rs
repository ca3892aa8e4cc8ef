//! The channels of counts: by hand on small graphs, against brute force on random ones, and blind to the numbering.

use std::time::Instant;

use crate::reference::{complete, complete_bipartite, cycle, graph, path, random_graph, relabelled, star, union};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::graph::Graph;
use sgr::representation::{Channels, Representation, SolvedGraph};
use sgr::resampling::KnotRule;
use sgr::spectrum::Spectrum;

/// The channels that count, with their widths.
const COUNTING: [(&str, usize); 6] =
    [("degrees", 24), ("clustering", 12), ("squares", 2), ("components", 3), ("cores", 10), ("neighbors", 23)];

fn channels(names: &[&str]) -> Channels {
    Channels::parse(names, 2, KnotRule::Literal).unwrap()
}

/// The inputs of one channel; none of those asked for here looks at the spectrum.
fn inputs(name: &str, graph: &Graph) -> Vec<f32> {
    let spectrum = Spectrum::of(&path(1)).unwrap();
    let mut row = Vec::new();
    channels(&[name]).append(&[SolvedGraph { graph, spectrum: &spectrum }], &mut row);
    row
}

fn assert_close(found: &[f32], exact: &[f64], what: &str) {
    assert_eq!(found.len(), exact.len(), "{what}");
    for (at, (found, exact)) in found.iter().zip(exact).enumerate() {
        // Both are roundings of nearly the same f64.
        assert!((f64::from(*found) - exact).abs() <= 2e-7 * exact.abs().max(1.0), "{what} {at}: {found}, not {exact}");
    }
}

fn ln1(value: f64) -> f64 {
    value.ln_1p()
}

fn single() -> Graph {
    path(1)
}

/// Two triangles that share an edge.
fn diamond() -> Graph {
    graph(4, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)].into_iter())
}

fn petersen() -> Graph {
    graph(10, (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]))
}

#[test]
fn every_channel_has_its_width_and_names() {
    for (name, width) in COUNTING {
        let channels = channels(&[name]);
        let columns = channels.columns();
        assert_eq!((channels.width(), inputs(name, &single()).len()), (width, width), "{name}");
        assert!(columns.iter().all(|column| column.starts_with(name)), "{columns:?}");
    }
    let mut columns = channels(&Channels::NAMES).columns();
    let count = columns.len();
    columns.sort_unstable();
    columns.dedup();
    assert_eq!(columns.len(), count, "every input has a name of its own");
}

#[test]
fn degrees_by_hand() {
    let exact = |quantiles: [f64; 16], fractions: [f64; 6], largest: f64, deviation: f64| {
        [&quantiles.map(ln1)[..], &fractions, &[ln1(largest), ln1(deviation)]].concat()
    };
    let check = |graph: &Graph, exact: Vec<f64>, what: &str| assert_close(&inputs("degrees", graph), &exact, what);
    check(&single(), exact([0.0; 16], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.0, 0.0), "single node");
    check(&complete(4), exact([3.0; 16], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0], 3.0, 0.0), "K4");
    // Degrees 1, 1, 2, 2: mean 3/2, deviation 1/2.
    let mut quantiles = [1.0; 16];
    quantiles[8..].fill(2.0);
    check(&path(4), exact(quantiles, [0.0, 0.5, 0.5, 0.0, 0.0, 0.0], 2.0, 0.5), "path");
    // Degrees 1 (seven times) and 7: mean 7/4, mean of squares 7, and the last quantile is at 15.5/16 · 8 = 7.
    let mut quantiles = [1.0; 16];
    quantiles[14..].fill(7.0);
    let deviation = (7.0f64 - 49.0 / 16.0).sqrt();
    check(&star(7), exact(quantiles, [0.0, 0.875, 0.0, 0.0, 0.0, 0.125], 7.0, deviation), "star");
    // A cycle of four beside four loners.
    let mut quantiles = [0.0; 16];
    quantiles[8..].fill(2.0);
    let lonely = union(&[&graph(4, std::iter::empty()), &cycle(4)]);
    check(&lonely, exact(quantiles, [0.5, 0.0, 0.5, 0.0, 0.0, 0.0], 2.0, 1.0), "C4 and loners");
}

#[test]
fn clustering_and_squares_by_hand() {
    let six_loners = graph(6, std::iter::empty());
    // Triangles, wedges, mean and quantiles of local clustering, squares.
    let table = [
        ("single node", single(), 0.0, 0.0, 0.0, [0.0; 8], 0.0),
        ("triangle", complete(3), 1.0, 3.0, 1.0, [1.0; 8], 0.0),
        ("K4", complete(4), 4.0, 12.0, 1.0, [1.0; 8], 3.0),
        ("C4", cycle(4), 0.0, 4.0, 0.0, [0.0; 8], 1.0),
        ("star", star(5), 0.0, 10.0, 0.0, [0.0; 8], 0.0),
        ("path", path(5), 0.0, 3.0, 0.0, [0.0; 8], 0.0),
        ("K3,3", complete_bipartite(3, 3), 0.0, 18.0, 0.0, [0.0; 8], 9.0),
        ("Petersen", petersen(), 0.0, 30.0, 0.0, [0.0; 8], 0.0),
        // Ends 1, middle nodes 2/3.
        ("diamond", diamond(), 2.0, 8.0, 5.0 / 6.0, [[2.0 / 3.0; 4], [1.0; 4]].concat().try_into().unwrap(), 1.0),
        // Four of twelve nodes have a triangle; quantile 5 is at 11/16 · 12 = 8¼, the first of them.
        (
            "K4, K2 and loners",
            union(&[&complete(4), &path(2), &six_loners]),
            4.0,
            12.0,
            4.0 / 12.0,
            [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
            3.0,
        ),
    ];
    for (what, graph, triangles, wedges, mean, quantiles, squares) in table {
        let nodes = graph.node_count() as f64;
        let transitivity = 3.0 * triangles / f64::max(wedges, 1.0);
        let first = [ln1(triangles), transitivity, mean, ln1(triangles) - nodes.ln()];
        assert_close(&inputs("clustering", &graph), &[&first[..], &quantiles].concat(), what);
        assert_close(&inputs("squares", &graph), &[ln1(squares), ln1(squares) - nodes.ln()], what);
    }
    // Closed forms, in graphs large and dense enough for rows of bits: n choose 3, 3 (n choose 4), (a choose 2)(b choose 2).
    for n in [63u32, 64, 65, 150] {
        let size = f64::from(n);
        let triples = size * (size - 1.0) * (size - 2.0) / 6.0;
        assert_close(&inputs("clustering", &complete(n))[..1], &[ln1(triples)], "K_n");
        assert_close(&inputs("squares", &complete(n))[..1], &[ln1(triples * (size - 3.0) * 0.75)], "K_n");
        let squares = size * (size - 1.0) / 2.0 * 1225.0;
        assert_close(&inputs("squares", &complete_bipartite(n, 50))[..1], &[ln1(squares)], "K_n,50");
    }
}

#[test]
fn components_by_hand() {
    let loners = graph(3, std::iter::empty());
    let cases = [
        ("single node", single(), [0.0, 1.0, 0.0]),
        ("loners", loners.clone(), [3f64.ln(), 1.0, 0.0]),
        ("K4", complete(4), [0.0, 0.0, ln1(3.0)]),
        ("C4", cycle(4), [0.0, 0.0, ln1(1.0)]),
        ("star", star(9), [0.0; 3]),
        ("Petersen", petersen(), [0.0, 0.0, ln1(6.0)]),
        ("K3,3, path and loners", union(&[&complete_bipartite(3, 3), &loners, &path(3)]), [5f64.ln(), 0.25, ln1(4.0)]),
    ];
    for (what, graph, exact) in cases {
        assert_close(&inputs("components", &graph), &exact, what);
    }
}

#[test]
fn cores_by_hand() {
    let exact = |quantiles: [f64; 8], two: f64, three: f64| [&quantiles.map(ln1)[..], &[two, three]].concat();
    // A path of four that ends in a K4: core 1 three times, core 3 four times; and a loner.
    let tailed = graph(8, [(0, 1), (1, 2), (2, 3)].into_iter().chain((3..7).flat_map(|u| (3..u).map(move |v| (u, v)))));
    let cases = [
        ("single node", single(), exact([0.0; 8], 0.0, 0.0)),
        ("K4", complete(4), exact([3.0; 8], 1.0, 1.0)),
        ("C4", cycle(4), exact([2.0; 8], 1.0, 0.0)),
        ("star", star(9), exact([1.0; 8], 0.0, 0.0)),
        ("diamond", diamond(), exact([2.0; 8], 1.0, 0.0)),
        ("Petersen", petersen(), exact([3.0; 8], 1.0, 1.0)),
        ("tailed K4 and loner", tailed, exact([0.0, 1.0, 1.0, 1.0, 3.0, 3.0, 3.0, 3.0], 0.5, 0.5)),
    ];
    for (what, graph, exact) in cases {
        assert_close(&inputs("cores", &graph), &exact, what);
    }
}

#[test]
fn neighbors_by_hand() {
    /// Clipped degrees of the ends, in the order of the inputs.
    #[rustfmt::skip]
    const PAIRS: [(usize, usize); 15] = [
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 4),
        (1, 5),
        (2, 2),
        (2, 3),
        (2, 4),
        (2, 5),
        (3, 3),
        (3, 4),
        (3, 5),
        (4, 4),
        (4, 5),
        (5, 5),
    ];
    let exact = |quantiles: [f64; 8], edges: &[((usize, usize), f64)]| {
        let fraction = |pair| edges.iter().filter(|(other, _)| *other == pair).map(|(_, fraction)| fraction).sum();
        [quantiles.map(ln1).to_vec(), PAIRS.map(fraction).to_vec()].concat()
    };
    let mut star_means = [7.0; 8];
    star_means[0] = 1.0;
    let cases = [
        ("single node", single(), exact([0.0; 8], &[])),
        ("edge", path(2), exact([1.0; 8], &[((1, 1), 1.0)])),
        ("K4", complete(4), exact([3.0; 8], &[((3, 3), 1.0)])),
        ("K5", complete(5), exact([4.0; 8], &[((4, 4), 1.0)])),
        ("K9", complete(9), exact([8.0; 8], &[((5, 5), 1.0)])),
        ("star", star(7), exact(star_means, &[((1, 5), 1.0)])),
        // Means 2, 3/2, 3/2, 2.
        ("path", path(4), exact([1.5, 1.5, 1.5, 1.5, 2.0, 2.0, 2.0, 2.0], &[((1, 2), 2.0 / 3.0), ((2, 2), 1.0 / 3.0)])),
        // Ends have two neighbours of degree 3, middle nodes (2 + 2 + 3)/3.
        (
            "diamond and loners",
            union(&[&diamond(), &graph(4, std::iter::empty())]),
            exact([0.0, 0.0, 0.0, 0.0, 7.0 / 3.0, 7.0 / 3.0, 3.0, 3.0], &[((2, 3), 0.8), ((3, 3), 0.2)]),
        ),
        ("K2,4", complete_bipartite(2, 4), exact([2.0, 2.0, 2.0, 4.0, 4.0, 4.0, 4.0, 4.0], &[((2, 4), 1.0)])),
    ];
    for (what, graph, exact) in cases {
        assert_close(&inputs("neighbors", &graph), &exact, what);
    }
}

/// Everything again from the adjacency matrix, sharing nothing with the library.
struct BruteForce {
    adjacent: Vec<Vec<bool>>,
    degrees: Vec<usize>,
}

impl BruteForce {
    fn new(graph: &Graph) -> Self {
        let nodes = graph.node_count();
        let mut adjacent = vec![vec![false; nodes]; nodes];
        for (u, v, _) in graph.edges() {
            adjacent[u as usize][v as usize] = true;
            adjacent[v as usize][u as usize] = true;
        }
        let degrees = adjacent.iter().map(|row| row.iter().filter(|&&edge| edge).count()).collect();
        Self { adjacent, degrees }
    }

    fn nodes(&self) -> usize {
        self.degrees.len()
    }

    fn edges(&self) -> f64 {
        self.degrees.iter().sum::<usize>() as f64 / 2.0
    }

    fn fraction(&self, test: impl Fn(usize) -> bool) -> f64 {
        (0..self.nodes()).filter(|&node| test(node)).count() as f64 / self.nodes() as f64
    }

    fn common(&self, u: usize, v: usize) -> usize {
        (0..self.nodes()).filter(|&w| self.adjacent[u][w] && self.adjacent[v][w]).count()
    }

    fn row(&self, channel: &str) -> Vec<f64> {
        match channel {
            "degrees" => self.degrees(),
            "clustering" => self.clustering(),
            "squares" => self.squares(),
            "components" => self.components(),
            "cores" => self.cores(),
            _ => self.neighbors(),
        }
    }

    fn degrees(&self) -> Vec<f64> {
        let degrees: Vec<f64> = self.degrees.iter().map(|&degree| degree as f64).collect();
        let mean = degrees.iter().sum::<f64>() / self.nodes() as f64;
        let variance = degrees.iter().map(|degree| (degree - mean).powi(2)).sum::<f64>() / self.nodes() as f64;
        let mut row = quantiles(degrees.iter().map(|&degree| ln1(degree)), 16);
        row.extend((0..5).map(|degree| self.fraction(|node| self.degrees[node] == degree)));
        row.push(self.fraction(|node| self.degrees[node] >= 5));
        row.extend([ln1(degrees.iter().copied().fold(0.0, f64::max)), ln1(variance.sqrt())]);
        row
    }

    fn clustering(&self) -> Vec<f64> {
        let nodes = self.nodes();
        let (mut triangles, mut wedges) = (0, 0);
        let mut local = vec![0.0; nodes];
        for (u, local) in local.iter_mut().enumerate() {
            let (mut closed, mut open) = (0, 0);
            for v in (0..nodes).filter(|&v| self.adjacent[u][v]) {
                for w in (0..v).filter(|&w| self.adjacent[u][w]) {
                    open += 1;
                    closed += usize::from(self.adjacent[v][w]);
                    triangles += usize::from(self.adjacent[v][w] && v < u);
                }
            }
            wedges += open;
            *local = if open == 0 { 0.0 } else { closed as f64 / open as f64 };
        }
        let logarithm = ln1(triangles as f64);
        let transitivity = 3.0 * triangles as f64 / wedges.max(1) as f64;
        let mean = local.iter().sum::<f64>() / nodes as f64;
        let first = vec![logarithm, transitivity, mean, logarithm - (nodes as f64).ln()];
        [first, quantiles(local.into_iter(), 8)].concat()
    }

    fn squares(&self) -> Vec<f64> {
        // Closed walks of length 4, less those that turn back: tr A⁴ = 8 C₄ + 2 Σ d² − 2 m.
        let square = |u: usize, v: usize| self.common(u, v).pow(2) as f64;
        let trace: f64 = (0..self.nodes()).flat_map(|u| (0..self.nodes()).map(move |v| square(u, v))).sum();
        let turns: f64 = self.degrees.iter().map(|&degree| 2.0 * (degree * degree) as f64).sum();
        let squares = (trace - turns + 2.0 * self.edges()) / 8.0;
        vec![ln1(squares), ln1(squares) - (self.nodes() as f64).ln()]
    }

    fn components(&self) -> Vec<f64> {
        // The least name wins until nothing changes.
        let mut names: Vec<usize> = (0..self.nodes()).collect();
        for _ in 0..self.nodes() {
            for u in 0..self.nodes() {
                for v in (0..self.nodes()).filter(|&v| self.adjacent[u][v]) {
                    names[u] = names[u].min(names[v]);
                }
            }
        }
        let components = names.iter().enumerate().filter(|(node, name)| node == *name).count() as f64;
        let isolated = self.fraction(|node| self.degrees[node] == 0);
        vec![components.ln(), isolated, ln1(self.edges() - self.nodes() as f64 + components)]
    }

    fn cores(&self) -> Vec<f64> {
        // For each k: throw out nodes with fewer than k neighbours left until none is.
        let mut cores = vec![0; self.nodes()];
        for k in 1..self.nodes() {
            let mut left = vec![true; self.nodes()];
            let few = |left: &[bool], u: usize| (0..left.len()).filter(|&v| left[v] && self.adjacent[u][v]).count() < k;
            while let Some(out) = (0..self.nodes()).find(|&u| left[u] && few(&left, u)) {
                left[out] = false;
            }
            (0..self.nodes()).filter(|&node| left[node]).for_each(|node| cores[node] = k);
        }
        let mut row = quantiles(cores.iter().map(|&core| ln1(core as f64)), 8);
        row.extend([2, 3].map(|least| self.fraction(|node| cores[node] >= least)));
        row
    }

    fn neighbors(&self) -> Vec<f64> {
        let mean = |u: usize| {
            let sum: usize = (0..self.nodes()).filter(|&v| self.adjacent[u][v]).map(|v| self.degrees[v]).sum();
            if self.degrees[u] == 0 { 0.0 } else { ln1(sum as f64 / self.degrees[u] as f64) }
        };
        let mut row = quantiles((0..self.nodes()).map(mean), 8);
        for a in 1..=5 {
            for b in a..=5 {
                let mut count = 0;
                for u in 0..self.nodes() {
                    for v in (0..u).filter(|&v| self.adjacent[u][v]) {
                        let (p, q) = (self.degrees[u].min(5), self.degrees[v].min(5));
                        count += usize::from((p.min(q), p.max(q)) == (a, b));
                    }
                }
                row.push(if self.edges() == 0.0 { 0.0 } else { f64::from(count as u32) / self.edges() });
            }
        }
        row
    }
}

fn quantiles(values: impl Iterator<Item = f64>, count: usize) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let at = |i: usize| ((i as f64 + 0.5) / count as f64 * values.len() as f64).floor() as usize;
    (0..count).map(|i| values[at(i).min(values.len() - 1)]).collect()
}

/// A random graph of up to 150 nodes: from a handful of edges to nearly complete, so that both ways of counting cycles run.
fn uniform_graph(seed: u64) -> Graph {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let nodes = random.random_range(1..150u32);
    let density: f64 = random.random_range(0.0..1.0f64).powi(3);
    let pairs = (0..nodes).flat_map(|u| (0..u).map(move |v| (u, v)));
    let edges: Vec<_> = pairs.filter(|_| random.random_bool(density)).collect();
    graph(nodes, edges.into_iter())
}

#[test]
fn random_graphs_agree_with_brute_force() {
    for seed in 0..120 {
        // Weighted ones too: weights do not count.
        for graph in [random_graph(seed), uniform_graph(seed)] {
            let exact = BruteForce::new(&graph);
            for (name, _) in COUNTING {
                assert_close(&inputs(name, &graph), &exact.row(name), &format!("{name}, seed {seed}"));
            }
        }
    }
}

#[test]
fn another_numbering_and_used_buffers_give_the_same_bytes() {
    let names = COUNTING.map(|(name, _)| name);
    let mut used = channels(&names);
    let spectrum = Spectrum::of(&path(1)).unwrap();
    let row = |channels: &mut Channels, graph: &Graph| {
        let mut row = Vec::new();
        channels.append(&[SolvedGraph { graph, spectrum: &spectrum }], &mut row);
        row.iter().map(|value| value.to_bits()).collect::<Vec<_>>()
    };
    for seed in 0..200 {
        for graph in [random_graph(seed), uniform_graph(seed)] {
            let fresh = row(&mut channels(&names), &graph);
            assert!(fresh.iter().all(|&bits| f32::from_bits(bits).is_finite()), "seed {seed}");
            assert!(fresh == row(&mut used, &graph), "used buffers, seed {seed}");
            assert!(fresh == row(&mut used, &relabelled(&graph, seed)), "relabelled, seed {seed}");
        }
    }
}

#[test]
fn hubs_do_not_cost_their_degree_squared() {
    // Ends at once or, with 10¹² steps, not within the hour: the limit below tells these apart and is no measure of speed.
    let start = Instant::now();
    let leaves = 1_000_000;
    let star = star(leaves);
    let theta = graph(leaves + 2, (2..leaves + 2).flat_map(|v| [(0, v), (1, v)]));
    for (name, width) in COUNTING {
        for graph in [&star, &theta] {
            let row = inputs(name, graph);
            assert!(row.len() == width && row.iter().all(|value| value.is_finite()), "{name}: {row:?}");
        }
    }
    assert_eq!(inputs("squares", &star)[0], 0.0);
    let pairs = f64::from(leaves) * f64::from(leaves - 1) / 2.0;
    assert_close(&inputs("squares", &theta)[..1], &[ln1(pairs)], "K_2,n");
    // A clique beside loners: rows of bits would take more memory than there is.
    let lonely = union(&[&complete(200), &graph(leaves, std::iter::empty())]);
    assert_close(&inputs("clustering", &lonely)[..1], &[ln1(1_313_400.0)], "K_200 and loners");
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
