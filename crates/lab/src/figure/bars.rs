//! Bars of an influence figure, in columns.

use super::colour_ramp::{colour, diverging};
use super::influence_figure::{BarRow, Bars, CONTENT};
use super::layout::{Anchor, FRAME, INK, Layout, Size, shortened};
use super::strip_layout::MARGIN;

/// Characters for the name of a row at most, and units for the note behind it.
const LABEL_CHARACTERS: usize = 14;
const NOTE: usize = 74;
const ROW: usize = 20;
const BAR: usize = 12;
/// Units for a number such as +0.123 next to the zero line.
const NUMBER: usize = 44;

/// Place and scale of a column; the largest bar of all columns fills its column.
struct Column {
    left: usize,
    width: usize,
    zero: usize,
    units_per_one: f64,
}

/// Draws the titles of the columns, then the rows.
pub(super) fn draw(bars: &Bars, layout: &mut Layout) {
    let largest = bars.rows.iter().flat_map(|row| &row.values).fold(0.0f64, |most, value| most.max(value.abs()));
    let has_negative = bars.rows.iter().any(|row| row.values.iter().any(|value| *value < 0.0));
    let longest = bars.rows.iter().map(|row| row.label.chars().count().min(LABEL_CHARACTERS)).max().unwrap_or(0);
    let note = MARGIN + 9 * longest + 16;
    let columns = columns(bars.columns.len(), note + NOTE, largest, has_negative);
    layout.height += 22 + Size::Label.ascent();
    for (column, title) in columns.iter().zip(&bars.columns) {
        let (place, anchor) = match has_negative {
            true => (column.zero, Anchor::Middle),
            false => (column.left + NUMBER, Anchor::Start),
        };
        let text = shortened(title, Size::Label.characters_within(column.width as f64));
        layout.write([place as f64, layout.height as f64], anchor, Size::Label, INK, text);
    }
    layout.height += 8;
    let top = layout.height;
    for row in &bars.rows {
        draw_row(row, note, &columns, has_negative, layout);
    }
    for column in &columns {
        layout.fill(column.zero, top, 1, layout.height - top, FRAME);
    }
    layout.height += 10;
}

fn columns(count: usize, first: usize, largest: f64, has_negative: bool) -> Vec<Column> {
    let width = (MARGIN + CONTENT - first) / count.max(1);
    let column = |at: usize| {
        let left = first + at * width;
        let (zero, length) = match has_negative {
            true => (left + width / 2, width / 2 - 6),
            false => (left + NUMBER, width - NUMBER - 6),
        };
        Column { left, width, zero, units_per_one: if largest > 0.0 { length as f64 / largest } else { 0.0 } }
    };
    (0..count).map(column).collect()
}

fn draw_row(row: &BarRow, note: usize, columns: &[Column], is_signed: bool, layout: &mut Layout) {
    let top = layout.height;
    let (baseline, small) = ((top + 15) as f64, (top + 14) as f64);
    let name = shortened(&row.label, LABEL_CHARACTERS);
    layout.write([MARGIN as f64, baseline], Anchor::Start, Size::Label, INK, name);
    let text = shortened(&row.note, Size::Small.characters_within(NOTE as f64));
    layout.write([note as f64, small], Anchor::Start, Size::Small, INK, text);
    for (column, value) in columns.iter().zip(&row.values) {
        let length = (value.abs() * column.units_per_one).round() as usize;
        let left = if *value < 0.0 { column.zero - length } else { column.zero };
        // The end colours of the scales: bars are told by length, not by shade.
        let fill = if is_signed { diverging(value.signum()) } else { colour(160.0) };
        layout.fill(left, top + (ROW - BAR) / 2, length, BAR, fill);
        // On the other side of the zero line nothing is in the way.
        let (place, anchor) =
            if *value < 0.0 { (column.zero + 5, Anchor::Start) } else { (column.zero - 4, Anchor::End) };
        // Zero has no sign.
        let text =
            if is_signed && value.abs() >= 5e-4 { format!("{value:+.3}") } else { format!("{:.3}", value.abs()) };
        layout.write([place as f64, small], anchor, Size::Small, INK, text);
    }
    layout.height += ROW;
}
