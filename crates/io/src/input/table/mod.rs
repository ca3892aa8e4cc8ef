//! Tables with one graph a row: Parquet and Arrow files, one or many parts; Arrow streams; text.
//!
//! A folder is a table in parts, as Spark and others write it: its files with the format's endings, by name; names that
//! begin with `_` or `.` are none. Every part must have the columns of the first, in any order. A graph without a name of its own
//! has the number of its row, counted from 0 through all parts.

mod batches;
mod guard;
mod ipc;
mod ipc_sizes;
mod ipc_stream;
mod parquet;
mod text;

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_schema::{Field, Schema};
use sgr_core::graph::GraphRecord;

use self::batches::{Batches, Place, PlacedBatch};
use self::guard::guarded;
pub use self::guard::report_damage_as_errors_only;
use super::columns::{BatchColumns, ColumnsInUse, GraphRows, KeptColumns, KeptRow, Parts};
use super::memory::MemoryLimit;
use super::stream::source::{self, Bytes};
use super::{Format, InputError, Keep, Problem, ReadOptions};

/// The graphs of a table with the values that are to be kept, row by row.
pub(super) struct TableGraphs {
    format: Format,
    options: ReadOptions,
    parts: VecDeque<PathBuf>,
    /// The part at hand, once it is open.
    part: Option<Part>,
    /// The columns of the first part, which all others must have.
    first: Option<(PathBuf, Vec<Field>)>,
    /// Rows of all parts so far.
    rows: u64,
    /// Attributes of each node in the parts before.
    width: Option<usize>,
}

/// A file that is being read.
struct Part {
    path: PathBuf,
    format: Format,
    batches: Box<dyn Batches>,
    rows: GraphRows,
    kept: Option<KeptColumns>,
    batch: Option<OpenBatch>,
}

/// A batch whose rows are being read.
struct OpenBatch {
    columns: BatchColumns,
    kept: Option<Arc<arrow_array::RecordBatch>>,
    place: Place,
    /// Rows that could not be decoded.
    refused: BTreeMap<usize, Problem>,
    next: usize,
    length: usize,
}

impl TableGraphs {
    /// Opens the first part.
    pub(super) fn open(path: &Path, format: Format, options: &ReadOptions) -> Result<Self, InputError> {
        let mut graphs = Self::new(format, options, parts_of(path, format)?);
        graphs.open_next_part()?;
        Ok(graphs)
    }

    /// Reads a stream while it flows, in a format that [can](can_flow).
    pub(super) fn of_stream(
        name: &Path,
        bytes: Bytes,
        format: Format,
        options: &ReadOptions,
    ) -> Result<Self, InputError> {
        let mut graphs = Self::new(format, options, Vec::new());
        graphs.open_part(name.to_owned(), || of_stream(name, bytes, format, options))?;
        Ok(graphs)
    }

    fn new(format: Format, options: &ReadOptions, parts: Vec<PathBuf>) -> Self {
        let (options, parts) = (options.clone(), parts.into());
        Self { format, options, parts, part: None, first: None, rows: 0, width: None }
    }

    /// The columns that are to be kept.
    pub(super) fn kept(&self) -> Option<&KeptColumns> {
        self.part.as_ref().and_then(|part| part.kept.as_ref())
    }

    /// Whether the first part holds molecules.
    pub(super) fn has_molecules(&self) -> bool {
        self.part.as_ref().is_some_and(|part| part.rows.layout().has_molecules())
    }

    /// Rows that are left in the part at hand, if it is the last.
    pub(super) fn rows_left(&self) -> Option<usize> {
        if !self.parts.is_empty() {
            return None;
        }
        let part = self.part.as_ref()?;
        let in_batch = part.batch.as_ref().map_or(0, |batch| batch.length - batch.next);
        part.batches.rows_left().map(|rows| rows as usize + in_batch)
    }

    fn open_next_part(&mut self) -> Result<bool, InputError> {
        let Some(path) = self.parts.pop_front() else { return Ok(false) };
        let (format, options) = (self.format, self.options.clone());
        self.open_part(path.clone(), || of_file(&path, format, &options))?;
        Ok(true)
    }

    fn open_part(
        &mut self,
        path: PathBuf,
        open: impl FnOnce() -> Result<Box<dyn Batches>, InputError>,
    ) -> Result<(), InputError> {
        let in_file = |problem: Problem| InputError::file(&path, problem);
        let format = self.format;
        let mut batches = guarded(format, open).map_err(in_file)??;
        let schema = batches.schema();
        let columns = self.columns_of(&schema).map_err(in_file)?;
        self.check_like_first(&path, &columns, &schema).map_err(in_file)?;
        let schema = guarded(format, || batches.project(&columns.positions)).flatten().map_err(in_file)?;
        // The same columns, at their positions in the batches.
        let ColumnsInUse { layout, kept, .. } = self.columns_of(&schema).map_err(in_file)?;
        let rows = GraphRows::new(layout, &self.options).with_width(self.width);
        self.part = Some(Part { path, format, batches, rows, kept, batch: None });
        Ok(())
    }

    fn close_part(&mut self) {
        self.width = self.part.take().and_then(|part| part.rows.width()).or(self.width);
    }

    fn columns_of(&self, schema: &Schema) -> Result<ColumnsInUse, Problem> {
        let parts = Parts {
            weights: self.options.weights,
            node_labels: self.options.node_labels,
            edge_labels: self.options.edge_labels,
            attributes: self.options.attributes == Keep::Required,
        };
        Ok(ColumnsInUse::find(schema, &self.options.columns, parts, &self.options.keep)?)
    }

    /// An error if a part has other columns than the first.
    fn check_like_first(&mut self, path: &Path, columns: &ColumnsInUse, schema: &Schema) -> Result<(), Problem> {
        let fields: Vec<Field> = columns.positions.iter().map(|&at| schema.field(at).clone()).collect();
        let Some((first_path, first)) = &self.first else {
            self.first = Some((path.to_owned(), fields));
            return Ok(());
        };
        let same = |field: &Field| first.iter().find(|known| known.name() == field.name());
        let first_path = sgr_core::text::shown_path(first_path);
        for field in &fields {
            match same(field) {
                Some(known) if known.data_type() == field.data_type() => {}
                Some(known) => {
                    let (found, wanted) = (field.data_type().to_string(), known.data_type());
                    return Err(Problem::value(field.name(), found, format!("{wanted}, as in {first_path}")));
                }
                None => {
                    let found = "a column of graphs".to_owned();
                    return Err(Problem::value(field.name(), found, format!("the columns of {first_path}")));
                }
            }
        }
        match first.iter().find(|known| !fields.iter().any(|field| field.name() == known.name())) {
            None => Ok(()),
            Some(known) => {
                let missing = format!("column \"{}\"", sgr_core::text::shown(known.name()));
                Err(Problem::Missing { missing, wanted: format!("wanted the columns of {first_path}") })
            }
        }
    }

    fn next_row(&mut self) -> Result<Option<(GraphRecord, Option<KeptRow>)>, InputError> {
        loop {
            let Some(part) = &mut self.part else {
                if self.open_next_part()? {
                    continue;
                }
                return Ok(None);
            };
            let Some(batch) = part.batch.as_mut().filter(|batch| batch.next < batch.length) else {
                part.batch = part.next_batch()?;
                if part.batch.is_none() {
                    self.close_part();
                }
                continue;
            };
            let (row, number) = (batch.next, self.rows);
            batch.next += 1;
            self.rows += 1;
            let kept = batch.kept.as_ref().map(|kept| KeptRow { batch: kept.clone(), row });
            let record = match batch.refused.remove(&row) {
                Some(problem) => Err((part.rows.id(&batch.columns, row, number), problem)),
                None => part.rows.record(&batch.columns, row, number),
            };
            return record.map(|record| Some((record, kept))).map_err(|(id, problem)| {
                batch.place.of_row(row, InputError { line: None, ..InputError::graph(&part.path, id, problem) })
            });
        }
    }
}

impl Part {
    fn next_batch(&mut self) -> Result<Option<OpenBatch>, InputError> {
        let next = guarded(self.format, || self.batches.next_batch());
        let in_file = |problem| InputError::file(&self.path, problem);
        let Some(batch) = next.map_err(in_file)? else { return Ok(None) };
        let PlacedBatch { batch, place, refused } =
            batch.map_err(|(place, problem)| place.of_batch(in_file(problem)))?;
        let kept = self.kept.as_ref().map(|kept| Arc::new(kept.of(&batch)));
        Ok(Some(OpenBatch {
            columns: self.rows.columns(&batch),
            kept,
            place,
            refused,
            next: 0,
            length: batch.num_rows(),
        }))
    }
}

impl super::RowIterator for TableGraphs {
    fn pass_over(&mut self, items: u64) {
        let mut left = items;
        let needs_width = self.options.attributes == Keep::Required;
        while left > 0 {
            // The first attributes tell how many the rows after them must have.
            if let Some(part) = self.part.as_mut().filter(|part| !needs_width || part.rows.width().is_some()) {
                let in_batch = part.batch.as_ref().map_or(0, |batch| (batch.length - batch.next) as u64);
                if in_batch == 0 {
                    let passed = part.batches.pass_over(left);
                    left -= passed;
                    self.rows += passed;
                } else if let Some(batch) = &mut part.batch {
                    let passed = left.min(in_batch);
                    batch.next += passed as usize;
                    left -= passed;
                    self.rows += passed;
                    continue;
                }
            }
            // The rest of a row group, or the next part.
            if left > 0 && self.next().is_none() {
                return;
            }
            left = left.saturating_sub(1);
        }
    }
}

impl Iterator for TableGraphs {
    type Item = Result<(GraphRecord, Option<KeptRow>), InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_row().transpose();
        if let Some(Err(error)) = &next
            && error.scope == super::Scope::File
        {
            // The other parts of the table may be sound.
            self.close_part();
        }
        next
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.rows_left())
    }
}

fn of_file(path: &Path, format: Format, options: &ReadOptions) -> Result<Box<dyn Batches>, InputError> {
    let in_file = |problem| InputError::file(path, problem);
    Ok(match format {
        Format::Parquet => Box::new(parquet::ParquetBatches::open(path, options).map_err(in_file)?),
        Format::Arrow => Box::new(ipc::IpcBatches::open(path, options).map_err(in_file)?),
        _ => of_stream(path, source::open(path, MemoryLimit::of(options))?, format, options)?,
    })
}

fn of_stream(path: &Path, bytes: Bytes, format: Format, options: &ReadOptions) -> Result<Box<dyn Batches>, InputError> {
    Ok(match format {
        Format::Arrow => {
            Box::new(ipc::IpcBatches::of_stream(bytes, options).map_err(|problem| InputError::file(path, problem))?)
        }
        _ => {
            let table = text::TextBatches::open(format, bytes, options);
            Box::new(table.map_err(|(line, problem)| InputError::file(path, problem).at_line(line))?)
        }
    })
}

/// The files of a table, in the order of their names.
fn parts_of(path: &Path, format: Format) -> Result<Vec<PathBuf>, InputError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let in_folder = |error: std::io::Error| InputError::file(path, error);
    let mut parts = Vec::new();
    for entry in std::fs::read_dir(path).map_err(in_folder)? {
        let part = entry.map_err(in_folder)?.path();
        if Format::of_part(&part) == Some(format) {
            parts.push(part);
        }
    }
    parts.sort();
    if parts.is_empty() {
        let endings: Vec<String> = format.endings().iter().map(|ending| format!(".{ending}")).collect();
        let (missing, wanted) =
            (format!("a part of a {format} table"), format!("wanted files that end in {}", endings.join(" or ")));
        return Err(InputError::file(path, Problem::Missing { missing, wanted }));
    }
    Ok(parts)
}
