//! Columns of an input table on their way to an output table.

use std::path::Path;

use super::TableFormat;
use crate::input::KeptColumns;
use crate::output::OutputError;

/// Names that every table has for columns of its own.
const OWN: [&str; 3] = ["id", "label", "vector"];

#[cfg(feature = "parquet")]
pub(super) use with_tables::{GatheredRows, names, values};
#[cfg(not(feature = "parquet"))]
pub(super) use without_tables::{names, values};

/// An error if a format cannot hold the columns, or has one of their names itself.
pub(super) fn check(path: &Path, format: TableFormat, kept: &KeptColumns) -> Result<(), OutputError> {
    let path = || path.to_owned();
    let names = names(kept);
    if let Some(column) = names.iter().find(|name| OWN.contains(&name.as_str())) {
        return Err(OutputError::NameTaken { path: path(), column: column.clone() });
    }
    if let Some((_, column)) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        return Err(OutputError::KeptTwice { path: path(), column: column.clone() });
    }
    match format {
        TableFormat::Parquet => Ok(()),
        TableFormat::Csv | TableFormat::JsonLines => match nested_column(kept) {
            None => Ok(()),
            Some(found) => Err(OutputError::CannotKeep { path: path(), format, found }),
        },
        TableFormat::Npy | TableFormat::Npz => {
            Err(OutputError::CannotKeep { path: path(), format, found: "columns to keep".to_owned() })
        }
    }
}

#[cfg(feature = "parquet")]
use with_tables::nested_column;
#[cfg(not(feature = "parquet"))]
use without_tables::nested_column;

#[cfg(feature = "parquet")]
mod with_tables {
    use std::io;
    use std::sync::Arc;

    use arrow_array::{Array, ArrayRef, RecordBatch};
    use arrow_schema::{ArrowError, DataType};
    use arrow_select::interleave::interleave;

    use crate::input::columns::{Scalar, scalar_at};
    use crate::input::{KeptColumns, KeptRow};

    pub(in super::super) fn names(kept: &KeptColumns) -> Vec<String> {
        kept.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The first column, with its type, whose values are no texts, numbers or truth values.
    pub(super) fn nested_column(kept: &KeptColumns) -> Option<String> {
        let is_plain = |data_type: &DataType| Scalar::fits(data_type);
        let fields = kept.schema().fields();
        let nested = fields.iter().find(|field| !is_plain(field.data_type()))?;
        Some(format!("column \"{}\" of {}", sgr_core::text::shown(nested.name()), nested.data_type()))
    }

    /// A kept value and its column's name.
    pub(in super::super) struct NamedValue<'a> {
        row: &'a KeptRow,
        column: usize,
    }

    /// The values of a row.
    pub(in super::super) fn values(row: &KeptRow) -> Vec<NamedValue<'_>> {
        (0..row.batch.num_columns()).map(|column| NamedValue { row, column }).collect()
    }

    impl NamedValue<'_> {
        pub(in super::super) fn name(&self) -> &str {
            self.row.batch.schema_ref().field(self.column).name()
        }

        fn scalar(&self) -> Scalar<'_> {
            scalar_at(self.row.batch.column(self.column), self.row.row)
        }

        /// The value as a field of comma-separated text; nothing for null.
        pub(in super::super) fn csv(&self) -> String {
            match self.scalar() {
                Scalar::Null => String::new(),
                Scalar::Text(text) => text.to_owned(),
                Scalar::Whole(digits) => digits,
                Scalar::Number(number) => number.to_string(),
                Scalar::Truth(truth) => truth.to_string(),
            }
        }

        /// The value as JSON; null for numbers that JSON does not know.
        pub(in super::super) fn json(&self) -> io::Result<String> {
            Ok(match self.scalar() {
                Scalar::Null => "null".to_owned(),
                Scalar::Text(text) => serde_json::to_string(text)?,
                Scalar::Whole(digits) => digits,
                Scalar::Number(number) => serde_json::to_string(&number)?,
                Scalar::Truth(truth) => truth.to_string(),
            })
        }
    }

    /// Rows of batches that wait to become columns of one batch.
    #[derive(Default)]
    pub(in super::super) struct GatheredRows {
        batches: Vec<Arc<RecordBatch>>,
        /// Batch and row.
        rows: Vec<(usize, usize)>,
    }

    impl GatheredRows {
        pub(in super::super) fn push(&mut self, kept: &KeptRow) {
            if !self.batches.last().is_some_and(|last| Arc::ptr_eq(last, &kept.batch)) {
                self.batches.push(kept.batch.clone());
            }
            self.rows.push((self.batches.len() - 1, kept.row));
        }

        /// The columns of the gathered rows, none of which is left.
        pub(in super::super) fn take_columns(&mut self) -> Result<Vec<ArrayRef>, ArrowError> {
            let (batches, rows) = (std::mem::take(&mut self.batches), std::mem::take(&mut self.rows));
            let columns = 0..batches.first().map_or(0, |batch| batch.num_columns());
            columns
                .map(|column| {
                    let arrays: Vec<&dyn Array> = batches.iter().map(|batch| batch.column(column).as_ref()).collect();
                    interleave(&arrays, &rows)
                })
                .collect()
        }
    }
}

/// In a build without tables there are no columns to keep.
#[cfg(not(feature = "parquet"))]
mod without_tables {
    use std::io;

    use crate::input::{KeptColumns, KeptRow};

    pub(in super::super) fn names(kept: &KeptColumns) -> Vec<String> {
        match *kept {}
    }

    pub(super) fn nested_column(kept: &KeptColumns) -> Option<String> {
        match *kept {}
    }

    pub(in super::super) enum NamedValue {}

    pub(in super::super) fn values(row: &KeptRow) -> Vec<NamedValue> {
        match *row {}
    }

    impl NamedValue {
        pub(in super::super) fn name(&self) -> &str {
            match *self {}
        }

        pub(in super::super) fn csv(&self) -> String {
            match *self {}
        }

        pub(in super::super) fn json(&self) -> io::Result<String> {
            match *self {}
        }
    }
}
