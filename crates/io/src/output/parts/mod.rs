//! Tables that survive a kill: work is written in whole parts, and the next run goes on after the last of them.
//!
//! Next to `OUT.parquet` stands the folder `OUT.parquet.parts` until the table is complete:
//! ```text
//! manifest.json            the work: settings and inputs; another run must have the same
//! part-000000.parquet      rows, as many as a row group of the table
//! part-000000.json         {"items": …, "rows": …, "notes": …}: what the part has used up of the input
//! ```
//! A part counts when its .json is there, which appears after its .parquet. At the end the parts are joined, row group by row
//! group, to the bytes that one uninterrupted run writes.

mod join;
mod manifest;

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::manifest::Manifest;
use super::table::{VectorRow, part_rows};
use super::{AtomicFile, OutputError, TableFormat, TableWriter};
use crate::input::{KeptColumns, KeptRow};

/// What a finished part says of itself.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PartRecord {
    /// Items of the input up to the end of this part, good and bad.
    items: u64,
    /// Rows in this part.
    rows: u64,
    /// The caller's notes on these items.
    notes: Value,
}

/// Writes a Parquet table in parts.
///
/// ```
/// use serde_json::json;
/// use sgr_io::output::{PartsWriter, VectorRow};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("vectors.parquet");
/// let work = json!({ "inputs": ["graphs.jsonl"] });
/// let mut parts = PartsWriter::open(&path, &["h0".into()], None, &work)?;
/// assert_eq!(parts.items(), 0);
/// parts.write_row(VectorRow { id: "g", label: None, vector: &[0.5] }, None)?;
/// parts.count_item();
/// parts.finish(json!([]))?;
/// assert!(path.exists() && !folder.path().join("vectors.parquet.parts").exists());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PartsWriter {
    path: PathBuf,
    folder: PathBuf,
    columns: Vec<String>,
    kept: Option<KeptColumns>,
    done: Vec<PartRecord>,
    part: Option<TableWriter>,
    rows: u64,
    items: u64,
    /// Held until the end: two runs must not write the same parts.
    _lock: fs::File,
}

impl PartsWriter {
    /// Begins, or goes on where an earlier run with the same `work` ended: its settings and inputs, as JSON.
    ///
    /// # Errors
    /// [`OutputError::OtherWork`] if the parts belong to other settings or inputs, [`OutputError::InUse`] if another run writes
    /// them, [`OutputError::DamagedParts`]; and as for [`TableWriter::create`].
    pub fn open(
        path: impl AsRef<Path>,
        columns: &[String],
        kept: Option<&KeptColumns>,
        work: &Value,
    ) -> Result<Self, OutputError> {
        let path = path.as_ref();
        // Early, before anything is computed: the table can be written, and can hold the columns.
        drop(TableWriter::create_keeping(path, TableFormat::Parquet, columns, kept)?);
        let folder = parts_folder(path);
        fs::create_dir_all(&folder).map_err(OutputError::at(&folder))?;
        let lock = lock(&folder)?;
        Manifest::check_or_write(&folder, work)?;
        let done = finished_parts(&folder)?;
        let items = done.last().map_or(0, |part| part.items);
        let (path, columns, kept) = (path.to_owned(), columns.to_vec(), kept.cloned());
        Ok(Self { path, folder, columns, kept, done, part: None, rows: 0, items, _lock: lock })
    }

    /// Items of the input that are used up: the next one is the first to write.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.items
    }

    /// The notes of the parts that earlier runs finished.
    pub fn notes(&self) -> impl Iterator<Item = &Value> {
        self.done.iter().map(|part| &part.notes)
    }

    /// Counts an item of the input as used up: after its row is written, or without a row.
    pub fn count_item(&mut self) {
        self.items += 1;
    }

    /// Appends a row.
    ///
    /// # Errors
    /// As for [`TableWriter::write_kept_row`].
    ///
    /// # Panics
    /// If the vector has another length than there are columns.
    pub fn write_row(&mut self, row: VectorRow<'_>, kept: Option<&KeptRow>) -> Result<(), OutputError> {
        let part = match &mut self.part {
            Some(part) => part,
            None => {
                let path = part_path(&self.folder, self.done.len(), "parquet");
                let (format, kept) = (TableFormat::Parquet, self.kept.as_ref());
                self.part.insert(TableWriter::create_keeping(path, format, &self.columns, kept)?)
            }
        };
        part.write_kept_row(row, kept)?;
        self.rows += 1;
        Ok(())
    }

    /// Whether the part has all its rows and should be closed.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.rows >= part_rows(self.columns.len()) as u64
    }

    /// Completes the part, with notes on its items.
    ///
    /// # Errors
    /// [`OutputError::Io`].
    pub fn close_part(&mut self, notes: Value) -> Result<(), OutputError> {
        let number = self.done.len();
        if let Some(part) = self.part.take() {
            part.finish()?;
        }
        let record = PartRecord { items: self.items, rows: std::mem::take(&mut self.rows), notes };
        let path = part_path(&self.folder, number, "json");
        let text = serde_json::to_vec(&record).map_err(|error| OutputError::at(&path)(std::io::Error::from(error)))?;
        AtomicFile::write(&path, &text)?;
        self.done.push(record);
        Ok(())
    }

    /// Completes the last part, with notes on its items, joins all parts, and puts the table in its place.
    ///
    /// # Errors
    /// [`OutputError::Io`]; the parts stay where they are.
    pub fn finish(mut self, notes: Value) -> Result<(), OutputError> {
        self.close_part(notes)?;
        let with_rows = (0..self.done.len()).filter(|&number| self.done[number].rows > 0);
        let parts: Vec<PathBuf> = with_rows.map(|number| part_path(&self.folder, number, "parquet")).collect();
        if parts.is_empty() {
            TableWriter::create_keeping(&self.path, TableFormat::Parquet, &self.columns, self.kept.as_ref())?
                .finish()?;
        } else {
            join::join(&parts, &self.path)?;
        }
        // The records first: a kill in between must not leave a record without its rows or without the manifest, which a later
        // run with other settings would miss.
        for number in (0..self.done.len()).rev() {
            let record = part_path(&self.folder, number, "json");
            fs::remove_file(&record).map_err(OutputError::at(&record))?;
        }
        fs::remove_dir_all(&self.folder).map_err(OutputError::at(&self.folder))
    }
}

/// The folder of the parts of a table.
#[must_use]
pub fn parts_folder(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".parts");
    path.with_file_name(name)
}

fn part_path(folder: &Path, number: usize, ending: &str) -> PathBuf {
    folder.join(format!("part-{number:06}.{ending}"))
}

/// Takes the folder for this process, and removes files that a killed one did not complete.
fn lock(folder: &Path) -> Result<fs::File, OutputError> {
    let path = folder.join("lock");
    let file = fs::File::create(&path).map_err(OutputError::at(&path))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => return Err(OutputError::InUse { path: folder.to_owned() }),
        Err(fs::TryLockError::Error(error)) => return Err(OutputError::at(&path)(error)),
    }
    for entry in fs::read_dir(folder).map_err(OutputError::at(folder))? {
        let path = entry.map_err(OutputError::at(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(".sgr-") && name.ends_with(".tmp") {
            fs::remove_file(&path).map_err(OutputError::at(&path))?;
        }
    }
    Ok(file)
}

/// The records of the parts from the first on, up to the first that is not finished.
fn finished_parts(folder: &Path) -> Result<Vec<PartRecord>, OutputError> {
    let mut done: Vec<PartRecord> = Vec::new();
    loop {
        let path = part_path(folder, done.len(), "json");
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(done),
            Err(error) => return Err(OutputError::at(&path)(error)),
        };
        let damaged = |reason: String| OutputError::DamagedParts { path: path.clone(), reason };
        let part: PartRecord = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if part.rows > 0 {
            let rows = part_path(folder, done.len(), "parquet");
            let found = join::rows_of(&rows).map_err(|error| damaged(error.to_string()))?;
            if found != part.rows {
                return Err(damaged(format!("found {found} rows in its .parquet, wanted {}", part.rows)));
            }
        }
        done.push(part);
    }
}
