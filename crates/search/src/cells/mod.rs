//! Which rows are near a query, without a look at most of them?
//!
//! [`Cells`] divide the rows among centres (an inverted file: Sivic and Zisserman 2003; with short codes: Jégou, Douze and Schmid
//! 2011). A search visits the cells in the order of a lower bound of their distance, compares the query with eight-bit codes of
//! their rows, and ends where the bound passes a part of the distance that it has reached: its *reach*. The candidates that are
//! best by their codes are then compared in double precision, as in [`nearest`](crate::nearest). So distances are exact, and
//! only which rows are found is approximate. Which reach gives which recall is [measured](Effort) when the cells are built.
//!
//! | file | answers |
//! |---|---|
//! | `axes.rs` | which few coordinates tell most of a distance? |
//! | `centres.rs` | where are the centres? |
//! | `build.rs` | which row is in which cell, with which code? |
//! | `effort.rs` | which recall is reached by which reach? |
//! | `visit.rs` | which rows does a query find? |
//!
//! A graph of neighbours (HNSW) was the alternative: its rows can only be added one after another or in batches, rows that are
//! removed leave holes, and few rows that pass a filter are hard to reach. Cells are the same bytes on any number of
//! threads, rows can be taken out of them, and a filter only makes a search visit more of them.

pub(crate) mod axes;
mod build;
mod centres;
mod check;
mod effort;
mod parallel;
#[cfg(test)]
mod tests;
mod visit;

pub use effort::Effort;

use axes::Axes;

/// Rows divided among cells, with their codes and the recall that was measured.
///
/// ```
/// use sgr_search::cells::Cells;
/// use sgr_search::nearest::{NearestSettings, Neighbor};
/// use sgr_search::rows::Rows;
/// let values: Vec<f32> = (0..4000).map(|at| (at * at % 4001) as f32).collect();
/// let rows = Rows::new(&values, 2)?;
/// let cells = Cells::build(rows, 2).unwrap();
/// let effort = cells.effort(0.99).unwrap();
/// let found = cells.search(rows, rows, effort, &NearestSettings::new(1));
/// assert_eq!(found[1000][0], Neighbor { row: 1000, distance: 0.0 });
/// # Ok::<(), sgr_search::SearchError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    pub(crate) axes: Axes,
    /// Centres in the coordinates of the axes, one after another.
    pub(crate) centres: Vec<f32>,
    /// For each cell the size of one step of its codes.
    pub(crate) steps: Vec<f32>,
    /// For each cell the place behind its last row.
    pub(crate) ends: Vec<u32>,
    /// The rows, cell after cell; in a cell ascending.
    pub(crate) rows: Vec<u32>,
    /// Their codes: offsets from the centre in steps.
    pub(crate) codes: Vec<i8>,
    /// What was measured, the smallest reach first.
    pub(crate) efforts: Vec<Effort>,
}

impl Cells {
    /// The number of rows that are in cells: the first ones of the collection.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether no row is in a cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number of cells.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The efforts whose recall was measured, the smallest reach first.
    #[must_use]
    pub fn efforts(&self) -> &[Effort] {
        &self.efforts
    }

    /// The smallest measured effort that reaches a recall; `None` if none does. A recall is reached if the measured one is not
    /// below it by chance: less twice its standard error.
    #[must_use]
    pub fn effort(&self, recall: f64) -> Option<&Effort> {
        self.efforts.iter().find(|effort| effort.recall() - 2.0 * effort.error() >= recall)
    }

    /// The places of the rows of a cell.
    fn places(&self, cell: usize) -> std::ops::Range<usize> {
        let start = if cell == 0 { 0 } else { self.ends[cell - 1] };
        start as usize..self.ends[cell] as usize
    }

    /// Takes out the rows that do not stay, and numbers the others anew; `stays` may go on behind the rows in cells.
    pub(crate) fn retain(&mut self, stays: &[bool]) {
        let mut numbers = vec![0; self.len()];
        let mut next = 0;
        for (number, &stays) in numbers.iter_mut().zip(stays) {
            *number = next;
            next += u32::from(stays);
        }
        let (width, mut end) = (self.axes.count(), 0);
        let mut place = 0;
        for cell_end in &mut self.ends {
            for from in place..*cell_end as usize {
                let row = self.rows[from] as usize;
                if stays[row] {
                    self.rows[end] = numbers[row];
                    self.codes.copy_within(from * width..(from + 1) * width, end * width);
                    end += 1;
                }
            }
            place = *cell_end as usize;
            *cell_end = end as u32;
        }
        self.rows.truncate(end);
        self.codes.truncate(end * width);
    }
}
