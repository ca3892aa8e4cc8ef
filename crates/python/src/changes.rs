//! Changes of a series, as the program's `changes` computes them.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sgr::changes::{ChangeError, ChangeSettings, Series, Snapshot};
use sgr::output::OutputError;

use crate::background::{Job, threads};
use crate::wanted::{MORE_MEMORY, memory_limit};

/// Distances, scores and change points of a series.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct Changes(Arc<(Series, sgr::changes::Changes)>);

#[pymethods]
impl Changes {
    fn ids(&self) -> Vec<String> {
        (0..self.0.0.len()).map(|position| self.0.0.id(position).to_owned()).collect()
    }

    /// Distances to the recent past: NaN where there is none.
    fn distances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, |snapshot| snapshot.distance)
    }

    /// Scores of the distances: NaN where there is none.
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.numbers(py, |snapshot| snapshot.score)
    }

    /// Numbers of the segments: −1 for a gap.
    fn segments<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let segment = |snapshot: &Snapshot| snapshot.segment.map_or(-1, |segment| segment as i64);
        self.0.1.snapshots.iter().map(segment).collect::<Vec<_>>().into_pyarray(py)
    }

    /// Position, probability and shift of each change point.
    fn points(&self) -> Vec<(usize, f64, f64)> {
        self.0.1.points.iter().map(|point| (point.position, point.p_value, point.shift)).collect()
    }

    /// The number of change points, in words.
    fn summary(&self) -> String {
        self.0.1.to_string()
    }

    #[getter]
    fn next_p_value(&self) -> Option<f64> {
        self.0.1.next_p_value
    }

    #[getter]
    fn false_alarms(&self) -> f64 {
        self.0.1.false_alarms
    }

    fn svg(&self) -> String {
        self.0.1.figure(&self.0.0).to_svg()
    }

    /// Writes the picture, or its numbers, as the ending of the path says.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let figure = self.0.1.figure(&self.0.0);
        py.detach(|| figure.save(path)).map_err(|error| match error {
            OutputError::Io { .. } => PyOSError::new_err(error.to_string()),
            _ => PyValueError::new_err(error.to_string()),
        })
    }
}

impl Changes {
    fn numbers<'py>(&self, py: Python<'py>, number: fn(&Snapshot) -> Option<f64>) -> Bound<'py, PyArray1<f64>> {
        let numbers = self.0.1.snapshots.iter().map(|snapshot| number(snapshot).unwrap_or(f64::NAN));
        numbers.collect::<Vec<_>>().into_pyarray(py)
    }
}

/// Starts to look for changes in the rows of an array. A row of NaN is a gap.
#[pyfunction]
#[pyo3(signature = (vectors, ids, window, false_alarms, permutations, min_segment, seed, max_memory, n_jobs=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of one Python function")]
pub(crate) fn start_changes(
    vectors: PyReadonlyArray2<'_, f32>,
    ids: Vec<String>,
    window: usize,
    false_alarms: f64,
    permutations: usize,
    min_segment: usize,
    seed: u64,
    max_memory: f64,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let settings = ChangeSettings::default()
        .with_window(window)
        .with_false_alarms(false_alarms)
        .with_permutations(permutations)
        .with_min_segment(min_segment)
        .with_seed(seed)
        .with_threads(threads(n_jobs))
        .with_max_memory(memory_limit(max_memory)?);
    settings.check().map_err(refused)?;
    let width = vectors.shape()[1];
    if width == 0 {
        return Err(PyValueError::new_err("found vectors of 0 numbers, wanted at least 1"));
    }
    let mut series = Series::new(width);
    for (row, id) in vectors.as_array().rows().into_iter().zip(ids) {
        match row.iter().all(|value| value.is_nan()) {
            true => series.push_gap(id),
            false => series.push(id, &row.to_vec()).map_err(refused)?,
        }
    }
    Job::start(move |watch| {
        let changes = sgr::changes::Changes::of(&series, &settings, watch);
        Box::new(move |py| Ok(Py::new(py, Changes(Arc::new((series, changes.map_err(refused)?))))?.into_any()))
    })
}

fn refused(error: ChangeError) -> PyErr {
    PyValueError::new_err(match error {
        ChangeError::TooMuchMemory { .. } => format!("{error}; {MORE_MEMORY}"),
        // The names of settings are those of the parameters.
        ChangeError::Setting { name, found, wanted } => {
            format!("found {}={found}, wanted {wanted}", name.replace(' ', "_"))
        }
        _ => error.to_string(),
    })
}
