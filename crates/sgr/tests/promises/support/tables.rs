//! Arrow tables of graphs in every layout, and files of them.

use std::io::Cursor;
use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, FixedSizeListArray, Float64Array, Int8Array, Int16Array, Int32Array, Int64Array, LargeListArray,
    ListArray, RecordBatch, StringArray, StructArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use arrow_schema::{DataType, Field};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use sgr::graph::{Dropped, Graph};
use sgr::input::ReadOptions;
use sgr::input::columns::{ColumnNames, GraphLayout, GraphRows, Parts};

/// Every type that a node number can have.
pub(crate) const WHOLE: [DataType; 8] = [
    DataType::Int8,
    DataType::Int16,
    DataType::Int32,
    DataType::Int64,
    DataType::UInt8,
    DataType::UInt16,
    DataType::UInt32,
    DataType::UInt64,
];

/// Numbers as a column of a type of [`WHOLE`].
pub(crate) fn whole(kind: &DataType, values: impl IntoIterator<Item = i64>) -> ArrayRef {
    let values = values.into_iter();
    match kind {
        DataType::Int8 => Arc::new(values.map(|value| value as i8).collect::<Int8Array>()),
        DataType::Int16 => Arc::new(values.map(|value| value as i16).collect::<Int16Array>()),
        DataType::Int32 => Arc::new(values.map(|value| value as i32).collect::<Int32Array>()),
        DataType::UInt8 => Arc::new(values.map(|value| value as u8).collect::<UInt8Array>()),
        DataType::UInt16 => Arc::new(values.map(|value| value as u16).collect::<UInt16Array>()),
        DataType::UInt32 => Arc::new(values.map(|value| value as u32).collect::<UInt32Array>()),
        DataType::UInt64 => Arc::new(values.map(|value| value as u64).collect::<UInt64Array>()),
        _ => Arc::new(values.collect::<Int64Array>()),
    }
}

fn item(values: &ArrayRef) -> Arc<Field> {
    Arc::new(Field::new_list_field(values.data_type().clone(), true))
}

/// Lists of these lengths, with 64-bit offsets if `large`.
pub(crate) fn lists(large: bool, lengths: impl IntoIterator<Item = usize>, values: ArrayRef) -> ArrayRef {
    nullable_lists(large, lengths, values, None)
}

/// Lists of these lengths, some of them null.
pub(crate) fn nullable_lists(
    large: bool,
    lengths: impl IntoIterator<Item = usize>,
    values: ArrayRef,
    nulls: Option<Vec<bool>>,
) -> ArrayRef {
    let (item, nulls) = (item(&values), nulls.map(NullBuffer::from));
    match large {
        true => Arc::new(LargeListArray::new(item, OffsetBuffer::from_lengths(lengths), values, nulls)),
        false => Arc::new(ListArray::new(item, OffsetBuffer::from_lengths(lengths), values, nulls)),
    }
}

/// Lists of two.
pub(crate) fn pairs(values: ArrayRef) -> ArrayRef {
    Arc::new(FixedSizeListArray::new(item(&values), 2, values, None))
}

/// A list of whole numbers a row.
pub(crate) fn number_lists(rows: &[&[i64]]) -> ArrayRef {
    let values = whole(&DataType::Int64, rows.iter().flat_map(|row| row.iter().copied()));
    lists(false, rows.iter().map(|row| row.len()), values)
}

/// A list of floats a row.
pub(crate) fn float_lists(rows: &[&[f64]]) -> ArrayRef {
    let values = Arc::new(Float64Array::from_iter_values(rows.iter().flat_map(|row| row.iter().copied())));
    lists(false, rows.iter().map(|row| row.len()), values)
}

/// A list of texts a row.
pub(crate) fn text_lists(rows: &[&[&str]]) -> ArrayRef {
    let values = Arc::new(StringArray::from(rows.concat()));
    lists(false, rows.iter().map(|row| row.len()), values)
}

pub(crate) fn texts(values: &[&str]) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(values))
}

/// Structures with these fields.
pub(crate) fn structures(fields: Vec<(&str, ArrayRef)>) -> ArrayRef {
    let field =
        |(name, values): (&str, ArrayRef)| (Arc::new(Field::new(name, values.data_type().clone(), true)), values);
    Arc::new(StructArray::from(fields.into_iter().map(field).collect::<Vec<_>>()))
}

/// Ways to write edges in columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    IndexOfLists,
    IndexOfTwo,
    Structures,
    FixedPairs,
    ListPairs,
    Ends,
    Graph6,
}

impl Layout {
    pub(crate) const ALL: [Self; 7] = [
        Self::IndexOfLists,
        Self::IndexOfTwo,
        Self::Structures,
        Self::FixedPairs,
        Self::ListPairs,
        Self::Ends,
        Self::Graph6,
    ];

    /// Columns of these graphs, with their numbers of nodes; `kinds` are the types of the first and the second ends.
    pub(crate) fn columns(self, graphs: &[Graph], kinds: [&DataType; 2], large: bool) -> Vec<(&'static str, ArrayRef)> {
        let count = || graphs.iter().map(Graph::edge_count);
        let edges = || graphs.iter().flat_map(|graph| graph.edges().map(|(u, v, _)| [i64::from(u), i64::from(v)]));
        let end = |at: usize| whole(kinds[at], edges().map(|edge| edge[at]));
        // The first ends of a graph, then its second ends.
        let by_graph = graphs.iter().flat_map(|graph| {
            let ends = |first: bool| graph.edges().map(move |(u, v, _)| i64::from(if first { u } else { v }));
            ends(true).chain(ends(false)).collect::<Vec<_>>()
        });
        let halves = lists(large, count().flat_map(|count| [count, count]), whole(kinds[0], by_graph));
        let flat = whole(kinds[0], edges().flatten());
        let mut columns = match self {
            Self::IndexOfLists => vec![("edge_index", lists(large, graphs.iter().map(|_| 2), halves))],
            Self::IndexOfTwo => vec![("edge_index", pairs(halves))],
            Self::Structures => {
                vec![("edges", lists(large, count(), structures(vec![("u", end(0)), ("v", end(1))])))]
            }
            Self::FixedPairs => vec![("edges", lists(large, count(), pairs(flat)))],
            Self::ListPairs => vec![("edges", lists(large, count(), lists(large, edges().map(|_| 2), flat)))],
            Self::Ends => vec![("src", lists(large, count(), end(0))), ("dst", lists(large, count(), end(1)))],
            Self::Graph6 => {
                let texts = graphs.iter().map(super::graph6);
                return vec![("graph6", Arc::new(StringArray::from_iter_values(texts)))];
            }
        };
        columns.push(("num_nodes", whole(kinds[0], graphs.iter().map(|graph| graph.node_count() as i64))));
        columns
    }
}

pub(crate) fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, column)| (name, column, true))).unwrap()
}

/// A graph and its dropped edges, or why there is none.
pub(crate) type ReadRow = Result<(Graph, Dropped), String>;

/// The graphs of a batch with its usual names, problems in words; an error if it holds none.
pub(crate) fn rows(batch: &RecordBatch, parts: Parts) -> Result<Vec<ReadRow>, String> {
    let layout = GraphLayout::find(&batch.schema(), &ColumnNames::new(), parts).map_err(|error| error.to_string())?;
    let mut rows = GraphRows::new(layout, &ReadOptions::new().max_declared_nodes(1000));
    Ok(rows.of(batch).map(|row| row.map_err(|problem| problem.to_string())).collect())
}

/// Paths of 2 to 6 nodes, over and over.
pub(crate) fn paths(count: usize) -> Vec<Graph> {
    let path = |nodes: u32| Graph::from_edges(nodes as usize, &(1..nodes).map(|v| (v - 1, v)).collect::<Vec<_>>());
    (0..count).map(|at| path(2 + at as u32 % 5).unwrap()).collect()
}

/// The bytes of a Parquet file.
pub(crate) fn parquet_of(batch: &RecordBatch, codec: Compression, group_rows: usize) -> Vec<u8> {
    let properties = WriterProperties::builder().set_compression(codec).set_max_row_group_row_count(Some(group_rows));
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties.build())).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

/// The bytes of an Arrow file, or of a stream; two batches if there are two rows.
pub(crate) fn ipc_of(batch: &RecordBatch, is_stream: bool) -> Vec<u8> {
    let half = batch.num_rows() / 2;
    let halves = [batch.slice(0, half), batch.slice(half, batch.num_rows() - half)];
    ipc_with(&halves, is_stream, None)
}

/// Batches in Arrow's formats.
pub(crate) fn ipc_with(batches: &[RecordBatch], is_stream: bool, codec: Option<CompressionType>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(codec).unwrap();
    let (mut bytes, schema) = (Cursor::new(Vec::new()), batches[0].schema());
    if is_stream {
        let mut writer = StreamWriter::try_new_with_options(&mut bytes, &schema, options).unwrap();
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        writer.finish().unwrap();
    } else {
        let mut writer = FileWriter::try_new_with_options(&mut bytes, &schema, options).unwrap();
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        writer.finish().unwrap();
    }
    bytes.into_inner()
}
