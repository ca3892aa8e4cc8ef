//! All solvers agree with a plain Jacobi iteration on graphs that have everything, to 1e-10.

use crate::reference::{every_solver, jacobi_spectrum, largest_gap, random_graph, relabelled, solve};
use sgr::graph::Graph;
use sgr::spectrum::{Spectrum, SpectrumError, SpectrumSettings, SpectrumSolver};

const TOLERANCE: f64 = 1e-10;

#[test]
fn on_random_graphs_weighted_or_not_with_twins_loners_and_components() {
    for seed in 0..150 {
        let graph = random_graph(seed);
        let expected = jacobi_spectrum(&graph);
        for (way, settings) in every_solver() {
            let spectrum = solve(&graph, &settings);
            let gap = largest_gap(spectrum.eigenvalues().unwrap(), &expected);
            assert!(gap <= TOLERANCE, "seed {seed} by {way}: off by {gap:e}");
            assert!(gap <= spectrum.error(), "seed {seed} by {way}: off by {gap:e}, says {:e}", spectrum.error());
            assert!(
                spectrum.eigenvalues().unwrap().is_sorted()
                    && spectrum.eigenvalues().unwrap().iter().all(|v| (0.0..=2.0).contains(v))
            );
        }
    }
}

#[test]
fn relabelling_moves_no_eigenvalue_by_more_than_1e_9() {
    for seed in 0..60 {
        let graph = random_graph(seed);
        let other = relabelled(&graph, seed + 1000);
        for (way, settings) in every_solver() {
            let gap = largest_gap(
                solve(&graph, &settings).eigenvalues().unwrap(),
                solve(&other, &settings).eigenvalues().unwrap(),
            );
            assert!(gap <= 1e-9, "seed {seed} by {way}: moved by {gap:e}");
        }
    }
}

#[test]
fn a_graph_has_the_same_bytes_alone_and_in_company() {
    let graphs: Vec<Graph> = (0..200).map(random_graph).collect();
    let mut solver = SpectrumSolver::new(SpectrumSettings::default());
    let mut together = Vec::new();
    solver.solve(&graphs, &mut together);
    let mut pairs = Vec::new();
    for (index, graph) in graphs.iter().enumerate() {
        let expected = bits(together[index].as_ref().unwrap());
        assert_eq!(expected, bits(&solve(graph, &SpectrumSettings::default())), "graph {index}");
        // The same solver again, with warm buffers and other neighbours in the lanes.
        let company = [&graphs[(index + 7) % graphs.len()], graph, &graphs[(index + 91) % graphs.len()]];
        solver.solve(&company, &mut pairs);
        assert_eq!(expected, bits(pairs[1].as_ref().unwrap()), "graph {index} in other company");
    }
}

#[test]
fn weights_near_the_ends_of_the_range_of_numbers() {
    // A weighted path: only the ratios of the weights matter.
    let path = |unit: f64| {
        Graph::from_weighted_edges(4, &[(0, 1, unit), (1, 2, 2.0 * unit), (2, 3, unit)]).expect("finite weights")
    };
    let expected = solve(&path(1.0), &SpectrumSettings::default());
    for unit in [1e-300, 1e-200, 1e-160, 1e160, 1e200, 1e300] {
        for (way, settings) in every_solver() {
            let gap =
                largest_gap(solve(&path(unit), &settings).eigenvalues().unwrap(), expected.eigenvalues().unwrap());
            assert!(gap <= 1e-14, "unit {unit:e} by {way}: off by {gap:e}");
        }
    }
    let too_heavy = Graph::from_weighted_edges(3, &[(0, 1, 1.5e308), (1, 2, 1.5e308)]);
    assert!(too_heavy.is_err_and(|error| error.to_string().contains("add up to infinity")));
}

#[test]
fn the_empty_graph_is_named_and_costs_only_itself() {
    let empty = Graph::from_edges(0, &[]).expect("no edges");
    let edge = Graph::from_edges(2, &[(0, 1)]).expect("one edge");
    let mut spectra = Vec::new();
    SpectrumSolver::new(SpectrumSettings::default()).solve(&[&edge, &empty, &edge], &mut spectra);
    assert_eq!(spectra[1], Err(SpectrumError::EmptyGraph));
    assert_eq!(spectra[2].as_ref().unwrap().eigenvalues().unwrap(), &[0.0, 2.0]);
}

#[test]
fn a_graph_beyond_the_memory_limit_is_refused_with_the_number() {
    let mut settings = SpectrumSettings::default();
    settings.memory_limit = 100_000;
    // Random, so that neither twins nor a narrow band help.
    let edges: Vec<(u32, u32)> =
        (0..400u32).flat_map(|u| (1..9).map(move |k| (u, (u * 7919 + k * 104_729) % 400))).collect();
    let graph = Graph::from_edges(400, &edges).expect("edges within the nodes");
    let mut spectra = Vec::new();
    SpectrumSolver::new(settings).solve(&[&graph], &mut spectra);
    match spectra.as_slice() {
        [Err(SpectrumError::TooLarge { nodes, needed, limit })] => {
            assert!(*nodes <= 400 && needed > limit && *limit == 100_000);
        }
        other => panic!("{other:?}"),
    }
}

fn bits(spectrum: &Spectrum) -> Vec<u64> {
    spectrum.eigenvalues().unwrap().iter().map(|value| value.to_bits()).collect()
}
