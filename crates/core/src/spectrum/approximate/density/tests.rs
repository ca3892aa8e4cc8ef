//! Whole estimates against exact spectra: the stated errors cover the true ones, with and without counts.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::step_at_one::StepAtOne;
use super::traces::chebyshev_traces;
use super::{CountBudget, DensityEstimate, DensitySettings, KrylovFindings, WorkBudget, estimate, largest};
use crate::graph::Graph;
use crate::resampling::SampleGrid;
use crate::spectrum::approximate::krylov::{BlockProduct, Extremes, ExtremesSettings, Probes, RowTasks};
use crate::spectrum::approximate::slicing::Slicer;
use crate::spectrum::deadline::Deadline;
use crate::spectrum::matrix::elimination_order::EliminationOrder;
use crate::spectrum::matrix::sparse_laplacian::SparseLaplacian;
use crate::spectrum::testing::matrix_and_eigenvalues;

/// Groups of two to nine nodes that are complete graphs; a node of many groups joins new ones more often. Its spectrum
/// has steep tails, and steps where many groups are alike.
fn collaborations(nodes: u32, groups: usize, random: &mut ChaCha8Rng) -> Graph {
    let mut edges: Vec<(u32, u32)> = (1..nodes).map(|v| (random.random_range(0..v), v)).collect();
    for _ in 0..groups {
        let size = random.random_range(2..10);
        let members: Vec<u32> = (0..size)
            .map(|_| {
                let (u, v) = edges[random.random_range(0..edges.len())];
                if random.random_bool(0.5) { u } else { v }
            })
            .collect();
        let pairs = members.iter().flat_map(|&u| members.iter().map(move |&v| (u, v)));
        edges.extend(pairs.filter(|(u, v)| u < v));
    }
    Graph::from_edges(nodes as usize, &edges).expect("edges within the nodes")
}

/// A density with at most `most` counts, and the true error of each sample.
fn density(graph: &Graph, max_error: f64, most: usize) -> (DensityEstimate, Vec<f64>) {
    let (matrix, eigenvalues) = matrix_and_eigenvalues(graph);
    let settings = ExtremesSettings {
        count: 20,
        tolerance: max_error / 20.0,
        most_products: 60,
        deadline: Deadline::default(),
        verify: false,
        seed: 0,
    };
    let extremes = Extremes::find(&mut BlockProduct::new(&matrix), settings, &()).expect("finite numbers");
    let order = EliminationOrder::find(&matrix).expect("memory for an order");
    let slicer = Slicer::new(&matrix, &order);
    let count = |shifts: &[f64]| slicer.count_below(shifts);
    let counting = (most > 0).then_some(CountBudget { count: &count, seconds: 1e-4, most });
    let budget = WorkBudget::new(f64::INFINITY, Deadline::default());
    let settings = DensitySettings {
        budget: &budget,
        max_error,
        grid: SampleGrid::default(),
        seed: 0,
        known: &[],
        counting,
        fallback_seconds: None,
        most_visits: 1e7,
        kept_bytes: 64_000_000,
    };
    let density = estimate(&matrix, &extremes, &settings, &());
    let true_errors = SampleGrid::default().differences(&density.eigenvalues, &eigenvalues);
    (density, true_errors)
}

#[test]
fn counts_settle_the_samples_that_probes_leave_uncertain() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut worst = 0f64;
    for groups in [350, 750] {
        let graph = collaborations(2000, groups, &mut random);
        let (counted, true_errors) = density(&graph, 2e-3, 3000);
        assert!(counted.shifts > 0 && counted.shifts < 3000, "{} counts", counted.shifts);
        assert!(counted.error() <= 2e-3, "{groups} groups: stated error {:e}", counted.error());
        assert!(largest(&true_errors) <= counted.error(), "{groups} groups: true error {:e}", largest(&true_errors));
        assert_eq!(counted.eigenvalues.len(), 2000);
        assert!(counted.eigenvalues.is_sorted());
        worst = worst.max(largest(&true_errors));
    }
    assert!(worst > 1e-5, "the counts determine all samples: this does not test the probes");
}

#[test]
fn stated_errors_hold_when_the_counts_run_out() {
    let graph = collaborations(1200, 300, &mut ChaCha8Rng::seed_from_u64(8));
    let (uncounted, true_errors) = density(&graph, 1e-3, 0);
    assert!(uncounted.shifts == 0 && uncounted.error() > 1e-3 && largest(&true_errors) <= uncounted.error());
    let (counted, true_errors) = density(&graph, 1e-3, 20);
    assert!(
        counted.shifts == 20 && counted.error() > 1e-3 && largest(&true_errors) <= counted.error(),
        "{}",
        counted.error()
    );
}

/// A random tree has 1 as an eigenvalue of a large multiplicity. Two counts place that step, which probes do not resolve.
#[test]
fn the_step_at_one_is_counted_and_takes_no_probes() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut edges: Vec<(u32, u32)> = (1..3000).map(|v| (random.random_range(0..v), v)).collect();
    edges.extend((0..900).map(|_| (random.random_range(0..300), random.random_range(300..600))));
    let graph = Graph::from_edges(3000, &edges).expect("edges within the nodes");
    let (matrix, eigenvalues) = matrix_and_eigenvalues(&graph);
    let order = EliminationOrder::find(&matrix).expect("memory for an order");
    let slicer = Slicer::new(&matrix, &order);
    let count = |shifts: &[f64]| slicer.count_below(shifts);
    let budget = WorkBudget::new(1.0, Deadline::default());
    let settings = |seconds| DensitySettings {
        budget: &budget,
        max_error: 1e-2,
        grid: SampleGrid::default(),
        seed: 0,
        known: &[],
        counting: Some(CountBudget { count: &count, seconds, most: 40 }),
        fallback_seconds: None,
        most_visits: 0.0,
        kept_bytes: 0,
    };
    let wanted = eigenvalues.iter().filter(|value| (*value - 1.0).abs() < 1e-9).count();
    let step = StepAtOne::count(&settings(0.01), 3000).expect("cheap counts");
    assert!(wanted > 500 && step.below[1] - step.below[0] == wanted, "{step:?}, wanted {wanted}");
    assert!((budget.remaining() - 0.98).abs() < 1e-9, "two counts are paid for");
    assert!(StepAtOne::count(&settings(0.1), 3000).is_none(), "a fifth of the budget is too much");
    assert!(StepAtOne::count(&settings(0.01), 100_000).is_none(), "a small part of the eigenvalues is no step");
    let (counted, true_errors) = density(&graph, 1e-2, 40);
    assert!(largest(&true_errors) <= counted.error(), "{:e} above {:e}", largest(&true_errors), counted.error());
    let settled = |density: &DensityEstimate| density.errors.iter().filter(|&&error| error < 1e-4).count();
    let samples = wanted * counted.errors.len() / eigenvalues.len();
    assert!(settled(&counted) >= samples - 2 && samples > 40, "{} of {samples}", settled(&counted));
}

/// Findings about a matrix as another process would report them: its extremes, two traces and two blocks of probes.
fn findings(matrix: &SparseLaplacian, known: Vec<f64>) -> KrylovFindings {
    let settings = ExtremesSettings {
        count: 8,
        tolerance: 1e-4,
        most_products: 60,
        deadline: Deadline::default(),
        verify: false,
        seed: 0,
    };
    let extremes = Extremes::find(&mut BlockProduct::new(matrix), settings, &()).expect("finite numbers");
    let (mut random, tasks) = (ChaCha8Rng::seed_from_u64(5), RowTasks::new(matrix));
    let mut probes = Vec::new();
    for _ in 0..2 {
        let mut block = Probes::new(matrix, &mut random, |rows| extremes.project_out(rows));
        (0..64).for_each(|_| block.advance(matrix, &tasks));
        probes.extend(block.coefficients());
    }
    KrylovFindings {
        size: matrix.size(),
        known,
        low: extremes.low.clone(),
        high: extremes.high.clone(),
        residual: extremes.residual,
        lowest_residual: extremes.lowest_residual,
        traces: chebyshev_traces(matrix, 0.0),
        probes,
    }
}

#[test]
fn findings_of_another_process_give_a_spectrum_with_an_honest_error() {
    let graph = collaborations(1500, 500, &mut ChaCha8Rng::seed_from_u64(9));
    let (matrix, mut eigenvalues) = matrix_and_eigenvalues(&graph);
    let known = vec![0.0, 2.0, 1.0];
    eigenvalues.extend(&known);
    eigenvalues.sort_by(f64::total_cmp);
    let found = findings(&matrix, known).density(SampleGrid::default(), 1e-2).expect("findings that agree");
    assert_eq!(found.spectrum.node_count(), 1503);
    assert!(found.spectrum.eigenvalues().is_none(), "interpolated numbers are no eigenvalues");
    let error = largest(&SampleGrid::default().differences(found.spectrum.values(), &eigenvalues));
    assert!(error <= found.spectrum.error() && error > 0.02 * found.spectrum.error(), "{error:e}: {found:?}");
    assert!(found.noise > 0.0 && found.bias > 0.0 && found.noise + found.bias >= 0.9 * found.spectrum.error());
    let nothing = KrylovFindings { known: vec![1.0, 0.0], ..KrylovFindings::default() };
    let exact = nothing.density(SampleGrid::default(), 1e-2).expect("all eigenvalues").spectrum;
    assert_eq!(exact.eigenvalues(), Some(&[0.0, 1.0][..]));
}

#[test]
fn findings_that_contradict_each_other_are_refused() {
    let graph = collaborations(300, 50, &mut ChaCha8Rng::seed_from_u64(10));
    let good = findings(&matrix_and_eigenvalues(&graph).0, Vec::new());
    let mut uneven = good.probes.clone();
    uneven[3].betas.pop();
    let mut infinite = good.probes.clone();
    infinite[3].alphas[0] = f64::INFINITY;
    let cases = [
        (KrylovFindings { known: vec![2.5], ..good.clone() }, "found the known eigenvalue 2.5"),
        (KrylovFindings { low: vec![0.2, 0.1], ..good.clone() }, "wanted ascending ones from 0 to 2"),
        (KrylovFindings { size: 10, ..good.clone() }, "found 16 extreme eigenvalues of 10 rows, wanted more rows"),
        (KrylovFindings { residual: f64::NAN, ..good.clone() }, "found a residual or trace of NaN"),
        (KrylovFindings { probes: good.probes[..3].to_vec(), ..good.clone() }, "found 3 probes for 2 traces"),
        (KrylovFindings { probes: uneven, ..good.clone() }, "found a probe with 64 α and 63 β"),
        (KrylovFindings { probes: infinite, ..good.clone() }, "found a Lanczos coefficient of inf"),
        (KrylovFindings::default(), "found 0 extreme eigenvalues of 0 rows"),
    ];
    for (findings, wanted) in cases {
        let error = findings.density(SampleGrid::default(), 1e-2).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error}, wanted {wanted}");
    }
}
