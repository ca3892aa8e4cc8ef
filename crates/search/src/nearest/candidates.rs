//! The rows that may be among the nearest of one query.

use super::Neighbor;
use super::best::Best;
use super::bound::Bound;

/// A row with bounds of half its squared distance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) row: usize,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The rows that may be among the nearest of one query, of those that a worker has seen.
///
/// Candidates wait with their bounds. When there are many, those go whose lower bound is above the `count`-th upper bound.
/// If many are left (many rows at nearly the same distance), their exact distances decide.
#[derive(Debug, Clone)]
pub(super) struct Candidates {
    count: usize,
    waiting: Vec<Candidate>,
    best: Best,
    /// Half a squared distance that none of the nearest exceeds.
    limit: f64,
}

impl Candidates {
    /// None yet, for that many nearest rows.
    pub(super) fn new(count: usize) -> Self {
        Self { count, waiting: Vec::new(), best: Best::new(count), limit: f64::INFINITY }
    }

    /// Half a squared distance that none of the nearest exceeds.
    pub(super) fn limit(&self) -> f64 {
        self.limit
    }

    /// Adds a row. `exact` gives its exact distance, and of the others, if it is needed.
    pub(super) fn add(&mut self, candidate: Candidate, bound: Bound, exact: impl Fn(usize) -> f64) {
        if candidate.low > self.limit {
            return;
        }
        self.waiting.push(candidate);
        if self.waiting.len() >= self.most_waiting() {
            self.drop_beyond_limit();
            if self.waiting.len() > self.most_waiting() / 2 {
                self.decide(bound, exact);
            }
        }
    }

    /// So many that a selection among them is paid for by the rows that it drops.
    fn most_waiting(&self) -> usize {
        2 * self.count + 64
    }

    /// Lowers the limit to the `count`-th upper bound and drops the rows beyond it.
    fn drop_beyond_limit(&mut self) {
        if self.waiting.len() >= self.count {
            let by_high = |one: &Candidate, other: &Candidate| one.high.total_cmp(&other.high);
            let (_, last, _) = self.waiting.select_nth_unstable_by(self.count - 1, by_high);
            self.limit = self.limit.min(last.high);
        }
        let limit = self.limit;
        self.waiting.retain(|candidate| candidate.low <= limit);
    }

    /// Compares the waiting rows by their exact distances.
    fn decide(&mut self, bound: Bound, exact: impl Fn(usize) -> f64) {
        for Candidate { row, .. } in self.waiting.drain(..) {
            self.best.add(Neighbor { row, distance: exact(row) });
        }
        self.best.select();
        self.limit = self.limit.min(bound.half_square(self.best.reach()));
    }

    /// The nearest rows by their exact distances, in any order.
    pub(super) fn finish(mut self, bound: Bound, exact: impl Fn(usize) -> f64) -> Vec<Neighbor> {
        self.drop_beyond_limit();
        self.decide(bound, exact);
        self.best.finish()
    }
}
