//! Maps of collections, as the program's `map` computes them.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::graph::{Dropped, Graph, GraphRecord};
use sgr::map::{MapError, MapSettings, Projection};

use crate::background::{Job, threads};
use crate::description::Description;
use crate::distance::asked_preparation;
use crate::graph_batch::GraphBatch;
use crate::model::Model;
use crate::spectrum_settings::SpectrumSettings;
use crate::wanted::{named, wanted};

/// Graphs with their places, neighbours and drawings.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct GraphMap(Arc<sgr::map::GraphMap>);

#[pymethods]
impl GraphMap {
    /// The page.
    fn html(&self, py: Python<'_>) -> String {
        py.detach(|| self.0.to_html())
    }

    /// Writes the page or the table, as the ending of the path says.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.0.save(path)).map_err(refused)
    }

    /// The ids of the graphs.
    fn ids(&self) -> Vec<String> {
        self.0.ids().to_vec()
    }

    /// The place of each graph: float32, a row each.
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let points = self.0.points();
        points.as_flattened().to_vec().into_pyarray(py).reshape([points.len(), 2])
    }

    /// Groups of graphs at distance 0: their positions, and whether all are isomorphic.
    fn duplicates(&self) -> Vec<(Vec<usize>, bool)> {
        self.0.duplicates().iter().map(|group| (group.members.clone(), group.is_isomorphic)).collect()
    }
}

/// Starts to draw the map of the graphs of a batch.
#[pyfunction]
#[pyo3(signature = (
    batch, description, settings, ids, labels, title, projection, coordinates, clusters, neighbours, perplexity, seed,
    n_jobs=None, distance=None, model=None, molecules=false
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of one Python function")]
pub(crate) fn start_map(
    mut batch: PyRefMut<'_, GraphBatch>,
    description: PyRef<'_, Description>,
    settings: PyRef<'_, SpectrumSettings>,
    ids: Vec<String>,
    labels: Option<Vec<String>>,
    title: String,
    projection: &str,
    coordinates: Option<PyReadonlyArray2<'_, f64>>,
    clusters: Option<usize>,
    neighbours: usize,
    perplexity: Option<f64>,
    seed: u64,
    n_jobs: Option<usize>,
    distance: Option<&str>,
    model: Option<&Model>,
    molecules: bool,
) -> PyResult<Job> {
    let representation = description.built()?;
    let mut wanted_map =
        MapSettings::new(title).with_projection(named::<Projection>("projection", projection)?).with_seed(seed);
    wanted_map = wanted_map.with_neighbours(neighbours).with_preparation(asked_preparation(distance, model)?);
    wanted_map = wanted_map.with_molecules(molecules);
    if let Some(coordinates) = coordinates {
        let places = coordinates.as_array().rows().into_iter().map(|row| [row[0], row[1]]).collect();
        wanted_map = wanted_map.with_coordinates(places);
    }
    if let Some(clusters) = clusters {
        wanted_map = wanted_map.with_clusters(clusters);
    }
    if let Some(perplexity) = perplexity {
        if !(perplexity.is_finite() && perplexity >= 1.0) {
            return Err(wanted("perplexity", perplexity, "a finite number of at least 1"));
        }
        wanted_map = wanted_map.with_perplexity(perplexity);
    }
    let records = records(batch.take(), ids, labels)?;
    let work = settings.stream(threads(n_jobs));
    Job::start(move |watch| {
        let map = sgr::map::GraphMap::of(&records, representation.as_ref(), &wanted_map, &work, watch);
        Box::new(move |py| Ok(Py::new(py, GraphMap(Arc::new(map.map_err(refused)?)))?.into_any()))
    })
}

/// Graphs with their ids and classes; one without nodes, which has no vector, is refused.
fn records(graphs: Vec<Option<Graph>>, ids: Vec<String>, labels: Option<Vec<String>>) -> PyResult<Vec<GraphRecord>> {
    let mut labels = labels.map(Vec::into_iter);
    let record = |(position, (graph, id)): (usize, (Graph, String))| match graph.node_count() {
        0 => Err(PyValueError::new_err(format!("graph at position {position}: the graph has no nodes"))),
        _ => {
            let label = labels.as_mut().and_then(Iterator::next);
            Ok(GraphRecord { id, label, graph, dropped: Dropped::default() })
        }
    };
    graphs.into_iter().flatten().zip(ids).enumerate().map(record).collect()
}

fn refused(error: MapError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
