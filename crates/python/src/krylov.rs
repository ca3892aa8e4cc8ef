//! One graph on many machines: the products of a worker, and the spectrum from what the Krylov processes found.

use std::convert::Infallible;

use numpy::{Element, IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::embed::map_spectra;
use sgr::graph::Graph;
use sgr::numerics::SparseRows;
use sgr::resampling::{KnotRule, SampleGrid};
use sgr::spectrum::{Explanation, KrylovFindings, LanczosCoefficients, Spectrum};

use crate::background::{Job, on_pool, threads};
use crate::description::{checked_samples, reason};
use crate::graph_batch::GraphBatch;
use crate::spectra::{Wanted, wanted_numbers};
use crate::spectrum_settings::SpectrumSettings;
use crate::wanted::named;

/// The spectrum of one graph, of which numbers are taken one after another.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct SolvedSpectrum {
    spectrum: Spectrum,
    noise: f64,
    bias: f64,
}

#[pymethods]
impl SolvedSpectrum {
    #[getter]
    fn origin(&self) -> &'static str {
        self.spectrum.origin().name()
    }

    #[getter]
    fn error(&self) -> f64 {
        self.spectrum.error()
    }

    /// The part of the error that more probes reduce; 0 if there are none.
    #[getter]
    fn noise(&self) -> f64 {
        self.noise
    }

    /// The part of the error that more Lanczos steps reduce; 0 if there are none.
    #[getter]
    fn bias(&self) -> f64 {
        self.bias
    }

    /// Samples, or the heat or wave trace, or all eigenvalues if they are known.
    #[pyo3(signature = (kind, times=None, normalization="none", samples=256, knots="literal"))]
    fn numbers<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        times: Option<PyReadonlyArray1<'_, f64>>,
        normalization: &str,
        samples: usize,
        knots: &str,
    ) -> PyResult<Option<Bound<'py, numpy::PyArray1<f64>>>> {
        let wanted: Wanted = wanted_numbers(kind, times, normalization, samples, knots)?;
        let numbers = py.detach(|| wanted.numbers(&self.spectrum, &mut wanted.resampler()));
        Ok(numbers.map(|numbers| numbers.into_pyarray(py)))
    }
}

/// Starts on the only graph of a batch: `SolvedSpectrum`, whose error is stated for these samples.
#[pyfunction]
#[pyo3(signature = (batch, settings, samples=256, knots="literal", n_jobs=None))]
pub(crate) fn start_spectrum(
    mut batch: PyRefMut<'_, GraphBatch>,
    settings: PyRef<'_, SpectrumSettings>,
    samples: usize,
    knots: &str,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let mut settings = settings.stream(batch.threads(n_jobs));
    settings.spectrum.grid = SampleGrid::new(checked_samples(samples)?, named("knots", knots)?);
    let graphs: Vec<Graph> = batch.take().into_iter().flatten().collect();
    Job::start(move |_| {
        let mut solved = Err("found no graph, wanted 1".to_owned());
        let made = map_spectra(
            graphs.into_iter().map(Ok::<Graph, Infallible>),
            &settings,
            || |spectrum: &Spectrum, _: Option<&Explanation>| spectrum.clone(),
            |outcome| {
                solved = outcome.map(|(_, spectrum)| spectrum).map_err(|skipped| reason(&skipped));
                Ok::<(), Infallible>(())
            },
        );
        let Ok(()) = made;
        Box::new(move |py| {
            let spectrum = solved.map_err(PyValueError::new_err)?;
            Ok(Py::new(py, SolvedSpectrum { spectrum, noise: 0.0, bias: 0.0 })?.into_any())
        })
    })
}

/// Starts on a density from what Krylov processes found: `SolvedSpectrum`. `probes` has α and β of each.
#[pyfunction]
#[pyo3(signature = (
    size, known, extremes, residuals, traces, probes, max_error=1e-3, samples=256, knots="literal", n_jobs=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of one Python function")]
pub(crate) fn start_density(
    size: usize,
    known: PyReadonlyArray1<'_, f64>,
    extremes: (Vec<f64>, Vec<f64>),
    residuals: (f64, f64),
    traces: Vec<f64>,
    probes: Vec<(Vec<f64>, Vec<f64>)>,
    max_error: f64,
    samples: usize,
    knots: &str,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let grid = SampleGrid::new(checked_samples(samples)?, named::<KnotRule>("knots", knots)?);
    let probes = probes.into_iter().map(|(alphas, betas)| LanczosCoefficients { alphas, betas }).collect();
    let findings = KrylovFindings {
        size,
        known: known.as_array().to_vec(),
        low: extremes.0,
        high: extremes.1,
        residual: residuals.0,
        lowest_residual: residuals.1,
        traces,
        probes,
    };
    Job::start(move |_| {
        let density = on_pool(threads(n_jobs), || findings.density(grid, max_error));
        Box::new(move |py| {
            let density = density.map_err(|error| PyValueError::new_err(error.to_string()))?;
            let (spectrum, noise, bias) = (density.spectrum, density.noise, density.bias);
            Ok(Py::new(py, SolvedSpectrum { spectrum, noise, bias })?.into_any())
        })
    })
}

/// The product of sparse rows with a block of vectors, one row each, in single or double precision.
#[pyfunction]
#[pyo3(signature = (offsets, columns, weights, block))]
pub(crate) fn sparse_product<'py>(
    py: Python<'py>,
    offsets: PyReadonlyArray1<'_, i64>,
    columns: PyReadonlyArray1<'_, u32>,
    weights: Option<PyReadonlyArray1<'_, f64>>,
    block: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let weights = weights.map(|weights| weights.as_array().to_vec());
    if let Ok(single) = block.extract::<PyReadonlyArray2<'_, f32>>() {
        let weights = weights.map(|weights| weights.iter().map(|&weight| weight as f32).collect::<Vec<f32>>());
        return Ok(product(py, &offsets, &columns, weights, &single, |rows, block, lanes| rows.product(block, lanes))?
            .into_any());
    }
    let double = block.extract::<PyReadonlyArray2<'_, f64>>()?;
    Ok(product(py, &offsets, &columns, weights, &double, |rows, block, lanes| rows.product(block, lanes))?.into_any())
}

fn product<'py, T>(
    py: Python<'py>,
    offsets: &PyReadonlyArray1<'_, i64>,
    columns: &PyReadonlyArray1<'_, u32>,
    weights: Option<Vec<T>>,
    block: &PyReadonlyArray2<'_, T>,
    multiply: impl Fn(&SparseRows<'_, T>, &[T], usize) -> Vec<T> + Send + Sync,
) -> PyResult<Bound<'py, PyArray2<T>>>
where
    T: Element + Send + Sync,
{
    let (columns, shape) = (columns.as_slice()?, block.as_array().dim());
    let offsets: Vec<usize> = offsets.as_array().iter().map(|&offset| offset as usize).collect();
    let weights_fit = weights.as_ref().is_none_or(|weights| weights.len() == columns.len());
    let offsets_fit = offsets.is_sorted() && offsets.last() == Some(&columns.len()) && offsets[0] == 0;
    let columns_fit = columns.iter().max().is_none_or(|&largest| (largest as usize) < shape.0);
    if !(weights_fit && offsets_fit && columns_fit) {
        return Err(PyValueError::new_err("found entries outside of the matrix, wanted rows that fit the block"));
    }
    let block = block.as_slice()?;
    let rows = SparseRows { offsets: &offsets, columns, weights: weights.as_deref() };
    let result = py.detach(|| multiply(&rows, block, shape.1));
    result.into_pyarray(py).reshape([offsets.len() - 1, shape.1])
}
