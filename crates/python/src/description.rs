//! Which vector stands for a graph: the library's representations and baselines by name.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sgr::baselines::{Fgsd, FgsdLaplacian, GraphFeatures, NetSimile, SpectralDistance};
use sgr::embed::{Skipped, StreamSettings, embed_stream};
use sgr::experiment::{DescribeError, describe_each};
use sgr::graph::{EmptyGraph, Graph};
use sgr::representation::{
    AttributeScaling, AttributeSettings, FingerprintSettings, Model, Representation, RepresentationName,
    RepresentationSettings, Times,
};

use crate::background::{Finish, Job, Watch};
use crate::graph_batch::GraphBatch;
use crate::model::Model as PyModel;
use crate::scaling::Scaling;
use crate::spectrum_settings::SpectrumSettings;
use crate::table::Table;
use crate::wanted::{named, wanted};

/// A way to turn graphs into vectors of fixed length.
#[pyclass(frozen, module = "sgr._sgr")]
#[derive(Clone)]
pub(crate) struct Description(Kind);

#[derive(Clone)]
enum Kind {
    /// Its settings, and those of attributes that its model records.
    Representation(Arc<RepresentationSettings>, AttributeSettings),
    Channels(Arc<Model>),
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
        match self {
            Self::Representation(settings, _) => Worker::Representation(settings.as_ref().clone().build()),
            Self::Channels(model) => Worker::Representation(Box::new(model.channels().clone())),
            Self::NetSimile => Worker::Features(Box::new(NetSimile)),
            Self::Fgsd(fgsd) => Worker::Features(Box::new(*fgsd)),
        }
    }
}

#[pymethods]
impl Description {
    /// The representation of that name; `None` is the library's default of a setting.
    #[staticmethod]
    #[pyo3(signature = (name, model=None, samples=None, knots=None, times=None, normalization=None))]
    fn representation(
        name: &str,
        model: Option<PyRef<'_, PyModel>>,
        samples: Option<usize>,
        knots: Option<&str>,
        times: Option<PyReadonlyArray1<'_, f64>>,
        normalization: Option<&str>,
    ) -> PyResult<Self> {
        let mut settings = RepresentationSettings::new(named::<RepresentationName>("representation", name)?);
        let mut attributes = AttributeSettings::default();
        if let Some(model) = model {
            attributes = model.inner().attributes().clone();
            settings = settings.model(model.inner().as_ref().clone());
        }
        if let Some(samples) = samples {
            settings = settings.samples(checked_samples(samples)?);
        }
        if let Some(knots) = knots {
            settings = settings.knots(named("knots", knots)?);
        }
        if let Some(times) = times {
            settings = settings.times(checked(&times)?);
        }
        if let Some(normalization) = normalization {
            settings = settings.normalization(named("normalization", normalization)?);
        }
        Ok(Self(Kind::Representation(Arc::new(settings), attributes)))
    }

    /// The most dimensions of a fingerprint.
    #[classattr]
    const MOST_DIMENSIONS: usize = FingerprintSettings::MOST_DIMENSIONS;

    /// The most rounds of colour refinement of a fingerprint.
    #[classattr]
    const DEEPEST: usize = FingerprintSettings::DEEPEST;

    /// Hashed colours of the nodes.
    #[staticmethod]
    fn fingerprint(dimensions: usize, depth: usize, values: &str) -> PyResult<Self> {
        if !(1..=Self::MOST_DIMENSIONS).contains(&dimensions) {
            return Err(wanted("dimensions", dimensions, &format!("1 to {}", Self::MOST_DIMENSIONS)));
        }
        if depth > Self::DEEPEST {
            return Err(wanted("depth", depth, &format!("0 to {}", Self::DEEPEST)));
        }
        let fingerprint = FingerprintSettings::default()
            .with_dimensions(dimensions)
            .with_depth(depth)
            .with_values(named("values", values)?);
        let settings = RepresentationSettings::new(RepresentationName::Fingerprint).fingerprint(fingerprint);
        Ok(Self(Kind::Representation(Arc::new(settings), AttributeSettings::default())))
    }

    /// The same with labels (`"nodes"`, `"edges"` or `"all"`) and attributes, scaled as `scaling` or else the model says. Their
    /// parts follow the numbers of the structure; a fingerprint has labels in its colours.
    #[pyo3(signature = (labels=None, attributes=false, scaling=None))]
    fn with_parts(&self, labels: Option<&str>, attributes: bool, scaling: Option<Scaling>) -> PyResult<Self> {
        let Kind::Representation(settings, recorded) = &self.0 else {
            let wanted = format!("wanted one of {}", representation_names().join(", "));
            return Err(PyValueError::new_err(format!(
                "found a baseline, which sees no labels or attributes, {wanted}"
            )));
        };
        let labels = labels.map(|name| named("labels", name)).transpose()?;
        let mut recorded = recorded.clone();
        if let Some(scaling) = scaling {
            recorded.scaling = scaling.checked()?;
        }
        let settings = settings.as_ref().clone().labels(labels).attributes(attributes.then(|| recorded.clone()));
        Ok(Self(Kind::Representation(Arc::new(settings), recorded)))
    }

    /// How many attributes each node must have: as many as there are scales, if there are any.
    fn attribute_width(&self) -> Option<usize> {
        match &self.0 {
            Kind::Representation(_, AttributeSettings { scaling: AttributeScaling::Standard { means, .. }, .. }) => {
                Some(means.len())
            }
            _ => None,
        }
    }

    /// What a model looks at.
    #[staticmethod]
    fn channels(model: PyRef<'_, PyModel>) -> Self {
        Self(Kind::Channels(model.inner()))
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

impl Description {
    /// The representation; an error for a baseline, which is none.
    pub(crate) fn built(&self) -> PyResult<Box<dyn Representation>> {
        match self.0.worker() {
            Worker::Representation(representation) => Ok(representation),
            Worker::Features(_) => {
                Err(PyValueError::new_err("found a baseline, wanted a representation of the library"))
            }
        }
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
    // A caller who was interrupted gets no result: an early end is no failure.
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

/// The vectors of a baseline, which needs no spectrum.
fn describe(graphs: Vec<Option<Graph>>, features: &dyn GraphFeatures, threads: usize, watch: &Watch) -> Finish {
    let mut table = Table::new(graphs.len(), features.columns().len());
    let (mut places, mut given) = (Vec::new(), Vec::new());
    for (place, graph) in graphs.iter().enumerate() {
        match graph {
            Some(graph) if graph.node_count() == 0 => table.fill(place, Err(EmptyGraph.to_string())),
            Some(graph) => {
                places.push(place);
                given.push(graph);
            }
            None => {}
        }
    }
    let described = describe_each(&given, features, threads, |_| {
        watch.advance(1);
        if watch.is_unwanted() { ControlFlow::Break(DescribeError::Ended) } else { ControlFlow::Continue(()) }
    });
    match described {
        Ok(rows) => {
            for (place, row) in places.into_iter().zip(&rows) {
                table.fill(place, row.as_deref().map_err(ToString::to_string));
            }
            table.failures.sort_by_key(|&(place, _)| place);
            table.finish()
        }
        Err(error) => Box::new(move |_| Err(PyRuntimeError::new_err(error.to_string()))),
    }
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

/// A number of samples that the library takes.
pub(crate) fn checked_samples(samples: usize) -> PyResult<usize> {
    match samples {
        2..=65536 => Ok(samples),
        _ => Err(wanted("samples", samples, "2 to 65536")),
    }
}

/// The names of the library's representations.
#[pyfunction]
pub(crate) fn representation_names() -> Vec<&'static str> {
    RepresentationName::ALL.map(RepresentationName::name).to_vec()
}

/// NetLSD's times, for heat or for waves.
#[pyfunction]
pub(crate) fn netlsd_times(py: Python<'_>, waves: bool) -> Bound<'_, PyArray1<f64>> {
    let times = if waves { Times::netlsd_wave() } else { Times::netlsd_heat() };
    times.as_slice().to_vec().into_pyarray(py)
}
