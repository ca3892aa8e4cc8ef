//! Approximate searches of an index: where its cells serve, and what an answer states.

use std::fmt;

use super::{Filter, Index, IndexError};
use crate::cells::Cells;
use crate::distance::{PreparedRows, of_prepared};
use crate::nearest::{NearestSettings, Neighbor, nearest};
use crate::rows::Rows;
use sgr_core::representation::Distance;

/// Fewer vectors than this are compared with each query of a batch in about the time that a visit of cells takes
/// (`benchmarks/search.py --approximate --rows 20000`).
pub const LEAST_VECTORS: usize = 20_000;

/// Larger parts of the vectors in an answer are found by the exact search.
const LARGEST_ANSWER: f64 = 0.001;

/// What an approximate search found.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// For each query the nearest vectors that were found, nearest first.
    pub found: Vec<Vec<Neighbor>>,
    /// Which part of the nearest ones these are.
    pub certainty: Certainty,
}

/// Which part of the nearest vectors an answer has.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Certainty {
    /// All of them.
    Exact(Reason),
    /// A part that was measured when the cells were built, on vectors of the index that were held out.
    Approximate {
        /// The expected recall at 10.
        recall: f64,
        /// Its standard error.
        error: f64,
    },
}

/// Why an answer is exact, though an approximate one was allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// Few vectors, or few that a filter lets through.
    Few(usize),
    /// The cells were not built.
    NoCells,
    /// Many neighbours are wanted.
    Count(usize),
    /// No effort that pays reaches the recall.
    Recall(f64),
    /// Cells are of Euclidean distances between prepared vectors, which this distance is not.
    Distance(Distance),
}

impl Certainty {
    /// The expected recall: 1 for an exact answer.
    #[must_use]
    pub fn recall(&self) -> f64 {
        match self {
            Self::Exact(_) => 1.0,
            Self::Approximate { recall, .. } => *recall,
        }
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(reason) => write!(f, "exact: {reason}"),
            Self::Approximate { recall, error } => {
                write!(f, "approximate: expected recall {recall:.4}, standard error {error:.4}")
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Few(found) => write!(f, "{found} vectors to compare, cells serve {LEAST_VECTORS} or more"),
            Self::NoCells => write!(f, "the index has no cells"),
            Self::Count(found) => write!(f, "{found} neighbours are more than a thousandth of the vectors"),
            Self::Recall(wanted) => write!(f, "no search of a tenth of the vectors reaches the recall {wanted}"),
            Self::Distance(found) => write!(f, "cells do not serve the distance {found}"),
        }
    }
}

impl Index {
    /// Divides the vectors among [`Cells`], on several threads, for [`search_approximately`](Self::search_approximately). The
    /// [file](Self::save) keeps them. Fewer than [`LEAST_VECTORS`] get none, since exact searches are as fast, and so do vectors that
    /// are compared by the Tanimoto distance.
    ///
    /// Vectors that are added later are in no cell: each search compares them all, exactly. Build anew when they are more than
    /// a tenth. Vectors that are removed leave their cells.
    pub fn build_cells(&mut self, threads: usize) {
        self.cells = self.divided(threads);
    }

    /// The cells that [`build_cells`](Self::build_cells) would keep, for [`keep_cells`](Self::keep_cells).
    #[must_use]
    pub fn divided(&self, threads: usize) -> Option<Cells> {
        let is_served = self.len() >= LEAST_VECTORS && self.distance() != Distance::Tanimoto;
        is_served.then(|| Cells::build(self.prepared().rows(), threads)).flatten()
    }

    /// Keeps cells that were built of the vectors as they are now.
    ///
    /// # Panics
    /// If the cells are of another number of vectors.
    pub fn keep_cells(&mut self, cells: Option<Cells>) {
        let (found, wanted) = (cells.as_ref().map_or(self.len(), Cells::len), self.len());
        assert_eq!(found, wanted, "found cells of {found} vectors, wanted {wanted}");
        self.cells = cells;
    }

    /// The cells, if they were built.
    #[must_use]
    pub fn cells(&self) -> Option<&Cells> {
        self.cells.as_ref()
    }

    /// The nearest vectors of each query, as [`search`](Self::search) finds them, or nearly: of the ten nearest the part
    /// `recall` is expected to be found, for queries that are like the vectors of the index. Distances are exact. The answer says what recall
    /// is expected, and whether it is exact.
    ///
    /// # Errors
    /// As [`search`](Self::search); [`IndexError::Recall`] for a recall that is not from 0 to 1.
    pub fn search_approximately(
        &self,
        queries: Rows<'_>,
        filter: &Filter,
        settings: &NearestSettings<'_>,
        recall: f64,
    ) -> Result<Answer, IndexError> {
        if !(0.0..=1.0).contains(&recall) {
            return Err(IndexError::Recall { found: recall });
        }
        queries.check_dimensions(self.dimensions)?;
        let among = self.columns.passing(filter)?;
        let passing = among.as_ref().map_or(self.len(), |among| among.iter().filter(|passes| **passes).count());
        let cells = match self.fitting(passing, settings.count) {
            Ok(cells) => cells,
            Err(reason) => {
                let found = match &among {
                    Some(among) if passing < LEAST_VECTORS => self.search_few(queries, among, settings)?,
                    _ => self.search(queries, filter, settings)?,
                };
                return Ok(Answer { found, certainty: Certainty::Exact(reason) });
            }
        };
        let Some(effort) = cells.effort(recall) else {
            let certainty = Certainty::Exact(Reason::Recall(recall));
            return Ok(Answer { found: self.search(queries, filter, settings)?, certainty });
        };
        let queries = self.preparation.prepare(queries)?;
        let settings = NearestSettings { among: among.as_deref(), ..*settings };
        let mut found = cells.search(self.prepared().rows(), queries.rows(), effort, &settings);
        for hit in found.iter_mut().flatten() {
            hit.distance = of_prepared(self.distance(), hit.distance);
        }
        self.join_added(cells.len(), &queries, &settings, &mut found)?;
        Ok(Answer { found, certainty: Certainty::Approximate { recall: effort.recall(), error: effort.error() } })
    }

    /// The cells, if a search of them pays.
    fn fitting(&self, passing: usize, count: usize) -> Result<&Cells, Reason> {
        if passing < LEAST_VECTORS {
            return Err(Reason::Few(passing));
        }
        if self.distance() == Distance::Tanimoto {
            return Err(Reason::Distance(self.distance()));
        }
        let cells = self.cells.as_ref().ok_or(Reason::NoCells)?;
        if count as f64 > LARGEST_ANSWER * passing as f64 { Err(Reason::Count(count)) } else { Ok(cells) }
    }

    /// The nearest of the few vectors that are marked: those alone are compared.
    fn search_few(
        &self,
        queries: Rows<'_>,
        among: &[bool],
        settings: &NearestSettings<'_>,
    ) -> Result<Vec<Vec<Neighbor>>, IndexError> {
        let (rows, width) = (self.prepared(), self.width());
        let marked: Vec<usize> = (0..self.len()).filter(|&row| among[row]).collect();
        let values: Vec<f32> = marked.iter().flat_map(|&row| rows.rows().row(row)).copied().collect();
        let few = PreparedRows::of(self.distance(), &values, width);
        let settings = NearestSettings { among: None, ..*settings };
        let mut found = nearest(&few, &self.preparation.prepare(queries)?, &settings)?;
        found.iter_mut().flatten().for_each(|hit| hit.row = marked[hit.row]);
        Ok(found)
    }

    /// Joins the nearest of the vectors that were added behind the first `first` ones.
    fn join_added(
        &self,
        first: usize,
        queries: &PreparedRows<'_>,
        settings: &NearestSettings<'_>,
        found: &mut [Vec<Neighbor>],
    ) -> Result<(), IndexError> {
        let (prepared, count) = (self.prepared(), self.len());
        if first >= count {
            return Ok(());
        }
        let rows = prepared.rows().range(first..count);
        let added = PreparedRows::of(self.distance(), rows.values(), self.width());
        let settings = NearestSettings { among: settings.among.map(|among| &among[first..]), ..*settings };
        for (found, added) in found.iter_mut().zip(nearest(&added, queries, &settings)?) {
            found.extend(added.into_iter().map(|hit| Neighbor { row: hit.row + first, ..hit }));
            found.sort_unstable_by(Neighbor::order);
            found.truncate(settings.count);
        }
        Ok(())
    }
}
