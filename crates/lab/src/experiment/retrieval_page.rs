//! Tables of retrievals.

use serde::{Deserialize, Serialize};

use super::RetrievalCell;
use crate::document::{Block, Document, Entry, TextTable};
use crate::evaluation::{RetrievalScore, collection_title, columns_of_largest, in_order, method_title};

/// Retrievals of several methods on several collections, as a JSON file keeps them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Retrievals {
    /// The commands that made them.
    #[serde(default)]
    pub commands: Vec<String>,
    /// The version of the library that made them.
    #[serde(default)]
    pub version: String,
    /// Graphs that the statistics of methods without a model were computed on: the curriculum's name.
    #[serde(default)]
    pub curriculum: String,
    /// The retrievals.
    pub retrieval: Vec<RetrievalCell>,
}

/// A number of a score.
type Measure = fn(&RetrievalScore) -> f64;

/// The measures of a page, with their titles.
const MEASURES: [(&str, Measure); 3] = [
    ("Mean average precision", |score| score.mean_average_precision),
    ("Precision at 1", |score| score.precision_at_1),
    ("Precision at 10", |score| score.precision_at_10),
];

impl Retrievals {
    /// The retrievals in the text of a file.
    ///
    /// # Errors
    /// The error of the JSON reader.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// A page: a table for each measure.
    #[must_use]
    pub fn document(&self) -> Document {
        let mut blocks = self.introduction();
        for (title, number) in MEASURES {
            blocks.extend([Block::Heading(title.to_owned()), Block::Table(self.table(number))]);
        }
        Document { title: String::new(), blocks }
    }

    /// The table of the mean average precision.
    #[must_use]
    pub fn summary(&self) -> TextTable {
        self.table(MEASURES[0].1)
    }

    fn introduction(&self) -> Vec<Block> {
        let commands: Vec<String> = self.commands.iter().map(|command| format!("`{command}`")).collect();
        let text = format!(
            "Each graph in turn is the query, all others of its collection are ranked; relevant are those of its class. Per cent; \
             of others at the same distance no order is better than another, the figures are means over all orders. The largest of \
             each column is marked. Statistics of Λ and heat: vectors of the graphs of the curriculum `{}`. Made by {} (sgr {}).",
            self.curriculum,
            commands.join(", "),
            self.version
        );
        vec![Block::Paragraph(text)]
    }

    /// A table: a row for each method and distance, a column for each collection and one for their mean.
    fn table(&self, number: Measure) -> TextTable {
        let collections = in_order(self.retrieval.iter().map(|cell| cell.collection.as_str()));
        let row_of = |cell: &RetrievalCell| (cell.method.clone(), cell.variant.clone(), cell.distance.clone());
        let keys = in_order(self.retrieval.iter().map(row_of));
        let value = |key: &(String, String, String), collection: &str| {
            let cell = self.retrieval.iter().find(|cell| cell.collection == collection && row_of(cell) == *key);
            // As shown: results that look the same are ties.
            cell.map(|cell| (1e4 * number(&cell.score)).round() / 100.0)
        };
        let mut rows: Vec<(String, Vec<Option<f64>>)> = Vec::new();
        for key in &keys {
            let mut values: Vec<Option<f64>> = collections.iter().map(|collection| value(key, collection)).collect();
            let known: Option<Vec<f64>> = values.iter().copied().collect();
            values.push(known.map(|known| (1e2 * known.iter().sum::<f64>() / known.len() as f64).round() / 100.0));
            rows.push((title(key), values));
        }
        let header = ["method, distance"].into_iter().chain(collections.iter().map(|name| collection_title(name)));
        TextTable { header: header.chain(["mean"]).map(str::to_owned).collect(), rows: marked(rows) }
    }
}

fn title((method, variant, distance): &(String, String, String)) -> String {
    let variant = if variant.is_empty() { String::new() } else { format!(", {variant}") };
    format!("{}{variant}, {distance}", method_title(method))
}

/// Entries with the largest of each column marked.
fn marked(rows: Vec<(String, Vec<Option<f64>>)>) -> Vec<Vec<Entry>> {
    let columns = rows.first().map_or(0, |(_, values)| values.len());
    let column = |at: usize| rows.iter().map(|(_, values)| values[at]).collect::<Vec<_>>();
    let largest: Vec<Vec<usize>> = (0..columns).map(|at| columns_of_largest(&column(at))).collect();
    let entry = |row: usize, at: usize, value: Option<f64>| Entry {
        text: value.map_or_else(String::new, |value| format!("{value:.2}")),
        is_best: largest[at].contains(&row),
        ..Entry::default()
    };
    let entries = rows.iter().enumerate().map(|(row, (title, values))| {
        let values = values.iter().enumerate().map(|(at, &value)| entry(row, at, value));
        std::iter::once(title.as_str().into()).chain(values).collect()
    });
    entries.collect()
}
