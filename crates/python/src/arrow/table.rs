//! A table of graphs becomes the same table with vectors.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{FieldRef, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use sgr::embed::{Skipped, StreamSettings, embed_stream};
use sgr::graph::Graph;
use sgr::input::columns::{BatchColumns, ColumnNames, GraphLayout, GraphRows, KeptColumns, Parts, Role};
use sgr::input::{Problem, ReadOptions};
use sgr::representation::Representation;

use super::capsule::{batches_of, schema_of, schema_out, stream_out};
use super::vectors::{NAMES, VectorColumns, fields};
use crate::background::{Finish, Job, Watch, threads};
use crate::description::Description;
use crate::spectrum_settings::SpectrumSettings;
use crate::wanted::{memory_limit, named};

/// A table that other packages take over without a copy.
#[pyclass(frozen, module = "sgr._sgr")]
pub(crate) struct ArrowTable {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl ArrowTable {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer that gets another schema than it asked for must cast by itself: so the interface says.
        drop(requested_schema);
        stream_out(py, self.batches.clone(), self.schema.clone())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_out(py, &self.schema)
    }

    /// Names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __repr__(&self) -> String {
        format!("<sgr.arrow.Table: {} rows, columns {}>", self.__len__(), self.column_names().join(", "))
    }
}

/// How the columns of a table are read and which of them stay, checked once.
#[pyclass(frozen, module = "sgr._sgr")]
#[derive(Clone)]
pub(crate) struct TableReading {
    pub(super) names: ColumnNames,
    pub(super) parts: Parts,
    /// `None` for all.
    pub(super) keep: Option<Vec<String>>,
    as_lists: bool,
    pub(super) options: ReadOptions,
    /// What makes the vectors of molecules, if it is not what makes those of other graphs.
    of_molecules: Option<Description>,
}

#[pymethods]
impl TableReading {
    /// `columns` gives names to roles.
    #[new]
    #[pyo3(signature = (columns, weights, node_labels, edge_labels, attributes, keep, as_lists, max_memory, of_molecules=None))]
    #[expect(clippy::too_many_arguments, reason = "the settings of reading, in one call")]
    fn new(
        columns: HashMap<String, String>,
        weights: bool,
        node_labels: bool,
        edge_labels: bool,
        attributes: bool,
        keep: Option<Vec<String>>,
        as_lists: bool,
        max_memory: f64,
        of_molecules: Option<PyRef<'_, Description>>,
    ) -> PyResult<Self> {
        let mut names = ColumnNames::new();
        for (role, column) in columns {
            names = names.with(named::<Role>("columns", &role)?, column);
        }
        let parts = Parts { weights, node_labels, edge_labels, attributes };
        let options = ReadOptions::new().max_memory(memory_limit(max_memory)?);
        let of_molecules = of_molecules.map(|description| (*description).clone());
        Ok(Self { names, parts, keep, as_lists, options, of_molecules })
    }
}

/// What becomes of a table: the layout of its graphs, the columns that stay, and the schema of the result.
struct Plan {
    layout: GraphLayout,
    kept: Vec<usize>,
    schema: SchemaRef,
    as_lists: bool,
}

impl TableReading {
    /// Where the graphs of a table are.
    pub(super) fn layout(&self, schema: &Schema) -> PyResult<GraphLayout> {
        let found = GraphLayout::find(schema, &self.names, self.parts);
        found.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// What makes the vectors: `others`, unless the graphs are molecules and those have their own.
    pub(super) fn description<'a>(&'a self, has_molecules: bool, others: &'a Description) -> &'a Description {
        self.of_molecules.as_ref().filter(|_| has_molecules).unwrap_or(others)
    }

    fn plan(&self, schema: &Schema, width: usize) -> PyResult<Plan> {
        let refused = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let layout = self.layout(schema)?;
        let kept = match &self.keep {
            None => (0..schema.fields().len()).collect(),
            Some(names) => KeptColumns::find(schema, names).map_err(|error| refused(&error))?.positions().to_vec(),
        };
        let mut all: Vec<FieldRef> = kept.iter().map(|&at| schema.fields()[at].clone()).collect();
        if let Some(taken) = all.iter().find(|field| NAMES.contains(&field.name().as_str())) {
            let name = taken.name();
            return Err(PyValueError::new_err(format!(
                "found a column \"{name}\" in the table, wanted none of that name, which the result has: rename it, or leave it \
                 out with keep=[…]"
            )));
        }
        all.extend(fields(width, self.as_lists).map(FieldRef::new));
        let schema = Schema::new_with_metadata(all, schema.metadata().clone());
        Ok(Plan { layout, kept, schema: Arc::new(schema), as_lists: self.as_lists })
    }
}

/// The schema of the result for a table with this schema.
#[pyfunction]
pub(crate) fn output_schema(
    schema: &Bound<'_, PyAny>,
    description: PyRef<'_, Description>,
    reading: PyRef<'_, TableReading>,
) -> PyResult<ArrowTable> {
    let schema = schema_of(schema)?;
    let description = reading.description(reading.layout(&schema)?.has_molecules(), &description);
    let schema = reading.plan(&schema, description.built()?.columns().len())?.schema;
    Ok(ArrowTable { schema, batches: Vec::new() })
}

/// Starts to embed the graphs of a table, which is read while the work goes on.
#[pyfunction]
#[pyo3(signature = (table, description, reading, settings, n_jobs=None))]
pub(crate) fn start_table(
    table: &Bound<'_, PyAny>,
    description: PyRef<'_, Description>,
    reading: PyRef<'_, TableReading>,
    settings: PyRef<'_, SpectrumSettings>,
    n_jobs: Option<usize>,
) -> PyResult<Job> {
    let batches = batches_of(table)?;
    let has_molecules = reading.layout(&batches.schema())?.has_molecules();
    let representation = reading.description(has_molecules, &description).built()?;
    let plan = reading.plan(&batches.schema(), representation.columns().len())?;
    let (options, settings) = (reading.options.clone(), settings.stream(threads(n_jobs)));
    Job::start(move |watch| embed_table(batches, plan, &options, representation.as_ref(), &settings, watch))
}

/// A graph with its place in the table.
pub(super) struct TableGraph {
    pub(super) graph: Graph,
    place: Place,
}

/// A row of a batch.
#[derive(Clone)]
pub(super) struct Place {
    batch: Arc<RecordBatch>,
    row: usize,
}

impl Borrow<Graph> for TableGraph {
    fn borrow(&self) -> &Graph {
        &self.graph
    }
}

/// The graphs of a table, batch by batch as they are asked for.
pub(super) struct TableGraphs<'a> {
    batches: Box<dyn RecordBatchReader + Send>,
    rows: GraphRows,
    open: Option<(Arc<RecordBatch>, BatchColumns, usize)>,
    /// The failure that ended the reading, if one did.
    failure: &'a Mutex<Option<String>>,
}

impl<'a> TableGraphs<'a> {
    pub(super) fn new(
        batches: Box<dyn RecordBatchReader + Send>,
        rows: GraphRows,
        failure: &'a Mutex<Option<String>>,
    ) -> Self {
        Self { batches, rows, open: None, failure }
    }
}

impl Iterator for TableGraphs<'_> {
    type Item = Result<TableGraph, (Problem, Place)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((batch, columns, next)) = &mut self.open
                && *next < batch.num_rows()
            {
                let place = Place { batch: batch.clone(), row: *next };
                *next += 1;
                return Some(match self.rows.graph(columns, place.row) {
                    Ok((graph, _)) => Ok(TableGraph { graph, place }),
                    Err(problem) => Err((problem, place)),
                });
            }
            match self.batches.next()? {
                Ok(batch) => self.open = Some((Arc::new(batch.clone()), self.rows.columns(&batch), 0)),
                Err(error) => {
                    *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
                    return None;
                }
            }
        }
    }
}

fn embed_table(
    batches: Box<dyn RecordBatchReader + Send>,
    plan: Plan,
    options: &ReadOptions,
    representation: &dyn Representation,
    settings: &StreamSettings,
    watch: &Watch,
) -> Finish {
    let Plan { layout, kept, schema, as_lists } = plan;
    let width = representation.columns().len();
    let failure = Mutex::new(None);
    let graphs = TableGraphs::new(batches, GraphRows::new(layout, options), &failure);
    let mut done: Vec<RecordBatch> = Vec::new();
    let mut vectors: Option<VectorColumns> = None;
    let ended = embed_stream(graphs, representation, settings, |outcome| {
        let (place, row) = match &outcome {
            Ok((item, embedding)) => (&item.place, Ok(*embedding)),
            Err(Skipped::Source((problem, place))) => (place, Err(problem.to_string())),
            Err(Skipped::Spectrum { item, error }) => (&item.place, Err(error.to_string())),
        };
        let Place { batch, row: number } = place;
        vectors.get_or_insert_with(|| VectorColumns::new(width, as_lists, batch.num_rows())).push(row);
        if number + 1 == batch.num_rows()
            && let Some(vectors) = vectors.take()
        {
            let mut columns: Vec<ArrayRef> = kept.iter().map(|&at| batch.column(at).clone()).collect();
            columns.extend(vectors.finish());
            done.push(RecordBatch::try_new(schema.clone(), columns).map_err(|error| error.to_string())?);
        }
        watch.advance(1);
        if watch.is_unwanted() { Err(String::new()) } else { Ok(()) }
    });
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    Box::new(move |py| match failure.or(ended.err()) {
        Some(failure) => Err(unreadable(&failure)),
        None => Ok(Py::new(py, ArrowTable { schema, batches: done })?.into_any()),
    })
}

/// The error for a table whose reading failed.
pub(super) fn unreadable(failure: &str) -> PyErr {
    PyValueError::new_err(format!("the table could not be read: {failure}"))
}
