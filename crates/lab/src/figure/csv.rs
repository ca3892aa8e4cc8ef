//! The numbers of a figure as text.

use std::io::{self, Write};

use super::StripFigure;
use sgr_io::output::write_field;

/// The numbers behind the picture: a header `position,<labels>`, then a line per column, counted from 0. A number is the
/// shortest text that reads back as the same `f64`.
pub(super) fn to_bytes(figure: &StripFigure) -> io::Result<Vec<u8>> {
    let mut bytes = b"position".to_vec();
    for strip in &figure.strips {
        bytes.push(b',');
        write_field(&mut bytes, &strip.label)?;
    }
    bytes.push(b'\n');
    for position in 0..figure.columns() {
        write!(bytes, "{position}")?;
        for strip in &figure.strips {
            bytes.push(b',');
            serde_json::to_writer(&mut bytes, &strip.values[position])?;
        }
        bytes.push(b'\n');
    }
    Ok(bytes)
}
