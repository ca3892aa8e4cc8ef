//! Few queries: each compared with every row in double precision.

use std::sync::atomic::{AtomicUsize, Ordering};

use sgr_core::representation::distance::euclidean;

use super::best::Best;
use super::{NearestSettings, Neighbor, on_threads};
use crate::rows::Rows;

/// Rows that a thread takes at once: a millisecond or less.
const TASK: usize = 4096;

/// The nearest rows of each query.
pub(super) fn search(rows: Rows<'_>, queries: Rows<'_>, settings: &NearestSettings<'_>) -> Vec<Vec<Neighbor>> {
    let next = AtomicUsize::new(0);
    on_threads(settings, || {
        let mut best = vec![Best::new(settings.count); queries.len()];
        loop {
            let first = next.fetch_add(TASK, Ordering::Relaxed);
            if first >= rows.len() {
                return best.into_iter().map(Best::finish).collect();
            }
            let task = first..(first + TASK).min(rows.len());
            for row in task.filter(|&row| settings.among.is_none_or(|among| among[row])) {
                for (query, best) in best.iter_mut().enumerate() {
                    best.add(Neighbor { row, distance: euclidean(queries.row(query), rows.row(row)) });
                }
            }
        }
    })
}
