//! Many queries: products of blocks of rows with all queries, then exact distances of the candidates.

use std::sync::atomic::{AtomicUsize, Ordering};

use pulp::Arch;
use sgr_core::numerics::panels::{PANEL, Panels};
use sgr_core::numerics::product::Product;
use sgr_core::representation::distance::euclidean;

use super::bound::Bound;
use super::candidates::{Candidate, Candidates};
use super::{NearestSettings, Neighbor, on_threads};
use crate::rows::Rows;

/// Rows of a block: at 256 dimensions it takes a fifth of a cache of a megabyte, next to the queries it meets.
const BLOCK: usize = 192;

/// Queries that meet a block at once.
const GROUP: usize = 4 * PANEL;

/// Rows that the centre is a mean of: it needs to be near the middle only.
const CENTRE_ROWS: usize = 1024;

/// The nearest rows of each query.
pub(super) fn search(rows: Rows<'_>, queries: Rows<'_>, settings: &NearestSettings<'_>) -> Vec<Vec<Neighbor>> {
    let centre = centre(rows);
    let groups = (0..queries.len()).step_by(GROUP);
    let groups: Vec<Group<'_>> =
        groups.map(|first| Group::new(queries.range(first..(first + GROUP).min(queries.len())), &centre)).collect();
    let order = BlockOrder::new(rows.len().div_ceil(BLOCK));
    let next = AtomicUsize::new(0);
    on_threads(settings, || {
        let mut worker = Worker::new(rows, settings, &centre, &groups);
        while let Some(block) = order.block(next.fetch_add(1, Ordering::Relaxed)) {
            worker.see(block * BLOCK);
        }
        worker.finish()
    })
}

/// About the middle of the rows: distances do not change if it is taken off, and products lose fewer digits.
fn centre(rows: Rows<'_>) -> Vec<f32> {
    let step = rows.len().div_ceil(CENTRE_ROWS);
    let mut sums = vec![0.0; rows.dimensions()];
    let sample = (0..rows.len()).step_by(step);
    let count = sample.len() as f64;
    for row in sample {
        sums.iter_mut().zip(rows.row(row)).for_each(|(sum, &value)| *sum += f64::from(value));
    }
    sums.into_iter().map(|sum| (sum / count) as f32).collect()
}

/// Blocks in an order that jumps about: rows are often sorted, by size for example, and the nearest should not come last.
struct BlockOrder {
    blocks: usize,
    step: usize,
}

impl BlockOrder {
    fn new(blocks: usize) -> Self {
        let divides = |mut a: usize, mut b: usize| {
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        // The golden section spreads any number of blocks evenly; without a common divisor the steps meet every block.
        let step = (blocks as f64 * 0.618) as usize;
        let step = (step.max(1)..).find(|&step| divides(blocks, step) == 1).unwrap_or(1);
        Self { blocks, step }
    }

    fn block(&self, number: usize) -> Option<usize> {
        (number < self.blocks).then(|| (number as u128 * self.step as u128 % self.blocks as u128) as usize)
    }
}

/// Queries that meet a block at once, without the centre.
struct Group<'a> {
    queries: Rows<'a>,
    panels: Panels,
    norms: Vec<f64>,
    /// Zeros for the products to start from.
    start: Vec<f32>,
}

impl<'a> Group<'a> {
    fn new(queries: Rows<'a>, centre: &[f32]) -> Self {
        let element = |at: usize, query: usize| queries.row(query)[at] - centre[at];
        let panels = Panels::from_fn(queries.dimensions(), queries.len(), element);
        let square = |query: usize| (0..queries.dimensions()).map(|at| f64::from(element(at, query)).powi(2)).sum();
        let norms = (0..queries.len()).map(|query| f64::sqrt(square(query))).collect();
        Self { queries, start: vec![0.0; panels.padded_columns()], panels, norms }
    }
}

/// What one thread knows: the candidates of each query among the blocks that it has seen.
struct Worker<'a> {
    rows: Rows<'a>,
    settings: &'a NearestSettings<'a>,
    centre: &'a [f32],
    groups: &'a [Group<'a>],
    bound: Bound,
    product: Product,
    /// Rows of the block without the centre.
    block: Vec<f32>,
    /// Their norms.
    norms: Vec<f64>,
    /// Half of their squared norms.
    halves: Vec<f32>,
    products: Panels,
    cutoffs: Vec<f32>,
    candidates: Vec<Candidates>,
}

impl<'a> Worker<'a> {
    fn new(rows: Rows<'a>, settings: &'a NearestSettings<'a>, centre: &'a [f32], groups: &'a [Group<'a>]) -> Self {
        let queries = groups.iter().map(|group| group.queries.len()).sum();
        Self {
            rows,
            settings,
            centre,
            groups,
            bound: Bound::new(rows.dimensions()),
            product: Product::new(),
            block: Vec::new(),
            norms: Vec::new(),
            halves: Vec::new(),
            products: Panels::default(),
            cutoffs: Vec::new(),
            candidates: vec![Candidates::new(settings.count); queries],
        }
    }

    /// Compares a block of rows with all queries.
    fn see(&mut self, first: usize) {
        let count = BLOCK.min(self.rows.len() - first);
        if self.settings.among.is_some_and(|among| !among[first..first + count].contains(&true)) {
            return;
        }
        self.load(self.rows.range(first..first + count));
        let groups = self.groups;
        for (group, at) in groups.iter().zip(0..) {
            self.meet(group, at * GROUP, first);
        }
    }

    /// Takes the centre off the rows of a block, and loads them into the product.
    fn load(&mut self, rows: Rows<'_>) {
        let dimensions = rows.dimensions();
        self.block.clear();
        self.norms.clear();
        self.halves.clear();
        for row in rows.values().chunks_exact(dimensions) {
            let start = self.block.len();
            self.block.extend(row.iter().zip(self.centre).map(|(value, centre)| value - centre));
            let square = square(&self.block[start..]);
            self.norms.push(square.sqrt());
            self.halves.push((0.5 * square) as f32);
        }
        let block = &self.block;
        self.product.load(rows.len(), dimensions, |row, at| block[row * dimensions + at]);
    }

    /// Compares the loaded block with a group of queries.
    fn meet(&mut self, group: &Group<'_>, first_query: usize, first_row: usize) {
        self.product.multiply_loaded(&group.panels, &group.start, &mut self.products);
        let largest = self.norms.iter().copied().fold(0.0, f64::max);
        self.cutoffs.clear();
        // Columns of zeros at the end have no candidates.
        self.cutoffs.resize(group.start.len(), f32::INFINITY);
        let candidates = &mut self.candidates[first_query..][..group.queries.len()];
        for ((cutoff, &norm), candidates) in self.cutoffs.iter_mut().zip(&group.norms).zip(&*candidates) {
            let cut = 0.5 * norm * norm - self.bound.of(norm, largest) - candidates.limit();
            *cutoff = (cut as f32).next_down();
        }
        let Self { rows, settings, bound, norms, halves, products, cutoffs, .. } = self;
        let (rows, bound) = (*rows, *bound);
        Scan { products, halves, cutoffs }.run(self.product.arch(), |row, query, gap| {
            if query >= candidates.len() || settings.among.is_some_and(|among| !among[first_row + row]) {
                return;
            }
            let (norm, error) = (group.norms[query], bound.of(group.norms[query], norms[row]));
            let half = 0.5 * norm * norm - f64::from(gap);
            let (low, high) =
                if error.is_finite() { (half - error, half + error) } else { (f64::NEG_INFINITY, f64::INFINITY) };
            let exact = |row: usize| euclidean(group.queries.row(query), rows.row(row));
            candidates[query].add(Candidate { row: first_row + row, low, high }, bound, exact);
        });
    }

    /// The nearest rows of each query among those of this worker.
    fn finish(self) -> Vec<Vec<Neighbor>> {
        let Self { rows, groups, bound, candidates, .. } = self;
        let queries = groups.iter().flat_map(|group| (0..group.queries.len()).map(|query| group.queries.row(query)));
        let finish =
            |(query, candidates): (&[f32], Candidates)| candidates.finish(bound, |row| euclidean(query, rows.row(row)));
        queries.zip(candidates).map(finish).collect()
    }
}

/// The squared norm of a row, in double precision, as sixteen sums.
fn square(row: &[f32]) -> f64 {
    let (chunks, tail) = row.as_chunks::<16>();
    let mut sums = [0.0; 16];
    for chunk in chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, &value)| *sum += f64::from(value) * f64::from(value));
    }
    sums.iter().sum::<f64>() + tail.iter().map(|&value| f64::from(value).powi(2)).sum::<f64>()
}

/// Products of rows and queries, in search of those that reach the cutoff of their query.
struct Scan<'a> {
    products: &'a Panels,
    halves: &'a [f32],
    cutoffs: &'a [f32],
}

impl Scan<'_> {
    /// Calls `found` with row, query and q̃·x̃ − ½ ‖x̃‖², wherever that is not below the cutoff; so also where it is NaN.
    fn run(&self, arch: Arch, mut found: impl FnMut(usize, usize, f32)) {
        let rows = self.halves.len();
        let panels = self.products.values().chunks_exact(rows * PANEL).zip(self.cutoffs.as_chunks::<PANEL>().0);
        for ((panel, cutoffs), at) in panels.zip(0..) {
            let mut row = 0;
            while let Some(hit) = arch.dispatch(|| next_hit(panel, self.halves, cutoffs, row)) {
                for (query, cutoff) in cutoffs.iter().enumerate() {
                    let gap = panel[hit * PANEL + query] - self.halves[hit];
                    if is_hit(gap, *cutoff) {
                        found(hit, at * PANEL + query, gap);
                    }
                }
                row = hit + 1;
            }
        }
    }
}

/// The first row, from `row` on, with a query whose cutoff it reaches.
#[inline(always)]
fn next_hit(panel: &[f32], halves: &[f32], cutoffs: &[f32; PANEL], row: usize) -> Option<usize> {
    let products = panel.as_chunks::<PANEL>().0[row..].iter();
    let hit = products.zip(&halves[row..]).position(|(products, &half)| {
        let hits = products.iter().zip(cutoffs).map(|(product, &cutoff)| is_hit(product - half, cutoff));
        hits.fold(false, |any, hit| any | hit)
    });
    hit.map(|hit| row + hit)
}

/// Not below the cutoff, or NaN.
#[inline(always)]
#[allow(clippy::neg_cmp_op_on_partial_ord)] // NaN is a hit.
fn is_hit(gap: f32, cutoff: f32) -> bool {
    !(gap < cutoff)
}
