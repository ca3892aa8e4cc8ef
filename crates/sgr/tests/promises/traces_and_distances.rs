//! Heat and wave traces, the heat kernel and the distances against their definitions.

use crate::reference::{complete, complete_bipartite, cycle, jacobi_spectrum, path, random_graph, star};
use sgr::representation::distance::{euclidean, spectral_bound};
use sgr::representation::{
    Fingerprint, HeatKernel, HeatTrace, Learned, Normalization, Representation, RepresentationName,
    RepresentationSettings, SolvedGraph, SpectrumVector, Times, WaveTrace, heat_trace, wave_trace,
};
use sgr::spectrum::Spectrum;

#[test]
fn traces_are_sums_over_the_reference_spectrum() {
    for seed in 0..40 {
        let graph = random_graph(seed);
        let n = graph.node_count() as f64;
        let (spectrum, reference) = (Spectrum::of(&graph).unwrap(), jacobi_spectrum(&graph));
        let heat_times = Times::netlsd_heat();
        let heat = |t: f64| reference.iter().map(|value| (-t * value).exp()).sum::<f64>();
        let wave = |t: f64| reference.iter().map(|value| (t * value).cos()).sum::<f64>();
        for (normalization, heat_divisor, wave_divisor) in [
            (
                Normalization::None,
                Box::new(|_: f64| 1.0) as Box<dyn Fn(f64) -> f64>,
                Box::new(|_: f64| 1.0) as Box<dyn Fn(f64) -> f64>,
            ),
            (Normalization::Empty, Box::new(move |_| n), Box::new(move |_| n)),
            (
                Normalization::Complete,
                Box::new(move |t: f64| 1.0 + (n - 1.0) * (-t).exp()),
                Box::new(move |t: f64| 1.0 + (n - 1.0) * t.cos()),
            ),
        ] {
            for (value, &t) in heat_trace(&spectrum, &heat_times, normalization).iter().zip(heat_times.as_slice()) {
                let expected = heat(t) / heat_divisor(t);
                assert!((value - expected).abs() <= 1e-9 * expected, "seed {seed}, t = {t}: {value}, {expected}");
            }
            let wave_times = Times::netlsd_wave();
            for (value, &t) in wave_trace(&spectrum, &wave_times, normalization).iter().zip(wave_times.as_slice()) {
                let expected = wave(t) / wave_divisor(t);
                let scale = n / wave_divisor(t).abs();
                assert!((value - expected).abs() <= 1e-9 * scale.max(1.0), "seed {seed}, t = {t}: {value}, {expected}");
            }
        }
    }
}

#[test]
fn netlsd_grids() {
    let heat = Times::netlsd_heat();
    assert_eq!(heat.as_slice().len(), 250);
    assert!((heat.as_slice()[0] - 0.01).abs() < 1e-17 && (heat.as_slice()[249] - 100.0).abs() < 1e-12);
    assert!((heat.as_slice()[1] / heat.as_slice()[0] - 10f64.powf(4.0 / 249.0)).abs() < 1e-12);
    let wave = Times::netlsd_wave();
    assert!((wave.as_slice()[249] - std::f64::consts::TAU).abs() < 1e-15 && wave.as_slice()[0] == 0.0);
}

#[test]
fn bad_times_are_named() {
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let error = Times::new(vec![0.0, bad]).unwrap_err();
        assert_eq!(error.position, 1);
    }
}

#[test]
fn heat_kernel_of_complete_graphs_by_formula() {
    // L has eigenvalue 0 once (constant vector) and n/(n−1) otherwise.
    for n in [2u32, 5, 12] {
        let kernel = HeatKernel::of(&complete(n)).unwrap();
        let size = n as usize;
        for t in [0.0, 0.3, 2.0] {
            let decay = (-t * f64::from(n) / f64::from(n - 1)).exp();
            let matrix = kernel.matrix(t).unwrap();
            for i in 0..size {
                for j in 0..size {
                    let expected = (1.0 - decay) / f64::from(n) + if i == j { decay } else { 0.0 };
                    assert!((matrix[i * size + j] - expected).abs() < 1e-13);
                }
                assert!((kernel.auto_diffusivity(t).unwrap()[i] - matrix[i * size + i]).abs() < 1e-13);
            }
        }
        assert!(kernel.matrix(-1.0).is_err());
    }
}

#[test]
fn auto_diffusivity_sums_to_the_heat_trace() {
    for seed in 0..20 {
        let graph = random_graph(seed);
        let kernel = HeatKernel::of(&graph).unwrap();
        for t in [0.1, 1.0, 10.0] {
            let sum: f64 = kernel.auto_diffusivity(t).unwrap().iter().sum();
            let times = Times::new(vec![t]).unwrap();
            let trace = heat_trace(&Spectrum::of(&graph).unwrap(), &times, Normalization::None)[0];
            assert!((sum - trace).abs() < 1e-10 * trace, "seed {seed}, t = {t}");
        }
    }
}

#[test]
fn spectral_bound_is_the_supremum_of_a_fine_grid() {
    let graphs = [path(9), cycle(9), star(30), complete(12), complete_bipartite(4, 9), random_graph(3)];
    for a in &graphs {
        for b in &graphs {
            let (a, b) = (Spectrum::of(a).unwrap(), Spectrum::of(b).unwrap());
            let bound = spectral_bound(&a, &b);
            let gap = |t: f64| {
                let trace = |s: &Spectrum| s.eigenvalues().unwrap().iter().map(|value| (-t * value).exp()).sum::<f64>();
                (-2.0 * (t + 1.0 / t)).exp() * (trace(&a) - trace(&b)).abs()
            };
            let grid = (1..20_000).map(|at| gap(f64::from(at) * 5e-4)).fold(0.0, f64::max);
            assert!(bound.value >= grid * (1.0 - 1e-12), "{} below {grid}", bound.value);
            assert!((bound.value - gap(bound.time)).abs() <= 1e-12 * grid.max(1e-9));
        }
    }
}

#[test]
fn equal_graphs_have_distance_zero() {
    let (a, b) = (Spectrum::of(&star(5)).unwrap(), Spectrum::of(&star(5)).unwrap());
    assert_eq!(spectral_bound(&a, &b).value, 0.0);
    assert_eq!(euclidean(&[1.0, 2.0], &[1.0, 2.0]), 0.0);
    assert!((euclidean(&[0.0, 0.0], &[3.0, 4.0]) - 5.0).abs() < 1e-15);
}

/// The conformance suite: a row for each representation.
#[test]
fn every_representation_has_fixed_length_is_finite_and_does_not_see_the_numbering() {
    let model = crate::models::random_model(&["spectrum", "size"], 256, 256, 2, 1);
    let all: [Box<dyn Representation>; 7] = [
        Box::new(SpectrumVector::default()),
        Box::new(HeatTrace::default()),
        Box::new(WaveTrace::default()),
        Box::new(model.channels().clone()),
        Box::new(Learned::new(&model)),
        Box::new(Fingerprint::default()),
        RepresentationSettings::new(RepresentationName::Wide).build(),
    ];
    for mut representation in all {
        let name = representation.name();
        let columns = representation.columns();
        assert!(columns.iter().collect::<std::collections::HashSet<_>>().len() == columns.len(), "{name}");
        for seed in 0..60 {
            let graph = random_graph(seed);
            let (mut vector, mut other, mut copy) = (Vec::new(), Vec::new(), Vec::new());
            let spectrum = Spectrum::of(&graph).unwrap();
            let renumbered = crate::reference::relabelled(&graph, seed);
            let same_spectrum = Spectrum::of(&renumbered).unwrap();
            let solved = SolvedGraph { graph: &graph, spectrum: &spectrum };
            let solved_again = SolvedGraph { graph: &renumbered, spectrum: &same_spectrum };
            representation.append(&[solved], &mut vector);
            representation.append(&[solved_again], &mut other);
            representation.clone_boxed().append(&[solved_again, solved], &mut copy);
            let copy = copy.split_off(columns.len());
            assert_eq!(vector.len(), columns.len(), "{name}");
            assert_eq!(vector, copy, "{name}");
            if let Some(unsolved) = representation.without_spectrum() {
                let mut alone = Vec::new();
                unsolved.append_graph(&graph, &mut alone);
                assert_eq!(vector, alone, "{name}");
            }
            for (a, b) in vector.iter().zip(&other) {
                // 1e-9 in the eigenvalues; a step of f32 in the vector; the spline multiplies by up to n below 1/n.
                assert!(a.is_finite() && (a - b).abs() <= 1e-5 * a.abs().max(1.0), "{name}: {a} and {b}");
            }
        }
    }
}
