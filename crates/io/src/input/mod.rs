//! How does a file become graphs?
//!
//! [`open`] picks the reader by the file's name (or a [`Format`] given by hand; content is never sniffed) and hands
//! back a [`GraphReader`]: an iterator over [`GraphRecord`]s, read one at a time. One file of code per format.
//!
//! An item may be an [`InputError`]. If its [`Scope`] is [`Scope::Graph`], that graph was skipped and reading goes
//! on; if it is [`Scope::File`], nothing more comes from this file. No graph is dropped silently.

mod error;
mod format;
mod graph_per_line;
mod json_edges;
mod json_scanner;
mod json_text;
mod lines;
mod matrix_market_header;
mod node_names;
mod read_ahead;
mod six_bits;
mod source;

mod edge_list;
mod graph6;
mod json_lines;
mod karateclub;
mod matrix_market;
mod sparse6;
mod tu;

pub use error::{InputError, Problem, Remedy, Scope};
pub use format::Format;

use std::io::Read;
use std::path::{Path, PathBuf};

use sgr_core::graph::GraphRecord;
use source::Bytes;

/// Settings of the readers.
///
/// ```
/// use sgr_io::input::ReadOptions;
/// let options = ReadOptions::new().weights(true).header(Some(true));
/// assert!(options.weights && !options.gather);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Use edge weights. Off by default: a weight column is ignored unless asked for.
    pub weights: bool,
    /// Keep node labels.
    pub node_labels: bool,
    /// Keep edge labels.
    pub edge_labels: bool,
    /// Accept directed input and forget the directions. Otherwise directed input is an error.
    pub directed_as_undirected: bool,
    /// Whether the first line of an edge list names its columns. Without a statement, a first line that plainly does,
    /// such as `source,target`, is an error.
    pub header: Option<bool>,
    /// Gather all edges of a TU collection before the first graph is built, for files whose edge lines are not grouped
    /// by graph. Costs memory for the whole file.
    pub gather: bool,
    /// Largest number of nodes that a file may declare without naming them: a header of a few bytes must not allocate
    /// gigabytes.
    pub max_declared_nodes: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            weights: false,
            node_labels: false,
            edge_labels: false,
            directed_as_undirected: false,
            header: None,
            gather: false,
            // About 130 MB of row offsets: far above any declared size seen in practice, far below a machine's memory.
            max_declared_nodes: 1 << 24,
        }
    }
}

impl ReadOptions {
    /// The default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets [`weights`](Self#structfield.weights).
    #[must_use]
    pub fn weights(mut self, weights: bool) -> Self {
        self.weights = weights;
        self
    }

    /// Sets [`node_labels`](Self#structfield.node_labels).
    #[must_use]
    pub fn node_labels(mut self, node_labels: bool) -> Self {
        self.node_labels = node_labels;
        self
    }

    /// Sets [`edge_labels`](Self#structfield.edge_labels).
    #[must_use]
    pub fn edge_labels(mut self, edge_labels: bool) -> Self {
        self.edge_labels = edge_labels;
        self
    }

    /// Sets [`directed_as_undirected`](Self#structfield.directed_as_undirected).
    #[must_use]
    pub fn directed_as_undirected(mut self, directed_as_undirected: bool) -> Self {
        self.directed_as_undirected = directed_as_undirected;
        self
    }

    /// Sets [`header`](Self#structfield.header).
    #[must_use]
    pub fn header(mut self, header: Option<bool>) -> Self {
        self.header = header;
        self
    }

    /// Sets [`gather`](Self#structfield.gather).
    #[must_use]
    pub fn gather(mut self, gather: bool) -> Self {
        self.gather = gather;
        self
    }

    /// Sets [`max_declared_nodes`](Self#structfield.max_declared_nodes).
    #[must_use]
    pub fn max_declared_nodes(mut self, max_declared_nodes: usize) -> Self {
        self.max_declared_nodes = max_declared_nodes;
        self
    }
}

/// Graphs of one file or folder, one at a time.
#[must_use = "graphs are read as they are asked for"]
pub struct GraphReader {
    path: PathBuf,
    format: Format,
    graphs: Box<dyn Iterator<Item = Result<GraphRecord, InputError>> + Send>,
}

impl GraphReader {
    /// The path that was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The format it is read as.
    pub fn format(&self) -> Format {
        self.format
    }
}

impl std::fmt::Debug for GraphReader {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("GraphReader").field("path", &self.path).field("format", &self.format).finish()
    }
}

impl Iterator for GraphReader {
    type Item = Result<GraphRecord, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.graphs.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.graphs.size_hint()
    }
}

/// Opens a file or folder of graphs; a `format` that is given overrides the name.
///
/// # Errors
/// [`Problem::UnknownFormat`] if the name does not tell the format, [`Problem::Io`] if the file cannot be opened, and any
/// problem of the header for formats that have one.
///
/// ```no_run
/// use sgr_io::input::{ReadOptions, open};
/// for record in open("MUTAG.zip", None, &ReadOptions::default())? {
///     let record = record?;
///     println!("{}: {} nodes", record.id, record.graph.node_count());
/// }
/// # Ok::<(), sgr_io::input::InputError>(())
/// ```
pub fn open(path: impl AsRef<Path>, format: Option<Format>, options: &ReadOptions) -> Result<GraphReader, InputError> {
    let path = path.as_ref();
    let format = match format {
        Some(format) => format,
        None => Format::from_path(path)?,
    };
    if format == Format::Tu {
        return Ok(GraphReader { path: path.to_owned(), format, graphs: tu::open(path, options)? });
    }
    read_bytes(path, source::open(path)?, format, options)
}

/// Reads graphs from a stream of bytes, such as standard input, while it flows; `name` stands for the file in errors and
/// in the id of the graph of a format with one graph a file.
///
/// # Errors
/// As for [`open`]; [`Problem::Unexpected`] for [`Format::Tu`], which is several files.
///
/// ```
/// use sgr_io::input::{Format, ReadOptions, read};
/// let lines = std::io::Cursor::new("a b\nb c\n");
/// let record = read(lines, "path", Format::EdgeList, &ReadOptions::new())?.next().unwrap()?;
/// assert_eq!((record.id.as_str(), record.graph.edge_count()), ("path", 2));
/// # Ok::<(), sgr_io::input::InputError>(())
/// ```
pub fn read(
    bytes: impl Read + Send + 'static,
    name: &str,
    format: Format,
    options: &ReadOptions,
) -> Result<GraphReader, InputError> {
    read_bytes(Path::new(name), Box::new(bytes), format, options)
}

fn read_bytes(path: &Path, bytes: Bytes, format: Format, options: &ReadOptions) -> Result<GraphReader, InputError> {
    let graphs: Box<dyn Iterator<Item = Result<GraphRecord, InputError>> + Send> = match format {
        Format::Tu => {
            let (found, wanted) = ("a TU collection in a stream".to_owned(), "a folder or a .zip file".to_owned());
            return Err(InputError::file(path, Problem::Unexpected { found, wanted }));
        }
        Format::EdgeList => Box::new(edge_list::open(path, bytes, options)?),
        Format::Graph6 => Box::new(graph6::open(path, bytes, options)?),
        Format::Sparse6 => Box::new(sparse6::open(path, bytes, options)?),
        Format::MatrixMarket => Box::new(matrix_market::open(path, bytes, options)?),
        Format::JsonLines => Box::new(json_lines::open(path, bytes, options)?),
        Format::KarateClub => Box::new(karateclub::open(path, bytes, options)?),
    };
    Ok(GraphReader { path: path.to_owned(), format, graphs })
}
