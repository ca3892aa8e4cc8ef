//! The minimum spanning tree of mutual reachability distances.

use pulp::Arch;
use rayon::prelude::*;
use sgr_search::rows::Rows;

/// Coordinates whose squares are added before the sum is compared with the limit again: a few SIMD registers.
const STRIDE: usize = 64;

/// Points that a thread compares with a new point of the tree at once: fewer would cost more to hand out than they save.
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
        let (arch, mut joined) = (Arch::new(), 0u32);
        while !waiting.is_empty() {
            waiting.par_chunks_mut(GRAIN).for_each(|chunk| arch.dispatch(|| ordered.shorten(chunk, joined, cores)));
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
    values: Vec<f32>,
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
        let values = (0..count).flat_map(|row| order.iter().map(move |&at| rows.row(row)[at])).collect();
        Self { values, width }
    }

    #[inline(always)]
    fn row(&self, at: u32) -> &[f32] {
        &self.values[at as usize * self.width..][..self.width]
    }

    /// Gives points their edge to the point that joined, if it is shorter.
    #[inline(always)]
    fn shorten(&self, waiting: &mut [Waiting], joined: u32, cores: &[f64]) {
        let core = cores[joined as usize];
        for each in waiting {
            let floor = core.max(cores[each.point as usize]);
            if floor < each.length
                && let Some(distance) = self.distance_below(joined, each.point, each.length)
            {
                (each.nearest, each.length) = (joined, distance.max(floor));
            }
        }
    }

    /// The distance of two rows, in double precision, if it is below the limit.
    #[inline(always)]
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

/// The squared distance of two pieces of rows, in eight sums: a register of the widest instruction set. They are added in the same
/// order on all.
#[inline(always)]
fn squared_distance(a: &[f32], b: &[f32]) -> f64 {
    let square = |a: f32, b: f32| (f64::from(a) - f64::from(b)) * (f64::from(a) - f64::from(b));
    let mut sums = [0.0; 8];
    let (a, rest_a) = a.as_chunks::<8>();
    let (b, rest_b) = b.as_chunks::<8>();
    for (a, b) in a.iter().zip(b) {
        for lane in 0..8 {
            sums[lane] += square(a[lane], b[lane]);
        }
    }
    let rest: f64 = rest_a.iter().zip(rest_b).map(|(&a, &b)| square(a, b)).sum();
    sums.iter().sum::<f64>() + rest
}
