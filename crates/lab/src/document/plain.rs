//! Documents as plain text, for a terminal.

use super::{Entry, TextTable};
use sgr_core::text::shown;

pub(super) fn table(table: &TextTable) -> String {
    let header: Vec<String> = table.header.iter().map(|name| shown(name).to_string()).collect();
    let rows = table.rows.iter().map(|row| row.iter().map(text).collect());
    let lines: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    let width = |column: usize| lines.iter().map(|line| length(line.get(column))).max().unwrap_or(0);
    let widths: Vec<usize> = (0..table.header.len()).map(width).collect();
    let padded: Vec<String> = lines.iter().map(|line| pad(line, &widths)).collect();
    padded.join("\n")
}

/// Names to the left, numbers to the right, two spaces between.
fn pad(line: &[String], widths: &[usize]) -> String {
    let entries = line.iter().zip(widths).enumerate().map(|(column, (text, &width))| match column {
        0 => format!("{text:<width$}"),
        _ => format!("{text:>width$}"),
    });
    entries.collect::<Vec<_>>().join("  ").trim_end().to_owned()
}

/// A space instead of a missing star, so that the digits are aligned.
fn text(entry: &Entry) -> String {
    format!("{}{}", shown(&entry.text), if entry.is_best { "*" } else { " " })
}

fn length(text: Option<&String>) -> usize {
    text.map_or(0, |text| text.chars().count())
}
