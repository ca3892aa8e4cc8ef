//! Where are the centres? Lloyd's iterations on a sample.

use sgr_core::numerics::scramble;

use super::axes::Axes;
use crate::distance::PreparedRows;
use crate::nearest::{NearestSettings, nearest};
use crate::rows::Rows;

/// Rows of the sample for each centre: more hardly move a centre.
const ROWS_EACH: usize = 32;

/// Iterations: later ones change the recall at an effort by less than it is measured to.
const ITERATIONS: usize = 8;

/// The number of cells of that many rows: a search looks at all centres, and at about as many rows in the cells near the query.
pub(super) fn cell_count(rows: usize) -> usize {
    4 * rows.isqrt()
}

/// Centres in the coordinates of the axes. None of them is made of the rows that `is_held_out` names.
pub(super) fn centres(rows: Rows<'_>, axes: &Axes, threads: usize, is_held_out: impl Fn(usize) -> bool) -> Vec<f32> {
    let count = cell_count(rows.len());
    let step = (rows.len() / (ROWS_EACH * count)).max(1);
    let mut sample: Vec<usize> = (0..rows.len()).step_by(step).filter(|&row| !is_held_out(row)).collect();
    // Neighbours in a file are alike as a rule; the first centres are spread.
    sample.sort_unstable_by_key(|&row| (scramble(row as u64), row));
    let chosen: Vec<f32> = sample.iter().flat_map(|&row| rows.row(row)).copied().collect();
    let points = axes.of_rows(Rows::checked(&chosen, rows.dimensions()), threads);
    let width = axes.count();
    let mut centres = points[..count.min(sample.len()) * width].to_vec();
    for _ in 0..ITERATIONS {
        let cells = nearest_centres(&points, &centres, width, threads);
        move_to_means(&mut centres, &points, &cells, width);
    }
    centres
}

/// The nearest centre of each point; of centres at the same distance the one with the lower number.
pub(super) fn nearest_centres(points: &[f32], centres: &[f32], width: usize, threads: usize) -> Vec<u32> {
    let prepared = |values| PreparedRows::euclidean(Rows::checked(values, width));
    let settings = NearestSettings { threads, ..NearestSettings::new(1) };
    // Equal widths: no error.
    let found = nearest(&prepared(centres), &prepared(points), &settings).unwrap_or_default();
    found.iter().map(|found| found.first().map_or(0, |nearest| nearest.row as u32)).collect()
}

/// Moves each centre to the mean of its points; a centre without points stays.
fn move_to_means(centres: &mut [f32], points: &[f32], cells: &[u32], width: usize) {
    let mut sums = vec![0.0f64; centres.len()];
    let mut counts = vec![0u32; centres.len() / width];
    for (point, &cell) in points.chunks_exact(width).zip(cells) {
        counts[cell as usize] += 1;
        let sums = &mut sums[cell as usize * width..][..width];
        sums.iter_mut().zip(point).for_each(|(sum, &value)| *sum += f64::from(value));
    }
    for ((centre, sums), &count) in centres.chunks_exact_mut(width).zip(sums.chunks_exact(width)).zip(&counts) {
        if count > 0 {
            centre.iter_mut().zip(sums).for_each(|(at, sum)| *at = (sum / f64::from(count)) as f32);
        }
    }
}
