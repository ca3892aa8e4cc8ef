//! Which rows does a query find?

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use pulp::Arch;
use sgr_core::representation::distance::euclidean;

use super::parallel::in_order;
use super::{Cells, Effort};
use crate::nearest::best::Best;
use crate::nearest::{NearestSettings, Neighbor};
use crate::rows::Rows;

/// Queries of a task: a millisecond or a few.
const TASK: usize = 16;

/// Sums that are added up side by side, whatever the instruction set.
const LANES: usize = 16;

/// Candidates for `count` neighbours that are compared in double precision: codes of eight bits, and coordinates that do not hold all
/// of a distance, put few of the nearest rows behind three times as many others.
fn candidates(count: usize) -> usize {
    count.saturating_mul(3).saturating_add(16)
}

impl Cells {
    /// The nearest rows of each query, as far as they are found at an effort: nearest first, with their Euclidean distances in
    /// double precision. `rows` are those that the cells were built of, less those taken out, perhaps with others behind
    /// them, which are not looked at. Fewer than `settings.count` come only if fewer rows are in cells and `settings.among`.
    #[must_use]
    pub fn search(
        &self,
        rows: Rows<'_>,
        queries: Rows<'_>,
        effort: &Effort,
        settings: &NearestSettings<'_>,
    ) -> Vec<Vec<Neighbor>> {
        let visits = self.visits(rows, queries, effort.reach(), settings);
        visits.into_iter().map(|visit| visit.found).collect()
    }

    /// Searches that also say how many rows they saw.
    pub(super) fn visits(
        &self,
        rows: Rows<'_>,
        queries: Rows<'_>,
        reach: f64,
        settings: &NearestSettings<'_>,
    ) -> Vec<Visit> {
        let tasks = in_order(settings.threads, queries.len().div_ceil(TASK), |task| {
            let mut visitor = Visitor::new(self, rows, reach, settings);
            let queries = (task * TASK..((task + 1) * TASK).min(queries.len())).map(|query| queries.row(query));
            queries.map(|query| visitor.visit(query)).collect::<Vec<_>>()
        });
        tasks.into_iter().flatten().collect()
    }
}

/// What one query found.
#[derive(Debug)]
pub(super) struct Visit {
    /// The nearest rows.
    pub(super) found: Vec<Neighbor>,
    /// Rows whose codes were compared.
    pub(super) seen: usize,
}

/// One query after another in the cells.
struct Visitor<'a> {
    cells: &'a Cells,
    rows: Rows<'a>,
    reach: f64,
    settings: &'a NearestSettings<'a>,
    arch: Arch,
    /// Coordinates of the query.
    point: Vec<f32>,
    /// Squared distances of the centres from the query.
    squares: Vec<f32>,
    /// Offset of the query from a centre, in steps of its own.
    offset: Vec<i16>,
}

/// A cell and a lower bound of its distance from the query, as bits that are ordered like the number.
type Waiting = Reverse<(u32, u32)>;

impl<'a> Visitor<'a> {
    fn new(cells: &'a Cells, rows: Rows<'a>, reach: f64, settings: &'a NearestSettings<'a>) -> Self {
        let (point, squares, offset) = (Vec::new(), Vec::new(), Vec::new());
        Self { cells, rows, reach, settings, arch: Arch::new(), point, squares, offset }
    }

    fn visit(&mut self, query: &[f32]) -> Visit {
        self.point.clear();
        self.cells.axes.append(query, &mut self.point);
        let mut waiting = self.waiting();
        let (mut best, mut seen) = (Best::new(candidates(self.settings.count)), 0);
        while let Some(Reverse((bound, cell))) = waiting.pop() {
            // Squared distances; infinite until there are enough candidates.
            if f64::from(f32::from_bits(bound)).powi(2) > self.reach.powi(2) * best.reach() {
                break;
            }
            seen += self.scan(cell as usize, &mut best);
            best.select();
        }
        Visit { found: self.compared(query, best), seen }
    }

    /// All cells, the one with the lowest bound of its distance first.
    ///
    /// # Formula
    /// ```text
    /// d(q, x) ≥ (d(q, c)² − d(q, b)²) / 2 d(b, c)        for all x nearer to c than to b
    /// ```
    /// b = the centre that is nearest to the query q: the right side is the distance of q from the plane between b and c.
    fn waiting(&mut self) -> BinaryHeap<Waiting> {
        let (cells, width) = (self.cells, self.cells.axes.count());
        let centres = || cells.centres.chunks_exact(width);
        let point = &self.point;
        self.squares.clear();
        self.arch.dispatch(|| self.squares.extend(centres().map(|centre| square(point, centre))));
        let nearest = (0..cells.count()).min_by(|&one, &other| self.squares[one].total_cmp(&self.squares[other]));
        let nearest = nearest.unwrap_or(0);
        let base = &cells.centres[nearest * width..][..width];
        let bound = |(from, centre): (&f32, _)| {
            let gap = (from - self.squares[nearest]).max(0.0);
            let apart = 2.0 * square(base, centre).sqrt();
            // Centres may be equal.
            if gap > 0.0 && apart > 0.0 { gap / apart } else { 0.0 }
        };
        let bounds: Vec<f32> = self.arch.dispatch(|| self.squares.iter().zip(centres()).map(bound).collect());
        // The query's own cell before others with the bound zero.
        let own = (0, nearest as u32);
        let others = bounds.iter().zip(0..).filter(|(_, cell)| *cell != own.1);
        let others = others.map(|(bound, cell)| (bound.to_bits().max(1), cell));
        others.chain([own]).map(Reverse).collect()
    }

    /// Compares the query with the codes of a cell, and says how many there are.
    fn scan(&mut self, cell: usize, best: &mut Best) -> usize {
        let (cells, width) = (self.cells, self.cells.axes.count());
        let centre = &cells.centres[cell * width..][..width];
        let largest = self.point.iter().zip(centre).map(|(value, centre)| (value - centre).abs()).fold(0.0, f32::max);
        let span = largest_offset(width);
        // An offset of zero, or one that is rounded to it.
        let inverse = if largest > f32::MIN_POSITIVE { span / largest } else { 0.0 };
        self.offset.clear();
        let offsets = self.point.iter().zip(centre).map(|(value, centre)| value - centre);
        self.offset.extend(offsets.map(|offset| (offset * inverse).round() as i16));
        let step = f64::from(cells.steps[cell]);
        let (linear, quadratic) = (2.0 * step * f64::from(largest) / f64::from(span), step * step);
        let places = cells.places(cell);
        let (rows, codes) = (&cells.rows[places.clone()], &cells.codes[places.start * width..places.end * width]);
        let (offset, start, among) = (&self.offset, f64::from(self.squares[cell]), self.settings.among);
        let mut limit = best.reach();
        self.arch.dispatch(|| {
            for (code, &row) in codes.chunks_exact(width).zip(rows) {
                let (cross, square) = products(offset, code);
                let distance = start - linear * f64::from(cross) + quadratic * f64::from(square);
                let row = row as usize;
                if distance <= limit && among.is_none_or(|among| among[row]) {
                    // Rounding: a distance is not below zero.
                    best.add(Neighbor { row, distance: distance.max(0.0) });
                    limit = best.reach();
                }
            }
        });
        rows.len()
    }

    /// The nearest of the candidates, by their distances in double precision.
    fn compared(&self, query: &[f32], candidates: Best) -> Vec<Neighbor> {
        let exact = |candidate: Neighbor| Neighbor {
            row: candidate.row,
            distance: euclidean(query, self.rows.row(candidate.row)),
        };
        let mut found: Vec<Neighbor> = candidates.finish().into_iter().map(exact).collect();
        found.sort_unstable_by(Neighbor::order);
        found.truncate(self.settings.count);
        found
    }
}

/// The squared distance of two points.
#[inline(always)]
fn square(one: &[f32], other: &[f32]) -> f32 {
    let (one, other) = (one.as_chunks::<LANES>(), other.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (one, other) in one.0.iter().zip(other.0) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += (one - other) * (one - other);
        }
    }
    let tail: f32 = one.1.iter().zip(other.1).map(|(one, other)| (one - other) * (one - other)).sum();
    sums.iter().sum::<f32>() + tail
}

/// The largest whole number of an offset: sums of its products with codes stay within 32 bits.
fn largest_offset(width: usize) -> f32 {
    let largest = i32::MAX as f64 / (128.0 * width as f64);
    largest.floor().clamp(1.0, f64::from(i16::MAX)) as f32
}

/// The product of an offset and a code, and the squared length of the code. Whole numbers: in any order the same.
#[inline(always)]
fn products(offset: &[i16], code: &[i8]) -> (i32, i32) {
    let (mut cross, mut square) = (0i32, 0i32);
    for (&offset, &code) in offset.iter().zip(code) {
        let (offset, code) = (i32::from(offset), i32::from(code));
        cross = cross.wrapping_add(offset.wrapping_mul(code));
        square = square.wrapping_add(code.wrapping_mul(code));
    }
    (cross, square)
}
