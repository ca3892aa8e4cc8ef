use std::io::{self, Write};

use super::colour_ramp::Colour;
use super::layout::{Anchor, Layout, Shape};

/// The picture as one XML element that needs nothing from outside.
pub(super) fn to_bytes(layout: &Layout, title: &str) -> io::Result<Vec<u8>> {
    let (width, height) = (layout.width, layout.height);
    let mut bytes = Vec::new();
    writeln!(
        bytes,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"sans-serif\">"
    )?;
    writeln!(bytes, "<title>{}</title>", escaped(title))?;
    for shape in &layout.shapes {
        match shape {
            Shape::Rectangle { x, y, width, height, colour } => {
                let fill = hexadecimal(*colour);
                writeln!(bytes, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>")?;
            }
            Shape::Text { x, baseline, anchor, size, colour, text } => {
                let (fill, size, content) = (hexadecimal(*colour), size.svg_font(), escaped(text));
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                writeln!(
                    bytes,
                    "<text x=\"{x}\" y=\"{baseline}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"{fill}\">\
                     {content}</text>"
                )?;
            }
        }
    }
    bytes.extend_from_slice(b"</svg>\n");
    Ok(bytes)
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// `text` as character data. What XML 1.0 has no way to write becomes U+FFFD: a single such character would make the
/// whole picture unreadable.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            control if control.is_control() => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
