//! Columns that go from an input table to an output table as they are.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::layout::columns_in_words;
use super::{ColumnNames, GraphLayout, LayoutError, Parts};

/// Columns of a table that are to be kept: their positions in it, and their schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptColumns {
    positions: Vec<usize>,
    schema: SchemaRef,
}

/// The kept values of one row.
#[derive(Debug, Clone)]
pub struct KeptRow {
    /// The kept columns of the row's batch.
    pub(crate) batch: Arc<RecordBatch>,
    pub(crate) row: usize,
}

impl KeptColumns {
    /// Finds columns by their names, in the order of the names.
    ///
    /// # Errors
    /// [`LayoutError::NotKept`] for a name that no column has.
    pub fn find(schema: &Schema, names: &[String]) -> Result<Self, LayoutError> {
        let position = |column: &String| {
            schema.index_of(column).map_err(|_| {
                let found = columns_in_words(schema);
                LayoutError::NotKept { column: column.clone(), found }
            })
        };
        let positions = names.iter().map(position).collect::<Result<Vec<_>, _>>()?;
        let fields: Vec<_> = positions.iter().map(|&at| schema.fields()[at].clone()).collect();
        Ok(Self { positions, schema: Arc::new(Schema::new(fields)) })
    }

    /// Columns of texts with these names, for formats whose values are texts.
    pub(in crate::input) fn of_texts(names: &[String]) -> Self {
        let fields: Vec<Field> = names.iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
        Self { positions: (0..names.len()).collect(), schema: Arc::new(Schema::new(fields)) }
    }

    /// A row of such columns.
    pub(in crate::input) fn row_of_texts(&self, texts: &[Option<String>]) -> KeptRow {
        let columns = texts.iter().map(|text| Arc::new(StringArray::from(vec![text.as_deref()])) as ArrayRef).collect();
        let batch = RecordBatch::try_new(self.schema.clone(), columns).expect("a text for each column of texts");
        KeptRow { batch: Arc::new(batch), row: 0 }
    }

    /// The kept columns of a batch.
    ///
    /// # Panics
    /// If the batch has fewer columns than the table that they were found in.
    #[must_use]
    pub fn of(&self, batch: &RecordBatch) -> RecordBatch {
        batch.project(&self.positions).expect("a batch has the columns of its table")
    }

    /// Their positions in the table.
    #[must_use]
    pub fn positions(&self) -> &[usize] {
        &self.positions
    }

    /// Their names and types.
    #[must_use]
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }
}

/// All columns of a table that are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::input) struct ColumnsInUse {
    pub(in crate::input) layout: GraphLayout,
    /// The columns to keep, if any were asked for.
    pub(in crate::input) kept: Option<KeptColumns>,
    /// The positions of both, ascending.
    pub(in crate::input) positions: Vec<usize>,
}

impl ColumnsInUse {
    pub(in crate::input) fn find(
        schema: &Schema,
        names: &ColumnNames,
        parts: Parts,
        keep: &[String],
    ) -> Result<Self, LayoutError> {
        let layout = GraphLayout::find(schema, names, parts)?;
        let kept = if keep.is_empty() { None } else { Some(KeptColumns::find(schema, keep)?) };
        let mut positions = layout.columns();
        positions.extend(kept.iter().flat_map(|kept| kept.positions()));
        positions.sort_unstable();
        positions.dedup();
        Ok(Self { layout, kept, positions })
    }
}
