//! Vectors as Parquet.

use std::io;
use std::path::Path;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::StringBuilder;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::Compression;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use super::kept::GatheredRows;
use super::vector_column::VectorColumn;
use super::{RowWriter, VectorRow};
use crate::input::{KeptColumns, KeptRow};
use crate::output::{AtomicFile, OutputError};

/// Bytes of the vectors of a row group, which waits in memory until it is full, and of a part of a table that is written in
/// parts: 32,768 rows of 256 numbers.
const PART_BYTES: usize = 32 << 20;

/// Encoded bytes of a row group with other columns besides vectors.
const ROW_GROUP_BYTES: usize = 2 * PART_BYTES;

/// Rows whose ids, classes and kept values are handed to the encoders at once: enough that their own work does not show.
const BATCH_ROWS: usize = 1024;

/// Parquet with Arrow's types, not compressed: vectors of floats hardly shrink, and codecs are heavy dependencies.
///
/// ```text
/// id       Utf8
/// label    Utf8, null where a graph has none
/// …        columns that are kept of the input table, with its types
/// vector   FixedSizeList<Float32, dimensions>, without nulls
/// ```
pub(super) struct ParquetWriter {
    file: SerializedFileWriter<AtomicFile>,
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    /// The columns before the vectors, in the row group that is being written, if it has rows already.
    columns: Vec<ArrowColumnWriter>,
    vectors: VectorColumn,
    ids: StringBuilder,
    labels: StringBuilder,
    kept: GatheredRows,
    /// Rows of the batch that is being gathered.
    gathered: usize,
    groups: usize,
    /// Rows since the last boundary of a part.
    rows: usize,
}

/// Rows of a part, and thus of a row group at most.
pub(in crate::output) fn part_rows(dimensions: usize) -> usize {
    (PART_BYTES / (4 * dimensions)).max(1)
}

impl ParquetWriter {
    pub(super) fn create(path: &Path, dimensions: usize, kept: Option<&KeptColumns>) -> Result<Self, OutputError> {
        let file = AtomicFile::create(path)?;
        let size = i32::try_from(dimensions).map_err(|_| {
            let wanted = i32::MAX;
            OutputError::at(path)(io::Error::other(format!("found {dimensions} dimensions, wanted at most {wanted}")))
        })?;
        let item = Arc::new(Field::new_list_field(DataType::Float32, false));
        let mut fields: Vec<FieldRef> =
            vec![Field::new("id", DataType::Utf8, false).into(), Field::new("label", DataType::Utf8, true).into()];
        fields.extend(kept.iter().flat_map(|kept| kept.schema().fields().iter().cloned()));
        fields.push(Field::new("vector", DataType::FixedSizeList(item, size), false).into());
        let schema = Arc::new(Schema::new(fields));
        let begin = || {
            let writer = ArrowWriter::try_new(file, Arc::clone(&schema), Some(parquet_properties().build()))?;
            writer.into_serialized_writer()
        };
        let (file, factory) = begin().map_err(OutputError::at(path))?;
        let columns = file.schema_descr().columns();
        let vectors =
            VectorColumn::new(dimensions, Arc::clone(&columns[columns.len() - 1])).map_err(OutputError::at(path))?;
        Ok(Self {
            file,
            factory,
            schema,
            columns: Vec::new(),
            vectors,
            ids: StringBuilder::new(),
            labels: StringBuilder::new(),
            kept: GatheredRows::default(),
            gathered: 0,
            groups: 0,
            rows: 0,
        })
    }

    /// Hands the gathered rows to the encoders of their columns.
    fn write_batch(&mut self) -> io::Result<()> {
        if self.gathered == 0 {
            return Ok(());
        }
        self.gathered = 0;
        if self.columns.is_empty() {
            self.columns = self.factory.create_column_writers(self.groups)?;
        }
        let mut arrays: Vec<ArrayRef> = vec![Arc::new(self.ids.finish()), Arc::new(self.labels.finish())];
        arrays.extend(self.kept.take_columns().map_err(|error: ArrowError| io::Error::other(error))?);
        let mut leaves = Vec::new();
        for (field, array) in self.schema.fields().iter().zip(&arrays) {
            leaves.extend(compute_leaves(field, array)?);
        }
        // One writer more than leaves: that of the vectors, which have their own.
        for (column, leaf) in self.columns.iter_mut().zip(&leaves) {
            column.write(leaf)?;
        }
        Ok(())
    }

    /// Bytes of the row group so far.
    fn group_bytes(&self) -> usize {
        let columns: usize = self.columns.iter().map(ArrowColumnWriter::get_estimated_total_bytes).sum();
        columns + self.vectors.bytes()
    }

    /// Ends the row group, if it has rows.
    fn end_group(&mut self) -> io::Result<()> {
        self.write_batch()?;
        if self.columns.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        self.columns.pop();
        for column in self.columns.drain(..) {
            column.close()?.append_to_row_group(&mut group)?;
        }
        self.vectors.end_group(&mut group)?;
        group.close()?;
        self.groups += 1;
        Ok(())
    }
}

impl RowWriter for ParquetWriter {
    fn write_row(&mut self, row: VectorRow<'_>, kept: Option<&KeptRow>) -> io::Result<()> {
        self.ids.append_value(row.id);
        self.labels.append_option(row.label);
        kept.into_iter().for_each(|kept| self.kept.push(kept));
        self.vectors.push(row.vector)?;
        self.gathered += 1;
        self.rows += 1;
        if self.rows == part_rows(row.vector.len()) {
            // A row group ends here, whether the table is written in parts or not: the bytes are the same.
            self.rows = 0;
            self.end_group()?;
        } else if self.gathered == BATCH_ROWS {
            self.write_batch()?;
            if self.group_bytes() >= ROW_GROUP_BYTES {
                self.end_group()?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), OutputError> {
        let path = self.file.inner().path().to_owned();
        self.end_group().map_err(OutputError::at(&path))?;
        self.file.into_inner().map_err(OutputError::at(&path))?.commit()
    }
}

/// A dictionary saves space only for labels, which repeat; ids and floats do not. Floats get no statistics, because
/// queries do not filter by the smallest float.
pub(in crate::output) fn parquet_properties() -> WriterPropertiesBuilder {
    let vector = ColumnPath::new(vec!["vector".into(), "list".into(), Field::LIST_FIELD_DEFAULT_NAME.into()]);
    WriterProperties::builder()
        .set_compression(Compression::UNCOMPRESSED)
        .set_dictionary_enabled(false)
        .set_column_dictionary_enabled("label".into(), true)
        .set_column_statistics_enabled(vector, EnabledStatistics::None)
        .set_max_row_group_row_count(None)
        .set_max_row_group_bytes(Some(ROW_GROUP_BYTES))
}
