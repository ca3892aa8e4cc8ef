//! The stated error of an estimated spectrum covers the true one on graphs with many equal eigenvalues, and a result that a
//! limit cut short still states an error that holds. `cargo bench --bench error_survey` does the same at length.

use std::time::Duration;

use crate::reference::{graph, hypercube, largest_gap, solve};
use sgr::graph::Graph;
use sgr::resampling::{KnotRule, Resampler, SAMPLES};
use sgr::spectrum::{Approach, Origin, Spectrum, SpectrumError, SpectrumSettings, SpectrumSolver};
use sgr::synthetic::{Family, Recipe};

fn settings(approach: impl Into<Approach>, max_error: f64) -> SpectrumSettings {
    SpectrumSettings::new().approach(approach).max_error(max_error)
}

fn true_error(found: &Spectrum, exact: &Spectrum) -> f64 {
    let samples = |spectrum: &Spectrum| spectrum.samples(&mut Resampler::new(SAMPLES, KnotRule::Literal)).to_vec();
    largest_gap(&samples(found), &samples(exact))
}

/// Complete graphs of `size` nodes whose equal nodes lie on rings: the product of a ring and a complete graph.
fn ring_of_complete_graphs(count: u32, size: u32) -> Graph {
    let inside =
        (0..count).flat_map(move |at| (0..size).flat_map(move |a| (0..a).map(move |b| (at * size + b, at * size + a))));
    let around = (0..count * size).map(move |node| (node, (node + size) % (count * size)));
    graph(count * size, inside.chain(around))
}

/// Every node is joined to the five next ones on a ring, and one edge in twenty leads elsewhere.
fn small_world(nodes: u32) -> Graph {
    let far = |node: u32, offset: u32| (node * 37 + offset * 101) % nodes;
    let target = |node: u32, offset: u32| {
        if (node * 5 + offset).is_multiple_of(20) { far(node, offset) } else { (node + offset) % nodes }
    };
    let edges = (0..nodes).flat_map(|node| (1..=5).map(move |offset| (node, target(node, offset))));
    graph(nodes, edges.filter(|(a, b)| a != b))
}

fn binary_tree(nodes: u32) -> Graph {
    graph(nodes, (1..nodes).map(|node| ((node - 1) / 2, node)))
}

fn duplication(nodes: u32) -> Graph {
    let recipe = Recipe::default().with_nodes(nodes..=nodes).with_mean_degree(8.0..=8.0);
    recipe.draw(Family::Duplication, &mut Family::Duplication.generator(3, 0)).unwrap()
}

fn subjects() -> Vec<(&'static str, Graph)> {
    vec![
        ("hypercube", hypercube(10)),
        ("ring of complete graphs", ring_of_complete_graphs(166, 6)),
        ("ring", ring_of_complete_graphs(1000, 1)),
        ("small world", small_world(1000)),
        ("binary tree", binary_tree(511)),
        ("duplication", duplication(1000)),
    ]
}

#[test]
fn densities_of_graphs_with_equal_eigenvalues_state_their_error() {
    for (name, graph) in subjects() {
        let exact = solve(&graph, &settings(Origin::Exact, 1e-3));
        for max_error in [1e-2, 1e-3] {
            let found = solve(&graph, &settings(Origin::Density, max_error));
            let (stated, error) = (found.error(), true_error(&found, &exact));
            assert!(error <= stated, "{name} at {max_error:e}: stated {stated:e}, true {error:e}");
        }
    }
}

/// The number of probes and the size of their quadratures are part of the predicted work, which limits the real one.
#[test]
fn the_work_of_a_density_is_limited() {
    let graph = duplication(2000);
    let mut spectra = Vec::new();
    let mut solver = SpectrumSolver::new(settings(Origin::Density, 1e-4).explain(true));
    solver.solve(&[&graph], &mut spectra);
    let plan = solver.explanations()[0].large.clone().unwrap();
    let of = |unit: &str| plan.effort.iter().find(|(name, _)| *name == unit).map_or(0, |(_, count)| *count);
    // The quadratures alone take 1.4e-8 s for each probe and each pair of steps.
    let quadratures = 1.4e-8 * (of("probes") * of("steps") * of("steps")) as f64;
    assert!(quadratures <= 3.0 * plan.considered[0].1, "{plan:?}");
}

#[test]
fn a_time_limit_gives_the_best_result_so_far() {
    let graph = small_world(1500);
    let exact = solve(&graph, &settings(Origin::Exact, 1e-3));
    for origin in [Origin::Slicing, Origin::Density, Origin::Ends] {
        let found = solve(&graph, &settings(origin, 1e-4).time_limit(Duration::from_nanos(1)));
        let (stated, error) = (found.error(), true_error(&found, &exact));
        assert_eq!(found.origin(), origin);
        assert!(stated > 1e-4 && error <= stated, "{origin}: stated {stated:e}, true {error:e}");
    }
    let found = solve(&graph, &settings(Approach::Auto, 1e-4).time_limit(Duration::from_nanos(1)));
    assert!(!found.origin().is_complete() && true_error(&found, &exact) <= found.error());
}

#[test]
fn a_method_that_cannot_end_early_is_refused_if_it_would_take_too_long() {
    let graph = small_world(1500);
    for origin in [Origin::Exact, Origin::Single] {
        let mut spectra = Vec::new();
        let limited = settings(origin, 1e-3).time_limit(Duration::from_micros(10));
        SpectrumSolver::new(limited).solve(&[&graph], &mut spectra);
        let Err(SpectrumError::TooSlow { predicted, limit }) = &spectra[0] else { panic!("found {:?}", spectra[0]) };
        assert!(*predicted > 1e-5 && *limit == 1e-5, "{predicted} s predicted, the limit is {limit} s");
    }
}
