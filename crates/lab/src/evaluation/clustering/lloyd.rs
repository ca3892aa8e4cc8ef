//! Lloyd's steps: assignments and means in turn.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, Par};

use super::points::{Points, squared_distance};

/// Points whose products with the centres are computed at once: they stay in cache.
const BLOCK: usize = 256;

/// Centres that move to the means of the points nearest to them, until nothing changes.
///
/// Lloyd 1982, "Least squares quantization in PCM".
#[derive(Debug)]
pub(super) struct Lloyd<'a> {
    points: &'a Points,
    /// Column c is the centre of cluster c.
    centers: Mat<f64>,
    /// The cluster of each point.
    pub(super) assignments: Vec<u32>,
    pub(super) iterations: usize,
    pub(super) converged: bool,
}

impl<'a> Lloyd<'a> {
    /// Runs from the given centres, for at most `limit` steps.
    pub(super) fn run(points: &'a Points, centers: Mat<f64>, limit: usize) -> Self {
        let assignments = vec![u32::MAX; points.count()];
        let mut run = Self { points, centers, assignments, iterations: 0, converged: false };
        while !run.converged && run.iterations < limit.max(1) {
            run.iterations += 1;
            let moved = run.assign();
            let filled = run.fill_empty_clusters();
            run.converged = !moved && !filled;
            run.center();
        }
        run
    }

    /// Sum of the squared distances of the points to the means of their clusters.
    pub(super) fn inertia(&self) -> f64 {
        (0..self.points.count()).map(|at| self.distance(at)).sum()
    }

    /// Squared distance of a point to the centre of its cluster.
    fn distance(&self, at: usize) -> f64 {
        squared_distance(self.points.point(at), self.centers.col_as_slice(self.assignments[at] as usize))
    }

    /// Gives each point to the nearest centre, the first of equals. Returns whether any changed its cluster.
    fn assign(&mut self) -> bool {
        let clusters = self.centers.ncols();
        let squares: Vec<f64> = (0..clusters)
            .map(|cluster| self.centers.col_as_slice(cluster).iter().map(|value| value * value).sum())
            .collect();
        let mut products = Mat::<f64>::zeros(clusters, BLOCK);
        let mut moved = false;
        for (block, assignments) in self.assignments.chunks_mut(BLOCK).enumerate() {
            let points = self.points.columns().as_ref().subcols(block * BLOCK, assignments.len());
            let target = products.as_mut().subcols_mut(0, assignments.len());
            matmul(target, Accum::Replace, self.centers.transpose(), points, 1.0, Par::Seq);
            for (at, assignment) in assignments.iter_mut().enumerate() {
                // |x − c|² without |x|², which is the same for all centres.
                let cost = |cluster: usize| squares[cluster] - 2.0 * products[(cluster, at)];
                let nearest = (1..clusters).fold((0, cost(0)), |best, cluster| {
                    let here = cost(cluster);
                    if here < best.1 { (cluster, here) } else { best }
                });
                moved |= std::mem::replace(assignment, nearest.0 as u32) != nearest.0 as u32;
            }
        }
        moved
    }

    /// Gives each cluster without points the point farthest from its own centre, unless that is alone there or all are in
    /// the places of their centres. Returns whether there was one.
    fn fill_empty_clusters(&mut self) -> bool {
        let mut sizes = vec![0usize; self.centers.ncols()];
        self.assignments.iter().for_each(|&cluster| sizes[cluster as usize] += 1);
        if sizes.iter().all(|&size| size > 0) {
            return false;
        }
        let mut distances: Vec<f64> = (0..self.points.count()).map(|at| self.distance(at)).collect();
        let mut filled = false;
        for empty in 0..sizes.len() {
            if sizes[empty] > 0 {
                continue;
            }
            let has_company = |&point: &usize| sizes[self.assignments[point] as usize] > 1;
            let farthest = (0..distances.len())
                .filter(has_company)
                .max_by(|&a, &b| distances[a].total_cmp(&distances[b]))
                .filter(|&point| distances[point] > self.points.same_place());
            let Some(point) = farthest else { break };
            sizes[self.assignments[point] as usize] -= 1;
            sizes[empty] = 1;
            self.assignments[point] = empty as u32;
            distances[point] = 0.0;
            filled = true;
        }
        filled
    }

    /// Moves the centres to the means of their points; one without points stays.
    fn center(&mut self) {
        let mut sums = Mat::<f64>::zeros(self.points.width(), self.centers.ncols());
        let mut sizes = vec![0usize; self.centers.ncols()];
        for (at, &cluster) in self.assignments.iter().enumerate() {
            sizes[cluster as usize] += 1;
            let sum = sums.col_as_slice_mut(cluster as usize);
            sum.iter_mut().zip(self.points.point(at)).for_each(|(sum, value)| *sum += value);
        }
        for (cluster, &size) in sizes.iter().enumerate().filter(|(_, size)| **size > 0) {
            let sum = sums.col_as_slice(cluster).iter();
            let center = self.centers.col_as_slice_mut(cluster).iter_mut();
            center.zip(sum).for_each(|(center, sum)| *center = sum / size as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs on a line from centres that seeding would not choose.
    fn run(places: &[f64], centers: &[f64]) -> (Vec<u32>, bool) {
        let points = Points::new(places.iter().copied(), 1);
        let run = Lloyd::run(&points, Mat::from_fn(1, centers.len(), |_, at| centers[at]), 50);
        (run.assignments, run.converged)
    }

    #[test]
    fn a_cluster_without_points_gets_the_farthest() {
        // Far centres lose all points at the first step; around their mean the points are at −6, −5, −4, 7 and 8.
        assert_eq!(run(&[0.0, 1.0, 2.0, 13.0, 14.0], &[0.0, 1e6]), (vec![0, 0, 0, 1, 1], true));
        let (assignments, converged) = run(&[0.0, 1.0, 2.0, 13.0, 14.0], &[0.0, 1e6, 1e6, 1e6, 1e6]);
        let mut clusters = assignments.clone();
        clusters.sort_unstable();
        assert_eq!((clusters, converged), (vec![0, 1, 2, 3, 4], true), "{assignments:?}");
        // Points in one place have nothing to give.
        assert_eq!(run(&[3.0; 4], &[0.0, 1e6]), (vec![0; 4], true));
    }
}
