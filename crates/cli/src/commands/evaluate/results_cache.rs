//! Results of evaluations, kept from run to run.
//!
//! One JSON line for each result, appended as it comes, so that a run that was interrupted goes on where it stopped. A
//! line names all inputs of its result; a line that is cut off or of another version is ignored.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::{Value, json};
use sgr::evaluation::Cell;

/// The file, and its results when it was opened.
#[derive(Debug)]
pub(crate) struct ResultsCache {
    path: Option<PathBuf>,
    kept: HashMap<String, Cell>,
}

impl ResultsCache {
    /// One that keeps nothing.
    pub(crate) fn none() -> Self {
        Self { path: None, kept: HashMap::new() }
    }

    /// The results in the file; a file that does not exist holds none.
    pub(crate) fn open(path: PathBuf) -> anyhow::Result<Self> {
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("{}: cannot read kept results", path.display())),
        };
        Ok(Self { path: Some(path), kept: text.lines().filter_map(parse).collect() })
    }

    /// The usual place: `sgr/evaluate.jsonl` in the user's cache folder; nowhere if the user has no home.
    pub(crate) fn usual_path() -> Option<PathBuf> {
        let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let cache = folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))?;
        Some(cache.join("sgr").join("evaluate.jsonl"))
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Cell> {
        self.kept.get(key)
    }

    /// Appends a result, as one write: two runs at once do not mix their lines.
    pub(crate) fn keep(&self, key: &str, result: &Cell) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        // A line that was cut off by a kill must not swallow this one: it starts on a line of its own.
        let line = format!("\n{}", json!({ "key": key, "result": result }));
        append(path, line.as_bytes()).with_context(|| format!("{}: cannot keep results", path.display()))
    }
}

/// A line's key and result.
fn parse(line: &str) -> Option<(String, Cell)> {
    let mut line: Value = serde_json::from_str(line).ok()?;
    // Not `line["result"]`, which panics for a line that is no object.
    let result = serde_json::from_value(line.get_mut("result")?.take()).ok()?;
    Some((line.get("key")?.as_str()?.to_owned(), result))
}

fn append(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().create(true).append(true).open(path)?.write_all(bytes)
}
