//! t-SNE with a tree for the repulsion.
//!
//! The crate bhtsne 0.7.13 was measured: on two threads its coordinates change from run to run, by sums in the order of
//! threads. A map must have the same bytes every time.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;

use super::affinities::Affinities;
use super::quadtree::Quadtree;
use crate::map::neighbours::Neighbours;
use sgr_core::progress::Progress;

/// Steps with exaggerated attraction, in which groups form.
const EXAGGERATED_STEPS: usize = 250;

/// Steps after them.
const STEPS: usize = 500;

/// Factor of the attraction at the beginning. Belkina et al. 2019, "Automated optimized parameters for t-SNE".
const EXAGGERATION: f64 = 12.0;

/// Accuracy of the tree: errors of forces are below a hundredth.
const THETA: f64 = 0.5;

/// Standard deviation of the start along its first axis: all points begin near each other.
const START: f64 = 1e-4;

/// Points that a thread takes at once.
const GRAIN: usize = 256;

/// How t-SNE is run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TsneSettings {
    /// Effective number of neighbours.
    pub(crate) perplexity: f64,
    /// Seed of the small differences that part equal vectors at the start.
    pub(crate) seed: u64,
}

/// Places points so that near neighbours stay near, starting from `start`, on the threads of the current rayon pool.
///
/// # Formula
/// ```text
/// minimize Σ p_ij ln(p_ij / q_ij),   q_ij ∝ 1 / (1 + |y_i − y_j|²)
/// ```
/// van der Maaten & Hinton 2008; the tree of van der Maaten 2014; learning rate n / 12 / 4 and at least 50, momentum and
/// gains as in its authors' program.
///
/// The same bytes for any number of threads: each force is one thread's sum, and sums over all points go in their order.
///
/// # Complexity
/// O(steps · n (log n + neighbours)) time, O(n · neighbours) space.
pub(crate) fn tsne(
    neighbours: &Neighbours,
    start: &[[f32; 2]],
    settings: TsneSettings,
    progress: &dyn Progress,
) -> Vec<[f32; 2]> {
    let affinities = Affinities::of(neighbours, settings.perplexity);
    let mut descent = Descent::from(start, settings.seed);
    for step in 0..EXAGGERATED_STEPS + STEPS {
        let is_early = step < EXAGGERATED_STEPS;
        let (exaggeration, momentum) = if is_early { (EXAGGERATION, 0.5) } else { (1.0, 0.8) };
        descent.step(&affinities, exaggeration, momentum);
        progress.report((step + 1) as f64 / (EXAGGERATED_STEPS + STEPS) as f64);
    }
    descent.points.iter().map(|point| point.map(|value| value as f32)).collect()
}

/// Points on their way down the gradient.
struct Descent {
    points: Vec<[f64; 2]>,
    velocities: Vec<[f64; 2]>,
    gains: Vec<[f64; 2]>,
    tree: Quadtree,
    order: Vec<u32>,
}

impl Descent {
    fn from(start: &[[f32; 2]], seed: u64) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let count = start.len();
        let square = |point: &[f32; 2]| f64::from(point[0]).powi(2);
        let deviation = (start.iter().map(square).sum::<f64>() / count.max(1) as f64).sqrt();
        let scale = if deviation > 0.0 { START / deviation } else { 0.0 };
        // Equal vectors would never part: a hundredth of the start sets them apart.
        let mut place = |value: f32| f64::from(value) * scale + 0.01 * START * (random.random::<f64>() - 0.5);
        let points = start.iter().map(|point| point.map(&mut place)).collect();
        let (velocities, gains) = (vec![[0.0; 2]; count], vec![[1.0; 2]; count]);
        Self { points, velocities, gains, tree: Quadtree::default(), order: Vec::new() }
    }

    fn step(&mut self, affinities: &Affinities, exaggeration: f64, momentum: f64) {
        let gradient = self.gradient(affinities, exaggeration);
        let rate = (self.points.len() as f64 / EXAGGERATION / 4.0).max(50.0);
        let state = self.points.iter_mut().zip(&mut self.velocities).zip(&mut self.gains);
        for (((point, velocity), gain), slope) in state.zip(&gradient) {
            for axis in 0..2 {
                let agrees = (slope[axis] > 0.0) == (velocity[axis] > 0.0);
                gain[axis] = if agrees { (gain[axis] * 0.8).max(0.01) } else { gain[axis] + 0.2 };
                velocity[axis] = momentum * velocity[axis] - rate * gain[axis] * slope[axis];
                point[axis] += velocity[axis];
            }
        }
        self.centre();
    }

    /// 4 Σ_j (p_ij − q_ij) (y_i − y_j) / (1 + |y_i − y_j|²) for each point.
    fn gradient(&mut self, affinities: &Affinities, exaggeration: f64) -> Vec<[f64; 2]> {
        self.tree.arrange(&self.points);
        self.order.clear();
        self.order.extend(self.tree.order());
        let (points, tree) = (&self.points, &self.tree);
        let forces = |&point: &u32| {
            let place = points[point as usize];
            let mut pull = [0.0; 2];
            for (other, probability) in affinities.row(point as usize) {
                let apart = [0, 1].map(|axis| place[axis] - points[other as usize][axis]);
                let weight = probability / (1.0 + apart[0] * apart[0] + apart[1] * apart[1]);
                (0..2).for_each(|axis| pull[axis] += weight * apart[axis]);
            }
            let (push, sum) = tree.repulsion(place, THETA);
            // Its own term is 1.
            (pull, push, sum - 1.0)
        };
        // Neighbours in the tree walk through the same cells.
        let forces: Vec<_> = self.order.par_iter().with_min_len(GRAIN).map(forces).collect();
        let normalizer: f64 = forces.iter().map(|(_, _, sum)| sum).sum::<f64>().max(f64::MIN_POSITIVE);
        let mut gradient = vec![[0.0; 2]; points.len()];
        for (&point, (pull, push, _)) in self.order.iter().zip(&forces) {
            gradient[point as usize] = [0, 1].map(|axis| 4.0 * (exaggeration * pull[axis] - push[axis] / normalizer));
        }
        gradient
    }

    /// Moves the mean to the origin.
    fn centre(&mut self) {
        let count = self.points.len().max(1) as f64;
        let mean = [0, 1].map(|axis| self.points.iter().map(|point| point[axis]).sum::<f64>() / count);
        self.points.iter_mut().for_each(|point| (0..2).for_each(|axis| point[axis] -= mean[axis]));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use sgr_search::distance::Preparation;

    use super::*;
    use crate::map::projection::PrincipalPlane;

    /// Clusters of points in twenty dimensions, far apart; the cluster of each.
    fn clusters(count: usize, each: usize) -> (Vec<f32>, Vec<usize>) {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let of: Vec<usize> = (0..count * each).map(|at| at % count).collect();
        let centre = |cluster: usize, axis: usize| if axis == cluster { 8.0 } else { 0.0 };
        let mut rows = Vec::new();
        for &cluster in &of {
            rows.extend((0..20).map(|axis| centre(cluster, axis) + random.random::<f32>()));
        }
        (rows, of)
    }

    fn placed(rows: &[f32], threads: usize) -> Vec<[f32; 2]> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let neighbours = Neighbours::of(rows, 20, &Preparation::default(), 45, threads).unwrap();
            let start = PrincipalPlane::of(rows, 20).points;
            tsne(&neighbours, &start, TsneSettings { perplexity: 15.0, seed: 1 }, &())
        })
    }

    #[test]
    fn separated_clusters_stay_separated_and_neighbours_stay_neighbours() {
        let (rows, of) = clusters(6, 70);
        let points = placed(&rows, 2);
        let flat: Vec<f32> = points.iter().flatten().copied().collect();
        let (before, after) = (
            Neighbours::of(&rows, 20, &Preparation::default(), 10, 1).unwrap(),
            Neighbours::of(&flat, 2, &Preparation::default(), 10, 1).unwrap(),
        );
        let pairs = || before.rows().zip(after.rows());
        let kept: usize =
            pairs().map(|((before, _), (after, _))| before.iter().filter(|other| after.contains(other)).count()).sum();
        let same: usize = after
            .rows()
            .zip(&of)
            .map(|((after, _), own)| after.iter().filter(|at| of[**at as usize] == *own).count())
            .sum();
        let (kept, same) = (kept as f64 / (10 * of.len()) as f64, same as f64 / (10 * of.len()) as f64);
        // By chance 10 of 419 are kept and a sixth is of the same cluster.
        assert!(same > 0.99, "{same} of the neighbours are of the same cluster");
        assert!(kept > 0.4, "{kept} of the neighbours are kept");
    }

    #[test]
    fn the_number_of_threads_does_not_show() {
        let (rows, _) = clusters(3, 300);
        let one = placed(&rows, 1);
        assert!(one == placed(&rows, 2) && one == placed(&rows, 5));
    }

    #[test]
    fn equal_vectors_part_and_few_points_are_placed() {
        let points = placed(&[1.0; 20 * 12], 1);
        assert!(points.iter().flatten().all(|value| value.is_finite()));
        assert!(points[0] != points[1]);
        assert_eq!(placed(&[1.0; 20], 1).len(), 1);
        assert_eq!(placed(&[], 1).len(), 0);
    }
}
