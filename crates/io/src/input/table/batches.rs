//! Batches of rows of one file.

use std::collections::BTreeMap;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::input::{InputError, Problem};

/// A batch and its place in the file.
pub(super) struct PlacedBatch {
    pub(super) batch: RecordBatch,
    pub(super) place: Place,
    /// Rows that could not be decoded.
    pub(super) refused: BTreeMap<usize, Problem>,
}

/// Where the rows of a batch stand in their file.
pub(super) enum Place {
    /// Counted in the file, in a part of it, which has a name: `row group 3`.
    Rows { group: String, first: u64 },
    /// Each on a line.
    Lines(Vec<u64>),
}

impl Place {
    /// The error, at a row of the batch.
    pub(super) fn of_row(&self, row: usize, error: InputError) -> InputError {
        match self {
            Self::Rows { group, first } => error.in_entry(&format!("{group}, row {}", first + row as u64)),
            Self::Lines(lines) => match lines.get(row) {
                Some(&line) => error.at_line(line),
                None => error,
            },
        }
    }

    /// The error, at the whole batch.
    pub(super) fn of_batch(&self, error: InputError) -> InputError {
        match self {
            Self::Rows { group, .. } => error.in_entry(group),
            Self::Lines(_) => self.of_row(0, error),
        }
    }
}

/// The batches of a file.
pub(super) trait Batches: Send {
    /// The columns of the file.
    fn schema(&self) -> SchemaRef;

    /// Reads these columns only, which ascend; must come before the first batch. Gives the schema of the batches.
    fn project(&mut self, columns: &[usize]) -> Result<SchemaRef, Problem>;

    /// The next batch, or a place and what is wrong with it. After an error there are no more.
    fn next_batch(&mut self) -> Option<Result<PlacedBatch, (Place, Problem)>>;

    /// Passes over parts of the file with no more than that many rows altogether, where it can without reading them; how many
    /// rows that were.
    fn pass_over(&mut self, rows: u64) -> u64 {
        let _ = rows;
        0
    }

    /// Rows that are left, if the file knows.
    fn rows_left(&self) -> Option<u64>;
}
