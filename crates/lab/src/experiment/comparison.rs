//! Differences between methods, and how sure they are.

use super::Method;
use crate::document::{Block, Entry, TextTable};
use crate::evaluation::significance::{AverageRanks, PairedTest, SIGNIFICANCE, holm};
use crate::evaluation::{Cell, ResultTable, collection_title};
use crate::figure::RankFigure;

/// Methods compared with ours and with each other.
#[derive(Debug)]
pub struct Comparison<'a> {
    table: ResultTable<'a>,
}

impl<'a> Comparison<'a> {
    /// Of some results.
    #[must_use]
    pub fn new(cells: &'a [Cell]) -> Self {
        Self { table: ResultTable::new(cells) }
    }

    /// Confidence intervals of the accuracies; nothing if no result has one.
    pub(super) fn intervals(&self) -> Vec<Block> {
        let entry = |cell: &Cell| cell.accuracy_interval.map(|[low, high]| format!("{low:.2} to {high:.2}"));
        let table = self.entries(|row| self.table.row(row).iter().map(|cell| cell.and_then(entry)).collect());
        table.map(Block::Table).into_iter().collect()
    }

    /// Differences from our method; nothing without a second method on the same splits.
    pub(super) fn differences(&self) -> Vec<Block> {
        let Some((ours, table)) = self.difference_table() else { return Vec::new() };
        vec![Block::Paragraph(DIFFERENCES.replace("OURS", &ours)), Block::Table(table)]
    }

    /// Mean ranks as text, table and picture; nothing for fewer than two methods or collections.
    pub(super) fn mean_ranks(&self) -> Vec<Block> {
        let (Some((columns, ranks)), Some(figure)) = (self.ranks(), self.rank_figure()) else { return Vec::new() };
        let picture = Block::Picture { title: "Critical difference".to_owned(), svg: figure.to_svg() };
        vec![Block::Paragraph(self.rank_text(&ranks)), Block::Table(self.rank_table(&columns, &ranks)), picture]
    }

    /// The critical-difference picture; nothing for fewer than two methods that have results on the same two collections or
    /// more.
    #[must_use]
    pub fn rank_figure(&self) -> Option<RankFigure> {
        let (columns, ranks) = self.ranks()?;
        let mut methods = self.named(&columns, &ranks);
        methods.sort_by(|one, other| one.1.total_cmp(&other.1));
        let title = format!("Mean ranks on {} collections", ranks.collections);
        Some(RankFigure { title, methods, critical_difference: ranks.critical_difference, bars: ranks.alike() })
    }

    /// Our method's title, and a table of the other methods' accuracies less ours, with corrected probabilities.
    fn difference_table(&self) -> Option<(String, TextTable)> {
        let ours = self.table.columns().iter().position(|column| column.method == Method::Sgr.name())?;
        let title = self.table.titles().swap_remove(ours);
        let row = |row: usize| -> Vec<Option<String>> {
            let cells = self.table.row(row);
            let test =
                |(at, cell): (usize, &Option<&Cell>)| if at == ours { None } else { paired((*cell)?, cells[ours]?) };
            let tests: Vec<Option<PairedTest>> = cells.iter().enumerate().map(test).collect();
            let probabilities: Vec<f64> = tests.iter().flatten().map(|test| test.p).collect();
            let mut corrected = holm(&probabilities).into_iter();
            let mut text = |test: PairedTest| difference(test.difference, corrected.next().unwrap_or(1.0));
            tests.into_iter().map(|test| test.map(&mut text)).collect()
        };
        Some((title, super::results_page::without_blanks(self.entries(row)?)))
    }

    /// A table of texts by collection and column; nothing without a text.
    fn entries(&self, row: impl Fn(usize) -> Vec<Option<String>>) -> Option<TextTable> {
        let header = std::iter::once("collection".to_owned()).chain(self.table.titles()).collect();
        let texts: Vec<Vec<Option<String>>> = (0..self.table.collections().len()).map(row).collect();
        texts.iter().flatten().flatten().next()?;
        let entry = |text: Option<String>| Entry::from(text.unwrap_or_default());
        let rows = texts.into_iter().zip(self.table.collections()).map(|(texts, name)| {
            std::iter::once(Entry::from(collection_title(name))).chain(texts.into_iter().map(entry)).collect()
        });
        Some(TextTable { header, rows: rows.collect() })
    }

    /// The columns that have a result on every collection, and their ranks.
    fn ranks(&self) -> Option<(Vec<usize>, AverageRanks)> {
        let rows = 0..self.table.collections().len();
        let is_complete = |&column: &usize| rows.clone().all(|row| self.table.row(row)[column].is_some());
        let columns: Vec<usize> = (0..self.table.columns().len()).filter(is_complete).collect();
        let accuracies: Vec<Vec<f64>> = rows
            .map(|row| {
                columns.iter().filter_map(|&at| self.table.row(row)[at].map(|cell| cell.accuracy_mean)).collect()
            })
            .collect();
        Some((columns, AverageRanks::of(&accuracies)?))
    }

    fn named(&self, columns: &[usize], ranks: &AverageRanks) -> Vec<(String, f64)> {
        let titles = self.table.titles();
        columns.iter().map(|&at| titles[at].clone()).zip(ranks.ranks.iter().copied()).collect()
    }

    fn rank_table(&self, columns: &[usize], ranks: &AverageRanks) -> TextTable {
        let named = self.named(columns, ranks);
        let header = std::iter::once(String::new()).chain(named.iter().map(|(name, _)| name.clone())).collect();
        let entries = named.iter().map(|(_, rank)| Entry::from(format!("{rank:.2}")));
        TextTable { header, rows: vec![std::iter::once(Entry::from("mean rank")).chain(entries).collect()] }
    }

    fn rank_text(&self, ranks: &AverageRanks) -> String {
        let missing: Vec<String> = self
            .table
            .titles()
            .into_iter()
            .enumerate()
            .filter(|(at, _)| (0..ranks.collections).any(|row| self.table.row(row)[*at].is_none()))
            .map(|(_, title)| title)
            .collect();
        let missing = match missing.is_empty() {
            true => String::new(),
            false => format!(" Left out, because a collection is missing: {}.", missing.join(", ")),
        };
        format!(
            "Of {} methods on {} collections; 1 is the best. All methods as good as each other: p {} (Friedman's test in the \
             form of Iman and Davenport). Two methods differ at the level of 5 % if their ranks are more than {:.2} apart \
             (Nemenyi).{missing}",
            ranks.ranks.len(),
            ranks.collections,
            probability(ranks.p),
            ranks.critical_difference
        )
    }
}

/// The test of two results on the same splits; nothing if a run is missing.
fn paired(one: &Cell, other: &Cell) -> Option<PairedTest> {
    let is_whole = |cell: &Cell| cell.accuracies.len() == cell.runs;
    let is_same = one.seed == other.seed && one.protocol == other.protocol && one.graphs == other.graphs;
    (is_same && is_whole(one) && is_whole(other))
        .then(|| PairedTest::of(&one.accuracies, &other.accuracies, one.test_share))
        .flatten()
}

/// A difference in points with its probability; a star if it is below the level.
fn difference(points: f64, p: f64) -> String {
    let star = if p < SIGNIFICANCE { "*" } else { "" };
    super::results_page::with_minus(format!("{points:+.2}{star} (p {})", probability(p)))
}

fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

const DIFFERENCES: &str = "Accuracy less that of OURS, in points, on the same splits, with the probability of a difference as \
    large by chance: the paired t-test corrected for the overlap of the splits (Nadeau & Bengio 2003), by Holm's rule for all methods \
    of a row. A star: below 0.05.";
