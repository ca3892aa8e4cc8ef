//! Outcomes by collection and method.

use super::{Cell, Column, Published};

/// Results by collection and method: a row for each collection, a column for each method with its settings, in the order
/// they first came.
#[derive(Debug)]
pub struct ResultTable<'a> {
    collections: Vec<&'a str>,
    columns: Vec<Column<'a>>,
    /// Row by row; a later result of the same column and collection replaces the earlier.
    cells: Vec<Option<&'a Cell>>,
}

impl<'a> ResultTable<'a> {
    /// Sorts results into a table.
    #[must_use]
    pub fn new(cells: &'a [Cell]) -> Self {
        let collections = in_order(cells.iter().map(|cell| cell.collection.as_str()));
        let columns = in_order(cells.iter().map(Column::of));
        let mut table = Self { cells: vec![None; collections.len() * columns.len()], collections, columns };
        for cell in cells {
            let row = table.collections.iter().position(|name| *name == cell.collection);
            let column = table.columns.iter().position(|column| *column == Column::of(cell));
            if let (Some(row), Some(column)) = (row, column) {
                table.cells[row * table.columns.len() + column] = Some(cell);
            }
        }
        table
    }

    /// The collections, one a row.
    #[must_use]
    pub fn collections(&self) -> &[&'a str] {
        &self.collections
    }

    /// The methods with their settings, one a column.
    #[must_use]
    pub fn columns(&self) -> &[Column<'a>] {
        &self.columns
    }

    /// The titles of the columns.
    #[must_use]
    pub fn titles(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.title(&self.columns)).collect()
    }

    /// The results of a collection, one for each column.
    #[must_use]
    pub fn row(&self, collection: usize) -> &[Option<&'a Cell>] {
        &self.cells[collection * self.columns.len()..][..self.columns.len()]
    }

    /// The columns with the largest value in a row: several if they are equal, none if there is no value.
    pub fn best(&self, collection: usize, value: impl Fn(&Cell) -> f64) -> Vec<usize> {
        let values: Vec<Option<f64>> = self.row(collection).iter().map(|cell| cell.map(&value)).collect();
        columns_of_largest(&values)
    }

    /// Mean of a value over the collections for each column; nothing where a result is missing.
    pub fn means(&self, value: impl Fn(&Cell) -> f64) -> Vec<Option<f64>> {
        let mean = |column: usize| {
            let values: Option<Vec<f64>> =
                (0..self.collections.len()).map(|row| self.row(row)[column].map(&value)).collect();
            values.map(|values| values.iter().sum::<f64>() / values.len() as f64)
        };
        (0..self.columns.len()).map(mean).collect()
    }
}

impl Cell {
    /// Accuracy less the paper's, in points, where the paper has a figure.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        let published = Published::of(&self.collection, &self.method)?.accuracy()?;
        Some(self.accuracy_mean - published)
    }
}

/// Columns of the largest value; NaN is no value.
pub(crate) fn columns_of_largest(values: &[Option<f64>]) -> Vec<usize> {
    let numbers = || values.iter().enumerate().filter_map(|(column, value)| Some((column, (*value)?)));
    let Some(largest) = numbers().map(|(_, value)| value).reduce(f64::max) else { return Vec::new() };
    numbers().filter(|&(_, value)| value == largest).map(|(column, _)| column).collect()
}

/// The values, each once, in the order they first come.
pub(crate) fn in_order<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}
