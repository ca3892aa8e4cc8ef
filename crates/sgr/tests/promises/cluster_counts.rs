//! The number of clusters: as many as there are separated groups, one where there are none.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::evaluation::clustering::{ClusterCount, ClusteringError, CountSettings, Criterion, cluster_count};

/// A nearly normal number: the sum of twelve uniform ones.
fn normal(random: &mut ChaCha8Rng) -> f32 {
    (0..12).map(|_| random.random::<f32>()).sum::<f32>() - 6.0
}

/// Round groups around places of their own, of sizes 20, 30, 40, …, in many dimensions far from the origin.
fn groups(groups: usize, width: usize, seed: u64) -> Vec<f32> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut rows = Vec::new();
    for group in 0..groups {
        // Corners of a box: any two differ along an axis.
        let place = |axis: usize| 1000.0 + if (group >> (axis % 3)) & 1 == 1 { 12.0 } else { 0.0 };
        for _ in 0..20 + 10 * group {
            rows.extend((0..width).map(|axis| place(axis) + normal(&mut random)));
        }
    }
    rows
}

fn count(rows: &[f32], width: usize, criterion: Criterion) -> ClusterCount {
    cluster_count(rows, width, &CountSettings::default().with_criterion(criterion)).unwrap()
}

#[test]
fn separated_groups_are_counted() {
    for criterion in Criterion::ALL {
        for (number, width) in [(2, 3), (3, 3), (5, 40), (8, 6)] {
            let found = count(&groups(number, width, number as u64), width, criterion);
            assert_eq!(found.clusters, number, "{criterion}, {width} numbers: {:?}", found.scores);
        }
    }
}

#[test]
fn points_without_groups_are_one_cluster() {
    // The halves of a line are stable: that criterion finds two.
    for criterion in [Criterion::Silhouette, Criterion::Gap] {
        for (points, width) in [(300, 1), (200, 2), (300, 12)] {
            let mut random = ChaCha8Rng::seed_from_u64(points as u64 + width as u64);
            let uniform: Vec<f32> = (0..points * width).map(|_| random.random::<f32>()).collect();
            let found = count(&uniform, width, criterion);
            assert_eq!(found.clusters, 1, "{criterion}, uniform in {width} dimensions: {:?}", found.scores);
            let round: Vec<f32> = (0..points * width).map(|_| normal(&mut random)).collect();
            let found = count(&round, width, criterion);
            assert_eq!(found.clusters, 1, "{criterion}, round in {width} dimensions: {:?}", found.scores);
        }
    }
}

#[test]
fn few_points_and_copies() {
    for criterion in Criterion::ALL {
        for rows in [&[1.0][..], &[1.0, 2.0], &[1.0, 2.0, 9.0], &[3.5; 50]] {
            let found = count(rows, 1, criterion);
            assert_eq!((found.clusters, found.scores.len()), (1, 1), "{criterion} of {} points", rows.len());
        }
    }
    // Copies only, in four places.
    let copies: Vec<f32> = (0..80).flat_map(|at| [(at % 2) as f32, (at / 2 % 2) as f32]).collect();
    for criterion in [Criterion::Silhouette, Criterion::Stability] {
        assert_eq!(count(&copies, 2, criterion).clusters, 4, "{criterion}");
    }
    let refused = |rows: &[f32]| cluster_count(rows, 1, &CountSettings::default()).unwrap_err();
    assert_eq!(refused(&[]), ClusteringError::Clusters { clusters: 1, points: 0 });
    assert!(matches!(refused(&[0.0, f32::NAN]), ClusteringError::NotFinite { row: 1, .. }));
}

#[test]
fn a_sample_is_enough_and_its_size_is_stated() {
    let few: Vec<f32> = groups(3, 4, 1);
    let rows = few.repeat(20);
    let settings = CountSettings::default().with_sample(150);
    let found = cluster_count(&rows, 4, &settings).unwrap();
    assert_eq!((found.clusters, found.points, found.criterion), (3, 150, Criterion::default()));
    let limited = cluster_count(&few, 4, &settings.with_most(2)).unwrap();
    assert!(limited.clusters <= 2 && limited.scores.len() == 2, "{limited:?}");
}

#[test]
fn threads_do_not_change_a_score() {
    let rows = groups(4, 50, 3);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Criterion::ALL.map(|criterion| count(&rows, 50, criterion)))
    };
    assert_eq!(run(3), run(1));
}
