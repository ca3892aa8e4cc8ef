//! Figures as drawings.

use std::fmt::Write;

use super::colour_ramp::Colour;
use super::layout::{Anchor, Layout, Shape};
use sgr_io::output::escaped;

/// The picture as one XML element that needs nothing from outside.
pub(super) fn picture(layout: &Layout, title: &str) -> String {
    let (width, height) = (layout.width, layout.height);
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"sans-serif\">"
    );
    let _ = writeln!(svg, "<title>{}</title>", escaped(title));
    for shape in &layout.shapes {
        let _ = writeln!(svg, "{}", element(shape));
    }
    svg + "</svg>\n"
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Rectangle { x, y, width, height, colour } => {
            let fill = hexadecimal(*colour);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>")
        }
        Shape::Text { x, baseline, anchor, size, colour, text } => {
            let (fill, size, content) = (hexadecimal(*colour), size.svg_font(), escaped(text));
            let (x, y) = (tenths(*x), tenths(*baseline));
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            format!(
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"{fill}\">{content}</text>"
            )
        }
        Shape::Line { from, to, width, colour, note } => {
            let ([x1, y1], [x2, y2], stroke) = (from.map(tenths), to.map(tenths), hexadecimal(*colour));
            let tag = format!(
                "line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\""
            );
            with_note("line", &tag, note)
        }
        Shape::Circle { centre, radius, fill, outline, note } => {
            let ([x, y], radius) = (centre.map(tenths), tenths(*radius));
            let (fill, outline) = (hexadecimal(*fill), hexadecimal(*outline));
            let tag = format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{outline}\"");
            with_note("circle", &tag, note)
        }
    }
}

/// An element that shows a note where a pointer rests on it.
fn with_note(name: &str, tag: &str, note: &str) -> String {
    if note.is_empty() { format!("<{tag}/>") } else { format!("<{tag}><title>{}</title></{name}>", escaped(note)) }
}

/// A position to a tenth of a unit: finer steps are not seen, and the last bits may differ between machines.
fn tenths(units: f64) -> f64 {
    // Adding zero turns −0 into 0.
    (10.0 * units).round() / 10.0 + 0.0
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
