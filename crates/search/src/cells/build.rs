//! Which row is in which cell, with which code?

use super::Cells;
use super::axes::Axes;
use super::centres::{centres, nearest_centres};
use super::effort::{held_out, measured};
use crate::rows::Rows;

/// Rows whose coordinates are in memory at once.
const AT_ONCE: usize = 1 << 16;

/// The largest code.
const LARGEST_CODE: f32 = 127.0;

impl Cells {
    /// Divides rows among cells and measures the recall of searches in them, on several threads; the result does not depend
    /// on how many. `None` for no rows, or 2³² and more.
    ///
    /// # Complexity
    /// O(n^1.5 · d) time for n rows of d dimensions; O(n · d) space, at most d + 8 bytes a row.
    #[must_use]
    pub fn build(rows: Rows<'_>, threads: usize) -> Option<Self> {
        if rows.is_empty() || u32::try_from(rows.len()).is_err() {
            return None;
        }
        let held_out = held_out(rows.len());
        let axes = Axes::of(rows);
        let centres = centres(rows, &axes, threads, |row| held_out.binary_search(&row).is_ok());
        let mut cells = Self::divided(rows, axes, centres, threads);
        cells.efforts = measured(&cells, rows, &held_out, threads);
        Some(cells)
    }

    /// Rows divided among centres.
    fn divided(rows: Rows<'_>, axes: Axes, centres: Vec<f32>, threads: usize) -> Self {
        let width = axes.count();
        let (mut cell_of, mut spans) = (Vec::with_capacity(rows.len()), vec![0.0f32; centres.len() / width]);
        let parts = || (0..rows.len()).step_by(AT_ONCE).map(|first| first..(first + AT_ONCE).min(rows.len()));
        for part in parts() {
            let points = axes.of_rows(rows.range(part), threads);
            let cells = nearest_centres(&points, &centres, width, threads);
            for (point, &cell) in points.chunks_exact(width).zip(&cells) {
                let centre = &centres[cell as usize * width..][..width];
                let offsets = point.iter().zip(centre).map(|(value, centre)| (value - centre).abs());
                spans[cell as usize] = offsets.fold(spans[cell as usize], f32::max);
            }
            cell_of.extend(cells);
        }
        let steps: Vec<f32> = spans.iter().map(|span| span / LARGEST_CODE).collect();
        let (ends, rows_of, places) = placed(&cell_of, steps.len());
        let mut codes = vec![0; rows.len() * width];
        for part in parts() {
            let points = axes.of_rows(rows.range(part.clone()), threads);
            for (row, point) in part.zip(points.chunks_exact(width)) {
                let cell = cell_of[row] as usize;
                let code = &mut codes[places[row] as usize * width..][..width];
                encode(point, &centres[cell * width..][..width], steps[cell], code);
            }
        }
        Self { axes, centres, steps, ends, rows: rows_of, codes, efforts: Vec::new() }
    }
}

/// The ends of the cells, the rows cell after cell, and the place of each row there.
fn placed(cell_of: &[u32], cells: usize) -> (Vec<u32>, Vec<u32>, Vec<u32>) {
    let mut counts = vec![0u32; cells];
    cell_of.iter().for_each(|&cell| counts[cell as usize] += 1);
    let mut end = 0;
    let ends: Vec<u32> = counts
        .iter()
        .map(|count| {
            end += count;
            end
        })
        .collect();
    let mut next: Vec<u32> = ends.iter().zip(&counts).map(|(end, count)| end - count).collect();
    let (mut rows, mut places) = (vec![0; cell_of.len()], Vec::with_capacity(cell_of.len()));
    for (row, &cell) in (0..).zip(cell_of) {
        let place = &mut next[cell as usize];
        rows[*place as usize] = row;
        places.push(*place);
        *place += 1;
    }
    (ends, rows, places)
}

/// The offset of a point from its centre, in steps.
fn encode(point: &[f32], centre: &[f32], step: f32, code: &mut [i8]) {
    // A step of zero, or one that is rounded to it: all points of the cell are at its centre, or nearly.
    let inverse = if step > f32::MIN_POSITIVE { 1.0 / step } else { 0.0 };
    for (code, (value, centre)) in code.iter_mut().zip(point.iter().zip(centre)) {
        *code = ((value - centre) * inverse).round().clamp(-LARGEST_CODE, LARGEST_CODE) as i8;
    }
}
