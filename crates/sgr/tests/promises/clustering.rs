//! Clusterings: separated points are found exactly, small sets optimally, and agreement is scikit-learn's.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use sgr::evaluation::clustering::{
    Clustering, ClusteringError, KMeansSettings, adjusted_rand_index, k_means, normalized_mutual_information,
    spectral_clustering,
};
use sgr::gram::GramMatrix;

/// Points of `clusters` groups in turn, each within 1 of a place of its own at least 20 from the others.
fn blobs(clusters: usize, count: usize, width: usize, seed: u64) -> (Vec<f32>, Vec<u32>) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let groups: Vec<u32> = (0..count).map(|at| (at % clusters) as u32).collect();
    let mut rows = Vec::new();
    for &group in &groups {
        let place = |axis: usize| if axis == 0 { 1000.0 + 20.0 * group as f32 } else { 0.0 };
        let reach = 1.0 / (width as f32).sqrt();
        rows.extend((0..width).map(|axis| place(axis) + reach * (random.random::<f32>() - 0.5)));
    }
    (rows, groups)
}

fn random_rows(count: usize, width: usize, seed: u64) -> Vec<f32> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0..count * width).map(|_| random.random::<f32>() - 0.5).collect()
}

fn settings(clusters: usize, restarts: usize) -> KMeansSettings {
    let mut settings = KMeansSettings::new(clusters);
    settings.restarts = restarts;
    settings
}

/// Sum of squared distances to the means, by the definition.
fn inertia(rows: &[f32], width: usize, assignments: &[u32]) -> f64 {
    let mut sum = 0.0;
    for cluster in 0..=*assignments.iter().max().unwrap() {
        let members: Vec<&[f32]> =
            rows.chunks(width).zip(assignments).filter(|(_, other)| **other == cluster).map(|(row, _)| row).collect();
        for axis in 0..width {
            let mean = members.iter().map(|row| f64::from(row[axis])).sum::<f64>() / members.len() as f64;
            sum += members.iter().map(|row| (f64::from(row[axis]) - mean).powi(2)).sum::<f64>();
        }
    }
    sum
}

/// The least inertia of all assignments to at most `clusters` clusters.
fn least_inertia(rows: &[f32], width: usize, clusters: usize) -> f64 {
    let points = rows.len() / width;
    let assignment = |mut number: usize| -> Vec<u32> {
        let mut next = || {
            let digit = number % clusters;
            number /= clusters;
            digit as u32
        };
        (0..points).map(|_| next()).collect()
    };
    let inertias = (0..clusters.pow(points as u32)).map(|number| inertia(rows, width, &assignment(number)));
    inertias.fold(f64::INFINITY, f64::min)
}

#[test]
fn separated_points_are_found_exactly() {
    for (clusters, count, width) in [(2, 20, 1), (3, 100, 2), (7, 300, 40), (11, 1000, 256)] {
        let (rows, groups) = blobs(clusters, count, width, clusters as u64);
        let found = k_means(&rows, width, &KMeansSettings::new(clusters)).unwrap();
        assert_eq!(found.assignments, groups, "{clusters} groups");
        assert!(found.converged);
        let exact = inertia(&rows, width, &groups);
        assert!((found.inertia - exact).abs() <= 1e-9 * exact, "{} and {exact}", found.inertia);
    }
}

#[test]
fn small_sets_are_clustered_optimally() {
    for seed in 0..20 {
        for (clusters, points, width) in [(2, 8, 2), (3, 7, 1), (3, 7, 3), (4, 6, 2)] {
            let rows = random_rows(points, width, seed);
            let found = k_means(&rows, width, &settings(clusters, 100)).unwrap();
            let least = least_inertia(&rows, width, clusters);
            assert!((found.inertia - least).abs() <= 1e-9 * least, "seed {seed}: {} not {least}", found.inertia);
            assert!((inertia(&rows, width, &found.assignments) - least).abs() <= 1e-9 * least);
        }
    }
}

#[test]
fn as_many_clusters_as_points_and_one() {
    let rows = random_rows(30, 3, 5);
    let all = k_means(&rows, 3, &KMeansSettings::new(30)).unwrap();
    assert_eq!(all.assignments, (0..30).collect::<Vec<u32>>());
    assert!(all.inertia < 1e-12, "{}", all.inertia);
    let one = k_means(&rows, 3, &KMeansSettings::new(1)).unwrap();
    assert_eq!((one.assignments, one.clusters), (vec![0; 30], 1));
    assert!((one.inertia - inertia(&rows, 3, &[0; 30])).abs() < 1e-9);
}

#[test]
fn fewer_places_than_clusters() {
    // Three places, far from the origin, four points in each.
    let rows: Vec<f32> = (0..12).flat_map(|at| [1e6 + (at % 3) as f32 * 0.7, -1e6]).collect();
    for clusters in 3..=12 {
        let found = k_means(&rows, 2, &KMeansSettings::new(clusters)).unwrap();
        assert_eq!(found.assignments, [0, 1, 2].repeat(4), "{clusters} clusters");
        assert_eq!((found.clusters, found.converged), (3, true), "{clusters} clusters");
    }
    let same = k_means(&[2.5; 10], 1, &KMeansSettings::new(4)).unwrap();
    assert_eq!((same.assignments, same.clusters, same.inertia), (vec![0; 10], 1, 0.0));
}

#[test]
fn steps_are_limited_and_counted() {
    let rows = random_rows(2000, 5, 9);
    let mut limited = settings(11, 1);
    limited.iterations = 2;
    let short = k_means(&rows, 5, &limited).unwrap();
    assert_eq!((short.iterations, short.converged), (2, false));
    let long = k_means(&rows, 5, &settings(11, 1)).unwrap();
    assert!(long.converged && long.iterations > 2 && long.inertia < short.inertia);
    let best = k_means(&rows, 5, &settings(11, 20)).unwrap();
    assert!(best.inertia <= long.inertia);
    let mut other = settings(11, 1);
    other.seed = 1;
    assert_ne!(k_means(&rows, 5, &other).unwrap().assignments, long.assignments, "another seed, another optimum");
}

#[test]
fn what_cannot_be_clustered() {
    let clusters = |clusters, points| ClusteringError::Clusters { clusters, points };
    let rows = [0.0, 1.0, 2.0, 3.0];
    assert_eq!(k_means(&rows, 2, &KMeansSettings::new(3)), Err(clusters(3, 2)));
    assert_eq!(k_means(&rows, 2, &KMeansSettings::new(0)), Err(clusters(0, 2)));
    assert_eq!(k_means(&[], 2, &KMeansSettings::new(1)), Err(clusters(1, 0)));
    let error = k_means(&[0.0, 1.0, f32::NAN, 3.0], 2, &KMeansSettings::new(1)).unwrap_err();
    assert!(matches!(error, ClusteringError::NotFinite { row: 1, column: 0, .. }), "{error}");
    let gram = GramMatrix::new(2, vec![1.0, f64::INFINITY, f64::INFINITY, 1.0]);
    let error = spectral_clustering(&gram, &KMeansSettings::new(1)).unwrap_err();
    assert!(matches!(error, ClusteringError::NotFinite { row: 0, column: 1, .. }), "{error}");
    let empty = GramMatrix::zeros(0).unwrap();
    assert_eq!(spectral_clustering(&empty, &KMeansSettings::new(1)).unwrap_err(), clusters(1, 0));
}

/// A Gram matrix of groups in turn: random products from `inside` up within a group, up to `outside` between groups.
fn blocks(clusters: usize, size: usize, inside: f64, outside: f64) -> (GramMatrix, Vec<u32>) {
    let mut random = ChaCha8Rng::seed_from_u64(size as u64);
    let mut values = vec![0.0; size * size];
    for row in 0..size {
        values[row * size + row] = 1.0;
        for column in 0..row {
            let same = row % clusters == column % clusters;
            let product = if same { random.random_range(inside..1.0) } else { outside * random.random_range(0.0..1.0) };
            (values[row * size + column], values[column * size + row]) = (product, product);
        }
    }
    (GramMatrix::new(size, values), (0..size).map(|at| (at % clusters) as u32).collect())
}

#[test]
fn blocks_are_found_exactly() {
    // Up to 400 points by a dense decomposition, beyond by iteration.
    for (clusters, size) in [(1, 7), (2, 10), (3, 60), (5, 300), (3, 500), (11, 900)] {
        let (gram, groups) = blocks(clusters, size, 0.2, 0.0);
        let found = spectral_clustering(&gram, &KMeansSettings::new(clusters)).unwrap();
        assert_eq!(found.clustering.assignments, groups, "{clusters} blocks of {size} points");
        assert!(found.converged && found.residual <= 1e-8, "{}", found.residual);
        assert!(found.eigenvalues.iter().all(|value| (value - 1.0).abs() < 1e-9), "{:?}", found.eigenvalues);
        let (gram, groups) = blocks(clusters, size, 0.2, 0.15);
        let found = spectral_clustering(&gram, &KMeansSettings::new(clusters)).unwrap();
        assert_eq!(found.clustering.assignments, groups, "{clusters} joined blocks of {size} points");
    }
}

#[test]
fn points_without_affinity_stand_apart() {
    // Two pairs; one point that only has negative products; scaled, which cosines do not see.
    let mut values = vec![0.0; 25];
    for (row, column, product) in [(0, 1, 0.9), (2, 3, 0.8), (4, 0, -0.5), (4, 2, -0.1)] {
        (values[row * 5 + column], values[column * 5 + row]) = (product, product);
    }
    let scale = |at: usize| 10f64.powi(at as i32);
    (0..5).for_each(|at| values[at * 6] = 1.0);
    let scaled = values.iter().enumerate().map(|(at, value)| value * scale(at / 5) * scale(at % 5)).collect();
    for values in [values.clone(), scaled] {
        let found = spectral_clustering(&GramMatrix::new(5, values), &KMeansSettings::new(3)).unwrap();
        assert_eq!(found.clustering.assignments, [0, 0, 1, 1, 2]);
    }
    // Graphs of no length: all zeros.
    let found = spectral_clustering(&GramMatrix::zeros(3).unwrap(), &KMeansSettings::new(3)).unwrap();
    assert_eq!(found.clustering.assignments, [0, 1, 2]);
}

#[test]
fn threads_do_not_change_a_byte() {
    let rows = random_rows(1500, 20, 3);
    let (gram, _) = blocks(4, 700, 0.1, 0.3);
    let run = |threads: usize| -> (Clustering, Vec<u32>, Vec<u64>, u64) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let vectors = k_means(&rows, 20, &KMeansSettings::new(7)).unwrap();
            let grams = spectral_clustering(&gram, &KMeansSettings::new(4)).unwrap();
            let bits = grams.eigenvalues.iter().map(|value| value.to_bits()).collect();
            (vectors, grams.clustering.assignments, bits, grams.residual.to_bits())
        })
    };
    let one = run(1);
    for threads in [2, 3, 8] {
        assert_eq!(run(threads), one, "{threads} threads");
    }
}

#[test]
fn agreement_by_hand() {
    let (a, b) = ([0, 0, 1, 1], [0, 1, 0, 1]);
    // No pair together in both, 2 in each, 6 in all: (0 − 2/3) / (2 − 2/3).
    assert!((adjusted_rand_index(&a, &b) + 0.5).abs() < 1e-15);
    assert_eq!(normalized_mutual_information(&a, &b), 0.0);
    let (a, b) = ([0, 0, 1, 2], [0, 0, 1, 1]);
    // One pair together in both, 1 and 2 in each: (1 − 1/3) / (3/2 − 1/3).
    assert!((adjusted_rand_index(&a, &b) - 4.0 / 7.0).abs() < 1e-15);
    // I = H(b) = ln 2, H(a) = 3/2 ln 2.
    assert!((normalized_mutual_information(&a, &b) - 0.8).abs() < 1e-15);
}

#[test]
fn agreement_is_that_of_scikit_learn() {
    let stored: Value = serde_json::from_str(include_str!("data/clustering_agreement.json")).unwrap();
    let labels = |value: &Value| -> Vec<u32> {
        value.as_array().unwrap().iter().map(|label| label.as_u64().unwrap() as u32).collect()
    };
    for case in stored["cases"].as_array().unwrap() {
        let (a, b) = (labels(&case["a"]), labels(&case["b"]));
        for (found, name) in [
            (adjusted_rand_index(&a, &b), "adjusted_rand_index"),
            (adjusted_rand_index(&b, &a), "adjusted_rand_index"),
            (normalized_mutual_information(&a, &b), "normalized_mutual_information"),
            (normalized_mutual_information(&b, &a), "normalized_mutual_information"),
        ] {
            let wanted = case[name].as_f64().unwrap();
            assert!((found - wanted).abs() < 1e-12, "{name} of {a:?} and {b:?}: {found}, not {wanted}");
        }
    }
}
