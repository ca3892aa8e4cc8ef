//! A map as the table that embedding-atlas opens, and any other explorer that reads Parquet.

use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Float32Array, Int64Array, ListArray, RecordBatch, StringArray, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use super::base64::encoded;
use super::graph_map::{GraphMap, Grouping};
use sgr_io::output::{AtomicFile, OutputError};

/// Rows of a batch: their drawings take a few megabytes.
const BATCH: usize = 1024;

/// Writes the table whole or not at all.
///
/// ```text
/// id         Utf8
/// label      Utf8, null where a graph has none
/// cluster    Utf8
/// x, y       Float32
/// nodes …    Float32, one column for each quantity
/// neighbors  Struct { ids: List<Int64>, distances: List<Float32> }; ids are row numbers
/// drawing    Utf8: a data URL with an SVG
/// ```
pub(super) fn write(map: &GraphMap, path: &Path) -> Result<(), OutputError> {
    let file = AtomicFile::create(path)?;
    // Drawings are alike and shrink to a fifth; snappy is what every reader has.
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let schema = Arc::new(schema(map));
    let mut writer =
        ArrowWriter::try_new(file, Arc::clone(&schema), Some(properties)).map_err(OutputError::at(path))?;
    for from in (0..map.len()).step_by(BATCH) {
        let rows = from..map.len().min(from + BATCH);
        let batch = columns(map, rows).and_then(|columns| RecordBatch::try_new(Arc::clone(&schema), columns));
        let batch = batch.map_err(std::io::Error::other).map_err(OutputError::at(path))?;
        writer.write(&batch).map_err(OutputError::at(path))?;
    }
    writer.into_inner().map_err(OutputError::at(path))?.commit()
}

fn schema(map: &GraphMap) -> Schema {
    let number = |name: &str| Field::new(name, DataType::Float32, false);
    let text = |name: &str, is_nullable| Field::new(name, DataType::Utf8, is_nullable);
    let mut fields = vec![text("id", false), text("label", true), text("cluster", true), number("x"), number("y")];
    // Underscores instead of dashes: names that need no quotes in SQL.
    fields.extend(map.quantities.iter().map(|(quantity, _)| number(&quantity.name().replace('-', "_"))));
    fields.push(Field::new("neighbors", DataType::Struct(neighbor_fields()), false));
    fields.push(text("drawing", false));
    Schema::new(fields)
}

fn neighbor_fields() -> Fields {
    let list = |name: &str, kind| Field::new(name, DataType::List(Arc::new(Field::new_list_field(kind, false))), false);
    Fields::from(vec![list("ids", DataType::Int64), list("distances", DataType::Float32)])
}

fn columns(map: &GraphMap, rows: std::ops::Range<usize>) -> Result<Vec<ArrayRef>, ArrowError> {
    let numbers = |values: Vec<f32>| -> ArrayRef { Arc::new(Float32Array::from(values)) };
    let texts = |grouping: Option<&Grouping>| -> ArrayRef {
        let name = |row: usize| grouping.and_then(|grouping| grouping.names.get(grouping.of[row] as usize)).cloned();
        Arc::new(StringArray::from_iter(rows.clone().map(name)))
    };
    let points = &map.points()[rows.clone()];
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from_iter_values(&map.ids[rows.clone()])),
        texts(map.classes.as_ref()),
        texts(Some(&map.clusters)),
        numbers(points.iter().map(|point| point[0]).collect()),
        numbers(points.iter().map(|point| point[1]).collect()),
    ];
    columns.extend(map.quantities.iter().map(|(_, values)| numbers(values[rows.clone()].to_vec())));
    columns.push(Arc::new(neighbors(map, rows.clone())?));
    let url = |drawing: &super::drawing::Drawing| {
        format!("data:image/svg+xml;base64,{}", encoded(drawing.to_svg().as_bytes()))
    };
    columns.push(Arc::new(StringArray::from_iter_values(map.drawings[rows].iter().map(url))));
    Ok(columns)
}

fn neighbors(map: &GraphMap, rows: std::ops::Range<usize>) -> Result<StructArray, ArrowError> {
    let each = map.neighbours.each();
    let entries = rows.start * each..rows.end * each;
    let list = |field: &Arc<Field>, values: ArrayRef| -> Result<ArrayRef, ArrowError> {
        let DataType::List(item) = field.data_type() else { unreachable!("both fields are lists") };
        let offsets = OffsetBuffer::from_lengths(std::iter::repeat_n(each, rows.len()));
        Ok(Arc::new(ListArray::try_new(Arc::clone(item), offsets, values, None)?))
    };
    let ids = Int64Array::from_iter_values(map.neighbours.others()[entries.clone()].iter().copied().map(i64::from));
    let distances = Float32Array::from(map.neighbours.distances()[entries].to_vec());
    let fields = neighbor_fields();
    let lists = vec![list(&fields[0], Arc::new(ids))?, list(&fields[1], Arc::new(distances))?];
    StructArray::try_new(fields, lists, None)
}
