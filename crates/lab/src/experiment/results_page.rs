//! Results as a document.

use std::collections::BTreeMap;

use super::{EvaluationSettings, VectorClassifier};
use crate::document::{Block, Document, Entry, TextTable};
use crate::evaluation::{Cell, Protocol, Published, ResultTable, collection_title, columns_of_largest, method_title};

/// Points that a result may be away from the paper's without a remark: a convention of the page.
const UNREMARKABLE: f64 = 2.0;

/// All that a run of methods over collections has to tell, as a page to read.
#[derive(Debug, Default)]
pub struct ResultsPage {
    /// How the methods were judged.
    pub settings: EvaluationSettings,
    /// The results.
    pub cells: Vec<Cell>,
    /// Why a result is far from the paper's: for a `method`, or for `method/collection`, which goes first.
    pub remarks: BTreeMap<String, String>,
    /// How the results were made: a command.
    pub command: String,
    /// Threads that were used.
    pub threads: usize,
    /// Pictures as `<svg>` elements, each under its heading.
    pub pictures: Vec<(String, String)>,
}

impl ResultsPage {
    /// The table of accuracies: ours with their standard deviation, the paper's as detail, the best of a row marked.
    #[must_use]
    pub fn accuracy_table(&self) -> TextTable {
        let ours = |cell: &Cell| Entry {
            text: format!("{:.2} ± {:.2}{}", cell.accuracy_mean, cell.accuracy_std, self.runs_of(cell)),
            detail: published(cell).map(|text| format!("paper {text}")),
            is_best: false,
        };
        self.table(&ResultTable::new(&self.cells), ours, Some(|cell: &Cell| as_shown(cell.accuracy_mean, 2)))
    }

    /// The whole page.
    #[must_use]
    pub fn document(&self) -> Document {
        let mut blocks = vec![Block::Paragraph(self.protocol())];
        let mut section = |title: &str, text: &str, table: TextTable| {
            if table.rows.is_empty() {
                return;
            }
            blocks.push(Block::Heading(title.to_owned()));
            blocks.push(Block::Paragraph(text.to_owned()));
            blocks.push(Block::Table(table));
        };
        section(
            "Accuracy",
            "Per cent, mean and standard deviation over the runs; the best of each row is marked.",
            self.accuracy_table(),
        );
        section(
            "The paper's table",
            "Table 2 of the paper. “>1 day”: its authors gave up after a day.",
            without_blanks(self.published_table()),
        );
        section("Difference", "Our accuracy less the paper's, in points.", without_blanks(self.difference_table()));
        section("Time", "Seconds for vectors or Gram matrix, classification and clustering.", self.time_table());
        section("Clustering", CLUSTERING, without_blanks(self.clustering_table()));
        let remarks = self.remarkable();
        if !remarks.is_empty() {
            blocks.push(Block::Heading(format!("More than {UNREMARKABLE:.0} points from the paper")));
            blocks.push(Block::List(remarks));
        }
        for (title, picture) in &self.pictures {
            blocks.push(Block::Picture { title: title.clone(), svg: picture.clone() });
        }
        Document { title: "How well graphs are told apart".to_owned(), blocks }
    }

    /// The number of runs, where time allowed fewer.
    fn runs_of(&self, cell: &Cell) -> String {
        if cell.runs < self.settings.runs { format!(" ({} runs)", cell.runs) } else { String::new() }
    }

    fn protocol(&self) -> String {
        let EvaluationSettings { protocol, runs, seed, classifier, raw_kernels, .. } = self.settings;
        let protocol = match protocol {
            Protocol::RandomSplits => format!("{runs} random splits, 80 % to learn from and 20 % to test"),
            Protocol::CrossValidation => format!("stratified ten-fold cross-validation, {runs} folds in all"),
        };
        let classifier = match classifier {
            VectorClassifier::LogisticRegression => "logistic regression (C = 1, L2, one-vs-rest, no scaling)",
            VectorClassifier::RandomForest => "random forest of 100 trees",
        };
        let kernels = if raw_kernels { "as they are" } else { "normalised to cosines" };
        let sees_labels = self.cells.iter().any(|cell| cell.labels);
        let labels =
            if sees_labels { "Node labels are seen by the methods that can." } else { "No method sees node labels." };
        let (threads, command, version) = (self.threads, &self.command, env!("CARGO_PKG_VERSION"));
        format!(
            "Protocol: {protocol}, seed {seed}. Vectors: {classifier}. Kernels, {kernels}: support vector machine (C = 1). \
             {labels} {threads} threads. Made by `{command}` (sgr {version})."
        )
    }

    fn published_table(&self) -> TextTable {
        let table = ResultTable::new(&self.cells);
        let mut text = self.table(&table, |cell| published(cell).unwrap_or_default().into(), None);
        for (row, entries) in text.rows.iter_mut().enumerate() {
            let accuracy =
                |method: &&str| Published::of(table.collections()[row], method).and_then(Published::accuracy);
            let accuracies: Vec<Option<f64>> = table.methods().iter().map(accuracy).collect();
            for column in columns_of_largest(&accuracies) {
                entries[column + 1].is_best = true;
            }
        }
        text
    }

    fn difference_table(&self) -> TextTable {
        let difference = |cell: &Cell| cell.difference().map_or(String::new(), signed).into();
        self.table(&ResultTable::new(&self.cells), difference, None)
    }

    fn time_table(&self) -> TextTable {
        let table = ResultTable::new(&self.cells);
        let mut text = self.table(&table, |cell| seconds(cell.seconds).into(), None);
        let rows = table.collections().len() as f64;
        let totals = table
            .means(|cell| cell.seconds)
            .into_iter()
            .map(|mean| mean.map_or(String::new(), |mean| seconds(mean * rows)));
        text.rows.push(std::iter::once("sum".to_owned()).chain(totals).map(Entry::from).collect());
        text
    }

    fn clustering_table(&self) -> TextTable {
        let agreement = |cell: &Cell| {
            let Some(score) = &cell.clustering else { return Entry::default() };
            let (rand, information) = (score.adjusted_rand_index, score.normalized_mutual_information);
            with_minus(format!("{rand:.3} / {information:.3}")).into()
        };
        // NaN is never the best.
        let best =
            |cell: &Cell| cell.clustering.as_ref().map_or(f64::NAN, |score| as_shown(score.adjusted_rand_index, 3));
        self.table(&ResultTable::new(&self.cells), agreement, Some(best))
    }

    fn table(
        &self,
        table: &ResultTable<'_>,
        entry: impl Fn(&Cell) -> Entry,
        best: Option<fn(&Cell) -> f64>,
    ) -> TextTable {
        let methods = table.methods().iter().map(|name| method_title(name).to_owned());
        let header = std::iter::once("collection".to_owned()).chain(methods).collect();
        let row = |at: usize| {
            let mut entries: Vec<Entry> = vec![collection_title(table.collections()[at]).into()];
            entries.extend(table.row(at).iter().map(|cell| cell.map_or_else(Entry::default, &entry)));
            for column in best.map(|value| table.best(at, value)).unwrap_or_default() {
                entries[column + 1].is_best = true;
            }
            entries
        };
        TextTable { header, rows: (0..table.collections().len()).map(row).collect() }
    }

    /// A line for each result that is far from the paper's.
    fn remarkable(&self) -> Vec<String> {
        let line = |cell: &Cell| {
            let difference = cell.difference().filter(|points| points.abs() > UNREMARKABLE)?;
            let specific = self.remarks.get(&format!("{}/{}", cell.method, cell.collection));
            let remark = specific.or_else(|| self.remarks.get(&cell.method));
            let (method, collection) = (method_title(&cell.method), collection_title(&cell.collection));
            let remark = remark.map_or(String::new(), |remark| format!(": {remark}"));
            Some(format!("{method} on {collection}, {}{remark}", signed(difference)))
        };
        self.cells.iter().filter_map(line).collect()
    }
}

const CLUSTERING: &str = "Adjusted Rand index / normalised mutual information of clusters found without the classes: \
    k-means (k-means++, ten starts) on vectors as they are, spectral clustering on kernels; as many clusters as classes. \
    The largest index of each row is marked.";

/// A number as the page shows it: results that look the same are ties, however they differ beyond the digits shown.
fn as_shown(value: f64, digits: usize) -> f64 {
    format!("{value:.digits$}").parse().unwrap_or(value)
}

/// A table without the rows and columns that have nothing but a name.
fn without_blanks(mut table: TextTable) -> TextTable {
    table.rows.retain(|row| row.iter().skip(1).any(|entry| !entry.text.is_empty()));
    let is_kept: Vec<bool> = (0..table.header.len())
        .map(|column| column == 0 || table.rows.iter().any(|row| !row[column].text.is_empty()))
        .collect();
    let mut keep = is_kept.iter();
    table.header.retain(|_| keep.next() == Some(&true));
    for row in &mut table.rows {
        let mut keep = is_kept.iter();
        row.retain(|_| keep.next() == Some(&true));
    }
    table
}

/// The paper's figure as text.
fn published(cell: &Cell) -> Option<String> {
    Some(match Published::of(&cell.collection, &cell.method)? {
        Published::Accuracy(value) => format!("{value:.2}"),
        Published::MoreThanADay => ">1 day".to_owned(),
    })
}

fn signed(points: f64) -> String {
    with_minus(format!("{points:+.2}"))
}

/// A true minus sign: as wide as the plus.
fn with_minus(number: String) -> String {
    number.replace('-', "−")
}

fn seconds(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}
