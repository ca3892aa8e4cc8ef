//! Indexes of vectors: nearest neighbours, and their files.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use sgr::search::duplicates::duplicates;
use sgr::search::index::{Columns, Filter, Index, IndexError};
use sgr::search::nearest::NearestSettings;
use sgr::search::rows::Rows;

use crate::background::{Job, threads};
use crate::distance::asked_preparation;
use crate::model::Model;

/// Texts by the name of their column.
type Metadata = BTreeMap<String, Vec<Option<String>>>;

/// An index, shared with the searches that run. A change while one runs makes a copy.
#[pyclass(frozen, name = "Index", module = "sgr._sgr")]
pub(crate) struct PyIndex(Arc<Mutex<Arc<Index>>>);

#[pymethods]
impl PyIndex {
    /// `model`: the one that makes the vectors, whose default distance is taken for None.
    #[new]
    #[pyo3(signature = (distance, dimensions, source, model=None))]
    fn new(distance: Option<&str>, dimensions: usize, source: &str, model: Option<&Model>) -> PyResult<Self> {
        let index = Index::prepared_by(asked_preparation(distance, model)?, dimensions).map_err(refused)?;
        Ok(Self::of(index.with_source(source)))
    }

    /// Opens a file.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        py.detach(|| Index::open(path)).map(Self::of).map_err(refused)
    }

    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let index = self.get().clone();
        py.detach(|| index.save(path)).map_err(refused)
    }

    fn add(&self, vectors: PyReadonlyArray2<'_, f32>, ids: Vec<String>, metadata: Metadata) -> PyResult<()> {
        let (values, dimensions) = taken(&vectors);
        let columns = metadata.into_iter().fold(Columns::new(), |columns, (name, texts)| columns.with(name, texts));
        let rows = Rows::new(&values, dimensions).map_err(|error| refused(error.into()))?;
        Arc::make_mut(&mut self.get()).add(rows, ids, columns).map_err(refused)
    }

    fn remove(&self, ids: Vec<String>) -> usize {
        Arc::make_mut(&mut self.get()).remove(ids)
    }

    /// Starts to build the cells. They are kept unless the index changes meanwhile; returned is whether there are any.
    #[pyo3(signature = (n_jobs=None))]
    fn start_build_cells(&self, n_jobs: Option<usize>) -> PyResult<Job> {
        let (place, index) = (self.0.clone(), self.get().clone());
        Job::start(move |_| {
            let cells = index.divided(threads(n_jobs));
            Box::new(move |py| {
                let mut now = locked(&place);
                if !Arc::ptr_eq(&now, &index) {
                    return Err(PyRuntimeError::new_err("found an index that changed while its cells were built"));
                }
                // The only other owner: otherwise the change would copy the vectors.
                drop(index);
                let are_there = cells.is_some();
                Arc::make_mut(&mut now).keep_cells(cells);
                Ok(are_there.into_pyobject(py)?.to_owned().into_any().unbind())
            })
        })
    }

    /// The smallest effort that reaches a recall, of the cells: recall, its standard error, and the part of the vectors that is
    /// seen. None without cells, or if none does.
    fn effort(&self, recall: f64) -> Option<(f64, f64, f64)> {
        let index = self.get();
        index.cells()?.effort(recall).map(|effort| (effort.recall(), effort.error(), effort.seen()))
    }

    /// Starts a search: for each query the ids and distances of the nearest vectors; then the recall, and why it is so, if
    /// a recall is given.
    #[pyo3(signature = (queries, count, conditions, n_jobs=None, recall=None))]
    fn start_search(
        &self,
        queries: PyReadonlyArray2<'_, f32>,
        count: usize,
        conditions: BTreeMap<String, Vec<String>>,
        n_jobs: Option<usize>,
        recall: Option<f64>,
    ) -> PyResult<Job> {
        let (index, (values, dimensions)) = (self.get().clone(), taken(&queries));
        let conditions = conditions
            .into_iter()
            .flat_map(|(column, texts)| texts.into_iter().map(move |text| (column.clone(), text)));
        let filter = conditions.fold(Filter::new(), |filter, (column, text)| filter.with(column, text));
        Job::start(move |_| {
            let mut settings = NearestSettings::new(count);
            settings.threads = threads(n_jobs);
            let found = Rows::new(&values, dimensions).map_err(IndexError::from);
            let found = found.and_then(|queries| match recall {
                None => Ok((index.search(queries, &filter, &settings)?, None)),
                Some(recall) => {
                    let answer = index.search_approximately(queries, &filter, &settings, recall)?;
                    Ok((answer.found, Some((answer.certainty.recall(), answer.certainty.to_string()))))
                }
            });
            Box::new(move |py| {
                let (found, certainty) = found.map_err(refused)?;
                let hits = found.into_iter().map(|hits| {
                    let named = hits.into_iter().map(|hit| (index.id(hit.row).to_owned(), hit.distance));
                    named.collect::<Vec<_>>()
                });
                Ok((hits.collect::<Vec<_>>(), certainty).into_pyobject(py)?.into_any().unbind())
            })
        })
    }

    /// The ids of each group of vectors at distance 0.
    fn duplicates(&self, py: Python<'_>) -> Vec<Vec<String>> {
        let index = self.get().clone();
        let groups = py.detach(|| duplicates(index.prepared().rows()));
        groups.iter().map(|group| group.iter().map(|&row| index.id(row).to_owned()).collect()).collect()
    }

    fn ids(&self) -> Vec<String> {
        let index = self.get().clone();
        (0..index.len()).map(|row| index.id(row).to_owned()).collect()
    }

    /// The texts of a column.
    fn column(&self, name: &str) -> PyResult<Vec<Option<String>>> {
        let index = self.get().clone();
        if !index.columns().names().any(|known| known == name) {
            let names: Vec<&str> = index.columns().names().collect();
            return Err(PyValueError::new_err(format!("found column {name:?}, wanted one of {}", names.join(", "))));
        }
        Ok((0..index.len()).map(|row| index.columns().get(name, row).map(str::to_owned)).collect())
    }

    #[getter]
    fn distance(&self) -> &'static str {
        self.get().distance().name()
    }

    #[getter]
    fn dimensions(&self) -> usize {
        self.get().dimensions()
    }

    #[getter]
    fn source(&self) -> String {
        self.get().source().to_owned()
    }

    fn __len__(&self) -> usize {
        self.get().len()
    }
}

impl PyIndex {
    fn of(index: Index) -> Self {
        Self(Arc::new(Mutex::new(Arc::new(index))))
    }

    fn get(&self) -> MutexGuard<'_, Arc<Index>> {
        locked(&self.0)
    }
}

fn locked(index: &Mutex<Arc<Index>>) -> MutexGuard<'_, Arc<Index>> {
    index.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The numbers of an array and the length of its rows.
fn taken(vectors: &PyReadonlyArray2<'_, f32>) -> (Vec<f32>, usize) {
    (vectors.as_array().iter().copied().collect(), vectors.shape()[1])
}

fn refused(error: IndexError) -> PyErr {
    match error {
        IndexError::Io { .. } | IndexError::Output(_) => PyOSError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}
