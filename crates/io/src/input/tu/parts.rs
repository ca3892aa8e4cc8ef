//! The files of a TU collection, in a folder or a .zip archive, for the TU reader.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hashbrown::HashSet;
use zip::ZipArchive;

use crate::input::memory::MemoryLimit;
use crate::input::stream::lines::Lines;
use crate::input::stream::read_ahead::ReadAhead;
use crate::input::{InputError, Problem};
use sgr_core::text::shown;

/// Ending of the file that every collection has.
const EDGES: &str = "_A.txt";

/// Entries below this size are not worth a thread.
const SMALL_ENTRY: u64 = 1 << 18;

/// The files of a TU collection, in a folder or a .zip.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) path: PathBuf,
    pub(super) memory: MemoryLimit,
    is_zip: bool,
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
        let is_zip = !path.is_dir();
        let names = if is_zip { zip_names(path)? } else { folder_names(path)? };
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
        Ok(Self { path: path.to_owned(), memory, is_zip, prefix, names })
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
        let source: Box<dyn Read + Send> = if self.is_zip {
            self.open_entry(&name).map_err(|error| InputError::file(&self.path, error).in_entry(&name))?
        } else {
            let file = File::open(self.path.join(&name));
            Box::new(file.map_err(|error| InputError::file(&self.path, error).in_entry(&name))?)
        };
        Ok(Some(PartLines { name: name.into(), lines: Lines::new(source, self.memory) }))
    }

    /// An entry of the archive: small ones are unpacked at once, large ones by a thread that reads ahead.
    fn open_entry(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        let mut start = Vec::new();
        open_zip(&self.path)?.by_name(name)?.take(SMALL_ENTRY).read_to_end(&mut start)?;
        if (start.len() as u64) < SMALL_ENTRY {
            return Ok(Box::new(io::Cursor::new(start)));
        }
        let (path, name) = (self.path.clone(), name.to_owned());
        Ok(Box::new(ReadAhead::spawn(move |sender| sender.send_all(open_zip(&path)?.by_name(&name)?))))
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

fn open_zip(path: &Path) -> io::Result<ZipArchive<BufReader<File>>> {
    Ok(ZipArchive::new(BufReader::new(File::open(path)?))?)
}

/// Names of the files in an archive, after checking that none points outside of it.
fn zip_names(path: &Path) -> Result<Vec<String>, InputError> {
    let file = File::open(path).map_err(|error| InputError::file(path, error))?;
    let damaged = |error: zip::result::ZipError| InputError::file(path, Problem::Zip(error.to_string()));
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    if archive.has_duplicate_names() {
        let again = repeated_name(path, archive.central_directory_start()).unwrap_or_default();
        let found = format!("the entry \"{}\" twice", shown(&again));
        return Err(InputError::file(path, Problem::Unexpected { found, wanted: "each entry once".to_owned() }));
    }
    let mut names = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(damaged)?;
        let name = entry.name().map_err(damaged)?;
        if entry.enclosed_name().is_none() {
            let found = format!("the entry \"{}\"", shown(&name));
            let wanted = "entries inside the archive's own folder".to_owned();
            return Err(InputError::file(path, Problem::Unexpected { found, wanted }));
        }
        // macOS puts a shadow of every file there.
        if entry.is_file() && !name.starts_with("__MACOSX/") {
            names.push(name.into_owned());
        }
    }
    Ok(names)
}

/// The first name that the directory of an archive has twice. A central header has a fixed part of 46 bytes with the lengths
/// of name, extra field and comment at 28, 30 and 32; the three follow it (APPNOTE.TXT 4.3.12).
fn repeated_name(path: &Path, start: u64) -> io::Result<String> {
    const SIGNATURE: &[u8; 4] = b"PK\x01\x02";
    let mut file = BufReader::new(File::open(path)?);
    file.seek(io::SeekFrom::Start(start))?;
    let mut seen = HashSet::new();
    let mut fixed = [0; 46];
    loop {
        file.read_exact(&mut fixed)?;
        if !fixed.starts_with(SIGNATURE) {
            return Ok(String::new());
        }
        let length = |at: usize| usize::from(u16::from_le_bytes([fixed[at], fixed[at + 1]]));
        let mut name = vec![0; length(28)];
        file.read_exact(&mut name)?;
        if !seen.insert(name.clone()) {
            return Ok(String::from_utf8_lossy(&name).into_owned());
        }
        file.seek_relative((length(30) + length(32)) as i64)?;
    }
}

fn folder_names(path: &Path) -> Result<Vec<String>, InputError> {
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| InputError::file(path, error))?;
    let mut names: Vec<String> = entries.iter().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    Ok(names)
}
