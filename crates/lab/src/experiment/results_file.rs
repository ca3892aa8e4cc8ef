//! Results of evaluations in a JSON file: one table, or several by name.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::evaluation::Cell;
use sgr_core::text::shown;

/// Results that one or several evaluations made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The commands that made them.
    #[serde(default)]
    pub commands: Vec<String>,
    /// The version of the library that made them.
    #[serde(default)]
    pub version: String,
    /// Threads that were used.
    #[serde(default)]
    pub threads: usize,
    /// The results.
    pub results: Vec<Cell>,
}

/// The content of a file of results: those of one evaluation, or tables by name.
///
/// ```
/// use sgr_lab::experiment::ResultsFile;
/// let file = ResultsFile::from_json(r#"{"tables": {"split": {"results": []}, "folds": {"results": []}}}"#)?;
/// assert!(file.table(Some("split"))?.results.is_empty());
/// let error = file.table(Some("labels")).unwrap_err();
/// assert_eq!(error.to_string(), "found no table \"labels\", wanted one of folds, split");
/// # Ok::<(), sgr_lab::experiment::ResultsFileError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ResultsFile {
    /// A single table has the empty name.
    tables: BTreeMap<String, Results>,
}

/// A file of results that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsFileError {
    /// It is not what `sgr evaluate --json` writes.
    #[error(
        "found no results of an evaluation, wanted {{\"results\": […]}} or {{\"tables\": {{NAME: {{\"results\": […]}}}}}}: {0}"
    )]
    Content(#[from] serde_json::Error),
    /// It has no table of this name.
    #[error("found no table \"{}\", wanted {}", shown(found), wanted_tables(wanted))]
    NoTable {
        /// The name as given.
        found: String,
        /// The names that exist.
        wanted: Vec<String>,
    },
    /// It has several tables, and none was named.
    #[error("found several tables, wanted the name of one: {}", wanted.join(", "))]
    SeveralTables {
        /// The names that exist.
        wanted: Vec<String>,
    },
}

fn wanted_tables(names: &[String]) -> String {
    if names.is_empty() { "no name: the file has one table".to_owned() } else { format!("one of {}", names.join(", ")) }
}

/// Several tables.
#[derive(Deserialize)]
struct Tables {
    tables: BTreeMap<String, Results>,
}

impl ResultsFile {
    /// The content of a file.
    ///
    /// # Errors
    /// [`ResultsFileError::Content`].
    pub fn from_json(text: &str) -> Result<Self, ResultsFileError> {
        let value: serde_json::Value = serde_json::from_str(text)?;
        let tables = if value.get("tables").is_some() {
            serde_json::from_value::<Tables>(value)?.tables
        } else {
            [(String::new(), serde_json::from_value(value)?)].into()
        };
        Ok(Self { tables })
    }

    /// The table of a name, or the only one.
    ///
    /// # Errors
    /// [`ResultsFileError::NoTable`], [`ResultsFileError::SeveralTables`].
    pub fn table(&self, name: Option<&str>) -> Result<&Results, ResultsFileError> {
        let wanted = || self.tables.keys().filter(|name| !name.is_empty()).cloned().collect();
        let only = || (self.tables.len() == 1).then(|| self.tables.values().next()).flatten();
        match name {
            Some(name) => self
                .tables
                .get(name)
                .ok_or_else(|| ResultsFileError::NoTable { found: name.to_owned(), wanted: wanted() }),
            None => only().ok_or_else(|| ResultsFileError::SeveralTables { wanted: wanted() }),
        }
    }
}
