//! Whole estimates against exact spectra: the stated errors cover the true ones, with and without counts.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{CountBudget, DensityEstimate, DensitySettings, WorkBudget, estimate, largest};
use crate::graph::Graph;
use crate::resampling::SampleGrid;
use crate::spectrum::approximate::krylov::{BlockProduct, Extremes, ExtremesSettings};
use crate::spectrum::approximate::slicing::Slicer;
use crate::spectrum::deadline::Deadline;
use crate::spectrum::matrix::elimination_order::EliminationOrder;
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
    for groups in [700, 1500] {
        let graph = collaborations(4000, groups, &mut random);
        let (counted, true_errors) = density(&graph, 2e-3, 3000);
        assert!(counted.shifts > 0 && counted.shifts < 3000, "{} counts", counted.shifts);
        assert!(counted.error() <= 2e-3, "{groups} groups: stated error {:e}", counted.error());
        assert!(largest(&true_errors) <= counted.error(), "{groups} groups: true error {:e}", largest(&true_errors));
        assert_eq!(counted.eigenvalues.len(), 4000);
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
