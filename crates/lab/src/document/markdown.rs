//! Documents as Markdown.

use super::{Block, Document, Entry, TextTable};
use sgr_core::text::{on_one_line, shown};

pub(super) fn page(document: &Document) -> String {
    let blocks = document.blocks.iter().filter_map(block);
    let title = Some(format!("# {}", line_of(&document.title))).filter(|_| !document.title.is_empty());
    let parts: Vec<String> = title.into_iter().chain(blocks).collect();
    parts.join("\n\n") + "\n"
}

fn block(block: &Block) -> Option<String> {
    match block {
        Block::Heading(text) => Some(format!("## {}", line_of(text))),
        Block::Paragraph(text) => Some(line_of(text)),
        Block::List(points) => {
            Some(points.iter().map(|point| format!("- {}", line_of(point))).collect::<Vec<_>>().join("\n"))
        }
        Block::Table(table) => Some(self::table(table)),
        Block::Picture { .. } => None,
    }
}

fn table(table: &TextTable) -> String {
    let mut lines = vec![line(table.header.iter().map(|name| escaped(name)))];
    // Names to the left, numbers to the right.
    lines.push(line(table.header.iter().enumerate().map(|(at, _)| if at == 0 { "---" } else { "--:" }.to_owned())));
    lines.extend(table.rows.iter().map(|row| line(row.iter().map(entry))));
    lines.join("\n")
}

fn line(entries: impl Iterator<Item = String>) -> String {
    format!("| {} |", entries.collect::<Vec<_>>().join(" | "))
}

fn entry(entry: &Entry) -> String {
    let text = escaped(&entry.text);
    if entry.is_best { format!("**{text}**") } else { text }
}

/// Text of a cell: of bounded length, and without what would end the cell, open a tag or mislead a reader.
fn escaped(text: &str) -> String {
    without_tags(&shown(text).to_string()).replace('|', "\\|")
}

/// Text of one line: a paragraph keeps its length.
fn line_of(text: &str) -> String {
    without_tags(&on_one_line(text))
}

/// Markdown hands a tag on as it is.
fn without_tags(text: &str) -> String {
    text.replace('<', "&lt;")
}
