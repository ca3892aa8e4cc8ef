//! Batches of rows of one file.

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use crate::input::Problem;

/// A batch and its place in the file.
pub(super) struct PlacedBatch {
    pub(super) batch: RecordBatch,
    /// The part of the file that it belongs to: `row group 3`.
    pub(super) group: String,
    /// The number of its first row, counted from 0 in the file.
    pub(super) first_row: u64,
}

/// The batches of a file.
pub(super) trait Batches: Send {
    /// The columns of the file.
    fn schema(&self) -> SchemaRef;

    /// Reads these columns only, which ascend; must come before the first batch. Gives the schema of the batches.
    fn project(&mut self, columns: &[usize]) -> Result<SchemaRef, Problem>;

    /// The next batch, or a place and what is wrong with it. After an error there are no more.
    fn next_batch(&mut self) -> Option<Result<PlacedBatch, (String, Problem)>>;

    /// Passes over parts of the file with no more than that many rows altogether, where it can without reading them; how many
    /// rows that were.
    fn pass_over(&mut self, rows: u64) -> u64 {
        let _ = rows;
        0
    }

    /// Rows that are left, if the file knows.
    fn rows_left(&self) -> Option<u64>;
}
