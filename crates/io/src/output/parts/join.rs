//! Parquet files of the same columns, one after another, without decoding them.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    ColumnChunkMetaData, PageIndexPolicy, ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader,
};
use parquet::file::statistics::Statistics;
use parquet::file::writer::SerializedFileWriter;

use crate::output::table::parquet_properties;
use crate::output::{AtomicFile, OutputError};

/// Puts the row groups of `parts`, of which there is at least one, into one file.
pub(super) fn join(parts: &[PathBuf], target: &Path) -> Result<(), OutputError> {
    let mut writer: Option<SerializedFileWriter<AtomicFile>> = None;
    for part in parts {
        let (file, metadata) = open(part).map_err(OutputError::at(part))?;
        let writer = match &mut writer {
            Some(writer) => writer,
            None => writer.insert(begin(target, &metadata)?),
        };
        append(writer, &file, &metadata).map_err(|error| OutputError::at(part)(io::Error::from(error)))?;
    }
    match writer {
        None => Ok(()),
        Some(writer) => {
            let file = writer.into_inner().map_err(|error| OutputError::at(target)(io::Error::from(error)))?;
            file.commit()
        }
    }
}

/// The number of rows that a file says it has.
pub(super) fn rows_of(path: &Path) -> io::Result<u64> {
    let (_, metadata) = open(path)?;
    Ok(u64::try_from(metadata.file_metadata().num_rows()).unwrap_or(0))
}

fn open(path: &Path) -> io::Result<(File, ParquetMetaData)> {
    let file = File::open(path)?;
    // All that the footer says, so that the joined one says it too.
    let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
    let reader = ParquetMetaDataReader::new().with_metadata_options(Some(options));
    let reader = reader.with_page_index_policy(PageIndexPolicy::Optional);
    let metadata = reader.parse_and_finish(&file)?;
    Ok((file, metadata))
}

/// A file with the schema and the notes of the first part.
fn begin(target: &Path, first: &ParquetMetaData) -> Result<SerializedFileWriter<AtomicFile>, OutputError> {
    let schema = first.file_metadata().schema_descr().root_schema_ptr();
    let notes = first.file_metadata().key_value_metadata().cloned();
    let properties = parquet_properties().set_key_value_metadata(notes).build();
    let file = AtomicFile::create(target)?;
    SerializedFileWriter::new(file, schema, Arc::new(properties))
        .map_err(|error| OutputError::at(target)(io::Error::from(error)))
}

fn append(
    writer: &mut SerializedFileWriter<AtomicFile>,
    file: &File,
    metadata: &ParquetMetaData,
) -> Result<(), ParquetError> {
    for (number, group) in metadata.row_groups().iter().enumerate() {
        let mut target = writer.next_row_group()?;
        for (column, chunk) in group.columns().iter().enumerate() {
            let column_index = metadata.column_index().and_then(|all| all.get(number)?.get(column).cloned());
            let offset_index = metadata.offset_index().and_then(|all| all.get(number)?.get(column).cloned());
            let chunk = ColumnCloseResult {
                bytes_written: u64::try_from(chunk.compressed_size()).unwrap_or(0),
                rows_written: u64::try_from(group.num_rows()).unwrap_or(0),
                metadata: with_written_statistics(chunk)?,
                bloom_filter: None,
                column_index,
                offset_index,
            };
            target.append_column(file, chunk)?;
        }
        target.close()?;
    }
    Ok(())
}

/// The metadata of a chunk with its statistics as the writer made them: for signed numbers they stand in fields of older versions
/// of the format too, which the reader does not tell.
fn with_written_statistics(chunk: &ColumnChunkMetaData) -> Result<ColumnChunkMetaData, ParquetError> {
    let is_signed = chunk.column_descr().sort_order().is_signed();
    let Some(statistics) = chunk.statistics().filter(|_| is_signed) else { return Ok(chunk.clone()) };
    let statistics = match statistics.clone() {
        Statistics::Boolean(found) => Statistics::Boolean(found.with_backwards_compatible_min_max(true)),
        Statistics::Int32(found) => Statistics::Int32(found.with_backwards_compatible_min_max(true)),
        Statistics::Int64(found) => Statistics::Int64(found.with_backwards_compatible_min_max(true)),
        Statistics::Int96(found) => Statistics::Int96(found.with_backwards_compatible_min_max(true)),
        Statistics::Float(found) => Statistics::Float(found.with_backwards_compatible_min_max(true)),
        Statistics::Double(found) => Statistics::Double(found.with_backwards_compatible_min_max(true)),
        Statistics::ByteArray(found) => Statistics::ByteArray(found.with_backwards_compatible_min_max(true)),
        Statistics::FixedLenByteArray(found) => {
            Statistics::FixedLenByteArray(found.with_backwards_compatible_min_max(true))
        }
    };
    chunk.clone().into_builder().set_statistics(statistics).build()
}
