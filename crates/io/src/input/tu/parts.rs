//! The files of a TU collection, in a folder or a .zip archive, for the TU reader.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::Archive;
use crate::input::memory::MemoryLimit;
use crate::input::stream::lines::Lines;
use crate::input::{InputError, Problem};
use sgr_core::text::shown;

/// Ending of the file that every collection has.
const EDGES: &str = "_A.txt";

/// The files of a TU collection, in a folder or a .zip.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) path: PathBuf,
    pub(super) memory: MemoryLimit,
    /// `None` for a folder.
    archive: Option<Archive>,
    /// Common start of the files' names: folder and name of the collection.
    prefix: String,
    /// The names that exist.
    names: Vec<String>,
}

/// Lines of one part, with its name for error messages.
pub(super) struct PartLines {
    /// Shared, so that errors copy no text.
    pub(super) name: Arc<str>,
    pub(super) lines: Lines<Box<dyn Read + Send>>,
}

impl Parts {
    /// Finds the collection in a folder or archive by its one file `NAME_A.txt`.
    pub(super) fn find(path: &Path, memory: MemoryLimit) -> Result<Self, InputError> {
        let (archive, names) = if path.is_dir() {
            (None, folder_names(path)?)
        } else {
            let (archive, names) = Archive::open(path)?;
            (Some(archive), names)
        };
        let edges: Vec<&String> = names.iter().filter(|name| name.ends_with(EDGES)).collect();
        let prefix = match edges.as_slice() {
            [one] => one.strip_suffix(EDGES).unwrap_or(one).to_owned(),
            [] => {
                let missing = Problem::Missing {
                    missing: format!("NAME{EDGES}"),
                    wanted: "wanted a TU collection: NAME_A.txt, NAME_graph_indicator.txt and NAME_graph_labels.txt"
                        .to_owned(),
                };
                return Err(InputError::file(path, missing));
            }
            several => {
                let found = format!("{} collections ({}, …)", several.len(), shown(several[0]));
                let wanted = "one collection for each folder or archive".to_owned();
                return Err(InputError::file(path, Problem::Unexpected { found, wanted }));
            }
        };
        Ok(Self { path: path.to_owned(), memory, archive, prefix, names })
    }

    /// The name of the part with this ending.
    pub(super) fn name(&self, part: &str) -> String {
        format!("{}_{part}.txt", self.prefix)
    }

    /// The part with this ending, such as `A` or `graph_labels`, if it exists.
    pub(super) fn open(&self, part: &str) -> Result<Option<PartLines>, InputError> {
        let name = self.name(part);
        if !self.names.contains(&name) {
            return Ok(None);
        }
        let source: io::Result<Box<dyn Read + Send>> = match &self.archive {
            Some(archive) => archive.entry(&name),
            None => File::open(self.path.join(&name)).map(|file| Box::new(file) as _),
        };
        let source = source.map_err(|error| InputError::file(&self.path, error).in_entry(&name))?;
        Ok(Some(PartLines { name: name.into(), lines: Lines::new(source, self.memory) }))
    }

    /// The part with this ending; an error with `wanted` if it does not exist.
    pub(super) fn require(&self, part: &str, wanted: &str) -> Result<PartLines, InputError> {
        self.open(part)?.ok_or_else(|| {
            let missing = self.name(part);
            InputError::file(&self.path, Problem::Missing { missing, wanted: wanted.to_owned() })
        })
    }
}

impl PartLines {
    /// The next line without blanks around it.
    pub(super) fn next(&mut self, path: &Path) -> Result<Option<&[u8]>, InputError> {
        let number = self.lines.number() + 1;
        match self.lines.next_line() {
            Ok(line) => Ok(line.map(<[u8]>::trim_ascii)),
            Err(problem) => Err(InputError::file(path, problem).in_entry(&self.name).at_line(number)),
        }
    }

    /// An error at the line read last.
    pub(super) fn error(&self, path: &Path, problem: Problem) -> InputError {
        InputError::file(path, problem).in_entry(&self.name).at_line(self.lines.number())
    }
}

fn folder_names(path: &Path) -> Result<Vec<String>, InputError> {
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| InputError::file(path, error))?;
    let mut names: Vec<String> = entries.iter().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    Ok(names)
}
