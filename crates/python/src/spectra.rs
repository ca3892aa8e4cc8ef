//! Eigenvalues, traces in double precision, and how far apart two graphs are.

use std::convert::Infallible;

use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use sgr::embed::map_spectra;
use sgr::graph::Graph;
use sgr::representation::distance;
use sgr::representation::{Normalization, Times, heat_trace, wave_trace};
use sgr::spectrum::{Explanation, Spectrum};

use crate::background::{Finish, Job, Watch};
use crate::description::{checked, normalization_of, reason, stream_settings};
use crate::graph_batch::GraphBatch;

/// What is wanted of a spectrum.
enum Wanted {
    Eigenvalues,
    Heat(Times, Normalization),
    Wave(Times, Normalization),
}

impl Wanted {
    fn numbers(&self, spectrum: &Spectrum) -> Vec<f64> {
        match self {
            Self::Eigenvalues => spectrum.eigenvalues().unwrap_or_default().to_vec(),
            Self::Heat(times, normalization) => heat_trace(spectrum, times, *normalization),
            Self::Wave(times, normalization) => wave_trace(spectrum, times, *normalization),
        }
    }
}

/// Numbers of a spectrum, where it comes from and how far off it may be; or why there is none.
type Solved = Result<(Vec<f64>, &'static str, f64), String>;

/// Starts on the graphs of a batch. Each place of the resulting list has `(numbers, origin, error)`, a text that says why
/// there are none, or `None` where the batch had no graph.
#[pyfunction]
#[pyo3(signature = (batch, kind, times=None, normalization="none", n_jobs=None))]
pub(crate) fn start_spectra(
    mut batch: PyRefMut<'_, GraphBatch>,
    kind: &str,
    times: Option<PyReadonlyArray1<'_, f64>>,
    normalization: &str,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let normalization = normalization_of(normalization)?;
    let wanted = match (kind, times) {
        ("eigenvalues", _) => Wanted::Eigenvalues,
        ("heat", Some(times)) => Wanted::Heat(checked(&times)?, normalization),
        ("wave", Some(times)) => Wanted::Wave(checked(&times)?, normalization),
        _ => return Err(PyValueError::new_err("wanted eigenvalues, or heat or wave with times")),
    };
    let threads = batch.threads(n_jobs);
    let graphs = batch.take();
    Job::start(move |watch| solve(graphs, &wanted, threads, watch))
}

fn solve(graphs: Vec<Option<Graph>>, wanted: &Wanted, threads: usize, watch: &Watch) -> Finish {
    let has_graph: Vec<bool> = graphs.iter().map(Option::is_some).collect();
    let given = graphs.into_iter().flatten().map(Ok::<Graph, Infallible>);
    let mut solved: Vec<Solved> = Vec::new();
    let make_worker = || {
        |spectrum: &Spectrum, _: Option<&Explanation>| {
            (wanted.numbers(spectrum), spectrum.origin().name(), spectrum.error())
        }
    };
    // Whoever does not want the result any more gets none: an early end is no failure.
    let _ = map_spectra(given, &stream_settings(threads), make_worker, |outcome| {
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
                Some(Ok((numbers, origin, error))) => list.append((numbers.into_pyarray(py), origin, error))?,
            }
        }
        Ok(list.into_any().unbind())
    })
}

/// Starts on the paper's bound between the two graphs of a batch: `(bound, time)`.
#[pyfunction]
pub(crate) fn start_bound(mut batch: PyRefMut<'_, GraphBatch>) -> PyResult<Job> {
    let graphs: Vec<Graph> = batch.take().into_iter().flatten().collect();
    let [a, b] = <[Graph; 2]>::try_from(graphs)
        .map_err(|graphs| PyValueError::new_err(format!("found {} graphs, wanted 2", graphs.len())))?;
    Job::start(move |_| {
        let bound = Spectrum::of(&a).and_then(|a| Ok(distance::spectral_bound(&a, &Spectrum::of(&b)?)));
        Box::new(move |py| {
            let bound = bound.map_err(|error| PyValueError::new_err(error.to_string()))?;
            Ok((bound.value, bound.time).into_pyobject(py)?.into_any().unbind())
        })
    })
}

/// The Euclidean distance between two vectors.
#[pyfunction]
pub(crate) fn euclidean(a: PyReadonlyArray1<'_, f32>, b: PyReadonlyArray1<'_, f32>) -> PyResult<f64> {
    let (a, b) = (a.as_array().to_vec(), b.as_array().to_vec());
    if a.len() != b.len() {
        return Err(PyValueError::new_err(format!("found lengths {} and {}, wanted the same", a.len(), b.len())));
    }
    Ok(distance::euclidean(&a, &b))
}
