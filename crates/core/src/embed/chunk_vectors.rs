//! Vectors of the graphs of a chunk.

use std::sync::{Arc, Mutex, PoisonError};

use super::Embedding;
use super::stream::ChunkResult;
use crate::graph::Graph;
use crate::representation::{Representation, SolvedGraph};
use crate::spectrum::{Origin, SpectrumError};

/// The vectors of the graphs of a chunk.
#[derive(Debug)]
pub(super) struct Rows {
    /// The vectors, one after another.
    pub(super) numbers: Vec<f32>,
    /// For each vector origin and error of the spectrum behind it.
    certainties: Vec<(Origin, f64)>,
}

impl Rows {
    /// The vectors of `width` numbers with the certainties of their spectra.
    pub(super) fn embeddings(&self, width: usize) -> impl Iterator<Item = Embedding<'_>> {
        let rows = self.numbers.chunks_exact(width).zip(&self.certainties);
        rows.map(|(vector, &(origin, error))| Embedding { vector, origin, error })
    }
}

/// Memory of rows that were delivered, for the next ones: a quarter of a megabyte for each chunk, which allocators give back to the
/// system when another thread frees it, and which then costs a fault for each of its pages.
#[derive(Debug, Clone, Default)]
pub(super) struct SpareRows(Arc<Mutex<Vec<Vec<f32>>>>);

impl SpareRows {
    /// Takes back memory. As many pieces wait as chunks are in flight, at most.
    pub(super) fn give(&self, numbers: Vec<f32>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(numbers);
    }

    /// No numbers, in memory that was given back if there is any.
    fn take(&self, capacity: usize) -> Vec<f32> {
        let spare = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut numbers = spare.unwrap_or_default();
        numbers.clear();
        numbers.reserve(capacity);
        numbers
    }
}

/// Makes the vectors of chunk after chunk for one thread.
pub(super) struct ChunkVectors {
    representation: Box<dyn Representation>,
    width: usize,
    spare: SpareRows,
}

impl ChunkVectors {
    pub(super) fn new(representation: Box<dyn Representation>, width: usize, spare: SpareRows) -> Self {
        Self { representation, width, spare }
    }

    /// The vectors of solved graphs.
    pub(super) fn of(&mut self, solved: &[SolvedGraph<'_>]) -> Rows {
        let mut numbers = self.spare.take(solved.len() * self.width);
        self.representation.append(solved, &mut numbers);
        let certainties = solved.iter().map(|graph| (graph.spectrum.origin(), graph.spectrum.error()));
        self.checked(numbers, certainties.collect())
    }

    /// The vectors of graphs without their spectra, if the representation needs none. A graph without nodes has no vector
    /// here either: a row of zeros would say nothing.
    pub(super) fn without_spectra(&mut self, graphs: &[&Graph]) -> Option<ChunkResult<Rows>> {
        let representation = self.representation.without_spectrum()?;
        let mut numbers = self.spare.take(graphs.len() * self.width);
        let (mut refusals, mut certainties) = (Vec::with_capacity(graphs.len()), Vec::with_capacity(graphs.len()));
        for graph in graphs {
            if graph.node_count() == 0 {
                refusals.push(Some(SpectrumError::EmptyGraph));
                continue;
            }
            representation.append_graph(graph, &mut numbers);
            refusals.push(None);
            certainties.push((Origin::Exact, 0.0));
        }
        Some(ChunkResult { refusals, result: self.checked(numbers, certainties) })
    }

    fn checked(&self, numbers: Vec<f32>, certainties: Vec<(Origin, f64)>) -> Rows {
        let (found, wanted) = (numbers.len(), certainties.len() * self.width);
        assert_eq!(found, wanted, "found {found} numbers of {} vectors, wanted {wanted}", certainties.len());
        Rows { numbers, certainties }
    }
}
