//! Results as a document.

use std::collections::BTreeMap;

use super::protocol_paragraph::protocol_paragraph;
use super::summary_table::summary_table;
use super::{Comparison, Results, Section};
use crate::document::{Block, Document, Entry, TextTable};
use crate::evaluation::{Cell, Published, ResultTable, collection_title, method_title};

/// Points that a result may be away from the paper's without a remark: a convention of the page. The heading of
/// [`Section::Remarks`] names it.
const UNREMARKABLE: f64 = 2.0;

/// All that runs of methods over collections have to tell, as a page to read.
#[derive(Debug, Default)]
pub struct ResultsPage {
    /// The results, and how they were made.
    pub results: Results,
    /// Why a result is far from the paper's: for a `method` or `method:variant`, or for either with `/collection`, which goes
    /// first.
    pub remarks: BTreeMap<String, String>,
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
        self.table(&self.result_table(), ours, Some(|cell: &Cell| as_shown(cell.accuracy_mean, 2)))
    }

    /// The whole page.
    #[must_use]
    pub fn document(&self) -> Document {
        let mut blocks: Vec<Block> = Section::OF_A_PAGE.into_iter().flat_map(|section| self.section(section)).collect();
        for (title, picture) in &self.pictures {
            blocks.push(Block::Picture { title: title.clone(), svg: picture.clone() });
        }
        Document { title: "How well graphs are told apart".to_owned(), blocks }
    }

    /// A section with its heading, if it has one; nothing if there is nothing to tell.
    #[must_use]
    pub fn section(&self, section: Section) -> Vec<Block> {
        let content = match section {
            Section::Protocol => vec![Block::Paragraph(protocol_paragraph(&self.results))],
            Section::Remarks => list(self.remarkable()),
            Section::Accuracy => table(self.accuracy_table()),
            Section::Summary => table(summary_table(&self.results.results)),
            Section::Confidence => Comparison::new(&self.results.results).intervals(),
            Section::Significance => Comparison::new(&self.results.results).differences(),
            Section::Ranks => Comparison::new(&self.results.results).mean_ranks(),
            Section::Published => table(without_blanks(self.published_table())),
            Section::Difference => table(without_blanks(self.difference_table())),
            Section::Time => table(self.time_table()),
            Section::Clustering => table(without_blanks(self.clustering_table())),
        };
        if content.is_empty() {
            return content;
        }
        let heading = section.heading().map(|title| Block::Heading(title.to_owned()));
        let introduction = section.introduction().map(|text| Block::Paragraph(text.to_owned()));
        heading.into_iter().chain(introduction).chain(content).collect()
    }

    fn result_table(&self) -> ResultTable<'_> {
        ResultTable::new(&self.results.results)
    }

    /// The number of runs of a result that has fewer than others: time allowed no more.
    fn runs_of(&self, cell: &Cell) -> String {
        let most = self.results.results.iter().map(|cell| cell.runs).max();
        if Some(cell.runs) < most { format!(" ({} runs)", cell.runs) } else { String::new() }
    }

    fn published_table(&self) -> TextTable {
        let text = |cell: &Cell| published(cell).unwrap_or_default().into();
        let accuracy = |cell: &Cell| {
            let published = Published::of(&cell.collection, &cell.method).and_then(Published::accuracy);
            published.unwrap_or(f64::NAN)
        };
        self.table(&self.result_table(), text, Some(accuracy))
    }

    fn difference_table(&self) -> TextTable {
        let table = self.result_table();
        let difference = |cell: &Cell| cell.difference().map_or(String::new(), signed).into();
        let mut text = self.table(&table, difference, None);
        text.rows.push(std::iter::once("mean of the absolute values".into()).chain(mean_differences(&table)).collect());
        text
    }

    fn time_table(&self) -> TextTable {
        let table = self.result_table();
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
        self.table(&self.result_table(), agreement, Some(best))
    }

    fn table(
        &self,
        table: &ResultTable<'_>,
        entry: impl Fn(&Cell) -> Entry,
        best: Option<fn(&Cell) -> f64>,
    ) -> TextTable {
        let header = std::iter::once("collection".to_owned()).chain(table.titles()).collect();
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
            let (name, title) = match (cell.variant.as_str(), method_title(&cell.method)) {
                ("", title) => (cell.method.clone(), title.to_owned()),
                (variant, title) => (format!("{}:{variant}", cell.method), format!("{title} ({variant})")),
            };
            let specific = self.remarks.get(&format!("{name}/{}", cell.collection));
            let remark = specific.or_else(|| self.remarks.get(&name));
            let collection = collection_title(&cell.collection);
            let remark = remark.map_or(String::new(), |remark| format!(": {remark}"));
            Some(format!("{title} on {collection}, {}{remark}", signed(difference)))
        };
        self.results.results.iter().filter_map(line).collect()
    }
}

/// For each column the mean of the absolute differences from the paper, over the collections that have one.
fn mean_differences(table: &ResultTable<'_>) -> Vec<Entry> {
    let mean = |column: usize| {
        let cells = (0..table.collections().len()).filter_map(|row| table.row(row)[column]);
        let sizes: Vec<f64> = cells.filter_map(Cell::difference).map(f64::abs).collect();
        if sizes.is_empty() {
            Entry::default()
        } else {
            format!("{:.2}", sizes.iter().sum::<f64>() / sizes.len() as f64).into()
        }
    };
    (0..table.columns().len()).map(mean).collect()
}

fn table(table: TextTable) -> Vec<Block> {
    if table.rows.is_empty() { Vec::new() } else { vec![Block::Table(table)] }
}

fn list(points: Vec<String>) -> Vec<Block> {
    if points.is_empty() { Vec::new() } else { vec![Block::List(points)] }
}

/// A number as the page shows it: results that look the same are ties, however they differ beyond the digits shown.
fn as_shown(value: f64, digits: usize) -> f64 {
    format!("{value:.digits$}").parse().unwrap_or(value)
}

/// A table without the rows and columns that have nothing but a name.
pub(super) fn without_blanks(mut table: TextTable) -> TextTable {
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
pub(super) fn with_minus(number: String) -> String {
    number.replace('-', "−")
}

fn seconds(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}
