//! Eigenvalues, samples and traces in double precision, and how far apart two graphs are.

use std::convert::Infallible;

use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use sgr::embed::{StreamSettings, map_spectra};
use sgr::graph::Graph;
use sgr::representation::distance;
use sgr::representation::{Normalization, Times, heat_trace, wave_trace};
use sgr::resampling::{KnotRule, Resampler, SAMPLES, SampleGrid};
use sgr::spectrum::{Explanation, Spectrum};

use crate::background::{Finish, Job, Watch};
use crate::description::{checked, checked_samples, reason};
use crate::graph_batch::GraphBatch;
use crate::spectrum_settings::SpectrumSettings;
use crate::wanted::named;

/// What is computed from a spectrum.
pub(crate) enum Wanted {
    Eigenvalues,
    Samples(usize, KnotRule),
    Heat(Times, Normalization),
    Wave(Times, Normalization),
}

impl Wanted {
    /// The numbers of a spectrum; none if eigenvalues are wanted of one that has samples only.
    pub(crate) fn numbers(&self, spectrum: &Spectrum, resampler: &mut Resampler) -> Option<Vec<f64>> {
        match self {
            Self::Eigenvalues => spectrum.eigenvalues().map(<[f64]>::to_vec),
            Self::Samples(..) => Some(spectrum.samples(resampler).to_vec()),
            Self::Heat(times, normalization) => Some(heat_trace(spectrum, times, *normalization)),
            Self::Wave(times, normalization) => Some(wave_trace(spectrum, times, *normalization)),
        }
    }

    pub(crate) fn resampler(&self) -> Resampler {
        match self {
            Self::Samples(samples, rule) => Resampler::new(*samples, *rule),
            _ => Resampler::new(SAMPLES, KnotRule::default()),
        }
    }
}

/// Numbers of a spectrum, its origin and its error; or why there is no spectrum.
type Solved = Result<(Option<Vec<f64>>, &'static str, f64), String>;

/// Starts on the graphs of a batch. Each place of the resulting list has `(numbers, origin, error)`, a text that says why
/// there is no spectrum, or `None` where the batch had no graph. The numbers are `None` where eigenvalues are wanted and
/// the spectrum is approximate.
#[pyfunction]
#[pyo3(signature = (batch, kind, settings, times=None, normalization="none", samples=256, knots="literal", n_jobs=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of one Python function")]
pub(crate) fn start_spectra(
    mut batch: PyRefMut<'_, GraphBatch>,
    kind: &str,
    settings: PyRef<'_, SpectrumSettings>,
    times: Option<PyReadonlyArray1<'_, f64>>,
    normalization: &str,
    samples: usize,
    knots: &str,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let wanted = wanted_numbers(kind, times, normalization, samples, knots)?;
    let mut settings = settings.stream(batch.threads(n_jobs));
    if let Wanted::Samples(samples, rule) = wanted {
        // The stated error holds for the samples that were asked for.
        settings.spectrum.grid = SampleGrid::new(samples, rule);
    }
    let graphs = batch.take();
    Job::start(move |watch| solve(graphs, &wanted, &settings, watch))
}

/// What the keywords of a Python function ask for.
pub(crate) fn wanted_numbers(
    kind: &str,
    times: Option<PyReadonlyArray1<'_, f64>>,
    normalization: &str,
    samples: usize,
    knots: &str,
) -> PyResult<Wanted> {
    let normalization: Normalization = named("normalization", normalization)?;
    Ok(match (kind, times) {
        ("eigenvalues", _) => Wanted::Eigenvalues,
        ("samples", _) => Wanted::Samples(checked_samples(samples)?, named("knots", knots)?),
        ("heat", Some(times)) => Wanted::Heat(checked(&times)?, normalization),
        ("wave", Some(times)) => Wanted::Wave(checked(&times)?, normalization),
        _ => return Err(PyValueError::new_err("wanted eigenvalues, samples, or heat or wave with times")),
    })
}

fn solve(graphs: Vec<Option<Graph>>, wanted: &Wanted, settings: &StreamSettings, watch: &Watch) -> Finish {
    let has_graph: Vec<bool> = graphs.iter().map(Option::is_some).collect();
    let given = graphs.into_iter().flatten().map(Ok::<Graph, Infallible>);
    let mut solved: Vec<Solved> = Vec::new();
    let make_worker = || {
        let mut resampler = wanted.resampler();
        move |spectrum: &Spectrum, _: Option<&Explanation>| {
            (wanted.numbers(spectrum, &mut resampler), spectrum.origin().name(), spectrum.error())
        }
    };
    // A caller who was interrupted gets no result: an early end is no failure.
    let _ = map_spectra(given, settings, make_worker, |outcome| {
        solved.push(outcome.map(|(_, numbers)| numbers).map_err(|skipped| reason(&skipped)));
        watch.advance(1);
        if watch.is_unwanted() { Err(()) } else { Ok(()) }
    });
    Box::new(move |py| {
        let list = PyList::empty(py);
        let mut solved = solved.into_iter();
        for has_graph in has_graph {
            match if has_graph { solved.next() } else { None } {
                None => list.append(py.None())?,
                Some(Err(reason)) => list.append(reason)?,
                Some(Ok((numbers, origin, error))) => {
                    list.append((numbers.map(|numbers| numbers.into_pyarray(py)), origin, error))?;
                }
            }
        }
        Ok(list.into_any().unbind())
    })
}

/// Starts on the paper's bound between the two graphs of a batch: `(bound, [(origin, error), (origin, error)])`.
#[pyfunction]
#[pyo3(signature = (batch, settings, n_jobs=None))]
pub(crate) fn start_bound(
    mut batch: PyRefMut<'_, GraphBatch>,
    settings: PyRef<'_, SpectrumSettings>,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let settings = settings.stream(batch.threads(n_jobs));
    let graphs: Vec<Graph> = batch.take().into_iter().flatten().collect();
    let pair = <[Graph; 2]>::try_from(graphs)
        .map_err(|graphs| PyValueError::new_err(format!("found {} graphs, wanted 2", graphs.len())))?;
    Job::start(move |_| {
        let bound = bound_of(pair, &settings);
        Box::new(move |py| {
            let (bound, certainties) = bound.map_err(PyValueError::new_err)?;
            Ok((bound, certainties).into_pyobject(py)?.into_any().unbind())
        })
    })
}

/// Origin and error of a spectrum.
type Certainty = (&'static str, f64);

/// The bound, with origin and error of both spectra.
fn bound_of(pair: [Graph; 2], settings: &StreamSettings) -> Result<(f64, Vec<Certainty>), String> {
    let mut spectra = Vec::new();
    let given = pair.into_iter().map(Ok::<Graph, Infallible>);
    map_spectra(
        given,
        settings,
        || |spectrum: &Spectrum, _: Option<&Explanation>| spectrum.clone(),
        |outcome| {
            spectra.push(outcome.map_err(|skipped| reason(&skipped))?.1);
            Ok::<(), String>(())
        },
    )?;
    let bound = distance::spectral_bound(&spectra[0], &spectra[1]);
    Ok((bound.value, spectra.iter().map(|spectrum| (spectrum.origin().name(), spectrum.error())).collect()))
}
