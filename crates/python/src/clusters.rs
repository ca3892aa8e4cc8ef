//! Clusters of graphs and of vectors, as the program's `cluster` finds and describes them.

use numpy::{IntoPyArray, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use sgr::clusters::{ClusterError, ClusterMethod, ClusterReport, ClusterSettings};
use sgr::evaluation::clustering::Criterion;
use sgr::experiment::Describer;

use crate::background::{Finish, Job, on_pool, threads};
use crate::experiment::{method_of, on, records, refused};
use crate::graph_batch::GraphBatch;
use crate::model::Model;
use crate::wanted::named;

/// How clusters are looked for.
#[pyclass(frozen, module = "sgr._sgr", name = "ClusterSettings")]
pub(crate) struct PyClusterSettings(ClusterSettings);

#[pymethods]
impl PyClusterSettings {
    #[new]
    #[pyo3(signature = (method, clusters, criterion, most, min_cluster_size, seed))]
    fn new(
        method: &str,
        clusters: Option<usize>,
        criterion: &str,
        most: usize,
        min_cluster_size: Option<usize>,
        seed: u64,
    ) -> PyResult<Self> {
        let settings = ClusterSettings::default()
            .with_method(named::<ClusterMethod>("method", method)?)
            .with_clusters(clusters)
            .with_criterion(named::<Criterion>("criterion", criterion)?)
            .with_most(most)
            .with_min_cluster_size(min_cluster_size)
            .with_seed(seed);
        Ok(Self(settings))
    }
}

/// Starts to sort the graphs of a batch into clusters: the cluster of each, what the clusters are as JSON, and in words.
#[pyfunction]
#[pyo3(signature = (batch, by, model, node_labels, settings, n_jobs=None))]
pub(crate) fn start_graph_clusters(
    mut batch: PyRefMut<'_, GraphBatch>,
    by: &str,
    model: PyRef<'_, Model>,
    node_labels: bool,
    settings: PyRef<'_, PyClusterSettings>,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let (by, model) = (method_of("by", by, |method| !method.is_network())?, model.inner());
    let (records, settings) = (records(batch.take(), None)?, settings.0);
    Job::start(move |watch| {
        let describer = Describer { node_labels, model: Some(&model), ..Describer::new(by) };
        finish(ClusterReport::of(&records, &describer, &settings, &on(n_jobs), watch))
    })
}

/// Starts to sort vectors into clusters.
#[pyfunction]
#[pyo3(signature = (vectors, settings, n_jobs=None))]
pub(crate) fn start_vector_clusters(
    vectors: PyReadonlyArray2<'_, f32>,
    settings: PyRef<'_, PyClusterSettings>,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let (width, settings) = (vectors.shape()[1], settings.0);
    let rows: Vec<f32> = vectors.as_array().iter().copied().collect();
    Job::start(move |_| finish(on_pool(threads(n_jobs), || ClusterReport::of_vectors(rows, width, &settings))))
}

/// `(cluster of each graph, JSON, words)`.
fn finish(found: Result<ClusterReport, ClusterError>) -> Finish {
    Box::new(move |py| {
        let found = found.map_err(refused)?;
        let number = |cluster: Option<u32>| cluster.map_or(-1, i64::from);
        let labels: Vec<i64> = found.clusters.assignments.iter().copied().map(number).collect();
        let report = (labels.into_pyarray(py), found.to_json().to_string(), found.to_string());
        Ok(report.into_pyobject(py)?.into_any().unbind())
    })
}
