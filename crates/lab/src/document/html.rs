//! Documents as one HTML page.

use super::{Block, Document, Entry, TextTable};
use sgr_io::output::escaped;

/// Readable in light and dark, on paper and on a phone; no script, no font, nothing from outside.
const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid #8884; white-space: nowrap; vertical-align: top; }
th:first-child, td:first-child { text-align: left; }
tbody th { font-weight: normal; }
td.best { font-weight: bold; background: #4a90d926; }
td small { display: block; font-weight: normal; opacity: .7; }
svg { max-width: 100%; height: auto; background: #fff; }
";

pub(super) fn page(document: &Document) -> String {
    let title = escaped(&document.title);
    let blocks: String = document.blocks.iter().map(block).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{blocks}</body>\n</html>\n"
    )
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>\n", escaped(text)),
        Block::Paragraph(text) => format!("<p>{}</p>\n", escaped(text)),
        Block::List(points) => {
            let points: String = points.iter().map(|point| format!("<li>{}</li>\n", escaped(point))).collect();
            format!("<ul>\n{points}</ul>\n")
        }
        Block::Table(table) => self::table(table),
        // Our own drawing, whose texts were escaped when it was made.
        Block::Picture { title, svg } => format!("<h2>{}</h2>\n<p>{svg}</p>\n", escaped(title)),
    }
}

fn table(table: &TextTable) -> String {
    let header: String = table.header.iter().map(|name| format!("<th scope=\"col\">{}</th>", escaped(name))).collect();
    let rows: String = table.rows.iter().map(|row| format!("<tr>{}</tr>\n", self::row(row))).collect();
    format!("<div class=\"wide\"><table>\n<thead><tr>{header}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n")
}

fn row(row: &[Entry]) -> String {
    let entries = row.iter().enumerate().map(|(column, entry)| match column {
        0 => format!("<th scope=\"row\">{}</th>", escaped(&entry.text)),
        _ => self::entry(entry),
    });
    entries.collect()
}

fn entry(entry: &Entry) -> String {
    let detail = entry.detail.as_ref().map_or(String::new(), |detail| format!("<small>{}</small>", escaped(detail)));
    let class = if entry.is_best { " class=\"best\"" } else { "" };
    format!("<td{class}>{}{detail}</td>", escaped(&entry.text))
}
