//! Clusters by density: those of the definition on small sets, dense places and noise, points in one place.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sgr::evaluation::clustering::{ClusteringError, DensityClustering, HdbscanSettings, hdbscan};

/// `count` numbers between −1 and 1.
fn noise(count: usize, seed: u64) -> Vec<f32> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| random.random_range(-1.0..1.0)).collect()
}

/// The definition, read aloud: sets of points that are cut in two at their longest necessary step, again and again.
struct Reference {
    reach: Vec<Vec<f64>>,
    min_cluster_size: usize,
}

impl Reference {
    fn new(rows: &[f32], width: usize, min_cluster_size: usize, min_samples: usize) -> Self {
        let rows: Vec<&[f32]> = rows.chunks(width).collect();
        let distance = |a: &[f32], b: &[f32]| {
            a.iter().zip(b).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2)).sum::<f64>().sqrt()
        };
        let core = |row: &&[f32]| {
            let mut distances: Vec<f64> = rows.iter().map(|other| distance(row, other)).collect();
            distances.sort_by(f64::total_cmp);
            distances[min_samples.min(rows.len()) - 1]
        };
        let cores: Vec<f64> = rows.iter().map(core).collect();
        let reach =
            |a: usize| (0..rows.len()).map(|b| distance(rows[a], rows[b]).max(cores[a]).max(cores[b])).collect();
        Self { reach: (0..rows.len()).map(reach).collect(), min_cluster_size }
    }

    /// The two parts of a set, and the distance between them: the longest step of the shortest way through the set.
    fn parts(&self, set: &[usize]) -> (f64, [Vec<usize>; 2]) {
        // All that can be reached from the first point by steps below a limit, for every limit there is.
        let within = |limit: f64| {
            let (mut reached, mut open) = (vec![set[0]], vec![set[0]]);
            while let Some(from) = open.pop() {
                let next: Vec<usize> =
                    set.iter().copied().filter(|&to| !reached.contains(&to) && self.reach[from][to] < limit).collect();
                reached.extend(&next);
                open.extend(&next);
            }
            reached
        };
        let mut limits: Vec<f64> = set
            .iter()
            .flat_map(|&a| set.iter().map(move |&b| (a, b)))
            .filter(|(a, b)| a < b)
            .map(|(a, b)| self.reach[a][b])
            .collect();
        limits.sort_by(|a, b| b.total_cmp(a));
        let limit = limits.into_iter().find(|&limit| within(limit).len() < set.len()).unwrap();
        let mut reached = within(limit);
        reached.sort_unstable();
        let others = set.iter().copied().filter(|point| !reached.contains(point)).collect();
        (limit, [reached, others])
    }

    /// The most stable clusters of a set that began at a density, and the sum of their stabilities.
    fn best(&self, set: Vec<usize>, birth: f64, is_whole: bool) -> (f64, Vec<Vec<usize>>) {
        let (whole, mut left, mut stability) = (set.clone(), set, 0.0);
        let inside = loop {
            let (distance, parts) = self.parts(&left);
            let gain = 1.0 / distance - birth;
            let mut large = parts.iter().filter(|part| part.len() >= self.min_cluster_size);
            match (large.next(), large.next()) {
                (Some(a), Some(b)) => {
                    stability += gain * left.len() as f64;
                    let [first, second] = [a, b].map(|part| self.best(part.clone(), 1.0 / distance, false));
                    break (first.0 + second.0, [first.1, second.1].concat());
                }
                (Some(part), None) => {
                    stability += gain * (left.len() - part.len()) as f64;
                    left = part.clone();
                }
                (None, _) => {
                    stability += gain * left.len() as f64;
                    break (0.0, vec![]);
                }
            }
        };
        if !is_whole && stability >= inside.0 { (stability, vec![whole]) } else { inside }
    }

    fn clusters(&self) -> Vec<Vec<usize>> {
        let mut clusters = self.best((0..self.reach.len()).collect(), 0.0, true).1;
        clusters.iter_mut().for_each(|cluster| cluster.sort_unstable());
        clusters.sort();
        clusters
    }
}

/// The points of each cluster, ascending.
fn members(found: &DensityClustering) -> Vec<Vec<usize>> {
    let of = |cluster| (0..found.assignments.len()).filter(|&at| found.assignments[at] == Some(cluster)).collect();
    let mut clusters: Vec<Vec<usize>> = (0..found.clusters as u32).map(of).collect();
    clusters.sort();
    clusters
}

#[test]
fn small_sets_have_the_clusters_of_the_definition() {
    let (mut clusters, mut noisy) = (0, 0);
    for seed in 0..60 {
        // With core distances to third points and beyond, three parts may join at one distance: then there are several answers.
        for (points, width, size, samples) in [(24, 2, 3, 2), (30, 1, 4, 2), (20, 5, 2, 2), (26, 40, 3, 1)] {
            let rows = noise(points * width, seed);
            let settings = HdbscanSettings::new(size).with_min_samples(samples);
            let found = hdbscan(&rows, width, &settings).unwrap();
            let wanted = Reference::new(&rows, width, size, samples).clusters();
            assert_eq!(members(&found), wanted, "seed {seed}, {points} points of {width} numbers");
            clusters += found.clusters;
            noisy += usize::from(found.assignments.contains(&None));
        }
    }
    assert!(clusters > 300 && noisy > 100, "{clusters} clusters, {noisy} sets with noise: too few to test anything");
}

/// Points of three places in turn, and every tenth point somewhere else.
fn dense_places(count: usize, width: usize) -> (Vec<f32>, Vec<Option<u32>>) {
    let rows = noise(count * width, 7);
    let mut groups = Vec::new();
    let rows = rows.chunks(width).enumerate().flat_map(|(at, row)| {
        let group = (at % 10 != 9).then_some((at % 3) as u32);
        groups.push(group);
        let place = group.map_or(0.0, |group| 10.0 * (group as f32 + 1.0));
        let spread = group.map_or(1000.0, |group| group as f32 + 0.5);
        row.iter().map(move |value| place + spread * value).collect::<Vec<_>>()
    });
    (rows.collect(), groups)
}

#[test]
fn dense_places_are_clusters_and_the_others_noise() {
    for (count, width) in [(300, 2), (900, 30), (6000, 256)] {
        let (rows, groups) = dense_places(count, width);
        let found = hdbscan(&rows, width, &HdbscanSettings::new(20)).unwrap();
        assert_eq!(found.assignments, groups, "{count} points of {width} numbers");
        assert_eq!(found.clusters, 3);
    }
}

#[test]
fn threads_do_not_change_a_cluster() {
    let rows = noise(5000 * 8, 3);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| hdbscan(&rows, 8, &HdbscanSettings::new(5)).unwrap())
    };
    let one = run(1);
    assert!(one.clusters > 1);
    assert_eq!(run(3), one);
}

#[test]
fn points_in_one_place_are_infinitely_dense() {
    let some = |clusters: &[u32]| clusters.iter().copied().map(Some).collect::<Vec<_>>();
    let clusters = |rows: &[f32], size| hdbscan(rows, 1, &HdbscanSettings::new(size)).unwrap().assignments;
    assert_eq!(clusters(&[2.5; 10], 5), some(&[0; 10]));
    assert_eq!(clusters(&[2.5; 4], 5), [None; 4]);
    assert_eq!(clusters(&[2.5], 2), [None]);
    assert_eq!(clusters(&[], 2), []);
    // Copies only, in three places.
    let places: Vec<f32> = (0..36).map(|at| (at % 3) as f32).collect();
    assert_eq!(clusters(&places, 4), some(&[0, 1, 2].repeat(12)));
    // Two piles of copies next to each other, and points that are far apart: not one cluster around both piles.
    let piles = [vec![0.0; 6], vec![1.0; 6], vec![50.0, 90.0, 140.0]].concat();
    assert_eq!(clusters(&piles, 3)[..12], some(&[[0; 6], [1; 6]].concat()));
}

#[test]
fn what_has_no_density() {
    let error = hdbscan(&[0.0, f32::INFINITY], 1, &HdbscanSettings::new(2)).unwrap_err();
    assert!(matches!(error, ClusteringError::NotFinite { row: 1, column: 0, .. }), "{error}");
    let error = hdbscan(&[0.0, 1.0], 1, &HdbscanSettings::new(1)).unwrap_err();
    assert_eq!(error, ClusteringError::ClusterSize { found: 1 });
    let found = hdbscan(&[0.0, 1.0, 2.0], 1, &HdbscanSettings::new(50)).unwrap();
    assert_eq!((found.clusters, found.assignments), (0, vec![None; 3]), "fewer points than a cluster needs");
}
