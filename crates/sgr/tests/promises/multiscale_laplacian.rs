//! The multiscale Laplacian kernel: by hand, against its definition written down slowly, against GraKeL, and what every
//! kernel promises.

use std::sync::Arc;
use std::sync::Mutex;

use faer::prelude::Solve;
use faer::{Mat, Side};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use sgr::baselines::{BaselineError, GraphKernel, MultiscaleLaplacian, MultiscaleLaplacianSettings};
use sgr::gram::GramMatrix;
use sgr::graph::{Graph, GraphBuilder};
use sgr::progress::Progress;
use sgr::synthetic::{Family, Recipe, generator};

/// Samples every node and keeps every dimension: nothing depends on chance.
fn all_nodes() -> MultiscaleLaplacianSettings {
    MultiscaleLaplacianSettings { dimensions: 1000, samples: 10_000, ..MultiscaleLaplacianSettings::grakel() }
}

fn gram_of(graphs: &[Graph], settings: &MultiscaleLaplacianSettings) -> GramMatrix {
    let graphs: Vec<&Graph> = graphs.iter().collect();
    MultiscaleLaplacian::new(*settings).unwrap().gram(&graphs, &()).unwrap()
}

/// Graphs of every kind that the reduction and both ways of elimination meet: hubs with leaves, cliques, chains in space,
/// random ones; and what has no edges.
fn mixed_graphs(count: u64, nodes: std::ops::RangeInclusive<u32>) -> Vec<Graph> {
    let recipe = Recipe { nodes, mean_degree: 1.5..=8.0, ..Recipe::default() };
    let families = [
        Family::HubTree,
        Family::CliqueEgo,
        Family::ProximityChain,
        Family::ErdosRenyi,
        Family::RingTree,
        Family::BlockModel,
    ];
    let mut graphs: Vec<Graph> = (0..count)
        .map(|number| recipe.draw(families[number as usize % families.len()], &mut generator(4, number)).unwrap())
        .collect();
    graphs.push(Graph::from_edges(1, &[]).unwrap());
    graphs.push(Graph::from_edges(3, &[]).unwrap());
    graphs.push(Graph::from_edges(6, &[(0, 1), (1, 2), (3, 4)]).unwrap());
    graphs
}

/// The same graph with its nodes numbered otherwise.
fn relabelled(graph: &Graph, seed: u64) -> Graph {
    let mut names: Vec<u32> = (0..graph.node_count() as u32).collect();
    names.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let edges: Vec<(u32, u32)> = graph.edges().map(|(u, v, _)| (names[u as usize], names[v as usize])).collect();
    Graph::from_edges(graph.node_count(), &edges).unwrap()
}

fn with_labels(nodes: usize, edges: &[(u32, u32)], labels: &[String]) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.reserve_nodes(nodes).unwrap();
    for (&(u, v), position) in edges.iter().zip(0..) {
        builder.add_edge(u, v, position).unwrap();
    }
    labels.iter().for_each(|label| builder.add_node_label(Arc::from(label.as_str())));
    builder.build().unwrap().0
}

fn largest_gap(one: &[f64], other: &[f64]) -> f64 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
}

/// The definition, step by step: every neighbourhood by itself, inverses, all nodes as samples.
mod definition {
    use super::*;

    pub(super) fn gram(graphs: &[Graph], colors: &[Vec<usize>], settings: &MultiscaleLaplacianSettings) -> Vec<f64> {
        let kinds = colors.iter().flatten().max().map_or(0, |most| most + 1);
        let one_hot =
            |colors: &Vec<usize>| Mat::from_fn(colors.len(), kinds, |node, kind| f64::from(colors[node] == kind));
        let one_hot: Vec<Mat<f64>> = colors.iter().map(one_hot).collect();
        let rows: Vec<(usize, usize)> = (0..graphs.len())
            .flat_map(|graph| (0..graphs[graph].node_count()).map(move |node| (graph, node)))
            .collect();
        let base = |(g, u): (usize, usize), (h, v): (usize, usize)| f64::from(colors[g][u] == colors[h][v]);
        let base = Mat::from_fn(rows.len(), rows.len(), |one, other| base(rows[one], rows[other]));
        let mut features = split(&projection(&base), &one_hot);
        for level in 1..=settings.levels {
            let summary = |&(graph, node): &(usize, usize)| {
                let radius = settings.radius * if settings.doubling { 1 << (level - 1) } else { level };
                let ball = ball(&graphs[graph], node as u32, radius);
                summary(&graphs[graph], &features[graph], &ball, settings)
            };
            let summaries: Vec<Mat<f64>> = rows.iter().map(summary).collect();
            features = split(&projection(&pairs(&summaries)), &one_hot);
        }
        let summary = |(graph, features): (&Graph, &Mat<f64>)| {
            let all: Vec<u32> = (0..graph.node_count() as u32).collect();
            summary(graph, features, &all, settings)
        };
        let kernel = pairs(&graphs.iter().zip(&features).map(summary).collect::<Vec<_>>());
        (0..graphs.len() * graphs.len()).map(|at| kernel[(at / graphs.len(), at % graphs.len())]).collect()
    }

    /// K W Λ^(−1/2) over the eigenvalues that are not zero.
    fn projection(kernel: &Mat<f64>) -> Mat<f64> {
        let decomposition = kernel.self_adjoint_eigen(Side::Lower).unwrap();
        let values: Vec<f64> = decomposition.S().column_vector().iter().copied().collect();
        let kept: Vec<usize> = (0..values.len()).filter(|&k| values[k] > 1e-6).collect();
        let axes = Mat::from_fn(values.len(), kept.len(), |row, at| {
            decomposition.U()[(row, kept[at])] / values[kept[at]].sqrt()
        });
        kernel * axes
    }

    /// The rows of each graph.
    fn split(all: &Mat<f64>, like: &[Mat<f64>]) -> Vec<Mat<f64>> {
        let mut start = 0;
        let part = |rows: usize| {
            start += rows;
            all.as_ref().subrows(start - rows, rows).to_owned()
        };
        like.iter().map(Mat::nrows).map(part).collect()
    }

    fn ball(graph: &Graph, center: u32, radius: usize) -> Vec<u32> {
        let mut ball = vec![center];
        for _ in 0..radius {
            let reached: Vec<u32> = ball.iter().flat_map(|&node| graph.neighbors(node).to_vec()).collect();
            ball.extend(reached);
            ball.sort_unstable();
            ball.dedup();
        }
        ball
    }

    /// Uᵀ (L + ηI)⁻¹ U + γI
    fn summary(graph: &Graph, features: &Mat<f64>, nodes: &[u32], settings: &MultiscaleLaplacianSettings) -> Mat<f64> {
        let joined = |u: u32, v: u32| f64::from(graph.neighbors(u).contains(&v));
        let laplacian = Mat::from_fn(nodes.len(), nodes.len(), |row, column| match row == column {
            true => settings.eta + nodes.iter().map(|&other| joined(nodes[row], other)).sum::<f64>(),
            false => -joined(nodes[row], nodes[column]),
        });
        let rows = Mat::from_fn(nodes.len(), features.ncols(), |at, k| features[(nodes[at] as usize, k)]);
        let solved = laplacian.partial_piv_lu().solve(&rows);
        let identity = Mat::<f64>::identity(features.ncols(), features.ncols());
        rows.transpose() * solved + identity * faer::Scale(settings.gamma)
    }

    /// |(S1⁻¹ + S2⁻¹) / 2|^(−1/2) / (|S1|^(1/4) |S2|^(1/4))
    fn pairs(summaries: &[Mat<f64>]) -> Mat<f64> {
        let log_determinant = |matrix: &Mat<f64>| -> f64 {
            matrix.self_adjoint_eigenvalues(Side::Lower).unwrap().iter().map(|value| value.ln()).sum()
        };
        let inverse = |matrix: &Mat<f64>| {
            let identity = Mat::<f64>::identity(matrix.nrows(), matrix.nrows());
            matrix.partial_piv_lu().solve(identity)
        };
        let inverses: Vec<Mat<f64>> = summaries.iter().map(inverse).collect();
        let logarithms: Vec<f64> = summaries.iter().map(log_determinant).collect();
        Mat::from_fn(summaries.len(), summaries.len(), |one, other| {
            let mean = (&inverses[one] + &inverses[other]) * faer::Scale(0.5);
            (-0.5 * log_determinant(&mean) - 0.25 * (logarithms[one] + logarithms[other])).exp()
        })
    }
}

#[test]
fn agrees_with_its_definition() {
    let graphs = mixed_graphs(6, 5..=14);
    let degrees: Vec<Vec<usize>> = graphs
        .iter()
        .map(|graph| (0..graph.node_count() as u32).map(|node| graph.neighbors(node).len()).collect())
        .collect();
    for (levels, gamma, eta) in [(0, 0.01, 0.01), (1, 0.01, 0.01), (2, 0.3, 0.1), (3, 0.1, 0.2)] {
        let settings = MultiscaleLaplacianSettings { levels, gamma, eta, ..all_nodes() };
        let gap = largest_gap(gram_of(&graphs, &settings).values(), &definition::gram(&graphs, &degrees, &settings));
        assert!(gap < 1e-8, "{levels} levels: off by {gap:e}");
    }
}

#[test]
fn radii_grow_or_double_and_nodes_may_start_alike() {
    let graphs = mixed_graphs(6, 8..=14);
    let alike: Vec<Vec<usize>> = graphs.iter().map(|graph| vec![0; graph.node_count()]).collect();
    for (levels, radius, doubling) in [(2, 1, false), (2, 2, false), (3, 1, true)] {
        let settings = MultiscaleLaplacianSettings { levels, radius, doubling, uniform: true, eta: 0.1, ..all_nodes() };
        let gap = largest_gap(gram_of(&graphs, &settings).values(), &definition::gram(&graphs, &alike, &settings));
        assert!(gap < 1e-8, "{settings}: off by {gap:e}");
    }
}

#[test]
fn settings_as_text() {
    let parse = |text: &str| text.parse::<MultiscaleLaplacianSettings>();
    let grakel = MultiscaleLaplacianSettings::grakel();
    assert_eq!(parse("grakel").unwrap(), grakel);
    let wanted = MultiscaleLaplacianSettings { levels: 4, doubling: true, eta: 0.5, ..Default::default() };
    assert_eq!(parse("levels=4,double,eta=0.5").unwrap(), wanted);
    assert_eq!((parse(&wanted.to_string()).unwrap(), parse(&grakel.to_string()).unwrap()), (wanted, grakel));
    for wrong in ["levels", "levels=x", "double=1", "radius=0", "eta=0", "wl", ""] {
        assert!(matches!(parse(wrong), Err(BaselineError::Setting { .. })), "{wrong}");
    }
}

#[test]
fn agrees_with_grakel() {
    let stored: serde_json::Value = serde_json::from_str(include_str!("data/multiscale_laplacian.json")).unwrap();
    let number = |value: &serde_json::Value| value.as_u64().unwrap() as u32;
    let list = |value: &serde_json::Value| value.as_array().unwrap().clone();
    let graph = |graph: &serde_json::Value| {
        let edges: Vec<(u32, u32)> =
            list(&graph["edges"]).iter().map(|edge| (number(&edge[0]), number(&edge[1]))).collect();
        let labels: Vec<String> = list(&graph["labels"]).iter().map(ToString::to_string).collect();
        with_labels(labels.len(), &edges, &labels)
    };
    let graphs: Vec<Graph> = list(&stored["graphs"]).iter().map(graph).collect();
    for case in list(&stored["cases"]) {
        let settings = MultiscaleLaplacianSettings {
            levels: number(&case["levels"]) as usize,
            node_labels: case["node_labels"].as_bool().unwrap(),
            gamma: stored["settings"]["gamma"].as_f64().unwrap(),
            eta: stored["settings"]["heta"].as_f64().unwrap(),
            ..all_nodes()
        };
        let wanted: Vec<f64> = list(&case["gram"]).iter().flat_map(list).map(|value| value.as_f64().unwrap()).collect();
        let gap = largest_gap(gram_of(&graphs, &settings).values(), &wanted);
        assert!(gap < 1e-6, "{settings:?}: off by {gap:e}");
    }
}

#[test]
fn single_nodes_and_edges_by_hand() {
    let settings = MultiscaleLaplacianSettings { levels: 0, gamma: 0.5, eta: 0.25, ..all_nodes() };
    let node = Graph::from_edges(1, &[]).unwrap();
    let pair = Graph::from_edges(2, &[]).unwrap();
    let edge = Graph::from_edges(2, &[(0, 1)]).unwrap();
    let gram = gram_of(&[node, pair, edge, Graph::from_edges(0, &[]).unwrap()], &settings);
    // Two colours: degree 0 and degree 1. S is diagonal: 1/η for each node without edges, 2/η for the edge (its two nodes
    // have the same feature and the Laplacian of a constant vanishes); γ is added.
    let (one, two, none) = (4.5, 8.5, 0.5);
    let factor = |a: f64, b: f64| (a * b).sqrt() / ((a + b) / 2.0);
    let kernel = |a: [f64; 2], b: [f64; 2]| (factor(a[0], b[0]) * factor(a[1], b[1])).sqrt();
    let summaries = [[one, none], [two, none], [none, two], [none, none]];
    for (row, a) in summaries.iter().enumerate() {
        let wanted = summaries.map(|b| kernel(*a, b));
        assert!(largest_gap(gram.row(row), &wanted) < 1e-14, "{:?}, wanted {wanted:?}", gram.row(row));
    }
}

#[test]
fn one_level_of_a_path_by_hand() {
    // One colour. At level 1 both nodes of an edge see the edge, S = 2/η + γ; a node alone sees itself, S = 1/η + γ.
    let labels = |count: usize| vec!["a".to_owned(); count];
    let graphs = [with_labels(2, &[(0, 1)], &labels(2)), with_labels(1, &[], &labels(1))];
    let settings = MultiscaleLaplacianSettings { levels: 1, gamma: 1.0, eta: 1.0, node_labels: true, ..all_nodes() };
    let gram = gram_of(&graphs, &settings);
    // κ = √(√6 / 2.5) between the two kinds of nodes: features φ with φ₁·φ₁ = φ₂·φ₂ = 1 and φ₁·φ₂ = κ. For the graphs
    // S1 = 2 φ₁φ₁ᵀ + I and S2 = φ₂φ₂ᵀ + I, of determinants 3 and 2; and |I + φ₁φ₁ᵀ + φ₂φ₂ᵀ/2| by the matrix determinant lemma.
    let kappa_squared = 6f64.sqrt() / 2.5;
    let mean = 2.0 * 1.5 - 0.5 * kappa_squared;
    let wanted = 6f64.powf(0.25) / mean.sqrt();
    assert!((gram.row(0)[1] - wanted).abs() < 1e-13, "{}, wanted {wanted}", gram.row(0)[1]);
}

#[test]
fn equal_graphs_have_equal_rows_and_kernel_one() {
    let mut graphs = mixed_graphs(6, 20..=60);
    graphs.extend(graphs.clone());
    let gram = gram_of(&graphs, &MultiscaleLaplacianSettings::default());
    for at in 0..graphs.len() / 2 {
        let twin = at + graphs.len() / 2;
        assert_eq!(gram.row(at), gram.row(twin));
        assert_eq!((gram.row(at)[at], gram.row(at)[twin]), (1.0, 1.0));
    }
}

#[test]
fn numbering_of_nodes_does_not_matter() {
    let graphs = mixed_graphs(6, 10..=40);
    let others: Vec<Graph> = graphs.iter().zip(0..).map(|(graph, seed)| relabelled(graph, seed)).collect();
    let settings = MultiscaleLaplacianSettings { dimensions: 10, ..all_nodes() };
    let gap = largest_gap(gram_of(&graphs, &settings).values(), gram_of(&others, &settings).values());
    assert!(gap < 1e-9, "off by {gap:e}");
}

#[test]
fn symmetric_and_positive_semi_definite() {
    let graphs = mixed_graphs(60, 5..=150);
    for seed in 0..3 {
        let gram = gram_of(&graphs, &MultiscaleLaplacianSettings { seed, ..Default::default() });
        let matrix = Mat::from_fn(gram.size(), gram.size(), |row, column| gram.row(row)[column]);
        assert_eq!(matrix, matrix.transpose().to_owned());
        let values = matrix.self_adjoint_eigenvalues(Side::Lower).unwrap();
        let (least, most) = (values[0], values[values.len() - 1]);
        assert!(least >= -1e-8 * most, "eigenvalues from {least:e} to {most:e}");
    }
}

#[test]
fn same_bytes_on_any_number_of_threads_and_another_seed_others() {
    let graphs = mixed_graphs(24, 5..=120);
    let on = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| gram_of(&graphs, &MultiscaleLaplacianSettings { seed, ..Default::default() }))
    };
    assert_eq!(on(1, 7), on(3, 7));
    assert_ne!(on(1, 7), on(1, 8));
}

#[test]
fn nothing_and_little_to_compare() {
    let settings = MultiscaleLaplacianSettings::default();
    assert_eq!(gram_of(&[], &settings).size(), 0);
    let empty = Graph::from_edges(0, &[]).unwrap();
    assert_eq!(gram_of(&[empty.clone(), empty], &settings).values(), &[1.0; 4]);
    assert_eq!(gram_of(&[Graph::from_edges(1, &[]).unwrap()], &settings).values(), &[1.0]);
}

#[test]
fn labels_that_are_missing_and_settings_out_of_range() {
    let graphs = [with_labels(1, &[], &["a".to_owned()]), Graph::from_edges(2, &[(0, 1)]).unwrap()];
    let settings = MultiscaleLaplacianSettings { node_labels: true, ..Default::default() };
    let kernel = MultiscaleLaplacian::new(settings).unwrap();
    assert_eq!(kernel.gram(&[&graphs[0], &graphs[1]], &()), Err(BaselineError::NoNodeLabels { graph: 1 }));
    let refused = [
        MultiscaleLaplacianSettings { levels: 101, ..settings },
        MultiscaleLaplacianSettings { dimensions: 0, ..settings },
        MultiscaleLaplacianSettings { samples: 0, ..settings },
        MultiscaleLaplacianSettings { gamma: 0.0, ..settings },
        MultiscaleLaplacianSettings { eta: f64::NAN, ..settings },
    ];
    for settings in refused {
        let error = MultiscaleLaplacian::new(settings).unwrap_err();
        assert!(matches!(error, BaselineError::Setting { .. }), "{error}");
    }
}

#[test]
fn progress_ends_at_one() {
    struct Largest(Mutex<f64>);
    impl Progress for Largest {
        fn report(&self, fraction: f64) {
            assert!((0.0..=1.0).contains(&fraction));
            let mut largest = self.0.lock().unwrap();
            *largest = largest.max(fraction);
        }
    }
    let graphs = mixed_graphs(6, 5..=20);
    let largest = Largest(Mutex::new(0.0));
    MultiscaleLaplacian::default().gram(&graphs.iter().collect::<Vec<_>>(), &largest).unwrap();
    assert_eq!(*largest.0.lock().unwrap(), 1.0);
}
