//! Which recall is reached by which reach?

use super::Cells;
use crate::distance::PreparedRows;
use crate::nearest::{NearestSettings, Neighbor, nearest};
use crate::rows::Rows;

/// Rows that are queries of the measurement and not part of the centres: a recall of 0.99 is then known to about 0.002.
const HELD_OUT: usize = 1000;

/// Neighbours of each that are looked for.
const NEIGHBORS: usize = 10;

/// Part of the rows that a search sees at most. Beyond it the exact search, which uses the caches better, is about as fast.
const MOST_SEEN: f64 = 0.1;

/// Reaches that are measured: 2^(−i/2) for i from this number to 0.
const REACHES: i32 = 12;

/// A reach, and what it gives: measured when the cells were built, on rows that were held out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    pub(crate) reach: f32,
    pub(crate) recall: f32,
    pub(crate) error: f32,
    pub(crate) seen: f32,
}

impl Effort {
    /// A search ends at the first cell whose distance is by its lower bound more than this part of that of the last candidate.
    #[must_use]
    pub fn reach(&self) -> f64 {
        f64::from(self.reach)
    }

    /// The recall at 10: the part of the ten nearest rows that is found. Another row at the same distance counts as well.
    #[must_use]
    pub fn recall(&self) -> f64 {
        f64::from(self.recall)
    }

    /// The standard error of the recall.
    #[must_use]
    pub fn error(&self) -> f64 {
        f64::from(self.error)
    }

    /// The part of the rows whose codes a search sees.
    #[must_use]
    pub fn seen(&self) -> f64 {
        f64::from(self.seen)
    }

    /// Whether the numbers can be those of an effort.
    pub(crate) fn is_valid(&self) -> bool {
        let part = |number: f32| (0.0..=1.0).contains(&number);
        self.reach > 0.0 && [self.reach, self.recall, self.error, self.seen].into_iter().all(part)
    }
}

/// The rows that are held out, ascending: spread evenly.
pub(super) fn held_out(rows: usize) -> Vec<usize> {
    let count = HELD_OUT.min(rows / 4);
    (0..count).map(|at| (2 * at + 1) * rows / (2 * count)).collect()
}

/// The recall of searches with growing reaches, until all is found or too much is seen.
pub(super) fn measured(cells: &Cells, rows: Rows<'_>, held_out: &[usize], threads: usize) -> Vec<Effort> {
    let queries: Vec<f32> = held_out.iter().flat_map(|&row| rows.row(row)).copied().collect();
    let queries = Rows::checked(&queries, rows.dimensions());
    // One more: each row finds itself.
    let settings = NearestSettings { threads, ..NearestSettings::new(NEIGHBORS + 1) };
    let prepared = (PreparedRows::euclidean(rows), PreparedRows::euclidean(queries));
    // Equal dimensions: no error.
    let exact = nearest(&prepared.0, &prepared.1, &settings).unwrap_or_default();
    let mut efforts = Vec::new();
    for step in (0..=REACHES).rev() {
        let reach = 2f64.powf(-f64::from(step) / 2.0) as f32;
        let visits = cells.visits(rows, queries, f64::from(reach), &settings);
        let seen = visits.iter().map(|visit| visit.seen as f64).sum::<f64>();
        let seen = seen / (visits.len().max(1) * rows.len()) as f64;
        if seen > MOST_SEEN {
            break;
        }
        let found = visits.iter().zip(held_out).map(|(visit, &row)| without(row, &visit.found));
        let exact = exact.iter().zip(held_out).map(|(exact, &row)| without(row, exact));
        let recalls: Vec<f64> = found.zip(exact).map(|(found, exact)| recall(&found, &exact)).collect();
        let (recall, error) = mean_and_error(&recalls);
        efforts.push(Effort { reach, recall: recall as f32, error: error as f32, seen: seen as f32 });
        if recall == 1.0 {
            break;
        }
    }
    efforts
}

/// The distances of what was found besides the row itself.
fn without(row: usize, found: &[Neighbor]) -> Vec<f64> {
    let others = found.iter().filter(|found| found.row != row);
    others.map(|found| found.distance).take(NEIGHBORS).collect()
}

/// The part of the nearest that is found, ties counted as found.
fn recall(found: &[f64], exact: &[f64]) -> f64 {
    let Some(last) = exact.last() else { return 1.0 };
    let right = found.iter().filter(|distance| *distance <= last).count();
    right as f64 / exact.len() as f64
}

/// The mean and its standard error.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    if count < 2.0 {
        // Nothing was measured: any recall is possible.
        return (0.0, 1.0);
    }
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1.0) / count).sqrt().min(1.0))
}
