//! Documents as one HTML page.

use super::{Block, Document, Entry, TextTable};
use sgr_io::output::escaped;

/// Readable in light and dark, on paper and on a phone; no script, no font, nothing from outside.
///
/// Ten columns of results fit 1200 px. Where there is less room, a table or picture scrolls inside its own box, its first
/// column stays, and the page keeps its width; a long name is wrapped at any letter.
const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: .3rem .5rem; text-align: right; border-bottom: 1px solid #8884; white-space: nowrap; vertical-align: top; }
th:first-child { position: sticky; left: 0; background: Canvas; text-align: left; }
thead th { vertical-align: bottom; }
tbody th { font-weight: normal; white-space: normal; overflow-wrap: anywhere; min-width: 5rem; max-width: 12rem; }
td.best { font-weight: bold; background: #4a90d940; }
td small { display: block; font-weight: normal; opacity: .7; }
svg { display: block; min-width: 30rem; max-width: 100%; height: auto; background: #fff; }
@media print { .wide { overflow: visible; } svg { min-width: 0; } }
";

pub(super) fn page(document: &Document) -> String {
    let title = escaped(&document.title);
    let heading = if title.is_empty() { String::new() } else { format!("<h1>{title}</h1>\n") };
    let blocks: String = document.blocks.iter().map(block).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{heading}{blocks}</body>\n</html>\n"
    )
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>\n", escaped(text)),
        Block::Paragraph(text) => format!("<p>{}</p>\n", with_code(text)),
        Block::List(points) => {
            let points: String = points.iter().map(|point| format!("<li>{}</li>\n", with_code(point))).collect();
            format!("<ul>\n{points}</ul>\n")
        }
        Block::Table(table) => self::table(table),
        // Our own drawing, whose texts were escaped when it was made.
        Block::Picture { title, svg } => format!("<h2>{}</h2>\n{}", escaped(title), wide(svg)),
    }
}

fn table(table: &TextTable) -> String {
    let header: String = table.header.iter().map(|name| format!("<th scope=\"col\">{}</th>", escaped(name))).collect();
    let rows: String = table.rows.iter().map(|row| format!("<tr>{}</tr>\n", self::row(row))).collect();
    wide(&format!("<table>\n<thead><tr>{header}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"))
}

/// A box that scrolls by itself if its content is wider than the page. It can have the focus: keys then scroll it.
fn wide(content: &str) -> String {
    format!("<div class=\"wide\" tabindex=\"0\">{content}</div>\n")
}

/// Escaped text, with `commands` between backticks as code.
fn with_code(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        // A backtick without its partner is only a backtick.
        return escaped(text);
    }
    let part = |(at, part): (usize, &&str)| match at % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    };
    parts.iter().enumerate().map(part).collect()
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
