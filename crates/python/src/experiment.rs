//! Kernels and evaluations of whole collections, as the program's `gram` and `evaluate` compute them.

use std::fmt::Display;

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::baselines::FirstLabels;
use sgr::embed::StreamSettings;
use sgr::evaluation::Protocol;
use sgr::experiment::{
    Describer, Description, EvaluationSettings, LabelledCollection, Method, VectorClassifier, evaluate,
};
use sgr::graph::{Dropped, Graph, GraphCollection, GraphRecord};
use sgr::names::Named;
use sgr::neural::NodeFeatures;

use crate::background::{Job, threads};
use crate::graph_batch::GraphBatch;
use crate::model::Model;
use crate::wanted::{named, wanted};

/// The names of the methods, kernels first, whether each is a kernel, and whether it is a network that learns from classes.
#[pyfunction]
pub(crate) fn method_names() -> Vec<(&'static str, bool, bool)> {
    Method::ALL.map(|method| (method.name(), method.is_kernel(), method.is_network())).to_vec()
}

/// Starts on the Gram matrix of a kernel: an array of float64.
#[pyfunction]
#[pyo3(signature = (batch, method, node_labels=false, uniform=false, normalize=false, n_jobs=None))]
pub(crate) fn start_gram(
    mut batch: PyRefMut<'_, GraphBatch>,
    method: &str,
    node_labels: bool,
    uniform: bool,
    normalize: bool,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let method = method_of("method", method, Method::is_kernel)?;
    let first_labels = if uniform { FirstLabels::Same } else { FirstLabels::default() };
    let records = records(batch.take(), None)?;
    Job::start(move |watch| {
        let describer = Describer { node_labels, first_labels, ..Describer::new(method) };
        let described = describer.describe(&records, &on(n_jobs), watch);
        let described = described.map(|found| if normalize { found.normalized() } else { found });
        Box::new(move |py| {
            let described = described.map_err(refused)?;
            let Description::Gram(gram) = described else {
                return Err(PyValueError::new_err(format!("{} is no kernel", method.name())));
            };
            let size = gram.size();
            Ok(gram.values().to_vec().into_pyarray(py).reshape([size, size])?.into_any().unbind())
        })
    })
}

/// Starts to score a method on a labelled collection: the program's result as JSON.
#[pyfunction]
#[pyo3(signature = (
    batch, labels, name, method, model, runs, protocol, classifier, seed, node_labels=false, attributes=false,
    standardize=false, choose_c=false, without_duplicates=false, raw_kernels=false, n_jobs=None,
    node_features="degrees"
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of one Python function")]
pub(crate) fn start_evaluation(
    batch: PyRef<'_, GraphBatch>,
    labels: Vec<String>,
    name: String,
    method: &str,
    model: PyRef<'_, Model>,
    runs: usize,
    protocol: &str,
    classifier: &str,
    seed: u64,
    node_labels: bool,
    attributes: bool,
    standardize: bool,
    choose_c: bool,
    without_duplicates: bool,
    raw_kernels: bool,
    n_jobs: Option<usize>,
    node_features: &str,
) -> PyResult<Job> {
    let (method, model) = (method_of("method", method, |_| true)?, model.inner());
    let node_features = named::<NodeFeatures>("node_features", node_features)?;
    let mut settings = EvaluationSettings::default();
    settings.protocol = named::<Protocol>("protocol", protocol)?;
    settings.classifier = named::<VectorClassifier>("classifier", classifier)?;
    (settings.runs, settings.seed) = (runs, seed);
    (settings.standardize, settings.choose_c, settings.raw_kernels) = (standardize, choose_c, raw_kernels);
    let mut graphs = GraphCollection::new();
    records(batch.copies(), Some(labels))?.into_iter().for_each(|record| graphs.push(record));
    let collection = LabelledCollection::new(name, graphs).map_err(refused)?;
    Job::start(move |watch| {
        let describer =
            Describer { node_labels, attributes, node_features, model: Some(&model), ..Describer::new(method) };
        let fair = if without_duplicates { collection.without_duplicates(threads(n_jobs)) } else { Ok(collection) };
        let cell = fair.and_then(|collection| {
            settings.check(collection.labels())?;
            evaluate(&collection, &describer, &settings, &on(n_jobs), watch)
        });
        Box::new(move |py| {
            let text = serde_json::to_string(&cell.map_err(refused)?).map_err(refused)?;
            Ok(text.into_pyobject(py)?.into_any().unbind())
        })
    })
}

/// The method of a name, if it is of the wanted kind.
pub(crate) fn method_of(parameter: &str, name: &str, fits: impl Fn(Method) -> bool) -> PyResult<Method> {
    let names = || Method::ALL.into_iter().filter(|&method| fits(method)).map(Method::name).collect::<Vec<_>>();
    let method = Method::from_name(name).ok().filter(|&method| fits(method));
    method.ok_or_else(|| wanted(parameter, format_args!("{name:?}"), &format!("one of {}", names().join(", "))))
}

/// Graphs with their positions as ids; one without nodes, which no method describes, is refused.
pub(crate) fn records(graphs: Vec<Option<Graph>>, labels: Option<Vec<String>>) -> PyResult<Vec<GraphRecord>> {
    let mut labels = labels.unwrap_or_default().into_iter();
    let record = |(position, graph): (usize, Graph)| match graph.node_count() {
        0 => Err(PyValueError::new_err(format!("graph at position {position}: the graph has no nodes"))),
        _ => Ok(GraphRecord { id: position.to_string(), label: labels.next(), graph, dropped: Dropped::default() }),
    };
    graphs.into_iter().flatten().enumerate().map(record).collect()
}

pub(crate) fn on(n_jobs: Option<usize>) -> StreamSettings {
    StreamSettings::default().with_threads(threads(n_jobs))
}

pub(crate) fn refused(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
