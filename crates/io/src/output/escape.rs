//! Text for SVG and HTML.

use sgr_core::text::is_misleading;

/// `text` as character data. A character that XML 1.0 cannot express becomes U+FFFD: a single such character would make the
/// whole picture unreadable. So does one that turns the direction of text or hides in it.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            misleading if is_misleading(misleading) => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
