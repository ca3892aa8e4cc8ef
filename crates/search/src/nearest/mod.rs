//! Which rows are nearest to a query?
//!
//! [`nearest`] is exact: its result is what a comparison of each query with every row in double precision gives, ties
//! included, on any number of threads. Many queries share matrix products in single precision (`blocked.rs`), whose rounding
//! errors are bounded (`bound.rs`): only rows that may be among the nearest are compared in double precision
//! (`candidates.rs`). Few queries are compared with every row at once (`direct.rs`). The Tanimoto distance compares only the
//! numbers that are above 0 in both vectors (`overlaps.rs`).

pub(crate) mod best;
mod blocked;
mod bound;
mod candidates;
mod direct;
mod overlaps;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use crate::SearchError;
use crate::distance::{Distance, PreparedRows, of_prepared};
use crate::rows::Rows;

/// Queries that share one pass over the rows: their panels and candidates fit into the caches of a core.
const BATCH: usize = 1024;

/// Fewer queries than this are compared with every row directly: a product works on 32 queries at once, filled up with zeros.
const FEW: usize = 5;

/// A row and its distance from a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbor {
    /// The number of the row, from 0.
    pub row: usize,
    /// Its distance.
    pub distance: f64,
}

impl Neighbor {
    /// Nearest first; of two at the same distance the one with the lower number.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.row.cmp(&other.row))
    }
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct NearestSettings<'a> {
    /// How many neighbours of each query; fewer come if there are fewer rows.
    pub count: usize,
    /// Threads that work. The result does not depend on it.
    pub threads: usize,
    /// For each row whether it may be a neighbour; all may without this.
    pub among: Option<&'a [bool]>,
}

impl NearestSettings<'_> {
    /// That many neighbours, found by all cores.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { count, threads: sgr_core::embed::available_threads(), among: None }
    }
}

/// The nearest rows of each query, nearest first; of rows at the same distance those with lower numbers.
///
/// ```
/// use sgr_search::distance::{Distance, Preparation};
/// use sgr_search::nearest::{NearestSettings, nearest};
/// use sgr_search::rows::Rows;
/// let cosine = Preparation::of(Distance::Cosine, None)?;
/// let rows = cosine.prepare(Rows::new(&[1.0, 0.0, 0.0, 2.0, 3.0, 3.0], 2)?)?;
/// let queries = cosine.prepare(Rows::new(&[0.0, 5.0], 2)?)?;
/// let found = nearest(&rows, &queries, &NearestSettings::new(2))?;
/// assert_eq!((found[0][0].row, found[0][1].row), (1, 2));
/// assert!((found[0][1].distance - (1.0 - 0.5f64.sqrt())).abs() < 1e-7);
/// # Ok::<(), sgr_search::SearchError>(())
/// ```
///
/// # Errors
/// [`SearchError::Dimensions`] if rows and queries have different lengths.
///
/// # Panics
/// If rows and queries were prepared for different distances, or `among` is not as long as there are rows.
///
/// # Complexity
/// O(n · q · d) time for n rows, q queries and d dimensions; O(q · k) space for k neighbours, and a few megabytes a thread.
pub fn nearest(
    rows: &PreparedRows<'_>,
    queries: &PreparedRows<'_>,
    settings: &NearestSettings<'_>,
) -> Result<Vec<Vec<Neighbor>>, SearchError> {
    let (found, wanted) = (queries.distance(), rows.distance());
    assert_eq!(found, wanted, "found queries prepared for {found}, wanted {wanted}");
    let (rows, queries) = (rows.rows(), queries.rows());
    queries.check_dimensions(rows.dimensions())?;
    if let Some(among) = settings.among {
        let (found, wanted) = (among.len(), rows.len());
        assert_eq!(found, wanted, "found marks of {found} rows, wanted {wanted}");
    }
    if wanted == Distance::Tanimoto {
        return Ok(in_batches(rows, queries, settings, |batch| overlaps::search(rows, batch, settings)));
    }
    let mut found = in_batches(rows, queries, settings, |batch| by_euclidean(rows, batch, settings));
    for neighbor in found.iter_mut().flatten() {
        neighbor.distance = of_prepared(wanted, neighbor.distance);
    }
    Ok(found)
}

/// What a search finds for one batch of queries after another.
fn in_batches<'a>(
    rows: Rows<'_>,
    queries: Rows<'a>,
    settings: &NearestSettings<'_>,
    search: impl Fn(Rows<'a>) -> Vec<Vec<Neighbor>>,
) -> Vec<Vec<Neighbor>> {
    if settings.count == 0 || rows.is_empty() {
        return vec![Vec::new(); queries.len()];
    }
    let batches = (0..queries.len()).step_by(BATCH);
    batches.flat_map(|first| search(queries.range(first..(first + BATCH).min(queries.len())))).collect()
}

/// The nearest rows by Euclidean distance.
fn by_euclidean(rows: Rows<'_>, batch: Rows<'_>, settings: &NearestSettings<'_>) -> Vec<Vec<Neighbor>> {
    match batch.len() {
        ..FEW => direct::search(rows, batch, settings),
        _ => blocked::search(rows, batch, settings),
    }
}

/// Runs a worker on each thread and joins what they found for each query.
fn on_threads(settings: &NearestSettings<'_>, worker: impl Fn() -> Vec<Vec<Neighbor>> + Sync) -> Vec<Vec<Neighbor>> {
    let results: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..settings.threads.max(1)).map(|_| scope.spawn(&worker)).collect();
        let own = worker();
        let others =
            others.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        others.chain([own]).collect()
    });
    let mut results = results.into_iter();
    let mut joined = results.next().unwrap_or_default();
    for result in results {
        joined.iter_mut().zip(result).for_each(|(joined, found)| joined.extend(found));
    }
    for found in &mut joined {
        found.sort_unstable_by(Neighbor::order);
        found.truncate(settings.count);
    }
    joined
}
