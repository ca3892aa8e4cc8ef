//! A table of vectors, written at once or in parts: the same calls for both.

use serde_json::Value;

use super::{OutputError, PartsWriter, TableWriter, VectorRow};
use crate::input::KeptRow;

/// A table of vectors, written at once or in parts.
#[derive(Debug)]
pub enum VectorTable {
    /// At once.
    Whole(TableWriter),
    /// In parts, so that a later run can go on.
    Parts(Box<PartsWriter>),
}

impl VectorTable {
    /// Items of the input that earlier runs have done.
    #[must_use]
    pub fn items(&self) -> u64 {
        match self {
            Self::Whole(_) => 0,
            Self::Parts(parts) => parts.items(),
        }
    }

    /// The notes of earlier runs.
    #[must_use]
    pub fn notes(&self) -> Vec<Value> {
        match self {
            Self::Whole(_) => Vec::new(),
            Self::Parts(parts) => parts.notes().cloned().collect(),
        }
    }

    /// Appends a row, with the values that are kept, if the table keeps any.
    ///
    /// # Errors
    /// As for [`TableWriter::write_kept_row`].
    ///
    /// # Panics
    /// If the vector has another length than there are columns.
    pub fn write_row(&mut self, row: VectorRow<'_>, kept: Option<&KeptRow>) -> Result<(), OutputError> {
        match self {
            Self::Whole(table) => table.write_kept_row(row, kept),
            Self::Parts(parts) => parts.write_row(row, kept),
        }
    }

    /// An item of the input is done, with a row or without. At the end of a part, `notes` gives those since the last part.
    ///
    /// # Errors
    /// [`OutputError::Io`].
    pub fn count_item(&mut self, notes: impl FnOnce() -> Value) -> Result<(), OutputError> {
        let Self::Parts(parts) = self else { return Ok(()) };
        parts.count_item();
        if parts.is_full() { parts.close_part(notes()) } else { Ok(()) }
    }

    /// Completes the table and puts it in its place; `notes` gives those since the last part.
    ///
    /// # Errors
    /// [`OutputError::Io`].
    pub fn finish(self, notes: impl FnOnce() -> Value) -> Result<(), OutputError> {
        match self {
            Self::Whole(table) => table.finish(),
            Self::Parts(parts) => parts.finish(notes()),
        }
    }
}
