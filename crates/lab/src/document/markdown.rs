//! Documents as Markdown.

use super::{Block, Document, Entry, TextTable};
use sgr_core::text::shown;

pub(super) fn page(document: &Document) -> String {
    let blocks = document.blocks.iter().filter_map(block);
    let parts: Vec<String> = std::iter::once(format!("# {}", document.title)).chain(blocks).collect();
    parts.join("\n\n") + "\n"
}

fn block(block: &Block) -> Option<String> {
    match block {
        Block::Heading(text) => Some(format!("## {text}")),
        Block::Paragraph(text) => Some(text.clone()),
        Block::List(points) => Some(points.iter().map(|point| format!("- {point}")).collect::<Vec<_>>().join("\n")),
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

/// `text` without what would end a cell or a line, open a tag, or mislead a reader.
fn escaped(text: &str) -> String {
    shown(text).to_string().replace('|', "\\|").replace('<', "&lt;")
}
