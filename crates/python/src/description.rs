//! Which vector stands for a graph: the library's representations and baselines by name.

use std::convert::Infallible;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use sgr::baselines::{Fgsd, FgsdLaplacian, GraphFeatures, NetSimile, SpectralDistance};
use sgr::embed::{Skipped, StreamSettings, embed_stream};
use sgr::graph::Graph;
use sgr::representation::{HeatTrace, Learned, Model, Normalization, Representation, SpectrumVector, Times, WaveTrace};
use sgr::resampling::KnotRule;

use crate::background::{Finish, Job, Watch};
use crate::graph_batch::GraphBatch;
use crate::model::Model as PyModel;
use crate::spectrum_settings::SpectrumSettings;
use crate::wanted::wanted;

/// A way to turn graphs into vectors of fixed length.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct Description(Kind);

#[derive(Clone)]
enum Kind {
    Learned(Arc<Model>),
    Channels(Arc<Model>),
    Spectrum { samples: usize, rule: KnotRule },
    Heat { times: Times, normalization: Normalization },
    Wave { times: Times, normalization: Normalization },
    NetSimile,
    Fgsd(Fgsd),
}

/// What computes: with a spectrum, or without.
enum Worker {
    Representation(Box<dyn Representation>),
    Features(Box<dyn GraphFeatures + Send>),
}

impl Kind {
    fn worker(&self) -> Worker {
        let representation: Box<dyn Representation> = match self.clone() {
            Self::NetSimile => return Worker::Features(Box::new(NetSimile)),
            Self::Fgsd(fgsd) => return Worker::Features(Box::new(fgsd)),
            Self::Learned(model) => Box::new(Learned::new(&model)),
            Self::Channels(model) => Box::new(model.channels().clone()),
            Self::Spectrum { samples, rule } => Box::new(SpectrumVector::new(samples, rule)),
            Self::Heat { times, normalization } => Box::new(HeatTrace::new(times, normalization)),
            Self::Wave { times, normalization } => Box::new(WaveTrace::new(times, normalization)),
        };
        Worker::Representation(representation)
    }
}

#[pymethods]
impl Description {
    /// The vectors of a model.
    #[staticmethod]
    fn learned(model: PyRef<'_, PyModel>) -> Self {
        Self(Kind::Learned(model.inner()))
    }

    /// What a model looks at.
    #[staticmethod]
    fn channels(model: PyRef<'_, PyModel>) -> Self {
        Self(Kind::Channels(model.inner()))
    }

    /// The resampled spectrum.
    #[staticmethod]
    fn spectrum(samples: usize, knots: &str) -> PyResult<Self> {
        Ok(Self(Kind::Spectrum { samples, rule: checked_resampling(samples, knots)? }))
    }

    /// The heat trace.
    #[staticmethod]
    fn heat(times: PyReadonlyArray1<'_, f64>, normalization: &str) -> PyResult<Self> {
        Ok(Self(Kind::Heat { times: checked(&times)?, normalization: normalization_of(normalization)? }))
    }

    /// The wave trace.
    #[staticmethod]
    fn wave(times: PyReadonlyArray1<'_, f64>, normalization: &str) -> PyResult<Self> {
        Ok(Self(Kind::Wave { times: checked(&times)?, normalization: normalization_of(normalization)? }))
    }

    /// NetSimile's aggregates of node features.
    #[staticmethod]
    fn netsimile() -> Self {
        Self(Kind::NetSimile)
    }

    /// FGSD's histogram of distances.
    #[staticmethod]
    fn fgsd(distance: &str, laplacian: &str, bins: usize, range: f64) -> PyResult<Self> {
        let spectral = match distance {
            "harmonic" => SpectralDistance::Harmonic,
            "biharmonic" => SpectralDistance::Biharmonic,
            other => return Err(wanted("distance", other, "harmonic or biharmonic")),
        };
        let matrix = match laplacian {
            "combinatorial" => FgsdLaplacian::Combinatorial,
            "normalized" => FgsdLaplacian::Normalized,
            other => return Err(wanted("laplacian", other, "combinatorial or normalized")),
        };
        if !(1..=1 << 24).contains(&bins) {
            return Err(wanted("bins", bins, "1 to 16777216"));
        }
        if !(range.is_finite() && range > 0.0) {
            return Err(wanted("range", range, "a finite positive number"));
        }
        Ok(Self(Kind::Fgsd(Fgsd::new(spectral, matrix, bins, range))))
    }

    /// Names of the dimensions.
    fn columns(&self) -> Vec<String> {
        match self.0.worker() {
            Worker::Representation(representation) => representation.columns(),
            Worker::Features(features) => features.columns(),
        }
    }

    /// Starts on the graphs of a batch, which is empty afterwards. The result is `(vectors, failures, origins, errors)`:
    /// a row of NaN for each empty place and each graph that failed, `(place, reason)` for each failure, and for each
    /// place the origin and the error of the spectrum; "" and NaN without a spectrum.
    #[pyo3(signature = (batch, settings, n_jobs=None))]
    fn start(
        &self,
        mut batch: PyRefMut<'_, GraphBatch>,
        settings: PyRef<'_, SpectrumSettings>,
        n_jobs: Option<usize>,
    ) -> PyResult<Job> {
        let threads = batch.threads(n_jobs);
        let (graphs, kind, settings) = (batch.take(), self.0.clone(), settings.stream(threads));
        Job::start(move |watch| match kind.worker() {
            Worker::Representation(representation) => represent(graphs, representation.as_ref(), &settings, watch),
            Worker::Features(features) => describe(graphs, features.as_ref(), threads, watch),
        })
    }
}

/// A row for each graph, NaN until it is known, with the certainty of its spectrum; and the graphs that failed.
struct Table {
    width: usize,
    rows: Vec<f32>,
    failures: Vec<(usize, String)>,
    origins: Vec<&'static str>,
    errors: Vec<f64>,
}

impl Table {
    fn new(graphs: usize, width: usize) -> Self {
        let (rows, failures) = (vec![f32::NAN; graphs * width], Vec::new());
        Self { width, rows, failures, origins: vec![""; graphs], errors: vec![f64::NAN; graphs] }
    }

    fn fill(&mut self, place: usize, row: Result<&[f32], String>) {
        match row {
            Ok(row) => self.rows[place * self.width..][..self.width].copy_from_slice(row),
            Err(reason) => self.failures.push((place, reason)),
        }
    }

    fn finish(self) -> Finish {
        Box::new(move |py| {
            let shape = [self.rows.len() / self.width.max(1), self.width];
            let vectors = self.rows.into_pyarray(py).reshape(shape)?;
            let errors = self.errors.into_pyarray(py);
            Ok((vectors, self.failures, self.origins, errors).into_pyobject(py)?.into_any().unbind())
        })
    }
}

/// The same bytes as the command line's: both go through [`embed_stream`].
fn represent(
    graphs: Vec<Option<Graph>>,
    representation: &dyn Representation,
    settings: &StreamSettings,
    watch: &Watch,
) -> Finish {
    let mut table = Table::new(graphs.len(), representation.columns().len());
    let places: Vec<usize> = (0..graphs.len()).filter(|&at| graphs[at].is_some()).collect();
    let mut places = places.into_iter();
    let given = graphs.into_iter().flatten().map(Ok::<Graph, Infallible>);
    // Whoever does not want the result any more gets none: an early end is no failure.
    let _ = embed_stream(given, representation, settings, |outcome| {
        let place = places.next().unwrap_or_default();
        if let Ok((_, embedding)) = &outcome {
            (table.origins[place], table.errors[place]) = (embedding.origin.name(), embedding.error);
        }
        table.fill(place, outcome.as_ref().map(|(_, embedding)| embedding.vector).map_err(reason));
        watch.advance(1);
        if watch.is_unwanted() { Err(()) } else { Ok(()) }
    });
    table.finish()
}

fn describe(graphs: Vec<Option<Graph>>, features: &dyn GraphFeatures, threads: usize, watch: &Watch) -> Finish {
    let mut table = Table::new(graphs.len(), features.columns().len());
    let width = table.width;
    let vector = |(place, graph): (usize, &Option<Graph>)| {
        let graph = graph.as_ref().filter(|_| !watch.is_unwanted())?;
        let mut row = Vec::with_capacity(width);
        let described = match graph.node_count() {
            0 => Err(sgr::graph::EmptyGraph.to_string()),
            _ => features.append(graph, &mut row).map_err(|error| error.to_string()),
        };
        watch.advance(1);
        Some((place, described.map(|()| row)))
    };
    let all = || graphs.par_iter().enumerate().map(vector).collect::<Vec<_>>();
    let described = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(all),
        // Where the system grants no threads, this one does the work.
        Err(_) => graphs.iter().enumerate().map(vector).collect(),
    };
    for (place, row) in described.into_iter().flatten() {
        table.fill(place, row.as_deref().map_err(Clone::clone));
    }
    table.finish()
}

pub(crate) fn stream_settings(threads: usize) -> StreamSettings {
    StreamSettings::default().with_threads(threads)
}

/// Graphs from Python have a place in a list instead of a file and an id.
pub(crate) fn reason(skipped: &Skipped<Graph, Infallible>) -> String {
    match skipped {
        Skipped::Spectrum { error, .. } => error.to_string(),
        Skipped::Source(never) => match *never {},
    }
}

pub(crate) fn checked(times: &PyReadonlyArray1<'_, f64>) -> PyResult<Times> {
    Times::new(times.as_array().to_vec()).map_err(|error| PyValueError::new_err(error.to_string()))
}

pub(crate) fn normalization_of(name: &str) -> PyResult<Normalization> {
    match name {
        "none" => Ok(Normalization::None),
        "empty" => Ok(Normalization::Empty),
        "complete" => Ok(Normalization::Complete),
        other => Err(wanted("normalization", other, "empty, complete, or None")),
    }
}

/// The knot rule of that name, if the number of samples is one that the library takes.
pub(crate) fn checked_resampling(samples: usize, knots: &str) -> PyResult<KnotRule> {
    let rule = KnotRule::ALL.into_iter().find(|rule| rule.name() == knots);
    let rule = rule.ok_or_else(|| wanted("knots", knots, "literal or stretched"))?;
    if !(2..=1 << 16).contains(&samples) {
        return Err(wanted("samples", samples, "2 to 65536"));
    }
    Ok(rule)
}

/// NetLSD's times, for heat or for waves.
#[pyfunction]
pub(crate) fn netlsd_times(py: Python<'_>, waves: bool) -> Bound<'_, PyArray1<f64>> {
    let times = if waves { Times::netlsd_wave() } else { Times::netlsd_heat() };
    times.as_slice().to_vec().into_pyarray(py)
}
