//! The nearest rows so far.

use super::Neighbor;

/// The nearest rows so far, by their exact distances.
///
/// New rows wait behind the kept ones until there are as many, then a selection keeps the nearest: constant time a row.
#[derive(Debug, Clone)]
pub(crate) struct Best {
    count: usize,
    kept: Vec<Neighbor>,
    /// The last of the nearest at the last selection: a row that is not before it is none of them.
    last: Option<Neighbor>,
}

impl Best {
    /// Nothing yet, of that many.
    pub(crate) fn new(count: usize) -> Self {
        Self { count, kept: Vec::new(), last: None }
    }

    /// A distance that all of the nearest are within.
    pub(crate) fn reach(&self) -> f64 {
        self.last.map_or(f64::INFINITY, |last| last.distance)
    }

    /// Adds a row that was not added before.
    pub(crate) fn add(&mut self, neighbor: Neighbor) {
        if self.last.is_some_and(|last| neighbor.order(&last).is_gt()) {
            return;
        }
        self.kept.push(neighbor);
        if self.kept.len() >= 2 * self.count {
            self.select();
        }
    }

    /// Keeps the nearest only.
    pub(crate) fn select(&mut self) {
        if self.kept.len() < self.count {
            return;
        }
        let (_, last, _) = self.kept.select_nth_unstable_by(self.count - 1, Neighbor::order);
        self.last = Some(*last);
        self.kept.truncate(self.count);
    }

    /// The nearest, in any order.
    pub(crate) fn finish(mut self) -> Vec<Neighbor> {
        self.select();
        self.kept
    }
}
