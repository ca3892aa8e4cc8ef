//! The heat kernel of one graph: the paper's equation 2.

use numpy::{IntoPyArray, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sgr::graph::Graph;
use sgr::representation::{HeatKernel, Times};

use crate::background::{Job, on_pool, threads};
use crate::description::checked;
use crate::graph_batch::GraphBatch;

/// Starts on the heat kernel of the only graph of a batch: for each time its diagonal, or the whole matrix.
#[pyfunction]
pub(crate) fn start_heat_kernel(
    mut batch: PyRefMut<'_, GraphBatch>,
    times: PyReadonlyArray1<'_, f64>,
    diagonal: bool,
) -> PyResult<Job> {
    let times = checked(&times)?;
    let graphs: Vec<Graph> = batch.take().into_iter().flatten().collect();
    let [graph] = <[Graph; 1]>::try_from(graphs)
        .map_err(|graphs| PyValueError::new_err(format!("found {} graphs, wanted 1", graphs.len())))?;
    Job::start(move |_| {
        let nodes = graph.node_count();
        let values = on_pool(threads(None), || kernel_values(&graph, &times, diagonal));
        Box::new(move |py| {
            let (values, count) = (values.map_err(PyValueError::new_err)?, times.as_slice().len());
            let values = values.into_pyarray(py);
            let shaped = match diagonal {
                true => values.reshape([count, nodes])?.into_any(),
                false => values.reshape([count, nodes, nodes])?.into_any(),
            };
            Ok(shaped.unbind())
        })
    })
}

fn kernel_values(graph: &Graph, times: &Times, diagonal: bool) -> Result<Vec<f64>, String> {
    let kernel = HeatKernel::of(graph).map_err(|error| error.to_string())?;
    let mut values = Vec::new();
    for &time in times.as_slice() {
        let at_time = if diagonal { kernel.auto_diffusivity(time) } else { kernel.matrix(time) };
        values.extend(at_time.map_err(|error| error.to_string())?);
    }
    Ok(values)
}
