//! Spectra of large graphs: every method keeps the error it states, finds what is manifold, and refuses what cannot be.

use crate::reference::{
    complete_bipartite, eigenvalues, graph, hypercube, jacobi_of, largest_gap, path, runs, solve, star, union,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::graph::Graph;
use sgr::representation::distance::spectral_bound;
use sgr::representation::{Normalization, Times, heat_trace, heat_trace_errors};
use sgr::resampling::{KnotRule, Resampler, SAMPLES, SampleGrid};
use sgr::spectrum::{Approach, Origin, Spectrum, SpectrumError, SpectrumSettings, SpectrumSolver};

fn settings(approach: impl Into<Approach>, max_error: f64) -> SpectrumSettings {
    SpectrumSettings::new().approach(approach).max_error(max_error)
}

/// Largest distance of the 256 samples that vectors are made of.
fn sample_gap(found: &Spectrum, exact: &Spectrum) -> f64 {
    let samples = |spectrum: &Spectrum| spectrum.samples(&mut Resampler::new(SAMPLES, KnotRule::Literal)).to_vec();
    largest_gap(&samples(found), &samples(exact))
}

/// One sample for each node: the numbers that the curve goes through.
fn values(spectrum: &Spectrum) -> Vec<f64> {
    let mut resampler = Resampler::new(spectrum.node_count() + 1, KnotRule::Literal);
    spectrum.samples(&mut resampler)[1..].to_vec()
}

fn exact(graph: &Graph) -> Spectrum {
    let spectrum = solve(graph, &settings(Origin::Exact, 1e-3));
    assert_eq!(spectrum.origin(), Origin::Exact);
    spectrum
}

/// Blocks of nodes with `inside` neighbours in the own block and `outside` in any, on average.
fn blocks(nodes: u32, count: u32, inside: f64, outside: f64, random: &mut ChaCha8Rng) -> Graph {
    let size = nodes / count;
    let mut edges = Vec::new();
    for _ in 0..(f64::from(nodes) * (inside + outside) / 2.0) as usize {
        let u = random.random_range(0..nodes);
        let is_inside = random.random::<f64>() < inside / (inside + outside);
        let v = if is_inside {
            (u / size * size + random.random_range(0..size)).min(nodes - 1)
        } else {
            random.random_range(0..nodes)
        };
        edges.push((u, v));
    }
    graph(nodes, edges.into_iter())
}

/// Cliques of a few nodes that lie close together, as authors of papers do: a spectrum with steps, also where there are no twins.
fn collaborations(nodes: u32, papers: usize, random: &mut ChaCha8Rng) -> Graph {
    let mut edges = Vec::new();
    for _ in 0..papers {
        let (first, count) = (random.random_range(0..nodes - 40), random.random_range(2..6));
        let authors: Vec<u32> = (0..count).map(|_| first + random.random_range(0..40)).collect();
        edges.extend(authors.iter().flat_map(|&u| authors.iter().map(move |&v| (u, v))));
    }
    graph(nodes, edges.into_iter())
}

/// A tree whose nodes hang on one of the few before them, with some edges more.
fn road(nodes: u32, more: usize, random: &mut ChaCha8Rng) -> Graph {
    let mut edges: Vec<(u32, u32)> = (1..nodes).map(|v| (v - 1 - random.random_range(0..v.min(4)), v)).collect();
    edges.extend((0..more).map(|_| {
        let u = random.random_range(0..nodes - 20);
        (u, u + random.random_range(1..20))
    }));
    graph(nodes, edges.into_iter())
}

fn grid(width: u32, height: u32) -> Graph {
    let at = |x: u32, y: u32| y * width + x;
    let right = (0..height).flat_map(|y| (1..width).map(move |x| (at(x - 1, y), at(x, y))));
    let down = (1..height).flat_map(|y| (0..width).map(move |x| (at(x, y - 1), at(x, y))));
    graph(width * height, right.chain(down))
}

/// A torus has eigenvalues that are up to eightfold.
fn torus(side: u32) -> Graph {
    let at = |x: u32, y: u32| (y % side) * side + x % side;
    let edges: Vec<(u32, u32)> = (0..side)
        .flat_map(|y| (0..side).flat_map(move |x| [(at(x, y), at(x + 1, y)), (at(x, y), at(x, y + 1))]))
        .collect();
    graph(side * side, edges.into_iter())
}

fn weighted(graph: &Graph, random: &mut ChaCha8Rng) -> Graph {
    let edges: Vec<_> = graph.edges().map(|(u, v, _)| (u, v, random.random_range(0.1..10.0))).collect();
    Graph::from_weighted_edges(graph.node_count(), &edges).expect("edges within the nodes")
}

/// Copies of a graph side by side.
fn copies(graph: &Graph, count: usize) -> Graph {
    union(&vec![graph; count])
}

#[test]
fn slicing_keeps_every_error_that_is_asked_for() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let tree = road(1500, 0, &mut random);
    let graphs = [
        ("tree", tree.clone()),
        ("road", road(1200, 150, &mut random)),
        ("grid", grid(31, 29)),
        ("blocks", blocks(600, 4, 6.0, 1.0, &mut random)),
        ("weighted road", weighted(&road(700, 80, &mut random), &mut random)),
        ("two trees", copies(&tree, 2)),
    ];
    for (name, graph) in &graphs {
        let expected = exact(graph);
        for max_error in [1e-2, 1e-3, 1e-5] {
            let found = solve(graph, &settings(Origin::Slicing, max_error));
            assert_eq!(found.origin(), Origin::Slicing, "{name}");
            assert!(found.error() <= max_error, "{name}: states {:e} for {max_error:e}", found.error());
            let gap = sample_gap(&found, &expected);
            assert!(gap <= found.error(), "{name}: off by {gap:e}, states {:e}", found.error());
            // What the samples do not need is known, too.
            let gap = largest_gap(&values(&found), &values(&expected));
            assert!(gap <= 1.01e-3, "{name}: an eigenvalue is off by {gap:e}");
        }
    }
}

/// The error is stated for the samples that were asked for, not for the paper's 256.
#[test]
fn stated_errors_hold_for_other_samples_and_knots() {
    let mut random = ChaCha8Rng::seed_from_u64(12);
    // Small eigenvalues far apart: the samples next to 0 are extrapolated from them.
    let graph = road(900, 60, &mut random);
    let expected = exact(&graph);
    for (samples, rule) in [64, 1024].into_iter().flat_map(|samples| KnotRule::ALL.map(|rule| (samples, rule))) {
        let settings = settings(Origin::Slicing, 1e-4).grid(SampleGrid::new(samples, rule));
        let found = solve(&graph, &settings);
        let of = |spectrum: &Spectrum| spectrum.samples(&mut Resampler::new(samples, rule)).to_vec();
        let gap = largest_gap(&of(&found), &of(&expected));
        assert!(gap <= found.error() && found.error() <= 1e-4, "{samples}, {rule:?}: {gap:e}, {:e}", found.error());
    }
}

/// Each rule has its own ends: samples left or right of all eigenvalues, or a spline that begins at the second one.
#[test]
fn stated_errors_of_densities_hold_for_every_rule() {
    let graph = blocks(1500, 3, 12.0, 1.0, &mut ChaCha8Rng::seed_from_u64(21));
    let expected = exact(&graph);
    for rule in KnotRule::ALL {
        let found = solve(&graph, &settings(Origin::Density, 5e-3).grid(SampleGrid::new(SAMPLES, rule)));
        assert_eq!(found.origin(), Origin::Density);
        let of = |spectrum: &Spectrum| spectrum.samples(&mut Resampler::new(SAMPLES, rule)).to_vec();
        let gap = largest_gap(&of(&found), &of(&expected));
        assert!(gap <= found.error() && found.error() <= 5e-3, "{rule}: {gap:e}, states {:e}", found.error());
    }
}

#[test]
fn heat_traces_of_counted_spectra_are_right_at_every_time() {
    let graph = road(3000, 300, &mut ChaCha8Rng::seed_from_u64(2));
    let (found, expected) = (solve(&graph, &settings(Origin::Slicing, 1e-3)), exact(&graph));
    for time in [0.01, 0.1, 1.0, 10.0, 30.0, 100.0] {
        let trace = |spectrum: &Spectrum| values(spectrum).iter().map(|value| (-time * value).exp()).sum::<f64>();
        let relative = trace(&found) / trace(&expected) - 1.0;
        assert!(relative.abs() < 1e-3, "t = {time}: {relative:e}");
    }
}

/// Traces and distances carry the error of their spectra.
#[test]
fn errors_of_traces_and_bounds_hold() {
    let mut random = ChaCha8Rng::seed_from_u64(13);
    let times = Times::netlsd_heat();
    let graphs = [road(1500, 200, &mut random), road(1500, 20, &mut random)];
    let found = graphs.each_ref().map(|graph| solve(graph, &settings(Origin::Slicing, 1e-2)));
    let expected = graphs.each_ref().map(exact);
    for (found, expected) in found.iter().zip(&expected) {
        let [trace, truth] = [found, expected].map(|spectrum| heat_trace(spectrum, &times, Normalization::None));
        let errors = heat_trace_errors(found, &times, Normalization::None);
        for ((value, truth), error) in trace.iter().zip(&truth).zip(&errors) {
            assert!((value - truth).abs() <= *error, "off by {:e}, states {error:e}", (value - truth).abs());
        }
        // By the formula: every eigenvalue is as far too large as the spectrum states.
        for (time, error) in times.as_slice().iter().zip(&errors) {
            let moved = |value: &f64| (-time * (value - found.error()).max(0.0)).exp() - (-time * value).exp();
            let formula: f64 = values(found).iter().map(moved).sum();
            assert!((error / formula - 1.0).abs() < 1e-6, "t = {time}: {error:e}, wanted {formula:e}");
        }
        // An exact spectrum has an exact trace.
        let largest = heat_trace_errors(expected, &times, Normalization::Empty).into_iter().fold(0.0, f64::max);
        assert!(largest < 1e-9, "{largest:e}");
    }
    let (bound, truth) = (spectral_bound(&found[0], &found[1]), spectral_bound(&expected[0], &expected[1]));
    assert!((bound.value - truth.value).abs() <= bound.error && bound.error > truth.error, "{bound:?}, {truth:?}");
}

#[test]
fn a_density_states_an_honest_error() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let (mut honest, mut reached, mut cases) = (0, 0, 0);
    for round in 0..10 {
        let graphs = [
            blocks(900, 3, 12.0, 2.0, &mut random),
            blocks(700, 1, 20.0, 0.0, &mut random),
            blocks(800, 8, 8.0, 0.5, &mut random),
            weighted(&blocks(600, 2, 14.0, 3.0, &mut random), &mut random),
            collaborations(1500, 1300, &mut random),
        ];
        for graph in &graphs {
            let mut settings = settings(Origin::Density, 1e-2);
            (settings.seed, settings.ends) = (round, 20);
            let (found, expected) = (solve(graph, &settings), exact(graph));
            assert_eq!(found.origin(), Origin::Density);
            assert_eq!((found.node_count(), found.eigenvalues()), (graph.node_count(), None));
            assert!(values(&found).is_sorted());
            cases += 1;
            honest += usize::from(sample_gap(&found, &expected) <= found.error());
            reached += usize::from(found.error() <= 1e-2);
        }
    }
    assert!(100 * honest >= 95 * cases, "{honest} of {cases} honest");
    // And it does not make it easy for itself.
    assert!(10 * reached >= 9 * cases, "{reached} of {cases} within what was asked for");
}

#[test]
fn more_is_asked_of_a_density_that_is_to_be_better() {
    let graph = blocks(2000, 4, 14.0, 2.0, &mut ChaCha8Rng::seed_from_u64(4));
    let expected = exact(&graph);
    for max_error in [3e-2, 1e-2, 3e-3] {
        let found = solve(&graph, &settings(Origin::Density, max_error));
        let gap = sample_gap(&found, &expected);
        assert!(gap <= found.error() && found.error() <= max_error, "{gap:e}, states {:e}", found.error());
    }
}

/// The low end of a random graph is the edge of a bulk, where no eigenvalue stands alone: the probes tell where that is.
#[test]
fn a_density_without_ends_knows_where_the_bulk_begins() {
    let graph = blocks(3000, 1, 20.0, 0.0, &mut ChaCha8Rng::seed_from_u64(8));
    let mut settings = settings(Origin::Density, 5e-3);
    settings.ends = 1;
    let (found, expected) = (solve(&graph, &settings), exact(&graph));
    let gap = sample_gap(&found, &expected);
    assert!(gap <= found.error(), "{gap:e}, states {:e}", found.error());
    // The sample at 0 adds up the errors of the lowest eigenvalues with weights of 21 in all; no other sample does.
    let samples = |spectrum: &Spectrum| spectrum.samples(&mut Resampler::new(SAMPLES, KnotRule::Literal))[1..].to_vec();
    let others = largest_gap(&samples(&found), &samples(&expected));
    assert!(others <= 5e-3 && found.error() <= 21.0 * 5e-3, "{others:e}, states {:e}", found.error());
}

#[test]
fn both_ends_are_exact_and_nothing_manifold_is_missed() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let graphs = [
        ("torus", torus(24)),
        ("hypercube", hypercube(9)),
        ("grid", grid(40, 21)),
        ("blocks", blocks(900, 5, 9.0, 1.0, &mut random)),
        ("forty components", copies(&road(220, 60, &mut random), 40)),
        ("weighted", weighted(&blocks(500, 2, 9.0, 2.0, &mut random), &mut random)),
    ];
    for (name, graph) in &graphs {
        let mut settings = settings(Origin::Ends, 1e-3);
        settings.ends = 50;
        let (found, expected) = (solve(graph, &settings), exact(graph));
        assert_eq!(found.origin(), Origin::Ends, "{name}");
        let (found_values, values) = (&values(&found), eigenvalues(&expected));
        let last = values.len() - 50;
        assert!(largest_gap(&found_values[..50], &values[..50]) < 1e-7, "{name}: low end");
        assert!(largest_gap(&found_values[last..], &values[last..]) < 1e-7, "{name}: high end");
        let gap = largest_gap(found_values, values);
        assert!(gap <= found.error(), "{name}: off by {gap:e}, states {:e}", found.error());
    }
    let zeros = solve(&graphs[4].1, &settings(Origin::Ends, 1e-3));
    assert_eq!(values(&zeros).iter().filter(|&&value| value.abs() < 1e-14).count(), 40);
}

#[test]
fn single_precision_is_as_exact_as_it_says() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let graphs = [
        ("torus", torus(24)),
        ("hypercube", hypercube(10)),
        ("tree", road(900, 0, &mut random)),
        ("blocks", blocks(700, 3, 9.0, 1.0, &mut random)),
        ("collaborations", collaborations(1500, 1300, &mut random)),
        ("weighted", weighted(&road(400, 80, &mut random), &mut random)),
        ("three pieces", copies(&road(320, 60, &mut random), 3)),
    ];
    for (name, graph) in &graphs {
        let (found, expected) = (solve(graph, &settings(Origin::Single, 1e-3)), exact(graph));
        assert_eq!(found.origin(), Origin::Single, "{name}");
        assert!(found.error() < 1e-4, "{name}: states {:e}", found.error());
        let gap = largest_gap(&values(&found), &values(&expected));
        // Ten times less than stated: it may be worse elsewhere.
        assert!(gap < 0.1 * found.error(), "{name}: off by {gap:e}, states {:e}", found.error());
        assert!(sample_gap(&found, &expected) <= found.error(), "{name}");
        let zeros = |spectrum: &Spectrum| eigenvalues(spectrum).iter().filter(|&&value| value == 0.0).count();
        assert_eq!(zeros(&found), zeros(&expected), "{name}");
    }
}

#[test]
fn threads_leave_no_trace() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let graph = copies(&blocks(700, 3, 9.0, 1.0, &mut random), 2);
    for approach in [Origin::Ends, Origin::Slicing, Origin::Density, Origin::Single] {
        let solve_on = |threads: usize| {
            let mut settings = settings(approach, 2e-2);
            (settings.threads, settings.ends) = (threads, 20);
            solve(&graph, &settings)
        };
        let one = solve_on(1);
        for threads in [2, 3] {
            assert!(one == solve_on(threads), "{} on {threads} threads", approach.name());
        }
    }
}

#[test]
fn closed_forms_of_a_million_nodes() {
    let spectrum = solve(&star(1_000_000), &SpectrumSettings::default());
    assert_eq!(runs(&spectrum), [(0.0, 1), (1.0, 999_999), (2.0, 1)]);
    let spectrum = solve(&path(1_000_000), &SpectrumSettings::default());
    let formula: Vec<f64> =
        (0..1_000_000).map(|k| 1.0 - (std::f64::consts::PI * f64::from(k) / 999_999.0).cos()).collect();
    assert!(largest_gap(eigenvalues(&spectrum), &formula) < 1e-12);
    let spectrum = solve(&complete_bipartite(700, 900), &SpectrumSettings::default());
    assert_eq!(runs(&spectrum), [(0.0, 1), (1.0, 1598), (2.0, 1)]);
}

/// Cliques in a ring: a circulant of blocks, so its eigenvalues are those of a 3×3 Hermitian matrix for each frequency.
#[test]
fn a_ring_of_cliques() {
    let (cliques, size) = (2000u32, 50u32);
    let mut edges = Vec::new();
    for clique in 0..cliques {
        let first = clique * size;
        edges.extend((0..size).flat_map(|u| (0..u).map(move |v| (first + v, first + u))));
        edges.push((first + size - 1, (clique + 1) % cliques * size));
    }
    let graph = graph(cliques * size, edges.into_iter());
    // Nodes of the ring have `size` neighbours, the others, which are twins, one fewer.
    let (ring, twin) = (f64::from(size), f64::from(size - 1));
    let twins = f64::from(size - 2);
    let mut expected = vec![1.0 + 1.0 / twin; (cliques * (size - 3)) as usize];
    for frequency in 0..cliques {
        let angle = std::f64::consts::TAU * f64::from(frequency) / f64::from(cliques);
        let (inner, to_twins) = (1.0 / ring, (twins / (ring * twin)).sqrt());
        // First and last of a clique, which touches the first of the next, and the twins: [real, imaginary] parts.
        let (real, imaginary) = (inner + inner * angle.cos(), inner * angle.sin());
        let reals = [[0.0, real, to_twins], [real, 0.0, to_twins], [to_twins, to_twins, (twins - 1.0) / twin]];
        let imaginaries = [[0.0, -imaginary, 0.0], [imaginary, 0.0, 0.0], [0.0, 0.0, 0.0]];
        let mut double = vec![0.0; 36];
        for row in 0..3 {
            for column in 0..3 {
                let unit = f64::from(u8::from(row == column));
                double[row * 6 + column] = unit - reals[row][column];
                double[(row + 3) * 6 + column + 3] = unit - reals[row][column];
                double[row * 6 + column + 3] = imaginaries[row][column];
                double[(row + 3) * 6 + column] = -imaginaries[row][column];
            }
        }
        // Every eigenvalue of the Hermitian matrix twice.
        expected.extend(jacobi_of(double, 6).into_iter().step_by(2));
    }
    expected.sort_by(f64::total_cmp);
    let found = solve(&graph, &SpectrumSettings::default());
    let gap = largest_gap(&values(&found), &expected);
    assert!(gap <= 1e-3, "{}: off by {gap:e}", found.origin().name());
}

#[test]
fn what_does_not_fit_is_refused_with_the_number() {
    let graph = blocks(40_000, 1, 4.0, 0.0, &mut ChaCha8Rng::seed_from_u64(7));
    let mut settings = settings(Origin::Density, 1e-3);
    settings.memory_limit = 1_000_000;
    let mut spectra = Vec::new();
    SpectrumSolver::new(settings).solve(&[&graph], &mut spectra);
    let [Err(SpectrumError::TooLarge { needed, limit: 1_000_000, .. })] = spectra[..] else { panic!("{spectra:?}") };
    assert!(needed > 10_000_000, "{needed} bytes");
}

#[test]
fn small_graphs_are_exact_whatever_is_asked_for() {
    let graph = grid(9, 8);
    for approach in Approach::ALL {
        let spectrum = solve(&graph, &settings(approach, 0.1));
        assert_eq!((spectrum.origin(), &spectrum), (Origin::Exact, &exact(&graph)), "{}", approach.name());
    }
}
