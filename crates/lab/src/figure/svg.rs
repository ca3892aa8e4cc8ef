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
        match shape {
            Shape::Rectangle { x, y, width, height, colour } => {
                let fill = hexadecimal(*colour);
                let _ =
                    writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
            }
            Shape::Text { x, baseline, anchor, size, colour, text } => {
                let (fill, size, content) = (hexadecimal(*colour), size.svg_font(), escaped(text));
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                let _ = writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{baseline}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"{fill}\">\
                     {content}</text>"
                );
            }
        }
    }
    svg + "</svg>\n"
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
