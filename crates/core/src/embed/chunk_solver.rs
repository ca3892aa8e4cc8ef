//! Spectra of the graphs of a chunk.

use std::sync::Arc;

use super::StreamSettings;
use super::stream::ChunkResult;
use crate::graph::Graph;
use crate::representation::SolvedGraph;
use crate::spectrum::{Explanation, IdleThreads, Spectrum, SpectrumError, SpectrumSettings, SpectrumSolver};

/// Solves the spectra of chunk after chunk for one thread.
pub(super) struct ChunkSolver {
    solver: SpectrumSolver,
    spectra: Vec<Result<Spectrum, SpectrumError>>,
}

impl ChunkSolver {
    pub(super) fn new(settings: &StreamSettings, idle: &Arc<IdleThreads>) -> Self {
        let spectrum = SpectrumSettings { idle: Some(idle.clone()), ..settings.spectrum.clone() };
        Self { solver: SpectrumSolver::new(spectrum), spectra: Vec::new() }
    }

    /// Applies a function to the graphs that have a spectrum, and to as many explanations if
    /// [`explain`](SpectrumSettings::explain) is set, otherwise none.
    pub(super) fn map<T>(
        &mut self,
        graphs: &[&Graph],
        function: impl FnOnce(&[SolvedGraph<'_>], &[&Explanation]) -> T,
    ) -> ChunkResult<T> {
        let Self { solver, spectra } = self;
        solver.solve(graphs, spectra);
        let solved: Vec<SolvedGraph<'_>> = graphs
            .iter()
            .zip(spectra.iter())
            .filter_map(|(graph, spectrum)| Some(SolvedGraph { graph, spectrum: spectrum.as_ref().ok()? }))
            .collect();
        let explained = spectra.iter().zip(solver.explanations());
        let explanations: Vec<&Explanation> =
            explained.filter_map(|(spectrum, explanation)| spectrum.is_ok().then_some(explanation)).collect();
        let result = function(&solved, &explanations);
        ChunkResult { refusals: spectra.iter().map(|spectrum| spectrum.as_ref().err().cloned()).collect(), result }
    }
}
