//! Graphs as files that the readers of [`input`](crate::input) take: one file of code per format.

mod edge_list;
mod json_lines;
mod tu;

use std::fmt;
use std::path::{Path, PathBuf};

use super::OutputError;
use sgr_core::graph::GraphRecord;

/// The formats a collection of graphs can be written in. Labels of nodes and edges are not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CollectionFormat {
    /// One JSON object per line.
    JsonLines,
    /// The files of a TU collection in a folder.
    TuFolder,
    /// The files of a TU collection in a .zip.
    TuArchive,
    /// One edge a line: a single graph, without its isolated nodes.
    EdgeList,
}

/// Formats with the endings that ask for them; "" is a name without an ending.
const ENDINGS: [(CollectionFormat, &str); 6] = [
    (CollectionFormat::JsonLines, "jsonl"),
    (CollectionFormat::TuFolder, ""),
    (CollectionFormat::TuArchive, "zip"),
    (CollectionFormat::EdgeList, "edges"),
    (CollectionFormat::EdgeList, "txt"),
    (CollectionFormat::EdgeList, "tsv"),
];

impl CollectionFormat {
    /// The format that the ending of `path` asks for, in capitals or not; no ending asks for a TU folder.
    ///
    /// # Errors
    /// [`OutputError::UnknownFormat`] lists the endings that are known.
    ///
    /// ```
    /// use sgr_io::output::CollectionFormat;
    /// assert_eq!(CollectionFormat::from_path("out/SYNTHETIC")?, CollectionFormat::TuFolder);
    /// # Ok::<(), sgr_io::output::OutputError>(())
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, OutputError> {
        let path = path.as_ref();
        let ending = path.extension().unwrap_or_default();
        let found = ENDINGS.into_iter().find(|(_, known)| ending.eq_ignore_ascii_case(known));
        found.map(|(format, _)| format).ok_or_else(|| {
            let known = ENDINGS.iter().filter(|(_, known)| !known.is_empty());
            let known: Vec<String> = known.map(|(_, known)| format!(".{known}")).collect();
            let wanted = format!("{}, or has no ending for a TU folder", known.join(", "));
            OutputError::UnknownFormat { path: path.to_owned(), wanted }
        })
    }
}

/// A writer of one file format.
trait GraphWriter: Send {
    /// Appends a graph.
    fn write_graph(&mut self, record: &GraphRecord) -> Result<(), OutputError>;

    /// Completes the files and puts them in their place.
    fn finish(self: Box<Self>) -> Result<(), OutputError>;
}

/// Writes graphs one after another into a file or folder that appears with [`finish`](Self::finish).
///
/// Dropped before that, it leaves nothing behind, and a file that was there before stays as it was.
///
/// ```
/// use sgr_core::graph::{Graph, GraphRecord};
/// use sgr_io::output::CollectionWriter;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("graphs.jsonl");
/// let graph = Graph::from_edges(3, &[(0, 1)])?;
/// let mut graphs = CollectionWriter::create(&path)?;
/// graphs.write_graph(&GraphRecord { id: "g".into(), label: Some("pair".into()), graph, dropped: Default::default() })?;
/// graphs.finish()?;
/// let line = "{\"id\":\"g\",\"label\":\"pair\",\"nodes\":3,\"edges\":[[0,1]]}\n";
/// assert_eq!(std::fs::read_to_string(&path)?, line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CollectionWriter {
    path: PathBuf,
    /// `None` after an error: the temporary file may end inside a graph and must never be published.
    graphs: Option<Box<dyn GraphWriter>>,
}

impl CollectionWriter {
    /// Opens a collection at `path` in the format that its ending asks for.
    ///
    /// # Errors
    /// As for [`CollectionFormat::from_path`] and [`AtomicFile::create`](super::AtomicFile::create); a folder that is
    /// there already is not replaced: [`OutputError::AlreadyThere`].
    pub fn create(path: impl AsRef<Path>) -> Result<Self, OutputError> {
        let path = path.as_ref();
        let graphs: Box<dyn GraphWriter> = match CollectionFormat::from_path(path)? {
            CollectionFormat::JsonLines => Box::new(json_lines::JsonLinesWriter::create(path)?),
            CollectionFormat::TuFolder => Box::new(tu::TuWriter::in_folder(path)?),
            CollectionFormat::TuArchive => Box::new(tu::TuWriter::in_archive(path)?),
            CollectionFormat::EdgeList => Box::new(edge_list::EdgeListWriter::create(path)?),
        };
        Ok(Self { path: path.to_owned(), graphs: Some(graphs) })
    }

    /// Appends a graph.
    ///
    /// # Errors
    /// [`OutputError::Io`] for example if the disk is full, and [`OutputError::CannotExpress`] if the format cannot hold the
    /// graph. The temporary files are then removed at once and every later call gives [`OutputError::GivenUp`].
    pub fn write_graph(&mut self, record: &GraphRecord) -> Result<(), OutputError> {
        let mut graphs = self.graphs.take().ok_or_else(|| OutputError::GivenUp { path: self.path.clone() })?;
        graphs.write_graph(record)?;
        self.graphs = Some(graphs);
        Ok(())
    }

    /// Completes the file or folder and puts it in its place.
    ///
    /// # Errors
    /// [`OutputError::Io`], or [`OutputError::GivenUp`] after an earlier error; nothing appears then.
    pub fn finish(self) -> Result<(), OutputError> {
        self.graphs.ok_or(OutputError::GivenUp { path: self.path })?.finish()
    }
}

impl fmt::Debug for CollectionWriter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CollectionWriter").field("path", &self.path).finish_non_exhaustive()
    }
}
