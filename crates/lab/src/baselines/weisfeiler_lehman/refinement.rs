//! Colours refined by signatures, on several threads.

use std::ops::Range;

use hashbrown::DefaultHashBuilder;
use rayon::prelude::*;

use super::super::label_numbers::LabelNumbers;
use super::signatures::{SignatureNumbers, Signatures};
use sgr_core::graph::Graph;

/// Nodes and edges in a task of one thread: few enough that threads finish together.
const CHUNK: usize = 1 << 15;

/// Chunks whose signatures are in memory at once: enough for 32 threads, and some four megabytes.
const WINDOW: usize = 32;

/// Refines the labels of all graphs' nodes, again and again in the same memory: pages that are given back between two
/// refinements cost more than the refinement of a small collection.
pub(in crate::baselines) struct Refinement<'a> {
    graphs: &'a [&'a Graph],
    chunks: Vec<Range<usize>>,
    hasher: DefaultHashBuilder,
    /// Nodes with each label.
    occurrences: Vec<u32>,
    /// Of the chunks in a window.
    signatures: Vec<Signatures>,
    known: SignatureNumbers,
}

impl<'a> Refinement<'a> {
    pub(in crate::baselines) fn of(graphs: &'a [&'a Graph]) -> Self {
        let chunks = chunks(graphs);
        let signatures = (0..chunks.len().min(WINDOW)).map(|_| Signatures::default()).collect();
        let (hasher, occurrences, known) = Default::default();
        Self { graphs, chunks, hasher, occurrences, signatures, known }
    }

    /// One refinement of all labels. Signatures are made in parallel and numbered one after another, so that numbers do not
    /// depend on the threads.
    pub(in crate::baselines) fn refine(&mut self, labels: &mut LabelNumbers) {
        if labels.count <= 1 {
            return self.number_degrees(labels);
        }
        let Self { graphs, chunks, hasher, occurrences, signatures, known } = self;
        known.clear();
        occurrences.clear();
        occurrences.resize(labels.count, 0);
        labels.numbers.iter().for_each(|&label| occurrences[label as usize] += 1);
        for window in chunks.chunks(WINDOW) {
            let nodes = |chunk: &Range<usize>| labels.offsets[chunk.start]..labels.offsets[chunk.end];
            signatures.par_iter_mut().zip(window).for_each(|(signatures, chunk)| {
                signatures.fill(&graphs[chunk.clone()], &labels.numbers[nodes(chunk)], occurrences, hasher);
            });
            for (chunk, signatures) in window.iter().zip(&*signatures) {
                let nodes = nodes(chunk);
                known.number(signatures, &mut labels.numbers[nodes]);
            }
        }
        labels.count = known.len();
    }

    /// The refinement of nodes that are all alike: their degrees, numbered in the order in which they first appear.
    fn number_degrees(&mut self, labels: &mut LabelNumbers) {
        const NONE: u32 = u32::MAX;
        let degrees =
            self.graphs.iter().flat_map(|graph| (0..graph.node_count() as u32).map(|node| graph.neighbors(node).len()));
        // Here by degree, the number of each.
        let numbers = &mut self.occurrences;
        numbers.clear();
        let mut count = 0;
        for (degree, number) in degrees.zip(&mut labels.numbers) {
            if degree >= numbers.len() {
                numbers.resize(degree + 1, NONE);
            }
            let known = &mut numbers[degree];
            if *known == NONE {
                *known = count;
                count += 1;
            }
            *number = *known;
        }
        labels.count = count as usize;
    }
}

/// Consecutive graphs of about [`CHUNK`] nodes and edges together, or one that is larger.
fn chunks(graphs: &[&Graph]) -> Vec<Range<usize>> {
    let mut chunks = Vec::new();
    let (mut start, mut size) = (0, 0);
    for (at, graph) in graphs.iter().enumerate() {
        size += graph.node_count() + graph.columns().len();
        if size >= CHUNK || at + 1 == graphs.len() {
            chunks.push(start..at + 1);
            (start, size) = (at + 1, 0);
        }
    }
    chunks
}
