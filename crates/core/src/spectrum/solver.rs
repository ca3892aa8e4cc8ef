use std::borrow::Borrow;
use std::sync::Arc;
use std::time::Instant;

use super::idle_threads::IdleThreads;
use super::large::LargePart;
use super::lumped::{Rows, fill_degrees};
use super::pieces::{PieceSolver, Taken};
use super::plan::{Explanation, Solver};
use super::remainder::Remainder;
use super::twin_reduction::{Atom, TwinReduction};
use super::{Approach, Origin, Spectrum, SpectrumError};
use crate::graph::Graph;
use crate::progress::SharedProgress;

/// How spectra are computed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SpectrumSettings {
    /// Most threads inside one graph, when it is large.
    pub threads: usize,
    /// If set, all but one of those are borrowed from here, as far as there are some.
    pub idle: Option<Arc<IdleThreads>>,
    /// Bytes that one matrix may take; a connected piece that needs more is refused before it is tried.
    pub memory_limit: u64,
    /// Take twins out and use formulas where there are some. Off only to test the solvers.
    pub reductions: bool,
    /// Use this solver for all pieces. Only to test the solvers.
    pub solver: Option<Solver>,
    /// Keep an [`Explanation`] for each graph.
    pub explain: bool,
    /// How the spectrum of a large graph is found.
    pub approach: Approach,
    /// Largest error of a sample of the resampled spectrum to aim at, where not all eigenvalues are computed.
    pub max_error: f64,
    /// Eigenvalues at each end, where only those are computed or where they support a density.
    pub ends: usize,
    /// Seed of all that is random: the same seed gives the same numbers.
    pub seed: u64,
    /// Told how far a large graph is.
    pub progress: SharedProgress,
}

impl Default for SpectrumSettings {
    fn default() -> Self {
        // 8 GB hold a dense matrix of 31,000 nodes, whose eigenvalues take about a quarter of an hour.
        Self {
            threads: 1,
            idle: None,
            memory_limit: 8_000_000_000,
            reductions: true,
            solver: None,
            explain: false,
            approach: Approach::Auto,
            max_error: 1e-3,
            ends: 150,
            seed: 0,
            progress: SharedProgress::default(),
        }
    }
}

/// Computes spectra, many graphs at a time, in buffers that it keeps.
///
/// ```
/// use sgr_core::{graph::Graph, spectrum::{SpectrumSettings, SpectrumSolver}};
/// let graphs = [Graph::from_edges(2, &[(0, 1)]).unwrap(), Graph::from_edges(3, &[(0, 1), (1, 2), (0, 2)]).unwrap()];
/// let mut solver = SpectrumSolver::new(SpectrumSettings::default());
/// let mut spectra = Vec::new();
/// let failures = solver.solve(&graphs, &mut spectra);
/// assert!(failures.is_empty());
/// assert_eq!(spectra[0].eigenvalues(), &[0.0, 2.0]);
/// assert_eq!(spectra[1].eigenvalues(), &[0.0, 1.5, 1.5]);
/// ```
#[derive(Debug)]
pub struct SpectrumSolver {
    settings: SpectrumSettings,
    explanations: Vec<Explanation>,
    degrees: Vec<f64>,
    atoms: Vec<Atom>,
    twins: TwinReduction,
    pieces: PieceSolver,
    /// Large pieces of graphs that wait until all else about their graphs is known.
    large: Vec<(usize, LargePart)>,
}

impl SpectrumSolver {
    /// A solver with empty buffers.
    pub fn new(settings: SpectrumSettings) -> Self {
        Self {
            settings,
            explanations: Vec::new(),
            degrees: Vec::new(),
            atoms: Vec::new(),
            twins: TwinReduction::default(),
            pieces: PieceSolver::new(),
            large: Vec::new(),
        }
    }

    /// Computes the spectra of `graphs` into `spectra`, whose memory is reused; gives the graphs that failed, by index,
    /// in ascending order. The spectrum of a graph that failed is empty.
    ///
    /// The result for a graph does not depend on the others: the same bytes alone and in any company.
    pub fn solve<G: Borrow<Graph>>(
        &mut self,
        graphs: &[G],
        spectra: &mut Vec<Spectrum>,
    ) -> Vec<(usize, SpectrumError)> {
        let mut failures = Vec::new();
        self.explanations.clear();
        self.pieces.clear();
        self.large.clear();
        spectra.resize_with(graphs.len(), || Spectrum { eigenvalues: Vec::new(), origin: Origin::Exact, error: 0.0 });
        for (index, graph) in graphs.iter().enumerate() {
            let spectrum = &mut spectra[index];
            spectrum.eigenvalues.clear();
            (spectrum.origin, spectrum.error) = (Origin::Exact, 0.0);
            if let Err(error) = self.reduce(index, graph.borrow(), &mut spectrum.eigenvalues) {
                failures.push((index, error));
            }
        }
        self.pieces.finish(spectra, &mut failures);
        for spectrum in spectra.iter_mut() {
            finish_spectrum(&mut spectrum.eigenvalues);
        }
        self.finish_large(graphs, spectra, &mut failures);
        failures.sort_by_key(|failure| failure.0);
        failures.dedup_by_key(|failure| failure.0);
        for (index, _) in &failures {
            spectra[*index].eigenvalues.clear();
        }
        failures
    }

    /// What was done for each graph of the last call, if [`SpectrumSettings::explain`] is set.
    pub fn explanations(&self) -> &[Explanation] {
        &self.explanations
    }

    /// Takes out of one graph what is known exactly, and queues the rest.
    fn reduce(&mut self, index: usize, graph: &Graph, eigenvalues: &mut Vec<f64>) -> Result<(), SpectrumError> {
        let mut explanation = self.settings.explain.then(Explanation::default);
        let outcome = self.reduce_explained(index, graph, eigenvalues, explanation.as_mut());
        self.explanations.extend(explanation);
        outcome
    }

    fn reduce_explained(
        &mut self,
        index: usize,
        graph: &Graph,
        eigenvalues: &mut Vec<f64>,
        mut explanation: Option<&mut Explanation>,
    ) -> Result<(), SpectrumError> {
        if graph.node_count() == 0 {
            return Err(SpectrumError::EmptyGraph);
        }
        fill_degrees(graph, &mut self.degrees);
        let mut rows = Rows::of_graph(graph, &self.degrees);
        self.atoms.clear();
        if self.settings.reductions {
            rows = self.twins.reduce(rows, &mut self.atoms);
        }
        for atom in &self.atoms {
            eigenvalues.extend(std::iter::repeat_n(atom.eigenvalue, atom.multiplicity));
        }
        self.pieces.components.find(rows);
        if let Some(explanation) = &mut explanation {
            explanation.components = self.pieces.components.count();
            explanation.twins = graph.node_count() - rows.node_count();
        }
        let mut remainder = None;
        let (mut large, mut exact_seconds) = (Vec::new(), Some(0.0));
        for component in 0..self.pieces.components.count() {
            match self.pieces.take(index, rows, component, &self.settings, eigenvalues)? {
                Taken::Piece(plan) => {
                    if let Some(explanation) = &mut explanation {
                        explanation.pieces.push(plan);
                    }
                }
                Taken::Large(seconds) => {
                    let remainder = remainder.get_or_insert_with(Remainder::new);
                    remainder.push(rows, self.pieces.components.nodes(component), self.pieces.components.positions());
                    large.push(component);
                    exact_seconds = exact_seconds.zip(seconds).map(|(sum, seconds)| sum + seconds);
                }
            }
        }
        let Some(remainder) = remainder else { return Ok(()) };
        let part = LargePart::plan(remainder, exact_seconds, &self.settings)?;
        if let Some(explanation) = &mut explanation {
            explanation.large = Some(part.plan.clone());
        }
        if part.plan.chosen == Origin::Exact {
            let settings = SpectrumSettings { approach: Approach::Exact, ..self.settings.clone() };
            for component in large {
                if let (Taken::Piece(plan), Some(explanation)) =
                    (self.pieces.take(index, rows, component, &settings, eigenvalues)?, &mut explanation)
                {
                    explanation.pieces.push(plan);
                }
            }
        } else {
            self.large.push((index, part));
        }
        Ok(())
    }

    /// The spectrum of one graph where nothing but an exact solution will do.
    fn solve_exactly(&self, graph: &Graph) -> Result<Spectrum, SpectrumError> {
        let settings = SpectrumSettings { approach: Approach::Exact, explain: false, ..self.settings.clone() };
        let mut spectra = Vec::new();
        let failure = Self::new(settings).solve(&[graph], &mut spectra).pop();
        match (failure, spectra.pop()) {
            (None, Some(spectrum)) => Ok(spectrum),
            (failure, _) => Err(failure.map_or(SpectrumError::EmptyGraph, |(_, error)| error)),
        }
    }

    /// Solves the large pieces, now that all other eigenvalues of their graphs are known.
    fn finish_large<G: Borrow<Graph>>(
        &mut self,
        graphs: &[G],
        spectra: &mut [Spectrum],
        failures: &mut Vec<(usize, SpectrumError)>,
    ) {
        for (index, mut part) in std::mem::take(&mut self.large) {
            if failures.iter().any(|(failed, _)| *failed == index) {
                continue;
            }
            let start = Instant::now();
            let helpers = self.settings.threads.saturating_sub(1);
            let lent = self.settings.idle.as_ref().map(|idle| idle.lend(helpers));
            let helpers = lent.as_ref().map_or(helpers, |lent| lent.count());
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + helpers).build();
            let spectrum = &mut spectra[index];
            let progress = self.settings.progress.get();
            let mut solve = || part.solve(&spectrum.eigenvalues, &self.settings, progress);
            let solution = match pool {
                Ok(pool) => pool.install(solve),
                // If the system gives no threads, the work is done by those there are.
                Err(_) => solve(),
            };
            drop(lent);
            match solution {
                Ok(solution)
                    if solution.error > self.settings.max_error
                        && part.after_all().is_some_and(|(origin, _)| origin == Origin::Exact) =>
                {
                    part.plan.chosen = Origin::Exact;
                    match self.solve_exactly(graphs[index].borrow()) {
                        Ok(exact) => *spectrum = exact,
                        Err(error) => failures.push((index, error)),
                    }
                }
                Ok(solution) => {
                    spectrum.eigenvalues.extend(solution.eigenvalues);
                    finish_spectrum(&mut spectrum.eigenvalues);
                    (spectrum.origin, spectrum.error) = (solution.origin, solution.error);
                }
                Err(error) => failures.push((index, error)),
            }
            part.plan.spent_seconds = start.elapsed().as_secs_f64();
            if let Some(explanation) = self.explanations.get_mut(index) {
                explanation.large = Some(part.plan);
            }
        }
    }
}

/// Sorts the eigenvalues of a graph and puts those that rounding moved out of [0, 2] back to its ends.
fn finish_spectrum(eigenvalues: &mut [f64]) {
    for value in eigenvalues.iter_mut() {
        *value = value.clamp(0.0, 2.0);
    }
    eigenvalues.sort_unstable_by(f64::total_cmp);
}
