//! Vectors as Parquet.

use std::io;
use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, FixedSizeListArray, Float32Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;

use super::kept::GatheredRows;
use super::{RowWriter, VectorRow};
use crate::input::{KeptColumns, KeptRow};
use crate::output::{AtomicFile, OutputError};

/// Bytes of the vectors of a row group, which waits in memory until it is full, and of a part of a table that is written in
/// parts: 32,768 rows of 256 numbers.
const PART_BYTES: usize = 32 << 20;

/// Encoded bytes of a row group with other columns besides vectors.
const ROW_GROUP_BYTES: usize = 2 * PART_BYTES;

/// Bytes of rows handed to the encoder at once. It needs as much again for the list levels of every number, so
/// whole row groups at once took 155 MB.
const BATCH_BYTES: usize = 2 << 20;

/// Parquet with Arrow's types, not compressed: vectors of floats hardly shrink, and codecs are heavy dependencies.
///
/// ```text
/// id       Utf8
/// label    Utf8, null where a graph has none
/// …        columns that are kept of the input table, with its types
/// vector   FixedSizeList<Float32, dimensions>, without nulls
/// ```
pub(super) struct ParquetWriter {
    writer: ArrowWriter<AtomicFile>,
    schema: SchemaRef,
    item: FieldRef,
    dimensions: i32,
    ids: StringBuilder,
    labels: StringBuilder,
    kept: GatheredRows,
    values: Vec<f32>,
    /// Bytes of the batch that is being gathered.
    gathered: usize,
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
        fields.push(Field::new("vector", DataType::FixedSizeList(Arc::clone(&item), size), false).into());
        let schema = Arc::new(Schema::new(fields));
        let writer = ArrowWriter::try_new(file, Arc::clone(&schema), Some(parquet_properties().build()))
            .map_err(OutputError::at(path))?;
        Ok(Self {
            writer,
            schema,
            item,
            dimensions: size,
            ids: StringBuilder::new(),
            labels: StringBuilder::new(),
            kept: GatheredRows::default(),
            values: Vec::new(),
            gathered: 0,
            rows: 0,
        })
    }

    /// Hands the gathered rows to the encoder.
    fn write_batch(&mut self) -> io::Result<()> {
        if self.gathered == 0 {
            return Ok(());
        }
        self.gathered = 0;
        let values: ArrayRef = Arc::new(Float32Array::from(std::mem::take(&mut self.values)));
        let batch = FixedSizeListArray::try_new(Arc::clone(&self.item), self.dimensions, values, None)
            .and_then(|vectors| {
                let mut columns: Vec<ArrayRef> = vec![Arc::new(self.ids.finish()), Arc::new(self.labels.finish())];
                columns.extend(self.kept.take_columns()?);
                columns.push(Arc::new(vectors));
                RecordBatch::try_new(Arc::clone(&self.schema), columns)
            })
            .map_err(|error: ArrowError| io::Error::other(error))?;
        Ok(self.writer.write(&batch)?)
    }
}

impl RowWriter for ParquetWriter {
    fn write_row(&mut self, row: VectorRow<'_>, kept: Option<&KeptRow>) -> io::Result<()> {
        self.ids.append_value(row.id);
        self.labels.append_option(row.label);
        kept.into_iter().for_each(|kept| self.kept.push(kept));
        self.values.extend_from_slice(row.vector);
        self.gathered += row.id.len() + row.label.map_or(0, str::len) + size_of_val(row.vector);
        if self.gathered >= BATCH_BYTES {
            self.write_batch()?;
        }
        self.rows += 1;
        if self.rows == part_rows(row.vector.len()) {
            // A row group ends here, whether the table is written in parts or not: the bytes are the same.
            self.rows = 0;
            self.write_batch()?;
            self.writer.flush()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), OutputError> {
        let path = self.writer.inner().path().to_owned();
        self.write_batch().map_err(OutputError::at(&path))?;
        self.writer.into_inner().map_err(OutputError::at(&path))?.commit()
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
