//! The minimum spanning tree of mutual reachability distances.

use rayon::prelude::*;
use sgr_search::rows::Rows;

/// Coordinates whose squares are added before the sum is compared with the limit again: a few SIMD registers.
const STRIDE: usize = 32;

/// Points that one thread compares with a new point of the tree at least: below, handing them out costs more than it saves.
const GRAIN: usize = 2048;

/// Two points and the distance at which they reach each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Edge {
    pub(super) ends: [u32; 2],
    pub(super) length: f64,
}

/// A tree over all points whose longest edges are as short as possible.
#[derive(Debug)]
pub(super) struct SpanningTree {
    /// In the order in which the tree grew.
    pub(super) edges: Vec<Edge>,
}

/// A point that is not in the tree yet, with its shortest edge to the tree.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    point: u32,
    nearest: u32,
    length: f64,
}

impl SpanningTree {
    /// Prim 1957, "Shortest connection networks and some generalizations": the nearest point joins the tree, of equally near ones
    /// the first.
    ///
    /// Most distances need not be known to the end. A point whose edge is as short as its own core distance, or that of the new
    /// point, cannot get a shorter one; and a sum of squares that has passed the length of the edge is large enough. Coordinates are
    /// taken in the order of their variances, so that it passes early.
    ///
    /// # Complexity
    /// O(n² · width) time at most, O(n · width) space.
    pub(super) fn of(rows: Rows<'_>, cores: &[f64]) -> Self {
        let ordered = Ordered::of(rows);
        let mut edges = Vec::with_capacity(cores.len().saturating_sub(1));
        let unreached = |point| Waiting { point, nearest: 0, length: f64::INFINITY };
        let mut waiting: Vec<Waiting> = (1..cores.len() as u32).map(unreached).collect();
        let mut joined = 0u32;
        while !waiting.is_empty() {
            let core = cores[joined as usize];
            let update = |each: &mut Waiting| {
                let floor = core.max(cores[each.point as usize]);
                if floor < each.length
                    && let Some(distance) = ordered.distance_below(joined, each.point, each.length)
                {
                    (each.nearest, each.length) = (joined, distance.max(floor));
                }
            };
            if waiting.len() > GRAIN {
                waiting.par_iter_mut().with_min_len(GRAIN).for_each(update);
            } else {
                waiting.iter_mut().for_each(update);
            }
            let order = |a: &Waiting, b: &Waiting| a.length.total_cmp(&b.length).then(a.point.cmp(&b.point));
            let Some((at, next)) = waiting.iter().enumerate().min_by(|a, b| order(a.1, b.1)) else { break };
            let next = *next;
            waiting.swap_remove(at);
            edges.push(Edge { ends: [next.nearest, next.point], length: next.length });
            joined = next.point;
        }
        Self { edges }
    }
}

/// Rows with their coordinates in descending order of variance.
struct Ordered {
    values: Vec<f64>,
    width: usize,
}

impl Ordered {
    fn of(rows: Rows<'_>) -> Self {
        let (count, width) = (rows.len(), rows.dimensions());
        let mut moments = vec![[0.0f64; 2]; width];
        for row in 0..count {
            for ([sum, squares], &value) in moments.iter_mut().zip(rows.row(row)) {
                *sum += f64::from(value);
                *squares += f64::from(value) * f64::from(value);
            }
        }
        let variances: Vec<f64> =
            moments.iter().map(|[sum, squares]| squares - sum * sum / count.max(1) as f64).collect();
        let mut order: Vec<usize> = (0..width).collect();
        order.sort_by(|&a, &b| variances[b].total_cmp(&variances[a]).then(a.cmp(&b)));
        let values = (0..count).flat_map(|row| order.iter().map(move |&at| f64::from(rows.row(row)[at]))).collect();
        Self { values, width }
    }

    fn row(&self, at: u32) -> &[f64] {
        &self.values[at as usize * self.width..][..self.width]
    }

    /// The distance of two rows, if it is below the limit.
    fn distance_below(&self, a: u32, b: u32, limit: f64) -> Option<f64> {
        let limit = limit * limit;
        let mut sum = 0.0;
        for (a, b) in self.row(a).chunks(STRIDE).zip(self.row(b).chunks(STRIDE)) {
            sum += squared_distance(a, b);
            if sum >= limit {
                return None;
            }
        }
        Some(sum.sqrt())
    }
}

/// The squared distance of two pieces of rows, in four sums that do not wait for each other.
fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a, rest_a) = a.as_chunks::<4>();
    let (b, rest_b) = b.as_chunks::<4>();
    for (a, b) in a.iter().zip(b) {
        for lane in 0..4 {
            sums[lane] += (a[lane] - b[lane]) * (a[lane] - b[lane]);
        }
    }
    let rest: f64 = rest_a.iter().zip(rest_b).map(|(a, b)| (a - b) * (a - b)).sum();
    sums.iter().sum::<f64>() + rest
}
