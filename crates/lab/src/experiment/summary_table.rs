//! Mean accuracies with a row for each method, next to published ones.

use crate::document::{Entry, TextTable};
use crate::evaluation::{
    Cell, Published, PublishedRow, ResultTable, collection_title, columns_of_largest, in_order, method_title,
};

/// The name of cross-validation, the protocol of [`PublishedRow`].
const TEN_FOLDS: &str = "cv10";

/// A table of mean accuracies: a row for each method with its settings, behind the published rows of the same protocol; a
/// column for each collection and one for the mean over all of them. The largest of each column is marked.
pub(super) fn summary_table(cells: &[Cell]) -> TextTable {
    let table = ResultTable::new(cells);
    let mut rows = published_rows(&table, cells);
    rows.extend(table.titles().into_iter().enumerate().map(|(column, title)| {
        let accuracy = |row: usize| table.row(row)[column].map(|cell| cell.accuracy_mean);
        (title, (0..table.collections().len()).map(accuracy).collect())
    }));
    for (_, values) in &mut rows {
        let known: Option<Vec<f64>> = values.iter().copied().collect();
        values.push(known.map(|known| known.iter().sum::<f64>() / known.len() as f64));
    }
    let collections = table.collections().iter().map(|name| collection_title(name).to_owned());
    let header = std::iter::once("method".to_owned()).chain(collections).chain(["mean".to_owned()]).collect();
    TextTable { header, rows: with_largest_marked(rows) }
}

/// A title and a value for each collection.
type Row = (String, Vec<Option<f64>>);

/// The paper's rows of the methods in the table for its protocol; other publications for cross-validation.
fn published_rows(table: &ResultTable<'_>, cells: &[Cell]) -> Vec<Row> {
    let row = |title: String, accuracy: &dyn Fn(&str) -> Option<f64>| -> Row {
        (title, table.collections().iter().map(|name| accuracy(name)).collect())
    };
    let rows: Vec<Row> = if cells.iter().all(|cell| cell.protocol == TEN_FOLDS) {
        let titled = |published: &PublishedRow| {
            let title = format!("{}, published ({})", published.title, published.protocol);
            row(title, &|name| published.accuracy(name))
        };
        PublishedRow::ALL.iter().map(titled).collect()
    } else {
        let methods = in_order(table.columns().iter().map(|column| column.method));
        let titled = |method: &str| {
            let accuracy = |name: &str| Published::of(name, method).and_then(Published::accuracy);
            row(format!("{}, the paper", method_title(method)), &accuracy)
        };
        methods.into_iter().map(titled).collect()
    };
    rows.into_iter().filter(|(_, values)| values.iter().any(Option::is_some)).collect()
}

fn with_largest_marked(rows: Vec<Row>) -> Vec<Vec<Entry>> {
    let columns = rows.first().map_or(0, |(_, values)| values.len());
    let shown = |value: f64| format!("{value:.2}");
    let largest: Vec<Vec<usize>> = (0..columns)
        .map(|column| {
            // Results that look the same are ties.
            let as_shown = |value: f64| shown(value).parse().unwrap_or(value);
            columns_of_largest(&rows.iter().map(|(_, values)| values[column].map(as_shown)).collect::<Vec<_>>())
        })
        .collect();
    let entries = |(at, (title, values)): (usize, Row)| {
        let value = |(column, value): (usize, Option<f64>)| Entry {
            text: value.map_or_else(String::new, shown),
            is_best: largest[column].contains(&at),
            ..Entry::default()
        };
        std::iter::once(title.into()).chain(values.into_iter().enumerate().map(value)).collect()
    };
    rows.into_iter().enumerate().map(entries).collect()
}
