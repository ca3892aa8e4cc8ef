//! Some rows of a table of text, column by column.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::input::Problem;

/// Most columns of a table: a schema of a few bytes a column must not take gigabytes.
const MOST_COLUMNS: usize = 1 << 16;

/// The columns of a table, by their names.
#[derive(Default)]
pub(super) struct ColumnList {
    names: Vec<String>,
    positions: HashMap<String, usize>,
    is_closed: bool,
}

impl ColumnList {
    /// The position of a column. A new name is a new column, and nothing if the list is closed.
    pub(super) fn position(&mut self, name: &str) -> Result<Option<usize>, Problem> {
        if let Some(&position) = self.positions.get(name) {
            return Ok(Some(position));
        }
        if self.is_closed {
            return Ok(None);
        }
        if self.names.len() == MOST_COLUMNS {
            return Err(Problem::TooLarge {
                what: "columns",
                declared: MOST_COLUMNS as u64 + 1,
                limit: MOST_COLUMNS as u64,
            });
        }
        self.positions.insert(name.to_owned(), self.names.len());
        self.names.push(name.to_owned());
        Ok(Some(self.names.len() - 1))
    }

    /// From now on new names are passed over.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

/// A cell that is not empty.
#[derive(Debug, Clone)]
struct StoredCell {
    row: usize,
    text: Range<usize>,
    is_string: bool,
}

/// The text of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell<'a> {
    pub(super) text: &'a str,
    /// Whether it is a string in a format that tells strings from numbers.
    pub(super) is_string: bool,
}

/// Rows of a table.
#[derive(Default)]
pub(super) struct Block {
    text: String,
    columns: Vec<Vec<StoredCell>>,
    lines: Vec<u64>,
    problems: BTreeMap<usize, Problem>,
}

impl Block {
    /// Begins a row that stands on this line.
    pub(super) fn begin_row(&mut self, line: u64) {
        self.lines.push(line);
    }

    /// Sets a cell of the last row. `false` if the row has it already.
    pub(super) fn set(&mut self, column: usize, cell: Cell<'_>) -> bool {
        if self.columns.len() <= column {
            self.columns.resize_with(column + 1, Vec::new);
        }
        let (row, cells) = (self.lines.len() - 1, &mut self.columns[column]);
        if cells.last().is_some_and(|last| last.row == row) {
            return false;
        }
        let start = self.text.len();
        self.text.push_str(cell.text);
        cells.push(StoredCell { row, text: start..self.text.len(), is_string: cell.is_string });
        true
    }

    /// The last row holds no graph.
    pub(super) fn refuse_last(&mut self, problem: Problem) {
        self.refuse(self.lines.len() - 1, problem);
    }

    /// A row holds no graph; the first reason is kept.
    pub(super) fn refuse(&mut self, row: usize, problem: Problem) {
        self.problems.entry(row).or_insert(problem);
    }

    pub(super) fn rows(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    pub(super) fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// The cells of a column that are not empty, with their rows, in order.
    pub(super) fn cells(&self, column: usize) -> impl Iterator<Item = (usize, Cell<'_>)> {
        let cell =
            |cell: &StoredCell| (cell.row, Cell { text: &self.text[cell.text.clone()], is_string: cell.is_string });
        self.columns.get(column).into_iter().flatten().map(cell)
    }

    /// Itself, unless it has no rows.
    pub(super) fn into_rows(self) -> Option<Self> {
        (!self.lines.is_empty()).then_some(self)
    }

    pub(super) fn into_lines_and_problems(self) -> (Vec<u64>, BTreeMap<usize, Problem>) {
        (self.lines, self.problems)
    }
}
