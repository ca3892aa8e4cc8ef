//! Results of evaluations, kept from run to run.
//!
//! One JSON line for each result, appended as it comes, so that a run that was interrupted goes on where it stopped. A
//! line names all inputs of its result; a line that is cut off, damaged or of another version is ignored.
//!
//! The cache saves time and nothing else: if it cannot be read or written, that is a warning, and the results go on.

use std::cell::Cell as Flag;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sgr::evaluation::Cell;
use sgr::text::shown_path;

use crate::report::complain;

/// A longer line is no result (they take about 600 bytes): it is skipped without being held in memory.
const LONGEST_LINE: u64 = 1 << 20;

/// The file, and its results when it was opened.
#[derive(Debug)]
pub(crate) struct ResultsCache {
    path: Option<PathBuf>,
    kept: HashMap<String, Cell>,
    /// Whether the user knows that results cannot be kept: one line of warning is enough.
    has_warned: Flag<bool>,
}

impl ResultsCache {
    /// One that keeps nothing.
    pub(crate) fn none() -> Self {
        Self { path: None, kept: HashMap::new(), has_warned: Flag::new(false) }
    }

    /// The results in the file. A file that does not exist holds none; one that cannot be read holds those before the
    /// fault, and is named on stderr.
    pub(crate) fn open(path: PathBuf) -> Self {
        let mut kept = HashMap::new();
        if let Err(error) = read(&path, &mut kept) {
            let (path, count) = (shown_path(&path), kept.len());
            complain(format_args!("warning: {path}: cannot read kept results ({error}), {count} are used"));
        }
        Self { path: Some(path), kept, has_warned: Flag::new(false) }
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

    /// Appends a result. If that fails, the first failure is named on stderr; later results are tried again, because a
    /// full disk may have room by then.
    pub(crate) fn keep(&self, key: &str, result: &Cell) {
        let Some(path) = &self.path else { return };
        // A line that was cut off by a kill or a full disk must not swallow this one: it starts on a line of its own.
        let line = format!("\n{}", json!({ "key": key, "result": result }));
        if let Err(error) = append(path, line.as_bytes())
            && !self.has_warned.replace(true)
        {
            complain(format_args!("warning: {}: cannot keep results ({error})", shown_path(path)));
        }
    }
}

/// Adds the results of a file to `kept`, line by line, in bounded memory.
fn read(path: &Path, kept: &mut HashMap<String, Cell>) -> io::Result<()> {
    match fs::metadata(path) {
        // A pipe would wait for a writer, a device may never end.
        Ok(found) if !found.is_file() => return Err(io::Error::other("not a file")),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    }
    let mut file = BufReader::new(File::open(path)?);
    let mut line = Vec::new();
    while (&mut file).take(LONGEST_LINE).read_until(b'\n', &mut line)? > 0 {
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            file.skip_until(b'\n')?;
        } else {
            kept.extend(parse(&line));
        }
        line.clear();
    }
    Ok(())
}

/// A line's key and result. Bytes, not text: a line that was cut inside a character is damaged, the others are not.
fn parse(line: &[u8]) -> Option<(String, Cell)> {
    let mut line: Value = serde_json::from_slice(line).ok()?;
    // Not `line["result"]`, which panics for a line that is no object.
    let result = serde_json::from_value(line.get_mut("result")?.take()).ok()?;
    Some((line.get("key")?.as_str()?.to_owned(), result))
}

/// Appends bytes by one write at the end of the file, which the system does as a whole: two runs at once do not mix their
/// lines.
fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    OpenOptions::new().create(true).append(true).open(path)?.write_all(bytes)
}
