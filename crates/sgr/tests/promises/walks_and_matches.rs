//! Random walks, pyramid matches and deep graph kernels: by hand on small graphs, against slow references on random ones and against
//! GraKeL (stored by `data/make_walks_and_matches.py`). Their conformance is in `graph_kernels.rs`.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph_kernels::{gram, labelled, random_graphs, renumbered};
use crate::reference::{complete, cycle, graph, path, star, union};
use faer::{Mat, Side};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::baselines::{BaselineError, DeepGraphKernel, FirstLabels, GraphKernel, PyramidMatchKernel, RandomWalkKernel};
use sgr::graph::Graph;

fn assert_close(found: &[f64], exact: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), exact.len(), "{what}");
    for (at, (found, exact)) in found.iter().zip(exact).enumerate() {
        assert!((found - exact).abs() <= tolerance * exact.abs(), "{what}, entry {at}: {found}, not {exact}");
    }
}

#[test]
fn random_walks_by_hand() {
    let walks = |graphs: &[Graph]| gram(&RandomWalkKernel::default(), graphs);
    // Largest degree 3, so λ = 1/10 < 1/9; a regular graph has n dᵏ walks of k steps.
    let regular = [(complete(4), 4.0, 3.0), (cycle(5), 5.0, 2.0), (path(2), 2.0, 1.0), (path(1), 1.0, 0.0)];
    let graphs = regular.each_ref().map(|(graph, ..)| graph.clone());
    let series = |a: usize, b: usize| {
        let ((_, n, d), (_, m, e)) = (&regular[a], &regular[b]);
        n * m / (1.0 - 0.1 * d * e)
    };
    let exact: Vec<f64> = (0..16).map(|at| series(at / 4, at % 4)).collect();
    assert_close(&walks(&graphs), &exact, 1e-14, "regular graphs");
    // A star of ten has 11, 20, 110, 200, … walks. Its degree 10 makes λ = 1/1000: 1/100 is not below 1/10².
    let exact = (121.0 + 0.001 * 400.0) / (1.0 - 1e-6 * 100.0);
    assert_close(&walks(&[star(10)]), &[exact], 1e-14, "star");
    // Weights: one edge of weight 3 has 2 · 3ᵏ.
    let heavy = Graph::from_weighted_edges(2, &[(0, 1, 3.0)]).unwrap();
    assert_close(&walks(&[heavy]), &[4.0 / (1.0 - 0.9)], 1e-13, "weights");
    let nothing = graph(0, std::iter::empty());
    assert_eq!(walks(&[nothing, path(1)]), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn random_walks_with_labels_by_hand() {
    let graphs = [labelled(&path(3), false, &["O", "C", "C"]), labelled(&path(2), false, &["C", "C"])];
    // λ = 1/10. With itself: a path of three pairs OO, CC, CC, with 3, 4, 6, 8, … walks, and an edge of two pairs. With the
    // other: two edges. The other with itself: two edges.
    let own = (3.0 + 0.4) / (1.0 - 0.02) + 2.0 / 0.9;
    let exact = [own, 4.0 / 0.9, 4.0 / 0.9, 4.0 / 0.9];
    assert_close(&gram(&RandomWalkKernel { node_labels: true, decay: None }, &graphs), &exact, 1e-14, "labels");
}

#[test]
fn a_decay_at_which_the_series_may_diverge_is_refused() {
    let square = cycle(4);
    for decay in [0.25, 0.0, -1.0, f64::NAN] {
        let found = RandomWalkKernel { node_labels: false, decay: Some(decay) }.gram(&[&square], &());
        assert!(matches!(found, Err(BaselineError::Setting { setting: "decay", .. })), "{decay}: {found:?}");
    }
    let kernel = RandomWalkKernel { node_labels: false, decay: Some(0.24) };
    assert_close(&gram(&kernel, &[square]), &[16.0 / (1.0 - 0.96)], 1e-13, "just below");
}

/// Small random graphs with labels.
fn small_graphs() -> Vec<Graph> {
    let graphs: Vec<Graph> = random_graphs(80).into_iter().filter(|graph| graph.node_count() <= 18).collect();
    assert!(graphs.len() > 12, "{}", graphs.len());
    graphs
}

fn label(graph: &Graph, node: usize, labels: bool) -> &str {
    if labels { &graph.node_labels().unwrap()[node] } else { "" }
}

fn adjacency(graph: &Graph) -> Mat<f64> {
    let mut matrix = Mat::zeros(graph.node_count(), graph.node_count());
    for (u, v, weight) in graph.edges() {
        matrix[(u as usize, v as usize)] = weight;
        matrix[(v as usize, u as usize)] = weight;
    }
    matrix
}

/// Σ λᵏ 1ᵀ Wᵏ 1 of the whole product graph, pair by pair, term by term.
fn slow_walks(a: &Graph, b: &Graph, labels: bool, decay: f64) -> f64 {
    let (first, second) = (adjacency(a), adjacency(b));
    let all = (0..a.node_count()).flat_map(|u| (0..b.node_count()).map(move |v| (u, v)));
    let pairs: Vec<_> = all.filter(|&(u, v)| label(a, u, labels) == label(b, v, labels)).collect();
    let mut walks = vec![1.0; pairs.len()];
    let mut sum = 0.0;
    for _ in 0..3000 {
        sum += walks.iter().sum::<f64>();
        let step = |&(u, v): &(usize, usize)| -> f64 {
            pairs.iter().zip(&walks).map(|(&(x, y), walks)| decay * first[(u, x)] * second[(v, y)] * walks).sum()
        };
        walks = pairs.iter().map(step).collect();
        if walks.iter().all(|&walks| walks < 1e-25) {
            break;
        }
    }
    sum
}

#[test]
fn random_walks_agree_with_the_product_graph() {
    let graphs = small_graphs();
    let degree = |graph: &Graph| (0..graph.node_count() as u32).map(|v| graph.weighted_degree(v)).fold(0.0, f64::max);
    let largest = graphs.iter().map(degree).fold(0.0, f64::max);
    let powers = (0..20).map(|exponent| 10f64.powi(-exponent));
    let decay = powers.into_iter().find(|decay| *decay < 1.0 / (largest * largest)).unwrap();
    for node_labels in [false, true] {
        let pairs = graphs.iter().flat_map(|a| graphs.iter().map(move |b| (a, b)));
        let exact: Vec<f64> = pairs.map(|(a, b)| slow_walks(a, b, node_labels, decay)).collect();
        let found = gram(&RandomWalkKernel { node_labels, decay: None }, &graphs);
        assert_close(&found, &exact, 1e-12, &format!("labels {node_labels}"));
    }
}

#[test]
fn pyramids_by_hand() {
    let matches = |graphs: &[Graph]| gram(&PyramidMatchKernel::default(), graphs);
    // An edge: 0.707 for 1 and −1. A path: 1/2, 0.707, 1/2 for √2 and −√2. Only in cells of 1/8 two of its nodes are elsewhere:
    // 12, 12, 12 and 10 matches.
    assert_eq!(matches(&[path(2), path(3)]), [12.0, 11.0, 11.0, 18.0]);
    // K3: 1/√3 for 2, and 1/√3 for both directions of −1. K10: 1/√10, and −1, nine times, does not fit. 18, 9, 9, 9.
    assert_eq!(matches(&[complete(3), complete(10)])[1], 9.0 + 9.0 / 8.0);
    // Two levels: 18 and 9.
    let two = PyramidMatchKernel { levels: 2, ..Default::default() };
    assert_eq!(gram(&two, &[complete(3), complete(10)])[1], 9.0 + 9.0 / 2.0);
    // Without edges all coordinates are 0.
    assert_eq!(matches(&[path(1), graph(3, std::iter::empty()), graph(0, std::iter::empty())])[..3], [6.0, 6.0, 0.0]);
    let labels = [labelled(&path(2), false, &["a", "b"]), labelled(&path(2), false, &["a", "a"])];
    let with_labels = PyramidMatchKernel { node_labels: true, ..Default::default() };
    assert_eq!(gram(&with_labels, &labels), [12.0, 6.0, 6.0, 12.0]);
}

#[test]
fn impossible_pyramids_and_embeddings_are_refused() {
    let edge = path(2);
    let settings = |kernel: &dyn GraphKernel| match kernel.gram(&[&edge], &()) {
        Err(BaselineError::Setting { setting, found, .. }) => format!("{setting} {found}"),
        other => panic!("{other:?}"),
    };
    assert_eq!(settings(&PyramidMatchKernel { levels: 0, ..Default::default() }), "levels 0");
    assert_eq!(settings(&PyramidMatchKernel { levels: 17, ..Default::default() }), "levels 17");
    assert_eq!(settings(&PyramidMatchKernel { dimensions: 65, ..Default::default() }), "dimensions 65");
    assert_eq!(settings(&DeepGraphKernel { dimensions: 0, ..Default::default() }), "dimensions 0");
    assert_eq!(settings(&DeepGraphKernel { dimensions: 257, ..Default::default() }), "dimensions 257");
}

/// The matches of two graphs with simple leading eigenvalues, from all eigenvectors.
fn slow_matches(a: &Graph, b: &Graph) -> f64 {
    let coordinates = |graph: &Graph| -> Vec<Vec<f64>> {
        let decomposition = adjacency(graph).self_adjoint_eigen(Side::Lower).unwrap();
        let values: Vec<f64> = decomposition.S().column_vector().iter().copied().collect();
        let mut leading: Vec<usize> = (0..values.len()).collect();
        leading.sort_by(|&a, &b| values[b].abs().total_cmp(&values[a].abs()));
        leading.truncate(6);
        leading.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        let column = |at: usize| (0..values.len()).map(|node| decomposition.U()[(node, at)].abs()).collect();
        leading.into_iter().map(column).collect()
    };
    let (first, second) = (coordinates(a), coordinates(b));
    let matches: Vec<f64> = (0..4)
        .map(|level| {
            let cells = f64::from(1 << level);
            let count = |column: &[f64], cell: f64| column.iter().filter(|x| (*x * cells).floor() == cell).count();
            let cells = (0..1 << level).map(f64::from);
            let of_cell =
                |cell| first.iter().zip(&second).map(|(x, y)| count(x, cell).min(count(y, cell))).sum::<usize>();
            cells.map(of_cell).sum::<usize>() as f64
        })
        .collect();
    matches[3] + (matches[2] - matches[3]) / 2.0 + (matches[1] - matches[2]) / 4.0 + (matches[0] - matches[1]) / 8.0
}

#[test]
fn pyramids_of_large_graphs_agree_with_all_eigenvectors_and_do_not_see_the_numbering() {
    // Beyond 300 different nodes the eigenvectors come from a Krylov iteration.
    let random = |seed: u64| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let pairs = (0..380u32).flat_map(|u| (u + 1..380).map(move |v| (u, v)));
        graph(380, pairs.filter(|_| rng.random_bool(0.02)).collect::<Vec<_>>().into_iter())
    };
    let graphs = [random(1), random(2)];
    let found = gram(&PyramidMatchKernel::default(), &graphs);
    let exact: Vec<f64> = (0..4).map(|at| slow_matches(&graphs[at / 2], &graphs[at % 2])).collect();
    assert_eq!(found, exact);
    assert_eq!(gram(&PyramidMatchKernel::default(), &[renumbered(&graphs[0], 5), renumbered(&graphs[1], 6)]), found);
}

#[test]
fn agrees_with_grakel() {
    let stored: serde_json::Value = serde_json::from_str(include_str!("data/walks_and_matches.json")).unwrap();
    let integers = |list: &serde_json::Value| -> Vec<u32> {
        list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap() as u32).collect()
    };
    let stored_graph = |stored: &serde_json::Value| {
        let pairs = stored["edges"].as_array().unwrap().iter().map(integers).map(|edge| (edge[0], edge[1]));
        let plain = graph(stored["nodes"].as_u64().unwrap() as u32, pairs.collect::<Vec<_>>().into_iter());
        labelled(&plain, false, &integers(&stored["labels"]))
    };
    let graphs: Vec<Graph> = stored["graphs"].as_array().unwrap().iter().map(stored_graph).collect();
    let decay = stored["decay"].as_f64();
    let grams = stored["grams"].as_object().unwrap();
    assert_eq!((graphs.len(), grams.len()), (10, 4));
    for (name, rows) in grams {
        let values = rows.as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
        let expected: Vec<f64> = values.map(|value| value.as_f64().unwrap()).collect();
        let node_labels = name.ends_with("labelled");
        match name.trim_end_matches(" labelled") {
            "random walk" => {
                assert_close(&gram(&RandomWalkKernel { node_labels, decay }, &graphs), &expected, 1e-12, name);
            }
            // Integers and binary fractions on both sides.
            "pyramid match" => {
                assert_eq!(
                    gram(&PyramidMatchKernel { node_labels, ..Default::default() }, &graphs),
                    expected,
                    "{name}"
                );
            }
            other => panic!("no kernel for {other}"),
        }
    }
}

/// Colours after some refinements, each as its whole story.
fn stories(graph: &Graph, labels: bool, iterations: usize) -> Vec<String> {
    let first = |node: usize| match labels {
        true => label(graph, node, true).to_owned(),
        false => graph.neighbors(node as u32).len().to_string(),
    };
    let mut stories: Vec<String> = (0..graph.node_count()).map(first).collect();
    for _ in 0..iterations {
        let next = |node: usize| {
            let mut others: Vec<&str> =
                graph.neighbors(node as u32).iter().map(|&other| stories[other as usize].as_str()).collect();
            others.sort_unstable();
            format!("<{}|{};>", stories[node], others.join(";"))
        };
        stories = (0..graph.node_count()).map(next).collect();
    }
    stories
}

/// φᵀ M φ′ of one refinement with all positive eigenvalues, word by word.
fn slow_deep_gram(graphs: &[Graph], labels: bool, iterations: usize) -> Mat<f64> {
    let stories: Vec<Vec<String>> = graphs.iter().map(|graph| stories(graph, labels, iterations)).collect();
    let colours: BTreeSet<&str> = stories.iter().flatten().map(String::as_str).collect();
    let count = |graph: usize, colour: &str| stories[graph].iter().filter(|story| *story == colour).count() as f64;
    let graphs_with = |colour: &str| (0..graphs.len()).filter(|&graph| count(graph, colour) > 0.0).count();
    let words: Vec<&str> = colours.iter().copied().filter(|colour| graphs_with(colour) >= 2).collect();
    let alone: Vec<&str> = colours.iter().copied().filter(|colour| graphs_with(colour) < 2).collect();
    let counts = Mat::from_fn(graphs.len(), words.len(), |graph, word| count(graph, words[word]));
    // Every node meets every other node of its graph.
    let mut met: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for (graph, story) in stories.iter().enumerate() {
        let place = |node: usize| words.iter().position(|word| *word == story[node]);
        let pairs = (0..story.len()).flat_map(|u| (0..story.len()).map(move |v| (u, v))).filter(|(u, v)| u != v);
        for (u, v) in pairs {
            if let (Some(a), Some(b)) = (place(u), place(v)) {
                *met.entry((a, b)).or_insert(0.0) += 1.0 / (stories[graph].len() - 1) as f64;
            }
        }
    }
    let of_word = |word: usize| met.iter().filter(|((a, _), _)| *a == word).map(|(_, met)| met).sum::<f64>();
    let total: f64 = met.values().sum();
    let information = Mat::from_fn(words.len(), words.len(), |a, b| match met.get(&(a, b)) {
        Some(met) => (met * total / (of_word(a) * of_word(b))).ln().max(0.0),
        None => 0.0,
    });
    let decomposition = information.self_adjoint_eigen(Side::Lower).unwrap();
    let positive: Vec<f64> = decomposition.S().column_vector().iter().map(|value| value.max(0.0)).collect();
    let scaled = Mat::from_fn(words.len(), words.len(), |word, at| decomposition.U()[(word, at)] * positive[at]);
    let similarity = &scaled * decomposition.U().transpose();
    let alone = Mat::from_fn(graphs.len(), graphs.len(), |a, b| {
        alone.iter().map(|colour| count(a, colour) * count(b, colour)).sum::<f64>()
    });
    &counts * &similarity * counts.transpose() + alone
}

#[test]
fn deep_kernels_agree_with_their_definition() {
    let graphs = small_graphs();
    for (iterations, labels) in [(0, false), (2, false), (1, true)] {
        let first_labels = if labels { FirstLabels::Given } else { FirstLabels::Degrees };
        let found = gram(&DeepGraphKernel { iterations, dimensions: 256, first_labels }, &graphs);
        let exact =
            (0..=iterations).map(|refined| slow_deep_gram(&graphs, labels, refined)).reduce(|a, b| a + b).unwrap();
        let largest = (0..graphs.len()).map(|at| exact[(at, at)]).fold(0.0, f64::max);
        for (at, found) in found.iter().enumerate() {
            let exact = exact[(at / graphs.len(), at % graphs.len())];
            assert!(
                (found - exact).abs() <= 1e-10 * largest,
                "{iterations}, {labels}, entry {at}: {found}, not {exact}"
            );
        }
    }
}

#[test]
fn similar_colours_make_graphs_similar() {
    // Two graphs without a common colour but the leaves. Hubs of four and of five meet nothing but leaves, so they are
    // embedded at the same place, and the deep kernel finds the graphs more similar than Weisfeiler and Lehman's does.
    let graphs = [star(4), star(4), star(5), star(5), union(&[&cycle(3), &cycle(4)]), cycle(5)];
    let deep = DeepGraphKernel { iterations: 0, ..Default::default() };
    let plain = sgr::baselines::WeisfeilerLehmanKernel { iterations: 0, first_labels: FirstLabels::Degrees };
    let cosine = |kernel: &dyn GraphKernel| {
        let graphs: Vec<&Graph> = graphs.iter().collect();
        kernel.gram(&graphs, &()).unwrap().normalized().values()[2]
    };
    assert!(cosine(&deep) > cosine(&plain), "{} and {}", cosine(&deep), cosine(&plain));
}
