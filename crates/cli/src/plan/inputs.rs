//! The graphs of all inputs as one stream.

use std::borrow::Borrow;
use std::cell::Cell;
use std::collections::HashSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use sgr::graph::{Attributes, Graph, GraphRecord};
use sgr::input::{self, Format, GraphReader, InputError, KeptColumns, KeptRow, Problem, ReadOptions, Scope};
use sgr::text::shown_path;

use super::reading::NamedPath;
use crate::args::{InputArgs, MemoryArgs, ReadArgs};

/// A path that stands for standard input or standard output.
const STANDARD: &str = "-";

/// A graph on its way, with the file or folder it came from.
#[derive(Debug)]
pub(crate) struct SourcedGraph {
    pub(crate) path: PathBuf,
    pub(crate) record: GraphRecord,
    /// The values of its row that go to the output, if any were asked for.
    pub(crate) kept: Option<KeptRow>,
}

impl Borrow<Graph> for SourcedGraph {
    fn borrow(&self) -> &Graph {
        &self.record.graph
    }
}

/// A graph that has no result.
pub(crate) type Skipped = sgr::embed::Skipped<SourcedGraph, InputError>;

/// The graphs of all inputs, one file after another. With several inputs the ids get the file's name in front.
pub(crate) struct Inputs {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) format: Option<Format>,
    pub(crate) options: ReadOptions,
    /// Standard input, once its columns were looked at: it flows only once.
    opened: Cell<Option<GraphReader>>,
}

impl Inputs {
    /// The inputs that the arguments name.
    pub(crate) fn new(input: &InputArgs, read: &ReadArgs, memory: &MemoryArgs) -> anyhow::Result<Self> {
        Self::of(input.paths(memory)?, read, memory)
    }

    /// The inputs of a list of paths, checked before any work is done.
    pub(crate) fn of(paths: Vec<NamedPath>, read: &ReadArgs, memory: &MemoryArgs) -> anyhow::Result<Self> {
        for NamedPath { path, listed } in &paths {
            let checked = check(path, read.format);
            match listed {
                Some(place) => checked.with_context(|| place.to_string())?,
                None => checked?,
            }
        }
        if paths.iter().filter(|named| is_standard(&named.path)).count() > 1 {
            bail!("found standard input twice, wanted it once");
        }
        let paths = paths.into_iter().map(|named| named.path).collect();
        Ok(Self { paths, format: read.format, options: read.options(memory.bytes()), opened: Cell::new(None) })
    }

    /// The name of the first input: the title of a page about it.
    pub(crate) fn title(&self) -> String {
        let name = self.paths.first().and_then(|path| path.file_stem()).unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Whether the graphs can be read a second time.
    pub(crate) fn can_be_read_again(&self) -> bool {
        !self.paths.iter().any(|path| is_standard(path))
    }

    /// The number of graphs, where one input knows it beforehand.
    pub(crate) fn expected(&self) -> Option<u64> {
        let [path] = self.paths.as_slice() else { return None };
        // Only TU collections and tables know; and a pipe must not be opened twice.
        let format = self.format.map_or_else(|| Format::from_path(path).ok(), Some);
        if !matches!(format, Some(Format::Tu | Format::Parquet)) {
            return None;
        }
        let reader = input::open(path, self.format, &self.options).ok()?;
        reader.size_hint().1.map(|count| count as u64)
    }

    /// The columns of the inputs that go to the output, if any were asked for: the same of every input.
    pub(crate) fn kept(&self) -> anyhow::Result<Option<KeptColumns>> {
        if self.options.keep.is_empty() {
            return Ok(None);
        }
        let mut first: Option<(KeptColumns, &Path)> = None;
        for path in &self.paths {
            if is_standard(path) && self.paths.len() > 1 {
                bail!("columns are kept of one table: found standard input next to other inputs, wanted it alone");
            }
            let kept = self.look_into(path, |reader| reader.kept().cloned())?;
            let Some(kept) = kept else { continue };
            match &first {
                None => first = Some((kept, path)),
                Some((known, _)) if known.schema() == kept.schema() => {}
                Some((_, other)) => {
                    let (path, other) = (shown_path(path), shown_path(other));
                    bail!("{path}: found columns to keep of other types than in {other}, wanted the same");
                }
            }
        }
        Ok(first.map(|(kept, _)| kept))
    }

    /// Whether an input holds molecules or proteins, by its format or, for a table, by its columns. An input that cannot be
    /// opened tells why when it is read.
    pub(crate) fn holds_molecules(&self, path: &Path) -> bool {
        let format = self.format.map_or_else(|| Format::from_path(path).ok(), Some);
        // Standard input that is one of several inputs flows only when it is its turn.
        let is_looked_into = format.is_some_and(Format::is_table) && (!is_standard(path) || self.paths.len() == 1);
        match is_looked_into {
            true => self.look_into(path, GraphReader::has_molecules).unwrap_or(false),
            false => format.is_some_and(Format::is_molecular),
        }
    }

    /// Opens one of the inputs, or goes on with it where it was looked into.
    pub(crate) fn open(&self, path: &Path) -> Result<GraphReader, InputError> {
        let opened = if is_standard(path) { self.opened.take() } else { None };
        opened.map_or_else(|| open_input(path, self.format, &self.options), Ok)
    }

    /// Looks at a reader before its first graph; that of standard input is kept for later.
    fn look_into<T>(&self, path: &Path, look: impl FnOnce(&GraphReader) -> T) -> Result<T, InputError> {
        let reader = self.open(path)?;
        let seen = look(&reader);
        if is_standard(path) {
            self.opened.set(Some(reader));
        }
        Ok(seen)
    }

    /// The names of the inputs that go in front of ids, if there are several. Files of the same name in different folders are told
    /// apart by the whole path.
    pub(crate) fn names(&self) -> Vec<String> {
        let names: HashSet<_> = self.paths.iter().map(|path| path.file_name()).collect();
        let has_namesakes = names.len() < self.paths.len();
        let name = |path: &PathBuf| {
            if has_namesakes { Some(path.as_os_str().to_owned()) } else { path.file_name().map(Into::into) }
        };
        self.paths.iter().map(|path| name(path).unwrap_or_default().to_string_lossy().into_owned()).collect()
    }

    /// All graphs.
    pub(crate) fn graphs(&self) -> Box<dyn Iterator<Item = Result<SourcedGraph, InputError>> + Send> {
        self.graphs_after(0)
    }

    /// The graphs after that many items, graphs and problems alike.
    pub(crate) fn graphs_after(&self, items: u64) -> Box<dyn Iterator<Item = Result<SourcedGraph, InputError>> + Send> {
        let (format, options) = (self.format, self.options.clone());
        // One input knows how many graphs are left in it, and the stream of vectors makes use of that.
        if let [path] = self.paths.as_slice() {
            let opened = self.opened.take().map_or_else(|| open_input(path, format, &options), Ok);
            return graphs_of(opened, None, items);
        }
        let all = self.paths.clone().into_iter().zip(self.names());
        let mut width = None;
        let graphs = all.flat_map(move |(path, name)| graphs_of(open_input(&path, format, &options), Some(name), 0));
        let graphs = graphs.map(move |graph| graph.and_then(|graph| check_width(graph, &mut width)));
        Box::new(graphs.skip(usize::try_from(items).unwrap_or(usize::MAX)))
    }
}

/// The graph, or an error if its nodes have another number of attributes than in the files before. Readers check it inside a
/// file.
fn check_width(graph: SourcedGraph, width: &mut Option<usize>) -> Result<SourcedGraph, InputError> {
    let found = graph.record.graph.attributes().map_or(0, Attributes::width);
    let wanted = *width.get_or_insert(found);
    if found == wanted {
        return Ok(graph);
    }
    let found = format!("{found} attributes of each node");
    let problem = Problem::Unexpected { found, wanted: format!("{wanted}, as in the files before") };
    let SourcedGraph { path, record, .. } = graph;
    Err(InputError { path, entry: None, line: None, graph: Some(record.id), scope: Scope::Graph, problem })
}

/// Whether a path stands for standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// Opens one input: a file, a folder, or standard input under `-`.
fn open_input(path: &Path, format: Option<Format>, options: &ReadOptions) -> Result<GraphReader, InputError> {
    match format {
        Some(format) if is_standard(path) => input::read(std::io::stdin(), "stdin", format, options),
        _ => input::open(path, format, options),
    }
}

/// A name that does not exist or tells no format is a mistake on the command line: it is told before any work is done.
fn check(path: &Path, format: Option<Format>) -> anyhow::Result<()> {
    if is_standard(path) {
        return match format {
            None => bail!("standard input has no name that tells the format; add --format FORMAT"),
            Some(Format::Tu) => {
                bail!("a TU collection is several files: found standard input, wanted a folder or .zip")
            }
            Some(_) => Ok(()),
        };
    }
    let name = shown_path(path);
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            std::fs::read_dir(path).map(drop).with_context(|| format!("{name}: cannot read the folder"))?;
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound && path.symlink_metadata().is_ok() => {
            bail!("{name}: the link leads to no file or folder");
        }
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("{name}: no such file or folder"),
        // No permission, a loop of links, a file in the place of a folder: the system says which.
        Err(error) => return Err(error).with_context(|| format!("{name}: cannot open it")),
    }
    if format.is_none() {
        Format::from_path(path)?;
    }
    Ok(())
}

/// The graphs of one input after some items; `name` goes in front of their ids.
fn graphs_of(
    opened: Result<GraphReader, InputError>,
    name: Option<String>,
    passed: u64,
) -> Box<dyn Iterator<Item = Result<SourcedGraph, InputError>> + Send> {
    let mut reader = match opened {
        Ok(reader) => reader,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    reader.pass_over(passed);
    let path = reader.path().to_owned();
    Box::new(reader.into_rows().map(move |row| {
        let (mut record, kept) = row?;
        if let Some(name) = &name {
            record.id = format!("{name}/{}", record.id);
        }
        Ok(SourcedGraph { path: path.clone(), record, kept })
    }))
}
